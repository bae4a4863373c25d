// SPDX-License-Identifier: MIT
#include "kernels/ladder/device.h"

#include "kernels/data/errors.h"
#include "kernels/engines/cpu/cpu_device.h"
#include "kernels/ladder/device_part.h"
#include "kernels/ladder/no_cuda.h"

#include <fmt/format.h>

#if PAIRSCOPE_HAS_CUDA
#include "kernels/engines/cuda/devices.h"
#endif

namespace pairscope {

#if PAIRSCOPE_HAS_CUDA
std::vector<Device> devices() {
    std::vector<Device> found = cuda::gpu_devices();
    found.push_back(cpu::device());
    return found;
}
std::string why_no_gpu() { return cuda::why_no_gpu(); }
std::string_view why_no_cuda() { return {}; }
#else
std::vector<Device> devices() { return {cpu::device()}; }
std::string why_no_gpu() { return std::string(why_no_cuda()); }
std::string_view why_no_cuda() {
#if PAIRSCOPE_CUDA_LEFT_OUT
    return "this build has no CUDA, because it was built without an NVIDIA driver, with --cpu-only or with "
           "PAIRSCOPE_CUDA=OFF";
#else
    return "this build has no CUDA, because no CUDA compiler was found when it was built";
#endif
}
#endif

Device part_of(const Device& whole, int multiprocessors) {
    if (whole.backend != Backend::cuda) throw InputError("only a GPU has multiprocessors that can be set apart");
#if PAIRSCOPE_HAS_CUDA
    return cuda::part_of(whole, multiprocessors);
#else
    throw InputError(fmt::format("cannot set {} multiprocessors apart: {}", multiprocessors, why_no_cuda()));
#endif
}

} // namespace pairscope
