// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/order/matrix_panel_order.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/order/dendrogram.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float margin_size = 40.0f; // [px] before scale

void draw_order_choice(const Frame& frame, OrderKind kind) {
    const OrderChoice offered = order_offered(frame.state, kind);
    const std::string why_not = why_not_ordered(frame.state, kind);
    const std::string title(title_of(kind));
    if (ImGui::MenuItem(title.c_str(), nullptr, frame.state.view.order.kind == kind, why_not.empty()))
        frame.push(command::OrderMatrix{offered});
    explain(frame, why_not.empty() ? what_it_reveals(kind, current_type(frame.state).metric) : why_not);
}

/// One of the two trees in screen coordinates: `along` runs with the rows or columns, `height` away from the picture.
struct Side {
    bool rows = true;
    ImVec2 low, high;
    float scale = 0.0f; ///< [px] of a unit of height
};

ImVec2 on_side(const Side& side, const MatrixPlace& place, float middle, float height) {
    const Position position{side.rows ? double(middle) : 0.0, side.rows ? 0.0 : double(middle)};
    const Pixel pixel = pixel_at(place.view, position, place.viewport);
    const float away = 2.0f + height * side.scale;
    if (side.rows) return {side.high.x - away, place.origin.y + float(pixel.y)};
    return {place.origin.x + float(pixel.x), side.high.y - away};
}

void draw_tree(const Frame& frame, const MatrixPlace& place, const Side& side,
               const std::vector<seriation::Branch>& branches) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.dim);
    list.PushClipRect(side.low, side.high, true);
    for (const seriation::Branch& branch : branches_in_sight(branches, side.rows, place.view, place.viewport)) {
        const ImVec2 corners[] = {
            on_side(side, place, branch.left, branch.left_height), on_side(side, place, branch.left, branch.height),
            on_side(side, place, branch.right, branch.height), on_side(side, place, branch.right, branch.right_height)};
        list.AddPolyline(corners, 4, colour, 1.0f);
    }
    list.PopClipRect();
}

/// What a place in the margin means: the distance there, and into how many clusters it cuts the vectors.
void explain_height(const Frame& frame, const Side& side, const std::vector<seriation::Branch>& branches) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float height =
        std::max(0.0f, ((side.rows ? side.high.x - mouse.x : side.high.y - mouse.y) - 2.0f) / side.scale);
    const auto clusters = 1 + std::ranges::count_if(branches, [&](const auto& b) { return b.height > height; });
    const Metric metric = current_type(frame.state).metric;
    const std::string unit = unit_of_neighbours(frame.state.data.now.question);
    explain(frame, fmt::format("The tree of the clusters. Two branches meet at the mean {} between their vectors. "
                               "Cut at {:.3g}{}{}, it has {}.",
                               metric == Metric::euclidean ? "distance" : title_of(metric), height,
                               unit.empty() ? "" : " ", unit, counted(std::int64_t(clusters), "cluster")));
}

void draw_side(const Frame& frame, const MatrixPlace& place, Side side,
               const std::vector<seriation::Branch>& branches) {
    if (branches.empty()) return;
    const float room = (side.rows ? side.high.x - side.low.x : side.high.y - side.low.y) - frame.style.px(4.0f);
    const float highest = highest_of(branches);
    side.scale = highest > 0.0f ? room / highest : 0.0f;
    draw_tree(frame, place, side, branches);
    ImGui::SetCursorScreenPos(side.low);
    ImGui::InvisibleButton(side.rows ? "##row tree" : "##column tree",
                           {side.high.x - side.low.x, side.high.y - side.low.y});
    explain_height(frame, side, branches);
}

} // namespace

void draw_order_menu(const Frame& frame) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    const OrderChoice now = order_in_force(frame.state);
    const std::string label = fmt::format("order: {}###order", title_of(now.kind));
    if (ImGui::SmallButton(label.c_str())) ImGui::OpenPopup("order of the matrix");
    ImGui::PopFont();
    const std::string why_not = why_not_ordered(frame.state, frame.state.view.order.kind);
    explain(frame,
            fmt::format("The order of the rows and columns in this picture: {}. {} The data and all files keep "
                        "their own order. A click shows all orders.",
                        title_of(now.kind),
                        why_not.empty() ? what_it_reveals(now.kind, current_type(frame.state).metric) : why_not));
    if (!ImGui::BeginPopup("order of the matrix")) return;
    for (const auto& known : order_kind_names) draw_order_choice(frame, known.value);
    ImGui::Separator();
    const bool animated = frame.state.order.animated;
    if (ImGui::MenuItem("animate##order", nullptr, animated)) frame.push(command::AnimateOrder{!animated});
    explain(frame,
            "Shows for 0.6 s how rows and columns move to their new places. Pictures that take longer than 0.1 s "
            "change at once, and so does a matrix that is not stored.");
    ImGui::EndPopup();
}

float dendrogram_margin(const Frame& frame) {
    const MatrixOrder* const order = shown_order(frame.state);
    const bool has_tree = order != nullptr && !(order->row_branches.empty() && order->col_branches.empty());
    return has_tree ? std::floor(frame.style.px(margin_size)) : 0.0f;
}

void draw_dendrograms(const Frame& frame, const MatrixPlace& place) {
    const MatrixOrder& order = *shown_order(frame.state);
    const float margin = dendrogram_margin(frame);
    const ImVec2 end{place.origin.x + float(place.viewport.width), place.origin.y + float(place.viewport.height)};
    const ImVec2 after = ImGui::GetCursorScreenPos();
    const Pixel first = pixel_at(place.view, {0.0, 0.0}, place.viewport); // its corner, perhaps amid the picture
    float left = place.origin.x + std::max(0.0f, float(first.x));
    float top = place.origin.y + std::max(0.0f, float(first.y));
    for (const LabelStrip& strip : place.labels)
        if (strip.edge == Edge::rows)
            left = std::min(left, strip.low.x);
        else
            top = std::min(top, strip.low.y);
    draw_side(frame, place, {.rows = true, .low = {left - margin, place.origin.y}, .high = {left, end.y}},
              order.row_branches);
    draw_side(frame, place, {.rows = false, .low = {place.origin.x, top - margin}, .high = {end.x, top}},
              order.col_branches);
    ImGui::SetCursorScreenPos(after);
}

} // namespace pairscope::app
