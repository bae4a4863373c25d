// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/order/matrix_panel_labels.h"

#include "app/spine/jobs.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/points/points.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

namespace pairscope::app {
namespace {

constexpr float padding = 4.0f;        // [px] before scale, on both sides of a name
constexpr double most_of_side = 0.22;  // longer names are cut
constexpr float ground_opacity = 0.9f; // the ground under the names lies over entries

/// So large an entry has room for a line of text.
double least_cell() { return 1.15 * double(ImGui::GetFontSize()); }

/// How far the names reach from the edge [px]; they are cut to it.
float depth_of(const Frame& frame, std::vector<EdgeLabel>& labels, double side) {
    const auto most = float(std::floor(most_of_side * side));
    float widest = 0.0f;
    for (EdgeLabel& label : labels) {
        label.text = shortened(label.text, most);
        widest = std::max(widest, ImGui::CalcTextSize(label.text.c_str()).x);
    }
    return std::ceil(widest + 2.0f * frame.style.px(padding));
}

std::optional<LabelStrip> strip_at(const Frame& frame, const PictureArea& area, const HeatmapView& view, Edge edge) {
    const bool of_rows = edge == Edge::rows;
    LabelStrip strip{.edge = edge, .low = {}, .high = {}, .labels = {}};
    strip.labels = edge_labels(frame.state, edge, {view, area.viewport}, least_cell());
    if (strip.labels.empty()) return {};
    const float depth = depth_of(frame, strip.labels, of_rows ? area.viewport.width : area.viewport.height);
    const MatrixShape shape = shown_shape(frame.state);
    const Pixel begin = pixel_at(view, {0.0, 0.0}, area.viewport);
    const Pixel end = pixel_at(view, {double(shape.rows), double(shape.cols)}, area.viewport);
    const double room = of_rows ? begin.x : begin.y; // beside the matrix
    if (frame.state.view.fit && room + 0.5 < double(depth)) return {};
    const double from = std::max(0.0, room - double(depth));
    const Pixel low{of_rows ? from : std::max(0.0, begin.x), of_rows ? std::max(0.0, begin.y) : from};
    const Pixel high{of_rows ? from + double(depth) : std::min(end.x, double(area.viewport.width)),
                     of_rows ? std::min(end.y, double(area.viewport.height)) : from + double(depth)};
    strip.low = area.screen(low);
    strip.high = area.screen(high);
    return strip;
}

const EdgeLabel* label_under_mouse(const LabelStrip& strip, const PictureArea& area, double cell) {
    const Pixel mouse = area.pixel(ImGui::GetIO().MousePos);
    const double at = strip.edge == Edge::rows ? mouse.y : mouse.x;
    const auto found = std::ranges::find_if(
        strip.labels, [&](const EdgeLabel& label) { return std::abs(label.middle - at) <= cell / 2.0; });
    return found == strip.labels.end() ? nullptr : &*found;
}

/// The whole name, which may be cut on the strip, and what a click does.
std::string story_of(const State& state, Edge edge, std::int64_t vector) {
    const Question& now = state.data.now.question;
    const bool of_rows = edge == Edge::rows;
    const Dataset& set = of_rows ? *now.first : now.across();
    const auto index = std::size_t(vector);
    std::string name = numbered_row(set, vector, of_rows ? "row" : "column");
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    if (index < set.labels.size()) name += " " + set.labels[index];
    return of_rows || !now.second
               ? fmt::format("{}\nA click selects it and marks its nearest neighbours everywhere.", name)
               : fmt::format("{}\nA click selects it.", name);
}

void answer_mouse(const Frame& frame, const PictureArea& area, const HeatmapView& view, const LabelStrip& strip) {
    const ImVec2 before = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(strip.low);
    ImGui::InvisibleButton(strip.edge == Edge::rows ? "##row labels" : "##column labels",
                           {std::max(1.0f, strip.high.x - strip.low.x), std::max(1.0f, strip.high.y - strip.low.y)});
    const EdgeLabel* label = label_under_mouse(strip, area, view.pixels_per_cell);
    if (label != nullptr) {
        explain(frame, story_of(frame.state, strip.edge, label->vector));
        const Cell cell = cell_of_label(frame.state, strip.edge, label->vector);
        if (ImGui::IsItemHovered() && frame.state.view.hovered != cell && may_hover(frame))
            frame.push(command::HoverCell{cell, HoverPlace::matrix});
        if (ImGui::IsItemClicked(ImGuiMouseButton_Left)) {
            const bool is_row = strip.edge == Edge::rows || !frame.state.data.now.question.second;
            if (is_row) frame.push(command::SelectRows{{label->vector}});
            frame.push(command::PinCell{cell, is_row ? command::same_step : 0.0});
        }
    } else {
        explain(frame, "The names or numbers of the rows and columns in sight. A click on one selects it.");
    }
    ImGui::SetCursorScreenPos(before);
}

/// Text that runs upwards from `at`. Its letters are laid out from left to right first, and then turned.
void add_upright_text(ImDrawList& list, ImVec2 at, ImU32 colour, const std::string& text) {
    const ImVec2 from = list.GetClipRectMin(); // letters outside of the clipped part would be left out
    const int first = list.VtxBuffer.Size;
    list.AddText(from, colour, text.c_str());
    for (int i = first; i < list.VtxBuffer.Size; ++i) {
        ImVec2& corner = list.VtxBuffer[i].pos;
        corner = {at.x + (corner.y - from.y), at.y - (corner.x - from.x)};
    }
}

bool is_marked(const State& state, Edge edge, std::int64_t vector) {
    const auto& cell = state.view.hovered ? state.view.hovered : state.view.pinned;
    return cell && (edge == Edge::rows ? cell->row : cell->col) == vector;
}

void draw_strip(const Frame& frame, const LabelStrip& strip, ImVec2 origin) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImVec4 ground = frame.style.palette.panel;
    ground.w = ground_opacity;
    list.AddRectFilled(strip.low, strip.high, ImGui::GetColorU32(ground));
    const float half = ImGui::GetFontSize() / 2.0f, gap = frame.style.px(padding);
    for (const EdgeLabel& label : strip.labels) {
        const bool marked = is_marked(frame.state, strip.edge, label.vector);
        const ImU32 ink = ImGui::GetColorU32(marked ? frame.style.palette.accent : frame.style.palette.text);
        if (strip.edge == Edge::rows) {
            const float width = ImGui::CalcTextSize(label.text.c_str()).x;
            list.AddText({strip.high.x - gap - width, origin.y + float(label.middle) - half}, ink, label.text.c_str());
        } else {
            add_upright_text(list, {origin.x + float(label.middle) - half, strip.high.y - gap}, ink, label.text);
        }
    }
}

} // namespace

