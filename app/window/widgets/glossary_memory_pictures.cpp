// SPDX-License-Identifier: MIT
// Pictures of threads and of the memory that they access.
#include "app/window/widgets/glossary_pictures.h"

namespace pairscope::app {
namespace {

constexpr int lanes_of_warp = 32;
constexpr float lane_pitch = 10.0f, lane_side = 8.0f; // for a lane's box

float left_of(int lane) { return 1.0f + float(lane) * lane_pitch; }
float middle_of(int lane) { return left_of(lane) + lane_side / 2; }

/// The lanes of a warp; `fill` gives each its colour.
template <class Fill> void draw_lanes(const Sketch& s, float top, Fill fill) {
    for (int lane = 0; lane < lanes_of_warp; ++lane) s.box({left_of(lane), top}, {lane_side, lane_side}, fill(lane));
}

/// `count` cells side by side, the first `used` of them in colour.
void draw_cells(const Sketch& s, ImVec2 at, int count, int used, float width, ImU32 colour) {
    for (int i = 0; i < count; ++i)
        s.box({at.x + float(i) * width, at.y}, {width - 1, 14}, i < used ? colour : s.ink(s.palette().line));
}

} // namespace

void draw_warp(const Sketch& s) {
    const ImU32 accent = s.ink(s.palette().accent);
    s.words({160, 0}, "one instruction", s.palette().text, Sketch::Align::middle);
    s.line({160, 17}, {160, 28}, accent);
    s.line({middle_of(0), 28}, {middle_of(lanes_of_warp - 1), 28}, accent);
    for (int lane = 0; lane < lanes_of_warp; ++lane) s.arrow({middle_of(lane), 28}, {middle_of(lane), 42}, accent);
    draw_lanes(s, 44, [&](int) { return accent; });
    s.words({left_of(0), 58}, "thread 0", s.palette().dim);
    s.words({319, 58}, "thread 31", s.palette().dim, Sketch::Align::right);
    s.words({160, 76}, "32 threads are one warp", s.palette().text, Sketch::Align::middle);
}

void draw_lane(const Sketch& s) {
    constexpr int chosen = 5;
    s.words({160, 6}, "a warp of 32 threads", s.palette().dim, Sketch::Align::middle);
    draw_lanes(s, 28, [&](int lane) { return s.ink(lane == chosen ? s.palette().accent : s.palette().faint); });
    s.arrow({middle_of(chosen), 60}, {middle_of(chosen), 40}, s.ink(s.palette().accent));
    s.words({middle_of(chosen), 62}, "lane 5", s.palette().text, Sketch::Align::middle);
    s.words({left_of(0), 40}, "0", s.palette().dim);
    s.words({319, 40}, "31", s.palette().dim, Sketch::Align::right);
}

void draw_request(const Sketch& s) {
    const ImU32 accent = s.ink(s.palette().accent);
    s.words({0, 0}, "32 lanes, 32 addresses", s.palette().dim);
    draw_lanes(s, 18, [&](int) { return s.ink(s.palette().faint); });
    for (int lane = 0; lane < lanes_of_warp; ++lane)
        s.line({middle_of(lane), 28}, {130 + 60 * float(lane) / (lanes_of_warp - 1), 52}, s.ink(s.palette().faint));
    s.outline({114, 52}, {92, 20}, accent);
    s.words({160, 55}, "one request", s.palette().text, Sketch::Align::middle);
    s.arrow({160, 73}, {160, 84}, accent);
    s.words({168, 78}, "memory", s.palette().dim);
}

void draw_sector(const Sketch& s) {
    s.words({0, 4}, "a cache line: 128 bytes", s.palette().dim);
    for (int i = 0; i < 4; ++i) {
        const float left = 80.0f * float(i);
        draw_cells(s, {left, 26}, 8, 8, 9.5f, s.sector(std::size_t(i)));
        s.outline({left - 2, 23}, {79, 20}, s.ink(s.palette().dim));
        s.words({left + 37, 47}, "32 bytes", s.palette().text, Sketch::Align::middle);
    }
    s.words({160, 72}, "each box is one sector of 8 floats", s.palette().dim, Sketch::Align::middle);
}

void draw_coalescing(const Sketch& s) {
    const ImU32 faint = s.ink(s.palette().faint);
    for (const bool coalesced : {true, false}) {
        const float left = coalesced ? 0.0f : 168.0f;
        s.words({left, 0}, coalesced ? "coalesced" : "not coalesced", s.palette().text);
        for (int lane = 0; lane < 8; ++lane) {
            const float x = left + 19.0f * float(lane), middle = x + 5;
            s.box({x, 20}, {10, 8}, faint);
            const float to = coalesced ? left + 38 + 10.0f * float(lane) + 4 : x + 2;
            s.line({middle, 29}, {to, 50}, faint);
            if (!coalesced) draw_cells(s, {x, 52}, 8, 1, 2.2f, s.sector(std::size_t(lane)));
        }
        if (coalesced) draw_cells(s, {left + 38, 52}, 8, 8, 10.0f, s.sector(0));
        s.words({left, 72}, coalesced ? "8 lanes, 1 sector" : "8 lanes, 8 sectors", s.palette().dim);
    }
}

void draw_wavefront(const Sketch& s) {
    s.words({0, 0}, "one request that needs two wavefronts", s.palette().dim);
    draw_lanes(s, 18, [&](int lane) { return s.sector(lane % 2 == 0 ? 0 : 1); });
    for (int pass = 0; pass < 2; ++pass) {
        const float left = 160.0f * float(pass), top = 46;
        for (int i = 0; i < lanes_of_warp / 2; ++i)
            s.box({left + 9.0f * float(i) + 1, top}, {7, lane_side}, s.sector(std::size_t(pass)));
        s.words({left, top + 12}, pass == 0 ? "wavefront 1" : "wavefront 2", s.palette().text);
    }
    s.arrow({0, 82}, {286, 82}, s.ink(s.palette().faint));
    s.words({319, 75}, "time", s.palette().dim, Sketch::Align::right);
}

void draw_shared_memory(const Sketch& s) {
    const ImU32 dim = s.ink(s.palette().dim), accent = s.ink(s.palette().accent);
    s.outline({0, 26}, {62, 40}, dim);
    s.words({31, 39}, "DRAM", s.palette().text, Sketch::Align::middle);
    s.arrow({64, 46}, {116, 46}, accent);
    s.words({90, 28}, "once", s.palette().dim, Sketch::Align::middle);
    s.outline({118, 26}, {98, 40}, accent);
    s.words({167, 32}, "shared", s.palette().text, Sketch::Align::middle);
    s.words({167, 46}, "memory", s.palette().text, Sketch::Align::middle);
    for (int i = 0; i < 7; ++i) {
        const float y = 4 + 14.0f * float(i);
        s.arrow({218, 46}, {270, y}, accent);
        s.box({272, y - 4}, {10, 8}, s.ink(s.palette().faint));
    }
    s.words({288, 32}, "many", s.palette().dim);
    s.words({288, 46}, "times", s.palette().dim);
}

void draw_bank(const Sketch& s) {
    constexpr int crowded = 9, first = 9, second = 17; // two lanes need words of the same bank
    const ImU32 warning = s.ink(s.palette().warning), faint = s.ink(s.palette().faint);
    s.words({0, 0}, "32 lanes", s.palette().dim);
    draw_lanes(s, 16, [&](int lane) { return lane == first || lane == second ? warning : faint; });
    for (int lane = 0; lane < lanes_of_warp; ++lane)
        if (lane != second) s.line({middle_of(lane), 25}, {middle_of(lane), 50}, lane == first ? warning : faint);
    s.line({middle_of(second), 25}, {middle_of(crowded), 50}, warning);
    draw_lanes(s, 51, [&](int bank) { return bank == crowded ? warning : s.ink(s.palette().line); });
    draw_lanes(s, 60, [&](int bank) { return bank == crowded ? warning : s.ink(s.palette().line); });
    s.words({0, 76}, "32 banks", s.palette().dim);
    s.words({319, 76}, "2-way conflict: bank 9 needs two passes", s.palette().text, Sketch::Align::right);
}

} // namespace pairscope::app
