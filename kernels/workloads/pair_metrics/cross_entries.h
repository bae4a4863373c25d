// SPDX-License-Identifier: MIT
// The workloads that compare two sets: each metric once more, but for Euclidean distances (cross_distance) and
// kilometres. CrossQuestion makes the question of each from the title of its metric.
#pragma once

#include "kernels/ladder/metric.h"
#include "kernels/workloads/pair_metrics/entries.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace pairscope::pair_metrics {

constexpr std::string_view cross_teaches =
    "The program follows the definition: it computes the distance of each vector of the first set from each vector of "
    "the second set.";

/// What each of these workloads asks: `metric_title` stands where the braces are. This object keeps the text, because
/// descriptions only point to their words.
struct CrossQuestion {
    static constexpr std::string_view form =
        "How far is each vector of the first set from each one of the second set, by the {}?";
    static constexpr std::size_t longest_title = 40;

    constexpr explicit CrossQuestion(std::string_view metric_title) {
        const std::size_t braces = form.find("{}");
        for (const std::string_view part : {form.substr(0, braces), metric_title, form.substr(braces + 2)})
            for (const char letter : part) letters[length++] = letter;
    }
    [[nodiscard]] constexpr std::string_view text() const { return {letters.data(), length}; }

    std::array<char, form.size() + longest_title> letters{};
    std::size_t length = 0;
};

