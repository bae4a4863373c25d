// SPDX-License-Identifier: MIT
#include "app/window/layout.h"

#include "app/spine/state_queries.h"
#include "app/window/arrangement.h"
#include "app/window/dock_space.h"
#include "app/window/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <imgui_internal.h> // DockBuilder

namespace pairscope::app {
namespace {

constexpr int frames_of_settling = 4;    // as long as the toolkit brings windows that appear to the front
constexpr float least_tab_width = 21.0f; // below this width the bar of tabs scrolls

/// The size is the workspace's, before scale.
Arrangement arrangement_for(const Frame& frame, ImVec2 size) {
    const LookState& look = frame.state.look;
    if (look.presentation) {
        if (shows_given_distances(frame.state)) return Arrangement::presented_data; // no panel is about kernels
        return look.presents_output ? Arrangement::presentation : Arrangement::presented_panel;
    }
    if (look.data_arrangement) return Arrangement::data;
    return size.x < narrow_width ? Arrangement::narrow : Arrangement::columns;
}

Arrangement arrangement_now(const Frame& frame) {
    const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
    return arrangement_for(frame, {size.x / frame.style.scale, size.y / frame.style.scale});
}

bool is_shown(const Frame& frame, const Panel& panel, Arrangement arrangement) {
    if (!has_place(panel, arrangement) || !belongs(panel, frame.state)) return false;
    const auto found = frame.state.look.panels.find(panel.name);
    const bool chosen = found == frame.state.look.panels.end() || found->second;
    return chosen || (is_presentation(arrangement) && panel.dock != Panel::Dock::details);
}

void build(Arrangement arrangement, ImVec2 size, float scale) {
    const ImGuiID space = space_of(arrangement);
    ImGui::DockBuilderRemoveNode(space);
    ImGui::DockBuilderAddNode(space, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(space, size);
    const DockColumns columns = split(space, {size.x / scale, size.y / scale}, arrangement);
    for (const Panel& panel : panels())
        if (has_place(panel, arrangement))
            ImGui::DockBuilderDockWindow(title_of(panel, arrangement).c_str(), place_of(columns, panel.dock));
    ImGui::DockBuilderFinish(space);
}

/// Docks the panels that a saved layout left outside beside one of the same place. False if there is none: the layout
/// is damaged.
bool is_repaired(Arrangement arrangement) {
    const ImGuiID space = space_of(arrangement);
    const auto is_home = [&](const Panel& panel) { return is_within(dock_of(title_of(panel, arrangement)), space); };
    for (const Panel& panel : panels()) {
        if (!has_place(panel, arrangement) || is_home(panel)) continue;
        const auto mate = std::ranges::find_if(
            panels(), [&](const Panel& other) { return other.dock == panel.dock && is_home(other); });
        if (mate == panels().end()) return false;
        ImGui::DockBuilderDockWindow(title_of(panel, arrangement).c_str(), dock_of(title_of(*mate, arrangement)));
    }
    return true;
}

/// The height that the ladder has until somebody moves its edge. It is not the same share of every height.
UsualHeight usual_ladder(Arrangement arrangement, float scale) {
    const auto ladder =
        std::ranges::find_if(panels(), [](const Panel& panel) { return panel.dock == Panel::Dock::ladder; });
    const ImGuiID node = has_place(*ladder, arrangement) ? dock_of(title_of(*ladder, arrangement)) : 0;
    return {.node = node, .of = [=](float whole) {
                const float room = whole - ImGui::GetStyle().DockingSeparatorSize;
                return room * share_of_ladder(whole / scale, arrangement);
            }};
}

/// Panels, a bit for each in the order of panels().
using PanelSet = std::uint32_t;

/// The panels that are to be in front after a change from one arrangement to another: those that were in front. Where
/// several of them now share a node, the one that was in front there before, or else the first.
PanelSet tabs_to_carry(Arrangement from, Arrangement to) {
    PanelSet chosen = 0;
    std::map<ImGuiID, bool> is_decided; // by node: whether one of its tabs was chosen
    for (const bool only_selected : {true, false})
        for (std::size_t i = 0; i < panels().size(); ++i) {
            const Panel& panel = panels()[i];
            if (!has_place(panel, to) || !is_front_tab(title_of(panel, from))) continue;
            const ImGuiID node = dock_of(title_of(panel, to));
            if (is_decided[node] || (only_selected && !is_selected_tab(node, title_of(panel, to)))) continue;
            is_decided[node] = true;
            chosen |= PanelSet{1} << i;
        }
    return chosen;
}

PanelSet panels_named(std::string_view name) {
    PanelSet named = 0;
    for (std::size_t i = 0; i < panels().size(); ++i)
        if (panels()[i].name == name) named |= PanelSet{1} << i;
    return named;
}

/// The panels that are at home in the same place.
PanelSet mates_of(PanelSet some, Arrangement arrangement) {
    const auto node_of = [&](const Panel& panel) { return dock_of(title_of(panel, arrangement)); };
    PanelSet mates = 0;
    for (std::size_t j = 0; j < panels().size(); ++j) {
        if ((some >> j & 1u) == 0) continue;
        const ImGuiID node = node_of(panels()[j]);
        for (std::size_t i = 0; i < panels().size(); ++i)
            if (panels()[i].dock == panels()[j].dock || (node != 0 && node_of(panels()[i]) == node))
                mates |= PanelSet{1} << i;
    }
    return mates;
}

PanelSet first_tabs() { return panels_named("Data") | panels_named("Roofline"); }

/// Given distances have no panels about kernels. What is in front of these before comes back after them. Absent: they
/// do not come back in this frame.
std::optional<PanelSet> details_that_come_back(const Frame& frame, Arrangement arrangement) {
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID were_given = ImGui::GetID("distances were given"), details = ImGui::GetID("details before them");
    const bool given = shows_given_distances(frame.state);
    const bool before = memory.GetBool(were_given);
    memory.SetBool(were_given, given);
    const ImGuiID frames = ImGui::GetID("frames since them");
    if (before && !given) {
        memory.SetInt(frames, frames_of_settling);
        return PanelSet(memory.GetInt(details, int(panels_named("Roofline"))));
    }
    if (given) return {};
    if (const int left = memory.GetInt(frames); left > 0) { // meanwhile the log, which was there alone, is in front
        memory.SetInt(frames, left - 1);
        move_tab_to_end(title_of(panels().back(), arrangement));
        return {};
    }
    for (std::size_t i = 0; i < panels().size(); ++i)
        if (panels()[i].dock == Panel::Dock::details && is_front_tab(title_of(panels()[i], arrangement)))
            memory.SetInt(details, int(PanelSet{1} << i));
    return {};
}

/// The toolkit brings windows to the front that appear together, and does so for some frames. For as long, the chosen
/// panels are put in front of them again, unless the user asks for another one of the same place.
void settle_tabs(const Frame& frame, Arrangement arrangement, std::optional<PanelSet> chosen) {
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID tabs = ImGui::GetID("settling tabs"), frames = ImGui::GetID("settling frames");
    if (chosen) {
        memory.SetInt(tabs, int(*chosen));
        memory.SetInt(frames, frames_of_settling);
        ImGui::SetWindowFocus(nullptr); // else the toolkit looks for a window to focus, and brings it to the front
    }
    if (const PanelSet asked = panels_named(frame.state.look.front); asked != 0) {
        const bool still_settles = memory.GetInt(frames) > 0;
        memory.SetInt(tabs,
                      int((still_settles ? PanelSet(memory.GetInt(tabs)) & ~mates_of(asked, arrangement) : 0) | asked));
        memory.SetInt(frames, frames_of_settling);
    }
    if (const PanelSet focused = panels_named(frame.state.look.focus); focused != 0)
        memory.SetInt(tabs, int(PanelSet(memory.GetInt(tabs)) & ~mates_of(focused, arrangement)));
    const int left = memory.GetInt(frames);
    memory.SetInt(frames, std::max(left - 1, 0));
    if (left == 0) return;
    for (std::size_t i = 0; i < panels().size(); ++i) {
        if ((PanelSet(memory.GetInt(tabs)) >> i & 1u) == 0) continue;
        const std::string title = title_of(panels()[i], arrangement);
        const ImGuiID node = dock_of(title);
        release_keyboard(node, title);
        select_tab(node, title);
    }
}

/// Makes the arrangement's tree of nodes what it has to be for this frame.
void prepare(const Frame& frame, Arrangement arrangement, ImVec2 size) {
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID space = space_of(arrangement), shown_before = ImGui::GetID("shown before");
    if (frame.state.look.reset_layout)
        for (const Arrangement each : arrangements) ImGui::DockBuilderRemoveNode(space_of(each));
    const bool is_new = !memory.GetBool(space);
    memory.SetBool(space, true);
    const auto before = Arrangement(memory.GetInt(shown_before, int(arrangement)));
    memory.SetInt(shown_before, int(arrangement));
    std::optional<PanelSet> chosen;
    if (ImGui::DockBuilderGetNode(space) == nullptr || (is_new && !is_repaired(arrangement))) {
        build(arrangement, size, frame.style.scale);
        chosen = first_tabs();
    } else {
        fit_to(space, size, usual_ladder(arrangement, frame.style.scale));
    }
    if (is_presentation(before) && !is_presentation(arrangement))
        chosen = chosen.value_or(0); // a presentation that ends leaves the other arrangements as they were
    else if (before != arrangement)
        chosen = tabs_to_carry(before, arrangement);
    if (const auto details = details_that_come_back(frame, arrangement)) chosen = chosen.value_or(0) | *details;
    settle_tabs(frame, arrangement, chosen);
}

/// Eight tabs have to fit over the details, whose column is 300 px wide in a window of 1000 px: their names are small
/// and stand close together. The height of a bar of tabs stays the one that the toolkit's windows leave room for.
void push_tab_style(const Frame& frame, Arrangement arrangement) {
    const bool narrow = arrangement == Arrangement::narrow;
    const float height = ImGui::GetFrameHeight();
    ImGui::PushFont(nullptr, frame.style.small_size - (narrow ? 1.0f : 0.0f));
    const float above = 0.5f * std::max(0.0f, height - ImGui::GetFontSize());
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(frame.style.px(narrow ? 2.0f : 5.0f), above));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemInnerSpacing, ImVec2(frame.style.px(1.0f), 0.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_TabMinWidthShrink, frame.style.px(least_tab_width));
}

void pop_tab_style() {
    ImGui::PopStyleVar(3);
    ImGui::PopFont();
}

/// A panel that gets the focus gets the frame around a control as well: Tab goes on from there. The toolkit does this
/// only for windows that take the focus by themselves.
void choose_first_control(const Frame& frame, const Panel& panel) {
    ImGuiWindow* const window = ImGui::GetCurrentWindow();
    const bool is_new = frame.state.look.focus == panel.name || ImGui::IsWindowAppearing();
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    if (is_new && context.NavWindow == window && context.NavId == 0) ImGui::NavInitWindow(window, false);
}

/// A panel about kernels that has the focus was opened by the user: nothing else gives it the focus.
void note_opened(const Frame& frame, const Panel& panel) {
    const bool is_focused = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
    if (panel.dock == Panel::Dock::details && is_focused && frame.state.look.opened != panel.name)
        frame.push(command::NoteOpened{panel.name});
}

/// False if the panel cannot be seen.
bool draw(const Frame& frame, const Panel& panel, Arrangement arrangement) {
    const bool flush = panel.dock == Panel::Dock::matrix;
    // When windows appear together, the last one would get the focus, and with it its tab: the log.
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoFocusOnAppearing |
                                   (flush ? ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse : 0);
    if (frame.state.look.focus == panel.name) ImGui::SetNextWindowFocus();
    if (flush) ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.style.palette.background);
    const bool is_seen = ImGui::Begin(title_of(panel, arrangement).c_str(), nullptr, flags);
    if (is_seen) {
        note_opened(frame, panel);
        choose_first_control(frame, panel);
        panel.draw(frame);
    }
    ImGui::End();
    if (flush) ImGui::PopStyleColor();
    prefer_front_tab(title_of(panel, arrangement));
    return is_seen;
}

/// If a key or a menu asks for a panel that has no place or only a small one, the arrangement changes: the panels that
/// the data arrangement hides come back, and a panel about kernels gets the large half of a presentation.
void make_place_for_focus(const Frame& frame, Arrangement now) {
    const auto wanted = std::ranges::find(panels(), frame.state.look.focus, &Panel::name);
    if (wanted == panels().end()) return;
    if (now == Arrangement::data && !has_place(*wanted, now))
        frame.push(command::ArrangeForData{false});
    else if (now == Arrangement::presentation && wanted->dock == Panel::Dock::details)
        frame.push(command::PresentOutput{false});
    else
        return;
    frame.push(command::FocusPanel{wanted->name});
}

/// When an arrangement takes another one's place, its panels are not seen for some frames. Those that are seen again go
/// on.
bool is_settling() { return ImGui::GetStateStorage()->GetInt(ImGui::GetID("settling frames")) > 0; }

} // namespace

