// SPDX-License-Identifier: MIT
#include "app/subjects/tracks/tracks.h"

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/spine/update/update.h"
#include "app/subjects/data/data.h"
#include "app/subjects/points/points.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace pairscope::app {

TrackValue value_in_track(const Track& track, int set, const Dataset& data, std::int64_t row) {
    const auto& values = track.of_sets[std::size_t(set)];
    const auto in_file = values && row >= 0 && row < data.rows ? row_in_file(data, row) : std::nullopt;
    if (!in_file || *in_file < 0) return {};
    const auto i = std::size_t(*in_file);
    if (track.kind == TrackKind::numbers) {
        if (i >= values->numbers.size() || !std::isfinite(values->numbers[i])) return {};
        return {.number = values->numbers[i]};
    }
    return {.category = i < values->categories.size() ? values->categories[i] : -1};
}

std::string words_of_value(const Track& track, const TrackValue& value) {
    if (!value.is_known()) return "unknown";
    return value.number ? fmt::format("{:.6g}", *value.number) : track.categories[std::size_t(value.category)];
}

const std::vector<Track>& tracks_of(const State& state) {
    static const std::vector<Track> none;
    const auto& tracks = state.data.now.tracks;
    return tracks ? tracks->list : none;
}

const Track* class_of_rows(const State& state) { return track_named(tracks_of(state), class_column); }

const Track* track_named(const std::vector<Track>& tracks, std::string_view column) {
    const auto found = column == class_column ? std::ranges::find(tracks, true, &Track::is_class)
                                              : std::ranges::find(tracks, column, &Track::name);
    return found == tracks.end() ? nullptr : &*found;
}

Rgb category_rgb(std::size_t category) {
    // The lighter halves of Tableau 20, for those beyond the ten colours of groups.
    static constexpr std::array<Rgb, most_group_colours> lighter{0xa0cbe8, 0xffbe7d, 0xff9d9a, 0x499894, 0x8cd17d,
                                                                 0xb6992d, 0xd4a6c8, 0xd37295, 0xd7b5a6, 0x79706e};
    const std::size_t i = category % most_categories;
    return i < most_group_colours ? group_rgb(i) : lighter[i - most_group_colours];
}

Rgb shade_rgb(double position, std::size_t track) {
    struct Ends {
        Rgb light, dark;
    };
    static constexpr std::array<Ends, 4> hues{
        {{0xc6dbef, 0x08306b}, {0xfdd0a2, 0x7f2704}, {0xc7e9c0, 0x00441b}, {0xdadaeb, 0x3f007d}}};
    const Ends& hue = hues[track % hues.size()];
    const double share = std::clamp(position, 0.0, 1.0);
    const auto part = [&](int shift) {
        const double low = double(hue.light >> shift & 0xff), high = double(hue.dark >> shift & 0xff);
        return Rgb(std::lround(low + share * (high - low))) << shift;
    };
    return part(16) | part(8) | part(0);
}

double share_in_track(const Track& track, double number) {
    // Halves, because the span of the largest numbers overflows.
    return track.high > track.low ? (0.5 * number - 0.5 * track.low) / (0.5 * track.high - 0.5 * track.low) : 0.5;
}

/// So that tracks of few categories side by side have other colours.
constexpr std::size_t step_of_colours = 3;

std::optional<Rgb> colour_in_track(const Track& track, std::size_t place, const TrackValue& value) {
    if (!value.is_known()) return {};
    switch (track.kind) {
    case TrackKind::categories:
        return category_rgb(std::size_t(value.category) + (track.is_class ? 0 : step_of_colours * place));
    case TrackKind::numbers:
        return shade_rgb(share_in_track(track, *value.number), place);
    case TrackKind::texts:
        break;
    }
    return {};
}

namespace command {

void carry_out(const ChooseTracks& c, State& state, Effects& effects) {
    const DataSource source = with_tracks(state.data.now.source, c.choice);
    if (source != state.data.now.source) set_source(state, source, effects);
}

void carry_out(const OpenTracks& c, State& state, Effects& effects) {
    TracksChoice choice = tracks_chosen(state.data.now.source);
    choice.file = c.path;
    carry_out(ChooseTracks{std::move(choice)}, state, effects);
}

} // namespace command

std::string why_no_tracks(const State& state) {
    const DataSnapshot& now = state.data.now;
    const auto* vectors = std::get_if<VectorSource>(&now.source);
    const bool is_of_file =
        std::holds_alternative<FileSource>(now.source) || (vectors != nullptr && !vectors->a.empty());
    if (!is_of_file) return "The rows were made and not read, so no column says more about them.";
    if (is_of_recording(now))
        return "The rows come from a recording, which shows the columns that it keeps. To choose others, open their "
               "file.";
    return {};
}

std::vector<std::string> columns_to_choose(const State& state) {
    const DataSnapshot& now = state.data.now;
    std::vector<std::string> names;
    if (now.table)
        for (const pairscope::Column& column : now.table->columns) names.push_back(column.name);
    else if (now.question.first && now.question.first->columns)
        for (const ColumnUse& use : *now.question.first->columns) names.push_back(use.name);
    return names;
}

std::string summary_of(const TracksChoice& choice) {
    if (choice.is_empty()) return "none";
    std::vector<std::string> parts;
    if (!choice.classes.empty()) parts.push_back(fmt::format("class {}", choice.classes));
    if (!choice.columns.empty()) parts.push_back(fmt::format("{}", fmt::join(choice.columns, ", ")));
    if (!choice.file.empty()) parts.push_back(shown(choice.file.filename()));
    return fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace pairscope::app
