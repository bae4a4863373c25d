// SPDX-License-Identifier: MIT
// Pictures for the words about speed and its limits.
#include "app/window/widgets/glossary_pictures.h"

#include <array>
#include <string_view>

namespace pairscope::app {
namespace {

// A roofline in units of the sketch: it rises from `roof_foot` to `roof_ridge` and is flat up to `roof_end`.
constexpr ImVec2 roof_foot{24, 78}, roof_ridge{150, 22}, roof_end{318, 22};

float roof_at(float x) {
    return x >= roof_ridge.x
               ? roof_ridge.y
               : roof_foot.y + (roof_ridge.y - roof_foot.y) * (x - roof_foot.x) / (roof_ridge.x - roof_foot.x);
}

void draw_axes_and_roof(const Sketch& s) {
    const ImU32 faint = s.ink(s.palette().faint);
    s.line({24, 4}, {24, 80}, faint);
    s.line({24, 80}, {318, 80}, faint);
    const ImU32 roof = s.ink(s.palette().text);
    s.line(roof_foot, roof_ridge, roof);
    s.line(roof_ridge, roof_end, roof);
}

void draw_bar(const Sketch& s, ImVec2 at, float length, const ImVec4& colour) { s.box(at, {length, 9}, s.ink(colour)); }

} // namespace

void draw_occupancy(const Sketch& s) {
    constexpr int places = 64, resident = 40;
    for (int i = 0; i < places; ++i) {
        const ImVec2 at{1 + 20.0f * float(i % 16), 2 + 15.0f * float(i / 16)};
        if (i < resident)
            s.box(at, {16, 11}, s.ink(s.palette().accent));
        else
            s.outline(at, {16, 11}, s.ink(s.palette().faint));
    }
    s.words({160, 70}, "40 warps of at most 64: occupancy 62.5 %", s.palette().text, Sketch::Align::middle);
}

void draw_bandwidth(const Sketch& s) {
    const ImU32 dim = s.ink(s.palette().dim);
    s.outline({0, 24}, {70, 36}, dim);
    s.words({35, 35}, "memory", s.palette().text, Sketch::Align::middle);
    s.outline({250, 24}, {70, 36}, dim);
    s.words({285, 35}, "kernel", s.palette().text, Sketch::Align::middle);
    for (int row = 0; row < 3; ++row)
        for (int i = 0; i < 9; ++i)
            s.box({78 + 18.0f * float(i), 28 + 10.0f * float(row)}, {12, 7}, s.ink(s.palette().accent));
    s.arrow({76, 68}, {246, 68}, dim);
    s.words({160, 74}, "bytes per second", s.palette().dim, Sketch::Align::middle);
}

void draw_ceiling(const Sketch& s) {
    constexpr std::array<float, 3> lengths{90, 178, 252};
    constexpr float limit = 262;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        draw_bar(s, {0, 22 + 20.0f * float(i)}, lengths[i], s.palette().accent);
    s.line({limit, 16}, {limit, 78}, s.ink(s.palette().text));
    s.words({limit, 0}, "ceiling", s.palette().text, Sketch::Align::middle);
    s.words({0, 80}, "kernels come closer to the ceiling, but not beyond it", s.palette().dim);
}

void draw_limiting(const Sketch& s) {
    s.words({0, 0}, "the shortest time that each ceiling allows", s.palette().dim);
    draw_bar(s, {70, 26}, 90, s.palette().faint);
    s.words({0, 23}, "arithmetic", s.palette().text);
    draw_bar(s, {70, 48}, 170, s.palette().accent);
    s.words({0, 45}, "memory", s.palette().text);
    s.words({248, 45}, "limiting", s.palette().text);
    s.line({240, 20}, {240, 64}, s.ink(s.palette().dim));
    s.arrow({70, 74}, {290, 74}, s.ink(s.palette().faint));
    s.words({319, 78}, "time", s.palette().dim, Sketch::Align::right);
}

void draw_useful_fraction(const Sketch& s) {
    constexpr float whole = 300, useful = 210;
    draw_bar(s, {0, 22}, useful, s.palette().accent);
    s.words({0, 4}, "shortest possible time", s.palette().text);
    draw_bar(s, {0, 56}, whole, s.palette().faint);
    s.words({0, 38}, "time of the run", s.palette().text);
    s.line({useful, 18}, {useful, 68}, s.ink(s.palette().dim));
    s.words({0, 76}, "useful fraction 0.7", s.palette().text);
}

void draw_intensity(const Sketch& s) {
    draw_axes_and_roof(s);
    const ImU32 accent = s.ink(s.palette().accent);
    s.dot({80, roof_at(80)}, accent);
    s.words({90, 52}, "memory limits", s.palette().dim);
    s.dot({240, roof_at(240)}, accent);
    s.words({240, 30}, "arithmetic limits", s.palette().dim, Sketch::Align::middle);
    s.arrow({96, 80}, {318, 80}, s.ink(s.palette().text));
    s.words({171, 82}, "operations per byte", s.palette().text, Sketch::Align::middle);
}

void draw_roofline(const Sketch& s) {
    draw_axes_and_roof(s);
    s.words({88, 20}, "bandwidth", s.palette().text, Sketch::Align::right);
    s.words({318, 4}, "rate of arithmetic", s.palette().text, Sketch::Align::right);
    const ImU32 accent = s.ink(s.palette().accent);
    s.dot({120, 66}, accent);
    s.arrow({120, 60}, {120, roof_at(120) + 3}, accent);
    s.words({130, 58}, "a kernel climbs towards the roof", s.palette().dim);
    s.words({171, 82}, "operations per byte", s.palette().dim, Sketch::Align::middle);
}

void draw_ulp(const Sketch& s) {
    constexpr float one = 120, step = 12, middle = 40;
    const ImU32 ink = s.ink(s.palette().text), accent = s.ink(s.palette().accent);
    s.line({0, middle}, {319, middle}, s.ink(s.palette().faint));
    for (float x = one; x > 0; x -= step) s.line({x, middle - 7}, {x, middle + 7}, ink);
    for (float x = one; x < 320; x += 2 * step) s.line({x, middle - 7}, {x, middle + 7}, ink);
    s.line({one, middle - 14}, {one, middle + 14}, ink);
    s.words({one, 8}, "1.0", s.palette().text, Sketch::Align::middle);
    s.box({one - 4 * step, middle + 12}, {step, 4}, accent);
    s.words({one - 3.5f * step, middle + 20}, "1 ULP", s.palette().text, Sketch::Align::middle);
    s.box({one + 4 * step, middle + 12}, {2 * step, 4}, accent);
    s.words({one + 5 * step, middle + 20}, "1 ULP", s.palette().text, Sketch::Align::middle);
    s.words({0, 80}, "Each stroke is a number that float32 can hold.", s.palette().dim);
}

} // namespace pairscope::app
