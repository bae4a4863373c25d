// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/tracks/track_strip.h"

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/matrix/zoom/zoom.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr std::int64_t most_looked_at = 64; // rows of one pixel

/// One edge of the picture.
struct StripEdge {
    const State& state;
    Edge edge = Edge::rows;
    int number = 0; ///< which of the two sets a track is asked for
    const Dataset& set;
    const MatrixOrder* order = nullptr;

    [[nodiscard]] std::int64_t vector_at(std::int64_t place) const {
        const Cell cell = cell_there(order, {place, place});
        return edge == Edge::rows ? cell.row : cell.col;
    }
};

StripEdge edge_of(const State& state, Edge edge) {
    const Question& now = state.data.now.question;
    const bool of_second = edge == Edge::columns && now.second != nullptr;
    return {.state = state,
            .edge = edge,
            .number = of_second ? 1 : 0,
            .set = of_second ? *now.second : *now.first,
            .order = shown_order(state)};
}

/// The value that stands for these rows.
TrackValue value_of_rows(const StripEdge& edge, const Track& track, std::int64_t first, std::int64_t last) {
    if (first == last) return value_in_track(track, edge.number, edge.set, edge.vector_at(first));
    const std::int64_t rows = last - first + 1, looked_at = std::min(rows, most_looked_at);
    std::array<std::int32_t, most_looked_at> seen{};
    std::size_t known = 0;
    double sum = 0.0, sum_of_parts = 0.0; // the sum of large numbers overflows, and that of their parts does not
    for (std::int64_t i = 0; i < looked_at; ++i) {
        const std::int64_t place = first + (looked_at == rows ? i : i * (rows - 1) / (looked_at - 1));
        const TrackValue value = value_in_track(track, edge.number, edge.set, edge.vector_at(place));
        if (!value.is_known()) continue;
        if (value.number) {
            sum += *value.number;
            sum_of_parts += *value.number / double(most_looked_at);
        } else {
            seen[known] = value.category;
        }
        ++known;
    }
    if (known == 0) return {};
    if (track.kind == TrackKind::numbers)
        return {.number =
                    std::isfinite(sum) ? sum / double(known) : sum_of_parts / double(known) * double(most_looked_at)};
    const auto end = seen.begin() + std::ptrdiff_t(known);
    std::sort(seen.begin(), end);
    TrackValue best;
    std::ptrdiff_t most = 0;
    for (auto at = seen.begin(); at != end;) {
        const auto next = std::upper_bound(at, end, *at);
        if (next - at > most) {
            best.category = *at;
            most = next - at;
        }
        at = next;
    }
    return best;
}

} // namespace

std::vector<TrackPart> track_parts(const State& state, Edge edge, const LabelledView& drawn, const Track& track,
                                   double least) {
    std::vector<TrackPart> parts;
    const auto& [view, viewport] = drawn;
    if (!state.data.now.question.first) return parts;
    const StripEdge along = edge_of(state, edge);
    const Region seen = visible_region(view, viewport, shown_shape(state));
    const std::int64_t first = edge == Edge::rows ? seen.row : seen.col;
    const std::int64_t count = edge == Edge::rows ? seen.rows : seen.cols;
    const auto pixel_of = [&](std::int64_t place) {
        const Pixel at = pixel_at(view, {double(place), double(place)}, viewport);
        return edge == Edge::rows ? at.y : at.x;
    };
    for (std::int64_t place = first; place < first + count;) {
        const double begin = pixel_of(place);
        std::int64_t last = place; // the rows that begin within one part
        if (view.pixels_per_cell < 1.0) {
            const double end = (std::floor(begin / least + 1e-6) + 1.0) * least;
            const double rows = (end - begin) / view.pixels_per_cell;
            last = std::min(first + count, place + std::max<std::int64_t>(1, std::llround(rows))) - 1;
        }
        if (along.vector_at(last) >= along.set.rows) break; // the picture is still that of other data
        const TrackValue value = value_of_rows(along, track, place, last);
        const double end = pixel_of(last + 1);
        if (!parts.empty() && parts.back().value == value && track.kind != TrackKind::texts) {
            parts.back().end = end;
            parts.back().last = last;
        } else {
            parts.push_back({.begin = begin, .end = end, .first = place, .last = last, .value = value});
        }
        place = last + 1;
    }
    return parts;
}

std::vector<double> gaps_in_sight(std::span<const std::int64_t> gaps, Edge edge, const LabelledView& drawn,
                                  double apart) {
    std::vector<double> places;
    const auto& [view, viewport] = drawn;
    const double side = edge == Edge::rows ? viewport.height : viewport.width;
    for (const std::int64_t gap : gaps) {
        const Pixel at = pixel_at(view, {double(gap), double(gap)}, viewport);
        const double place = edge == Edge::rows ? at.y : at.x;
        if (place < 0.0 || place > side) continue;
        if (!places.empty() && place - places.back() < apart) return {}; // lines alone would be seen
        places.push_back(place);
    }
    return places;
}

std::vector<std::int64_t> counts_in_track(const State& state, int set, const Track& track) {
    const Question& now = state.data.now.question;
    std::vector<std::int64_t> counts(track.categories.size(), 0);
    const Dataset* const data = set == 0 ? now.first.get() : &now.across();
    const int number = set == 1 && now.second ? 1 : 0;
    for (std::int64_t row = 0; data != nullptr && row < data->rows; ++row)
        if (const TrackValue value = value_in_track(track, number, *data, row); value.category >= 0)
            ++counts[std::size_t(value.category)];
    return counts;
}

} // namespace pairscope::app
