// SPDX-License-Identifier: MIT
#include "app/subjects/points/drawn_vectors.h"

#include "app/spine/commands.h"

#include <cmath>
#include <utility>

namespace pairscope::app {
namespace {

constexpr std::int64_t multitude = 32768; // if there are more vectors than these, one is drawn for each pixel

bool are_same(std::span<const float> a, std::span<const float> b) {
    return a.data() == b.data() && a.size() == b.size();
}

std::int64_t rows_of(std::span<const float> places) { return std::ssize(places) / 2; }

std::int64_t count_undrawn(std::span<const float> places) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i + 1 < places.size(); i += 2)
        count += std::isfinite(places[i]) && std::isfinite(places[i + 1]) ? 0 : 1;
    return count;
}

/// The pixels that have a vector. Many vectors that share a pixel look like one, but each would cost time.
class TakenPixels {
public:
    explicit TakenPixels(Viewport box)
        : width_(std::size_t(box.width) + 1), taken_(width_ * (std::size_t(box.height) + 1)) {}
    /// True the first time. `at` is in the box.
    bool take(Pixel at) {
        char& pixel = taken_[std::size_t(at.y) * width_ + std::size_t(at.x)];
        return std::exchange(pixel, char(1)) == 0;
    }

private:
    std::size_t width_;
    std::vector<char> taken_;
};

} // namespace

void DrawnVectors::set_places(const SetPlaces& places, std::uint64_t revision) {
    if (revision == revision_ && are_same(places.first, places_.first) && are_same(places.second, places_.second))
        return;
    places_ = places;
    revision_ = revision;
    extent_ = extent_of_both(places);
    undrawn_ = count_undrawn(places.first) + count_undrawn(places.second);
    seen_from_.reset();
}

std::span<const PlacedVector> DrawnVectors::in_sight(const ScatterPlace& place) {
    if (seen_from_ != place) look(place);
    return in_sight_;
}

void DrawnVectors::look(const ScatterPlace& place) {
    in_sight_.clear();
    seen_from_ = place;
    const std::int64_t first = rows_of(places_.first), second = rows_of(places_.second);
    std::optional<TakenPixels> taken;
    if (first + second > multitude) taken.emplace(place.viewport);
    const auto add = [&](int set, std::int64_t row) {
        const std::span<const float> all = set == 0 ? places_.first : places_.second;
        const auto i = std::size_t(2 * row);
        const Pixel at = to_pixel(place.view, {double(all[i]), double(all[i + 1])}, place.viewport);
        const bool is_inside = at.x >= 0.0 && at.x <= place.viewport.width && at.y >= 0.0 &&
                               at.y <= place.viewport.height; // false for NaN
        if (is_inside && (!taken || taken->take(at))) in_sight_.push_back({set, row});
    };
    std::int64_t added = 0; // vectors of the second set so far
    for (std::int64_t row = 0; row < first; ++row) {
        add(0, row);
        for (; added < (row + 1) * second / first; ++added) add(1, added);
    }
}

} // namespace pairscope::app
