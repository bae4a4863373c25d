// SPDX-License-Identifier: MIT
// NVIDIA's management library, as far as it is used here. Only files of this folder include it.
#pragma once

#include <dlfcn.h>

#include <memory>

namespace pairscope::profiling::nvml {

// The little that is used of the library's C interface, whose numbers have been the same since its version 5: see
// "NVML API Reference Guide", NVIDIA.
struct NvmlDevice;
using Handle = NvmlDevice*;
inline constexpr int success = 0;
inline constexpr unsigned graphics_clock = 0, memory_clock = 2; // nvmlClockType_t
inline constexpr unsigned gpu_temperature = 0;                  // nvmlTemperatureSensors_t

struct CloseLibrary {
    void operator()(void* library) const { dlclose(library); }
};

/// The library and its functions. It stays open as long as a device is watched.
struct Library {
    std::unique_ptr<void, CloseLibrary> handle{dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)};
    int (*init)() = nullptr;
    int (*shutdown)() = nullptr;
    int (*by_bus)(const char*, Handle*) = nullptr;
    int (*clock)(Handle, unsigned, unsigned*) = nullptr;
    int (*max_clock)(Handle, unsigned, unsigned*) = nullptr;
    int (*power)(Handle, unsigned*) = nullptr;            // [mW]
    int (*energy)(Handle, unsigned long long*) = nullptr; // [mJ] since the driver was loaded
    int (*temperature)(Handle, unsigned, unsigned*) = nullptr;
    int (*slowed_by)(Handle, unsigned long long*) = nullptr;

    template <class Function> void find(Function& function, const char* name) {
        if (handle && function == nullptr) function = reinterpret_cast<Function>(dlsym(handle.get(), name));
    }
    Library() {
        find(init, "nvmlInit_v2");
        find(shutdown, "nvmlShutdown");
        find(by_bus, "nvmlDeviceGetHandleByPciBusId_v2");
        find(clock, "nvmlDeviceGetClockInfo");
        find(max_clock, "nvmlDeviceGetMaxClockInfo");
        find(power, "nvmlDeviceGetPowerUsage");
        find(energy, "nvmlDeviceGetTotalEnergyConsumption");
        find(temperature, "nvmlDeviceGetTemperature");
        find(slowed_by, "nvmlDeviceGetCurrentClocksEventReasons");
        find(slowed_by, "nvmlDeviceGetCurrentClocksThrottleReasons"); // its name before driver 535
    }
};

} // namespace pairscope::profiling::nvml
