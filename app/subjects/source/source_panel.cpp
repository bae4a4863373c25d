// SPDX-License-Identifier: MIT
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/panels.h"
#include "app/subjects/source/source_panel_parts.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/workshop/workshop.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/source_view.h"
#include "kernels/ladder/kernel_place.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

/// The file's path, cut at its front where it does not fit: the end tells the files apart.
std::string fitting_path(std::string_view path, float room) {
    std::string text(path);
    std::size_t from = 0;
    while (ImGui::CalcTextSize(text.c_str()).x > room) {
        from = path.find('/', from + 1);
        if (from == std::string_view::npos) return text;
        text = ".." + std::string(path.substr(from));
    }
    return text;
}

/// A button for each file, if there are several.
void draw_files(const Frame& frame, const KernelVariant& variant, std::string_view shown) {
    const auto files = source_files(variant);
    if (files.size() < 2) return;
    ImGui::PushFont(nullptr, frame.style.small_size);
    for (const std::string_view path : files) {
        const std::string name(path.substr(path.rfind('/') + 1));
        if (path != files.front()) ImGui::SameLine(0.0f, frame.style.px(6.0f));
        if (small_button(frame, ("source_file_" + name).c_str(), name, path == shown))
            frame.push(command::ShowSource{std::string(path)});
        explain(frame, path == files.front()
                           ? "The file of this variant. Click to show it."
                           : "A file with code that this variant shares with other variants. Click to show it.");
    }
    ImGui::PopFont();
}

/// The lines that the trace is about: one mark a line, whatever it does.
std::vector<SourceView::MarkedLine> traced_lines(const State& state, const KernelVariant& variant,
                                                 std::string_view file) {
    const simt::Trace* trace = trace_of(state);
    std::vector<SourceView::MarkedLine> lines;
    if (trace == nullptr) return lines;
    const auto rows = trace_rows(*trace, variant);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].file != file) continue;
        std::string words = rows[i].access;
        if (rows[i].sectors) words = fmt::format("{}: {:.2f} sectors per request", words, *rows[i].sectors);
        if (rows[i].ways) words = fmt::format("{}: {:.2f} wavefronts per request", words, *rows[i].ways);
        words = fmt::format("{}, simulated", words);
        const bool chosen = i == chosen_line(state, *trace);
        if (lines.empty() || lines.back().line != rows[i].line) {
            lines.push_back({rows[i].line, std::move(words), chosen});
        } else {
            lines.back().sentence += "\n" + words;
            lines.back().chosen = lines.back().chosen || chosen;
        }
    }
    return lines;
}

/// These marks, those of the margin, and that of the line whose instructions are lit.
std::vector<SourceView::MarkedLine> marked_lines(const State& state, const KernelVariant& variant,
                                                 std::string_view file) {
    std::vector<SourceView::MarkedLine> lines = traced_lines(state, variant, file);
    const auto line_at = [&](int number) -> SourceView::MarkedLine& {
        const auto found = std::ranges::find(lines, number, &SourceView::MarkedLine::line);
        return found != lines.end() ? *found : lines.emplace_back(SourceView::MarkedLine{number, {}, false});
    };
    for (const LineMargin& margin : line_margins(state, variant, file)) {
        std::string& sentence = line_at(margin.line).sentence;
        sentence += (sentence.empty() ? "" : "\n") + margin.meaning;
    }
    if (state.source.lit && state.source.lit->file == file) {
        for (SourceView::MarkedLine& line : lines) line.chosen = false;
        line_at(state.source.lit->line).chosen = true;
    }
    return lines;
}

/// Bars of the lines at which warps wait, and warnings of the trace.
std::vector<SourceView::Margin> margins_of(const Frame& frame, const KernelVariant& variant, std::string_view file) {
    const std::vector<LineMargin> found = line_margins(frame.state, variant, file);
    double largest = 0.0;
    for (const LineMargin& margin : found) largest = std::max(largest, margin.share);
    std::vector<SourceView::Margin> margins;
    for (const LineMargin& margin : found) {
        SourceView::Margin drawn{.line = margin.line, .bar = {}, .warning = margin.warning};
        for (const StallPart& part : margin.stalls)
            drawn.bar.push_back({stall_colour(part.group, frame.style), float(part.share / largest)});
        margins.push_back(std::move(drawn));
    }
    return margins;
}

/// Side by side where there is room, else the instructions below the source.
void draw_source_and_code(const Frame& frame, std::string_view path) {
    constexpr float wide = 760.0f; // [px] before scale
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ImGui::GetStyle().ItemSpacing.x, list = stall_list_height(frame);
    const ImVec2 all{room.x, std::max(room.y - list - (list > 0.0f ? ImGui::GetStyle().ItemSpacing.y : 0.0f),
                                      frame.style.px(80.0f))};
    const bool has_code = wanted_code(frame.state).has_value(), is_wide = room.x >= frame.style.px(wide);
    ImVec2 source = all;
    if (has_code && is_wide) source.x = std::floor((all.x - gap) / 2.0f);
    if (has_code && !is_wide) source.y = std::floor((all.y - ImGui::GetStyle().ItemSpacing.y) / 2.0f);
    const int clicked = frame.source_view.draw("source_text", frame.style, frame.state.look.theme, source);
    if (clicked > 0 && has_code) frame.push(command::LightLine{{std::string(path), clicked}});
    if (!has_code) return;
    if (is_wide) ImGui::SameLine(0.0f, gap);
    draw_code_list(frame, is_wide ? ImVec2{all.x - source.x - gap, all.y}
                                  : ImVec2{all.x, all.y - source.y - ImGui::GetStyle().ItemSpacing.y});
}

/// The way from reading a kernel to changing it.
void offer_copy(const Frame& frame, const KernelVariant& variant) {
    const bool is_plain = variant.backend == Backend::cuda && type_of(variant.workload).plain != nullptr;
    if (is_own(variant.id) || !is_plain) return;
    const HeadingButton copy{.id = "edit_a_copy",
                             .word = "Edit a copy",
                             .meaning = "Write a file of your own that begins with this kernel, and open it in the "
                                        "Workshop."};
    if (heading_button(frame, copy))
        frame.push(command::EditCopy{std::string(variant.id), new_kernel_folder(frame.state)});
}

} // namespace

void draw_source_panel(const Frame& frame) {
    const KernelVariant* variant = selected_variant(frame.state);
    if (variant == nullptr) {
        ImGui::TextWrapped("Choose a variant in the ladder: its source file appears here.");
        return;
    }
    const ShownSource shown = shown_source(frame.state, *variant);
    const Fact path{.shown = fitting_path(shown.path, ImGui::GetContentRegionAvail().x),
                    .copied = std::string(shown.path),
                    .meaning = "The source file with the kernel of this variant, or the one that you chose. The "
                               "view begins at the kernel.",
                    .provenance = {}};
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    draw_fact(frame, "source_path", path, false);
    ImGui::PopStyleColor();
    offer_copy(frame, *variant);
    draw_files(frame, *variant, shown.path);
    draw_code_heading(frame);
    frame.source_view.show(shown.path, shown.text, shown.line);
    // What the trace marks by itself is marked only: the kernel stays in sight until the user chooses a line.
    const bool follows = frame.state.trace.line.has_value() || frame.state.source.instruction.has_value();
    frame.source_view.mark(marked_lines(frame.state, *variant, shown.path), frame.state.look.theme, follows);
    frame.source_view.set_margins(margins_of(frame, *variant, shown.path), frame.state.look.theme);
    draw_source_and_code(frame, shown.path);
    draw_stall_list(frame);
}

} // namespace pairscope::app
