// SPDX-License-Identifier: MIT
// Nearest neighbours and pinned pairs as tables for files, with rows, ids and labels.
#pragma once

#include "app/spine/files/columns.h"
#include "app/spine/files/pieces.h"
#include "app/spine/files/result_head.h"
#include "app/spine/question.h"
#include "app/subjects/neighbours/neighbours.h"

#include <cstdint>
#include <span>
#include <string>

namespace pairscope::app {

/// The vectors whose neighbours are written, where they came from, and how many neighbours of each were asked for.
struct AskedNeighbours {
    const DataSource& source;
    const Question& question;
    std::int64_t k = 0;
};

/// A line for each neighbour of each vector. An id is the row of the vector in the file it came from, from 0.
void write_neighbours_csv(const Question& question, const FoundNeighbours& found, const TextSink& sink);
/// The head of all results, what holds for all, such as how many neighbours each vector has, and a list with an object
/// for each neighbour. `within` is what is known of the pairs within a radius.
void write_neighbours_json(const AskedNeighbours& asked, const FoundNeighbours& found, const TextSink& sink,
                           const Json& within = no_key());

/// A line or an object for each of these neighbours of one row, in their order.
[[nodiscard]] std::string row_csv(const Question& question, std::int64_t row, std::span<const Neighbour> neighbours);
[[nodiscard]] std::string row_as_json(const AskedNeighbours& asked, std::int64_t row,
                                      std::span<const Neighbour> neighbours);

/// A line or an object for each pair, with its name, its distance, its rank and whether it is mutual among k.
[[nodiscard]] std::string pairs_csv(const Question& question, std::span<const PinnedPair> pairs, int k);
[[nodiscard]] std::string pairs_json(const AskedNeighbours& asked, std::span<const PinnedPair> pairs);

} // namespace pairscope::app
