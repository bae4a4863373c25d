// SPDX-License-Identifier: MIT
#include "app/window/arrangement.h"

#include <fmt/format.h>

#include <algorithm>

#include <imgui_internal.h> // DockBuilder

namespace pairscope::app {
namespace {

constexpr float data_height = 310.0f; // [px] before scale: what the panels need to show everything without scrolling
constexpr float neighbours_height = 290.0f;
constexpr float least_points_height = 270.0f;
constexpr float least_share_of_neighbours = 0.36f;
constexpr float ladder_height = 348.0f;
constexpr float ladder_share = 0.42f;             // at least, of a high column: so fewer of its groups fold
constexpr float presented_ladder_height = 280.0f; // less: the larger text about the selected variant needs the room
constexpr float left_width_for_data = 380.0f;     // for the left column where there is no right one
constexpr float least_width_for_data = 290.0f;    // for each column beside the matrix
constexpr float large_half = 0.62f;               // a share of the width of a presentation

/// The share of `whole` that gives a panel the height its content needs, within reason.
float share_of(float wanted, float whole) { return std::clamp(wanted / whole, 0.15f, 0.6f); }

/// The share that lists the usual eight neighbours, if that leaves enough room for the points. `both` is the height of
/// the two panels before scale.
float share_of_neighbours(float both) {
    return std::max(least_share_of_neighbours, std::min(neighbours_height, both - least_points_height) / both);
}

/// The matrix is square, and the columns beside it share the rest. The panels about kernels have no place. In a narrow
/// window there is one column beside the matrix.
DockColumns split_for_data(ImGuiID space, ImVec2 size) {
    const bool narrow = size.x < narrow_width;
    const float beside = 0.5f * (size.x - 1.02f * size.y);
    const float left = narrow ? std::clamp(left_width_for_data / size.x, 0.2f, 0.4f)
                              : std::clamp(beside, least_width_for_data, 0.3f * size.x) / size.x;
    DockColumns c;
    c.matrix = space;
    c.data = ImGui::DockBuilderSplitNode(c.matrix, ImGuiDir_Left, left, nullptr, &c.matrix);
    c.points =
        ImGui::DockBuilderSplitNode(c.data, ImGuiDir_Down, 1.0f - share_of(data_height, size.y), nullptr, &c.data);
    c.neighbours =
        narrow ? ImGui::DockBuilderSplitNode(c.points, ImGuiDir_Down, 0.45f, nullptr, &c.points)
               : ImGui::DockBuilderSplitNode(c.matrix, ImGuiDir_Right, left / (1.0f - left), nullptr, &c.matrix);
    return c;
}

/// The output has the large half. The points and their neighbours share the other one.
DockColumns split_for_presented_data(ImGuiID space) {
    DockColumns c;
    c.matrix = space;
    c.points = ImGui::DockBuilderSplitNode(c.matrix, ImGuiDir_Right, 1.0f - large_half, nullptr, &c.matrix);
    c.neighbours = ImGui::DockBuilderSplitNode(c.points, ImGuiDir_Down, 0.5f, nullptr, &c.points);
    return c;
}

/// The panel has the large half. The output and the ladder share the other one.
DockColumns split_for_panel(ImGuiID space, ImVec2 size) {
    DockColumns c;
    c.details = space;
    c.ladder = ImGui::DockBuilderSplitNode(c.details, ImGuiDir_Right, 1.0f - large_half, nullptr, &c.details);
    const float ladder = share_of(presented_ladder_height, size.y);
    c.matrix = ImGui::DockBuilderSplitNode(c.ladder, ImGuiDir_Up, 1.0f - ladder, nullptr, &c.ladder);
    c.data = c.points = c.neighbours = c.matrix;
    return c;
}

} // namespace

ImGuiID space_of(Arrangement arrangement) {
    switch (arrangement) {
    case Arrangement::columns:
        return ImGui::GetID("columns");
    case Arrangement::narrow:
        return ImGui::GetID("narrow");
    case Arrangement::presentation:
        return ImGui::GetID("presentation");
    case Arrangement::data:
        return ImGui::GetID("data");
    case Arrangement::presented_panel:
        return ImGui::GetID("presented panel");
    case Arrangement::presented_data:
        return ImGui::GetID("presented data");
    }
    return 0;
}

std::string title_of(const Panel& panel, Arrangement arrangement) {
    switch (arrangement) {
    case Arrangement::columns:
        return panel.name;
    case Arrangement::narrow:
        return fmt::format("{0}###{0}, narrow", panel.name);
    case Arrangement::presentation:
        return fmt::format("{0}###{0}, presented", panel.name);
    case Arrangement::data:
        return fmt::format("{0}###{0}, data alone", panel.name);
    case Arrangement::presented_panel:
        return fmt::format("{0}###{0}, presented large", panel.name);
    case Arrangement::presented_data:
        return fmt::format("{0}###{0}, presented data", panel.name);
    }
    return {};
}

float share_of_ladder(float whole, Arrangement arrangement) {
    const bool presented = is_presentation(arrangement);
    return std::max(share_of(presented ? presented_ladder_height : ladder_height, whole), ladder_share);
}

DockColumns split(ImGuiID space, ImVec2 size, Arrangement arrangement) {
    if (arrangement == Arrangement::data) return split_for_data(space, size);
    if (arrangement == Arrangement::presented_panel) return split_for_panel(space, size);
    if (arrangement == Arrangement::presented_data) return split_for_presented_data(space);
    const bool presentation = arrangement == Arrangement::presentation;
    DockColumns c;
    ImGuiID middle = space;
    if (!presentation) c.data = ImGui::DockBuilderSplitNode(middle, ImGuiDir_Left, 0.2f, nullptr, &middle);
    if (arrangement == Arrangement::columns) {
        c.points =
            ImGui::DockBuilderSplitNode(c.data, ImGuiDir_Down, 1.0f - share_of(data_height, size.y), nullptr, &c.data);
        const float below_data = size.y * (1.0f - share_of(data_height, size.y));
        c.neighbours =
            ImGui::DockBuilderSplitNode(c.points, ImGuiDir_Down, share_of_neighbours(below_data), nullptr, &c.points);
    } else {
        c.points = c.neighbours = c.data;
    }
    c.ladder = ImGui::DockBuilderSplitNode(middle, ImGuiDir_Right, presentation ? 0.42f : 0.375f, nullptr, &middle);
    c.matrix = middle;
    const float ladder = share_of_ladder(size.y, arrangement);
    c.details = ImGui::DockBuilderSplitNode(c.ladder, ImGuiDir_Down, 1.0f - ladder, nullptr, &c.ladder);
    return c;
}

ImGuiID place_of(const DockColumns& c, Panel::Dock dock) {
    switch (dock) {
    case Panel::Dock::data:
        return c.data;
    case Panel::Dock::points:
        return c.points;
    case Panel::Dock::neighbours:
        return c.neighbours;
    case Panel::Dock::matrix:
        return c.matrix;
    case Panel::Dock::ladder:
        return c.ladder;
    case Panel::Dock::details:
        return c.details;
    }
    return 0;
}

bool has_place(const Panel& panel, Arrangement arrangement) {
    const bool is_about_kernels = panel.dock == Panel::Dock::ladder || panel.dock == Panel::Dock::details;
    if (arrangement == Arrangement::data) return !is_about_kernels;
    if (arrangement == Arrangement::presented_data) return !is_about_kernels && panel.dock != Panel::Dock::data;
    return !is_presentation(arrangement) || panel.dock == Panel::Dock::matrix || panel.dock == Panel::Dock::ladder ||
           panel.dock == Panel::Dock::details;
}

} // namespace pairscope::app
