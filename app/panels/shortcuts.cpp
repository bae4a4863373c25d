// SPDX-License-Identifier: MIT
// The keys, from the table of actions, and what the mouse does.
#include "app/panels/controls.h"
#include "app/panels/dialogs.h"
#include "app/panels/text.h"

#include <array>
#include <utility>

namespace pairscope::app {
namespace {

constexpr float dialog_width = 760.0f; // [px] before scale

using Line = std::pair<std::string, std::string>;

constexpr std::array<std::pair<const char*, const char*>, 5> on_points{
    {{"drag a point", "moves it, the matrix follows"},
     {"click a point", "selects it and keeps it marked"},
     {"drag the ground", "selects; Shift adds"},
     {"double-click", "adds a point"},
     {"double right-click", "fits the view"}}};
constexpr std::array<std::pair<const char*, const char*>, 5> on_matrix{{{"hover a cell", "marks its two points"},
                                                                        {"click a cell", "keeps the pair marked"},
                                                                        {"wheel", "zooms about the mouse"},
                                                                        {"drag", "pans; with Shift zooms to a box"},
                                                                        {"click a number", "copies it with its unit"}}};

void lines(const Frame& frame, const char* title, const std::vector<Line>& all) {
    if (all.empty()) return;
    heading(frame, title);
    if (!ImGui::BeginTable(title, 2, ImGuiTableFlags_SizingStretchProp, {ImGui::GetContentRegionAvail().x, 0.0f}))
        return;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, frame.style.px(128.0f));
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
    for (const auto& [keys, what] : all) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(keys.c_str());
        ImGui::TableNextColumn();
        wrapped_text(what, frame.style.palette.dim);
    }
    ImGui::EndTable();
    ImGui::Dummy({0.0f, frame.style.px(6.0f)});
}

/// The variants are a line together: their keys are their places.
std::vector<Line> keys_of(const std::vector<Action>& all, Menu menu) {
    std::vector<Line> result;
    bool said_variants = false;
    for (const Action& action : all) {
        if (action.menu != menu || action.keys.empty()) continue;
        const bool is_variant = action.id.rfind("variant.", 0) == 0;
        if (is_variant && !said_variants) result.emplace_back("1 to 9", "Variant by its place in the ladder");
        if (!is_variant) result.emplace_back(keys_text(action), action.title);
        said_variants = said_variants || is_variant;
    }
    return result;
}

void columns(const Frame& frame) {
    const auto all = actions(frame.state, choices_of(frame));
    // The dialog takes its height from its content, and so would the columns their width: they are told.
    if (!ImGui::BeginTable("##columns", 2, ImGuiTableFlags_SizingStretchSame,
                           {frame.style.px(dialog_width - 24.0f), 0.0f}))
        return;
    ImGui::TableNextColumn();
    for (const Menu menu : {Menu::run, Menu::view})
        lines(frame, std::string(title_of(menu)).c_str(), keys_of(all, menu));
    ImGui::TableNextColumn();
    for (const Menu menu : {Menu::file, Menu::data, Menu::help})
        lines(frame, std::string(title_of(menu)).c_str(), keys_of(all, menu));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    lines(frame, "Mouse on the points", {on_points.begin(), on_points.end()});
    ImGui::TableNextColumn();
    lines(frame, "Mouse on the matrix", {on_matrix.begin(), on_matrix.end()});
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
