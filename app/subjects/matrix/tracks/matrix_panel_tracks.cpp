// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/tracks/matrix_panel_tracks.h"

#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/subjects/matrix/clusters/group_gaps.h"
#include "app/subjects/matrix/tracks/track_strip.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/points/points.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float strip_width = 11.0f; // [px] before scale
constexpr float text_width = 64.0f;  // a track whose values are written has it
constexpr float strip_gap = 2.0f;    // after each strip
constexpr float name_size = 11.0f;   // the letters of the names of tracks
constexpr double least_part = 2.0;   // [px]: a CPU draws half as many parts in time for 30 frames per second
constexpr float most_room = 240.0f;  // for all tracks together: narrower strips have room in it

ImU32 opaque_colour(Rgb rgb) { return IM_COL32(rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff, 255); }

/// Are rows so high that texts can be written beside them? The room that tracks take does not count.
bool have_room_for_texts(const Frame& frame) {
    const ImVec2 size = ImGui::GetWindowSize();
    const HeatmapView view = view_in(frame.state, {int(size.x), int(size.y)});
    return view.pixels_per_cell >= 1.3 * double(frame.style.px(frame.style.small_size));
}

/// How wide each track is, with the gap before it.
std::vector<float> track_widths(const Frame& frame) {
    std::vector<float> widths;
    if (tracks_of(frame.state).empty()) return widths;
    const bool are_written = have_room_for_texts(frame);
    float all = 0.0f;
    for (const Track& track : tracks_of(frame.state)) {
        const bool is_wide = track.kind == TrackKind::texts && are_written;
        widths.push_back(std::floor(frame.style.px((is_wide ? text_width : strip_width) + strip_gap)));
        all += widths.back();
    }
    const float share = std::min(1.0f, frame.style.px(most_room) / std::max(1.0f, all));
    for (float& width : widths) width = std::floor(width * share);
    return widths;
}

/// One edge on the screen: `near` is where the tracks begin beside the matrix, and they go on to the left or upwards.
struct TrackSide {
    Edge edge = Edge::rows;
    float near = 0.0f;
    ImVec2 low, high; ///< around all tracks together

    [[nodiscard]] bool of_rows() const { return edge == Edge::rows; }
};

/// A part of a strip: `from` and `to` run along the edge, `inner` and `outer` away from the matrix.
struct StripBox {
    float from = 0.0f, to = 0.0f, inner = 0.0f, outer = 0.0f;
};
void fill_part(ImDrawList& list, const TrackSide& side, const StripBox& box, ImU32 colour) {
    if (side.of_rows())
        list.AddRectFilled({box.outer, box.from}, {box.inner, box.to}, colour);
    else
        list.AddRectFilled({box.from, box.outer}, {box.to, box.inner}, colour);
}

void add_turned_text(ImDrawList& list, ImVec2 at, ImU32 colour, const std::string& text) {
    const ImVec2 from = list.GetClipRectMin(); // letters outside of the clipped part would be left out
    const int first = list.VtxBuffer.Size;
    list.AddText(from, colour, text.c_str());
    for (int i = first; i < list.VtxBuffer.Size; ++i) {
        ImVec2& corner = list.VtxBuffer[i].pos;
        corner = {at.x + (corner.y - from.y), at.y - (corner.x - from.x)};
    }
}

/// Only rows in sight have parts, so no other name is drawn.
void write_part(const Frame& frame, const TrackSide& side, const StripBox& box, const std::string& text) {
    const float line = ImGui::GetFontSize(), middle = (box.from + box.to) / 2.0f;
    const std::string fits = shortened(text, std::abs(box.inner - box.outer) - 2.0f);
    const ImU32 ink = ImGui::GetColorU32(frame.style.palette.text);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (side.of_rows())
        list.AddText({box.inner - 2.0f - ImGui::CalcTextSize(fits.c_str()).x, middle - line / 2.0f}, ink, fits.c_str());
    else
        add_turned_text(list, {middle - line / 2.0f, box.inner - 2.0f}, ink, fits);
}

