// SPDX-License-Identifier: MIT
// Tracks go into a recording row by row of its sets, and come back from it.
#include "app/spine/question.h"
#include "app/subjects/points/points.h"
#include "app/subjects/tracks/tracks.h"
#include "kernels/data/text.h"
#include "profiling/recording/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace pairscope::app {
namespace {

using profiling::RecordedTrack;
using profiling::RecordedTrackValues;

RecordedTrackValues values_of_rows(const Track& track, int set, const Dataset& data) {
    RecordedTrackValues recorded;
    if (!track.of_sets[std::size_t(set)]) return recorded;
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const TrackValue value = value_in_track(track, set, data, row);
        if (value.number)
            recorded.values.push_back(*value.number);
        else if (value.is_known())
            recorded.values.push_back(double(value.category));
        else
            recorded.unknown.push_back(row);
    }
    if (recorded.values.empty()) recorded.unknown.clear();
    return recorded;
}

/// How many rows all tracks together may have: a recording may name any row of its file, and each track takes memory
/// for all rows before it.
constexpr std::int64_t most_rows_of_file = 50'000'000;

/// Puts each value at the row of the file from which its row of the set came. Null: no value is known, or the file
/// would have more than `most_rows`.
std::shared_ptr<const TrackValues> by_row_of_file(const RecordedTrackValues& recorded, const Dataset& data,
                                                  bool are_numbers, std::int64_t most_rows) {
    const std::int64_t last = rows_in_file(data).last;
    if (recorded.values.empty() || last >= most_rows) return nullptr;
    auto values = std::make_shared<TrackValues>();
    const auto size = std::size_t(last + 1);
    if (are_numbers)
        values->numbers.assign(size, std::numeric_limits<double>::quiet_NaN());
    else
        values->categories.assign(size, -1);
    auto unknown = recorded.unknown.begin();
    auto next = recorded.values.begin();
    for (std::int64_t row = 0; row < data.rows && next != recorded.values.end(); ++row) {
        if (unknown != recorded.unknown.end() && *unknown == row) {
            ++unknown;
            continue;
        }
        const double value = *next++;
        const auto in_file = row_in_file(data, row);
        if (!in_file) continue;
        if (are_numbers)
            values->numbers[std::size_t(*in_file)] = value;
        else
            values->categories[std::size_t(*in_file)] = std::int32_t(value);
    }
    return values;
}

Track track_of(const RecordedTrack& recorded, std::span<const std::shared_ptr<const Dataset>> sets,
               std::int64_t most_rows) {
    Track track{.name = recorded.name, .is_class = recorded.is_class, .categories = recorded.categories};
    track.kind = recorded.categories.empty()                     ? TrackKind::numbers
                 : recorded.categories.size() <= most_categories ? TrackKind::categories
                                                                 : TrackKind::texts;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = 0; i < std::min({sets.size(), recorded.sets.size(), track.of_sets.size()}); ++i) {
        track.of_sets[i] = by_row_of_file(recorded.sets[i], *sets[i], track.kind == TrackKind::numbers, most_rows);
        for (const double value : recorded.sets[i].values) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (sets.size() == 2 && sets[0] == sets[1] && recorded.sets.size() == 1) track.of_sets[1] = track.of_sets[0];
    if (track.kind == TrackKind::numbers && low <= high) {
        track.low = low;
        track.high = high;
    }
    return track;
}

/// Tracks of which something is known.
std::vector<RecordedTrack> known_tracks(const Question& question, const Tracks* tracks) {
    std::vector<RecordedTrack> known;
    if (tracks == nullptr || !question.first) return known;
    for (const Track& track : tracks->list) {
        RecordedTrack one{.name = track.name, .is_class = track.is_class, .categories = track.categories};
        one.sets.push_back(values_of_rows(track, 0, *question.first));
        if (question.second && question.second != question.first)
            one.sets.push_back(values_of_rows(track, 1, *question.second));
        const bool is_known = std::ranges::any_of(one.sets, [](const auto& set) { return !set.values.empty(); });
        if (is_known && (track.kind == TrackKind::numbers || !track.categories.empty()))
            known.push_back(std::move(one));
    }
    return known;
}

std::int64_t values_of(const std::vector<RecordedTrack>& tracks) {
    std::int64_t values = 0;
    for (const RecordedTrack& track : tracks) {
        values += std::ssize(track.categories);
        for (const RecordedTrackValues& set : track.sets) values += std::ssize(set.values) + std::ssize(set.unknown);
    }
    return values;
}

} // namespace

std::vector<RecordedTrack> tracks_to_record(const Question& question, const Tracks* tracks) {
    std::vector<RecordedTrack> recorded = known_tracks(question, tracks);
    return values_of(recorded) > profiling::most_track_values ? std::vector<RecordedTrack>() : recorded;
}

std::string why_no_tracks_to_record(const Question& question, const Tracks* tracks) {
    if (values_of(known_tracks(question, tracks)) <= profiling::most_track_values) return {};
    return fmt::format("The recording keeps no tracks, because they have more than {} values together.",
                       grouped(profiling::most_track_values));
}

std::shared_ptr<const Tracks> tracks_in(const profiling::Recording& recording,
                                        std::span<const std::shared_ptr<const Dataset>> sets) {
    if (recording.tracks.empty() || sets.empty()) return nullptr;
    Tracks tracks;
    const std::int64_t most_rows = most_rows_of_file / std::ssize(recording.tracks);
    for (const RecordedTrack& track : recording.tracks) tracks.list.push_back(track_of(track, sets, most_rows));
    return std::make_shared<const Tracks>(std::move(tracks));
}

} // namespace pairscope::app
