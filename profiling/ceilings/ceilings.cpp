// SPDX-License-Identifier: MIT
#include "profiling/ceilings/ceilings.h"

#include "profiling/ceilings/cpu_ceilings.h"

#include <stdexcept>

#if PAIRSCOPE_HAS_CUDA
#include "profiling/ceilings/cuda_ceilings.h"
#endif

namespace pairscope::profiling {
namespace {

void keep_better(std::optional<Ceiling>& now, const std::optional<Ceiling>& before) {
    if (before && (!now || before->value > now->value)) now = before;
}

} // namespace

Ceilings better_of(Ceilings now, const Ceilings& before) {
    keep_better(now.fill, before.fill);
    keep_better(now.copy, before.copy);
    keep_better(now.read, before.read);
    keep_better(now.fma, before.fma);
    return now;
}

Ceilings measure_ceilings(const Device& device, std::int64_t bytes, const RunControl& control,
                          const std::function<void(std::string_view doing, double share)>& progress) {
    switch (device.backend) {
    case Backend::cpu:
        return cpu_ceilings(device, bytes, control, progress);
    case Backend::cuda:
#if PAIRSCOPE_HAS_CUDA
        return cuda_ceilings(device, bytes, control, progress);
#else
        break;
#endif
    }
    throw std::runtime_error("cannot measure " + device_id(device) + ": " + why_no_gpu());
}

} // namespace pairscope::profiling
