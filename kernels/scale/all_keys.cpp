// SPDX-License-Identifier: MIT
#include "kernels/scale/all_keys.h"

#include "kernels/neighbours/metric_vectors.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace pairscope::scale {
namespace {

using neighbours::NeighbourQuestion;

bool are_measured(const NeighbourQuestion& question, PlaceKeys places) {
    return neighbours::has_only_exact_keys(question) ||
           (question.metric == Metric::great_circle && places == PlaceKeys::kilometres);
}

std::vector<bool> usable_across_in(const NeighbourQuestion& question) {
    if (question.second == nullptr) return {};
    return neighbours::usable_vectors(*question.second, question.metric);
}

/// Points side by side become vector instructions, and each key is what squared_distance() gives.
void read_plane(const float* from, const float* to, std::span<double> keys) {
    const double x = from[0], y = from[1];
    for (double& key : keys) {
        const double dx = x - static_cast<double>(to[0]), dy = y - static_cast<double>(to[1]);
        key = dx * dx + dy * dy;
        to += 2;
    }
}

} // namespace

AllKeys::AllKeys(const NeighbourQuestion& question, PlaceKeys places)
    : question_(question), measure_(question), is_measured_(are_measured(question, places)),
      usable_(neighbours::usable_vectors(question.first, question.metric)), usable_across_(usable_across_in(question)) {
    const std::vector<bool>& across = is_one_set() ? usable_ : usable_across_;
    are_all_usable_ = std::ranges::find(across, false) == across.end();
    measure_.look_for_exact_keys();
    measure_.prepare_places();
    if (is_measured_) return;
    slack_ = measure_.slack();
    if (neighbours::is_euclidean(question.metric)) {
        if (question.first.dims == 2) {
            plane_ = floats_of(measure_.first(), plane_room_);
            plane_across_ = is_one_set() ? plane_ : floats_of(measure_.across(), plane_room_across_);
            if (!plane_.empty() && !plane_across_.empty()) return;
        }
        floats_.emplace(measure_.first(), measure_.across());
        if (floats_->exist()) return;
        floats_.reset();
    }
    sets_.emplace(question_, measure_);
}

double AllKeys::key(std::int64_t row, std::int64_t col) const {
    double key = 0.0;
    read(row, col, {&key, 1});
    return key;
}

void AllKeys::read(std::int64_t row, std::int64_t first, std::span<double> keys) const {
    const auto fill = [&](const auto& key_of) {
        std::int64_t col = first;
        for (double& key : keys) key = key_of(row, col++);
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (!is_usable(row)) {
        std::ranges::fill(keys, nan);
        return;
    }
    if (is_measured_)
        fill([this](std::int64_t i, std::int64_t j) { return measure_.exact_key(i, j); });
    else if (floats_)
        fill(*floats_);
    else if (sets_)
        fill([this](std::int64_t i, std::int64_t j) { return sets_->key(i, j); });
    else
        read_plane(&plane_[2 * static_cast<std::size_t>(row)], &plane_across_[2 * static_cast<std::size_t>(first)],
                   keys);
    if (are_all_usable_) return;
    for (double& key : keys)
        if (!is_usable_across(first++)) key = nan;
}

void AllKeys::distances_of(std::span<const double> keys, std::span<double> distances) const {
    if (question_.first.holds_distances || question_.metric != Metric::euclidean || measure_.counts_decimals()) {
        std::ranges::transform(keys, distances.begin(), [this](double key) {
            return is_measured_ ? measure_.distance_of_exact(key) : measure_.distance_of_cheap(key);
        });
        return;
    }
    for (std::size_t i = 0; i < keys.size(); ++i) distances[i] = std::sqrt(keys[i]); // vector instructions
}

} // namespace pairscope::scale
