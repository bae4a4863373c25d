// SPDX-License-Identifier: MIT
// Commands and events about nearest neighbours: this part of update() and apply().
#pragma once

#include "app/spine/update/update.h"

namespace pairscope::app {

void set_neighbour_count(NeighbourState& neighbours, int k);
void show_graph(NeighbourState& neighbours, bool on);
void set_radius(NeighbourState& neighbours, std::optional<double> radius);
void step_row(State& state, int by);
void step_rank(State& state, int by);
void pin_pair(State& state, std::optional<Cell> cell);
void unpin_pair(DataState& data, std::size_t index);
void name_pair(DataState& data, const command::NamePair& named);
void save_row(State& state, const std::filesystem::path& path, Effects& effects);
void save_neighbours(State& state, const std::filesystem::path& path, Effects& effects);
void save_pairs(State& state, const std::filesystem::path& path, Effects& effects);

void take_neighbours(State& state, const event::NeighboursFound& found);
void take_closer_pairs(State& state, const event::CloserPairsCounted& counted);

/// The rows of these vectors are gone, and with them the pairs that they were in; the others have moved up.
void forget_rows(std::vector<PinnedPair>& pairs, const std::vector<std::int64_t>& ascending_rows);

} // namespace pairscope::app
