// SPDX-License-Identifier: MIT
// The roofs of this machine, measured in this process by our own micro-kernels.
#pragma once

#include "kernels/core/device.h"
#include "kernels/core/engine.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>

namespace pairscope::profiling {

/// One measured limit.
struct Ceiling {
    double value = 0.0;   ///< [B/s] or [flop/s]: the best median of the ways tried
    int samples = 0;      ///< timed runs of the best way
    std::string_view how; ///< the best way: "16-byte stores", "cudaMemset", "streaming stores, 512-bit"
};

/// Absent is absent: a ceiling that could not be measured is not drawn.
struct Ceilings {
    Device device;
    int threads = 0;             ///< of a CPU; 0 for a GPU
    std::optional<Ceiling> fill; ///< write DRAM [B/s]
    std::optional<Ceiling> copy; ///< read and write DRAM, both counted [B/s]; GPU only
    std::optional<Ceiling> read; ///< read DRAM [B/s]; CPU only
    std::optional<Ceiling> fma;  ///< float32 fused multiply-adds, 2 flop each [flop/s]
    std::chrono::system_clock::time_point when{};
};

/// Measures all of a device's ceilings; takes a second or two. `bytes` is the size of the array that is filled and
/// read: as large as the matrix they are compared with, 0 for a default far above the caches. Throws MemoryError.
[[nodiscard]] Ceilings measure_ceilings(const Device& device, std::int64_t bytes, const RunControl& control,
                                        const std::function<void(std::string_view doing, double share)>& progress = {});

/// Of two measurements of one device each better figure: whatever else the machine did can only have made one lower.
[[nodiscard]] Ceilings better_of(Ceilings now, const Ceilings& before);

} // namespace pairscope::profiling
