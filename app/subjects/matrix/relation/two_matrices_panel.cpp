// SPDX-License-Identifier: MIT
// Which second matrix is shown: of another file, another metric, or other columns.
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/relation/two_matrices.h"
#include "app/subjects/matrix/relation/two_matrices_panel_parts.h"
#include "app/subjects/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pairscope::app {
namespace {

/// Goes on in the same line, or in the next one where something of this width has no room [px].
void go_on(float width) {
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

constexpr float metric_width = 170.0f, columns_width = 140.0f, reading_width = 130.0f; // [px] of the usual scale

OtherMatrix other_of(const Frame& frame) { return frame.state.two.other.value_or(OtherMatrix{}); }

void choose_metric(const Frame& frame) {
    const OtherMatrix other = other_of(frame);
    const std::vector<const WorkloadType*> types = metrics_of_rows(frame.state.data.now, other);
    const TwoMatrices* const two = two_now(frame.state);
    const bool is_given = two != nullptr && two->sets.second.first->holds_distances;
    const std::string now = other.workload.empty() ? "metric" : std::string(metric_title_of(type_of(other.workload)));
    ImGui::BeginDisabled(types.empty() || is_given);
    ImGui::SetNextItemWidth(frame.style.px(metric_width));
    const bool open = begin_combo(frame, "##second metric", now, ImGuiComboFlags_HeightLarge);
    ImGui::EndDisabled();
    if (!open)
        explain(frame, is_given
                           ? "The second matrix holds distances that are given, and so there is no metric to choose."
                           : "Chooses the metric by which the rows of the second matrix are compared. Without a second "
                             "file, these "
                             "are the rows of the first matrix.");
    if (!open) return;
    for (const WorkloadType* type : types) {
        if (ImGui::Selectable(std::string(metric_title_of(*type)).c_str(), type->id == other.workload)) {
            OtherMatrix changed = other;
            changed.workload = type->id;
            frame.push(command::CompareMatrix{changed});
        }
        explain(frame, type->question);
    }
    ImGui::EndCombo();
}

/// The columns of the file that the second matrix is of.
std::vector<std::string> columns_of_numbers(const Frame& frame) {
    std::vector<std::string> names;
    const TwoMatrices* const two = two_now(frame.state);
    const bool is_other_file = !other_of(frame).file.empty();
    if (is_other_file && two == nullptr) return other_of(frame).columns;
    const auto& set = is_other_file ? two->sets.second.first : frame.state.data.now.question.first;
    const bool has_file = is_other_file || !files_of(frame.state.data.now.source).empty();
    if (!set || !set->columns || set->holds_distances || !has_file) return names;
    for (const ColumnUse& use : *set->columns)
        if (use.is_numeric) names.push_back(use.name);
    return names;
}

void choose_columns(const Frame& frame) {
    const OtherMatrix other = other_of(frame);
    const std::vector<std::string> names = columns_of_numbers(frame);
    const std::string now = other.columns.empty() ? std::string("columns")
                                                  : fmt::format("{} of {} columns", other.columns.size(), names.size());
    ImGui::BeginDisabled(names.empty());
    ImGui::SetNextItemWidth(frame.style.px(columns_width));
    const bool open = begin_combo(frame, "##second columns", now, ImGuiComboFlags_HeightLarge);
    ImGui::EndDisabled();
    if (!open)
        explain(frame, "Chooses the columns of the second matrix. If no column is ticked, the usual columns are used.");
    if (!open) return;
    for (const std::string& name : names) {
        const auto found = std::ranges::find(other.columns, name);
        bool is_used = found != other.columns.end();
        if (!ImGui::Checkbox(name.c_str(), &is_used)) continue;
        OtherMatrix changed = other;
        changed.columns.clear();
        for (const std::string& kept : names) // in the order of the file
            if (kept == name ? is_used : std::ranges::count(other.columns, kept) != 0) changed.columns.push_back(kept);
        frame.push(command::CompareMatrix{changed});
    }
    ImGui::EndCombo();
}

/// Is the second matrix a file that may hold distances? What could not be read may.
bool may_hold_distances(const Frame& frame) {
    if (other_of(frame).file.empty()) return false;
    const TwoMatrices* const two = two_now(frame.state);
    return two == nullptr || two->sets.second.first->holds_distances;
}

/// One of the values of an enumeration, which `title_of` names. Absent: nothing was chosen in this frame.
template <class Enum, class TitleOf>
std::optional<Enum> chosen(const Frame& frame, const char* id, std::span<const Name<Enum>> names, Enum now,
                           std::string_view meaning, const TitleOf& title_of) {
    const float width = frame.style.px(reading_width);
    go_on(width);
    ImGui::SetNextItemWidth(width);
    if (!begin_combo(frame, id, std::string(title_of(now)), ImGuiComboFlags_None)) {
        explain(frame, meaning);
        return {};
    }
    std::optional<Enum> found;
    for (const Name<Enum>& choice : names)
        if (ImGui::Selectable(std::string(title_of(choice.value)).c_str(), choice.value == now)) found = choice.value;
    ImGui::EndCombo();
    return found;
}

/// How the entries of a second file become distances.
void choose_reading(const Frame& frame) {
    OtherMatrix changed = other_of(frame);
    const auto similarity = chosen<Similarity>(
        frame, "##second similarity", similarity_names, changed.similarity,
        "Says how similarities in the second file become distances. Distances stay as they are.",
        [](Similarity value) { return value == Similarity::no ? "distances" : title_in(similarity_names, value); });
    const std::span<const Name<Symmetrise>> without_keep =
        std::span(symmetrise_names).first(symmetrise_names.size() - 1);
    const auto symmetrise = chosen<Symmetrise>(
        frame, "##second symmetrise", without_keep, changed.symmetrise,
        "Says which distance counts where the two entries of a pair differ. Without a choice, both are shown as they "
        "stand, and there is no correlation.",
        [](Symmetrise value) { return value == Symmetrise::no ? "as they stand" : title_in(symmetrise_names, value); });
    if (!similarity && !symmetrise) return;
    changed.similarity = similarity.value_or(changed.similarity);
    changed.symmetrise = symmetrise.value_or(changed.symmetrise);
    frame.push(command::CompareMatrix{changed});
}

void draw_sources(const Frame& frame) {
    if (small_button(frame, "open_other", "File...")) frame.push(command::ShowDialog{Dialog::open_other});
    explain(frame, "Opens another file about the same items: a table of distances, of vectors, or a recording. Items "
                   "are joined by their names.");
    go_on(frame.style.px(metric_width));
    choose_metric(frame);
    go_on(frame.style.px(columns_width));
    choose_columns(frame);
    if (!frame.state.two.other) return;
    if (may_hold_distances(frame)) choose_reading(frame);
    go_on(small_button_width(frame, "Close"));
    if (small_button(frame, "close_other", "Close")) frame.push(command::CloseOtherMatrix{});
    explain(frame, "Closes the second matrix.");
}

} // namespace

void draw_two_matrices_panel(const Frame& frame) {
    heading(frame, "Two matrices", {},
            "The current matrix and another one of the same items are compared. The other one comes from another file, "
            "another metric, or other columns.");
    if (const std::string reason = why_no_two(frame.state); !reason.empty()) {
        wrapped_text(reason, frame.style.palette.dim);
        return;
    }
    draw_sources(frame);
    if (!frame.state.two.other) {
        wrapped_text("Choose what the second matrix is made of: another file, another metric, or other columns. "
                     "Both are then drawn side by side, split, swiped, or as their difference.",
                     frame.style.palette.dim);
        return;
    }
    if (const TwoMatrices* two = two_now(frame.state))
        draw_two(frame, *two);
    else if (!frame.state.two.failure.empty())
        wrapped_text(frame.state.two.failure, frame.style.palette.warning);
    else
        wrapped_text("Comparing the two matrices ...", frame.style.palette.dim);
}

} // namespace pairscope::app
