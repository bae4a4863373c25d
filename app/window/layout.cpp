// SPDX-License-Identifier: MIT
#include "app/window/layout.h"

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

constexpr float data_height = 288.0f; // [px] before scale: what the panels need to show everything without scrolling
constexpr float neighbours_height = 290.0f;
constexpr float least_points_height = 270.0f;
constexpr float least_share_of_neighbours = 0.36f;
constexpr float ladder_height = 348.0f;
constexpr float ladder_share = 0.42f;             // at least, of a high column: so fewer of its groups fold
constexpr float presented_ladder_height = 280.0f; // less: the larger text about the selected variant needs the room
constexpr float left_width_for_data = 380.0f;     // for the left column where there is no right one
constexpr float least_width_for_data = 290.0f;    // for each column beside the matrix
constexpr float narrow_width = 1100.0f;           // [px] below this width the left column folds into tabs
constexpr float least_tab_width = 21.0f;          // below this width the bar of tabs scrolls

/// Each has a dock space and windows of its own. So nothing has to be put back when one takes the other's place: what
/// is not shown keeps its tree, its sizes and its tabs.
enum class Arrangement { columns, narrow, presentation, data };
constexpr std::array arrangements{Arrangement::columns, Arrangement::narrow, Arrangement::presentation,
                                  Arrangement::data};

/// The size is the workspace's, before scale.
Arrangement arrangement_for(const Frame& frame, ImVec2 size) {
    if (frame.state.look.presentation) return Arrangement::presentation;
    if (frame.state.look.data_arrangement) return Arrangement::data;
    return size.x < narrow_width ? Arrangement::narrow : Arrangement::columns;
}

Arrangement arrangement_now(const Frame& frame) {
    const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
    return arrangement_for(frame, {size.x / frame.style.scale, size.y / frame.style.scale});
}

/// Inside the window "Workspace".
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
    }
    return 0;
}

/// The title of the panel's window: what stands before ### is shown, what follows distinguishes the windows.
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
    }
    return {};
}

struct DockColumns {
    ImGuiID data = 0, points = 0, neighbours = 0, matrix = 0, ladder = 0, details = 0;
};

/// The share of `whole` that gives a panel the height its content needs, within reason.
float share_of(float wanted, float whole) { return std::clamp(wanted / whole, 0.15f, 0.6f); }

/// The share that lists the usual eight neighbours, if that leaves enough room for the points. `both` is the height of
/// the two panels before scale.
float share_of_neighbours(float both) {
    return std::max(least_share_of_neighbours, std::min(neighbours_height, both - least_points_height) / both);
}

/// The ladder's share of its column, whose height before scale is `whole`.
float share_of_ladder(float whole, Arrangement arrangement) {
    const bool presented = arrangement == Arrangement::presentation;
    return std::max(share_of(presented ? presented_ladder_height : ladder_height, whole), ladder_share);
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

/// `size` is the workspace's, before scale. The columns are 20 : 50 : 30.
DockColumns split(ImGuiID space, ImVec2 size, Arrangement arrangement) {
    if (arrangement == Arrangement::data) return split_for_data(space, size);
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

/// In presentation only what a room has to see; among data nothing about kernels.
bool has_place(const Panel& panel, Arrangement arrangement) {
    const bool is_about_kernels = panel.dock == Panel::Dock::ladder || panel.dock == Panel::Dock::details;
    if (arrangement == Arrangement::data) return !is_about_kernels;
    return arrangement != Arrangement::presentation || panel.dock == Panel::Dock::matrix ||
           panel.dock == Panel::Dock::ladder || panel.dock == Panel::Dock::details;
}

bool is_shown(const Frame& frame, const Panel& panel, Arrangement arrangement) {
    if (!has_place(panel, arrangement) || !belongs(panel, frame.state)) return false;
    const auto found = frame.state.look.panels.find(panel.name);
    const bool chosen = found == frame.state.look.panels.end() || found->second;
    return chosen || (arrangement == Arrangement::presentation && panel.dock != Panel::Dock::details);
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
PanelSet mates_of(PanelSet some) {
    PanelSet mates = 0;
    for (std::size_t i = 0; i < panels().size(); ++i)
        for (std::size_t j = 0; j < panels().size(); ++j)
            if ((some >> j & 1u) != 0 && panels()[i].dock == panels()[j].dock) mates |= PanelSet{1} << i;
    return mates;
}

PanelSet first_tabs() { return panels_named("Data") | panels_named("Roofline"); }

/// The toolkit brings windows to the front that appear together, and does so for some frames. For as long, the chosen
/// panels are put in front of them again, unless the user asks for another one.
void settle_tabs(const Frame& frame, Arrangement arrangement, std::optional<PanelSet> chosen) {
    constexpr int frames_of_settling = 4;
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID tabs = ImGui::GetID("settling tabs"), frames = ImGui::GetID("settling frames");
    if (chosen) {
        memory.SetInt(tabs, int(*chosen));
        memory.SetInt(frames, frames_of_settling);
        ImGui::SetWindowFocus(nullptr); // else the toolkit looks for a window to focus, and brings it to the front
    }
    if (const PanelSet asked = panels_named(frame.state.look.front); asked != 0) {
        const bool still_settles = memory.GetInt(frames) > 0;
        memory.SetInt(tabs, int((still_settles ? PanelSet(memory.GetInt(tabs)) & ~mates_of(asked) : 0) | asked));
        memory.SetInt(frames, frames_of_settling);
    }
    const int left = frame.state.look.focus.empty() ? memory.GetInt(frames) : 0;
    memory.SetInt(frames, std::max(left - 1, 0));
    if (left == 0) return;
    for (std::size_t i = 0; i < panels().size(); ++i)
        if ((PanelSet(memory.GetInt(tabs)) >> i & 1u) != 0)
            select_tab(dock_of(title_of(panels()[i], arrangement)), title_of(panels()[i], arrangement));
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
    if (before == Arrangement::presentation && arrangement != before)
        chosen = chosen.value_or(0); // a presentation that ends leaves the other arrangements as they were
    else if (before != arrangement)
        chosen = tabs_to_carry(before, arrangement);
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
        choose_first_control(frame, panel);
        panel.draw(frame);
    }
    ImGui::End();
    if (flush) ImGui::PopStyleColor();
    prefer_front_tab(title_of(panel, arrangement));
    return is_seen;
}

/// If a key or a menu asks for a panel that the data arrangement hides, the other panels come back.
void leave_data_for_focus(const Frame& frame, Arrangement now) {
    const std::string& wanted = frame.state.look.focus;
    if (now != Arrangement::data || wanted.empty()) return;
    const auto found = std::ranges::find_if(panels(), [&](const Panel& panel) { return panel.name == wanted; });
    if (found == panels().end() || has_place(*found, now)) return;
    frame.push(command::ArrangeForData{false});
    frame.push(command::FocusPanel{wanted});
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
    leave_data_for_focus(frame, now);
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
