// SPDX-License-Identifier: MIT
#include "app/subjects/points/points_panel_scatter.h"

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr double zoom_step = 1.2; // a notch of the wheel

void keep(const ScatterDrag& drag) {
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    storage.SetInt(ImGui::GetID("set"), drag.grabbed ? drag.grabbed->set : 0);
    storage.SetInt(ImGui::GetID("row"), drag.grabbed ? int(drag.grabbed->row) + 1 : 0);
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

std::optional<PlacedVector> nearest_in(const Scatter& s, int set) {
    const auto row = nearest_point(s.sets[std::size_t(set)], s.place, mouse(s), double(s.frame.style.px(mouse_reach)));
    return row ? std::optional(PlacedVector{set, *row}) : std::nullopt;
}

double distance_from_mouse(const Scatter& s, PlacedVector vector) {
    const auto places = s.sets[std::size_t(vector.set)].subspan(std::size_t(2 * vector.row), 2);
    const Pixel at = to_pixel(s.place.view, {double(places[0]), double(places[1])}, s.place.viewport);
    return std::hypot(at.x - mouse(s).x, at.y - mouse(s).y);
}

/// If one of each set is equally near, this is the vector of the second set.
std::optional<PlacedVector> vector_under_mouse(const Scatter& s) {
    const auto first = nearest_in(s, 0), second = nearest_in(s, 1);
    if (!first || !second) return first ? first : second;
    return distance_from_mouse(s, *first) < distance_from_mouse(s, *second) ? first : second;
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
        s.frame.push(
            command::SetScatter{panned(view, {double(io.MouseDelta.x), double(io.MouseDelta.y)}),
                                io.MouseClickedTime[io.MouseDown[ImGuiMouseButton_Right] ? ImGuiMouseButton_Right
                                                                                         : ImGuiMouseButton_Middle]});
}

/// Marks while the mouse is here, and takes its mark away when it is not: the matrix marks with the same hand.
void hover(const Scatter& s, const ScatterDrag& drag) {
    const ViewState& view = s.frame.state.view;
    std::optional<PlacedVector> vector = drag.grabbed;
    if (!vector && ImGui::IsItemHovered() && !drag.boxing) vector = vector_under_mouse(s);
    if (!vector) {
        if (view.hovered_in == HoverPlace::points) s.frame.push(command::HoverCell{{}, HoverPlace::points});
        return;
    }
    const Cell cell = cell_of_vector(s.frame.state, *vector);
    if (view.hovered != cell && may_hover(s.frame)) s.frame.push(command::HoverCell{cell, HoverPlace::points});
}

/// Returns whether the selection changes. What else the same click does is then part of its step of undo.
bool select(const Scatter& s, std::vector<std::int64_t> rows, bool toggle) {
    if (ImGui::GetIO().KeyShift || ImGui::GetIO().KeyCtrl) {
        std::vector<std::int64_t> all = s.frame.state.data.selected.rows(); // ascending, as points_in_box() gives them
        std::vector<std::int64_t> result;
        if (toggle)
            std::set_symmetric_difference(all.begin(), all.end(), rows.begin(), rows.end(), std::back_inserter(result));
        else
            std::set_union(all.begin(), all.end(), rows.begin(), rows.end(), std::back_inserter(result));
        rows = std::move(result);
    }
    if (rows == s.frame.state.data.selected) return false;
    s.frame.push(command::SelectRows{std::move(rows)});
    return true;
}

void press(const Scatter& s) {
    const Pixel at = mouse(s);
    const auto vector = vector_under_mouse(s);
    if (s.editable && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !vector) {
        const PlanePoint place = place_under_mouse(s);
        s.frame.push(command::AddPoint{float(place.x), float(place.y)});
        return keep({});
    }
    keep({.grabbed = vector, .moved = false, .boxing = !vector, .start = {float(at.x), float(at.y)}});
}

void hold(const Scatter& s, ScatterDrag drag) {
    if (!drag.moved) drag.moved = is_far(s, drag.start);
    keep(drag);
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    if (!drag.moved || (moved.x == 0.0f && moved.y == 0.0f)) return;
    if (!s.editable) {
        s.frame.push(command::SetScatter{panned(s.place.view, {double(moved.x), double(moved.y)}),
                                         ImGui::GetIO().MouseClickedTime[ImGuiMouseButton_Left]});
    } else if (drag.grabbed) {
        const PlanePoint place = place_under_mouse(s);
        s.frame.push(command::MovePoint{drag.grabbed->row, float(place.x), float(place.y), false});
    }
}

void release_point(const Scatter& s, const ScatterDrag& drag) {
    if (drag.moved && s.editable) {
        const PlanePoint place = place_under_mouse(s);
        s.frame.push(command::MovePoint{drag.grabbed->row, float(place.x), float(place.y), true});
    } else if (!drag.moved) {
        const bool selects = s.editable && select(s, {drag.grabbed->row}, true);
        s.frame.push(
            command::PinCell{cell_of_vector(s.frame.state, *drag.grabbed), selects ? command::same_step : 0.0});
    }
}

void release_ground(const Scatter& s, const ScatterDrag& drag) {
    if (drag.moved && s.editable) {
        const Pixel start{double(drag.start.x), double(drag.start.y)};
        (void)select(s, points_in_box(s.sets[0], s.place, {start, mouse(s)}), false);
    } else if (!drag.moved) {
        const bool selects = s.editable && select(s, {}, false);
        if (s.frame.state.view.pinned) s.frame.push(command::PinCell{{}, selects ? command::same_step : 0.0});
    }
}

} // namespace

ScatterDrag drag_of(const Scatter& scatter) {
    const ImGuiStorage& storage = *ImGui::GetStateStorage();
    ScatterDrag drag{.grabbed = {},
                     .moved = storage.GetBool(ImGui::GetID("moved")),
                     .boxing = storage.GetBool(ImGui::GetID("boxing")),
                     .start = {storage.GetFloat(ImGui::GetID("x")), storage.GetFloat(ImGui::GetID("y"))}};
    const PlacedVector grabbed{storage.GetInt(ImGui::GetID("set")), storage.GetInt(ImGui::GetID("row")) - 1};
    const bool exists = grabbed.row < scatter.rows(grabbed.set); // it may have been undone or loaded anew meanwhile
    if (grabbed.row >= 0 && exists) drag.grabbed = grabbed;
    return drag;
}

void act_on(const Scatter& scatter) {
    zoom_and_pan(scatter);
    const ScatterDrag drag = drag_of(scatter);
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        press(scatter);
    } else if ((drag.grabbed || drag.boxing) && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        hold(scatter, drag);
    } else if (drag.grabbed || drag.boxing) {
        if (drag.grabbed)
            release_point(scatter, drag);
        else
            release_ground(scatter, drag);
        keep({});
    }
    hover(scatter, drag_of(scatter));
}

} // namespace pairscope::app
