// SPDX-License-Identifier: MIT
#include "app/chart/distance_number.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/clusters/matrix_panel_trees.h"
#include "app/subjects/matrix/colour_settings.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/matrix_panel_area.h"
#include "app/subjects/matrix/matrix_panel_colour_bar.h"
#include "app/subjects/matrix/matrix_panel_neighbours.h"
#include "app/subjects/matrix/matrix_panel_traced_cells.h"
#include "app/subjects/matrix/matrix_panel_wrong_marks.h"
#include "app/subjects/matrix/matrix_words.h"
#include "app/subjects/matrix/order/matrix_panel_labels.h"
#include "app/subjects/matrix/order/matrix_panel_order.h"
#include "app/subjects/matrix/tracks/matrix_panel_tracks.h"
#include "app/subjects/matrix/zoom/matrix_panel_deep.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/panels.h"
#include "app/subjects/points/points.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/pictures.h"
#include "kernels/data/coordinates.h"
#include "kernels/metrics/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace pairscope::app {
namespace {

double without_sign_of_nan(double value) { return std::isnan(value) ? std::abs(value) : value; }

constexpr float value_cell = 46.0f; // [px] cells of this size have their values written into them

void draw_content_switch(const Frame& frame) {
    const bool errors = frame.state.view.content != MatrixContent::values;
    ImGui::PushFont(nullptr, frame.style.small_size);
    const bool clicked = ImGui::SmallButton(errors ? "show values##content" : "show errors##content");
    ImGui::PopFont();
    if (clicked) frame.push(command::ShowContent{errors ? MatrixContent::values : MatrixContent::errors});
    explain(frame, errors ? "Shows the entries as the variant computed them. The key E does the same."
                          : "Shows how far each entry is from the double-precision reference, and in how many rows "
                            "these errors change the nearest vector. The key E does the same. The Differences panel "
                            "has more.");
}

/// Where longitude and latitude are compared as flat degrees, a small button that says so.
void draw_degrees_switch(const Frame& frame) {
    const WorkloadType& type = current_type(frame.state);
    if (!offers_kilometres(frame.state) || !keeps_degrees(type)) return;
    ImGui::PushFont(nullptr, frame.style.small_size);
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.warning);
    const bool clicked = ImGui::SmallButton("flat degrees: use km###kilometres");
    ImGui::PopStyleColor();
    ImGui::PopFont();
    if (clicked) frame.push(command::MeasureInKilometres{});
    explain(frame, fmt::format("{} A click shows great-circle distances in kilometres instead. Undo brings the degrees "
                               "back.",
                               why_kilometres(type)));
    ImGui::SameLine();
}

/// One line, whatever it has to say: the picture below keeps its place.
void draw_caption(const Frame& frame, const Shown& shown, const std::optional<WrongEntries>& wrong) {
    heading(frame, "Matrix", {},
            "The matrix as a picture: the colour of a cell is the entry of its row and its column.");
    ImGui::SameLine();
    if (wrong) {
        draw_wrong_switch(frame, *wrong);
        ImGui::SameLine();
    }
    if (is_deep(frame.state)) {
        draw_order_menu(frame);
        ImGui::SameLine();
        draw_degrees_switch(frame);
        small_line(frame, deep_caption(frame.state, shown), frame.style.palette.dim);
        return;
    }
    if (!shows_given_distances(frame.state)) { // given distances have no errors
        draw_content_switch(frame);
        ImGui::SameLine();
    }
    draw_order_menu(frame);
    ImGui::SameLine();
    draw_degrees_switch(frame);
    const std::string stale = why_stale(frame.state);
    const std::string coming = picture_to_come(frame.state);
    const std::string text = !stale.empty() ? stale : !coming.empty() ? coming : caption(frame.state, shown);
    small_line(frame, text, stale.empty() ? frame.style.palette.dim : frame.style.palette.warning);
}

void zoom_and_pan(const Frame& frame, const PictureArea& area, const HeatmapView& view) {
    const ImGuiIO& io = ImGui::GetIO();
    const MatrixShape shape = shown_shape(frame.state);
    if (ImGui::IsItemHovered() && io.MouseWheel != 0.0f) {
        const Zoom zoom{area.pixel(io.MousePos), std::pow(wheel_factor, double(io.MouseWheel))};
        frame.push(command::SetView{zoomed(view, zoom, area.viewport, shape)});
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left) && !io.KeyShift &&
        (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f))
        frame.push(
            command::SetView{panned(view, {double(io.MouseDelta.x), double(io.MouseDelta.y)}, area.viewport, shape),
                             io.MouseClickedTime[ImGuiMouseButton_Left]});
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) frame.push(command::FitView{});
    if (frame.state.view.one_to_one) frame.push(command::SetView{one_to_one(view, area.viewport, shape)});
}

