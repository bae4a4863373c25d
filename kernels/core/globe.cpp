// SPDX-License-Identifier: MIT
#include "kernels/core/globe.h"

#include "kernels/core/column_names.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

namespace pairscope {
namespace {

constexpr std::size_t most_looked_at = 4096; // places: the answer is needed in every frame

bool is_within(double value, double least, double most) {
    return !std::isfinite(value) || (value >= least && value <= most);
}

std::shared_ptr<const Dataset> with_origin_added(std::shared_ptr<const Dataset> set) {
    if (set->origin.empty()) return set;
    auto whole = std::make_shared<Dataset>(*set);
    auto& values = std::get<std::vector<float>>(whole->values);
    const std::size_t dims = whole->origin.size();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(values[i] + whole->origin[i % dims]);
    whole->origin.clear();
    return whole;
}

/// The power of two that brings the largest coordinate to between 1 and 2, if the squared length is so small or so
/// large that squares and products of coordinates would lose digits or overflow; else 0.
int exponent_to_scale(std::span<const float> vector) {
    constexpr double least = 0x1p-80, most = 0x1p100; // products of two such vectors are far from both limits, too
    double squares = 0.0;
    float largest = 0.0f;
    for (const float x : vector) {
        squares += double{x} * double{x};
        largest = std::max(largest, std::abs(x));
    }
    if (!std::isfinite(squares) || squares == 0.0 || (squares >= least && squares <= most)) return 0;
    return -std::ilogb(largest);
}

/// Null if no vector needs it.
std::shared_ptr<const Dataset> with_moderate_lengths(const std::shared_ptr<const Dataset>& set) {
    const auto* const values = std::get_if<std::vector<float>>(&set->values);
    if (values == nullptr) return nullptr;
    const auto dims = static_cast<std::size_t>(set->dims);
    std::shared_ptr<Dataset> scaled;
    for (std::size_t at = 0; at < values->size(); at += dims) {
        const int exponent = exponent_to_scale(std::span(*values).subspan(at, dims));
        if (exponent == 0) continue;
        if (!scaled) {
            scaled = std::make_shared<Dataset>(*set);
            scaled->before_scaling = set;
        }
        for (float& x : std::span(std::get<std::vector<float>>(scaled->values)).subspan(at, dims))
            x = std::ldexp(x, exponent);
    }
    return scaled;
}

} // namespace

GlobeAxes globe_axes(const Dataset& data) {
    GlobeAxes found;
    if (data.axes.size() == 2) found.latitude_first = means_latitude(data.axes[0]) && means_longitude(data.axes[1]);
    for (std::size_t k = 0; k < found.origin.size() && k < data.origin.size(); ++k) found.origin[k] = data.origin[k];
    return found;
}

bool are_flat_degrees(const Dataset& data) {
    if (data.dims != 2 || data.axes.size() != 2 || !data.scales.empty()) return false;
    const GlobeAxes axes = globe_axes(data);
    const std::size_t longitude = axes.latitude_first ? 1 : 0, latitude = 1 - longitude;
    if (!means_longitude(data.axes[longitude]) || !means_latitude(data.axes[latitude])) return false;
    const auto* const values = std::get_if<std::vector<float>>(&data.values);
    if (values == nullptr) return false;
    const std::size_t rows = values->size() / 2, step = std::max<std::size_t>(1, rows / most_looked_at);
    for (std::size_t i = 0; i + 1 < values->size(); i += 2 * step)
        if (!is_within((*values)[i + longitude] + axes.origin[longitude], -180.0, 360.0) ||
            !is_within((*values)[i + latitude] + axes.origin[latitude], -90.0, 90.0))
            return false;
    return true;
}

std::shared_ptr<const Dataset> as_needed_by(Metric metric, std::shared_ptr<const Dataset> set) {
    if (!set) return set;
    if (set->before_scaling) set = set->before_scaling;
    if (metric != Metric::cosine) return set;
    set = with_origin_added(std::move(set));
    auto scaled = with_moderate_lengths(set);
    return scaled ? scaled : set;
}

} // namespace pairscope
