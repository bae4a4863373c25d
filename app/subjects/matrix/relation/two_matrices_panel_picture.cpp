// SPDX-License-Identifier: MIT
// Two matrices of the same items: side by side, split at the diagonal, swiped, or their difference.
#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/matrix_panel_area.h"
#include "app/subjects/matrix/relation/two_matrices.h"
#include "app/subjects/matrix/relation/two_matrices_panel_parts.h"
#include "app/subjects/points/points.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float bar_thickness = 10.0f, handle_reach = 8.0f; // [px] before scale
constexpr std::size_t first_matrix = 0, second_matrix = 1;

/// What this frame draws.
struct Shown {
    const Frame& frame;
    const TwoMatrices& two;
    TwoLook look;
    HeatmapView view;
    MatrixShape shape;
};

void draw_views(const Frame& frame) {
    constexpr std::array<std::string_view, 4> meanings{
        "Shows both side by side. Zoom and pointer move together.",
        "Shows the first matrix above the diagonal, and the second one below it.",
        "Shows the entries of the first matrix minus those of the second one. Zero has the colour in the middle.",
        "Shows the first matrix on the left of a line, and the second one on its right. Drag the line."};
    TwoLook look = frame.state.two.look;
    for (std::size_t i = 0; i < two_view_names.size(); ++i) {
        const TwoView view = two_view_names[i].value;
        if (i > 0) ImGui::SameLine();
        if (small_button(frame, fmt::format("two_{}", name_of(view)).c_str(), title_of(view), look.view == view)) {
            look.view = view;
            frame.push(command::LookAtTwo{look});
        }
        explain(frame, meanings[i]);
    }
    if (look.view == TwoView::difference) return;
    ImGui::SameLine();
    if (ImGui::Checkbox("same colours##two", &look.same_range)) frame.push(command::LookAtTwo{look});
    explain(frame, "Both matrices have one colour range. Without this tick, the range of each follows from its entries "
                   "alone, which suits metrics of different units.");
}

/// The colours that the Matrix panel has for values.
ColourSettings colours_of_values(const Frame& frame) {
    return colours_for_two(frame.state.view.content == MatrixContent::values ? frame.state.view.colours
                                                                             : ColourSettings{});
}

struct Colours {
    Colouring colouring;
    Aggregate aggregate = Aggregate::mean;
};
Colours colours_of(const Shown& shown, std::size_t which) {
    const auto& matrices = shown.two.matrices;
    if (which == difference_matrix) {
        const ColourSettings settings = difference_colours();
        return {colouring_of(settings, matrices[which].summary, shown.frame.colormaps), settings.aggregate};
    }
    const ColourSettings settings = colours_of_values(shown.frame);
    return {colouring_of(settings, summary_of(shown.two, which, shown.look.same_range), shown.frame.colormaps),
            settings.aggregate};
}

ImTextureRef drawn(const Shown& shown, std::size_t which, Viewport viewport) {
    const Colours colours = colours_of(shown, which);
    const auto& ground = shown.frame.style.palette.background;
    const auto byte = [](float v) { return std::uint8_t(std::lround(v * 255.0f)); };
    const HeatmapLook look{.view = shown.view,
                           .viewport = viewport,
                           .colouring = colours.colouring,
                           .aggregate = colours.aggregate,
                           .outside = {byte(ground.x), byte(ground.y), byte(ground.z), 255}};
    return ImTextureRef(ImTextureID(shown.frame.two(which, look).texture));
}

void draw_whole(const Shown& shown, const PictureArea& area, std::size_t which) {
    ImGui::GetWindowDrawList()->AddImage(drawn(shown, which, area.viewport), area.origin, area.end());
}

/// The first matrix above the diagonal, over the second one.
void draw_split(const Shown& shown, const PictureArea& area) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_whole(shown, area, second_matrix);
    const auto corner = [&](double row, double col) {
        return area.screen(pixel_at(shown.view, {row, col}, area.viewport));
    };
    const double n = double(shown.shape.rows);
    const ImVec2 begin = corner(0.0, 0.0), end = corner(n, n), top_right = corner(0.0, n);
    const auto in_picture = [&](ImVec2 at) {
        return ImVec2{(at.x - area.origin.x) / float(area.viewport.width),
                      (at.y - area.origin.y) / float(area.viewport.height)};
    };
    list.PushClipRect(area.origin, area.end(), true);
    list.AddImageQuad(drawn(shown, first_matrix, area.viewport), begin, top_right, end, begin, in_picture(begin),
                      in_picture(top_right), in_picture(end), in_picture(begin));
    list.AddLine(begin, end, ImGui::GetColorU32(shown.frame.style.palette.text), shown.frame.style.px(1.0f));
    list.PopClipRect();
}

float handle_of(const Shown& shown, const PictureArea& area) {
    return area.origin.x + std::round(float(shown.look.swipe) * float(area.viewport.width));
}

