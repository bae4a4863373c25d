// SPDX-License-Identifier: MIT
// Vectors of a tile as the arithmetic of pair_rows.cpp wants them: neighbouring vectors side by side.
#pragma once

#include "kernels/ladder/pair_formula.h"
#include "kernels/ladder/problem.h"

#include <cstdint>
#include <vector>

namespace pairscope::cpu {

/// Some vectors of a set. A word is one float32 coordinate, or two coordinates that are bytes, with 16 bits each. The
/// words of a direction are its coordinates, scaled to length 1; those of a place on the Earth are its longitude, its
/// latitude and the cosine of the latitude.
struct PairPanel {
    std::int64_t vectors = 0;
    std::int64_t words = 0;            ///< words per vector
    std::int64_t pitch = 0;            ///< between the words of a vector: `vectors` up to a multiple of 64
    std::vector<float> floats{};       ///< word w of vector i is at w * pitch + i; vectors beyond the last one are 0
    std::vector<std::int32_t> pairs{}; ///< instead of floats where the coordinates are bytes
};

/// Lays out `count` vectors from `first` on.
void lay_out(const Input& set, PairTerms terms, std::int64_t first, std::int64_t count, PairPanel& panel);

/// Are the words of a vector something else than its coordinates?
[[nodiscard]] bool are_prepared(Element element, PairTerms terms);
/// The words of a vector, one after the other: of bytes, and of floats.
void words_of(const Input& set, PairTerms terms, std::int64_t row, std::int32_t* words);
void words_of(const Input& set, PairTerms terms, std::int64_t row, float* words);
[[nodiscard]] std::int64_t word_count(const Input& set, PairTerms terms);

/// Are all coordinates of these vectors so small that no sum of terms overflows or is a NaN? Do all places exist?
[[nodiscard]] bool are_tame(const Input& set, PairTerms terms, std::int64_t first, std::int64_t count);

} // namespace pairscope::cpu
