// SPDX-License-Identifier: MIT
// Goes to a place of the matrix: by the numbers of row and column, by a label, or by the text of a view.
#include "app/chart/number_text.h"
#include "app/subjects/data/find_label.h"
#include "app/subjects/matrix/place_in_matrix.h"
#include "app/subjects/matrix/view_text.h"
#include "app/subjects/points/points.h"
#include "app/window/dialogs/dialogs.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/dialog_window.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/errors.h"

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <tuple>

namespace pairscope::app {
namespace {

constexpr std::size_t most_offered = 12;

/// A line of the list.
struct Goal {
    std::string title, group;
    Command command;
};

struct Goals {
    std::vector<Goal> listed;
    std::int64_t all = 0; ///< how many there are, also those beyond the most that are offered
};

Goals labelled(const State& state, const std::string& text) {
    const Question& question = state.data.now.question;
    Goals goals;
    const auto add = [&](const Dataset& set, bool is_column) {
        const LabelledRows found = rows_labelled(set, text, most_offered);
        goals.all += found.all;
        for (const std::int64_t at : found.rows) {
            const command::GoTo there = is_column         ? command::GoTo{{}, at}
                                        : question.second ? command::GoTo{at, {}}
                                                          : command::GoTo{at, at};
            goals.listed.push_back({set.labels[std::size_t(at)],
                                    details_of_row(state.data.now, set, at, is_column ? "column" : "row"), there});
        }
    };
    add(*question.first, false);
    if (question.second) add(*question.second, true);
    return goals;
}

/// What Enter does for the text, and a sentence where it can do nothing.
struct Understood {
    std::vector<Goal> goals;
    std::string why_not;
    std::string note{}; ///< that not all goals are listed
};

/// The command can be used only if the text can.
Understood understood_view(const std::string& text, std::span<const Colormap> colormaps) {
    std::vector<std::string> names;
    for (const Colormap& colormap : colormaps) names.push_back(colormap.name);
    try {
        std::ignore = view_in_text(text, {}, names);
    } catch (const InputError& error) {
        return {{}, error.what()};
    }
    return {{{"Use this view", "place, zoom and colours", command::UseViewText{text}}}, {}};
}

/// The rows of the file become places in the matrix.
Understood understood_place(const Question& question, const PlaceInMatrix& place) {
    if (std::string reason = why_not_in_files(question, place); !reason.empty()) return {{}, std::move(reason)};
    const PlaceInMatrix there = place_from_file(question, place);
    const auto words = [](const char* what, const std::optional<std::int64_t>& at) {
        return at ? fmt::format("{} {}", what, grouped(*at)) : std::string();
    };
    const std::string row = words("row", place.row), col = words("column", place.col);
    return {{{fmt::format("Go to {}{}{}", row, row.empty() || col.empty() ? "" : ", ", col),
              {},
              command::GoTo{there.row, there.col}}},
            {}};
}

Understood understood(const Frame& frame, const std::string& text) {
    const State& state = frame.state;
    if (text.empty()) return {};
    if (looks_like_view(text)) return understood_view(text, frame.colormaps);
    if (const auto place = place_in(text)) return understood_place(state.data.now.question, *place);
    Goals found = labelled(state, text);
    const std::int64_t listed = std::ssize(found.listed);
    Understood result{std::move(found.listed), {}};
    if (listed < found.all)
        result.note =
            fmt::format("These are {} of {}. Type more of the label to see others.", listed, grouped(found.all));
    if (result.goals.empty()) result.why_not = why_not_found(state.data.now);
    return result;
}

void carry_out(const Frame& frame, const Goal& goal) {
    close_dialog(frame);
    frame.commands.push_back(goal.command);
}

void list(const Frame& frame, const std::vector<Goal>& goals, int chosen) {
    if (goals.empty() || !ImGui::BeginTable("##goals", 2)) return;
    ImGui::TableSetupColumn("title", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("group", ImGuiTableColumnFlags_WidthFixed);
    for (int i = 0; i < int(goals.size()); ++i) {
        const Goal& goal = goals[std::size_t(i)];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushID(i);
        if (ImGui::Selectable(goal.title.c_str(), i == chosen, ImGuiSelectableFlags_SpanAllColumns))
            carry_out(frame, goal);
        explain(frame, "Goes to this entry, zooms in on it, and keeps it marked.");
        ImGui::PopID();
        ImGui::TableNextColumn();
        right_aligned_text(goal.group, frame.style.palette.dim);
    }
    ImGui::EndTable();
}

/// True if Enter was pressed.
bool text_field(const Frame& frame, DialogEntry& entry) {
    if (!ImGui::IsAnyItemActive() && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-FLT_MIN);
    const std::string before = entry.text;
    const bool entered = ImGui::InputTextWithHint("##place", "Row (117000), row and column (117000, 5), or label",
                                                  &entry.text, ImGuiInputTextFlags_EnterReturnsTrue);
    if (entry.text.empty()) // what is found is listed in its place
        explain(frame, "One number is a row of the file, counted from 0; a comma and a second number give the column. "
                       "Letters are searched in the labels. A copied view can be pasted here. Enter goes there.");
    if (entry.text != before) entry.chosen = 0;
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) ++entry.chosen;
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) --entry.chosen;
    return entered;
}

std::string range_text(const State& state) {
    const Question& question = state.data.now.question;
    if (!question.first) return {};
    const FileRows rows = rows_in_file(*question.first), cols = rows_in_file(question.across());
    return fmt::format("Rows {} to {}, columns {} to {}, as the file numbers them from 0.", grouped(rows.first),
                       grouped(rows.last), grouped(cols.first), grouped(cols.last));
}

} // namespace

void draw_go_to(const Frame& frame) {
    if (begin_dialog(frame, "Go to", {frame.style.px(520.0f), 0.0f})) {
        DialogEntry entry = frame.state.look.entry;
        const bool entered = text_field(frame, entry);
        const Understood now = frame.state.data.now.question.first ? understood(frame, entry.text) : Understood{};
        entry.chosen = std::clamp(entry.chosen, 0, std::max(0, int(now.goals.size()) - 1));
        list(frame, now.goals, entry.chosen);
        if (!now.why_not.empty()) wrapped_text(now.why_not, frame.style.palette.warning);
        if (now.why_not.empty())
            wrapped_text(now.note.empty() ? range_text(frame.state) : now.note, frame.style.palette.dim);
        if (entry != frame.state.look.entry) frame.push(command::SetEntry{entry});
        if (entered && !now.goals.empty()) carry_out(frame, now.goals[std::size_t(entry.chosen)]);
        close_on_click_outside(frame);
    }
    end_dialog();
}

} // namespace pairscope::app
