// SPDX-License-Identifier: MIT
#include "profiling/ceilings/ceilings.h"

#include "kernels/data/errors.h"
#include "profiling/ceilings/cpu_ceilings.h"
#include "profiling/ceilings/data_sheet.h"
#include "profiling/machine/other_load.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#if PAIRSCOPE_HAS_CUDA
#include "profiling/ceilings/cuda_ceilings.h"
#endif

namespace pairscope::profiling {

Ceilings measure_in_free_memory(const CeilingRequest& request,
                                const std::function<Ceilings(const CeilingRequest&)>& measure) {
    try {
        return measure(request);
    } catch (const MemoryError&) {
        if (request.bytes <= least_ceiling_bytes) throw;
    }
    CeilingRequest smaller = request;
    smaller.bytes = least_ceiling_bytes;
    return measure(smaller);
}

namespace {

Ceilings measured(const Device& device, const CeilingRequest& request, const RunControl& control,
                  const std::function<void(std::string_view doing, double share)>& progress) {
    switch (device.backend) {
    case Backend::cpu:
        return cpu_ceilings(device, request, control, progress);
    case Backend::cuda:
#if PAIRSCOPE_HAS_CUDA
        return cuda_ceilings(device, request, control, progress);
#else
        break;
#endif
    }
    throw std::runtime_error("cannot measure " + device_id(device) + ": " + why_no_gpu());
}

} // namespace

#if !PAIRSCOPE_HAS_CUDA
std::optional<double> data_sheet_rate(const Device&, CeilingKind) { return {}; } // cuda_peaks.cu has the other one
#endif

Ceilings measure_ceilings(const Device& device, const CeilingRequest& request, const RunControl& control,
                          const std::function<void(std::string_view doing, double share)>& progress) {
    CeilingRequest asked = request;
    if (asked.kinds.empty()) asked.kinds = all_ceiling_kinds();
    const OtherLoad others;
    Ceilings found = measure_in_free_memory(
        asked, [&](const CeilingRequest& fitting) { return measured(device, fitting, control, progress); });
    if (device.backend == Backend::cpu) found.other_load = others.share();
    return found;
}

} // namespace pairscope::profiling
