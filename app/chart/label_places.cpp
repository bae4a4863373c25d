// SPDX-License-Identifier: MIT
#include "app/chart/label_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace pairscope::app {

bool overlap(const PlotBox& a, const PlotBox& b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/// The line is cut at the box's four sides in turn (Liang and Barsky, 1984).
std::optional<LinePart> part_in(const PlotLine& line, const PlotBox& box) {
    const double dx = line.x1 - line.x0, dy = line.y1 - line.y0;
    const std::array<std::array<double, 2>, 4> sides{
        {{-dx, line.x0 - box.left}, {dx, box.right - line.x0}, {-dy, line.y0 - box.top}, {dy, box.bottom - line.y0}}};
    double from = 0.0, to = 1.0;
    for (const auto& [along, room] : sides) {
        if (along == 0.0 && room < 0.0) return {};
        if (along < 0.0) from = std::max(from, room / along);
        if (along > 0.0) to = std::min(to, room / along);
    }
    return from < to ? std::optional(LinePart{from, to}) : std::nullopt;
}

bool crosses(const PlotLine& line, const PlotBox& box) { return part_in(line, box).has_value(); }

PlotLine hair_line(Pixel mark, const LabelPlace& place) {
    const PlotBox& box = place.box;
    return {mark.x, mark.y, place.on_left ? box.right + 1.0 : box.left - 1.0, (box.top + box.bottom) / 2.0};
}

std::vector<LinePart> parts_beside(const PlotLine& line, std::span<const PlotBox> boxes) {
    std::vector<LinePart> hidden;
    for (const PlotBox& box : boxes)
        if (const auto part = part_in(line, box)) hidden.push_back(*part);
    std::ranges::sort(hidden, {}, &LinePart::from);
    std::vector<LinePart> seen;
    double end = 0.0; // where what is hidden so far ends
    for (const LinePart& part : hidden) {
        if (part.from > end) seen.push_back({end, part.from});
        end = std::max(end, part.to);
    }
    if (end < 1.0) seen.push_back({end, 1.0});
    return seen;
}

namespace {

constexpr double gap = 6.0;           // between a mark and its name [px]
constexpr double farthest_name = 7.0; // for names that may be left out, in heights of their letters
constexpr double clearly = 1.5;       // a name belongs to a mark that is nearer than the others by this factor

// What a place costs; only the order of these matters.
constexpr double cost_of_left = 1.0, cost_of_step = 3.0, cost_of_crossing = 8.0, cost_of_doubt = 20.0;
constexpr double cost_of_covered_mark = 100.0, cost_of_error = 150.0, cost_of_covered_name = 200.0;
constexpr double cost_of_outside = 1000.0;

bool any_overlap(const PlotBox& box, std::span<const PlotBox> others) {
    return std::ranges::any_of(others, [&](const PlotBox& other) { return overlap(box, other); });
}

double distance(const PlotBox& box, double x, double y) {
    const double dx = std::max({box.left - x, 0.0, x - box.right}), dy = std::max({box.top - y, 0.0, y - box.bottom});
    return std::sqrt(dx * dx + dy * dy); // pixels do not overflow
}

PlotBox box_at(const LabelAnchor& anchor, bool on_left, double step) {
    const double left = on_left ? anchor.x - anchor.radius - gap - anchor.width : anchor.x + anchor.radius + gap;
    const double top = anchor.y - anchor.height / 2 + step * anchor.height;
    return {left, top, left + anchor.width, top + anchor.height};
}

bool inside(const PlotBox& box, const PlotBox& bounds) {
    return box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom;
}

/// Is the name nearer to another mark than clearly to its own? For each such mark.
double cost_of_doubts(const PlotBox& box, std::span<const LabelAnchor> anchors, std::size_t own) {
    double cost = 0.0;
    const double to_own = distance(box, anchors[own].x, anchors[own].y);
    for (std::size_t i = 0; i < anchors.size(); ++i) {
        const LabelAnchor& other = anchors[i];
        if (i == own || overlap(box, box_around({other.x, other.y}, other.radius))) continue;
        cost += distance(box, other.x, other.y) < clearly * to_own ? cost_of_doubt : 0.0;
    }
    return cost;
}

/// Does the name stand nearer to another mark than to its own? It would be read as that one's. Marks that hide each
/// other cannot be told apart by any place.
bool stands_at_other_mark(const PlotBox& box, std::span<const LabelAnchor> anchors, std::size_t own) {
    const LabelAnchor& mine = anchors[own];
    const double to_own = distance(box, mine.x, mine.y);
    for (std::size_t i = 0; i < anchors.size(); ++i) {
        const LabelAnchor& other = anchors[i];
        if (i == own || distance(box, other.x, other.y) >= to_own) continue;
        const bool hides = std::hypot(other.x - mine.x, other.y - mine.y) <= mine.radius;
        if (!hides) return true;
    }
    return false;
}

double cost_of_covered_marks(const PlotBox& box, std::span<const LabelAnchor> anchors, std::size_t own) {
    double cost = 0.0;
    for (std::size_t i = 0; i < anchors.size(); ++i)
        if (i != own && overlap(box, box_around({anchors[i].x, anchors[i].y}, anchors[i].radius)))
            cost += cost_of_covered_mark;
    return cost;
}

constexpr double line_gap = 3.0; // between a line and its words [px]

double length_of(const PlotLine& line) { return std::hypot(line.x1 - line.x0, line.y1 - line.y0); }

/// How far the upper edge of words is below their line, and what that costs.
struct Offset {
    double down = 0.0, cost = 0.0;
};
/// Beside the line; else on it, as beyond another line words would seem to be that one's. A level line has none near
/// it, and words on it would hide it: a line of text farther up.
std::array<Offset, 3> offsets_of(const LineWords& words) {
    const double above = -(line_gap + words.height), below = line_gap, middle = -words.height / 2;
    const bool level = words.line.y0 == words.line.y1;
    return {{{words.above ? above : below, 0.0},
             {words.above ? below : above, 4.0},
             level ? Offset{above - words.height, 6.0} : Offset{middle, 5.0}}};
}

/// Words that begin `along` pixels behind the line's left end.
LineWordsPlace words_at(const LineWords& words, double along, double down) {
    const PlotLine& line = words.line;
    const double angle = std::atan2(line.y1 - line.y0, line.x1 - line.x0), c = std::cos(angle), s = std::sin(angle);
    LineWordsPlace place{line.x0 + along * c - down * s, line.y0 + along * s + down * c, angle,
                         down < 0.0 && down > -words.height};
    place.width = words.width;
    const int pieces = std::max(1, int(std::ceil(words.width / words.height)));
    const double piece = words.width / double(pieces);
    const double half_x = (std::abs(c) * piece + std::abs(s) * words.height) / 2;
    const double half_y = (std::abs(s) * piece + std::abs(c) * words.height) / 2;
    for (int i = 0; i < pieces; ++i) {
        const double right = (double(i) + 0.5) * piece, below = words.height / 2;
        const double x = place.x + right * c - below * s, y = place.y + right * s + below * c;
        place.covers.push_back({x - half_x, y - half_y, x + half_x, y + half_y});
    }
    return place;
}

/// Does the line pass through the words, as they are turned?
bool crosses_words(const PlotLine& line, const LineWordsPlace& place, const LineWords& words) {
    const double co = std::cos(place.angle), si = std::sin(place.angle);
    const auto turned_x = [&](double x, double y) { return co * (x - place.x) + si * (y - place.y); };
    const auto turned_y = [&](double x, double y) { return co * (y - place.y) - si * (x - place.x); };
    return crosses({turned_x(line.x0, line.y0), turned_y(line.x0, line.y0), turned_x(line.x1, line.y1),
                    turned_y(line.x1, line.y1)},
                   {0.0, 0.0, words.width, words.height});
}

/// The box around all of the words.
PlotBox box_of(const LineWordsPlace& place) {
    const PlotBox &a = place.covers.front(), &b = place.covers.back();
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right), std::max(a.bottom, b.bottom)};
}

