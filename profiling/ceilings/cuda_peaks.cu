// SPDX-License-Identifier: MIT
// What the data sheet promises, from the device's attributes. Rates a clock and multiprocessor: CUDA C++ Programming
// Guide, "Throughput of Native Arithmetic Instructions", and NVIDIA's white papers on A100 and H100. Clocks are the
// highest the attributes tell, so that a tensor peak may be above the printed one (H100 SXM: printed at 1.83 GHz, and
// the highest clock is 1.98 GHz).
#include "profiling/ceilings/cuda_session.h"

#include "kernels/engines/cuda/check.h"
#include "profiling/ceilings/data_sheet.h"

namespace pairscope::profiling {
namespace {

/// Absent if the driver says nothing, or zero.
std::optional<double> attribute(const Device& device, cudaDeviceAttr which) {
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, device.ordinal) != cudaSuccess) {
        cudaGetLastError();
        return {};
    }
    return value > 0 ? std::optional<double>(value) : std::nullopt;
}

/// Both edges of the memory clock carry data.
std::optional<double> memory_bandwidth(const Device& device) {
    const auto kilohertz = attribute(device, cudaDevAttrMemoryClockRate);
    const auto bits = attribute(device, cudaDevAttrGlobalMemoryBusWidth);
    if (!kilohertz || !bits) return {};
    return 2.0 * 1e3 * *kilohertz * *bits / 8.0;
}

/// fp32 multiply-adds a clock and multiprocessor.
std::optional<double> fma_lanes(int capability) {
    switch (capability) {
    case 75:
    case 80:
        return 64.0;
    case 86:
    case 87:
    case 89:
    case 90:
    case 100:
    case 103:
    case 120:
        return 128.0;
    default:
        return {};
    }
}

/// fp16 multiply-adds of all tensor cores a clock and multiprocessor. Chips that are sold with and without full-rate
/// fp32 sums do not tell which they are.
std::optional<double> tensor_lanes(int capability) {
    if (capability == 80) return 1024.0;
    if (capability == 90) return 2048.0;
    return {};
}

std::optional<double> special_function_lanes(int capability) {
    if (capability >= 75 && capability <= 100) return 16.0;
    return {};
}

/// Bytes a clock and multiprocessor from shared memory and the L1, which are one memory.
std::optional<double> shared_bytes(int capability) {
    if (capability >= 80 && capability <= 90) return 128.0;
    return {};
}

} // namespace

std::optional<double> data_sheet_peak(const Device& device, CeilingKind kind) {
    const auto kilohertz = attribute(device, cudaDevAttrClockRate);
    const auto of_units = [&](std::optional<double> a_clock, double operations) -> std::optional<double> {
        if (!kilohertz || !a_clock) return {};
        return device.units * *a_clock * operations * 1e3 * *kilohertz;
    };
    const int capability = device.compute_capability;
    switch (kind) {
        using enum CeilingKind;
    case fill:
    case surface_fill:
    case copy:
    case read:
        if (device.whole_units > 0) return {}; // nothing is promised of a part of the GPU
        return memory_bandwidth(device);
    case l1_read:
    case shared_read:
        return of_units(shared_bytes(capability), 1.0);
    case fma:
        return of_units(fma_lanes(capability), 2.0);
    case squared_difference:
        return of_units(fma_lanes(capability), 1.5); // two instructions for three operations
    case absolute_difference:
        return of_units(fma_lanes(capability), 1.0);
    case special_function:
        return of_units(special_function_lanes(capability), 1.0);
    case tensor_fp16:
        return of_units(tensor_lanes(capability), 2.0);
    case tensor_tf32:
        return of_units(tensor_lanes(capability), 1.0); // half as many products, two operations each
    case tensor_int8:
        return of_units(tensor_lanes(capability), 4.0);
    case streaming_fill:
    case plain_fill:
    case l2_read:
    case l2_write:
    case l3_read:
    case largest_difference:
    case int8_dot:
        return {};
    }
    return {};
}

std::optional<double> data_sheet_rate(const Device& device, CeilingKind kind) { return data_sheet_peak(device, kind); }

} // namespace pairscope::profiling
