// SPDX-License-Identifier: MIT
#include "app/subjects/points/points.h"

#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/spine/update/undo.h"
#include "app/spine/update/update.h"
#include "app/subjects/data/data.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/data/globe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace pairscope::app {
namespace {

constexpr double height_over_width = 0.5; // for the picture of vectors with one coordinate

float value_at(const Dataset& data, std::int64_t row, std::int64_t coordinate) {
    const auto at = std::size_t(row * data.dims + coordinate);
    return std::visit([at](const auto& values) { return float(values[at]); }, data.values);
}

bool has_floats(const Dataset& data) { return std::holds_alternative<std::vector<float>>(data.values); }

/// Between the least and the greatest finite coordinate of both sets of vectors with one coordinate.
double width_of(const Question& now) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const Dataset* set : {now.first.get(), now.second.get()})
        for (std::int64_t row = 0; set != nullptr && row < set->rows; ++row) {
            const double value = double(value_at(original_of(*set), row, 0));
            if (!std::isfinite(value)) continue;
            least = std::min(least, value);
            most = std::max(most, value);
        }
    return most > least ? most - least : 1.0;
}

ChosenPlaces places_of(const State& state, const PlacesKey& key) {
    const Question& now = state.data.now.question;
    const bool line = axes_kind(state) == AxesKind::line;
    const double height = line ? height_over_width * width_of(now) : 0.0;
    const auto places = [&](const Dataset& asked) {
        const Dataset& set = original_of(asked);
        return line ? places_on_lines(set, height) : places_by(set, key.axes.x, key.axes.y);
    };
    ChosenPlaces chosen{.key = key, .first = places(*now.first), .second = {}};
    if (now.second) chosen.second = places(*now.second);
    return chosen;
}

/// What the places of now are worked out from. Absent if none have to be.
std::optional<PlacesKey> wanted_places(const State& state) {
    if (!state.data.now.question.first) return {};
    PlacesKey key{.revision = state.data.revision, .axes = {.principal = false}};
    switch (axes_kind(state)) {
    case AxesKind::principal:
        return {};
    case AxesKind::plane:
        if (has_floats(*state.data.now.question.first)) return {};
        break;
    case AxesKind::line:
        break;
    case AxesKind::coordinates:
        key.axes = state.view.point_axes;
        break;
    }
    return key;
}

} // namespace

AxesKind axes_kind(const State& state) {
    const auto& dataset = state.data.now.question.first;
    if (!dataset || dataset->dims == 2) return AxesKind::plane;
    if (dataset->dims < 2) return AxesKind::line;
    if (dataset->holds_distances) return AxesKind::principal; // there are no coordinates to choose
    const PointAxes& axes = state.view.point_axes;
    const bool exist = std::min(axes.x, axes.y) >= 0 && std::max(axes.x, axes.y) < dataset->dims;
    return axes.principal || !exist ? AxesKind::principal : AxesKind::coordinates;
}

bool can_edit_points(const State& state) {
    const auto& dataset = state.data.now.question.first;
    return dataset && is_of_points(state.data.now.source) && dataset->dims == 2 && has_floats(*dataset);
}

SetPlaces places_now(const State& state) {
    const Question& now = state.data.now.question;
    if (!now.first) return {};
    const AxesKind kind = axes_kind(state);
    const auto& plane = state.data.now.principal;
    if (kind == AxesKind::principal) return plane ? SetPlaces{plane->first, plane->second} : SetPlaces{};
    if (kind == AxesKind::plane && has_floats(*now.first))
        return {coordinates(original_of(*now.first)),
                now.second ? coordinates(original_of(*now.second)) : std::span<const float>{}};
    const auto& chosen = state.view.chosen_places;
    return chosen && wanted_places(state) == chosen->key ? SetPlaces{chosen->first, chosen->second} : SetPlaces{};
}

