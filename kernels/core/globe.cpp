// SPDX-License-Identifier: MIT
#include "kernels/core/globe.h"

#include "kernels/core/column_names.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace pairscope {
namespace {

constexpr std::size_t most_looked_at = 4096; // places: the answer is needed in every frame

bool is_within(double value, double least, double most) {
    return !std::isfinite(value) || (value >= least && value <= most);
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
    if (!set || metric != Metric::cosine || set->origin.empty()) return set;
    auto whole = std::make_shared<Dataset>(*set);
    auto& values = std::get<std::vector<float>>(whole->values);
    const std::size_t dims = whole->origin.size();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(values[i] + whole->origin[i % dims]);
    whole->origin.clear();
    return whole;
}

} // namespace pairscope
