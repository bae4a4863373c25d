// SPDX-License-Identifier: MIT
// The keys, from the table of actions, and what the mouse does.
#include "app/shell/dialogs.h"
#include "app/shell/mouse_help.h"
#include "app/shell/panels.h"
#include "app/shell/widgets/controls.h"
#include "app/shell/widgets/dialog_window.h"
#include "app/shell/widgets/facts.h"
#include "app/state/state_queries.h"
#include "app/state/vectors.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float dialog_width = 1180.0f; // [px] before scale

using Line = std::pair<std::string, std::string>;

void lines(const Frame& frame, const char* title, const std::vector<Line>& all) {
    if (all.empty()) return;
    heading(frame, title, {}, "What can be done with a key or with the mouse. The list is made from the menus.");
    if (!ImGui::BeginTable(title, 2, ImGuiTableFlags_SizingStretchProp, {ImGui::GetContentRegionAvail().x, 0.0f}))
        return;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, frame.style.px(150.0f));
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
    for (const auto& [keys, what] : all) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        wrapped_text(keys, frame.style.palette.text);
        ImGui::TableNextColumn();
        wrapped_text(what, frame.style.palette.dim);
    }
    ImGui::EndTable();
    ImGui::Dummy({0.0f, frame.style.px(6.0f)});
}

/// The actions that choose a variant by its number share a line for each set of modifiers. The line is empty for every
/// other action.
Line line_of_places(const Action& action) {
    const bool selects = action.id.starts_with("variant.");
    if (!selects && !action.id.starts_with("compare.")) return {};
    const std::string& key = action.keys.front();
    const std::string modifiers = key.substr(0, key.size() - 1);
    const bool shifted = modifiers.ends_with("Shift+");
    const bool beyond_nine = modifiers.find("Alt+") != std::string::npos;
    return {fmt::format("{0}{1} to {0}9", modifiers, beyond_nine ? 0 : 1),
            fmt::format("{} the {}variant with {} in the ladder", selects ? "Select" : "Compare with",
                        shifted ? "CPU " : "", beyond_nine ? "the number 10 to 19" : "this number")};
}

/// Escape does more than its action when nothing is running.
std::string title_of(const Action& action) {
    return action.id == "run.cancel"
               ? "Cancel the work; if nothing is running, leave the presentation or clear the mark or the selection"
               : action.title;
}

/// The variants are a line together: their keys are their places.
std::vector<Line> keys_of(const std::vector<Action>& all, Menu menu) {
    std::vector<Line> result;
    for (const Action& action : all) {
        if (action.menu != menu || action.keys.empty()) continue;
        Line line = line_of_places(action);
        if (line.first.empty()) line = {keys_text(action), title_of(action)};
        if (std::ranges::find(result, line) == result.end()) result.push_back(std::move(line));
    }
    return result;
}

/// What the toolkit does with keys, in every panel and dialog.
std::vector<Line> keys_to_controls() {
    return {{"F6, Shift+F6", "Go to the next or the previous panel"},
            {"Tab, Shift+Tab", "Go to the next or the previous control of the panel"},
            {"Space, Enter", "Press the control with the frame, or open its list"},
            {"arrows", "Go through an open list, or move a slider that Enter has chosen"},
            {"Escape", "Take the frame away: the keys belong to the ladder again"}};
}

std::vector<Line> lines_of(std::span<const Gesture> gestures) {
    std::vector<Line> result;
    for (const Gesture& gesture : gestures) result.emplace_back(gesture.what, gesture.effect);
    return result;
}

void columns(const Frame& frame) {
    const auto all = actions(frame.state, choices_of(frame));
    // The dialog takes its height from its content, and so would the columns their width: they are told.
    const float width = std::min(frame.style.px(dialog_width), ImGui::GetMainViewport()->WorkSize.x);
    if (!ImGui::BeginTable("##columns", 3, ImGuiTableFlags_SizingStretchSame, {width - frame.style.px(72.0f), 0.0f}))
        return;
    ImGui::TableNextColumn();
    for (const Menu menu : {Menu::run, Menu::data, Menu::help})
        lines(frame, std::string(title_of(menu)).c_str(), keys_of(all, menu));
    ImGui::TableNextColumn();
    for (const Menu menu : {Menu::view, Menu::file})
        lines(frame, std::string(title_of(menu)).c_str(), keys_of(all, menu));
    lines(frame, "Mouse in the other panels", lines_of(gestures_elsewhere()));
    ImGui::TableNextColumn();
    lines(frame, "Controls by keyboard", keys_to_controls());
    if (has_two_vectors(frame.state)) {
        lines(frame, "Mouse on the charts of the vectors", lines_of(gestures_on_vectors()));
    } else {
        lines(frame, "Mouse on the points", lines_of(gestures_on_points()));
        if (current_type(frame.state).output == OutputKind::matrix)
            lines(frame, "Mouse on the matrix", lines_of(gestures_on_matrix()));
    }
    ImGui::EndTable();
}

} // namespace

void draw_shortcuts(const Frame& frame) {
    if (begin_dialog(frame, "Keys and mouse", {frame.style.px(dialog_width), 0.0f})) {
        columns(frame);
        if (ImGui::Button("Close")) close_dialog(frame);
        explain(frame, "Closes this list. Escape does the same.");
        close_on_click_outside(frame);
    }
    end_dialog();
}

} // namespace pairscope::app
