// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/panels.h"
#include "app/subjects/points/colour_legend.h"
#include "app/subjects/points/drawn_vectors.h"
#include "app/subjects/points/points.h"
#include "app/subjects/points/points_panel_axes.h"
#include "app/subjects/points/points_panel_graph.h"
#include "app/subjects/points/points_panel_scatter.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/pictures.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace pairscope::app {
namespace {

constexpr double fit_margin = 12.0; // [px] before scale

std::string help_text(const Frame& frame) {
    if (shows_given_distances(frame.state))
        return "Hover a point to mark its row in the matrix. A click keeps the mark, and a drag moves the view.";
    if (!can_edit_points(frame.state))
        return asks_for_matrix(frame.state)
                   ? "Hover a vector to mark it in the matrix. A click keeps the mark, and a drag moves the view."
                   : "Hover a vector to mark it. A click keeps the mark, and a drag moves the view.";
    if (!frame.state.data.selected.empty())
        return "Delete removes the selected points, and a click on an empty place deselects them.";
    if (!asks_for_matrix(frame.state))
        return "Drag a point: the output follows. Double-click adds one, Delete removes.";
    return "Drag a point: its row and column follow. Double-click adds one, Delete removes.";
}

/// The points, above the words on what the mouse does.
struct ScatterBox {
    ImVec2 size;
    bool has_help = true;
};

/// In a low panel the words give way to the points. The list of keys says the same.
ScatterBox scatter_box(const Frame& frame) {
    constexpr float low = 110.0f; // [px] before scale
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float width = std::max(frame.style.px(40.0f), room.x);
    const float help =
        ImGui::CalcTextSize(help_text(frame).c_str(), nullptr, false, width).y + ImGui::GetStyle().ItemSpacing.y;
    const bool has_help = room.y - help >= frame.style.px(low);
    const float height = std::max(has_help ? room.y - help : room.y, frame.style.px(60.0f));
    return {{std::floor(width), std::floor(height)}, has_help};
}

/// The stored view, or while it fits the one that shows every point. A drag does not move the ground under the mouse.
ScatterView current_view(const Frame& frame, const std::optional<Extent>& extent, Viewport viewport) {
    const ScatterView& stored = frame.state.view.scatter;
    if (!stored.fit || frame.state.data.dragging || !extent) return stored;
    const ScatterView view = fitted(*extent, viewport, fit_margin * double(frame.style.scale));
    if (view != stored) frame.push(command::SetScatter{view});
    return view;
}

void draw_scatter(const Frame& frame, const SetPlaces& places, const std::optional<Extent>& extent) {
    const auto [size, has_help] = scatter_box(frame);
    const Viewport viewport{.width = int(size.x), .height = int(size.y)};
    const ScatterView view = current_view(frame, extent, viewport);
    const Scatter scatter{.frame = frame,
                          .sets = {places.first, places.second},
                          .place = {view, viewport},
                          .origin = ImGui::GetCursorScreenPos(),
                          .size = size,
                          .editable = can_edit_points(frame.state)};
    ImGui::InvisibleButton("##scatter", size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    act_on(scatter);
    draw(scatter);
    if (has_help) wrapped_text(help_text(frame), frame.style.palette.dim);
}

void draw_colour_legend(const Frame& frame) {
    const auto legend = colour_legend(frame.state);
    if (!legend || frame.colormaps.empty()) return;
    ImGui::PushFont(nullptr, frame.style.small_size);
    ImGui::TextUnformatted(legend->low.c_str());
    ImGui::SameLine();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float end = ImGui::CalcTextSize(legend->high.c_str()).x;
    const float width = std::max(frame.style.px(20.0f), ImGui::GetContentRegionAvail().x - end - gap);
    draw_colour_strip("##values", width, [&](float value) { return colour_of_value(frame, value); });
    explain(frame, legend->meaning);
    ImGui::SameLine();
    ImGui::TextUnformatted(legend->high.c_str());
    ImGui::PopFont();
}

} // namespace

void draw_points_panel(const Frame& frame) {
    const Palette& palette = frame.style.palette;
    heading(frame, "Points", axes_words(frame.state), about_points(frame.state));
    if (!frame.state.data.now.question.first) {
        wrapped_text("The points appear here as soon as they are read.", palette.dim);
        return;
    }
    draw_axes_menu(frame);
    draw_sets_legend(frame);
    draw_labels_legend(frame);
    draw_colour_legend(frame);
    const SetPlaces places = places_now(frame.state);
    DrawnVectors& drawn = frame.drawn_vectors;
    drawn.set_places(places, frame.state.data.revision);
    const auto& extent = drawn.extent();
    const bool editable = can_edit_points(frame.state);
    if (!editable && !extent) {
        wrapped_text(why_nothing_is_drawn(frame.state), palette.dim);
        return;
    }
    if (const std::string words = undrawn_words(drawn.undrawn()); !editable && !words.empty())
        small_line(frame, words, palette.warning);
    if (const std::string note = graph_note(frame.state); !note.empty()) small_line(frame, note, palette.dim);
    draw_scatter(frame, places, extent);
}

} // namespace pairscope::app