/// The right button, or Shift and the left one, draw a box to zoom into.
void zoom_by_box(const Frame& frame, const PictureArea& area, const HeatmapView& view) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto button = io.KeyShift ? ImGuiMouseButton_Left : ImGuiMouseButton_Right;
    if (!ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) return;
    const ImVec2 from = io.MouseClickedPos[button];
    const ImVec2 size = ImGui::GetMouseDragDelta(button);
    if (std::abs(size.x) < 4.0f || std::abs(size.y) < 4.0f) return;
    const ImVec2 to{from.x + size.x, from.y + size.y};
    ImGui::GetWindowDrawList()->AddRect(from, to, ImGui::GetColorU32(frame.style.palette.accent));
    if (!ImGui::IsMouseReleased(button)) return;
    const Region region = region_in(view, {area.pixel(from), area.pixel(to)}, area.viewport, shown_shape(frame.state));
    if (region.rows > 0 && region.cols > 0)
        frame.push(command::SetView{zoomed_to(region, area.viewport, shown_shape(frame.state))});
}

/// The mouse button went down and up at one place: a drag that ends here moved the matrix, and chooses no cell.
bool is_clicked() {
    const ImGuiIO& io = ImGui::GetIO();
    const float farthest = io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left];
    return ImGui::IsMouseReleased(ImGuiMouseButton_Left) && farthest < io.MouseDragThreshold * io.MouseDragThreshold;
}

void hover(const Frame& frame, const PictureArea& area, const HeatmapView& view) {
    const ImGuiIO& io = ImGui::GetIO();
    const ViewState& now = frame.state.view;
    if (ImGui::IsItemHovered() && !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        const auto place = cell_at(view, area.pixel(io.MousePos), area.viewport, shown_shape(frame.state));
        const auto cell = place ? std::optional(cell_there(shown_order(frame.state), *place)) : std::nullopt;
        if (cell != now.hovered && may_hover(frame)) frame.push(command::HoverCell{cell, HoverPlace::matrix});
        if (cell && is_clicked() && !io.KeyShift)
            frame.push(command::PinCell{frame.state.view.pinned == cell ? std::nullopt : cell});
    } else if (now.hovered_in == HoverPlace::matrix) {
        frame.push(command::HoverCell{{}, HoverPlace::matrix});
    }
}

/// A cell that was found comes to the middle, unless it is in sight already.
void reveal(const Frame& frame, const PictureArea& area, const HeatmapView& view) {
    if (const auto& region = frame.state.view.reveal_region; region && shown_order(frame.state) != nullptr)
        frame.push(command::FitView{}); // its cells may be anywhere
    else if (region)
        frame.push(command::SetView{zoomed_to(*region, area.viewport, shown_shape(frame.state))});
    if (!frame.state.view.reveal) return;
    const Cell cell = place_of(shown_order(frame.state), *frame.state.view.reveal);
    const Pixel at = pixel_at(view, {double(cell.row) + 0.5, double(cell.col) + 0.5}, area.viewport);
    const double width = area.viewport.width, height = area.viewport.height;
    if (at.x >= 0.0 && at.x < width && at.y >= 0.0 && at.y < height) return;
    frame.push(
        command::SetView{panned(view, {width / 2 - at.x, height / 2 - at.y}, area.viewport, shown_shape(frame.state)),
                         command::same_step});
}

void draw_crosshair(const Frame& frame, const PictureArea& area, const HeatmapView& view) {
    if (!frame.state.view.marked) return;
    const Cell cell = place_of(shown_order(frame.state), frame.state.view.marked->cell);
    const ImVec2 center = area.screen(pixel_at(view, {double(cell.row) + 0.5, double(cell.col) + 0.5}, area.viewport));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.origin, area.end(), true);
    const float half = std::max(0.5f, float(view.pixels_per_cell) / 2.0f);
    const ImVec2 from = area.screen(pixel_at(view, {0.0, 0.0}, area.viewport));
    const ImVec2 to = area.screen(
        pixel_at(view, {double(shown_shape(frame.state).rows), double(shown_shape(frame.state).cols)}, area.viewport));
    constexpr ImU32 white = IM_COL32(255, 255, 255, 190);
    if (half < 3.0f) {
        list.AddLine({from.x, center.y}, {to.x, center.y}, white);
        list.AddLine({center.x, from.y}, {center.x, to.y}, white);
    } else {
        list.AddRect({from.x, center.y - half}, {to.x, center.y + half}, white);
        list.AddRect({center.x - half, from.y}, {center.x + half, to.y}, white);
    }
    list.PopClipRect();
}

std::string name_of_row(const Dataset& data, std::int64_t row) {
    return data.labels.empty() ? std::string() : " " + data.labels[std::size_t(row)];
}

