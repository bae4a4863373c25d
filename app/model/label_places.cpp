// SPDX-License-Identifier: MIT
#include "app/model/label_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pairscope::app {
namespace {

constexpr float gap = 6.0f;     // between a mark and its name [px]
constexpr float clearly = 1.5f; // a name belongs to a mark that is nearer than the others by this factor

// What a place costs; only the order of these matters.
constexpr float cost_of_left = 1.0f, cost_of_step = 3.0f, cost_of_crossing = 8.0f, cost_of_doubt = 20.0f;
constexpr float cost_of_covered_mark = 100.0f, cost_of_covered_name = 200.0f, cost_of_outside = 1000.0f;

bool overlap(const PlotBox& a, const PlotBox& b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

float distance(const PlotBox& box, float x, float y) {
    const float dx = std::max({box.left - x, 0.0f, x - box.right}), dy = std::max({box.top - y, 0.0f, y - box.bottom});
    return std::hypot(dx, dy);
}

/// Does the line pass through the box? It is cut at the box's four sides in turn (Liang and Barsky, 1984).
bool crosses(const PlotLine& line, const PlotBox& box) {
    const float dx = line.x1 - line.x0, dy = line.y1 - line.y0;
    const std::array<std::array<float, 2>, 4> sides{
        {{-dx, line.x0 - box.left}, {dx, box.right - line.x0}, {-dy, line.y0 - box.top}, {dy, box.bottom - line.y0}}};
    float from = 0.0f, to = 1.0f;
    for (const auto& [along, room] : sides) {
        if (along == 0.0f && room < 0.0f) return false;
        if (along < 0.0f) from = std::max(from, room / along);
        if (along > 0.0f) to = std::min(to, room / along);
    }
    return from < to;
}

PlotBox box_at(const LabelAnchor& anchor, bool on_left, float step) {
    const float left = on_left ? anchor.x - anchor.radius - gap - anchor.width : anchor.x + anchor.radius + gap;
    const float top = anchor.y - anchor.height / 2 + step * anchor.height;
    return {left, top, left + anchor.width, top + anchor.height};
}

bool inside(const PlotBox& box, const PlotBox& bounds) {
    return box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom;
}

float cost_of_others(const PlotBox& box, std::span<const LabelAnchor> anchors, std::size_t own) {
    float cost = 0.0f;
    const float to_own = distance(box, anchors[own].x, anchors[own].y);
    for (std::size_t i = 0; i < anchors.size(); ++i) {
        if (i == own) continue;
        const LabelAnchor& other = anchors[i];
        const PlotBox mark{other.x - other.radius, other.y - other.radius, other.x + other.radius,
                           other.y + other.radius};
        if (overlap(box, mark))
            cost += cost_of_covered_mark;
        else if (distance(box, other.x, other.y) < clearly * to_own)
            cost += cost_of_doubt;
    }
    return cost;
}

} // namespace

std::vector<LabelPlace> place_labels(std::span<const LabelAnchor> anchors, std::span<const PlotLine> lines,
                                     PlotBox bounds) {
    constexpr std::array<float, 9> steps{0, -1, 1, -2, 2, -3, 3, -4, 4};
    std::vector<LabelPlace> places;
    for (std::size_t i = 0; i < anchors.size(); ++i) {
        LabelPlace best;
        float least = std::numeric_limits<float>::max();
        for (const bool on_left : {false, true})
            for (const float step : steps) {
                const PlotBox box = box_at(anchors[i], on_left, step);
                float cost = (on_left ? cost_of_left : 0.0f) + cost_of_step * std::abs(step);
                cost += cost_of_others(box, anchors, i) + (inside(box, bounds) ? 0.0f : cost_of_outside);
                for (const PlotLine& line : lines) cost += crosses(line, box) ? cost_of_crossing : 0.0f;
                for (const LabelPlace& other : places) cost += overlap(box, other.box) ? cost_of_covered_name : 0.0f;
                if (cost >= least) continue;
                least = cost;
                best = {box, on_left, step != 0.0f};
            }
        places.push_back(best);
    }
    return places;
}

} // namespace pairscope::app
