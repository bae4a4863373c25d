// SPDX-License-Identifier: MIT
// The list of the lines at which warps wait.
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/source/source_panel_parts.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float most_list_height = 150.0f, list_bar_width = 90.0f; // [px] before scale

/// The groups of reasons that some line has, with their colours.
void draw_legend(const Frame& frame, const std::vector<WaitingLine>& lines) {
    std::array<bool, std::size_t(StallGroup::none) + 1> seen{};
    for (const WaitingLine& line : lines)
        for (const StallPart& part : line.stalls) seen[std::size_t(part.group)] = true;
    ImGui::PushFont(nullptr, frame.style.small_size);
    const float side = std::floor(ImGui::GetTextLineHeight() * 0.6f);
    bool first = true;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (!seen[i]) continue;
        const std::string word(title_of(StallGroup(i)));
        const float width = side + frame.style.px(4.0f) + ImGui::CalcTextSize(word.c_str()).x;
        if (!first) ImGui::SameLine(0.0f, frame.style.px(10.0f));
        if (!first && ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
        first = false;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float top = at.y + std::floor((ImGui::GetTextLineHeight() - side) / 2.0f);
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + side, top + side},
                                                  stall_colour(StallGroup(i), frame.style));
        ImGui::Dummy({side, ImGui::GetTextLineHeight()});
        ImGui::SameLine(0.0f, frame.style.px(4.0f));
        ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
        ImGui::TextUnformatted(word.c_str());
        ImGui::PopStyleColor();
    }
    ImGui::PopFont();
}

void draw_bar(const Frame& frame, const WaitingLine& line, double largest) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight(), inset = std::floor(height * 0.2f);
    float x = at.x;
    for (const StallPart& part : line.stalls) {
        const float end = x + float(part.share / largest) * frame.style.px(list_bar_width);
        ImGui::GetWindowDrawList()->AddRectFilled({x, at.y + inset}, {std::max(end, x + 1.0f), at.y + height - inset},
                                                  stall_colour(part.group, frame.style));
        x = end;
    }
    ImGui::Dummy({frame.style.px(list_bar_width), height});
}

void draw_line(const Frame& frame, const WaitingLine& line, std::size_t place, double largest) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_bar(frame, line, largest);
    ImGui::TableNextColumn();
    right_aligned_text(fmt::format("{:.1f} % +- {:.1f}", 100.0 * line.share, 100.0 * line.error),
                       frame.style.palette.text);
    ImGui::TableNextColumn();
    const std::string shown = line.place.line > 0 ? fmt::format("{}: {}", line.place.line, line.code) : line.code;
    const std::string id = fmt::format("{}###waiting_{}", shown, place);
    const bool is_lit = frame.state.source.lit == line.place;
    if (ImGui::Selectable(id.c_str(), is_lit) && line.place.line > 0) {
        frame.push(command::ShowSource{line.place.file});
        frame.push(command::LightLine{line.place});
    }
    explain(frame, fmt::format("{}:{}\n{} samples, {:.1f} % of all:\n{}\nA click lights up the line and its "
                               "instructions.",
                               line.place.file, line.place.line, line.samples, 100.0 * line.share, line.reasons));
}

} // namespace

float stall_list_height(const Frame& frame) {
    const KernelVariant* const variant = selected_variant(frame.state);
    if (variant == nullptr || variant->backend != Backend::cuda) return 0.0f;
    if (shown_stalls(frame.state) != nullptr) return frame.style.px(most_list_height);
    return small_text_height(frame, stalls_await(frame.state)) + ImGui::GetTextLineHeightWithSpacing();
}

void draw_stall_list(const Frame& frame) {
    const KernelVariant* const variant = selected_variant(frame.state);
    if (variant == nullptr || variant->backend != Backend::cuda) return;
    heading(frame, "Where warps wait", "",
            "The lines at which the hardware found most warps, when it looked at one warp of each multiprocessor every "
            "few hundred cycles. Colours say what the warps waited for. The launches are not timed.");
    const profiling::StallSamples* const samples = shown_stalls(frame.state);
    const std::string why_not = why_no_stalls_again(frame.state);
    if (samples != nullptr || why_not.empty()) {
        if (heading_button(frame, {.id = "sample_stalls",
                                   .word = "Sample again",
                                   .meaning = "Launches the selected variant again while the hardware samples its "
                                              "instructions. A click starts it.",
                                   .why_not = why_not}))
            frame.push(command::SampleStalls{});
    }
    if (samples == nullptr) {
        small_text(frame, stalls_await(frame.state), frame.style.palette.dim);
        return;
    }
    const std::vector<WaitingLine> lines = waiting_lines(*variant, *samples);
    draw_legend(frame, lines);
    small_text(frame, sampled_words(*samples), frame.style.palette.dim);
    if (!ImGui::BeginChild("waiting_lines", {})) {
        ImGui::EndChild();
        return;
    }
    ImGui::PushFont(frame.style.fonts.mono, frame.style.small_size);
    if (ImGui::BeginTable("waiting", 3, ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupColumn("reasons");
        ImGui::TableSetupColumn("share");
        ImGui::TableSetupColumn("line", ImGuiTableColumnFlags_WidthStretch);
        for (std::size_t i = 0; i < lines.size(); ++i) draw_line(frame, lines[i], i, lines.front().share);
        ImGui::EndTable();
    }
    ImGui::PopFont();
    ImGui::EndChild();
}

} // namespace pairscope::app
