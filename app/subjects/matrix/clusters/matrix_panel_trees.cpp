// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/clusters/matrix_panel_trees.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/clusters/clusters.h"
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

constexpr float margin_size = 46.0f; // [px] before scale
constexpr float strip_size = 6.0f;   // a strip in the colours of the clusters, between tree and matrix

/// One of the two trees in screen coordinates: `along` runs with the rows or columns, `height` away from the picture.
struct Side {
    bool rows = true;
    ImVec2 low, high;
    const std::vector<seriation::Branch>& branches;
    const seriation::Clustering* tree = nullptr;
    const seriation::Clusters* clusters = nullptr; ///< null: the tree is not cut
    float strip = 0.0f;                            ///< [px] of the strip
    float scale = 0.0f;                            ///< [px] of a unit of height
};

ImVec2 on_side(const Side& side, const MatrixPlace& place, float middle, float height) {
    const Position position{side.rows ? double(middle) : 0.0, side.rows ? 0.0 : double(middle)};
    const Pixel pixel = pixel_at(place.view, position, place.viewport);
    const float away = 2.0f + side.strip + height * side.scale;
    if (side.rows) return {side.high.x - away, place.origin.y + float(pixel.y)};
    return {place.origin.x + float(pixel.x), side.high.y - away};
}

/// The height and the place in the tree at which the mouse is.
struct TreePoint {
    float middle = 0.0f, height = 0.0f;
};
TreePoint mouse_on(const Side& side, const MatrixPlace& place) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float away = (side.rows ? side.high.x - mouse.x : side.high.y - mouse.y) - 2.0f - side.strip;
    const Position at =
        position_at(place.view, {double(mouse.x - place.origin.x), double(mouse.y - place.origin.y)}, place.viewport);
    return {.middle = float(side.rows ? at.row : at.col),
            .height = side.scale > 0.0f ? std::max(0.0f, away / side.scale) : 0.0f};
}

void draw_branch(const Side& side, const MatrixPlace& place, const seriation::Branch& branch, ImU32 colour) {
    const ImVec2 corners[] = {
        on_side(side, place, branch.left, branch.left_height), on_side(side, place, branch.left, branch.height),
        on_side(side, place, branch.right, branch.height), on_side(side, place, branch.right, branch.right_height)};
    ImGui::GetWindowDrawList()->AddPolyline(corners, 4, colour, 1.0f);
}

void draw_tree(const Frame& frame, const MatrixPlace& place, const Side& side) {
    const ImU32 plain = ImGui::GetColorU32(frame.style.palette.dim);
    const std::size_t first = first_cluster_colour(frame.state);
    for (const std::size_t i : branches_in_sight(side.branches, side.rows, place.view, place.viewport)) {
        const auto cluster = side.clusters == nullptr
                                 ? std::nullopt
                                 : cluster_of_branch({*side.tree, *side.clusters}, i, side.branches[i]);
        draw_branch(side, place, side.branches[i], cluster ? group_colour(first + *cluster) : plain);
    }
}

/// A rectangle for each cluster, which stand side by side.
void draw_strip_of_clusters(const Frame& frame, const Side& side, const MatrixPlace& place) {
    const std::size_t first = first_cluster_colour(frame.state);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < side.clusters->sizes.size(); ++i) {
        const std::int64_t end = begin + side.clusters->sizes[i];
        ImVec2 low = on_side(side, place, float(begin), 0.0f), high = on_side(side, place, float(end), 0.0f);
        (side.rows ? high.x : high.y) += side.strip;
        list.AddRectFilled(low, high, group_colour(first + i));
        begin = end;
    }
}

void draw_cut(const Frame& frame, const Side& side) {
    const TreeCut& cut = frame.state.view.order.cut;
    const double height =
        cut.by == TreeCut::By::height ? cut.height : height_of_cut(*side.tree, side.clusters->count());
    const float away = 2.0f + side.strip + float(height) * side.scale;
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.accent);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (side.rows)
        list.AddLine({side.high.x - away, side.low.y}, {side.high.x - away, side.high.y}, colour);
    else
        list.AddLine({side.low.x, side.high.y - away}, {side.high.x, side.high.y - away}, colour);
}

/// Where heights invert, no height tells clusters apart, and the line chooses their number.
TreeCut cut_at_mouse(const Side& side, float height) {
    if (seriation::has_inversions(*side.tree))
        return {.by = TreeCut::By::number, .number = seriation::number_at(side.tree->merges, double(height))};
    const double digits = std::pow(10.0, 3.0 - std::floor(std::log10(std::max(double(height), 1e-300))));
    const bool is_plain = std::isfinite(digits) && height > 0.0f;
    return {.by = TreeCut::By::height, .height = is_plain ? std::round(double(height) * digits) / digits : 0.0};
}

/// Selects the vectors below a branch and zooms to them, in one step of undo.
void go_to_branch(const Frame& frame, const MatrixPlace& place, const Side& side, std::size_t branch) {
    const PlacesBelow below = places_below(*side.tree, branch);
    const MatrixShape shape = shown_shape(frame.state);
    const bool is_one_set = frame.state.data.now.question.second == nullptr;
    if (side.rows || is_one_set) {
        std::vector<std::int64_t> rows;
        for (std::int64_t i = below.begin; i < below.end; ++i) rows.push_back(side.tree->order[std::size_t(i)]);
        frame.push(command::SelectRows{std::move(rows)});
    }
    Region region{.row = 0, .col = 0, .rows = shape.rows, .cols = shape.cols};
    if (side.rows || is_one_set) {
        region.row = below.begin;
        region.rows = below.end - below.begin;
    }
    if (!side.rows || is_one_set) {
        region.col = below.begin;
        region.cols = below.end - below.begin;
    }
    const bool selects = side.rows || is_one_set;
    frame.push(command::SetView{zoomed_to(region, place.viewport, shape), selects ? command::same_step : 0.0});
}

