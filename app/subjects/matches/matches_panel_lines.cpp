// SPDX-License-Identifier: MIT
#include "app/subjects/matches/match_list.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matches/matches_panel_parts.h"
#include "app/subjects/matches/photographs.h"
#include "app/subjects/points/points.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pairscope::app {
namespace {

constexpr float between_sides = 16.0f; // [px] before scale
constexpr float side_margin = 8.0f;    // inside a scatter
constexpr float line_reach = 5.0f;     // how near the mouse has to be to a line
constexpr std::size_t ratio_steps = 16;
constexpr const char* lines_help = "A click on a line or on its ends marks the match, also in the table.";
constexpr const char* scatters_help = "Places are those of the Points panel. A click on a line marks the match.";

/// Where both sets lie on the screen.
struct MatchScene {
    std::array<ImVec2, 2> low{}, high{};         ///< corners of the two pictures, or scatters
    std::array<std::vector<ImVec2>, 2> places{}; ///< where the vectors of each set are
    bool has_pictures = false;

    [[nodiscard]] std::optional<std::pair<ImVec2, ImVec2>> ends_of(const Match& match) const {
        if (match.found.best < 0 || match.found.best >= std::ssize(places[1])) return {};
        return std::pair(places[0][std::size_t(match.row)], places[1][std::size_t(match.found.best)]);
    }
};

ImVec2 size_of_picture(const FeatureView& view) { return {float(view.picture->width), float(view.picture->height)}; }

/// Both pictures in one scale, so that they can be compared.
float scale_of_pictures(const FeatureViews& views, ImVec2 room, float gap) {
    const ImVec2 a = size_of_picture(views.first), b = size_of_picture(views.second);
    return std::min((room.x - gap) / (a.x + b.x), room.y / std::max(a.y, b.y));
}

MatchScene scene_of_pictures(const FeatureViews& views, ImVec2 origin, ImVec2 room, float gap) {
    MatchScene scene{.has_pictures = true};
    const float scale = scale_of_pictures(views, room, gap);
    const ImVec2 a = size_of_picture(views.first), b = size_of_picture(views.second);
    float left = std::floor(origin.x + 0.5f * (room.x - gap - scale * (a.x + b.x)));
    for (const std::size_t set : {0u, 1u}) {
        const FeatureView& view = set == 0 ? views.first : views.second;
        const ImVec2 size = set == 0 ? a : b;
        scene.low[set] = {left, origin.y};
        scene.high[set] = {left + scale * size.x, origin.y + scale * size.y};
        for (const PicturePlace place : view.places) // a place is the middle of a pixel
            scene.places[set].push_back({left + scale * (place.x + 0.5f), origin.y + scale * (place.y + 0.5f)});
        left = scene.high[set].x + gap;
    }
    return scene;
}

/// Both in one view, so that equal places are where they can be compared.
MatchScene scene_of_scatters(const SetPlaces& sets, ImVec2 origin, ImVec2 room, float gap, double margin) {
    MatchScene scene;
    const float side = std::floor(std::min(0.5f * (room.x - gap), room.y));
    const Viewport viewport{.width = int(side), .height = int(side)};
    const ScatterView view = fitted(extent_of_both(sets).value_or(Extent{}), viewport, margin);
    float left = std::floor(origin.x + 0.5f * (room.x - gap - 2.0f * side));
    for (const std::size_t set : {0u, 1u}) {
        const std::span<const float> points = set == 0 ? sets.first : sets.second;
        scene.low[set] = {left, origin.y};
        scene.high[set] = {left + side, origin.y + side};
        for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
            const Pixel at = to_pixel(view, {double(points[i]), double(points[i + 1])}, viewport);
            scene.places[set].push_back({left + float(at.x), origin.y + float(at.y)});
        }
        left = scene.high[set].x + gap;
    }
    return scene;
}

MatchScene scene_in(const Frame& frame, ImVec2 origin, ImVec2 room) {
    const DataSnapshot& data = frame.state.data.now;
    const float gap = frame.style.px(between_sides);
    if (data.views) return scene_of_pictures(*data.views, origin, room, gap);
    return scene_of_scatters(places_now(frame.state), origin, room, gap, double(frame.style.px(side_margin)));
}

/// Small ratios stand out from the ground: a photograph and the dark theme are dark, the light theme is light.
ImU32 colour_of_ratio(const Frame& frame, bool on_picture, const std::optional<double>& ratio) {
    if (!ratio || frame.colormaps.empty()) return ImGui::GetColorU32(frame.style.palette.dim);
    const bool is_dark = on_picture || frame.state.look.theme == Theme::dark;
    const auto high = float(std::clamp(*ratio, 0.0, 1.0));
    const Rgba colour = colour_at(frame.colormaps.front(), is_dark ? 1.0f - 0.8f * high : 0.9f * high);
    return IM_COL32(colour.r, colour.g, colour.b, 255);
}

ImU32 with_alpha(ImU32 colour, float alpha) {
    return (colour & ~IM_COL32_A_MASK) | ImU32(std::lround(255.0f * alpha)) << IM_COL32_A_SHIFT;
}