HeatmapView view_beside_labels(const Frame& frame, Viewport viewport) {
    const HeatmapView whole = view_in(frame.state, viewport);
    if (!frame.state.view.fit) return whole;
    ImGui::PushFont(nullptr, frame.style.small_size);
    const double least = least_cell();
    const Question& now = frame.state.data.now.question;
    const auto room_for = [&](Edge edge, int side) {
        const bool has_names = now.first && !(edge == Edge::rows ? *now.first : now.across()).labels.empty();
        if (!has_names) return 0.0; // numbers only use the room that is there
        std::vector<EdgeLabel> labels = edge_labels(frame.state, edge, {whole, viewport}, least);
        return labels.empty() ? 0.0 : double(depth_of(frame, labels, side));
    };
    const LabelRoom room{room_for(Edge::rows, viewport.width), room_for(Edge::columns, viewport.height)};
    ImGui::PopFont();
    const HeatmapView beside = fitted_beside(room, shown_shape(frame.state), viewport);
    return beside.pixels_per_cell < least ? whole : beside;
}

std::vector<LabelStrip> act_on_labels(const Frame& frame, const PictureArea& area, const HeatmapView& view) {
    std::vector<LabelStrip> strips;
    ImGui::PushFont(nullptr, frame.style.small_size);
    for (const Edge edge : {Edge::rows, Edge::columns})
        if (auto strip = strip_at(frame, area, view, edge)) strips.push_back(std::move(*strip));
    if (strips.size() == 2) { // the corner belongs to neither
        strips[0].low.y = std::max(strips[0].low.y, strips[1].high.y);
        strips[1].low.x = std::max(strips[1].low.x, strips[0].high.x);
    }
    ImGui::PopFont();
    for (const LabelStrip& strip : strips) answer_mouse(frame, area, view, strip);
    return strips;
}

bool is_on_labels(const std::vector<LabelStrip>& strips) {
    const ImVec2 at = ImGui::GetIO().MousePos;
    return std::ranges::any_of(strips, [&](const LabelStrip& strip) {
        return at.x >= strip.low.x && at.x < strip.high.x && at.y >= strip.low.y && at.y < strip.high.y;
    });
}

void draw_labels(const Frame& frame, const PictureArea& area, const std::vector<LabelStrip>& strips) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (strips.size() == 2) // entries in the corner would look like a name
        list.AddRectFilled({strips[0].low.x, strips[1].low.y}, {strips[0].high.x, strips[1].high.y},
                           ImGui::GetColorU32(frame.style.palette.panel));
    ImGui::PushFont(nullptr, frame.style.small_size);
    for (const LabelStrip& strip : strips) {
        list.PushClipRect(strip.low, strip.high, true);
        draw_strip(frame, strip, area.origin);
        list.PopClipRect();
    }
    ImGui::PopFont();
}

} // namespace pairscope::app
