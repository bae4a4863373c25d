// SPDX-License-Identifier: MIT
#include "app/gui/layout.h"

#include "app/panels/panels.h"

#include <algorithm>

#include <imgui_internal.h>

namespace pairscope::app {
namespace {

constexpr float data_height = 252.0f; // [px] before scale: what the panels need to show everything without scrolling
constexpr float ladder_height = 348.0f;
constexpr float presented_ladder_height = 280.0f; // the text is larger: what explains the selected rung needs the room
constexpr float narrow = 1100.0f;                 // [px] below this width the left column folds into tabs

struct Columns {
    ImGuiID data = 0, points = 0, neighbours = 0, matrix = 0, ladder = 0, details = 0;
};

/// The share of `whole` that gives a panel the height its content needs, within reason.
float share_of(float wanted, float whole) { return std::clamp(wanted / whole, 0.15f, 0.6f); }

/// `size` is the workspace's, before scale.
Columns split(ImGuiID space, ImVec2 size, bool presentation) {
    const float width = size.x;
    Columns c;
    ImGuiID middle = space;
    if (!presentation) {
        const ImGuiID left = ImGui::DockBuilderSplitNode(middle, ImGuiDir_Left, 0.19f, nullptr, &middle);
        c.data = left;
        if (width >= narrow) {
            c.points = ImGui::DockBuilderSplitNode(c.data, ImGuiDir_Down, 1.0f - share_of(data_height, size.y), nullptr,
                                                   &c.data);
            c.neighbours = ImGui::DockBuilderSplitNode(c.points, ImGuiDir_Down, 0.36f, nullptr, &c.points);
        } else {
            c.points = c.neighbours = c.data;
        }
    }
    c.ladder = ImGui::DockBuilderSplitNode(middle, ImGuiDir_Right, presentation ? 0.42f : 0.385f, nullptr, &middle);
    c.matrix = middle;
    const float ladder = share_of(presentation ? presented_ladder_height : ladder_height, size.y);
    c.details = ImGui::DockBuilderSplitNode(c.ladder, ImGuiDir_Down, 1.0f - ladder, nullptr, &c.ladder);
    return c;
}

ImGuiID place_of(const Columns& c, Panel::Place place) {
    switch (place) {
    case Panel::Place::data:
        return c.data;
    case Panel::Place::points:
        return c.points;
    case Panel::Place::neighbours:
        return c.neighbours;
    case Panel::Place::matrix:
        return c.matrix;
    case Panel::Place::ladder:
        return c.ladder;
    case Panel::Place::details:
        return c.details;
    }
    return 0;
}

/// In presentation only what a room has to see.
bool is_shown(const Frame& frame, const Panel& panel) {
    if (frame.state.look.presentation)
        return panel.place == Panel::Place::matrix || panel.place == Panel::Place::ladder ||
               panel.place == Panel::Place::details;
    const auto found = frame.state.look.panels.find(panel.name);
    return found == frame.state.look.panels.end() || found->second;
}

void build(const Frame& frame, ImGuiID space, ImVec2 size) {
    ImGui::DockBuilderRemoveNode(space);
    ImGui::DockBuilderAddNode(space, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(space, size);
    const float scale = frame.style.scale;
    const Columns columns = split(space, {size.x / scale, size.y / scale}, frame.state.look.presentation);
    for (const Panel& panel : panels())
        if (const ImGuiID place = place_of(columns, panel.place)) ImGui::DockBuilderDockWindow(panel.name, place);
    for (const ImGuiID id : {columns.data, columns.points, columns.neighbours, columns.matrix, columns.ladder}) {
        ImGuiDockNode* node = id == 0 ? nullptr : ImGui::DockBuilderGetNode(id);
        if (node != nullptr && (id != columns.data || columns.points != columns.data))
            node->SetLocalFlags(node->LocalFlags | ImGuiDockNodeFlags_AutoHideTabBar);
    }
    ImGui::DockBuilderFinish(space);
}

} // namespace

void lay_out(const Frame& frame) {
    const ImGuiViewport* viewport = ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport->WorkPos);
    ImGui::SetNextWindowSize(viewport->WorkSize);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::Begin("Workspace", nullptr,
                 ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNavFocus |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar();
    const bool presentation = frame.state.look.presentation;
    const ImGuiID space = ImGui::GetID(presentation ? "presentation" : "columns");
    // Of the windows that appear together the last one has the focus, and so its tab; two frames later the first gets
    // it.
    int* frames_since = ImGui::GetStateStorage()->GetIntRef(space, 3);
    if (ImGui::DockBuilderGetNode(space) == nullptr || frame.state.look.reset_layout) {
        build(frame, space, viewport->WorkSize);
        *frames_since = 0;
    }
    if (*frames_since < 3 && ++*frames_since == 3) ImGui::SetWindowFocus("Roofline");
    ImGui::DockSpace(space, ImVec2(0, 0), ImGuiDockNodeFlags_NoWindowMenuButton | ImGuiDockNodeFlags_NoCloseButton);
    ImGui::End();

    for (const Panel& panel : panels()) {
        if (!is_shown(frame, panel)) continue;
        const bool flush = panel.place == Panel::Place::matrix;
        const ImGuiWindowFlags flags = ImGuiWindowFlags_NoCollapse |
                                       (flush ? ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse : 0);
        if (frame.state.look.focus == panel.name) ImGui::SetNextWindowFocus();
        if (flush) ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.style.palette.background);
        if (ImGui::Begin(panel.name, nullptr, flags)) panel.draw(frame);
        ImGui::End();
        if (flush) ImGui::PopStyleColor();
    }
}

} // namespace pairscope::app
