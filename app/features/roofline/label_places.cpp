// SPDX-License-Identifier: MIT
#include "app/features/roofline/label_places.h"

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

bool any_overlap(const PlotBox& box, std::span<const PlotBox> others) {
    return std::ranges::any_of(others, [&](const PlotBox& other) { return overlap(box, other); });
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
        if (overlap(box, box_around(other.x, other.y, other.radius)))
            cost += cost_of_covered_mark;
        else if (distance(box, other.x, other.y) < clearly * to_own)
            cost += cost_of_doubt;
    }
    return cost;
}

constexpr float line_gap = 3.0f; // between a line and its words [px]

float length_of(const PlotLine& line) { return std::hypot(line.x1 - line.x0, line.y1 - line.y0); }

/// How far the upper edge of words is below their line, and what that costs.
struct Offset {
    float down = 0.0f, cost = 0.0f;
};
/// Beside the line; else on it, as beyond another line words would seem to be that one's. A level line has none near
/// it, and words on it would hide it: a line of text farther up.
std::array<Offset, 3> offsets_of(const LineWords& words) {
    const float above = -(line_gap + words.height), below = line_gap, middle = -words.height / 2;
    const bool level = words.line.y0 == words.line.y1;
    return {{{words.above ? above : below, 0.0f},
             {words.above ? below : above, 4.0f},
             level ? Offset{above - words.height, 6.0f} : Offset{middle, 5.0f}}};
}

/// Words that begin `along` pixels behind the line's left end.
LineWordsPlace words_at(const LineWords& words, float along, float down) {
    const PlotLine& line = words.line;
    const float angle = std::atan2(line.y1 - line.y0, line.x1 - line.x0), c = std::cos(angle), s = std::sin(angle);
    LineWordsPlace place{
        line.x0 + along * c - down * s, line.y0 + along * s + down * c, angle, down < 0.0f && down > -words.height, {}};
    const int pieces = std::max(1, int(std::ceil(words.width / words.height)));
    const float piece = words.width / float(pieces);
    const float half_x = (std::abs(c) * piece + std::abs(s) * words.height) / 2;
    const float half_y = (std::abs(s) * piece + std::abs(c) * words.height) / 2;
    for (int i = 0; i < pieces; ++i) {
        const float right = (float(i) + 0.5f) * piece, below = words.height / 2;
        const float x = place.x + right * c - below * s, y = place.y + right * s + below * c;
        place.covers.push_back({x - half_x, y - half_y, x + half_x, y + half_y});
    }
    return place;
}

/// Does the line pass through the words, as they are turned?
bool crosses(const PlotLine& line, const LineWordsPlace& place, const LineWords& words) {
    const float co = std::cos(place.angle), si = std::sin(place.angle);
    const auto turned_x = [&](float x, float y) { return co * (x - place.x) + si * (y - place.y); };
    const auto turned_y = [&](float x, float y) { return co * (y - place.y) - si * (x - place.x); };
    return crosses({turned_x(line.x0, line.y0), turned_y(line.x0, line.y0), turned_x(line.x1, line.y1),
                    turned_y(line.x1, line.y1)},
                   {0.0f, 0.0f, words.width, words.height});
}

/// The box around all of the words.
PlotBox box_of(const LineWordsPlace& place) {
    const PlotBox &a = place.covers.front(), &b = place.covers.back();
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right), std::max(a.bottom, b.bottom)};
}

float cost_of_place(const LineWordsPlace& place, std::span<const LineWords> words, std::size_t own,
                    std::span<const PlotBox> taken, std::span<const LineWordsPlace> others, const PlotBox& bounds) {
    const PlotBox all = box_of(place); // far from most of the plot: what is not in it needs no look at the pieces
    const auto any = [&](auto&& test) { return std::ranges::any_of(place.covers, test); };
    float cost = inside(all, bounds) ? 0.0f : cost_of_outside;
    for (const PlotBox& box : taken)
        if (overlap(all, box) && any_overlap(box, place.covers)) cost += cost_of_covered_mark;
    for (const LineWordsPlace& other : others)
        if (overlap(all, box_of(other)) && any([&](const PlotBox& piece) { return any_overlap(piece, other.covers); }))
            cost += cost_of_covered_name;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (i != own && crosses(words[i].line, place, words[own])) cost += cost_of_crossing;
    return cost;
}

} // namespace

PlotLine middle_of(const LineWordsPlace& place, const LineWords& words) {
    const float c = std::cos(place.angle), s = std::sin(place.angle), below = words.height / 2;
    const float x = place.x - below * s, y = place.y + below * c;
    return {x, y, x + words.width * c, y + words.width * s};
}

std::vector<LineWordsPlace> place_line_words(std::span<const LineWords> words, std::span<const PlotBox> taken,
                                             PlotBox bounds, float room) {
    constexpr float cost_of_along = 0.1f;
    std::vector<LineWordsPlace> places;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const LineWords& own = words[i];
        const float last = length_of(own.line) - own.width, first = std::min(room, last);
        const int steps = std::max(0, int((last - first) / own.height));
        LineWordsPlace best;
        float least = std::numeric_limits<float>::max();
        for (int step = 0; step <= steps; ++step)
            for (const auto& [down, cost_of_offset] : offsets_of(own)) {
                float cost = cost_of_along * float(step) + cost_of_offset;
                if (cost >= least) continue;
                const float way = float(step) * own.height;
                LineWordsPlace place = words_at(own, own.at_end ? last - way : first + way, down);
                cost += cost_of_place(place, words, i, taken, places, bounds);
                if (cost >= least) continue;
                least = cost;
                best = std::move(place);
            }
        places.push_back(std::move(best));
    }
    return places;
}

std::vector<LabelPlace> place_labels(std::span<const LabelAnchor> anchors, std::span<const PlotLine> lines,
                                     PlotBox bounds, std::span<const PlotBox> taken) {
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
                cost += any_overlap(box, taken) ? cost_of_covered_name : 0.0f;
                if (cost >= least) continue;
                least = cost;
                best = {box, on_left, step != 0.0f};
            }
        places.push_back(best);
    }
    return places;
}

} // namespace pairscope::app