double cost_of_place(const LineWordsPlace& place, std::span<const LineWords> words, std::size_t own,
                     std::span<const PlotBox> taken, std::span<const LineWordsPlace> others, const PlotBox& bounds) {
    const PlotBox all = box_of(place); // far from most of the plot: what is not in it needs no look at the pieces
    const auto any = [&](auto&& test) { return std::ranges::any_of(place.covers, test); };
    double cost = inside(all, bounds) ? 0.0 : cost_of_outside;
    for (const PlotBox& box : taken)
        if (overlap(all, box) && any_overlap(box, place.covers)) cost += cost_of_covered_mark;
    for (const LineWordsPlace& other : others)
        if (!other.left_out && overlap(all, box_of(other)) &&
            any([&](const PlotBox& piece) { return any_overlap(piece, other.covers); }))
            cost += cost_of_covered_name;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (i != own && crosses_words(words[i].line, place, words[own])) cost += cost_of_crossing;
    return cost;
}

/// What words keep off.
struct Surroundings {
    std::span<const PlotBox> taken;
    std::span<const LineWordsPlace> others;
    PlotBox bounds;
    double room = 0.0;
};

/// The place that costs least, and what it costs that the words touch something there.
std::pair<LineWordsPlace, double> cheapest(std::span<const LineWords> words, std::size_t own,
                                           const Surroundings& around) {
    constexpr double cost_of_along = 0.1;
    const LineWords& line = words[own];
    const double last = length_of(line.line) - line.width, first = std::min(around.room, last);
    const int steps = std::max(0, int((last - first) / line.height));
    LineWordsPlace best;
    double least = std::numeric_limits<double>::max(), touching = least;
    for (int step = 0; step <= steps; ++step)
        for (const auto& [down, cost_of_offset] : offsets_of(line)) {
            const double wish = cost_of_along * double(step) + cost_of_offset;
            if (wish >= least) continue;
            const double way = double(step) * line.height;
            LineWordsPlace place = words_at(line, line.at_end ? last - way : first + way, down);
            const double touches = cost_of_place(place, words, own, around.taken, around.others, around.bounds);
            if (wish + touches >= least) continue;
            least = wish + touches;
            touching = touches;
            best = std::move(place);
        }
    return {std::move(best), touching};
}

} // namespace

