// SPDX-License-Identifier: MIT
// What the panel says about an output that is no matrix.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <optional>
#include <span>
#include <string>

namespace pairscope::app {

/// How far the number on the screen is from the double-precision value.
struct OutputError {
    std::string shown;      ///< "relative error 2.3e-09"
    std::string meaning;    ///< in one or two sentences
    std::string provenance; ///< which check found it
};
/// Absent: it is no number, or it was not checked with these vectors and parameters.
[[nodiscard]] std::optional<OutputError> output_error(const State& state);

/// As many decimals of each value that the points of a list of them stand below each other, and the largest has about
/// nine digits. Absent: they differ so much that small ones would lose digits, or some are not finite.
[[nodiscard]] std::optional<int> common_decimals(std::span<const float> values);

/// A value with nine digits; a whole number with its digits in groups: "15 080 718".
[[nodiscard]] std::string pair_value_text(double value);

} // namespace pairscope::app
