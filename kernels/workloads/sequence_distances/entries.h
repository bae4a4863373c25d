// SPDX-License-Identifier: MIT
// The workloads of this folder in words.
#pragma once

#include "kernels/ladder/variant.h"
#include "kernels/workloads/sequence_distances/formulas.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::sequence_distances {

struct SequenceEntry {
    std::string_view id; ///< the id of the workload
    int place;           ///< where the workload stands among all others
    int sets;
    std::string_view title, question;
};

/// What the workloads of one formula have in common.
struct SequenceMetric {
    std::string_view name, title, value;
    std::string_view in_matrix; ///< what the matrix holds, in the plural
    std::string_view teaches;   ///< what the first variant shows
    std::array<SequenceEntry, 2> entries;
};

template <class Formula> inline constexpr SequenceMetric metric_of = {};

template <>
inline constexpr SequenceMetric metric_of<EditDistance>{
    .name = "edit",
    .title = "edit distance",
    .value = "edits",
    .in_matrix = "edit distances",
    .teaches = "The program follows the definition: a table has the distance of each beginning of one text from each "
               "beginning of the other, and each cell follows from three cells before it.",
    .entries = {{{.id = "edit_distance",
                  .place = 44,
                  .sets = 1,
                  .title = "Edit distances of texts",
                  .question = "How many characters must be inserted, deleted or replaced until one text is another?"},
                 {.id = "cross_edit_distance",
                  .place = 45,
                  .sets = 2,
                  .title = "Edit distances between two sets of texts",
                  .question = "How many edits is each text of the first set away from each one of the second set?"}}}};

template <>
inline constexpr SequenceMetric metric_of<TimeWarping>{
    .name = "dtw",
    .title = "dynamic time warping distance",
    .value = "warped distance",
    .in_matrix = "warped distances",
    .teaches = "The program follows the definition: a table has the distance of each beginning of one series from each "
               "beginning of the other, and each cell follows from three cells before it.",
    .entries = {{{.id = "dtw_distance",
                  .place = 46,
                  .sets = 1,
                  .title = "Dynamic time warping distances",
                  .question = "How far is each series from each other series, if one of them may go slower or faster?"},
                 {.id = "cross_dtw",
                  .place = 47,
                  .sets = 2,
                  .title = "Dynamic time warping distances between two sets",
                  .question = "How far is each series of the first set from each one of the second set, if one of them "
                              "may go slower or faster?"}}}};

/// use(EditDistance()), use(TimeWarping()).
template <class Use> constexpr void for_each_formula(Use use) {
    use(EditDistance());
    use(TimeWarping());
}

/// describe(formula, entry) for each workload of these formulas; the workloads of the variants are those of the
/// entries.
template <class... Formulas, class Describe> std::vector<KernelVariant> variants_of(Describe describe) {
    std::vector<KernelVariant> variants;
    const auto add = [&]<class Formula>(Formula formula) {
        for (const SequenceEntry& entry : metric_of<Formula>.entries) {
            KernelVariant variant = describe(formula, entry);
            variant.workload = entry.id;
            variants.push_back(std::move(variant));
        }
    };
    (add(Formulas()), ...);
    return variants;
}

} // namespace pairscope::sequence_distances
