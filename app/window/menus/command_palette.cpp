// SPDX-License-Identifier: MIT
// Everything a user can do, found by typing a few letters of it; and the points, by their labels.
#include "app/chart/number_text.h"
#include "app/subjects/data/find_label.h"
#include "app/window/dialogs/dialogs.h"
#include "app/window/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/dialog_window.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/glossary.h"

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr std::size_t most_labels = 12;
constexpr std::size_t most_lines = 18; // more scroll

/// A line of the list.
struct Found {
    std::string title, group, keys, why_not;
    Command command;
};

/// "Recordings, NVIDIA H200" for the path of submenus.
std::string group_words(std::string group) {
    for (std::size_t at = group.find('/'); at != std::string::npos; at = group.find('/', at))
        group.replace(at, 1, ", ");
    return group;
}

/// A menu hides a panel that is in sight. Whoever types its name wants to see it.
Command carried_out(const Action& action) {
    const auto* panel = action.command.as<command::ShowPanel>();
    return panel == nullptr ? action.command : Command(command::FocusPanel{panel->panel});
}

Found found(const Action& action) {
    const bool is_on = action.checked.value_or(false) && !action.title_when_on.empty();
    return {.title = is_on ? action.title_when_on : action.title,
            .group = action.group.empty() ? std::string(title_of(action.menu)) : group_words(action.group),
            .keys = keys_text(action),
            .why_not = action.why_not(),
            .command = carried_out(action)};
}

/// The vectors of a set with such a label. Each is shown where its row, or its column, meets that of the same number in
/// the other set, or the last one of a smaller set.
void add_labelled(const State& state, const std::string& query, std::vector<Found>& result) {
    const Question& question = state.data.now.question;
    if (!question.first) return;
    const auto add = [&](const Dataset& set, std::string_view what, const auto& cell_of) {
        for (const std::int64_t row : rows_labelled(set, query, most_labels).rows)
            result.push_back({.title = set.labels[std::size_t(row)],
                              .group = details_of_row(state.data.now, set, row, what),
                              .keys = {},
                              .why_not = {},
                              .command = command::FindCell{cell_of(row)}});
    };
    const std::int64_t rows = question.first->rows, cols = question.across().rows;
    add(*question.first, question.second ? "Vector of the first set," : "row", [&](std::int64_t row) {
        return Cell{row, std::min(row, cols - 1)};
    });
    if (question.second)
        add(*question.second, "Vector of the second set,", [&](std::int64_t col) {
            return Cell{std::min(col, rows - 1), col};
        });
}

/// The words of the glossary that have these letters in them, once some are typed.
void add_terms(const std::string& query, std::vector<Found>& result) {
    if (query.empty()) return;
    for (const Term& term : glossary())
        if (has_letters(term, query))
            result.push_back({.title = fmt::format("What is \"{}\"?", term.word),
                              .group = "Glossary",
                              .keys = {},
                              .why_not = {},
                              .command = command::ShowTerm{std::string(term.word)}});
}

std::vector<Found> matches(const Frame& frame, const std::string& query) {
    const auto all = actions(frame.state, choices_of(frame));
    std::vector<Found> result;
    for (const Action* action : matching_actions(all, query)) result.push_back(found(*action));
    std::stable_partition(result.begin(), result.end(), [](const Found& item) { return item.why_not.empty(); });
    add_terms(query, result);
    add_labelled(frame.state, query, result);
    return result;
}

void carry_out(const Frame& frame, const Found& item) {
    if (!item.why_not.empty()) return;
    close_dialog(frame);
    frame.commands.push_back(item.command);
}

void line(const Frame& frame, const Found& item, bool chosen) {
    const Palette& palette = frame.style.palette;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, item.why_not.empty() ? palette.text : palette.dim);
    const std::string fits = shortened(item.title, ImGui::GetContentRegionAvail().x);
    const std::string label = fmt::format("{}###{} {}", fits, item.group, item.title);
    if (ImGui::Selectable(label.c_str(), chosen, ImGuiSelectableFlags_SpanAllColumns)) carry_out(frame, item);
    ImGui::PopStyleColor();
    explain(frame, item.why_not.empty() && fits != item.title ? item.title : item.why_not);
    ImGui::TableNextColumn();
    right_aligned_text(item.group, palette.dim);
    ImGui::TableNextColumn();
    right_aligned_text(item.keys, palette.text);
}

void list(const Frame& frame, const std::vector<Found>& items, int chosen) {
    const bool arrow = ImGui::IsKeyPressed(ImGuiKey_DownArrow) || ImGui::IsKeyPressed(ImGuiKey_UpArrow);
    if (items.empty()) wrapped_text("No command or point has such a name. Try fewer letters.", frame.style.palette.dim);
    const auto lines = std::min(items.size(), most_lines);
    const float height = float(lines) * (ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y) + 1.0f;
    if (items.empty() || !ImGui::BeginTable("##list", 3, ImGuiTableFlags_ScrollY, {0.0f, height})) return;
    ImGui::TableSetupColumn("title", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("group", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, frame.style.px(120.0f));
    for (int i = 0; i < int(items.size()); ++i) {
        line(frame, items[std::size_t(i)], i == chosen);
        if (arrow && i == chosen) ImGui::SetScrollHereY();
    }
    ImGui::EndTable();
}

/// True if Enter was pressed.
bool query_field(const Frame& frame, DialogEntry& entry, int lines) {
    if (!ImGui::IsAnyItemActive() && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-FLT_MIN);
    const std::string before = entry.text;
    const bool entered = ImGui::InputTextWithHint("##query", "Type what to do, or the name of a point", &entry.text,
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    if (entry.text.empty()) // what is found is listed in its place
        explain(frame, "Type a few letters of a command, or of the name of a point. The arrow keys choose a line, and "
                       "Enter carries it out.");
    if (entry.text != before) entry.chosen = 0;
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) ++entry.chosen;
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) --entry.chosen;
    entry.chosen = std::clamp(entry.chosen, 0, std::max(0, lines - 1));
    return entered;
}

} // namespace

void draw_command_palette(const Frame& frame) {
    if (begin_dialog(frame, "Command palette", {frame.style.px(620.0f), 0.0f})) {
        DialogEntry entry = frame.state.look.entry;
        const auto before = matches(frame, entry.text);
        const bool entered = query_field(frame, entry, int(before.size()));
        const auto items = entry.text == frame.state.look.entry.text ? before : matches(frame, entry.text);
        list(frame, items, entry.chosen);
        if (entry != frame.state.look.entry) frame.push(command::SetEntry{entry});
        if (entered && std::size_t(entry.chosen) < items.size()) carry_out(frame, items[std::size_t(entry.chosen)]);
        close_on_click_outside(frame);
    }
    end_dialog();
}

} // namespace pairscope::app
