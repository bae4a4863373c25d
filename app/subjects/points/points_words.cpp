// SPDX-License-Identifier: MIT
#include "app/subjects/points/points_words.h"

#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/output/output.h"
#include "app/subjects/points/points.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

std::string with_unit(std::string axes, const Dataset& data) {
    return data.unit.empty() ? axes : fmt::format("{}, {}", axes, data.unit);
}

std::string principal_words(const PrincipalPlane* plane) {
    if (plane == nullptr) return {};
    if (plane->agreement) return fmt::format("map of the distances, correlation {:.2f}", *plane->agreement);
    const double share = plane->variance[0] + plane->variance[1];
    if (share <= 0.0) return "all vectors are equal";
    const std::string percent = share < 0.005 ? "less than 1" : fmt::format("{:.0f}", 100.0 * share);
    return fmt::format("first two components, {} % of the variance", percent);
}

/// The nearest vector of a row of the matrix, if that row is the marked one.
std::optional<std::int64_t> nearest_in_row(const State& state, std::int64_t row) {
    const auto& marked = state.view.marked;
    if (!marked || marked->cell.row != row || marked->neighbours.empty()) return {};
    return marked->neighbours.front().row;
}

std::optional<Cell> cell_of(const Match& match) {
    return match.found.best < 0 ? std::nullopt : std::optional(Cell{match.row, match.found.best});
}

/// The match of a vector of the first set. For a vector of the second set: the match of its own best match, or else a
/// vector of the first set whose match it is.
std::optional<Cell> match_with(const State& state, PlacedVector vector) {
    const auto& all = state.matches.all;
    const auto& backward = state.data.now.backward;
    if (all.empty()) return {};
    if (vector.set == 0) return vector.row < std::ssize(all) ? cell_of(all[std::size_t(vector.row)]) : std::nullopt;
    const auto* output = std::get_if<std::vector<FoundMatch>>(&state.output.values);
    const std::int64_t both = state.data.now.question.first->rows + vector.row;
    if (output != nullptr && both < std::ssize(*output) && (*output)[std::size_t(both)].best >= 0)
        return Cell{(*output)[std::size_t(both)].best, vector.row}; // it answers both directions
    if (backward && vector.row < std::ssize(*backward) && (*backward)[std::size_t(vector.row)] >= 0)
        return Cell{(*backward)[std::size_t(vector.row)], vector.row};
    const auto found = std::ranges::find(all, vector.row, [](const Match& match) { return match.found.best; });
    return found == all.end() ? std::nullopt : cell_of(*found);
}

} // namespace

std::string coordinate_name(const Dataset& data, std::int64_t k) {
    const auto i = std::size_t(k);
    return i < data.axes.size() && !data.axes[i].empty() ? data.axes[i] : fmt::format("coordinate {}", k + 1);
}

std::string about_points(const State& state) {
    if (!shows_given_distances(state))
        return "This panel draws the vectors of the data as points. The words beside the title name the axes.";
    return "Given distances have no coordinates. This map is computed from them by classical multidimensional scaling, "
           "which finds places in the plane whose distances come close to the given ones. The correlation says how "
           "close: 1 is the best.";
}

std::string axes_words(const State& state) {
    if (!state.data.now.question.first) return {};
    const Dataset& data = *state.data.now.question.first;
    const PointAxes& axes = state.view.point_axes;
    const auto by = [&](std::int64_t x, std::int64_t y) {
        return with_unit(fmt::format("{} by {}", coordinate_name(data, x), coordinate_name(data, y)), data);
    };
    switch (axes_kind(state)) {
    case AxesKind::plane:
        return data.axes.size() < 2 && can_edit_points(state) ? std::string() : by(0, 1);
    case AxesKind::line:
        return with_unit(fmt::format("{} by row, from top to bottom", coordinate_name(data, 0)), data);
    case AxesKind::principal:
        return principal_words(state.data.now.principal.get());
    case AxesKind::coordinates:
        break;
    }
    return by(axes.x, axes.y);
}

std::string name_of_vector(const State& state, PlacedVector vector) {
    const Question& now = state.data.now.question;
    const Dataset& data = vector.set == 0 ? *now.first : now.across();
    const auto i = std::size_t(vector.row);
    const std::string label = i < data.labels.size() ? data.labels[i] : std::string();
    const bool names_many = !state.view.label_groups.names.empty();
    if (!label.empty() && !names_many) return label;
    const bool is_column = vector.set == 1 && asks_for_matrix(state);
    std::string place = numbered_row(data, vector.row, is_column ? "column" : "row");
    if (vector.set == 1 && !is_column) place = fmt::format("{} of {}", place, set_name(current_type(state), 1));
    return label.empty() ? place : fmt::format("{}, {}", place, label);
}

std::string why_nothing_is_drawn(const State& state) {
    const auto& set = state.data.now.question.first;
    if (set && set->holds_distances && set->missing_pairs > 0)
        return fmt::format("There is no map of these rows, because the distances of {} are missing.",
                           counted(set->missing_pairs, "pair"));
    return "No vector can be drawn, because each one has a coordinate that is missing or not finite.";
}

std::string undrawn_words(std::int64_t count) {
    if (count == 0) return {};
    return fmt::format("{} {} not drawn, because a coordinate is missing or not finite.", counted(count, "vector"),
                       count == 1 ? "is" : "are");
}

std::span<const float> values_of_points(const State& state) {
    const auto* values = std::get_if<std::vector<float>>(&state.output.values);
    const bool is_current = state.output.written.kind == OutputKind::values &&
                            state.output.revision == state.data.revision &&
                            current_type(state).output == OutputKind::values;
    if (values == nullptr || !is_current || !state.data.now.question.first) return {};
    if (std::ssize(*values) != state.data.now.question.first->rows) return {};
    return *values;
}

Cell cell_of_vector(const State& state, PlacedVector vector) {
    const Question& now = state.data.now.question;
    if (const auto match = match_with(state, vector)) return *match;
    const auto& pinned = state.view.pinned;
    if (vector.set == 1)
        return {std::clamp<std::int64_t>(pinned ? pinned->row : vector.row, 0, now.first->rows - 1), vector.row};
    const std::int64_t usual = now.second ? nearest_in_row(state, vector.row).value_or(vector.row) : vector.row;
    return {vector.row, std::clamp<std::int64_t>(pinned ? pinned->col : usual, 0, now.across().rows - 1)};
}

std::optional<Cell> shown_pair(const State& state) {
    if (state.view.hovered) return state.view.hovered;
    if (state.view.pinned) return state.view.pinned;
    const auto* pair = std::get_if<FoundPair>(&state.output.values);
    if (pair == nullptr || !shows_output(state) || pair->first < 0 || pair->second < 0) return {};
    return Cell{pair->first, pair->second};
}

} // namespace pairscope::app
