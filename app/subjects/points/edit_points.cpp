// SPDX-License-Identifier: MIT
#include "app/subjects/points/edit_points.h"

#include "app/spine/update/undo.h"
#include "app/spine/update/update.h"
#include "app/subjects/data/data.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "kernels/data/globe.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pairscope::app {
namespace {

/// A copy of the dataset to edit: every snapshot keeps its own.
Dataset editable(const DataState& data) { return original_of(*data.now.question.first); }

void replace(DataState& data, Dataset dataset) {
    data.now.question.first =
        as_needed_by(type_of(data.now.question.workload), std::make_shared<const Dataset>(std::move(dataset)));
    if (data.now.measured) data.now.measured = first_rows_of(data.now.question, data.now.measured->first->rows);
    data.now.edited = true;
    ++data.revision;
}

} // namespace

void move_point(State& state, const command::MovePoint& move) {
    DataState& data = state.data;
    if (!can_edit_points(state) || move.row < 0 || move.row >= data.now.question.first->rows) return;
    if (!data.dragging) {
        remember(state);
        data.dragging = true;
    }
    Dataset dataset = editable(data);
    auto& values = std::get<std::vector<float>>(dataset.values);
    values[std::size_t(2 * move.row)] = move.x;
    values[std::size_t(2 * move.row + 1)] = move.y;
    if (!dataset.low.empty()) std::fill_n(dataset.low.begin() + 2 * move.row, 2, 0.0f);
    replace(data, std::move(dataset));
    data.dragging = !move.last;
}

void add_point(State& state, const command::AddPoint& add) {
    DataState& data = state.data;
    if (!can_edit_points(state)) return;
    if (data.now.question.first->rows >= max_rows) {
        notify(
            state, Severity::warning,
            fmt::format("The point was not added because the limit is {} points. Delete some points first.", max_rows),
            {Topic::points, {}});
        return;
    }
    remember(state);
    Dataset dataset = editable(data);
    auto& values = std::get<std::vector<float>>(dataset.values);
    values.push_back(add.x);
    values.push_back(add.y);
    if (!dataset.low.empty()) dataset.low.resize(values.size());
    if (!dataset.labels.empty()) dataset.labels.push_back(fmt::format("added point {}", dataset.rows));
    if (!dataset.source_rows.empty()) dataset.source_rows.push_back(-1);
    ++dataset.rows;
    replace(data, std::move(dataset));
    data.selected = {data.now.question.first->rows - 1};
}

void delete_selected(State& state) {
    DataState& data = state.data;
    if (!can_edit_points(state) || data.selected.empty()) return;
    if (std::int64_t(data.selected.size()) >= data.now.question.first->rows) {
        notify(state, Severity::warning,
               "The points were not deleted because at least one point must remain. Select fewer points.",
               {Topic::points, {}});
        return;
    }
    remember(state);
    const Dataset& old = original_of(*data.now.question.first);
    Dataset kept = old;
    auto& values = std::get<std::vector<float>>(kept.values);
    values.clear();
    kept.low.clear();
    kept.labels.clear();
    kept.source_rows.clear();
    for (std::int64_t row = 0; row < old.rows; ++row) {
        if (std::binary_search(data.selected.begin(), data.selected.end(), row)) continue;
        const auto i = std::size_t(row);
        for (const std::size_t at : {2 * i, 2 * i + 1}) {
            values.push_back(coordinates(old)[at]);
            if (!old.low.empty()) kept.low.push_back(old.low[at]);
        }
        if (!old.labels.empty()) kept.labels.push_back(old.labels[i]);
        kept.source_rows.push_back(old.source_rows.empty() ? row : old.source_rows[i]);
    }
    kept.rows = std::int64_t(values.size() / 2);
    forget_rows(data.now.pairs, data.selected.rows());
    replace(data, std::move(kept));
    data.selected.clear();
    state.view.hovered.reset();
    state.view.pinned.reset();
    state.view.marked.reset();
}

namespace command {

void carry_out(const MovePoint& c, State& state, Effects&) { move_point(state, c); }
void carry_out(const AddPoint& c, State& state, Effects&) { add_point(state, c); }
void carry_out(const DeleteSelected&, State& state, Effects&) { delete_selected(state); }
void carry_out(const SelectRows& c, State& state, Effects&) { state.data.selected = c.rows; }
void carry_out(const SetScatter& c, State& state, Effects&) { state.view.scatter = c.view; }
void carry_out(const SetPointAxes& c, State& state, Effects&) {
    state.view.point_axes = c.axes;
    state.view.scatter.fit = true;
}

} // namespace command

} // namespace pairscope::app
