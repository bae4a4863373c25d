// SPDX-License-Identifier: MIT
#include "app/subjects/neighbours/neighbour_actions.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/neighbours/neighbours.h"

namespace pairscope::app {

void add_neighbours(ActionList& list, const State& state) {
    const bool marked = has_neighbours(state) && state.view.pinned;
    const Reason not_marked = unless(marked, "No pair is marked. A click on a point or a cell marks one.");
    const auto step = [&](const char* id, const char* title, Command command, const char* key) {
        list.add(id, title, std::move(command), marked ? Keys{key} : Keys{}).why_not = not_marked;
    };
    list.in(Menu::view);
    list.divide();
    const Reason no_rows =
        unless(has_neighbours(state), "This workload has no matrix, so there are no neighbours of rows.");
    Action& graph = list.add("neighbours.graph", "Neighbour graph", command::ShowGraph{!state.neighbours.graph}, {"G"});
    graph.checked = state.neighbours.graph;
    graph.why_not = no_rows;
    step("neighbours.previous_row", "Mark the nearest neighbour of the previous row", command::StepRow{-1}, "Up");
    step("neighbours.next_row", "Mark the nearest neighbour of the next row", command::StepRow{1}, "Down");
    step("neighbours.nearer", "Mark the next nearer neighbour", command::StepRank{-1}, "Left");
    step("neighbours.farther", "Mark the next farther neighbour", command::StepRank{1}, "Right");
    list.add("neighbours.pin", "Pin the marked pair to the list of pairs", command::PinPair{}, {"Enter"}).why_not =
        unless(has_neighbours(state) && (state.view.pinned || state.view.hovered), "No pair is marked.");
    list.add("neighbours.save_row", "Save all neighbours of the marked row...",
             command::ShowDialog{Dialog::save, "row_neighbours"})
        .why_not = not_marked;
    list.add("neighbours.save", "Save nearest neighbours of all...", command::ShowDialog{Dialog::save, "neighbours"})
        .why_not = no_rows;
    list.add("neighbours.save_pairs", "Save the pinned pairs...", command::ShowDialog{Dialog::save, "pairs"}).why_not =
        unless(!state.data.now.pairs.empty(), "No pair is pinned.");
}

} // namespace pairscope::app