template <class Formula> struct CrossEntries { static constexpr std::array<MetricEntry, 0> all{}; };
template <> struct CrossEntries<OfSum<metrics::Euclidean>> {
    static constexpr std::array all{MetricEntry{.id = "cross_standardised_euclidean",
                                                .place = 35,
                                                .name = "standardised_euclidean",
                                                .metric_title = "standardised Euclidean distance",
                                                .title = "Standardised Euclidean distances between two sets",
                                                .value = "standardised distance",
                                                .entries = "standardised Euclidean distances",
                                                .teaches = cross_teaches,
                                                .prepare = divide_by_deviations},
                                    MetricEntry{.id = "cross_mahalanobis",
                                                .place = 36,
                                                .name = "mahalanobis",
                                                .metric_title = "Mahalanobis distance",
                                                .title = "Mahalanobis distances between two sets",
                                                .value = "Mahalanobis distance",
                                                .entries = "Mahalanobis distances",
                                                .teaches = cross_teaches,
                                                .prepare = whiten},
                                    MetricEntry{.id = "cross_hellinger",
                                                .place = 37,
                                                .name = "hellinger",
                                                .metric_title = "Hellinger distance",
                                                .title = "Hellinger distances between two sets",
                                                .value = "Hellinger distance",
                                                .entries = "Hellinger distances",
                                                .teaches = cross_teaches,
                                                .prepare = take_roots_of_shares}};
};
template <> struct CrossEntries<OfSum<metrics::Cosine>> {
    static constexpr std::array all{MetricEntry{.id = "cross_cosine",
                                                .place = 32,
                                                .name = "cosine",
                                                .metric_title = "cosine distance",
                                                .title = "Cosine distances between two sets",
                                                .value = "cosine distance",
                                                .entries = "cosine distances",
                                                .teaches = cross_teaches},
                                    MetricEntry{.id = "cross_correlation",
                                                .place = 38,
                                                .name = "correlation",
                                                .metric_title = "correlation distance",
                                                .title = "Correlation distances between two sets",
                                                .value = "correlation distance",
                                                .entries = "correlation distances",
                                                .teaches = cross_teaches,
                                                .prepare = subtract_row_means}};
};
template <> struct CrossEntries<OfSum<metrics::Squared>> {
    static constexpr std::array all{MetricEntry{.id = "cross_squared",
                                                .place = 29,
                                                .name = "squared",
                                                .metric_title = "squared Euclidean distance",
                                                .title = "Squared distances between two sets",
                                                .value = "squared distance",
                                                .entries = "squared distances",
                                                .teaches = cross_teaches}};
};
template <> struct CrossEntries<OfSum<metrics::Manhattan>> {
    static constexpr std::array all{MetricEntry{.id = "cross_manhattan",
                                                .place = 30,
                                                .name = "manhattan",
                                                .metric_title = "Manhattan distance",
                                                .title = "Manhattan distances between two sets",
                                                .value = "Manhattan distance",
                                                .entries = "Manhattan distances",
                                                .teaches = cross_teaches}};
};
template <> struct CrossEntries<OfSum<metrics::Chebyshev>> {
    static constexpr std::array all{MetricEntry{.id = "cross_chebyshev",
                                                .place = 31,
                                                .name = "chebyshev",
                                                .metric_title = "Chebyshev distance",
                                                .title = "Chebyshev distances between two sets",
                                                .value = "Chebyshev distance",
                                                .entries = "Chebyshev distances",
                                                .teaches = cross_teaches}};
};
template <> struct CrossEntries<OfSum<metrics::Canberra>> {
    static constexpr std::array all{MetricEntry{.id = "cross_canberra",
                                                .place = 33,
                                                .name = "canberra",
                                                .metric_title = "Canberra distance",
                                                .title = "Canberra distances between two sets",
                                                .value = "Canberra distance",
                                                .entries = "Canberra distances",
                                                .teaches = cross_teaches}};
};
template <> struct CrossEntries<OfSum<metrics::Hamming>> {
    static constexpr std::array all{MetricEntry{.id = "cross_hamming",
                                                .place = 34,
                                                .name = "hamming",
                                                .metric_title = "Hamming distance",
                                                .title = "Hamming distances between two sets",
                                                .value = "Hamming distance",
                                                .entries = "Hamming distances",
                                                .teaches = cross_teaches,
                                                .prepare = number_categories,
                                                .texts = TextColumns::categories}};
};
template <> struct CrossEntries<BrayCurtis> {
    static constexpr std::array all{MetricEntry{.id = "cross_bray_curtis",
                                                .place = 39,
                                                .name = "bray_curtis",
                                                .metric_title = "Bray-Curtis dissimilarity",
                                                .title = "Bray-Curtis dissimilarities between two sets",
                                                .value = "dissimilarity",
                                                .entries = "Bray-Curtis dissimilarities",
                                                .teaches = cross_teaches}};
};
template <> struct CrossEntries<Minkowski> {
    static constexpr std::array all{MetricEntry{.id = "cross_minkowski",
                                                .place = 40,
                                                .name = "minkowski",
                                                .metric_title = "Minkowski distance",
                                                .title = "Minkowski distances between two sets",
                                                .value = "Minkowski distance",
                                                .entries = "Minkowski distances",
                                                .teaches = cross_teaches,
                                                .prepare = bring_near_zero}};
};
template <> struct CrossEntries<Jaccard> {
    static constexpr std::array all{MetricEntry{.id = "cross_jaccard",
                                                .place = 41,
                                                .name = "jaccard",
                                                .metric_title = "Jaccard distance",
                                                .title = "Jaccard distances between two sets",
                                                .value = "Jaccard distance",
                                                .entries = "Jaccard distances",
                                                .teaches = cross_teaches,
                                                .prepare = number_categories_of_sets,
                                                .texts = TextColumns::members}};
};
template <> struct CrossEntries<JensenShannon> {
    static constexpr std::array all{MetricEntry{.id = "cross_jensen_shannon",
                                                .place = 42,
                                                .name = "jensen_shannon",
                                                .metric_title = "Jensen-Shannon distance",
                                                .title = "Jensen-Shannon distances between two sets",
                                                .value = "Jensen-Shannon distance",
                                                .entries = "Jensen-Shannon distances",
                                                .teaches = cross_teaches,
                                                .prepare = divide_by_row_sums}};
};
template <> struct CrossEntries<HammingBits> {
    static constexpr std::array all{MetricEntry{.id = "cross_hamming_bits",
                                                .place = 43,
                                                .name = "hamming_bits",
                                                .metric_title = "Hamming distance of bits",
                                                .title = "Hamming distances of bits between two sets",
                                                .value = "differing bits",
                                                .entries = "Hamming distances",
                                                .teaches = cross_teaches}};
};

template <class Formula> constexpr std::span<const MetricEntry> cross_entries_of() {
    return CrossEntries<Formula>::all;
}

} // namespace pairscope::pair_metrics
