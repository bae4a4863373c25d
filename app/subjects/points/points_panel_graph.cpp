// SPDX-License-Identifier: MIT
#include "app/subjects/points/points_panel_graph.h"

#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/subjects/neighbours/neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr std::int64_t most_edges = 800'000; // that are looked at in a frame: 8 of each of 100 000 points
constexpr float shortest = 0.7f;             // [px] an edge that is seen

/// The nearest neighbours of each point that are drawn.
int drawn_neighbours(const neighbours::NeighbourTable& table) {
    return int(std::min<std::int64_t>(table.k, most_edges / std::max<std::int64_t>(1, table.rows)));
}

ImU32 with_alpha(const ImVec4& colour, float alpha) {
    return ImGui::GetColorU32({colour.x, colour.y, colour.z, alpha});
}

/// A straight line as one rectangle: hundreds of thousands are drawn in a frame, and the toolkit's smoothed lines take
/// three times as many corners.
void draw_edge(ImDrawList& list, ImVec2 a, ImVec2 b, float half_width, ImU32 colour) {
    const float dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
    const float x = -dy / length * half_width, y = dx / length * half_width;
    const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    list.PrimReserve(6, 4);
    list.PrimQuadUV({a.x + x, a.y + y}, {b.x + x, b.y + y}, {b.x - x, b.y - y}, {a.x - x, a.y - y}, white, white, white,
                    white, colour);
}

class Graph {
public:
    Graph(const Scatter& scatter, ImDrawList& list) : scatter_(scatter), list_(list) {
        const Palette& palette = scatter.frame.style.palette;
        const float crowd = scatter.rows(0) > 5000 ? 0.6f : 1.0f;
        one_way_ = with_alpha(palette.dim, 0.35f * crowd);
        mutual_ = with_alpha(palette.accent, 0.75f * crowd);
        half_ = 0.5f * scatter.frame.style.px(1.0f);
    }
    /// An edge goes from a vector of the first set to one of the set of the columns.
    void draw(std::int64_t row, std::int64_t neighbour, bool mutual) const {
        const ImVec2 a = place(0, row), b = place(scatter_.has_two_sets() ? 1 : 0, neighbour);
        if (!(std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) >= shortest)) return; // false for NaN
        const ImVec2 low = scatter_.origin, high(low.x + scatter_.size.x, low.y + scatter_.size.y);
        if (std::max(a.x, b.x) < low.x || std::min(a.x, b.x) > high.x || std::max(a.y, b.y) < low.y ||
            std::min(a.y, b.y) > high.y)
            return;
        draw_edge(list_, a, b, mutual ? 1.3f * half_ : half_, mutual ? mutual_ : one_way_);
    }

private:
    [[nodiscard]] ImVec2 place(int set, std::int64_t row) const {
        const auto places = scatter_.sets[std::size_t(set)];
        const auto i = std::size_t(2 * row);
        const Pixel at =
            to_pixel(scatter_.place.view, {double(places[i]), double(places[i + 1])}, scatter_.place.viewport);
        return {scatter_.origin.x + float(at.x), scatter_.origin.y + float(at.y)};
    }

    const Scatter& scatter_;
    ImDrawList& list_;
    ImU32 one_way_ = 0, mutual_ = 0;
    float half_ = 0.5f;
};

} // namespace

void draw_graph(const Scatter& scatter, ImDrawList& list) {
    const State& state = scatter.frame.state;
    const FoundNeighbours* found = state.neighbours.graph ? found_neighbours(state) : nullptr;
    if (found == nullptr || found->table.rows != scatter.rows(0)) return;
    const Graph graph(scatter, list);
    const auto& table = found->table;
    const int drawn = drawn_neighbours(table);
    const bool one_set = !scatter.has_two_sets();
    // The strong edges lie over the others.
    for (const bool strong : {false, true})
        for (std::int64_t row = 0; row < table.rows; ++row) {
            const auto neighbours = table.neighbours_of(row);
            for (int i = 0; i < drawn; ++i) {
                const bool mutual = found->mutual[std::size_t(row * table.k + i)];
                const std::int64_t neighbour = neighbours[std::size_t(i)];
                const bool twice = one_set && mutual && neighbour < row; // drawn from the other end
                if (mutual == strong && neighbour >= 0 && !twice) graph.draw(row, neighbour, mutual);
            }
        }
}

std::string graph_note(const State& state) {
    if (!state.neighbours.graph) return {};
    if (const std::string reason = why_no_table(state); !reason.empty()) return reason;
    const FoundNeighbours* found = found_neighbours(state);
    if (found == nullptr) return "Searching for the nearest neighbours ...";
    const int drawn = drawn_neighbours(found->table);
    if (drawn == found->table.k) return {};
    return fmt::format("The graph has too many edges to draw them all: it shows the {} nearest of {} neighbours.",
                       drawn, found->table.k);
}

} // namespace pairscope::app
