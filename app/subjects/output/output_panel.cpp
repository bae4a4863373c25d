// SPDX-License-Identifier: MIT
#include "app/spine/state_queries.h"
#include "app/subjects/output/output.h"
#include "app/subjects/output/output_panel_pictures.h"
#include "app/subjects/output/output_panel_vectors.h"
#include "app/subjects/output/output_words.h"
#include "app/subjects/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {
namespace {

void align_right(const std::string& text) {
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    if (room > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
}

Fact error_of_output(const State& state) {
    const auto error = output_error(state);
    if (!error) return {};
    return {.shown = error->shown, .copied = error->shown, .meaning = error->meaning, .provenance = error->provenance};
}

/// The greatest finite value where none is negative, for bars that begin at 0; absent: bars would say nothing.
std::optional<float> longest_bar(const std::vector<float>& values) {
    float most = 0.0f;
    for (const float value : values) {
        if (value < 0.0f) return {};
        if (std::isfinite(value)) most = std::max(most, value);
    }
    return most > 0.0f ? std::optional(most) : std::nullopt;
}

/// From the left end of the column. The greatest value fills it.
void draw_bar(const Frame& frame, float share) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight(), inset = 0.2f * height;
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + inset}, {at.x + share * width, at.y + height - inset},
                                              ImGui::GetColorU32(frame.style.palette.accent));
}

/// A scrolled table: the row, its value, and a bar.
void draw_list(const Frame& frame, const std::vector<float>& values) {
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_Resizable |
                                      ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_SizingStretchSame;
    const Dataset& set = *frame.state.data.now.question.first;
    const auto decimals = common_decimals(values);
    const auto longest = longest_bar(values);
    const int columns = longest ? 3 : 2;
    const float widest = frame.style.px(240.0f) * float(columns); // a wide panel would tear a row apart
    const float width = std::min(widest, ImGui::GetContentRegionAvail().x);
    if (!ImGui::BeginTable("values", columns, flags, {width, 0.0f})) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    const std::string value_heading(current_type(frame.state).value);
    ImGui::TableSetupColumn("row", ImGuiTableColumnFlags_WidthStretch, 1.2f);
    ImGui::TableSetupColumn(value_heading.c_str(), ImGuiTableColumnFlags_WidthStretch, 0.8f);
    if (longest) ImGui::TableSetupColumn("##bar", ImGuiTableColumnFlags_WidthStretch, 1.0f);
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    ImGui::TableNextColumn();
    ImGui::TableHeader("row");
    ImGui::TableNextColumn();
    align_right(value_heading);
    ImGui::TableHeader(value_heading.c_str());
    ImGuiListClipper clipper;
    clipper.Begin(int(values.size()));
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            const float value = values[std::size_t(row)];
            const std::string name = vector_text(set, row);
            const std::string number = decimals ? fmt::format("{:.{}f}", value, *decimals) : value_text(value);
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(name.c_str() + (name.starts_with("row ") ? 4 : 0)); // the heading says it
            ImGui::TableNextColumn();
            align_right(number);
            ImGui::TextUnformatted(number.c_str());
            if (!longest) continue;
            ImGui::TableNextColumn();
            draw_bar(frame, std::isfinite(value) ? value / *longest : 0.0f);
        }
    ImGui::EndTable();
}

void large(const Frame& frame, const std::string& text) {
    ImGui::PushFont(frame.style.fonts.bold, 2.0f * ImGui::GetFontSize());
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopFont();
}

/// The number, and beside it how far it is from the double-precision value.
void draw_scalar(const Frame& frame, double value) {
    const std::string shown = value_text(value);
    ImGui::PushFont(frame.style.fonts.bold, 2.0f * ImGui::GetFontSize());
    const float height = ImGui::GetTextLineHeight();
    draw_fact(frame, "output",
              {.shown = shown,
               .copied = shown,
               .meaning = std::string(current_type(frame.state).title),
               .provenance = origin_of_output(frame.state)},
              false);
    ImGui::PopFont();
    const Fact error = error_of_output(frame.state);
    if (error.shown.empty()) return;
    ImGui::SameLine(0.0f, frame.style.px(14));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.86f * (height - ImGui::GetTextLineHeight())); // one base line
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    draw_fact(frame, "error", error, false);
    ImGui::PopStyleColor();
}

/// The value, which rows they are, and the vectors themselves where they are pictures.
void draw_pair(const Frame& frame, const FoundPair& pair) {
    const Question& asked = frame.state.data.now.question;
    large(frame, pair_value_text(pair.value));
    wrapped_text(fmt::format("{} of {} and {}", current_type(frame.state).value, vector_text(*asked.first, pair.first),
                             vector_text(asked.across(), pair.second)),
                 frame.style.palette.text);
    draw_pair_of_pictures(frame, pair);
}

void draw_values(const Frame& frame) {
    const State& state = frame.state;
    const Output& output = state.output.values;
    if (const auto* scalar = std::get_if<double>(&output)) {
        draw_scalar(frame, *scalar);
    } else if (const auto* pair = std::get_if<FoundPair>(&output)) {
        draw_pair(frame, *pair);
    } else if (const auto* values = std::get_if<std::vector<float>>(&output)) {
        draw_list(frame, *values);
    }
}

} // namespace

void draw_output_panel(const Frame& frame) {
    const State& state = frame.state;
    const WorkloadType& type = current_type(state);
    const bool shown = shows_output(state);
    heading(frame, "Output", shown ? origin_of_output(state) : std::string(),
            "The output of the selected variant for the question of the workload.");
    if (shown) export_link(frame, "save_output", "output", "Saves the output as a CSV table.");
    wrapped_text(type.question, frame.style.palette.dim);
    ImGui::Spacing();
    if (shown && !why_stale(state).empty()) wrapped_text(why_stale(state), frame.style.palette.warning);
    if (shown)
        draw_values(frame);
    else
        wrapped_text(output_awaits(state), frame.style.palette.dim);
    draw_vectors(frame);
}

} // namespace pairscope::app
