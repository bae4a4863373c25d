// SPDX-License-Identifier: MIT
#include "app/state/update/undo.h"

#include "app/state/update/update_runs.h"
#include "app/state/view_order.h"

#include <utility>

namespace pairscope::app {
namespace {

constexpr std::size_t most_steps = 100; // of undo

/// Does a row mean the same vector in both? Adding and deleting points changes that, moving them does not.
bool has_same_rows(const Question& a, const Question& b) {
    return a.workload == b.workload && a.first && b.first && a.first->rows == b.first->rows &&
           a.across().rows == b.across().rows && a.first->name == b.first->name;
}

void restore(State& state, std::vector<DataSnapshot>& from, std::vector<DataSnapshot>& to) {
    if (from.empty()) return;
    to.push_back(state.data.now);
    to.back().order = state.view.order;
    const bool same_data = is_of_order(from.back(), state.data.now);
    state.data.now = std::move(from.back());
    from.pop_back();
    choose_order(state, state.data.now.order);
    if (same_data) return;
    const Question &before = to.back().question, &now = state.data.now.question;
    if (has_same_rows(before, now)) state.data.now.pairs = to.back().pairs; // pinning is no step of its own
    if (before.first && now.first && before.first->dims != now.first->dims) state.view.scatter.fit = true;
    if (before.workload != now.workload) {
        state.data.left.insert_or_assign(before.workload, to.back());
        select_variant_of_workload(state);
        state.view.fit = true;
    }
    ++state.data.revision;
    state.data.selected.clear();
    state.view.hovered.reset();
    state.view.pinned.reset();
    state.view.marked.reset();
}

} // namespace

bool is_of_order(const DataSnapshot& step, const DataSnapshot& next) {
    return step.source == next.source && step.question.workload == next.question.workload &&
           step.question.first == next.question.first && step.question.second == next.question.second &&
           step.question.parameters == next.question.parameters && step.edited == next.edited;
}

void remember(State& state) {
    DataState& data = state.data;
    data.undo.push_back(data.now);
    data.undo.back().order = state.view.order;
    if (data.undo.size() > most_steps) data.undo.erase(data.undo.begin());
    data.redo.clear();
}

void undo(State& state) { restore(state, state.data.undo, state.data.redo); }
void redo(State& state) { restore(state, state.data.redo, state.data.undo); }

} // namespace pairscope::app