/// What a place in the margin means: the distance there, into how many clusters it cuts the vectors, and what the
/// mouse does.
std::string story_of_point(const Frame& frame, const Side& side, const TreePoint& at,
                           std::optional<std::size_t> branch) {
    const WorkloadType& type = current_type(frame.state);
    const std::string unit = unit_of_neighbours(frame.state.data.now.question);
    std::string story =
        fmt::format("The tree of the clusters. Two branches meet at {}. Cut at {:.3g}{}{}, it has {}.",
                    meaning_of_height(frame.state.view.order.tree.linkage), at.height, unit.empty() ? "" : " ", unit,
                    counted(seriation::number_at(side.tree->merges, double(at.height)), "cluster"));
    if (!is_plainly_euclidean(type))
        story += fmt::format(" The vectors are compared by the {}.", metric_title_of(type));
    if (branch)
        story += fmt::format(" A click selects the {} of this branch and zooms to them.",
                             counted(side.tree->merges[*branch].size, "vector"));
    return story + " Dragging cuts the tree, and its clusters get colours everywhere.";
}

void answer_mouse(const Frame& frame, const MatrixPlace& place, const Side& side) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool is_active = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
    const bool is_dragged =
        io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] >= io.MouseDragThreshold * io.MouseDragThreshold;
    const TreePoint at = mouse_on(side, place);
    if (is_active && is_dragged) {
        OrderChoice choice = frame.state.view.order;
        choice.cut = cut_at_mouse(side, at.height);
        if (choice != frame.state.view.order)
            frame.push(command::OrderMatrix{choice, io.MouseClickedTime[ImGuiMouseButton_Left]});
        return;
    }
    if (!ImGui::IsItemHovered() && !is_active) return;
    const auto branch = branch_around(side.branches, at.middle, at.height);
    if (branch) draw_branch(side, place, side.branches[*branch], ImGui::GetColorU32(frame.style.palette.accent));
    explain(frame, story_of_point(frame, side, at, branch));
    if (ImGui::IsItemDeactivated() && branch) go_to_branch(frame, place, side, *branch);
}

void draw_side(const Frame& frame, const MatrixPlace& place, Side side) {
    if (side.branches.empty() || side.tree == nullptr) return;
    side.strip = frame.style.px(strip_size); // also before the first cut: the tree stays where it is
    const float room = (side.rows ? side.high.x - side.low.x : side.high.y - side.low.y) - frame.style.px(4.0f);
    const float highest = highest_of(side.branches);
    side.scale = highest > 0.0f ? (room - side.strip) / highest : 0.0f;
    ImGui::PushClipRect(side.low, side.high, true);
    draw_tree(frame, place, side);
    if (side.clusters != nullptr) {
        draw_strip_of_clusters(frame, side, place);
        draw_cut(frame, side);
    }
    ImGui::SetCursorScreenPos(side.low);
    ImGui::InvisibleButton(side.rows ? "##row tree" : "##column tree",
                           {side.high.x - side.low.x, side.high.y - side.low.y});
    answer_mouse(frame, place, side);
    ImGui::PopClipRect();
}

} // namespace

float dendrogram_margin(const Frame& frame) {
    const MatrixOrder* const order = shown_order(frame.state);
    const bool has_tree = order != nullptr && !(order->row_branches.empty() && order->col_branches.empty());
    return has_tree ? std::floor(frame.style.px(margin_size)) : 0.0f;
}

ImVec2 corner_of_margins(const MatrixPlace& place) {
    const Pixel first = pixel_at(place.view, {0.0, 0.0}, place.viewport); // its corner, perhaps amid the picture
    ImVec2 corner{place.origin.x + std::max(0.0f, float(first.x)), place.origin.y + std::max(0.0f, float(first.y))};
    for (const LabelStrip& strip : place.labels)
        if (strip.edge == Edge::rows)
            corner.x = std::min(corner.x, strip.low.x);
        else
            corner.y = std::min(corner.y, strip.low.y);
    return corner;
}

void draw_dendrograms(const Frame& frame, const MatrixPlace& place) {
    const MatrixOrder& order = *shown_order(frame.state);
    const float margin = dendrogram_margin(frame);
    const ImVec2 end{place.origin.x + float(place.viewport.width), place.origin.y + float(place.viewport.height)};
    const ImVec2 after = ImGui::GetCursorScreenPos();
    const ImVec2 corner = corner_of_margins(place);
    const float left = corner.x - place.tracks, top = corner.y - place.tracks;
    draw_side(frame, place,
              {.rows = true,
               .low = {left - margin, place.origin.y},
               .high = {left, end.y},
               .branches = order.row_branches,
               .tree = order.row_tree.get(),
               .clusters = clusters_of_set(frame.state, 0)});
    draw_side(frame, place,
              {.rows = false,
               .low = {place.origin.x, top - margin},
               .high = {end.x, top},
               .branches = order.col_branches,
               .tree = order.col_tree.get(),
               .clusters = clusters_of_set(frame.state, 1)});
    ImGui::SetCursorScreenPos(after);
}

} // namespace pairscope::app
