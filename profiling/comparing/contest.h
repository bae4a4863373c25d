// SPDX-License-Identifier: MIT
// The places of a comparison: which memory its two sides write.
#pragma once

#include "profiling/comparing/interleaved.h"
#include "profiling/station.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace pairscope::profiling {

/// One side of a comparison. Its station has the inputs loaded.
struct ContestSide {
    Station& station;
    const KernelVariant& variant;
    int block = 0;                      ///< threads of a CUDA variant's blocks; 0: the usual ones
    std::optional<RunTarget> lent = {}; ///< a texture that the caller lends; absent: memory of the station
};

/// Two contestants, and the memory that they write as long as this lives.
struct Contest {
    std::vector<std::unique_ptr<OutputBuffer>>
        buffers; ///< one that both write, one for each, or none where textures were lent
    Contestant a, b;
};

/// Has memory for both sides: the same memory where they may share it. The profilers of both stations are switched off,
/// since a comparison takes times. Throws MemoryError, cuda::Error.
[[nodiscard]] Contest contest_of(const ContestSide& a, const ContestSide& b, const std::stop_token& stop);

} // namespace pairscope::profiling
