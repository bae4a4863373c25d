// SPDX-License-Identifier: MIT
#include "app/spine/update/undo.h"

#include "app/spine/commands.h"
#include "app/spine/update/update.h"
#include "app/subjects/ladder/ladder.h"
#include "app/subjects/matrix/order/order.h"

#include <chrono>
#include <utility>

namespace pairscope::app {
namespace {

constexpr std::size_t most_steps = 100;                 // steps of undo that are kept
constexpr std::chrono::milliseconds longest_pause{700}; // between two turns of the wheel that are one step

void push_step(DataState& data, ViewSnapshot view) {
    data.undo.push_back(data.now);
    data.undo.back().view = std::move(view);
    if (data.undo.size() > most_steps) data.undo.erase(data.undo.begin());
    data.redo.clear();
    data.growing.reset();
}

bool belongs_to(const GrowingStep& growing, const ViewChange& change, std::chrono::steady_clock::time_point now) {
    if (change.gesture == command::same_step) return true;
    if (growing.command != change.command || growing.gesture != change.gesture) return false;
    return change.gesture != 0.0 || (change.comes_often && now - growing.last <= longest_pause);
}

void show_again(State& state, const ViewSnapshot& then) {
    ViewState& view = state.view;
    if (!then.fit) view.heatmap = then.heatmap;
    view.fit = then.fit;
    if (!then.scatter.fit) view.scatter = then.scatter;
    view.scatter.fit = then.scatter.fit;
    view.point_axes = then.axes;
    view.coordinates = then.coordinates;
    view.content = then.content;
    view.against = then.against;
    view.colours = then.colours;
    view.pinned = then.pinned;
    state.data.selected = then.selected;
    if (view.order != then.order) choose_order(state, then.order);
}

/// Does a row mean the same vector in both? Adding and deleting points changes that, moving them does not.
bool has_same_rows(const Question& a, const Question& b) {
    return a.workload == b.workload && a.first && b.first && a.first->rows == b.first->rows &&
           a.across().rows == b.across().rows && a.first->name == b.first->name;
}

void restore(State& state, std::vector<DataSnapshot>& from, std::vector<DataSnapshot>& to) {
    if (from.empty()) return;
    to.push_back(state.data.now);
    to.back().view = view_snapshot(state);
    const bool same_data = is_of_view(from.back(), state.data.now);
    DataSnapshot step = std::move(from.back());
    from.pop_back();
    state.data.growing.reset();
    if (same_data) {
        show_again(state, step.view);
        return;
    }
    const ViewSnapshot view = step.view;
    state.data.now = std::move(step);
    const Question &before = to.back().question, &now = state.data.now.question;
    if (has_same_rows(before, now)) state.data.now.pairs = to.back().pairs; // pinning is no step of its own
    if (before.workload != now.workload) {
        state.data.left.insert_or_assign(before.workload,
                                         LeftData{.data = to.back(), .times_brought = state.data.times_brought});
        select_variant_of_workload(state);
    }
    ++state.data.revision;
    state.view.hovered.reset();
    state.view.marked.reset();
    show_again(state, view);
}

} // namespace

ViewSnapshot view_snapshot(const State& state) {
    const ViewState& view = state.view;
    // What a view that fits looks like follows from the panel's size, and is nobody's choice.
    return {.heatmap = view.fit ? HeatmapView{} : view.heatmap,
            .fit = view.fit,
            .scatter = view.scatter.fit ? ScatterView{} : view.scatter,
            .axes = view.point_axes,
            .coordinates = view.coordinates,
            .content = view.content,
            .against = view.against,
            .colours = view.colours,
            .order = view.order,
            .pinned = view.pinned,
            .selected = state.data.selected};
}

bool is_of_view(const DataSnapshot& step, const DataSnapshot& next) {
    return step.source == next.source && step.question.workload == next.question.workload &&
           step.question.first == next.question.first && step.question.second == next.question.second &&
           step.question.parameters == next.question.parameters && step.edited == next.edited;
}

void remember(State& state) { push_step(state.data, view_snapshot(state)); }

void remember_view(State& state, const ViewSnapshot& before, const ViewChange& change) {
    if (view_snapshot(state) == before) return;
    DataState& data = state.data;
    const auto now = std::chrono::steady_clock::now();
    if (data.undo.empty()) data.growing.reset();
    if (data.growing && belongs_to(*data.growing, change, now)) {
        data.growing->last = now;
        return;
    }
    const bool has_step =
        !data.undo.empty() && is_of_view(data.undo.back(), data.now) && data.undo.back().view == before;
    if (!has_step) push_step(data, before);
    data.growing = GrowingStep{change.command, change.gesture, now};
}

namespace command {

void carry_out(const Undo&, State& state, Effects&) { restore(state, state.data.undo, state.data.redo); }
void carry_out(const Redo&, State& state, Effects&) { restore(state, state.data.redo, state.data.undo); }

} // namespace command

} // namespace pairscope::app
