// SPDX-License-Identifier: MIT
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/panels.h"
#include "app/subjects/source/source.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/workshop/workshop.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/source_view.h"
#include "kernels/ladder/kernel_place.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

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
std::vector<SourceView::MarkedLine> marked_lines(const State& state, const KernelVariant& variant,
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
    frame.source_view.show(shown.path, shown.text, shown.line);
    // What the trace marks by itself is marked only: the kernel stays in sight until the user chooses a line.
    const bool follows = frame.state.trace.line.has_value();
    frame.source_view.mark(marked_lines(frame.state, *variant, shown.path), frame.state.look.theme, follows);
    frame.source_view.draw("source_text", frame.style, frame.state.look.theme);
}

} // namespace pairscope::app