/// "should be 12.25 degrees"; beside another variant the reference says it all the same.
std::string expected_text(const State& state, Cell cell) {
    const Inputs inputs = state.data.now.question.inputs();
    const double expected =
        current_type(state).matrix.reference(problem_of(inputs, LinearMemory{}), cell.row, cell.col);
    return fmt::format("should be {:.9g} {}", without_sign_of_nan(expected), unit_of_entries(state));
}

void draw_tooltip(const Frame& frame) {
    const auto& marked = frame.state.view.marked;
    if (!marked || frame.state.view.hovered != marked->cell || !frame.state.data.now.question.first) return;
    const Question& now = frame.state.data.now.question;
    const Dataset &data = *now.first, &across = now.across();
    const auto [row, col] = marked->cell;
    if (row >= data.rows || col >= across.rows) return;
    const auto point = [&](std::int64_t i) -> std::string {
        if (!is_of_points(frame.state.data.now.source)) return {};
        const double x = coordinate_in_file(data, i, 0), y = coordinate_in_file(data, i, 1);
        return data.origin.empty() ? fmt::format("({:.6g}, {:.6g})", x, y) : fmt::format("({}, {})", x, y);
    };
    const bool errors = !is_deep(frame.state) && frame.state.output.content != MatrixContent::values;
    if (!begin_tooltip(frame)) return;
    ImGui::PushFont(frame.style.fonts.bold, 0.0f);
    ImGui::TextUnformatted(fmt::format("{}{:.6g} {}",
                                       errors ? fmt::format("{} ", title_of(frame.state.output.content)) : "",
                                       without_sign_of_nan(marked->value), unit_of_content(frame.state))
                               .c_str());
    ImGui::PopFont();
    if (errors) ImGui::TextUnformatted(expected_text(frame.state, marked->cell).c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    ImGui::TextUnformatted(
        fmt::format("{}{}  {}", numbered_row(data, row), name_of_row(data, row), point(row)).c_str());
    ImGui::TextUnformatted(
        fmt::format("{}{}  {}", numbered_row(across, col, "column"), name_of_row(across, col), point(col)).c_str());
    if (const Track* const classes = class_of_rows(frame.state)) {
        const auto of = [&](const Dataset& set, int number, std::int64_t i) {
            return words_of_value(*classes, value_in_track(*classes, number, set, i));
        };
        ImGui::TextUnformatted(
            fmt::format("{}: {} and {}", classes->name, of(data, 0, row), of(across, now.second ? 1 : 0, col)).c_str());
    }
    ImGui::PopStyleColor();
    draw_pictures_of_cell(frame, marked->cell);
    ImGui::EndTooltip();
}

/// The colour of an entry as it is drawn, dimmed or not.
Rgba drawn_colour(const Frame& frame, float value, const Colouring& colouring) {
    const Rgba colour = colour_of(value, colouring);
    const auto& dimming = frame.state.view.colours.dimming;
    if (!dimming || !dimming->dims(value)) return colour;
    const ImU32 ground = ImGui::GetColorU32(frame.style.palette.background);
    const auto part = [&](int shift) { return std::uint8_t(ground >> shift & 0xffu); };
    return dimmed(colour, {part(IM_COL32_R_SHIFT), part(IM_COL32_G_SHIFT), part(IM_COL32_B_SHIFT), 255});
}

/// Values in the cells, when they fit.
void draw_values(const Frame& frame, const PictureArea& area, const HeatmapView& view) {
    if (view.pixels_per_cell < double(frame.style.px(value_cell))) return;
    const Region region = visible_region(view, area.viewport, shown_shape(frame.state));
    const std::vector<float> values = frame.cells(region);
    if (values.empty()) return;
    const Colouring colouring = shown_colouring(frame.state, frame.colormaps);
    const std::string unit = unit_of_content(frame.state);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.origin, area.end(), true);
    for (std::int64_t i = 0; i < region.rows * region.cols; ++i) {
        const float value = values[std::size_t(i)];
        const Position center{double(region.row + i / region.cols) + 0.5, double(region.col + i % region.cols) + 0.5};
        const ImVec2 at = area.screen(pixel_at(view, center, area.viewport));
        const std::string text = distance_number(double(value), unit);
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const Rgba c = drawn_colour(frame, value, colouring);
        const float luminance = 0.2126f * float(c.r) + 0.7152f * float(c.g) + 0.0722f * float(c.b);
        const ImU32 ink = luminance > 120.0f ? IM_COL32(0, 0, 0, 255) : IM_COL32(255, 255, 255, 255);
        list.AddText({at.x - size.x / 2, at.y - size.y / 2}, ink, text.c_str());
    }
    list.PopClipRect();
}