std::optional<Extent> extent_of_both(const SetPlaces& places) {
    const auto first = extent_of(places.first), second = extent_of(places.second);
    if (!first || !second) return first ? first : second;
    return Extent{.min_x = std::min(first->min_x, second->min_x),
                  .max_x = std::max(first->max_x, second->max_x),
                  .min_y = std::min(first->min_y, second->min_y),
                  .max_y = std::max(first->max_y, second->max_y)};
}

void update_places(State& state) {
    const auto wanted = wanted_places(state);
    auto& chosen = state.view.chosen_places;
    if (!wanted) return chosen.reset();
    if (!chosen || chosen->key != *wanted) chosen = places_of(state, *wanted);
}

std::vector<float> places_by(const Dataset& data, std::int64_t x, std::int64_t y) {
    std::vector<float> places;
    places.reserve(std::size_t(2 * data.rows));
    for (std::int64_t row = 0; row < data.rows; ++row) {
        places.push_back(value_at(data, row, x));
        places.push_back(value_at(data, row, y));
    }
    return places;
}

std::vector<float> places_on_lines(const Dataset& data, double height) {
    const double step = height / double(std::max<std::int64_t>(1, data.rows - 1));
    std::vector<float> places;
    places.reserve(std::size_t(2 * data.rows));
    for (std::int64_t row = 0; row < data.rows; ++row) {
        places.push_back(value_at(data, row, 0));
        places.push_back(float(-step * double(row)));
    }
    return places;
}

std::optional<std::int64_t> row_in_file(const Dataset& set, std::int64_t row) {
    const auto i = std::size_t(row);
    if (i >= set.source_rows.size()) return row;
    return set.source_rows[i] < 0 ? std::nullopt : std::optional(set.source_rows[i]);
}

std::optional<std::int64_t> row_from_file(const Dataset& set, std::int64_t in_file) {
    if (in_file < 0) return {};
    if (set.source_rows.empty()) return in_file < set.rows ? std::optional(in_file) : std::nullopt;
    const auto found = std::ranges::find(set.source_rows, in_file);
    return found == set.source_rows.end() ? std::nullopt : std::optional(found - set.source_rows.begin());
}

std::string numbered_row(const Dataset& set, std::int64_t row, std::string_view what) {
    const auto in_file = row_in_file(set, row);
    return in_file ? fmt::format("{} {}", what, grouped(*in_file)) : fmt::format("added {} {}", what, grouped(row));
}

std::string label_or_row(const Dataset& set, std::int64_t row, std::string_view what) {
    const auto i = std::size_t(row);
    return i < set.labels.size() && !set.labels[i].empty() ? set.labels[i] : numbered_row(set, row, what);
}

std::string labelled_row(const Dataset& set, std::int64_t row, const std::string& name) {
    const auto in_file = row_in_file(set, row);
    if (label_of_row(set, row).empty() || !in_file) return name;
    return fmt::format("{} ({})", name, grouped(*in_file));
}

std::int64_t id_of_row(const Dataset& set, std::int64_t row) {
    const auto i = std::size_t(row);
    return i < set.source_rows.size() ? set.source_rows[i] : row;
}

const std::string& label_of_row(const Dataset& set, std::int64_t row) {
    static const std::string none;
    const auto i = std::size_t(row);
    return i < set.labels.size() ? set.labels[i] : none;
}

std::string short_row_name(const Dataset& set, std::int64_t row) {
    const auto i = std::size_t(row);
    if (i < set.labels.size() && !set.labels[i].empty()) return set.labels[i];
    const auto in_file = row_in_file(set, row);
    return in_file ? grouped(*in_file) : numbered_row(set, row);
}

std::vector<std::string> names_to_save(const Dataset& set) {
    if (set.labels.empty() && set.source_rows.empty()) return {};
    std::vector<std::string> names;
    for (std::int64_t row = 0; row < set.rows; ++row) {
        const bool labelled = std::size_t(row) < set.labels.size() && !set.labels[std::size_t(row)].empty();
        const auto in_file = row_in_file(set, row);
        names.push_back(labelled  ? set.labels[std::size_t(row)]
                        : in_file ? fmt::format("{}", *in_file)
                                  : numbered_row(set, row));
    }
    return names;
}

