// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/output_marks.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/zoom/zoom.h"

#include <algorithm>
#include <set>
#include <utility>

namespace pairscope::app {
namespace {

bool is_in(const Region& region, Cell cell) {
    return cell.row >= region.row && cell.row < region.row + region.rows && cell.col >= region.col &&
           cell.col < region.col + region.cols;
}

std::vector<Cell> matches_in(const State& state, const std::vector<FoundMatch>& matches, const Region& region,
                             double apart) {
    const MatrixOrder* order = shown_order(state);
    std::vector<Cell> cells;
    std::set<std::pair<std::int64_t, std::int64_t>> taken;
    const double step = std::max(apart, 1.0);
    const std::int64_t end = std::min(region.row + region.rows, std::ssize(matches));
    for (std::int64_t row = region.row; row < end; ++row) {
        const std::int64_t vector = cell_there(order, {row, 0}).row;
        const Cell cell = place_of(order, {vector, matches[std::size_t(vector)].best});
        if (!is_in(region, cell)) continue;
        if (taken.emplace(std::int64_t(double(cell.row) / step), std::int64_t(double(cell.col) / step)).second)
            cells.push_back(cell);
    }
    return cells;
}

} // namespace

OutputMarks output_marks_in(const State& state, const Region& region, double apart) {
    OutputMarks marks;
    if (asks_for_matrix(state) || state.output.revision != state.data.revision) return marks;
    if (const auto* found = std::get_if<FoundPair>(&state.output.values)) {
        std::vector<Cell> both{{found->first, found->second}};
        if (!state.data.now.question.second) both.push_back({found->second, found->first});
        for (Cell& cell : both) cell = place_of(shown_order(state), cell);
        std::ranges::copy_if(both, std::back_inserter(marks.pair), [&](Cell cell) { return is_in(region, cell); });
    }
    if (const auto* matches = std::get_if<std::vector<FoundMatch>>(&state.output.values))
        marks.matches = matches_in(state, *matches, region, apart);
    return marks;
}

} // namespace pairscope::app
