// SPDX-License-Identifier: MIT
// One entry for each metric of kernels/metrics/formulas.h: its workload in words, and what its variants teach. The rest
// of the descriptions follows from the formula.
#pragma once

#include "kernels/ladder/metric.h"

#include "kernels/data/prepared/preparation.h"
#include "kernels/ladder/workload.h"

#include <array>
#include <cstdint>
#include <span>
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
    /// Where the vectors are prepared, so that their distances by `metric` are other distances: how, and what these are
    /// called.
    Preparation (*prepare)(std::span<double> numbers, std::int64_t dims) = nullptr;
    TextColumns texts = TextColumns::left_out;
    std::string_view name{}, metric_title{};
    int least_dims = 1;
    /// What the author of a kernel must know of it, a whole sentence.
    std::string_view prepared{};
};

inline constexpr std::array entries{
    MetricEntry{
        .metric = Metric::euclidean,
        .id = "euclidean_distance",
        .place = 7,
        .title = "Euclidean distances",
        .question = "How far is each vector from each other vector, along a straight line?",
        .value = "distance",
        .entries = "distances",
        .naive_teaches = "The program follows the definition: for each pair of vectors it adds up the squares of the "
                         "differences of their coordinates, and takes the root.",
        .parallel_teaches = "Each loaded coordinate serves two or four of the eight sums in registers. The root is "
                            "taken once per pair, so it costs little where the vectors are long.",
        .parallel_wastes = "Each multiply-add needs a subtraction first.",
        .tiled_wastes = "Each coordinate of a pair still costs a subtraction before the multiply-add."},
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
        .tiled_wastes = "Each block computes the lengths of its vectors again."},
    MetricEntry{
        .metric = Metric::canberra,
        .id = "canberra_distance",
        .place = 12,
        .title = "Canberra distances",
        .question = "How far is each vector from each other vector, if each difference is divided by the sizes of its "
                    "two coordinates?",
        .value = "Canberra distance",
        .entries = "Canberra distances",
        .naive_teaches = "The program follows the definition: each difference is divided by the sum of the absolute "
                         "values of both coordinates. A pair of zeros adds 0.",
        .parallel_teaches = "Each loaded coordinate serves two or four of the eight sums in registers. A division "
                            "takes several times as long as an addition, even in vector registers.",
        .parallel_wastes = "Each coordinate of a pair costs a division.",
        .tiled_wastes = "Each coordinate of a pair costs a division, which a GPU computes in several instructions."},
    MetricEntry{
        .metric = Metric::hamming,
        .id = "hamming_distance",
        .place = 13,
        .title = "Hamming distances",
        .question = "In which fraction of their columns do two rows differ, if numbers stand for categories?",
        .value = "Hamming distance",
        .entries = "Hamming distances",
        .naive_teaches = "The program follows the definition: for each pair of rows it counts the columns whose "
                         "numbers differ, and divides by the number of columns.",
        .parallel_teaches = "Each loaded coordinate serves two or four of the eight counts in registers. A comparison "
                            "selects what is counted, so no branch is needed.",
        .parallel_wastes = "A category takes a whole float, though a byte would hold most of them.",
        .tiled_wastes = "A category takes a whole float, though a byte would hold most of them.",
        .prepare = number_categories,
        .texts = TextColumns::categories,
        .name = "hamming",
        .metric_title = "Hamming distance"},
    MetricEntry{
        .metric = Metric::euclidean,
        .id = "standardised_euclidean",
        .place = 14,
        .title = "Standardised Euclidean distances",
        .question = "How far is each vector from each other vector, if each column is measured in its standard "
                    "deviations?",
        .value = "standardised distance",
        .entries = "standardised Euclidean distances",
        .naive_teaches = "Each column was divided by its standard deviation when the data was loaded. So the program "
                         "is the one for Euclidean distances.",
        .parallel_teaches = "Data that is prepared once costs nothing per pair: this is the kernel for Euclidean "
                            "distances.",
        .parallel_wastes = "Each multiply-add needs a subtraction first.",
        .tiled_wastes = "Each coordinate of a pair still costs a subtraction before the multiply-add.",
        .prepare = divide_by_deviations,
        .name = "standardised_euclidean",
        .metric_title = "standardised Euclidean distance",
        .prepared = "Each column was divided by its standard deviation already: take the Euclidean distance."},
    MetricEntry{
        .metric = Metric::euclidean,
        .id = "mahalanobis_distance",
        .place = 15,
        .title = "Mahalanobis distances",
        .question = "How far is each vector from each other vector, measured by the covariance of all columns?",
        .value = "Mahalanobis distance",
        .entries = "Mahalanobis distances",
        .naive_teaches = "The vectors were whitened when the data was loaded: Cholesky's factor of the covariance was "
                         "solved for each of them. So the program is the one for Euclidean distances.",
        .parallel_teaches = "Whitening costs d operations per coordinate once, and then nothing per pair: this is the "
                            "kernel for Euclidean distances.",
        .parallel_wastes = "Each multiply-add needs a subtraction first.",
        .tiled_wastes = "Each coordinate of a pair still costs a subtraction before the multiply-add.",
        .prepare = whiten,
        .name = "mahalanobis",
        .metric_title = "Mahalanobis distance",
        .prepared = "The vectors were divided by a root of the covariance already: take the Euclidean distance."},
    MetricEntry{.metric = Metric::euclidean,
                .id = "hellinger_distance",
                .place = 16,
                .title = "Hellinger distances",
                .question = "How different are two rows as distributions, by the sqrt of their shares?",
                .value = "Hellinger distance",
                .entries = "Hellinger distances",
                .naive_teaches =
                    "Each row was divided by its sum, and the sqrt of its halved shares was taken, when the "
                    "data was loaded. So the program is the one for Euclidean distances.",
                .parallel_teaches = "The sqrt is taken once per row instead of once per pair: this is the kernel for "
                                    "Euclidean distances.",
                .parallel_wastes = "Each multiply-add needs a subtraction first.",
                .tiled_wastes = "Each coordinate of a pair still costs a subtraction before the multiply-add.",
                .prepare = take_roots_of_shares,
                .name = "hellinger",
                .metric_title = "Hellinger distance",
                .prepared = "Each row holds the sqrt of its halved shares already: take the Euclidean distance."},
    MetricEntry{
        .metric = Metric::cosine,
        .id = "correlation_distance",
        .place = 17,
        .title = "Correlation distances",
        .question = "How different are two rows, by 1 minus the correlation of their numbers?",
        .value = "correlation distance",
        .entries = "correlation distances",
        .naive_teaches = "The mean of each row was subtracted in double precision when the data was loaded. So the "
                         "program is the one for cosine distances.",
        .parallel_teaches = "The correlation is the cosine of centred rows: this is the kernel for cosine distances, "
                            "with one multiply-add per coordinate.",
        .parallel_wastes = "The coordinates of long vectors come from the caches again for every four rows.",
        .tiled_wastes = "Each block computes the lengths of its vectors again, though all of them are 1.",
        .prepare = subtract_row_means,
        .name = "correlation",
        .metric_title = "correlation distance",
        .least_dims = 2,
        .prepared = "The mean of each row was subtracted already: take the cosine distance."}};

/// Has the metric an entry?
[[nodiscard]] constexpr bool has_entry(Metric metric) {
    for (const MetricEntry& entry : entries)
        if (entry.metric == metric) return true;
    return false;
}

} // namespace pairscope::metric_distances