FileRows rows_in_file(const Dataset& set) {
    if (set.source_rows.empty()) return {0, set.rows - 1};
    std::int64_t last = 0, first = set.rows;
    for (const std::int64_t row : set.source_rows) {
        last = std::max(last, row);
        if (row >= 0) first = std::min(first, row);
    }
    return {std::min(first, last), last};
}

namespace {

/// False as soon as there are too many.
bool collect(const Dataset& set, std::set<std::string_view>& names) {
    for (const std::string& label : set.labels)
        if (!label.empty() && names.insert(label).second && names.size() > most_label_groups) return false;
    return true;
}

std::vector<std::uint8_t> groups_of(const Dataset& set, const std::vector<std::string>& names) {
    std::vector<std::uint8_t> groups(std::size_t(set.rows), no_label_group);
    for (std::size_t row = 0; row < std::min(groups.size(), set.labels.size()); ++row)
        if (!set.labels[row].empty())
            groups[row] = std::uint8_t(std::ranges::lower_bound(names, set.labels[row]) - names.begin());
    return groups;
}

} // namespace

LabelGroups label_groups(const Dataset& first, const Dataset* second) {
    std::set<std::string_view> names;
    LabelGroups found;
    const bool are_few = collect(first, names) && (second == nullptr || collect(*second, names));
    if (!are_few || names.size() < 2) return found;
    found.names.assign(names.begin(), names.end());
    found.of_vectors[0] = groups_of(first, found.names);
    if (second != nullptr) found.of_vectors[1] = groups_of(*second, found.names);
    return found;
}

namespace {

/// The classes that a user chose are the groups, however many labels there are.
LabelGroups groups_of_class(const Track& track, const Question& now) {
    LabelGroups found;
    if (track.kind != TrackKind::categories || track.categories.empty()) return found;
    found.names = track.categories;
    for (std::size_t set = 0; set < found.of_vectors.size(); ++set) {
        const Dataset* const data = set == 0 ? now.first.get() : now.second.get();
        if (data == nullptr) continue;
        for (std::int64_t row = 0; row < data->rows; ++row) {
            const std::int32_t category = value_in_track(track, int(set), *data, row).category;
            found.of_vectors[set].push_back(category < 0 ? no_label_group : std::uint8_t(category));
        }
    }
    return found;
}

} // namespace

void update_label_groups(State& state) {
    const Question& now = state.data.now.question;
    auto& groups = state.view.label_groups;
    if (!now.first || groups.revision == state.data.revision) return;
    const Track* const classes = class_of_rows(state);
    groups = classes != nullptr ? groups_of_class(*classes, now) : label_groups(*now.first, now.second.get());
    groups.revision = state.data.revision;
}

namespace {

/// A copy of the dataset to edit: every snapshot keeps its own.
Dataset editable(const DataState& data) {
    Dataset points = original_of(*data.now.question.first);
    points.decimals.reset(); // where the mouse puts a point is no decimal of few digits
    return points;
}

void replace(DataState& data, Dataset dataset) {
    data.now.question.first =
        as_needed_by(type_of(data.now.question.workload), std::make_shared<const Dataset>(std::move(dataset)));
    if (data.now.measured) data.now.measured = first_rows_of(data.now.question, data.now.measured->first->rows);
    data.now.edited = true;
    ++data.revision;
}

} // namespace

namespace command {

void carry_out(const MovePoint& move, State& state, Effects&) {
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
void carry_out(const AddPoint& add, State& state, Effects&) {
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
void carry_out(const DeleteSelected&, State& state, Effects&) {
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
void carry_out(const SelectRows& c, State& state, Effects&) { state.data.selected = c.rows; }
void carry_out(const SetScatter& c, State& state, Effects&) { state.view.scatter = c.view; }
void carry_out(const SetPointAxes& c, State& state, Effects&) {
    state.view.point_axes = c.axes;
    state.view.scatter.fit = true;
}

} // namespace command

} // namespace pairscope::app
