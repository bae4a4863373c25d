// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/matrix_panel_traced_cells.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace pairscope::app {
namespace {

constexpr std::size_t most_steps_behind = 2000; // the cells of older steps are not drawn
constexpr float least_side = 2.0f;              // [px] before scale: cells that are smaller grow to it

struct CellDrawing {
    const Frame& frame;
    const HeatmapView& view;
    Viewport viewport;
    ImVec2 origin;
    ImDrawList& list;

    [[nodiscard]] std::pair<ImVec2, ImVec2> box_of(const StoredCells& cells) const {
        const Pixel low = pixel_at(view, {double(cells.row), double(cells.col)}, viewport);
        const Pixel high = pixel_at(view, {double(cells.row) + 1.0, double(cells.col + cells.cols)}, viewport);
        const float least = frame.style.px(least_side);
        const ImVec2 from{origin.x + float(low.x), origin.y + float(low.y)};
        return {
            from,
            {std::max(origin.x + float(high.x), from.x + least), std::max(origin.y + float(high.y), from.y + least)}};
    }
};

ImU32 with_alpha(const ImVec4& colour, float alpha) {
    return ImGui::GetColorU32({colour.x, colour.y, colour.z, alpha});
}

/// Whom the cells belong to fades with the requests that came after.
/// Cells that are neighbours in memory may lie apart where the matrix is in another order.
template <class Draw> void for_each_box(const CellDrawing& drawing, const StoredCells& cells, const Draw& draw) {
    const MatrixOrder* const order = drawing.frame.state.output.order.get();
    if (order == nullptr) {
        draw(drawing.box_of(cells));
        return;
    }
    for (std::int64_t k = 0; k < cells.cols; ++k) {
        const Cell place = place_of(order, {cells.row, cells.col + k});
        draw(drawing.box_of({place.row, place.col, 1, cells.lane}));
    }
}

void draw_past(const CellDrawing& drawing, const Film& film, std::size_t step, const ImVec4& of_film) {
    const std::size_t end = std::min(step, film.steps.size()); // the other one of two films may be longer
    const std::size_t first = end > most_steps_behind ? end - most_steps_behind : 0;
    const ImU32 colour = with_alpha(of_film, 0.35f);
    for (std::size_t i = first; i < end; ++i)
        for (const StoredCells& cells : film.steps[i].cells)
            for_each_box(drawing, cells,
                         [&](const auto& box) { drawing.list.AddRectFilled(box.first, box.second, colour); });
}

void draw_present(const CellDrawing& drawing, const FilmStep& step, const ImVec4& of_film) {
    const ImU32 fill = with_alpha(of_film, 0.95f);
    const auto draw = [&](const std::pair<ImVec2, ImVec2>& box, int number) {
        const auto [low, high] = box;
        drawing.list.AddRectFilled(low, high, fill);
        const float height = high.y - low.y;
        if (height >= drawing.frame.style.px(6))
            drawing.list.AddRect(low, high, IM_COL32(255, 255, 255, 255), 0.0f, 1.5f);
        const std::string lane = std::to_string(number);
        const ImVec2 size = ImGui::CalcTextSize(lane.c_str());
        if (size.x + 4 <= high.x - low.x && size.y + 2 <= height)
            drawing.list.AddText({std::floor((low.x + high.x - size.x) / 2), std::floor((low.y + high.y - size.y) / 2)},
                                 ink_on(fill), lane.c_str());
    };
    for (const StoredCells& cells : step.cells)
        for_each_box(drawing, cells, [&](const auto& box) { draw(box, cells.lane); });
}

} // namespace

void draw_traced_cells(const Frame& frame, const HeatmapView& view, Viewport viewport, ImVec2 origin) {
    const FilmState& film = frame.state.trace.film;
    const FilmStep* const step = film_step(film);
    if (step == nullptr || film.film->trace->workload.rows != frame.state.output.shape.rows) return;
    if (film.film->trace->workload.type != frame.state.data.now.question.workload) return;
    const CellDrawing drawing{frame, view, viewport, origin, *ImGui::GetWindowDrawList()};
    drawing.list.PushClipRect(origin, {origin.x + float(viewport.width), origin.y + float(viewport.height)}, true);
    const auto [own, compared] = colours_of_compared(frame.style.palette);
    const FilmStep* const other = other_film_step(film);
    if (other != nullptr) draw_past(drawing, *film.other, film.step, compared);
    draw_past(drawing, *film.film, film.step, own);
    if (other != nullptr) draw_present(drawing, *other, compared);
    draw_present(drawing, *step, own);
    drawing.list.PopClipRect();
}

} // namespace pairscope::app
