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
#include <array>

namespace pairscope::app {
namespace {

void align_right(const std::string& text) {
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    if (room > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
}

/// A scrolled table of texts; columns in `numbers` are aligned to the right.
template <class Headings, class Cells>
void draw_table(const Frame& frame, const char* id, const Headings& headings, std::size_t rows,
                std::initializer_list<std::size_t> numbers, Cells cells_of) {
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_Resizable |
                                      ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_SizingStretchSame;
    const float widest = frame.style.px(240.0f) * float(headings.size()); // a wide panel would tear a row apart
    const float width = std::min(widest, ImGui::GetContentRegionAvail().x);
    if (!ImGui::BeginTable(id, int(headings.size()), flags, {width, 0.0f})) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (std::size_t k = 0; k < headings.size(); ++k)
        ImGui::TableSetupColumn(fmt::format("{}##{}", headings[k], k).c_str());
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (std::size_t k = 0; k < headings.size(); ++k) {
        ImGui::TableNextColumn();
        if (std::ranges::find(numbers, k) != numbers.end()) align_right(headings[k]);
        ImGui::TableHeader(fmt::format("{}##{}", headings[k], k).c_str());
    }
    ImGuiListClipper clipper;
    clipper.Begin(int(rows));
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            ImGui::TableNextRow();
            const auto cells = cells_of(row);
            for (std::size_t k = 0; k < cells.size(); ++k) {
                ImGui::TableNextColumn();
                if (std::ranges::find(numbers, k) != numbers.end()) align_right(cells[k]);
                ImGui::TextUnformatted(cells[k].c_str());
            }
        }
    ImGui::EndTable();
}

Fact error_of_output(const State& state) {
    const auto error = output_error(state);
    if (!error) return {};
    return {.shown = error->shown, .copied = error->shown, .meaning = error->meaning, .provenance = error->provenance};
}

void draw_list(const Frame& frame, const std::vector<float>& values) {
    const std::array headings{std::string("row"), std::string(current_type(frame.state).value)};
    const auto decimals = common_decimals(values);
    draw_table(frame, "values", headings, values.size(), {1}, [&](int row) {
        const float value = values[std::size_t(row)];
        return std::array{vector_text(*frame.state.data.now.question.first, row),
                          decimals ? fmt::format("{:.{}f}", value, *decimals) : value_text(value)};
    });
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
