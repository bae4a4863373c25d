// SPDX-License-Identifier: MIT
// What several panels say about an answer that is no matrix.
#pragma once

#include "app/spine/state.h"

#include <cstdint>
#include <string>

namespace pairscope::app {

/// Does the answer on the screen belong to the data of now, and is it no matrix? An older answer stays while the next
/// one is computed, but not beside other data.
[[nodiscard]] bool shows_answer(const State& state);
/// Who gave the answer on the screen, and what the check said: "by cpu_simd, right output", "by
/// tensor_tf32, approximate output: 37 of 16 384 rows differ".
[[nodiscard]] std::string origin_of_answer(const State& state);
/// What is shown in its place, in whole sentences, while there is none.
[[nodiscard]] std::string answer_awaits(const State& state);

/// A value with nine digits, which tell any two float32 numbers apart.
[[nodiscard]] std::string value_text(double value);
/// "row 12", with its label if it has one: "row 12, Lyon". "none" for a row below 0.
[[nodiscard]] std::string vector_text(const Dataset& set, std::int64_t row);

} // namespace pairscope::app
