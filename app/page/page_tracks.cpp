// SPDX-License-Identifier: MIT
#include "app/page/page_tracks.h"

#include "app/subjects/tracks/tracks.h"

#include <fmt/format.h>

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

/// The colour of each category, or `shades` colours from the least number of the track to the greatest one.
Json colours_of(const Track& track, std::size_t place) {
    Json colours = Json::array();
    const auto add = [&](app::Rgb rgb) { colours.push_back(fmt::format("#{:06x}", rgb)); };
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

} // namespace

Json tracks_json(const profiling::Recording& recording, std::span<const std::shared_ptr<const Dataset>> sets) {
    Json list = Json::array();
    const auto tracks = app::tracks_in(recording, sets);
    for (std::size_t i = 0; tracks && i < tracks->list.size(); ++i) {
        const Track& track = tracks->list[i];
        Json json{{"name", track.name}, {"kind", name_of(track.kind)}, {"colours", colours_of(track, i)}};
        if (track.kind == TrackKind::numbers) {
            json["ends"] = Json::array({track.low, track.high});
            json["words"] = Json::array({app::words_of_value(track, {.number = track.low}),
                                         app::words_of_value(track, {.number = track.high})});
        }
        list.push_back(std::move(json));
    }
    return list;
}

} // namespace pairscope::page
