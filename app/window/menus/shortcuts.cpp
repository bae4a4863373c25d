// SPDX-License-Identifier: MIT
// The keys, from the table of actions, and what the mouse does.
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/output/output.h"
#include "app/window/dialogs/dialogs.h"
#include "app/window/menus/mouse_help.h"
#include "app/window/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/dialog_window.h"
#include "app/window/widgets/facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float dialog_width = 1248.0f; // [px] before scale: all that a window of 1280 px has beside its margins
constexpr float most_keys = 132.0f;     // width of the column of keys
constexpr float between_columns = 20.0f, below_section = 8.0f, between_lines = 1.0f;
constexpr std::size_t column_count = 3;

using Line = std::pair<std::string, std::string>;

struct HelpSection {
    std::string title;
    std::vector<Line> lines;
};

float keys_width(const Frame& frame, const HelpSection& section) {
    float widest = 0.0f;
    for (const Line& line : section.lines) widest = std::max(widest, ImGui::CalcTextSize(line.first.c_str()).x);
    return std::min(std::ceil(widest), frame.style.px(most_keys)) + frame.style.px(10.0f);
}

float line_height(const Line& line, float keys, float width) {
    return std::max(ImGui::CalcTextSize(line.first.c_str(), nullptr, false, keys).y,
                    ImGui::CalcTextSize(line.second.c_str(), nullptr, false, width - keys).y);
}

float height_of(const Frame& frame, const HelpSection& section, float width) {
    const float keys = keys_width(frame, section);
    float height = ImGui::GetTextLineHeightWithSpacing() + frame.style.px(below_section);
    for (const Line& line : section.lines)
        height += line_height(line, keys, width) + 2.0f * frame.style.px(between_lines);
    return height;
}

/// Where the columns begin, so that the highest one is as low as it can be. The sections keep their order.
std::array<std::size_t, column_count + 1> balanced(const std::vector<float>& heights) {
    const auto sum = [&](std::size_t from, std::size_t to) {
        return std::accumulate(heights.begin() + std::ptrdiff_t(from), heights.begin() + std::ptrdiff_t(to), 0.0f);
    };
    const std::size_t all = heights.size();
    std::array<std::size_t, column_count + 1> best{0, 0, 0, all};
    float lowest = sum(0, all);
    for (std::size_t i = 0; i <= all; ++i)
        for (std::size_t j = i; j <= all; ++j) {
            const float highest = std::max({sum(0, i), sum(i, j), sum(j, all)});
            if (highest >= lowest) continue;
            lowest = highest;
            best = {0, i, j, all};
        }
    return best;
}

void draw_section(const Frame& frame, const HelpSection& section, float width, float keys) {
    heading(frame, section.title.c_str(), {},
            "What can be done with a key or with the mouse. The list is made from the menus.");
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(0.0f, frame.style.px(between_lines)));
    if (ImGui::BeginTable(section.title.c_str(), 2, ImGuiTableFlags_None, {width, 0.0f})) {
        ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, keys);
        ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
        for (const auto& [keys_of_line, what] : section.lines) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            wrapped_text(keys_of_line, frame.style.palette.text);
            ImGui::TableNextColumn();
            wrapped_text(what, frame.style.palette.dim);
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    ImGui::Dummy({0.0f, frame.style.px(below_section) - ImGui::GetStyle().ItemSpacing.y});
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
    return {{"F10", "Go to the menus"},
            {"F6, Shift+F6", "Go to the next or the previous panel, to a message, or to the status line"},
            {"Tab, Shift+Tab", "Go to the next or the previous control of the panel"},
            {"Space, Enter", "Press the control with the frame, open its list, or go into a table"},
            {"arrows", "Go through a list or a table, or move a slider that Enter has chosen; they also go to headings "
                       "and labels, whose tooltips appear"},
            {"X", "Explain the underlined words of a tooltip, or of the sentence with the frame, by pictures"},
            {"Alt", "Go to the headings of the table, or to the tabs of the panel"},
            {"Escape", "Leave the table, or remove the frame: the keys then act on the ladder again"}};
}

std::vector<Line> lines_of(std::span<const Gesture> gestures) {
    std::vector<Line> result;
    for (const Gesture& gesture : gestures) result.emplace_back(gesture.what, gesture.effect);
    return result;
}

std::vector<HelpSection> sections_of(const Frame& frame) {
    const auto all = actions(frame.state, choices_of(frame));
    std::vector<HelpSection> sections;
    for (const Menu menu : {Menu::run, Menu::data, Menu::file, Menu::view, Menu::help})
        sections.push_back({std::string(title_of(menu)), keys_of(all, menu)});
    sections.push_back({"Controls by keyboard", keys_to_controls()});
    if (has_two_vectors(frame.state)) {
        sections.push_back({"Mouse on the charts of the vectors", lines_of(gestures_on_vectors())});
    } else {
        sections.push_back({"Mouse on the points", lines_of(gestures_on_points())});
        if (current_type(frame.state).output == OutputKind::matrix)
            sections.push_back({"Mouse on the matrix", lines_of(gestures_on_matrix())});
    }
    sections.push_back({"Mouse in the other panels", lines_of(gestures_elsewhere())});
    std::erase_if(sections, [](const HelpSection& section) { return section.lines.empty(); });
    return sections;
}

void draw_columns(const Frame& frame) {
    // The dialog takes its height from its content, and so would the columns their width: they are told.
    const float margins = 2.0f * frame.style.px(16.0f), gap = frame.style.px(between_columns);
    const float whole =
        std::min(frame.style.px(dialog_width), ImGui::GetMainViewport()->WorkSize.x - margins) - margins;
    const float width = std::floor((whole - gap * float(column_count - 1)) / float(column_count));
    const std::vector<HelpSection> sections = sections_of(frame);
    std::vector<float> heights;
    for (const HelpSection& section : sections) heights.push_back(height_of(frame, section, width));
    const auto begins = balanced(heights);
    for (std::size_t column = 0; column < column_count; ++column) {
        if (column > 0) ImGui::SameLine(0.0f, gap);
        ImGui::BeginGroup();
        float keys = 0.0f; // all rows of a column have the same width
        for (std::size_t i = begins[column]; i < begins[column + 1]; ++i)
            keys = std::max(keys, keys_width(frame, sections[i]));
        for (std::size_t i = begins[column]; i < begins[column + 1]; ++i) draw_section(frame, sections[i], width, keys);
        ImGui::EndGroup();
    }
}

} // namespace

void draw_shortcuts(const Frame& frame) {
    if (begin_dialog(frame, "Keys and mouse", {frame.style.px(dialog_width), 0.0f})) {
        ImGui::PushFont(nullptr, frame.style.small_size);
        draw_columns(frame);
        ImGui::PopFont();
        if (ImGui::Button("Close")) close_dialog(frame);
        explain(frame, "Closes this list. Escape does the same.");
        close_on_click_outside(frame);
    }
    end_dialog();
}

} // namespace pairscope::app
