// SPDX-License-Identifier: MIT
#include "kernels/core/globe.h"

#include "kernels/core/column_names.h"
#include "kernels/core/coordinates.h"

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

/// `scaled` becomes a copy of the set if one of its vectors needs another length; it may be one already.
void scale_to_moderate_lengths(const Dataset& set, std::shared_ptr<Dataset>& scaled) {
    const auto* const values = std::get_if<std::vector<float>>(scaled ? &scaled->values : &set.values);
    if (values == nullptr) return;
    const auto dims = static_cast<std::size_t>(set.dims), count = values->size();
    for (std::size_t at = 0; at < count; at += dims) {
        const auto& now = std::get<std::vector<float>>(scaled ? scaled->values : set.values);
        const int exponent = exponent_to_scale(std::span(now).subspan(at, dims));
        if (exponent == 0) continue;
        if (!scaled) scaled = std::make_shared<Dataset>(set);
        for (float& x : std::span(std::get<std::vector<float>>(scaled->values)).subspan(at, dims))
            x = std::ldexp(x, exponent);
        if (scaled->low.empty()) continue;
        for (float& x : std::span(scaled->low).subspan(at, dims)) x = std::ldexp(x, exponent);
    }
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

bool compares_differences(const WorkloadType& type) {
    if (type.metric == Metric::cosine) return false;
    if (!type.formula) return type.metric != Metric::own;
    return type.formula->terms != PairTerms::products && type.formula->terms != PairTerms::directions;
}

std::shared_ptr<const Dataset> as_needed_by(const WorkloadType& type, std::shared_ptr<const Dataset> set) {
    if (!set) return set;
    if (set->original) set = set->original;
    if (compares_differences(type)) return set;
    std::shared_ptr<Dataset> needed;
    if (!set->origin.empty()) needed = std::make_shared<Dataset>(with_origin_added(*set));
    if (type.metric == Metric::cosine) scale_to_moderate_lengths(*set, needed);
    if (!needed) return set;
    needed->original = std::move(set);
    return needed;
}

} // namespace pairscope