PlotLine middle_of(const LineWordsPlace& place, const LineWords& words) {
    const double c = std::cos(place.angle), s = std::sin(place.angle), below = words.height / 2;
    const double x = place.x - below * s, y = place.y + below * c;
    return {x, y, x + place.width * c, y + place.width * s};
}

std::vector<LineWordsPlace> place_line_words(std::span<const LineWords> words, std::span<const PlotBox> taken,
                                             PlotBox bounds, double room) {
    std::vector<LineWordsPlace> places;
    std::vector<LineWords> sized(words.begin(), words.end()); // as they are placed, whole or fewer
    for (std::size_t i = 0; i < words.size(); ++i) {
        auto [best, cost] = cheapest(sized, i, {taken, places, bounds, room});
        if (cost >= cost_of_crossing && words[i].short_width > 0.0) {
            sized[i].width = words[i].short_width;
            if (auto [shorter, less] = cheapest(sized, i, {taken, places, bounds, room}); less < cost) {
                best = std::move(shorter);
                best.shortened = true;
                cost = less;
            }
        }
        best.left_out = words[i].may_be_left_out && cost >= cost_of_crossing;
        places.push_back(std::move(best));
    }
    return places;
}

namespace {

/// What a name keeps off.
struct NameSurroundings {
    std::span<const LabelAnchor> anchors;
    std::span<const PlotLine> lines;
    PlotBox bounds;
    std::span<const PlotBox> taken;
    std::span<const LabelPlace> places;
};

/// What it costs that the name covers other marks, other names, or the edge.
double cost_of_covering(const PlotBox& box, const NameSurroundings& around, std::size_t own) {
    double cost =
        cost_of_covered_marks(box, around.anchors, own) + (inside(box, around.bounds) ? 0.0 : cost_of_outside);
    for (std::size_t i = 0; i < around.places.size(); ++i) {
        const LabelPlace& other = around.places[i];
        if (other.left_out) continue;
        if (overlap(box, other.box)) cost += cost_of_covered_name;
        if (other.far && crosses(hair_line({around.anchors[i].x, around.anchors[i].y}, other), box))
            cost += cost_of_covered_name;
    }
    return cost + (any_overlap(box, around.taken) ? cost_of_covered_name : 0.0);
}

double cost_of_lines(const PlotBox& box, std::span<const PlotLine> lines) {
    return cost_of_crossing * double(std::ranges::count_if(lines, [&](const PlotLine& l) { return crosses(l, box); }));
}

bool cross_each_other(const PlotLine& a, const PlotLine& b) {
    const auto side = [](const PlotLine& line, double x, double y) {
        return (line.x1 - line.x0) * (y - line.y0) - (line.y1 - line.y0) * (x - line.x0);
    };
    return side(a, b.x0, b.y0) * side(a, b.x1, b.y1) < 0.0 && side(b, a.x0, a.y0) * side(b, a.x1, a.y1) < 0.0;
}

/// Does a hair line from the mark to the name pass through a line or another name?
bool leads_through_line_or_name(const LabelPlace& place, const NameSurroundings& around, std::size_t own) {
    const PlotLine hair = hair_line({around.anchors[own].x, around.anchors[own].y}, place);
    const auto through_name = [&](const LabelPlace& other) { return !other.left_out && crosses(hair, other.box); };
    return std::ranges::any_of(around.places, through_name) ||
           std::ranges::any_of(around.lines, [&](const PlotLine& line) { return cross_each_other(hair, line); });
}

/// Does the hairline to this place lead through a line, a name, another mark or other words?
bool leads_through_others(const LabelPlace& place, const NameSurroundings& around, std::size_t own) {
    if (leads_through_line_or_name(place, around, own)) return true;
    const PlotLine hair = hair_line({around.anchors[own].x, around.anchors[own].y}, place);
    for (std::size_t i = 0; i < around.anchors.size(); ++i) {
        const LabelAnchor& other = around.anchors[i];
        if (i != own && crosses(hair, box_around({other.x, other.y}, other.radius))) return true;
    }
    return std::ranges::any_of(around.taken, [&](const PlotBox& box) { return crosses(hair, box); });
}

/// Does it pass through a mark that is beside the own one? It would seem to lead to that mark. One that hides the own
/// mark cannot be avoided.
bool leads_through_mark(const LabelPlace& place, const NameSurroundings& around, std::size_t own) {
    const LabelAnchor& anchor = around.anchors[own];
    const PlotLine hair = hair_line({anchor.x, anchor.y}, place);
    for (std::size_t i = 0; i < around.anchors.size(); ++i) {
        const LabelAnchor& other = around.anchors[i];
        if (i != own && std::hypot(other.x - anchor.x, other.y - anchor.y) > anchor.radius &&
            crosses(hair, box_around({other.x, other.y}, 0.7 * other.radius)))
            return true;
    }
    return false;
}

LabelPlace cheapest_place(const NameSurroundings& around, std::size_t own) {
    constexpr std::array<double, 9> steps{0, -1, 1, -2, 2, -3, 3, -4, 4};
    const LabelAnchor& anchor = around.anchors[own];
    LabelPlace best;
    double least = std::numeric_limits<double>::max();
    for (const bool on_left : {false, true})
        for (const double step : steps) {
            const double wish = (on_left ? cost_of_left : 0.0) + cost_of_step * std::abs(step);
            if (wish >= least) break; // the next steps are larger
            const PlotBox box = box_at(anchor, on_left, step);
            const double covers = cost_of_covering(box, around, own), crossing = cost_of_lines(box, around.lines);
            LabelPlace place{box, on_left, step != 0.0};
            const double hair = place.moved && leads_through_line_or_name(place, around, own) ? cost_of_crossing : 0.0;
            // In the window such a name is left out instead, and the mouse tells it.
            const double doubt =
                place.moved && !anchor.keeps_off_lines && leads_through_mark(place, around, own) ? cost_of_doubt : 0.0;
            const double error = stands_at_other_mark(box, around.anchors, own) ? cost_of_error : 0.0;
            const double cost =
                wish + covers + crossing + hair + doubt + error + cost_of_doubts(box, around.anchors, own);
            if (cost >= least) continue;
            least = cost;
            place.left_out = covers + error + (anchor.keeps_off_lines ? crossing + hair : 0.0) > 0.0;
            best = place;
        }
    return best;
}

/// The nearest place, within `reach` pixels, where the name touches nothing; absent if there is none.
std::optional<LabelPlace> nearest_free_place(const NameSurroundings& around, std::size_t own, double reach) {
    const LabelAnchor& anchor = around.anchors[own];
    const PlotBox& bounds = around.bounds;
    std::optional<LabelPlace> best;
    double least = reach;
    for (double top = bounds.top; top + anchor.height <= bounds.bottom; top += anchor.height / 2)
        for (double left = bounds.left; left + anchor.width <= bounds.right; left += anchor.height) {
            const PlotBox box{left, top, left + anchor.width, top + anchor.height};
            const double away = distance(box, anchor.x, anchor.y);
            const bool on_own_mark = overlap(box, box_around({anchor.x, anchor.y}, anchor.radius));
            if (away >= least || on_own_mark || cost_of_covering(box, around, own) > 0.0 ||
                stands_at_other_mark(box, around.anchors, own) || cost_of_lines(box, around.lines) > 0.0)
                continue;
            const LabelPlace place{box, left + anchor.width / 2 < anchor.x, true, false, anchor.may_be_left_out};
            if (anchor.may_be_left_out && leads_through_others(place, around, own)) continue;
            least = away;
            best = place;
        }
    return best;
}

} // namespace

std::vector<LabelPlace> place_labels(std::span<const LabelAnchor> anchors, std::span<const PlotLine> lines,
                                     PlotBox bounds, std::span<const PlotBox> taken) {
    std::vector<LabelPlace> places;
    for (std::size_t i = 0; i < anchors.size(); ++i) {
        const NameSurroundings around{anchors, lines, bounds, taken, places};
        LabelPlace place = cheapest_place(around, i);
        if (place.left_out) {
            const double reach =
                anchors[i].may_be_left_out ? farthest_name * anchors[i].height : std::numeric_limits<double>::max();
            place.left_out = anchors[i].may_be_left_out;
            if (anchors[i].keeps_off_lines)
                if (const auto free = nearest_free_place(around, i, reach)) place = *free;
        }
        places.push_back(place);
    }
    return places;
}

} // namespace pairscope::app
