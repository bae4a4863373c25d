// SPDX-License-Identifier: MIT
#include "app/page/page_tracks.h"

#include "app/subjects/matrix/clusters/clusters.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/matrix/view_text.h"
#include "app/subjects/tracks/tracks.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace pairscope::page {
namespace {

using app::Json;
using app::Track;
using app::TrackKind;

constexpr int shades = 64; // colours between the least number of a track and the greatest one

std::string_view name_of(TrackKind kind) {
    switch (kind) {
    case TrackKind::categories:
        return "categories";
    case TrackKind::numbers:
        return "numbers";
    case TrackKind::texts:
        return "texts";
    }
    return "";
}

std::string text_of_colour(app::Rgb rgb) { return fmt::format("#{:06x}", rgb); }

/// The colour of each category, or `shades` colours from the least number of the track to the greatest one.
Json colours_of(const Track& track, std::size_t place) {
    Json colours = Json::array();
    const auto add = [&](app::Rgb rgb) { colours.push_back(text_of_colour(rgb)); };
    switch (track.kind) {
    case TrackKind::categories:
        for (std::size_t i = 0; i < track.categories.size(); ++i)
            add(app::colour_in_track(track, place, {.category = std::int32_t(i)}).value());
        break;
    case TrackKind::numbers:
        for (int i = 0; i < shades; ++i) add(app::shade_rgb(double(i) / (shades - 1), place));
        break;
    case TrackKind::texts:
        break;
    }
    return colours;
}

/// What an address calls the order by this track, and what a user reads.
Json order_json(const Track& track) {
    const app::OrderChoice choice{.kind = track.is_class ? app::OrderKind::by_class : app::OrderKind::by_column,
                                  .column = track.is_class ? std::string() : track.name};
    std::string name(name_of(choice.kind));
    if (!track.is_class) name += ":" + app::text_of_column(track.name);
    return Json::array({name, title_of(choice)});
}

} // namespace

app::Tracks drawn_tracks(const profiling::Recording& recording, std::span<const std::shared_ptr<const Dataset>> sets) {
    const auto all = app::tracks_in(recording, sets);
    if (!all) return {};
    return {.list = {all->list.begin(),
                     all->list.begin() + std::min(std::ssize(all->list), std::ptrdiff_t{app::most_tracks})}};
}

Json cluster_colours_json(const app::Tracks& tracks) {
    Json list = Json::array();
    const std::size_t first = app::first_cluster_colour(tracks.list);
    for (std::size_t i = 0; i < app::most_group_colours; ++i) list.push_back(text_of_colour(app::group_rgb(first + i)));
    return list;
}

Json tracks_json(const app::Tracks& tracks) {
    Json list = Json::array();
    for (std::size_t i = 0; i < tracks.list.size(); ++i) {
        const Track& track = tracks.list[i];
        Json json{{"name", track.name},
                  {"kind", name_of(track.kind)},
                  {"colours", colours_of(track, i)},
                  {"order", order_json(track)}};
        if (track.kind == TrackKind::numbers) {
            json["ends"] = Json::array({track.low, track.high});
            json["words"] = Json::array({app::words_of_value(track, {.number = track.low}),
                                         app::words_of_value(track, {.number = track.high})});
        }
        list.push_back(std::move(json));
    }
    return list;
}

std::string note_on_tracks(const profiling::Recording& recording) {
    if (recording.tracks.size() <= app::most_tracks) return {};
    return fmt::format("The recording keeps {}, and the first {} are drawn along the matrix.",
                       counted(std::ssize(recording.tracks), "column"), app::most_tracks);
}

} // namespace pairscope::page
