// SPDX-License-Identifier: MIT
#include "app/subjects/neighbours/marked_pair.h"

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/subjects/neighbours/neighbours.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace pairscope::app {
namespace {

constexpr double quick = 4e6;            // coordinates that are looked at within a few milliseconds
constexpr std::size_t most_spans = 1024; // for a curve: no panel has more pixels across

/// Is it quick to compare each neighbour with all vectors? That tells whether two vectors are mutual neighbours.
bool is_quick(const Question& question, int k) {
    return double(k) * double(question.first->rows) *
               double(question.first->holds_distances ? 1 : question.first->dims) <=
           quick;
}

void take_mutual(MarkedPair& marked, const FoundNeighbours& found) {
    const auto neighbours = found.table.neighbours_of(marked.cell.row);
    for (std::size_t i = 0; i < std::min(marked.neighbours.size(), neighbours.size()); ++i)
        if (neighbours[i] == marked.neighbours[i].row)
            marked.neighbours[i].mutual = found.mutual[std::size_t(marked.cell.row) * neighbours.size() + i];
}

/// The least and the largest value of each of `spans` equal parts of the values. `first` is the place of the first one.
std::vector<ChartSpan> spans_of(std::span<const double> values, std::size_t spans, double first) {
    std::vector<ChartSpan> curve;
    const std::size_t count = std::min(spans, values.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t begin = i * values.size() / count, end = (i + 1) * values.size() / count;
        ChartSpan span{.x = first + 0.5 * double(begin + end - 1), .low = 1.0, .high = 0.0}; // a gap
        for (const double value : values.subspan(begin, end - begin)) {
            if (std::isnan(value)) continue;
            const bool is_first = span.low > span.high;
            span.low = is_first ? value : std::min(span.low, value);
            span.high = is_first ? value : std::max(span.high, value);
        }
        curve.push_back(span);
    }
    return curve;
}

} // namespace

RowProfile profile_of(std::vector<double> distances, std::size_t spans) {
    RowProfile profile{.by_column = spans_of(distances, spans, 0.0), .sorted = {}};
    std::erase_if(distances, [](double distance) { return std::isnan(distance); });
    std::ranges::sort(distances);
    profile.sorted = spans_of(distances, spans, 0.0);
    profile.highest = distances.empty() ? 0.0 : distances.back();
    return profile;
}

MarkedPair marked_pair(const State& state, Cell cell, float value) {
    const Question& question = state.data.now.question;
    const int k = state.neighbours.k;
    const FoundNeighbours* table = found_neighbours(state);
    const neighbours::NeighbourQuestion asked = neighbour_question(question, k);
    const std::vector<double> keys = neighbours::keys_of(asked, cell.row);
    neighbours::RowNeighbours row =
        neighbours::neighbours_by_keys(asked, cell.row, keys, table == nullptr && is_quick(question, k));
    MarkedPair marked{.cell = cell, .value = value, .neighbours = std::move(row.nearest)};
    marked.farthest = row.farthest;
    marked.column = neighbours::as_neighbour(asked, cell.row, cell.col, keys);
    marked.others = row.others;
    marked.left_out = row.left_out;
    marked.finite = row.finite;
    if (table != nullptr) take_mutual(marked, *table);
    if (state.neighbours.shown == NeighbourView::row) {
        std::vector<double> distances = neighbours::distances_of_keys(asked, keys);
        if (const std::int64_t own = asked.own_row(cell.row); own >= 0 && own < std::ssize(distances))
            distances[std::size_t(own)] = std::nan(""); // its own distance, 0
        marked.profile = std::make_shared<const RowProfile>(profile_of(std::move(distances), most_spans));
    }
    return marked;
}

} // namespace pairscope::app
