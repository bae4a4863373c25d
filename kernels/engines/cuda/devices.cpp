// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/devices.h"

#include "kernels/engines/cuda/architectures.h"
#include "kernels/engines/cuda/check.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pairscope::cuda {
namespace {

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

/// 0 if there is no driver.
int driver_version() {
    int version = 0;
    return cudaDriverGetVersion(&version) == cudaSuccess ? version : 0;
}

std::string bus_of(int ordinal) {
    std::array<char, 32> id{};
    return cudaDeviceGetPCIBusId(id.data(), static_cast<int>(id.size()), ordinal) == cudaSuccess ? id.data() : "";
}

Device described(int ordinal, const cudaDeviceProp& properties) {
    return {.backend = Backend::cuda,
            .ordinal = ordinal,
            .name = properties.name,
            .units = properties.multiProcessorCount,
            .compute_capability = properties.major * 10 + properties.minor,
            .memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem),
            .max_surface = std::min(properties.maxSurface2D[0], properties.maxSurface2D[1]),
            .driver = "CUDA " + version_text(driver_version()),
            .cache_bytes = properties.l2CacheSize,
            .bus = bus_of(ordinal)};
}

/// All GPUs the driver shows, also those that this build has no code for.
struct Survey {
    cudaError_t status = cudaSuccess;
    std::vector<Device> devices;
};

Survey survey() {
    Survey found;
    int count = 0;
    found.status = cudaGetDeviceCount(&count);
    for (int ordinal = 0; found.status == cudaSuccess && ordinal < count; ++ordinal) {
        cudaDeviceProp properties{};
        found.status = cudaGetDeviceProperties(&properties, ordinal);
        if (found.status == cudaSuccess) found.devices.push_back(described(ordinal, properties));
    }
    cudaGetLastError(); // a machine without a GPU is no error that the next call should report
    return found;
}

bool is_too_old(const Device& device) { return device.compute_capability < oldest_architecture(); }

std::string why_not(cudaError_t status) {
    if (driver_version() == 0)
        return "no NVIDIA driver was found: install it to run the CUDA variants on a GPU (the CPU variants run without "
               "it)";
    if (status == cudaErrorInsufficientDriver) {
        return fmt::format("the NVIDIA driver supports CUDA {}, and this program needs {}: install a newer driver",
                           version_text(driver_version()), version_text(CUDART_VERSION));
    }
    if (status == cudaErrorNoDevice)
        return "the NVIDIA driver shows no GPU: see what nvidia-smi says, and whether CUDA_VISIBLE_DEVICES hides it";
    return fmt::format("the NVIDIA driver cannot be used ({}, {}): see what nvidia-smi says, or restart the machine",
                       cudaGetErrorName(status), cudaGetErrorString(status));
}

} // namespace

std::vector<Device> gpu_devices() {
    std::vector<Device> devices = survey().devices;
    std::erase_if(devices, is_too_old);
    return devices;
}

std::string why_no_gpu() {
    const Survey found = survey();
    if (found.devices.empty()) return why_not(found.status == cudaSuccess ? cudaErrorNoDevice : found.status);
    if (!std::ranges::all_of(found.devices, is_too_old)) return {};
    const Device& device = found.devices.front();
    return fmt::format("{} has compute capability {}.{}, and this build has code for {}.{} and later: "
                       "build with -DPAIRSCOPE_CUDA_ARCHITECTURES={}",
                       device.name, device.compute_capability / 10, device.compute_capability % 10,
                       oldest_architecture() / 10, oldest_architecture() % 10, device.compute_capability);
}

} // namespace pairscope::cuda
