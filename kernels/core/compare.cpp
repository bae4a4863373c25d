// SPDX-License-Identifier: MIT
#include "kernels/core/compare.h"

#include "kernels/core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace pairscope {
namespace {

/// At most `count` of the values, at equal steps.
std::vector<std::int64_t> thinned(const std::vector<std::int64_t>& values, std::int64_t count) {
    const auto size = static_cast<std::int64_t>(values.size());
    if (size <= count) return values;
    std::vector<std::int64_t> kept;
    for (std::int64_t i = 0; i < count; ++i) kept.push_back(values[static_cast<std::size_t>(i * size / count)]);
    return kept;
}

/// The rows on both sides of the edges between tiles, where kernels go wrong.
std::vector<std::int64_t> rows_beside_tile_edges(std::int64_t rows) {
    constexpr std::int64_t tile = 128;
    std::vector<std::int64_t> found;
    for (std::int64_t edge = tile; edge < rows; edge += tile) {
        found.push_back(edge - 1);
        found.push_back(edge);
    }
    return found;
}

std::string entries(std::int64_t count) { return count == 1 ? "1 entry" : grouped(count) + " entries"; }
std::string_view were(std::int64_t count) { return count == 1 ? "was" : "were"; }

} // namespace

void add(Comparison& total, const Comparison& part) {
    const bool earlier = part.wrong_entries > 0 && (total.wrong_entries == 0 || part.row < total.row);
    if (earlier) {
        total.row = part.row;
        total.col = part.col;
        total.found = part.found;
        total.expected = part.expected;
    }
    total.entries_checked += part.entries_checked;
    total.rows_checked += part.rows_checked;
    total.wrong_entries += part.wrong_entries;
    total.unwritten_entries += part.unwritten_entries;
    total.guard_damage += part.guard_damage;
    total.worst_error = std::max(total.worst_error, part.worst_error);
}

std::string describe(const Comparison& comparison) {
    const std::string checked = grouped(comparison.entries_checked);
    if (comparison.right())
        return fmt::format("{} entries agree with the double-precision reference, worst relative error {:.2g}", checked,
                           comparison.worst_error);
    std::vector<std::string> parts;
    if (comparison.wrong_entries > 0)
        parts.push_back(fmt::format("row {}, column {} is {:g}, should be {:g} ({} of {} entries {} wrong)",
                                    comparison.row, comparison.col, comparison.found, comparison.expected,
                                    grouped(comparison.wrong_entries), checked,
                                    comparison.wrong_entries == 1 ? "is" : "are"));
    if (comparison.unwritten_entries > 0)
        parts.push_back(fmt::format("{} of {} entries {} never written", grouped(comparison.unwritten_entries), checked,
                                    were(comparison.unwritten_entries)));
    if (comparison.guard_damage > 0)
        parts.push_back(fmt::format("{} outside the matrix {} overwritten", entries(comparison.guard_damage),
                                    were(comparison.guard_damage)));
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<std::int64_t> rows_to_check(std::int64_t rows, std::int64_t limit) {
    std::set<std::int64_t> chosen;
    if (rows <= limit) {
        for (std::int64_t row = 0; row < rows; ++row) chosen.insert(chosen.end(), row);
        return {chosen.begin(), chosen.end()};
    }
    if (limit >= 1) chosen.insert(0);
    if (limit >= 2) chosen.insert(rows - 1);
    for (const std::int64_t row : thinned(rows_beside_tile_edges(rows), (limit - 2) / 2)) chosen.insert(row);
    const std::int64_t left = limit - static_cast<std::int64_t>(chosen.size());
    for (std::int64_t i = 0; i < left; ++i) chosen.insert(i * rows / left);
    return {chosen.begin(), chosen.end()};
}

} // namespace pairscope