/// Dark also between the pictures and where one has no texture, so that the lines are seen all the way.
void draw_pictures(const Frame& frame, const FeatureViews& views, const MatchScene& scene, ImDrawList& list) {
    constexpr ImU32 dark = IM_COL32(24, 24, 24, 255), dimmed = IM_COL32(150, 150, 150, 255);
    list.AddRectFilled(scene.low[0], {scene.high[1].x, std::max(scene.high[0].y, scene.high[1].y)}, dark);
    for (const std::size_t set : {0u, 1u}) {
        const std::uint32_t texture = frame.picture(set == 0 ? views.first.picture : views.second.picture);
        if (texture == 0) continue;
        list.AddImage(ImTextureRef(ImTextureID(texture)), scene.low[set], scene.high[set], {0, 0}, {1, 1}, dimmed);
    }
}

void draw_scatters(const Frame& frame, const MatchScene& scene, ImDrawList& list) {
    const float half = frame.style.px(1.0f);
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.faint);
    for (const std::size_t set : {0u, 1u}) {
        list.AddRectFilled(scene.low[set], scene.high[set], ImGui::GetColorU32(frame.style.palette.panel));
        for (const ImVec2 at : scene.places[set])
            list.AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half}, colour);
    }
}

/// The least ambiguous ones last: they lie on top.
void draw_plain_lines(const Frame& frame, const MatchScene& scene, ImDrawList& list) {
    const MatchesState& matches = frame.state.matches;
    std::array<std::vector<const Match*>, ratio_steps> by_ratio;
    for (const std::int64_t row : matches.shown) {
        const Match& match = matches.all[std::size_t(row)];
        const double ratio = std::clamp(match.ratio.value_or(1.0), 0.0, 1.0);
        by_ratio[std::size_t(ratio * double(ratio_steps - 1))].push_back(&match);
    }
    const float alpha = std::clamp(450.0f / float(std::max<std::size_t>(matches.shown.size(), 1)), 0.3f, 0.85f);
    const float end = frame.style.px(1.5f);
    for (std::size_t step = ratio_steps; step-- > 0;)
        for (const Match* match : by_ratio[step]) {
            const auto ends = scene.ends_of(*match);
            if (!ends) continue;
            const ImU32 colour = with_alpha(colour_of_ratio(frame, scene.has_pictures, match->ratio), alpha);
            list.AddLine(ends->first, ends->second, colour, 1.0f);
            for (const ImVec2 at : {ends->first, ends->second})
                list.AddRectFilled({at.x - end, at.y - end}, {at.x + end, at.y + end}, colour);
        }
}

/// A cross where the homography says that the match should be.
void draw_true_place(const Frame& frame, const MatchScene& scene, const Match& match, ImDrawList& list) {
    const auto& views = frame.state.data.now.views;
    const auto place = views && match.right == false ? true_place(*views, match.row) : std::nullopt;
    if (!place) return;
    const float scale = (scene.high[1].x - scene.low[1].x) / float(views->second.picture->width);
    const ImVec2 at(scene.low[1].x + scale * (place->x + 0.5f), scene.low[1].y + scale * (place->y + 0.5f));
    if (at.x < scene.low[1].x || at.x > scene.high[1].x || at.y < scene.low[1].y || at.y > scene.high[1].y) return;
    const float half = frame.style.px(5.0f), width = frame.style.px(2.0f);
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.warning);
    list.AddLine({at.x - half, at.y - half}, {at.x + half, at.y + half}, colour, width);
    list.AddLine({at.x - half, at.y + half}, {at.x + half, at.y - half}, colour, width);
}

/// The match that is hovered, or else pinned, is thick, with rings at its ends.
void draw_marked_line(const Frame& frame, const MatchScene& scene, ImDrawList& list) {
    const ViewState& view = frame.state.view;
    const auto& cell = view.hovered ? view.hovered : view.pinned;
    const Match* match = cell ? match_of_row(frame.state.matches, cell->row) : nullptr;
    const auto ends = match == nullptr ? std::nullopt : scene.ends_of(*match);
    if (!ends) return;
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.accent);
    const ImU32 rim = scene.has_pictures ? IM_COL32(0, 0, 0, 200) : ImGui::GetColorU32(frame.style.palette.background);
    const float width = frame.style.px(2.0f), radius = frame.style.px(5.0f);
    list.AddLine(ends->first, ends->second, rim, width + frame.style.px(2.0f));
    list.AddLine(ends->first, ends->second, colour, width);
    for (const ImVec2 at : {ends->first, ends->second}) {
        list.AddCircle(at, radius, rim, 0, width + frame.style.px(2.0f));
        list.AddCircle(at, radius, colour, 0, width);
    }
    draw_true_place(frame, scene, *match, list);
}

