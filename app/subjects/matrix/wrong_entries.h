// SPDX-License-Identifier: MIT
// Which entries of the matrix on the screen are wrong: as the check before the timed runs found them, and, where few
// cells are in sight, by comparing those with the reference.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::app {

/// The wrong entries of the variant that made the picture on the screen.
struct WrongEntries {
    std::int64_t wrong = 0, unwritten = 0; ///< how many the check found
    std::vector<MatrixEntry> sample;       ///< entries of both kinds; all of them while they are few
    std::string words;                     ///< "1 wrong entry", "65 wrong entries, 3 never written"
};
/// Absent if its output is right, or was not checked for these points.
[[nodiscard]] std::optional<WrongEntries> wrong_entries(const State& state);

/// The wrong entries of a region, given its values row by row as the variant computed them.
[[nodiscard]] std::vector<MatrixEntry> wrong_entries_in(const State& state, Region region,
                                                        std::span<const float> values);

} // namespace pairscope::app
