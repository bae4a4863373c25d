// SPDX-License-Identifier: MIT
#include "profiling/recording/track_fields.h"

#include "profiling/recording/fields.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

namespace pairscope::profiling {
namespace {

constexpr std::size_t most_tracks = 100;
constexpr double most_number = std::numeric_limits<double>::max();

/// The rows of each set that tracks know something about. Generated points have no tracks.
std::vector<std::int64_t> rows_of_sets(const Recording& recording) {
    std::vector<std::int64_t> rows;
    for (const auto& set : recording.sets) rows.push_back(set->rows);
    const auto* points = std::get_if<std::shared_ptr<const Dataset>>(&recording.points);
    if (rows.empty() && points != nullptr && *points) rows.push_back((*points)->rows);
    return rows;
}

void require_rows(const RecordedTrackValues& found, std::int64_t rows, const JsonPlace& place) {
    const std::int64_t all = std::ssize(found.values) + std::ssize(found.unknown);
    if (all != 0 && all != rows)
        place.refuse("an object with each row of the set, either with a value or among the unknown rows,");
    const auto is_row = [&](std::int64_t row) { return row < rows; };
    const auto& unknown = found.unknown;
    if (!std::ranges::all_of(unknown, is_row) ||
        std::ranges::adjacent_find(unknown, std::ranges::greater_equal{}) != unknown.end())
        place.refuse("a list of unknown rows of the set, the lowest first,");
}

} // namespace

template <>
inline constexpr auto fields<RecordedTrackValues> = std::tuple{
    field("values", &RecordedTrackValues::values, as::Numbers{-most_number, most_number, most_track_values},
          unless_empty),
    field("unknown", &RecordedTrackValues::unknown, as::List{as::Whole{}, most_track_values}, unless_empty),
};
template <>
inline constexpr auto fields<RecordedTrack> = std::tuple{
    field("name", &RecordedTrack::name, as::Text{}),
    field("class", &RecordedTrack::is_class, as::Flag{}, unless_empty),
    field("categories", &RecordedTrack::categories, as::List{as::Text{}, most_track_values}, unless_empty),
    field("sets", &RecordedTrack::sets, as::List{as::Object<RecordedTrackValues>{}, 2}),
};

void require_tracks_of_sets(const Recording& recording, const JsonPlace& root) {
    if (recording.tracks.empty()) return;
    const std::vector<std::int64_t> rows = rows_of_sets(recording);
    const std::vector<JsonPlace> places = root.at("tracks").items(most_tracks);
    for (std::size_t i = 0; i < recording.tracks.size(); ++i) {
        const RecordedTrack& track = recording.tracks[i];
        const JsonPlace sets = places[i].at("sets");
        if (track.sets.size() > rows.size()) sets.refuse("a list with one item for each set of the recording");
        const std::vector<JsonPlace> of_sets = sets.items(2);
        const auto is_place = [&](double value) {
            return value >= 0.0 && value < double(track.categories.size()) && value == std::floor(value);
        };
        for (std::size_t k = 0; k < track.sets.size(); ++k) {
            require_rows(track.sets[k], rows[k], of_sets[k]);
            if (!track.categories.empty() && !std::ranges::all_of(track.sets[k].values, is_place))
                of_sets[k].refuse("a list of values that are places in the list of categories,");
        }
    }
}

namespace as {

Json Tracks::json(const std::vector<RecordedTrack>& tracks, RecordingContext& context) const {
    return List{Object<RecordedTrack>{}, most_tracks}.json(tracks, context);
}
void Tracks::read(const JsonPlace& place, std::vector<RecordedTrack>& tracks, RecordingContext& context) const {
    List{Object<RecordedTrack>{}, most_tracks}.read(place, tracks, context);
}

} // namespace as

} // namespace pairscope::profiling
