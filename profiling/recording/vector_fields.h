// SPDX-License-Identifier: MIT
// Single vectors of large sets, as JSON and back.
#pragma once

#include "profiling/recording/field_kinds.h"
#include "profiling/recording/recording.h"

#include <cstddef>
#include <vector>

namespace pairscope::profiling {

/// So many vectors are kept, with so many numbers each.
inline constexpr std::size_t most_vectors_kept = 64, most_kept_coordinates = 65'536;

/// Refuses vectors that the recording's sets do not have. Throws InputError.
void require_vectors_of_sets(const Recording& recording, const JsonPlace& root);

/// How many numbers these are.
[[nodiscard]] std::size_t values_in(const std::vector<RecordedVector>& vectors);

namespace as {

struct Vectors {
    [[nodiscard]] Json json(const std::vector<RecordedVector>& vectors, RecordingContext& context) const;
    void read(const JsonPlace& place, std::vector<RecordedVector>& vectors, RecordingContext& context) const;
};

} // namespace as

} // namespace pairscope::profiling
