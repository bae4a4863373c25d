// SPDX-License-Identifier: MIT
// What a variant of best_match is given, and by which rule its output is exact.
//
// The score of two vectors is their dot product, in double precision, with the coordinates in ascending order. The
// products of two float32 numbers are exact there, so every correct program computes the same number. The best match is
// the vector with the highest score, and among equal scores the one with the lowest row. The second best match is the
// best one among the other vectors.
#pragma once

#include "kernels/ladder/variant.h"

#include <cstdint>

namespace pairscope {

/// Coordinate k of vector i of the first set is a[i * a_pitch + k], or, where the sets are column-major, a[k * a_pitch
/// + i]. All vectors have length 1, except for rounding, or are zero: see InputRule::unit_length. An index fits into 32
/// bits, unless the sets are column-major.
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

/// The score of a candidate that does not exist. It is below every score.
constexpr float no_score = -3.0e38f;

/// The largest error of a score that is summed up in float32 in any order. Each of the d additions or multiply-adds
/// rounds a number that is at most 1, with an error of at most 2^-24. The factor covers lengths that are not exactly 1.
constexpr float error_of_score(int dims) { return 1.01f * static_cast<float>(dims + 1) * 0x1p-24f; }

/// The largest error of a score that tensor cores compute with tf32 inputs. Rounding to 11 significant bits changes a
/// coordinate by at most 2^-11 of its value, so it changes a vector x by a vector whose length is at most 2^-11 |x|.
/// With x' and y' as the rounded vectors, |x.y - x'.y'| <= |x - x'| |y| + |x'| |y - y'|, which is 2^-10 for vectors of
/// length 1. Products of such numbers are exact. A tensor core adds eight of them to a sum at a time. It cuts off all
/// nine terms, and the new sum, at 2^-23 of the largest one, which is below 2. The factor covers lengths that are not
/// exactly 1.
constexpr double error_of_tf32_score(std::int64_t dims) {
    const auto steps = static_cast<double>((dims + 7) / 8);
    return 1.001 * (0x1p-10 + steps * 10.0 * 0x1p-23);
}

} // namespace matching
} // namespace pairscope
