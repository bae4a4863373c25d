// SPDX-License-Identifier: MIT
// How two matrices of the same items are related: their Mantel correlation, and how well their maps fit each other.
#pragma once

#include "app/spine/files/result_head.h"
#include "app/spine/question.h"
#include "app/subjects/matrix/relation/procrustes.h"
#include "kernels/association/mantel.h"
#include "kernels/data/distances/distance_judge.h"
#include "kernels/seriation/pair_distances.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

/// What is compared: the first sets of two questions.
struct RelatedSets {
    Question first, second;
    bool same_rows = false; ///< row i of one is row i of the other, whatever their names: both are of one file
    std::array<Similarity, 2> similarities{}; ///< how given similarities became distances
};

struct Relation {
    RelatedSets sets;
    association::CommonItems items;     ///< that have distances in both
    std::int64_t without_distances = 0; ///< common items that lack distances in one of the two
    association::MantelChoice choice;
    association::MantelTest mantel;
    std::optional<Procrustes> fit{}; ///< absent where a map has no shape, as `why_no_fit` says
    std::string why_no_fit{};
};

/// Counts the rows of both sets and the permutations in control.rows_done.
/// What was stopped has tried fewer permutations. Throws InputError where the items have no partners, or too few, and
/// MemoryError.
[[nodiscard]] Relation relation_of(const RelatedSets& sets, const association::MantelChoice& choice,
                                   const RunControl& control);

/// The distances of all pairs of rows of one side. Throws InputError where a pair has two distances or none.
[[nodiscard]] seriation::MeasuredSet measured_side(const Question& question, const RunControl& control);

/// The distances between the rows of both sides, as measured_side() finds them.
struct MeasuredSides {
    seriation::MeasuredSet first, second;
};
/// Like relation_of(), of items that are known and sides that were measured. Counts only the permutations.
[[nodiscard]] Relation relation_of_items(const RelatedSets& sets, association::CommonItems items,
                                         const MeasuredSides& measured, const association::MantelChoice& choice,
                                         const RunControl& control);

/// Two matrices have at most as many rows. Throws InputError.
void refuse_too_many_rows(const Dataset& set);

/// One line for each item: its name, its rows in both files, and the distance that remains between its places on the
/// two maps, which are made of the distances alone (app/subjects/data/map/map.h). Each line repeats the correlation and
/// its p-value.
[[nodiscard]] std::string relation_csv(const Relation& relation);
/// Where the rows of both sides came from.
struct RelatedSources {
    const DataSource &first, &second;
};
[[nodiscard]] std::string relation_json(const Relation& relation, const RelatedSources& sources);

/// "p = 0.001: 0 of 999 random orders are as high".
[[nodiscard]] std::string chance_words(const Relation& relation);

} // namespace pairscope::app
