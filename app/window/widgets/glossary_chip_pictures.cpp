// SPDX-License-Identifier: MIT
// Pictures for the words about the parts of a GPU, and about threads that wait.
#include "app/window/widgets/glossary_pictures.h"

#include <array>
#include <string_view>

namespace pairscope::app {
namespace {

/// A matrix of 4 x 4 cells.
void draw_small_matrix(const Sketch& s, float left, ImU32 colour) {
    for (int row = 0; row < 4; ++row)
        for (int col = 0; col < 4; ++col) s.box({left + 13.0f * float(col), 20 + 13.0f * float(row)}, {11, 11}, colour);
}

} // namespace

void draw_block(const Sketch& s) {
    constexpr int warps = 3, lanes = 32;
    const ImU32 accent = s.ink(s.palette().accent), dim = s.ink(s.palette().dim);
    s.words({0, 0}, "a block of 96 threads", s.palette().dim);
    s.outline({0, 17}, {206, 76}, accent);
    for (int warp = 0; warp < warps; ++warp) {
        const float top = 24 + 14.0f * float(warp);
        for (int lane = 0; lane < lanes; ++lane) s.box({7 + 5.0f * float(lane), top}, {4, 8}, accent);
        s.words({198, top - 3}, "warp", s.palette().dim, Sketch::Align::right);
    }
    s.outline({7, 68}, {192, 19}, dim);
    s.words({103, 71}, "its shared memory", s.palette().text, Sketch::Align::middle);
    s.arrow({210, 55}, {226, 55}, dim);
    s.words({230, 40}, "runs on one", s.palette().text);
    s.words({230, 55}, "multiprocessor", s.palette().text);
}

void draw_multiprocessor(const Sketch& s) {
    constexpr int columns = 6, rows = 4, chosen = 9;
    const ImU32 accent = s.ink(s.palette().accent), faint = s.ink(s.palette().faint);
    s.words({0, 0}, "a GPU", s.palette().dim);
    for (int i = 0; i < columns * rows; ++i)
        s.box({1 + 19.0f * float(i % columns), 19 + 19.0f * float(i / columns)}, {16, 16},
              i == chosen ? accent : faint);
    constexpr ImVec2 from{74, 38}, to{150, 18}; // the upper corners of the box and of what it shows
    s.line(from, to, accent);
    s.line({from.x, from.y + 16}, {to.x, 93}, accent);
    s.words({to.x, 0}, "one multiprocessor", s.palette().dim);
    s.outline(to, {169, 75}, accent);
    constexpr std::array<std::string_view, 3> parts{"blocks with their warps", "shared memory and L1",
                                                    "units that compute"};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const float top = 18 + 25.0f * float(i);
        if (i > 0) s.line({to.x, top}, {319, top}, faint);
        s.words({to.x + 84, top + 5}, parts[i], s.palette().text, Sketch::Align::middle);
    }
}

void draw_barrier(const Sketch& s) {
    constexpr std::array<float, 4> arrivals{96, 176, 60, 128};
    constexpr float barrier = 196, end = 300;
    const ImU32 accent = s.ink(s.palette().accent);
    s.words({barrier, 0}, "barrier", s.palette().text, Sketch::Align::middle);
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
        const float top = 22 + 13.0f * float(i);
        s.box({0, top}, {arrivals[i], 8}, accent);
        s.line({arrivals[i], top + 4}, {barrier, top + 4}, s.ink(s.palette().faint));
        s.box({barrier + 2, top}, {end - barrier, 8}, accent);
    }
    s.line({barrier, 17}, {barrier, 74}, s.ink(s.palette().text));
    s.words({0, 78}, "threads wait for the last one", s.palette().dim);
    s.words({319, 78}, "all go on", s.palette().dim, Sketch::Align::right);
}

void draw_latency(const Sketch& s) {
    constexpr int warps = 4;
    constexpr float load = 22, wait = 150;
    const ImU32 accent = s.ink(s.palette().accent), text = s.ink(s.palette().text);
    constexpr float first = 46; // where the first warp begins
    s.words({first + load + wait / 2, 0}, "latency", s.palette().text, Sketch::Align::middle);
    s.arrow({first + load + wait / 2 - 26, 7}, {first + load, 7}, text);
    s.arrow({first + load + wait / 2 + 26, 7}, {first + load + wait, 7}, text);
    for (int warp = 0; warp < warps; ++warp) {
        const float top = 19 + 14.0f * float(warp), left = first + (load + 2) * float(warp);
        s.box({left, top}, {load, 9}, accent);
        s.line({left + load, top + 4.5f}, {left + load + wait, top + 4.5f}, s.ink(s.palette().faint));
        s.box({left + load + wait, top}, {load, 9}, accent);
    }
    s.words({0, 16}, "warp 0", s.palette().dim);
    s.words({0, 58}, "warp 3", s.palette().dim);
    s.words({0, 80}, "while one warp waits for memory, others run", s.palette().dim);
}

void draw_atomic(const Sketch& s) {
    constexpr std::array<std::string_view, 4> names{"thread 0", "thread 1", "thread 2", "thread 3"};
    constexpr std::array<std::string_view, 5> values{"7", "8", "9", "10", "11"};
    constexpr float first = 82, turn = 56;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const float top = 4 + 15.0f * float(i), left = first + turn * float(i);
        s.words({0, top - 3}, names[i], s.palette().dim);
        s.line({58, top + 4}, {left, top + 4}, s.ink(s.palette().faint));
        s.box({left + 1, top}, {turn - 2, 9}, s.ink(s.palette().accent));
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        s.words({first + turn * float(i), 64}, values[i], s.palette().text,
                i == 4 ? Sketch::Align::right : Sketch::Align::middle);
    s.words({0, 64}, "number", s.palette().text);
    s.words({0, 81}, "each thread adds 1 to the same number", s.palette().dim);
}

void draw_texel(const Sketch& s) {
    constexpr int columns = 8, rows = 4, wide = 4, high = 2; // texels of a sector
    constexpr float side = 18;
    s.words({0, 0}, "a part of a texture", s.palette().dim);
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < columns; ++col) {
            const int sector = col / wide + columns / wide * (row / high);
            s.box({side * float(col), 18 + side * float(row)}, {side - 1, side - 1}, s.sector(std::size_t(sector)));
        }
    const ImU32 text = s.ink(s.palette().text);
    s.outline({side * 7 - 1, 17}, {side + 1, side + 1}, text);
    s.arrow({170, 27}, {148, 27}, text);
    s.words({174, 20}, "one texel", s.palette().text);
    s.words({174, 50}, "texels of one colour", s.palette().dim);
    s.words({174, 64}, "share a sector", s.palette().dim);
}

void draw_tensor_core(const Sketch& s) {
    constexpr float step = 88;
    const ImU32 faint = s.ink(s.palette().faint);
    constexpr std::array<std::string_view, 4> names{"A", "B", "C", "D"}, signs{"", "x", "+", "="};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const float left = 2 + step * float(i);
        draw_small_matrix(s, left, i == 3 ? s.ink(s.palette().accent) : faint);
        s.words({left + 25, 2}, names[i], s.palette().dim, Sketch::Align::middle);
        s.words({left - 19, 38}, signs[i], s.palette().text, Sketch::Align::middle);
    }
    s.words({160, 79}, "one instruction computes all entries of D", s.palette().text, Sketch::Align::middle);
}

} // namespace pairscope::app