/// The name of a track above the matrix stands left of it, where there is room.
void write_name(const Frame& frame, const TrackSide& side, const StripBox& strip, const std::string& name) {
    if (side.of_rows()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::PushFont(nullptr, name_size);
    const float room = side.low.x - ImGui::GetWindowPos().x - frame.style.px(12.0f);
    const std::string fits = shortened(name, room);
    const ImVec2 size = ImGui::CalcTextSize(fits.c_str());
    if (room > frame.style.px(16.0f))
        list.AddText({side.low.x - size.x - frame.style.px(4.0f), (strip.inner + strip.outer - size.y) / 2.0f},
                     ImGui::GetColorU32(frame.style.palette.dim), fits.c_str());
    ImGui::PopFont();
}

struct StripPlace {
    std::size_t track = 0;
    float inner = 0.0f, outer = 0.0f;
};
std::vector<StripPlace> strip_places(const Frame& frame, const TrackSide& side) {
    std::vector<StripPlace> places;
    float inner = side.near;
    for (const float width : track_widths(frame)) {
        const float gap = std::min(frame.style.px(strip_gap), width / 2.0f);
        places.push_back({.track = places.size(), .inner = inner - gap, .outer = inner - width});
        inner -= width;
    }
    return places;
}

void draw_one_track(const Frame& frame, const MatrixPlace& place, const TrackSide& side, const StripPlace& strip) {
    const Track& track = tracks_of(frame.state)[strip.track];
    const float origin = side.of_rows() ? place.origin.y : place.origin.x;
    const float least = side.of_rows() ? side.low.y : side.low.x, most = side.of_rows() ? side.high.y : side.high.x;
    const bool are_written = have_room_for_texts(frame);
    const ImU32 faint = ImGui::GetColorU32(frame.style.palette.grid);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    StripBox box{.inner = strip.inner, .outer = strip.outer};
    for (const TrackPart& part : track_parts(frame.state, side.edge, {place.view, place.viewport}, track, least_part)) {
        box.from = std::max(least, origin + float(part.begin));
        box.to = std::min(most, origin + float(part.end));
        if (box.to <= box.from) continue;
        if (const auto colour = colour_in_track(track, strip.track, part.value))
            fill_part(list, side, box, opaque_colour(*colour));
        else if (part.value.is_known() && are_written)
            write_part(frame, side, box, words_of_value(track, part.value));
        else if (part.value.is_known()) // there is a text, which a larger zoom shows
            fill_part(list, side, box, faint);
    }
    box.from = least;
    box.to = most;
    write_name(frame, side, box, track.name);
}

/// The part of a track under the mouse.
struct TrackUnderMouse {
    StripPlace strip;
    TrackPart part;
};
std::optional<TrackUnderMouse> under_mouse(const Frame& frame, const MatrixPlace& place, const TrackSide& side) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float away = side.of_rows() ? mouse.x : mouse.y;
    const double along = double(side.of_rows() ? mouse.y - place.origin.y : mouse.x - place.origin.x);
    for (const StripPlace& strip : strip_places(frame, side)) {
        if (away < strip.outer || away > strip.inner) continue;
        const Track& track = tracks_of(frame.state)[strip.track];
        const auto parts = track_parts(frame.state, side.edge, {place.view, place.viewport}, track, least_part);
        const auto found =
            std::ranges::find_if(parts, [&](const TrackPart& part) { return along >= part.begin && along < part.end; });
        if (found == parts.end()) continue;
        TrackUnderMouse here{strip, *found};
        if (place.view.pixels_per_cell >= 1.0) { // one of several rows with the same value
            const Position at = position_at(place.view, {along, along}, place.viewport);
            here.part.first = here.part.last = std::int64_t(std::floor(side.of_rows() ? at.row : at.col));
        }
        return here;
    }
    return {};
}

const Dataset& set_along(const State& state, Edge edge) {
    const Question& now = state.data.now.question;
    return edge == Edge::rows ? *now.first : now.across();
}