float distance_from_line(ImVec2 at, ImVec2 from, ImVec2 to) {
    const ImVec2 along(to.x - from.x, to.y - from.y), away(at.x - from.x, at.y - from.y);
    const float square = along.x * along.x + along.y * along.y;
    const float part = square > 0.0f ? std::clamp((away.x * along.x + away.y * along.y) / square, 0.0f, 1.0f) : 0.0f;
    return std::hypot(away.x - part * along.x, away.y - part * along.y);
}

/// An end under the mouse goes before a line that only passes there.
const Match* match_under_mouse(const Frame& frame, const MatchScene& scene) {
    const MatchesState& matches = frame.state.matches;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto distance = [&](ImVec2 at) { return std::hypot(at.x - mouse.x, at.y - mouse.y); };
    const Match *by_end = nullptr, *by_line = nullptr;
    float nearest_end = frame.style.px(mouse_reach), nearest_line = frame.style.px(line_reach);
    for (const std::int64_t row : matches.shown) {
        const Match& match = matches.all[std::size_t(row)];
        const auto ends = scene.ends_of(match);
        if (!ends) continue;
        if (const float d = std::min(distance(ends->first), distance(ends->second)); d < nearest_end) {
            nearest_end = d;
            by_end = &match;
        }
        if (const float d = distance_from_line(mouse, ends->first, ends->second); d < nearest_line) {
            nearest_line = d;
            by_line = &match;
        }
    }
    return by_end != nullptr ? by_end : by_line;
}

/// "ratio 0 [colours] 1", and what a click does.
void draw_ratio_legend(const Frame& frame, bool on_picture) {
    constexpr int steps = 32;
    const MatchFacts facts = match_facts(frame.state.data.now, frame.state.matches.all);
    ImGui::PushFont(nullptr, frame.style.small_size);
    if (facts.ratio) {
        const Palette& palette = frame.style.palette;
        const float height = ImGui::GetTextLineHeight(), width = frame.style.px(96.0f);
        ImGui::TextColored(palette.dim, "ratio 0");
        ImGui::SameLine();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        for (int k = 0; k < steps; ++k)
            ImGui::GetWindowDrawList()->AddRectFilled({at.x + width * float(k) / steps, at.y + 0.2f * height},
                                                      {at.x + width * float(k + 1) / steps, at.y + 0.8f * height},
                                                      colour_of_ratio(frame, on_picture, (double(k) + 0.5) / steps));
        ImGui::InvisibleButton("##ratios", {width, height});
        explain(frame, fmt::format("The lines are coloured by the ratio of their matches. {}", meaning_of_match_ratio));
        ImGui::SameLine();
        ImGui::TextColored(palette.dim, "1");
        ImGui::SameLine(0.0f, frame.style.px(16));
    }
    ImGui::PopFont();
    small_line(frame, on_picture ? lines_help : scatters_help, frame.style.palette.dim);
}

float legend_height(const Frame& frame) {
    return frame.style.px(frame.style.small_size) + ImGui::GetStyle().ItemSpacing.y;
}

} // namespace

bool can_draw_match_lines(const State& state) {
    const SetPlaces places = places_now(state);
    return state.data.now.views || (!places.first.empty() && !places.second.empty());
}

float wanted_height_of_lines(const Frame& frame, float width) {
    const auto& views = frame.state.data.now.views;
    const float gap = frame.style.px(between_sides);
    float height = 0.5f * (width - gap);
    if (views) {
        const float unbounded = std::numeric_limits<float>::max();
        height = scale_of_pictures(*views, {width, unbounded}, gap) *
                 std::max(size_of_picture(views->first).y, size_of_picture(views->second).y);
    }
    return height + ImGui::GetStyle().ItemSpacing.y + legend_height(frame);
}

std::optional<Cell> draw_match_lines(const Frame& frame, float height) {
    const ImVec2 room(ImGui::GetContentRegionAvail().x,
                      height - ImGui::GetStyle().ItemSpacing.y - legend_height(frame));
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const MatchScene scene = scene_in(frame, origin, room);
    const ImVec2 size(room.x,
                      scene.high[1].y > scene.high[0].y ? scene.high[1].y - origin.y : scene.high[0].y - origin.y);
    ImGui::InvisibleButton("##lines", size);
    const Match* match = ImGui::IsItemHovered() ? match_under_mouse(frame, scene) : nullptr;
    if (ImGui::IsItemClicked()) {
        const auto cell = match == nullptr ? std::nullopt : std::optional(cell_of_match(*match));
        if (cell != frame.state.view.pinned) frame.push(command::PinCell{cell});
    }
    if (match != nullptr) explain_pair(frame, match_story(frame.state.data.now, *match), cell_of_match(*match));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(origin, {origin.x + size.x, origin.y + size.y}, true);
    if (const auto& views = frame.state.data.now.views)
        draw_pictures(frame, *views, scene, list);
    else
        draw_scatters(frame, scene, list);
    draw_plain_lines(frame, scene, list);
    draw_marked_line(frame, scene, list);
    list.PopClipRect();
    draw_ratio_legend(frame, scene.has_pictures);
    return match == nullptr ? std::nullopt : std::optional(cell_of_match(*match));
}

} // namespace pairscope::app