void draw_swipe(const Shown& shown, const PictureArea& area) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_whole(shown, area, second_matrix);
    const float x = handle_of(shown, area);
    list.PushClipRect(area.origin, {x, area.end().y}, true);
    draw_whole(shown, area, first_matrix);
    list.PopClipRect();
    const float px = shown.frame.style.px(1.0f), middle = 0.5f * (area.origin.y + area.end().y);
    const ImU32 line = ImGui::GetColorU32(shown.frame.style.palette.accent);
    list.AddLine({x, area.origin.y}, {x, area.end().y}, line, 2.0f * px);
    list.AddRectFilled({x - 4.0f * px, middle - 14.0f * px}, {x + 4.0f * px, middle + 14.0f * px}, line, 3.0f * px);
}

void zoom_and_pan(const Shown& shown, const PictureArea& area) {
    const ImGuiIO& io = ImGui::GetIO();
    TwoLook look = shown.look;
    if (ImGui::IsItemHovered() && io.MouseWheel != 0.0f)
        look.place = zoomed(shown.view, {area.pixel(io.MousePos), std::pow(wheel_factor, double(io.MouseWheel))},
                            area.viewport, shown.shape);
    const double whole = fitted(shown.shape, area.viewport).pixels_per_cell;
    if (look.place && look.place->pixels_per_cell <= whole) look.place.reset(); // smaller pictures show nothing more
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID holds = ImGui::GetID("the line is held");
    const bool is_near = look.view == TwoView::swipe &&
                         std::abs(io.MousePos.x - handle_of(shown, area)) < shown.frame.style.px(handle_reach);
    if (ImGui::IsItemActivated()) memory.SetBool(holds, is_near);
    if (is_near && ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0.0f)) {
        if (memory.GetBool(holds))
            look.swipe = double((io.MousePos.x - area.origin.x) / float(area.viewport.width));
        else if (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f)
            look.place =
                panned(shown.view, {double(io.MouseDelta.x), double(io.MouseDelta.y)}, area.viewport, shown.shape);
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) look.place.reset();
    if (look != shown.look) shown.frame.push(command::LookAtTwo{look});
}

float entry_of(const TwoMatrices& two, std::size_t which, Cell cell) {
    const LinearMemory memory = two.matrices[which].entries.memory();
    return memory.data[cell.row * memory.pitch + cell.col];
}

std::string number_or_none(float value) {
    return std::isnan(value) ? std::string("not a number") : fmt::format("{:.6g}", value);
}

void draw_cell_tooltip(const Shown& shown, Cell cell) {
    if (!begin_tooltip(shown.frame)) return;
    const TwoMatrices& two = shown.two;
    const auto name = [&](std::int64_t at) {
        const Dataset &first = *two.sets.first.first, &second = *two.sets.second.first;
        const std::int32_t row = two.items.first[std::size_t(at)], across = two.items.second[std::size_t(at)];
        return first.labels.empty() && !second.labels.empty()
                   ? labelled_row(second, across, label_or_row(second, across))
                   : labelled_row(first, row, label_or_row(first, row));
    };
    const auto line = [&](std::size_t which, const std::string& what) {
        ImGui::TextUnformatted(fmt::format("{}  {}", number_or_none(entry_of(two, which, cell)), what).c_str());
    };
    line(first_matrix, side_words(two.sets, first_matrix));
    line(second_matrix, side_words(two.sets, second_matrix));
    line(difference_matrix, "first minus second");
    ImGui::PushStyleColor(ImGuiCol_Text, shown.frame.style.palette.dim);
    ImGui::TextUnformatted(fmt::format("row {}", name(cell.row)).c_str());
    ImGui::TextUnformatted(fmt::format("column {}", name(cell.col)).c_str());
    ImGui::PopStyleColor();
    ImGui::EndTooltip();
}

