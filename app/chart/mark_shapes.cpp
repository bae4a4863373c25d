// SPDX-License-Identifier: MIT
#include "app/chart/mark_shapes.h"

#include "app/chart/theme_colours.h"

#include "kernels/ladder/own_variants.h"

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float larger = 1.15f; // corners reach less far than a circle does on average
constexpr float quarter = 1.5707963f;

std::vector<MarkPoint> regular(int count, float start) {
    std::vector<MarkPoint> points;
    for (int i = 0; i < count; ++i) {
        const float angle = start + float(i) * 4.0f * quarter / float(count);
        points.push_back({larger * std::cos(angle), larger * std::sin(angle)});
    }
    return points;
}

} // namespace

MarkShape variant_mark(std::string_view id) {
    return is_own(id) ? MarkShape::pentagon : MarkShape(place_of_variant(id) % 8);
}

std::vector<MarkPoint> corners_of(MarkShape mark) {
    switch (mark) {
    case MarkShape::circle:
        return {};
    case MarkShape::square:
        return regular(4, quarter / 2);
    case MarkShape::diamond:
        return regular(4, 0);
    case MarkShape::triangle_up:
        return regular(3, -quarter);
    case MarkShape::triangle_down:
        return regular(3, quarter);
    case MarkShape::triangle_left:
        return regular(3, 2 * quarter);
    case MarkShape::triangle_right:
        return regular(3, 0);
    case MarkShape::hexagon:
        return regular(6, 0);
    case MarkShape::pentagon:
        return regular(5, -quarter);
    }
    return {};
}

float outline_width(float radius) { return std::max(1.5f, radius / 3.0f); }
float cross_reach(float radius) { return 0.72f * radius; }
float cross_width(float radius) { return std::max(1.0f, radius / 3.5f); }

} // namespace pairscope::app
