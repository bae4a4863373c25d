// SPDX-License-Identifier: MIT
// What a variant of best_match is given, and by which rule its answer is exact.
//
// The score of two vectors is their dot product, in double precision, with the coordinates in ascending order: the
// products of two float32 are exact there, so this is one number, however it is computed. The best match is the vector
// with the highest score, and of equal scores the one with the lowest row; the second best likewise among the others.
#pragma once

#include "kernels/core/variant.h"

#include <cstdint>

namespace pairscope {

/// Coordinate k of vector i of the first set is a[i * a_pitch + k], or, where the sets are column-major,
/// a[k * a_pitch + i]. All vectors have length 1, to rounding, or are zero: see InputRule::unit_length. An index fits
/// into 32 bits, unless the sets are column-major.
struct MatchSets {
    const float* a = nullptr; ///< in the device's memory, aligned to 16 bytes
    const float* b = nullptr;
    int rows = 0; ///< vectors of the first set, which look for a match
    int cols = 0; ///< vectors of the second set, the candidates
    int dims = 0;
    int a_pitch = 0;
    int b_pitch = 0;
    bool is_column_major = false;
    FoundMatch* matches = nullptr; ///< one for each row
};

[[nodiscard]] inline MatchSets match_sets(const Problem& problem) {
    return {.a = problem.a.floats(),
            .b = problem.b.floats(),
            .rows = static_cast<int>(problem.a.rows),
            .cols = static_cast<int>(problem.b.rows),
            .dims = static_cast<int>(problem.a.dims),
            .a_pitch = static_cast<int>(problem.a.pitch),
            .b_pitch = static_cast<int>(problem.b.pitch),
            .is_column_major = problem.a.layout == Layout::column_major,
            .matches = matches_out(problem)};
}

namespace matching {

constexpr std::int64_t most_vectors = 1 << 18;
constexpr std::int64_t most_coordinates = 4096;

/// No candidate: below every score.
constexpr float no_score = -3.0e38f;

/// How far the score of two such vectors can be from the exact one, when it is summed up in float32 in any order: each
/// of the d additions or multiply-adds rounds something that is at most 1 to a part in 2^24. The factor covers lengths
/// that are not quite 1.
constexpr float error_of_score(int dims) { return 1.01f * static_cast<float>(dims + 1) * 0x1p-24f; }

/// How far a score of tensor cores with tf32 inputs can be from the exact one. Rounding to 11 significant bits changes
/// a coordinate by a part in 2^11 at most, so a vector x by a vector of the length 2^-11 |x| at most; with x' and y' as
/// the rounded vectors, |x.y - x'.y'| <= |x - x'| |y| + |x'| |y - y'|, which is 2^-10 for vectors of length 1. Products
/// of such numbers are exact. A tensor core adds eight of them to a sum at a time and cuts all nine terms, and the new
/// sum, off at a part in 2^23 of the largest, which is below 2. The factor covers lengths that are not quite 1.
constexpr double error_of_tf32_score(std::int64_t dims) {
    const auto steps = static_cast<double>((dims + 7) / 8);
    return 1.001 * (0x1p-10 + steps * 10.0 * 0x1p-23);
}

} // namespace matching
} // namespace pairscope