void draw_empty(const Frame& frame, ImVec2 size) {
    const State& state = frame.state;
    const std::string text = state.data.loading ? fmt::format("Reading {} ...", *state.data.loading)
                             : !state.data.now.question.first
                                 ? "Open a file or choose a shape: its matrix appears here."
                             : !why_stale(state).empty() ? why_stale(state)
                                                         : "Computing the matrix ...";
    ImGui::BeginChild("empty", size);
    ImGui::PushTextWrapPos(size.x * 0.8f);
    ImGui::SetCursorPos({size.x * 0.2f, size.y * 0.45f});
    ImGui::TextColored(frame.style.palette.dim, "%s", text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndChild();
}

/// Instead of a black picture and of a colour bar from 0 to 0. The caption says why where nothing is computed.
void draw_awaited(const Frame& frame, const PictureArea& area) {
    if (!frame.state.deep.failure.empty() || frame.state.deep.paused) return;
    constexpr const char* words = "Computing the first picture ...";
    const ImVec2 size = ImGui::CalcTextSize(words);
    const ImVec2 at{area.origin.x + 0.5f * (float(area.viewport.width) - size.x),
                    area.origin.y + 0.5f * (float(area.viewport.height) - size.y)};
    ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(frame.style.palette.dim), words);
    ImGui::Dummy({}); // tracks and trees have moved the cursor, and an item has to follow
}

} // namespace

void draw_matrix_panel(const Frame& frame) {
    const float bar = colour_bar_height(frame);
    const float caption_height = ImGui::GetTextLineHeightWithSpacing();
    ImVec2 size = ImGui::GetContentRegionAvail();
    size.y -= bar + caption_height;
    if (size.x < 16.0f || size.y < 16.0f) return;
    const bool is_stored = asks_for_matrix(frame.state) && !frame.state.output.variant_id.empty();
    if (!is_stored && !is_deep(frame.state)) {
        draw_empty(frame, size);
        return;
    }
    const float tracks = tracks_margin(frame), margin = dendrogram_margin(frame) + tracks;
    const Viewport viewport{int(size.x - margin), int(size.y - margin)};
    const HeatmapView view = view_beside_labels(frame, viewport);
    const DrawnMatrix drawn = frame.matrix(view, viewport);
    const std::optional<WrongEntries> wrong = wrong_entries(frame.state);
    draw_caption(frame, drawn.shown, wrong);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const PictureArea area{{corner.x + margin, corner.y + margin}, viewport};
    ImGui::SetCursorScreenPos(area.origin);
    if (drawn.texture != 0)
        ImGui::Image(ImTextureRef(ImTextureID(drawn.texture)), {float(viewport.width), float(viewport.height)});
    const std::optional<Minimap> minimap = act_on_minimap(frame, area); // first: what is on top takes the mouse
    const std::vector<LabelStrip> labels = act_on_labels(frame, area, view);
    const MatrixPlace place{
        .view = view, .viewport = viewport, .origin = area.origin, .labels = labels, .tracks = tracks};
    const TracksMouse on_tracks = act_on_tracks(frame, place);
    ImGui::SetCursorScreenPos(area.origin);
    ImGui::InvisibleButton("##heatmap", {float(viewport.width), float(viewport.height)},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    const bool is_on_map = minimap && !ImGui::IsItemActive() && minimap->has(area.pixel(ImGui::GetIO().MousePos));
    const bool is_elsewhere = is_on_map || (!ImGui::IsItemActive() && is_on_labels(labels));
    const bool is_under_mouse = ImGui::IsItemHovered() && !is_elsewhere;
    if (!is_elsewhere) {
        zoom_and_pan(frame, area, view);
        zoom_by_box(frame, area, view);
        hover(frame, area, view);
    }
    reveal(frame, area, view);
    draw_values(frame, area, view);
    draw_group_gaps(frame, area, view);
    if (wrong) draw_wrong_marks(frame, *wrong, view, viewport, area.origin);
    const bool is_awaited = is_deep(frame.state) && !has_first_picture(frame.state);
    if (!is_awaited) draw_output_marks(frame, area, view);
    draw_traced_cells(frame, view, viewport, area.origin);
    draw_crosshair(frame, area, view);
    draw_neighbour_marks(frame, view, viewport, area.origin);
    if (tracks > 0.0f) draw_tracks(frame, place, on_tracks);
    if (margin > tracks) draw_dendrograms(frame, place);
    draw_labels(frame, area, labels);
    if (minimap) draw_minimap(frame, area, *minimap);
    if (is_under_mouse) draw_tooltip(frame);
    if (is_awaited)
        draw_awaited(frame, area);
    else
        draw_colour_bar(frame);
}

} // namespace pairscope::app
