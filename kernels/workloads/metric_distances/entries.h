// SPDX-License-Identifier: MIT
// One entry for each metric of kernels/metrics/formulas.h: its workload in words, and what its variants teach. The rest
// of the descriptions follows from the formula.
#pragma once

#include "kernels/ladder/metric.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace pairscope::metric_distances {

struct MetricEntry {
    Metric metric;
    std::string_view id; ///< the id of the workload
    int place;           ///< where the workload stands among all others
    std::string_view title, question, value;
    std::string_view entries; ///< what the matrix holds
    std::string_view naive_teaches;
    std::string_view parallel_teaches, parallel_wastes;
    std::string_view tiled_wastes;
};

inline constexpr std::array entries{
    MetricEntry{
        .metric = Metric::squared,
        .id = "squared_euclidean",
        .place = 7,
        .title = "Squared distances",
        .question = "How far is each vector from each other vector, by the square of the Euclidean distance?",
        .value = "squared distance",
        .entries = "squared distances",
        .naive_teaches = "The program follows the definition: for each pair of vectors it adds up the squares of the "
                         "differences of their coordinates.",
        .parallel_teaches = "Each loaded coordinate serves two or four of the eight sums in registers. Without a sqrt, "
                            "a pair of 2-D points costs only five operations.",
        .parallel_wastes = "Each multiply-add needs a subtraction first.",
        .tiled_wastes = "Each coordinate of a pair still costs a subtraction before the multiply-add."},
    MetricEntry{
        .metric = Metric::manhattan,
        .id = "manhattan_distance",
        .place = 8,
        .title = "Manhattan distances",
        .question = "How far is each vector from each other vector, if the absolute differences of all coordinates are "
                    "added up?",
        .value = "Manhattan distance",
        .entries = "Manhattan distances",
        .naive_teaches = "The program follows the definition: for each pair of vectors it adds up the absolute "
                         "differences of their coordinates.",
        .parallel_teaches = "Each loaded coordinate serves two or four of the eight sums in registers. The sign bit of "
                            "each difference is cleared, so no branch is needed.",
        .parallel_wastes = "A subtraction and an addition per coordinate cannot become one multiply-add.",
        .tiled_wastes =
            "Each coordinate of a pair costs a subtraction and an addition, which no multiply-add can combine."},
    MetricEntry{
        .metric = Metric::chebyshev,
        .id = "chebyshev_distance",
        .place = 9,
        .title = "Chebyshev distances",
        .question =
            "How far is each vector from each other vector, if only the largest difference of a coordinate counts?",
        .value = "Chebyshev distance",
        .entries = "Chebyshev distances",
        .naive_teaches = "The program follows the definition: for each pair of vectors it keeps the largest difference "
                         "of their coordinates.",
        .parallel_teaches =
            "Each loaded coordinate serves two or four of the eight maxima in registers. The maxima are computed with "
            "integer instructions, because floats that are not negative have the same order as their bits.",
        .parallel_wastes = "Each coordinate of a pair costs three instructions.",
        .tiled_wastes = "Each coordinate of a pair costs a subtraction, an absolute value and a maximum."},
    MetricEntry{
        .metric = Metric::cosine,
        .id = "cosine_distance",
        .place = 10,
        .title = "Cosine distances",
        .question = "How different is the direction of each vector from that of each other vector?",
        .value = "cosine distance",
        .entries = "cosine distances",
        .naive_teaches = "The program follows the definition: for each pair of vectors it computes their product and "
                         "both of their lengths.",
        .parallel_teaches = "The length of each vector is computed once instead of once per pair. Then a pair costs "
                            "one multiply-add per coordinate.",
        .parallel_wastes = "The coordinates of long vectors come from the caches again for every four rows.",
        .tiled_wastes = "Each block computes the lengths of its vectors again."}};

/// A metric without an entry is an error of the compiler where the result is constexpr.
[[nodiscard]] constexpr const MetricEntry& entry_of(Metric metric) {
    std::size_t place = 0;
    while (entries[place].metric != metric) ++place; // behind the last entry this is no constant
    return entries[place];
}

} // namespace pairscope::metric_distances
