// SPDX-License-Identifier: MIT
#include "app/features/points/points_panel_scatter.h"

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float reach = 9.0f;     // [px] before scale: how near the mouse has to be to a point
constexpr double zoom_step = 1.2; // a notch of the wheel

void keep(const ScatterDrag& drag) {
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    storage.SetInt(ImGui::GetID("row"), int(drag.row) + 1);
    storage.SetBool(ImGui::GetID("moved"), drag.moved);
    storage.SetBool(ImGui::GetID("boxing"), drag.boxing);
    storage.SetFloat(ImGui::GetID("x"), drag.start.x);
    storage.SetFloat(ImGui::GetID("y"), drag.start.y);
}

Pixel mouse(const Scatter& s) {
    const ImVec2 at = ImGui::GetIO().MousePos;
    return {double(at.x - s.origin.x), double(at.y - s.origin.y)};
}

/// The mouse, held within the box: a point that is dragged stays in sight.
PlanePoint place_under_mouse(const Scatter& s) {
    const Pixel at = mouse(s);
    return to_data(s.place.view, {std::clamp(at.x, 0.0, double(s.size.x)), std::clamp(at.y, 0.0, double(s.size.y))},
                   s.place.viewport);
}

std::optional<std::int64_t> point_under_mouse(const Scatter& s) {
    return nearest_point(coordinates(s.data), s.place, mouse(s), double(s.frame.style.px(reach)));
}

bool is_far(const Scatter& s, ImVec2 start) {
    const Pixel at = mouse(s);
    return std::hypot(at.x - double(start.x), at.y - double(start.y)) > double(s.frame.style.px(3.0f));
}

void zoom_and_pan(const Scatter& s) {
    const ImGuiIO& io = ImGui::GetIO();
    const ScatterView& view = s.place.view;
    if (ImGui::IsItemHovered() && io.MouseWheel != 0.0f) {
        const Zoom zoom{.about = mouse(s), .factor = std::pow(zoom_step, double(io.MouseWheel))};
        s.frame.push(command::SetScatter{zoomed(view, zoom, s.place.viewport)});
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Right)) {
        ScatterView fit = view;
        fit.fit = true;
        s.frame.push(command::SetScatter{fit});
        return;
    }
    const bool held =
        ImGui::IsMouseDragging(ImGuiMouseButton_Right, 2.0f) || ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0.0f);
    if (ImGui::IsItemActive() && held && (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f))
        s.frame.push(command::SetScatter{panned(view, {double(io.MouseDelta.x), double(io.MouseDelta.y)})});
}

/// A row against the column that a click keeps; without one, against itself.
Cell cell_of(const Scatter& s, std::int64_t row) {
    const auto& pinned = s.frame.state.view.pinned;
    return {row, pinned ? std::clamp<std::int64_t>(pinned->col, 0, s.data.rows - 1) : row};
}

/// Marks while the mouse is here, and takes its mark away when it is not: the matrix marks with the same hand.
void hover(const Scatter& s, const ScatterDrag& drag) {
    const ViewState& view = s.frame.state.view;
    std::optional<std::int64_t> row;
    if (drag.row >= 0)
        row = drag.row;
    else if (ImGui::IsItemHovered() && !drag.boxing)
        row = point_under_mouse(s);
    if (row && view.hovered != cell_of(s, *row))
        s.frame.push(command::HoverCell{cell_of(s, *row), HoverPlace::points});
    else if (!row && view.hovered_in == HoverPlace::points)
        s.frame.push(command::HoverCell{{}, HoverPlace::points});
}

void select(const Scatter& s, std::vector<std::int64_t> rows, bool toggle) {
    if (ImGui::GetIO().KeyShift || ImGui::GetIO().KeyCtrl) {
        std::vector<std::int64_t> all = s.frame.state.data.selected; // ascending, as points_in_box() gives them
        std::vector<std::int64_t> result;
        if (toggle)
            std::set_symmetric_difference(all.begin(), all.end(), rows.begin(), rows.end(), std::back_inserter(result));
        else
            std::set_union(all.begin(), all.end(), rows.begin(), rows.end(), std::back_inserter(result));
        rows = std::move(result);
    }
    if (rows != s.frame.state.data.selected) s.frame.push(command::SelectRows{std::move(rows)});
}

void press(const Scatter& s) {
    const Pixel at = mouse(s);
    ScatterDrag drag{.row = -1, .moved = false, .boxing = false, .start = {float(at.x), float(at.y)}};
    const auto row = point_under_mouse(s);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !row) {
        const PlanePoint place = place_under_mouse(s);
        s.frame.push(command::AddPoint{float(place.x), float(place.y)});
    } else if (row) {
        drag.row = *row;
    } else {
        drag.boxing = true;
    }
    keep(drag);
}

void hold(const Scatter& s, ScatterDrag drag) {
    if (!drag.moved) drag.moved = is_far(s, drag.start);
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    if (drag.row >= 0 && drag.moved && (moved.x != 0.0f || moved.y != 0.0f)) {
        const PlanePoint place = place_under_mouse(s);
        s.frame.push(command::MovePoint{drag.row, float(place.x), float(place.y), false});
    }
    keep(drag);
}

void release(const Scatter& s, const ScatterDrag& drag) {
    if (drag.row >= 0 && drag.moved) {
        const PlanePoint place = place_under_mouse(s);
        s.frame.push(command::MovePoint{drag.row, float(place.x), float(place.y), true});
    } else if (drag.row >= 0) {
        select(s, {drag.row}, true);
        s.frame.push(command::PinCell{cell_of(s, drag.row)});
    } else if (drag.boxing && drag.moved) {
        const Pixel start{double(drag.start.x), double(drag.start.y)};
        select(s, points_in_box(coordinates(s.data), s.place, {start, mouse(s)}), false);
    } else if (drag.boxing) {
        select(s, {}, false);
        if (s.frame.state.view.pinned) s.frame.push(command::PinCell{});
    }
    keep({});
}

} // namespace

ScatterDrag drag_of(const Scatter& scatter) {
    const ImGuiStorage& storage = *ImGui::GetStateStorage();
    ScatterDrag drag{.row = std::int64_t(storage.GetInt(ImGui::GetID("row"))) - 1,
                     .moved = storage.GetBool(ImGui::GetID("moved")),
                     .boxing = storage.GetBool(ImGui::GetID("boxing")),
                     .start = {storage.GetFloat(ImGui::GetID("x")), storage.GetFloat(ImGui::GetID("y"))}};
    if (drag.row >= scatter.data.rows) drag.row = -1; // undone or loaded anew meanwhile
    return drag;
}

void act_on(const Scatter& scatter) {
    zoom_and_pan(scatter);
    const ScatterDrag drag = drag_of(scatter);
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        press(scatter);
    else if (drag.row >= 0 || drag.boxing) {
        if (ImGui::IsMouseDown(ImGuiMouseButton_Left))
            hold(scatter, drag);
        else
            release(scatter, drag);
    }
    hover(scatter, drag_of(scatter));
}

} // namespace pairscope::app