void draw_legend_line(const Frame& frame, ImU32 colour, const std::string& words, bool is_here) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.2f * line}, {at.x + 0.7f * line, at.y + 0.9f * line},
                                              colour);
    ImGui::Dummy({0.7f * line, line});
    ImGui::SameLine();
    ImGui::TextColored(is_here ? frame.style.palette.text : frame.style.palette.dim, "%s", words.c_str());
}

void draw_scale_of(const Frame& frame, const Track& track, std::size_t place) {
    constexpr int steps = 24;
    const float line = ImGui::GetTextLineHeight(), step = frame.style.px(5.0f);
    ImGui::TextColored(frame.style.palette.dim, "%s", fmt::format("{:.6g}", track.low).c_str());
    ImGui::SameLine();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    for (int i = 0; i < steps; ++i)
        ImGui::GetWindowDrawList()->AddRectFilled({at.x + float(i) * step, at.y + 0.2f * line},
                                                  {at.x + float(i + 1) * step, at.y + 0.9f * line},
                                                  opaque_colour(shade_rgb(double(i) / (steps - 1), place)));
    ImGui::Dummy({steps * step, line});
    ImGui::SameLine();
    ImGui::TextColored(frame.style.palette.dim, "%s", fmt::format("{:.6g}", track.high).c_str());
}

std::string rows_in_words(const State& state, Edge edge, const TrackPart& part, TrackKind kind) {
    const Dataset& set = set_along(state, edge);
    const Cell cell = cell_there(shown_order(state), {part.first, part.first});
    const std::int64_t row = edge == Edge::rows ? cell.row : cell.col;
    const char* const what = edge == Edge::rows ? "row" : "column";
    if (part.last > part.first)
        return fmt::format("{} of {} side by side", kind == TrackKind::numbers ? "The mean" : "The most frequent value",
                           counted(part.last - part.first + 1, what));
    const std::string& label = label_of_row(set, row);
    return label.empty() ? numbered_row(set, row, what) : fmt::format("{}, {}", numbered_row(set, row, what), label);
}

void draw_story(const Frame& frame, const TrackSide& side, const TrackUnderMouse& here) {
    const Track& track = tracks_of(frame.state)[here.strip.track];
    if (!begin_tooltip(frame)) return;
    ImGui::PushFont(frame.style.fonts.bold, 0.0f);
    ImGui::TextUnformatted(fmt::format("{}: {}", track.name, words_of_value(track, here.part.value)).c_str());
    ImGui::PopFont();
    ImGui::TextColored(frame.style.palette.dim, "%s",
                       rows_in_words(frame.state, side.edge, here.part, track.kind).c_str());
    if (track.kind == TrackKind::numbers) draw_scale_of(frame, track, here.strip.track);
    if (track.kind == TrackKind::categories) {
        const std::vector<std::int64_t> counts = counts_in_track(frame.state, side.of_rows() ? 0 : 1, track);
        for (std::size_t i = 0; i < track.categories.size(); ++i)
            draw_legend_line(frame,
                             opaque_colour(*colour_in_track(track, here.strip.track, {.category = std::int32_t(i)})),
                             fmt::format("{}  {}", track.categories[i], grouped(counts[i])),
                             std::size_t(here.part.value.category) == i);
        ImGui::TextColored(frame.style.palette.dim, "A click selects the rows of this category.");
    }
    ImGui::EndTooltip();
}

/// The rows of the first set that have this category.
std::vector<std::int64_t> rows_of_category(const State& state, const Track& track, std::int32_t category) {
    const Dataset& set = *state.data.now.question.first;
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < set.rows; ++row)
        if (value_in_track(track, 0, set, row).category == category) rows.push_back(row);
    return rows;
}

void answer_mouse_on_tracks(const Frame& frame, const MatrixPlace& place, const TrackSide& side, bool is_clicked) {
    const auto here = under_mouse(frame, place, side);
    if (!here) return;
    draw_story(frame, side, *here);
    const Track& track = tracks_of(frame.state)[here->strip.track];
    const bool is_first_set = side.of_rows() || !frame.state.data.now.question.second;
    if (is_clicked && is_first_set && track.kind == TrackKind::categories && here->part.value.is_known())
        frame.push(command::SelectRows{rows_of_category(frame.state, track, here->part.value.category)});
}

