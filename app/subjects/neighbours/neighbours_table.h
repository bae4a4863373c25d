// SPDX-License-Identifier: MIT
// Nearest neighbours and pinned pairs as tables for files, with rows, ids and labels.
#pragma once

#include "app/spine/files/columns.h"
#include "app/spine/files/pieces.h"
#include "app/spine/question.h"
#include "app/subjects/neighbours/neighbours.h"

#include <cstdint>
#include <span>
#include <string>

namespace pairscope::app {

/// A line for each neighbour of each vector. An id is the row of the vector in the file it came from, from 0.
void write_neighbours_csv(const Question& question, const FoundNeighbours& found, const TextSink& sink);
/// An object with what holds for all, such as k, and a list with an object for each neighbour. `within` is what is
/// known of the pairs within a radius.
void write_neighbours_json(const Question& question, const FoundNeighbours& found, const TextSink& sink,
                           const Json& within = no_key());

/// A line or an object for each of these neighbours of one row, in their order.
[[nodiscard]] std::string row_csv(const Question& question, std::int64_t row, std::span<const Neighbour> neighbours);
[[nodiscard]] std::string row_as_json(const Question& question, std::int64_t row,
                                      std::span<const Neighbour> neighbours);

/// A line or an object for each pair, with its name, its distance, its rank and whether it is mutual among k.
[[nodiscard]] std::string pairs_csv(const Question& question, std::span<const PinnedPair> pairs, int k);
[[nodiscard]] std::string pairs_json(const Question& question, std::span<const PinnedPair> pairs, int k);

} // namespace pairscope::app