void draw_pointer(const Shown& shown, const PictureArea& area, Cell cell) {
    const auto at = [&](double row, double col) {
        return area.screen(pixel_at(shown.view, {row, col}, area.viewport));
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from = at(double(cell.row), double(cell.col)), to = at(double(cell.row + 1), double(cell.col + 1));
    const float middle_x = 0.5f * (from.x + to.x), middle_y = 0.5f * (from.y + to.y);
    constexpr ImU32 white = IM_COL32(255, 255, 255, 150);
    const ImVec2 begin = at(0.0, 0.0), end = at(double(shown.shape.rows), double(shown.shape.cols));
    list.PushClipRect(area.origin, area.end(), true);
    list.AddLine({begin.x, middle_y}, {end.x, middle_y}, white);
    list.AddLine({middle_x, begin.y}, {middle_x, end.y}, white);
    list.PopClipRect();
}

/// The areas of the picture: two side by side, or one.
std::vector<PictureArea> areas_in(const Shown& shown, ImVec2 corner, ImVec2 size) {
    if (shown.look.view != TwoView::beside) return {{corner, {int(size.x), int(size.y)}}};
    const float gap = shown.frame.style.px(8.0f), width = std::floor(0.5f * (size.x - gap));
    const Viewport viewport{int(width), int(size.y)};
    return {{corner, viewport}, {{corner.x + width + gap, corner.y}, viewport}};
}

void draw_pictures(const Shown& shown, const std::vector<PictureArea>& areas) {
    std::optional<Cell> pointed;
    for (std::size_t i = 0; i < areas.size(); ++i) {
        const PictureArea& area = areas[i];
        switch (shown.look.view) {
        case TwoView::beside:
            draw_whole(shown, area, i);
            break;
        case TwoView::split:
            draw_split(shown, area);
            break;
        case TwoView::swipe:
            draw_swipe(shown, area);
            break;
        case TwoView::difference:
            draw_whole(shown, area, difference_matrix);
            break;
        }
        ImGui::SetCursorScreenPos(area.origin);
        ImGui::InvisibleButton(fmt::format("##two matrices {}", i).c_str(),
                               {float(area.viewport.width), float(area.viewport.height)});
        ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
        zoom_and_pan(shown, area);
        if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
            pointed = cell_at(shown.view, area.pixel(ImGui::GetIO().MousePos), area.viewport, shown.shape);
    }
    if (!pointed) return;
    for (const PictureArea& area : areas) draw_pointer(shown, area, *pointed);
    draw_cell_tooltip(shown, *pointed);
}

float height_of_bar(const Frame& frame) { return frame.style.px(bar_thickness) + 2.0f * frame.style.small_size; }

/// A colour bar with what it is of, and the values at its ends.
void draw_bar(const Shown& shown, std::size_t which, const std::string& words, ImVec2 at, float width) {
    const Frame& frame = shown.frame;
    const Colouring colouring = colours_of(shown, which).colouring;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = frame.style.px(bar_thickness), line = frame.style.small_size;
    constexpr int pieces = 64;
    ImGui::PushFont(nullptr, frame.style.small_size);
    const ImU32 ink = ImGui::GetColorU32(frame.style.palette.dim);
    list.AddText(at, ink, shortened(words, width).c_str());
    const float top = at.y + 1.15f * line;
    for (int i = 0; i < pieces; ++i) {
        const float position = (float(i) + 0.5f) / float(pieces);
        const Rgba c = colour_of(value_at(position, colouring.range, colouring.transform), colouring);
        list.AddRectFilled({at.x + width * float(i) / float(pieces), top},
                           {at.x + width * float(i + 1) / float(pieces), top + 0.5f * height},
                           IM_COL32(c.r, c.g, c.b, 255));
    }
    const std::string low = three_digits(double(colouring.range.low)),
                      high = three_digits(double(colouring.range.high));
    list.AddText({at.x, top + 0.55f * height}, ink, low.c_str());
    list.AddText({at.x + width - ImGui::CalcTextSize(high.c_str()).x, top + 0.55f * height}, ink, high.c_str());
    ImGui::PopFont();
}

void draw_bars(const Shown& shown, const std::vector<PictureArea>& areas, float y) {
    if (shown.look.view == TwoView::difference) {
        draw_bar(shown, difference_matrix,
                 fmt::format("{} minus {}", side_words(shown.two.sets, first_matrix),
                             side_words(shown.two.sets, second_matrix)),
                 {areas.front().origin.x, y}, float(areas.front().viewport.width));
        return;
    }
    const float gap = shown.frame.style.px(8.0f);
    const float left = areas.front().origin.x, width = std::floor(0.5f * (areas.back().end().x - left - gap));
    const auto where = [&](std::string_view place, std::size_t which) {
        const std::string side = side_words(shown.two.sets, which);
        return place.empty() ? side : fmt::format("{}: {}", place, side);
    };
    const TwoView view = shown.look.view;
    draw_bar(shown, first_matrix,
             where(view == TwoView::split   ? "above the diagonal"
                   : view == TwoView::swipe ? "left"
                                            : "",
                   first_matrix),
             {left, y}, width);
    draw_bar(shown, second_matrix,
             where(view == TwoView::split   ? "below the diagonal"
                   : view == TwoView::swipe ? "right"
                                            : "",
                   second_matrix),
             {left + width + gap, y}, width);
}

} // namespace

void draw_two(const Frame& frame, const TwoMatrices& two) {
    draw_views(frame);
    const std::string words = fmt::format("{}", fmt::join(two_words(two), " "));
    ImVec2 size = ImGui::GetContentRegionAvail();
    const float gap = frame.style.px(4.0f), bar = height_of_bar(frame) + gap;
    size.y -= bar + small_text_height(frame, words) + gap;
    if (size.x < 32.0f || size.y < 32.0f) return;
    Shown shown{.frame = frame,
                .two = two,
                .look = frame.state.two.look,
                .view = {},
                .shape = two.matrices[first_matrix].entries.shape};
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const std::vector<PictureArea> areas = areas_in(shown, corner, size);
    const Viewport viewport = areas.front().viewport;
    shown.view = shown.look.place ? clamped(*shown.look.place, viewport, shown.shape) : fitted(shown.shape, viewport);
    draw_pictures(shown, areas);
    draw_bars(shown, areas, corner.y + size.y + gap);
    ImGui::SetCursorScreenPos({corner.x, corner.y + size.y + bar + gap});
    small_text(frame, words, frame.style.palette.text);
}

} // namespace pairscope::app
