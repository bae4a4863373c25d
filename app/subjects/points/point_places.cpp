// SPDX-License-Identifier: MIT
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/points/points.h"

#include <algorithm>
#include <cmath>
#include <limits>
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

} // namespace pairscope::app
