// SPDX-License-Identifier: MIT
// What the panel says about an answer that is no matrix.
#pragma once

#include "app/state/state.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pairscope::app {

/// Who gave the answer on the screen, and what the check said: "by cpu_simd, right answer".
[[nodiscard]] std::string origin_of_answer(const State& state);

/// How far the number on the screen is from the double-precision value.
struct AnswerError {
    std::string shown;      ///< "relative error 2.3e-09"
    std::string meaning;    ///< in one or two sentences
    std::string provenance; ///< which check found it
};
/// Absent: it is no number, or it was not checked with these vectors and parameters.
[[nodiscard]] std::optional<AnswerError> answer_error(const State& state);

/// A value with nine digits, which tell any two float32 numbers apart.
[[nodiscard]] std::string value_text(double value);

/// The same; a whole number with its digits in groups: "15 080 718".
[[nodiscard]] std::string pair_value_text(double value);

/// "row 12", with its label if it has one: "row 12, Lyon". "none" for a row below 0.
[[nodiscard]] std::string vector_text(const Dataset& set, std::int64_t row);

/// A row of the table of matches: the vector, its best match and value, its second best match and value.
using MatchCells = std::array<std::string, 5>;
[[nodiscard]] MatchCells match_cells(const Question& question, std::int64_t row, const FoundMatch& match);
[[nodiscard]] MatchCells match_headings(const WorkloadType& type);

} // namespace pairscope::app
