// SPDX-License-Identifier: MIT
// The instructions beside the source: SASS or PTX, with loops that fold.
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/source/source_panel_parts.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float stall_bar_width = 44.0f; // [px] before scale

void draw_switch(const Frame& frame, CodeKind kind, const char* id, const char* word, std::string_view meaning) {
    const bool on = frame.state.source.beside == kind;
    if (small_button(frame, id, word, on)) frame.push(command::ShowCode{on ? CodeKind::none : kind});
    explain(frame, meaning);
}

void draw_kernels(const Frame& frame, const KernelCode& shown) {
    const auto& kernels = shown.compiled.kernels;
    if (kernels.size() < 2) return;
    const std::string name = profiling::brief_name(kernels[shown.kernel].name);
    ImGui::SameLine(0.0f, frame.style.px(6.0f));
    ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x, frame.style.px(60.0f)));
    if (begin_combo(frame, "##code_kernel", name)) {
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            const std::string label = fmt::format("{}###kernel_{}", profiling::brief_name(kernels[i].name), i);
            if (ImGui::Selectable(label.c_str(), i == shown.kernel))
                frame.push(command::ChooseCodeKernel{kernels[i].symbol});
        }
        ImGui::EndCombo();
    }
    explain(frame, "The kernel whose instructions are shown. A file is compiled to several kernels: for other block "
                   "sizes, for linear memory and for the texture.");
}

/// Why there is nothing to list.
std::string why_empty(const State& state) {
    const auto wanted = wanted_code(state);
    if (!wanted || state.source.made_for != wanted) return "The instructions are being read.";
    const KernelCode* const shown = shown_code(state);
    if (shown == nullptr) return state.source.failure;
    if (!shown->compiled.why_not.empty()) return shown->compiled.why_not;
    if (state.source.beside == CodeKind::ptx) return shown->code.ptx.empty() ? "This program holds no PTX of it." : "";
    if (shown->code.sass.instructions.empty())
        return fmt::format("There is no SASS. The reason is: {}", shown->code.why_no_sass);
    return {};
}

void draw_stall_bar(const Frame& frame, const CodeRow& row, double largest) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight(), inset = std::floor(height * 0.25f);
    float x = at.x;
    for (const StallPart& part : row.stalls) {
        const float end = x + float(part.share / largest) * frame.style.px(stall_bar_width);
        ImGui::GetWindowDrawList()->AddRectFilled({x, at.y + inset}, {std::max(end, x + 1.0f), at.y + height - inset},
                                                  stall_colour(part.group, frame.style));
        x = end;
    }
    ImGui::Dummy({frame.style.px(stall_bar_width), height});
}

std::string story_of(const Frame& frame, const CodeRow& row) {
    std::string story = row.text;
    for (const profiling::CodePlace& place : row.places)
        story += fmt::format("\n{} {}:{}", &place == &row.places.front() ? "It comes from" : "It was inlined into",
                             place.file, place.line);
    if (!row.warning.empty()) story += fmt::format("\nThe trace says of its line: {}.", row.warning);
    const auto* const samples = shown_stalls(frame.state);
    if (samples != nullptr && !row.counts.empty())
        story += fmt::format("\nWarps were here in {} of {} samples:\n{}", profiling::total(row.counts),
                             profiling::total(*samples), reasons_in_words(*samples, row.counts));
    return story + "\nA click lights up its line.";
}

double share_of_row(const CodeRow& row) {
    double share = 0.0;
    for (const StallPart& part : row.stalls) share += part.share;
    return share;
}

/// What a row says before its instruction: the bars of loops, and the arrow of one that begins here.
void draw_loop(const Frame& frame, const CodeRow& row) {
    const float step = ImGui::CalcTextSize("m").x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    for (int i = 0; i < row.loops; ++i) {
        const float x = at.x + step * (float(i) + 0.5f);
        ImGui::GetWindowDrawList()->AddLine({x, at.y}, {x, at.y + ImGui::GetTextLineHeightWithSpacing()},
                                            ImGui::GetColorU32(frame.style.palette.line));
    }
    if (row.begins_loop) {
        const std::string id = fmt::format("{}###fold_{}", row.folded ? "+" : "-", row.index);
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, 0.0f});
        if (ImGui::SmallButton(id.c_str())) frame.push(command::FoldLoop{row.index, !row.folded});
        ImGui::PopStyleVar();
        explain(frame, row.folded ? "A loop begins here. Click to show its instructions."
                                  : "A loop begins here. Click to fold its instructions.");
    } else {
        ImGui::Dummy({step, ImGui::GetTextLineHeight()});
    }
    ImGui::SameLine(0.0f, step * float(std::max(row.loops, 1)) - (row.begins_loop ? 0.0f : step) + step);
}

