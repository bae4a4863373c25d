// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/matrix_panel_wrong_marks.h"

#include "app/chart/number_text.h"
#include "app/window/widgets/facts.h"
#include "render/heatmap_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

/// So few cells in sight are compared in every frame that is drawn, within a millisecond.
constexpr std::int64_t most_compared = 1 << 17;
constexpr float least_half = 3.0f; // [px] before scale: half the side of the smallest mark

/// All that are in sight, or those of the check's sample.
std::vector<MatrixEntry> entries_in_sight(const Frame& frame, const WrongEntries& entries, Region region) {
    const bool has_values = frame.state.output.content == MatrixContent::values;
    if (has_values && region.rows * region.cols <= most_compared) {
        const std::vector<float> values = frame.cells(region);
        if (!values.empty()) return wrong_entries_in(frame.state, region, values);
    }
    std::vector<MatrixEntry> found;
    if (frame.state.output.order) return found; // the check saw the order of the data, and a fault may depend on it
    std::ranges::copy_if(entries.sample, std::back_inserter(found), [&](const MatrixEntry& e) {
        return e.row >= region.row && e.row < region.row + region.rows && e.col >= region.col &&
               e.col < region.col + region.cols;
    });
    return found;
}

} // namespace

void draw_wrong_marks(const Frame& frame, const WrongEntries& entries, const HeatmapView& view, Viewport viewport,
                      ImVec2 origin) {
    if (!frame.state.view.wrong_marks) return;
    const Region region = visible_region(view, viewport, frame.state.output.shape);
    const float cell = float(view.pixels_per_cell) / 2.0f, half = std::max(frame.style.px(least_half), cell);
    const bool small = half > cell;
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.error);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(origin, {origin.x + float(viewport.width), origin.y + float(viewport.height)}, true);
    for (const MatrixEntry& entry : entries_in_sight(frame, entries, region)) {
        const Pixel at = pixel_at(view, {double(entry.row) + 0.5, double(entry.col) + 0.5}, viewport);
        const ImVec2 center{origin.x + float(at.x), origin.y + float(at.y)};
        const ImVec2 low{center.x - half, center.y - half}, high{center.x + half, center.y + half};
        if (small) list.AddRectFilled(low, high, colour);
        list.AddRect(low, high, IM_COL32(0, 0, 0, 255), 0.0f, small ? 1.0f : 4.0f);
        if (!small) list.AddRect(low, high, colour, 0.0f, 2.0f);
    }
    list.PopClipRect();
}

void draw_wrong_switch(const Frame& frame, const WrongEntries& entries) {
    const bool on = frame.state.view.wrong_marks;
    ImGui::TextColored(frame.style.palette.error, "%s", entries.words.c_str());
    const auto all = std::size_t(entries.wrong + entries.unwritten);
    const std::string sampled =
        frame.state.output.order ? " The matrix is shown in another order, for which the kernel ran again and may be "
                                   "wrong at other entries. Zoom in to see the marks."
        : entries.sample.size() < all
            ? fmt::format(" Zoomed out, only a sample of {} of them is marked; zoom in to see all.",
                          grouped(std::int64_t(entries.sample.size())))
            : "";
    explain(frame,
            fmt::format("This many entries differ from the double-precision reference by more than the variant's "
                        "tolerance, or were never written. Red squares mark them.{}",
                        sampled));
    ImGui::SameLine();
    if (ImGui::SmallButton(on ? "hide marks##wrong" : "show marks##wrong")) frame.push(command::MarkWrong{!on});
    explain(frame, "Hides or shows the red marks on wrong entries. The key W does the same.");
}

} // namespace pairscope::app
