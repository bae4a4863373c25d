// SPDX-License-Identifier: MIT
// One entry for each formula: its workload in words.
#pragma once

#include "kernels/data/prepared/preparation.h"
#include "kernels/ladder/workload.h"
#include "kernels/workloads/pair_metrics/formulas.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace pairscope::pair_metrics {

struct MetricEntry {
    std::string_view id; ///< the id of the workload
    int place;           ///< where the workload stands among all others
    std::string_view name, metric_title;
    std::string_view title, question{}, value; ///< question: of two sets see CrossQuestion
    std::string_view entries;                  ///< what the matrix holds, in the plural
    std::string_view teaches;                  ///< what the first variant shows
    Preparation (*prepare)(std::span<double> numbers, std::int64_t dims) = nullptr;
    TextColumns texts = TextColumns::left_out;
};

template <class Formula> inline constexpr MetricEntry entry_of = {};

template <>
inline constexpr MetricEntry entry_of<BrayCurtis>{
    .id = "bray_curtis",
    .place = 18,
    .name = "bray_curtis",
    .metric_title = "Bray-Curtis dissimilarity",
    .title = "Bray-Curtis dissimilarities",
    .question = "Which fraction of all that two rows count do the rows not share?",
    .value = "dissimilarity",
    .entries = "Bray-Curtis dissimilarities",
    .teaches = "The program follows the definition: it adds up the differences and the sums of the coordinates of each "
               "pair, and divides the one by the other."};

template <>
inline constexpr MetricEntry entry_of<Minkowski>{
    .id = "minkowski_distance",
    .place = 19,
    .name = "minkowski",
    .metric_title = "Minkowski distance",
    .title = "Minkowski distances",
    .question = "How far is each vector from each other vector, if differences count by a power of your choice?",
    .value = "Minkowski distance",
    .entries = "Minkowski distances",
    .teaches = "The program follows the definition: it adds up a power of each difference, and takes the root. Each "
               "difference is divided by the largest one first, so no power overflows.",
    .prepare = bring_near_zero};

template <>
inline constexpr MetricEntry entry_of<Jaccard>{
    .id = "jaccard_distance",
    .place = 20,
    .name = "jaccard",
    .metric_title = "Jaccard distance",
    .title = "Jaccard distances",
    .question = "In which fraction of the columns that are not 0 in at least one of two rows do the rows differ?",
    .value = "Jaccard distance",
    .entries = "Jaccard distances",
    .teaches = "The program follows the definition: it counts the columns that are not 0 in both rows, and those of "
               "them that differ. Numbers stand for categories, and 0 for none.",
    .prepare = number_categories_of_sets,
    .texts = TextColumns::members};

template <>
inline constexpr MetricEntry entry_of<JensenShannon>{
    .id = "jensen_shannon_distance",
    .place = 21,
    .name = "jensen_shannon",
    .metric_title = "Jensen-Shannon distance",
    .title = "Jensen-Shannon distances",
    .question = "How different are two rows as distributions, by the information that tells them apart?",
    .value = "Jensen-Shannon distance",
    .entries = "Jensen-Shannon distances",
    .teaches = "The program follows the definition: each row was divided by its sum when the data was loaded, and both "
               "rows are compared with their mean by logarithms.",
    .prepare = divide_by_row_sums};

template <>
inline constexpr MetricEntry entry_of<HammingBits>{
    .id = "hamming_bits",
    .place = 22,
    .name = "hamming_bits",
    .metric_title = "Hamming distance of bits",
    .title = "Hamming distances of bits",
    .question = "How many bits of two vectors of bytes differ?",
    .value = "differing bits",
    .entries = "Hamming distances",
    .teaches = "The program follows the definition: it counts the bits in which the bytes of each pair differ."};

} // namespace pairscope::pair_metrics