void draw_row(const Frame& frame, const CodeRow& row, double largest) {
    const Palette& palette = frame.style.palette;
    ImGui::TableNextRow();
    if (row.lit || row.chosen) {
        ImVec4 ground = palette.accent;
        ground.w = row.chosen ? 0.45f : 0.22f;
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, ImGui::GetColorU32(ground));
    }
    ImGui::TableNextColumn();
    if (largest > 0.0) draw_stall_bar(frame, row, largest);
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, palette.faint);
    ImGui::TextUnformatted(row.offset.c_str());
    ImGui::PopStyleColor();
    ImGui::TableNextColumn();
    draw_loop(frame, row);
    std::string text = row.text;
    if (row.folded) text += fmt::format("   ... {} more", row.hidden);
    const std::string id = fmt::format("{}###instruction_{}", text, row.index);
    if (ImGui::Selectable(id.c_str(), false, ImGuiSelectableFlags_AllowOverlap))
        frame.push(command::LightInstruction{row.index});
    explain(frame, story_of(frame, row));
    ImGui::TableNextColumn();
    if (!row.warning.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, palette.warning);
        ImGui::TextUnformatted(row.warning.c_str());
        ImGui::PopStyleColor();
    } else {
        ImGui::PushStyleColor(ImGuiCol_Text, palette.dim);
        ImGui::TextUnformatted(row.place.c_str());
        ImGui::PopStyleColor();
    }
}

/// The first row that is lit, where it was not before: the list scrolls there.
std::optional<std::size_t> row_to_show(const State& state, const std::vector<CodeRow>& rows) {
    if (!state.source.lit || state.source.instruction) return {};
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].lit) return i;
    return {};
}

/// Scrolls once for each line that is chosen.
void scroll_to_lit(const Frame& frame, const std::vector<CodeRow>& rows) {
    const auto row = row_to_show(frame.state, rows);
    ImGuiStorage& kept = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID("scrolled_to");
    const int now = row ? int(*row) + 1 : 0, before = kept.GetInt(id, 0);
    if (now == before) return;
    kept.SetInt(id, now);
    if (now > 0)
        ImGui::SetScrollY(float(now - 1) * ImGui::GetTextLineHeightWithSpacing() - ImGui::GetWindowHeight() / 3);
}

void draw_rows(const Frame& frame, const std::vector<CodeRow>& rows) {
    double largest = 0.0;
    for (const CodeRow& row : rows) largest = std::max(largest, share_of_row(row));
    scroll_to_lit(frame, rows);
    if (!ImGui::BeginTable("instructions", 4, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn("stalls");
    ImGui::TableSetupColumn("offset");
    ImGui::TableSetupColumn("instruction", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("source");
    ImGuiListClipper clipper;
    clipper.Begin(int(rows.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) draw_row(frame, rows[std::size_t(i)], largest);
    ImGui::EndTable();
}

} // namespace

ImU32 stall_colour(StallGroup group, const Style& style) {
    if (group == StallGroup::none) return ImGui::ColorConvertFloat4ToU32(style.palette.faint);
    return group_colour(std::size_t(group));
}

void draw_code_heading(const Frame& frame) {
    const KernelVariant* const variant = selected_variant(frame.state);
    if (variant == nullptr || variant->backend != Backend::cuda) return;
    ImGui::PushFont(nullptr, frame.style.small_size);
    draw_switch(frame, CodeKind::sass, "show_sass", "SASS",
                "The instructions of the GPU that the compiler made of this kernel, beside the source. Click a line or "
                "an instruction, and what belongs to it lights up.");
    ImGui::SameLine(0.0f, frame.style.px(6.0f));
    draw_switch(frame, CodeKind::ptx, "show_ptx", "PTX",
                "PTX, the language between CUDA and the instructions of a GPU, beside the source.");
    const KernelCode* const shown = shown_code(frame.state);
    const bool has_kernel = shown != nullptr && !shown->compiled.kernels.empty();
    if (has_kernel) draw_kernels(frame, *shown);
    ImGui::PopFont();
    if (has_kernel) small_text(frame, needs_of(shown->code), frame.style.palette.dim);
}

void draw_code_list(const Frame& frame, ImVec2 size) {
    if (!ImGui::BeginChild("code_list", size)) {
        ImGui::EndChild();
        return;
    }
    const std::string why = why_empty(frame.state);
    if (!why.empty()) {
        wrapped_text(why, frame.style.palette.dim);
    } else if (const KernelCode* const shown = shown_code(frame.state)) {
        ImGui::PushFont(frame.style.fonts.mono, frame.style.small_size);
        draw_rows(frame, code_rows(frame.state, *shown));
        ImGui::PopFont();
    }
    ImGui::EndChild();
}

} // namespace pairscope::app
