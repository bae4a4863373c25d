// SPDX-License-Identifier: MIT
#include "app/window/dock_space.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

/// What a change of size asks of the nodes: the one with a usual height, before and after the change [px].
struct Change {
    ImGuiID node = 0;
    float usual_before = 0.0f, usual_now = 0.0f;
};

/// The height of the upper panel of a column. It has the height that its content needs, and keeps it while that is not
/// too much of the column; a node that has its usual height gets the usual one again.
float upper_height(const Change& change, ImGuiID node, float before, float room) {
    constexpr float most_of_column = 0.6f, rounding = 2.5f; // [px]: the toolkit rounds, and so does the saved layout
    const bool is_usual = node == change.node && std::abs(before - change.usual_before) <= rounding;
    return std::min(is_usual ? change.usual_now : before, most_of_column * room);
}

/// Widths in proportion. What is below the upper panel of a column takes the rest in proportion.
void fit(ImGuiDockNode* node, ImVec2 size, bool is_column, const Change& change) {
    node->SizeRef = size;
    if (!node->IsSplitNode()) return;
    ImGuiDockNode *first = node->ChildNodes[0], *second = node->ChildNodes[1];
    const ImGuiAxis axis = node->SplitAxis;
    const float before = first->SizeRef[axis], both = before + second->SizeRef[axis];
    const float room = size[axis] - ImGui::GetStyle().DockingSeparatorSize;
    ImVec2 sizes[2] = {size, size};
    sizes[0][axis] =
        is_column && axis == ImGuiAxis_Y ? upper_height(change, first->ID, before, room) : room * before / both;
    sizes[1][axis] = room - sizes[0][axis];
    fit(first, sizes[0], axis == ImGuiAxis_X, change);
    fit(second, sizes[1], axis == ImGuiAxis_X, change);
}

/// The id that the toolkit gives the tab of a window with this title.
ImGuiID tab_of(const std::string& title) { return ImHashStr("#TAB", 0, ImHashStr(title.c_str())); }

} // namespace

ImGuiID dock_of(const std::string& title) {
    if (const ImGuiWindow* window = ImGui::FindWindowByName(title.c_str())) return window->DockId;
    const ImGuiWindowSettings* saved = ImGui::FindWindowSettingsByID(ImHashStr(title.c_str()));
    return saved == nullptr ? 0 : saved->DockId;
}

bool is_within(ImGuiID node, ImGuiID space) {
    ImGuiDockNode* found = node == 0 ? nullptr : ImGui::DockBuilderGetNode(node);
    return found != nullptr && ImGui::DockNodeGetRootNode(found)->ID == space;
}

bool is_front_tab(const std::string& title) {
    const ImGuiWindow* window = ImGui::FindWindowByName(title.c_str());
    return window != nullptr && window->DockIsActive && window->DockTabIsVisible;
}

bool is_selected_tab(ImGuiID node, const std::string& title) {
    const ImGuiDockNode* found = ImGui::DockBuilderGetNode(node);
    return found != nullptr && found->SelectedTabId == tab_of(title);
}

std::optional<ImRect> box_of_panel(const std::string& title) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(title.c_str());
    if (window == nullptr || !window->WasActive) return {};
    const ImGuiDockNode* const node = window->DockNode;
    if (node == nullptr) return ImRect{window->Pos, {window->Pos.x + window->Size.x, window->Pos.y + window->Size.y}};
    const ImRect all = node->Rect();
    if (is_front_tab(title) || node->TabBar == nullptr) return all;
    const ImGuiTabBar& bar = *node->TabBar;
    const auto tab =
        std::find_if(bar.Tabs.begin(), bar.Tabs.end(), [&](const ImGuiTabItem& each) { return each.Window == window; });
    if (tab == bar.Tabs.end()) return {};
    const float left = bar.BarRect.Min.x + tab->Offset;
    return ImRect{{left, bar.BarRect.Min.y}, {left + tab->Width, bar.BarRect.Max.y}};
}

void select_tab(ImGuiID node, const std::string& title) {
    ImGuiDockNode* found = ImGui::DockBuilderGetNode(node);
    if (found == nullptr) return;
    found->SelectedTabId = tab_of(title);
    if (found->TabBar != nullptr) found->TabBar->NextSelectedTabId = found->SelectedTabId;
}

void release_keyboard(ImGuiID node, const std::string& title) {
    const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
    const ImGuiWindow* const root = focused == nullptr ? nullptr : focused->RootWindow;
    if (root == nullptr || root->DockNode == nullptr || root->DockNode->ID != node) return;
    if (root != ImGui::FindWindowByName(title.c_str())) ImGui::SetWindowFocus(nullptr);
}

void move_tab_to_end(const std::string& title) {
    ImGuiDockNode* const node = ImGui::DockBuilderGetNode(dock_of(title));
    if (node == nullptr || node->TabBar == nullptr) return;
    ImGuiTabBar& bar = *node->TabBar;
    ImGuiTabItem* const tab = ImGui::TabBarFindTabByID(&bar, tab_of(title));
    if (tab == nullptr || tab == &bar.Tabs.back() || bar.ReorderRequestTabId != 0) return;
    ImGui::TabBarQueueReorder(&bar, tab, int(&bar.Tabs.back() - tab));
}

void prefer_front_tab(const std::string& title) {
    ImGuiWindow* const front = ImGui::FindWindowByName(title.c_str());
    if (front == nullptr || !is_front_tab(title) || front->DockNode == nullptr) return;
    const auto& mates = front->DockNode->Windows;
    if (std::any_of(mates.begin(), mates.end(), [&](const auto* mate) { return mate->FocusOrder > front->FocusOrder; }))
        ImGui::BringWindowToFocusFront(front);
}

void fit_to(ImGuiID space, ImVec2 size, const UsualHeight& usual) {
    ImGuiDockNode* root = ImGui::DockBuilderGetNode(space);
    if (root == nullptr || root->Size.x < 1.0f || root->Size.y < 1.0f) return;
    if (root->Size.x == size.x && root->Size.y == size.y) return;
    fit(root, size, true, {.node = usual.node, .usual_before = usual.of(root->Size.y), .usual_now = usual.of(size.y)});
}

} // namespace pairscope::app
