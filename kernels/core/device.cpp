// SPDX-License-Identifier: MIT
#include "kernels/core/device.h"

#include "kernels/cpu/cpu_device.h"

#include <fmt/format.h>

#if PAIRSCOPE_HAS_CUDA
#include "kernels/cuda/devices.h"
#endif

namespace pairscope {

std::string device_id(const Device& device) {
    switch (device.backend) {
    case Backend::cpu:
        return std::string(name_of(device.backend));
    case Backend::cuda:
        return fmt::format("{}:{}", name_of(device.backend), device.ordinal);
    }
    return {};
}

#if PAIRSCOPE_HAS_CUDA
std::vector<Device> devices() {
    std::vector<Device> found = cuda::gpu_devices();
    found.push_back(cpu::device());
    return found;
}
std::string why_no_gpu() { return cuda::why_no_gpu(); }
#else
std::vector<Device> devices() { return {cpu::device()}; }
std::string why_no_gpu() { return "this build has no CUDA: no CUDA compiler was found when it was built"; }
#endif

} // namespace pairscope
