// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/differences/differences_panel_parts.h"
#include "app/subjects/matrix/differences/written_cell.h"
#include "app/subjects/points/points.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {
namespace {

constexpr float width_for_digits = 330.0f; // [px] before scale: of all digits of the steps

std::string with_unit(double number, const std::string& unit) {
    return unit.empty() ? fmt::format("{:.4g}", number) : fmt::format("{:.4g} {}", number, unit);
}

/// A row of the table of figures.
void figure_row(const Frame& frame, const char* what, const std::string& text, std::string_view meaning) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    ImGui::TextUnformatted(what);
    ImGui::PopStyleColor();
    explain(frame, meaning);
    ImGui::TableNextColumn();
    draw_fact(frame, what, {.shown = text, .copied = text, .meaning = std::string(meaning), .provenance = ""});
}

void step_cell(const std::string& text) {
    ImGui::TableNextColumn();
    right_aligned_text(text, ImGui::GetStyleColorVec4(ImGuiCol_Text));
}

void draw_form(const Frame& frame, const WrittenOut& form) {
    heading(frame, std::string(form.title).c_str(), {},
            "One way to compute the entry, step by step: in float32 as a kernel does it, and in double precision.");
    if (!ImGui::BeginTable(std::string(form.title).c_str(), 4, ImGuiTableFlags_RowBg)) return;
    ImGui::TableSetupColumn("step", ImGuiTableColumnFlags_WidthStretch, 1.7f);
    ImGui::TableSetupColumn("single", ImGuiTableColumnFlags_WidthStretch, 1.0f);
    ImGui::TableSetupColumn("exact", ImGuiTableColumnFlags_WidthStretch, 1.3f);
    ImGui::TableSetupColumn("off", ImGuiTableColumnFlags_WidthStretch, 0.9f);
    const bool narrow = ImGui::GetContentRegionAvail().x < frame.style.px(width_for_digits);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    for (const char* title : {"float32", narrow ? "double" : "double precision", "off by"}) {
        ImGui::TableNextColumn();
        right_aligned_text(title, frame.style.palette.dim);
    }
    ImGui::PushFont(frame.style.fonts.mono, frame.style.small_size);
    for (const WrittenStep& step : form.steps) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(shortened(step.what, ImGui::GetContentRegionAvail().x).c_str());
        if (narrow)
            explain(frame, fmt::format("{}: {:.9g} in float32, {:.12g} in double precision.", step.what, step.single,
                                       step.exact));
        step_cell(narrow ? fmt::format("{:.4g}", step.single) : fmt::format("{:.9g}", step.single));
        step_cell(narrow ? fmt::format("{:.4g}", step.exact) : fmt::format("{:.12g}", step.exact));
        step_cell(off_by(step, narrow ? 0 : 2));
    }
    ImGui::PopFont();
    ImGui::EndTable();
}

} // namespace

void draw_difference_figures(const Frame& frame) {
    const auto figures = difference_figures(frame.state);
    if (!figures) return;
    const std::string unit = unit_of_content(frame.state);
    if (ImGui::BeginTable("figures", 2, ImGuiTableFlags_RowBg)) {
        figure_row(frame, "largest", with_unit(figures->worst, unit),
                   "The largest difference of an entry, without sign.");
        figure_row(frame, "mean", with_unit(figures->mean, unit),
                   "The mean of the differences without sign that are finite numbers.");
        const std::string sample = fmt::format("This percentage of the entries differs by at most this value, without "
                                               "sign. It was found in a sample of {} entries taken at equal steps.",
                                               grouped(figures->sampled));
        figure_row(frame, "50 %", with_unit(figures->percentiles[0], unit), sample);
        figure_row(frame, "90 %", with_unit(figures->percentiles[1], unit), sample);
        figure_row(frame, "99 %", with_unit(figures->percentiles[2], unit), sample);
        figure_row(frame, "exactly equal", fmt::format("{:.2f} %", 100.0 * figures->share_equal),
                   "The fraction of the entries that are exactly what is expected, rounded to float32.");
        figure_row(frame, "other nearest",
                   fmt::format("{} of {} rows", grouped(figures->other_nearest), grouped(figures->rows)),
                   "The number of rows in which the differences change which vector is the nearest.");
        if (figures->not_finite > 0)
            figure_row(frame, "not finite",
                       figures->not_finite == 1 ? "1 entry" : fmt::format("{} entries", grouped(figures->not_finite)),
                       "Entries whose difference is infinite or not a number. The mean leaves them out.");
        ImGui::EndTable();
    }
}

void draw_worst_button(const Frame& frame) {
    if (!worst_cell(frame.state)) return;
    if (ImGui::SmallButton("go to the worst entry##worst")) frame.push(command::FindWorst{});
    explain(frame, "Pins the entry with the largest difference and brings it into view. The key D does the same.");
}

void draw_written_cell(const Frame& frame, bool worst_first) {
    const auto written = written_cell(frame.state);
    if (!written) return;
    const auto name = [](const std::string& label) { return label.empty() ? std::string() : " " + label; };
    const std::string unit = unit_of_entries(frame.state);
    const Question& now = frame.state.data.now.question;
    ImGui::Spacing();
    wrapped_text(fmt::format("{}: {}{}, {}{}. It should be {:.9g}{}{}.",
                             written->is_worst ? "The worst entry" : "The pinned entry",
                             numbered_row(*now.first, written->cell.row), name(written->row_name),
                             numbered_row(now.across(), written->cell.col, "column"), name(written->col_name),
                             written->expected, unit.empty() ? "" : " ", unit),
                 frame.style.palette.text);
    explain(frame,
            "Each step below is computed in float32 from the float32 results of the steps before, beside the same "
            "step in double precision. A kernel may add in another order, or fuse a product and a sum.");
    std::vector<WrittenOut> forms = written->forms;
    const auto error = [&](const WrittenOut& form) {
        const double off = form.steps.empty() ? 0.0 : std::abs(double(form.steps.back().single) - written->expected);
        return std::isnan(off) ? std::numeric_limits<double>::infinity() : off;
    };
    if (worst_first) std::ranges::stable_sort(forms, std::ranges::greater{}, error);
    for (const WrittenOut& form : forms) draw_form(frame, form);
}

} // namespace pairscope::app