std::string title_in_layout(const Frame& frame, const Panel& panel) { return title_of(panel, arrangement_now(frame)); }

bool is_in_sight(const Frame& frame, const Panel& panel) { return is_shown(frame, panel, arrangement_now(frame)); }

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
    const ImVec2 size = ImGui::GetContentRegionAvail();
    const float scale = frame.style.scale;
    const Arrangement now = arrangement_for(frame, {size.x / scale, size.y / scale});
    prepare(frame, now, size);
    make_place_for_focus(frame, now);
    constexpr ImGuiDockNodeFlags flags =
        ImGuiDockNodeFlags_NoWindowMenuButton | ImGuiDockNodeFlags_NoCloseButton | ImGuiDockNodeFlags_AutoHideTabBar;
    push_tab_style(frame, now);
    for (const Arrangement each : arrangements)
        if (each == now)
            ImGui::DockSpace(space_of(each), ImVec2(0, 0), flags);
        else if (ImGui::DockBuilderGetNode(space_of(each)) != nullptr)
            ImGui::DockSpace(space_of(each), ImVec2(0, 0), flags | ImGuiDockNodeFlags_KeepAliveOnly);
    pop_tab_style();
    const bool settles = is_settling();
    ImGui::End();

    for (const Panel& panel : panels()) {
        const bool is_seen = is_shown(frame, panel, now) && draw(frame, panel, now);
        if (!is_seen && !settles && panel.rest != nullptr) panel.rest(frame);
    }
}

std::optional<ImRect> rect_of_panel(const Frame& frame, std::string_view name) {
    const auto found = std::ranges::find(panels(), name, &Panel::name);
    if (found == panels().end() || !is_in_sight(frame, *found)) return {};
    return box_of_panel(title_in_layout(frame, *found));
}

} // namespace pairscope::app