void draw_track_side(const Frame& frame, const MatrixPlace& place, const TrackSide& side) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    for (const StripPlace& strip : strip_places(frame, side)) draw_one_track(frame, place, side, strip);
    ImGui::PopFont();
}

} // namespace

float tracks_margin(const Frame& frame) {
    float room = 0.0f;
    for (const float width : track_widths(frame)) room += width;
    return room;
}

namespace {

std::array<TrackSide, 2> track_sides(const Frame& frame, const MatrixPlace& place) {
    const ImVec2 corner = corner_of_margins(place);
    const MatrixShape shape = shown_shape(frame.state);
    const Pixel first = pixel_at(place.view, {}, place.viewport);
    const Pixel last = pixel_at(place.view, {double(shape.rows), double(shape.cols)}, place.viewport);
    const auto inside = [](double value, int side) { return float(std::clamp(value, 0.0, double(side))); };
    const ImVec2 low{place.origin.x + inside(first.x, place.viewport.width),
                     place.origin.y + inside(first.y, place.viewport.height)};
    const ImVec2 high{place.origin.x + inside(last.x, place.viewport.width),
                      place.origin.y + inside(last.y, place.viewport.height)};
    return {
        TrackSide{
            .edge = Edge::rows, .near = corner.x, .low = {corner.x - place.tracks, low.y}, .high = {corner.x, high.y}},
        TrackSide{.edge = Edge::columns,
                  .near = corner.y,
                  .low = {low.x, corner.y - place.tracks},
                  .high = {high.x, corner.y}}};
}

} // namespace

TracksMouse act_on_tracks(const Frame& frame, const MatrixPlace& place) {
    TracksMouse mouse;
    if (place.tracks <= 0.0f) return mouse;
    const ImVec2 after = ImGui::GetCursorScreenPos();
    for (const TrackSide& side : track_sides(frame, place)) {
        const std::size_t i = side.of_rows() ? 0 : 1;
        ImGui::SetCursorScreenPos(side.low);
        mouse.clicked[i] = ImGui::InvisibleButton(
            side.of_rows() ? "##row tracks" : "##column tracks",
            {std::max(1.0f, side.high.x - side.low.x), std::max(1.0f, side.high.y - side.low.y)});
        mouse.hovered[i] = ImGui::IsItemHovered();
    }
    ImGui::SetCursorScreenPos(after);
    return mouse;
}

void draw_tracks(const Frame& frame, const MatrixPlace& place, const TracksMouse& mouse) {
    for (const TrackSide& side : track_sides(frame, place)) {
        const std::size_t i = side.of_rows() ? 0 : 1;
        draw_track_side(frame, place, side);
        if (mouse.hovered[i] || mouse.clicked[i]) answer_mouse_on_tracks(frame, place, side, mouse.clicked[i]);
    }
}

void draw_group_gaps(const Frame& frame, const PictureArea& area, const HeatmapView& view) {
    const std::vector<std::int64_t> of_rows = group_gaps(frame.state, 0), of_cols = group_gaps(frame.state, 1);
    if (of_rows.empty() && of_cols.empty()) return;
    const float width = frame.style.px(2.0f);
    const double apart = 3.0 * double(width);
    const ImU32 ground = ImGui::GetColorU32(frame.style.palette.background);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.origin, area.end(), true);
    for (const double y : gaps_in_sight(of_rows, Edge::rows, {view, area.viewport}, apart))
        list.AddRectFilled({area.origin.x, area.origin.y + float(y) - width / 2.0f},
                           {area.end().x, area.origin.y + float(y) + width / 2.0f}, ground);
    for (const double x : gaps_in_sight(of_cols, Edge::columns, {view, area.viewport}, apart))
        list.AddRectFilled({area.origin.x + float(x) - width / 2.0f, area.origin.y},
                           {area.origin.x + float(x) + width / 2.0f, area.end().y}, ground);
    list.PopClipRect();
}

} // namespace pairscope::app
