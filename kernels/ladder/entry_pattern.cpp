// SPDX-License-Identifier: MIT
#include "kernels/ladder/entry_pattern.h"

#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <set>

namespace pairscope {
namespace {

/// A part of the matrix that holds every entry of the sample.
struct Pattern {
    double share = 1.0; ///< fraction of the matrix that it covers
    std::string words;
};

/// What the sampled indices of rows, or of columns, have in common.
struct Axis {
    std::set<std::int64_t> indices;
    std::int64_t length = 0;
    std::string_view one, many; ///< "row", "rows"

    [[nodiscard]] double share_of(std::int64_t count) const {
        return static_cast<double>(count) / static_cast<double>(length);
    }
    void add_patterns(std::vector<Pattern>& found) const {
        add_few(found);
        add_period(found);
        const std::int64_t first = *indices.begin(), last = *indices.rbegin();
        if (first > 0)
            found.push_back(
                {share_of(length - first), fmt::format("all of them in {} from {} on", many, grouped(first))});
        if (last < length - 1)
            found.push_back(
                {share_of(last + 1), fmt::format("all of them in the first {} {}", grouped(last + 1), many)});
    }

private:
    void add_few(std::vector<Pattern>& found) const {
        constexpr std::size_t few = 3;
        if (indices.size() > few) return;
        const double share = share_of(static_cast<std::int64_t>(indices.size()));
        const std::int64_t first = *indices.begin();
        if (indices.size() == 1 && first == length - 1) {
            found.push_back({share, fmt::format("all of them in the last {}", one)});
        } else if (indices.size() == 1) {
            found.push_back({share, fmt::format("all of them in {} {}", one, grouped(first))});
        } else {
            std::vector<std::string> texts;
            for (const std::int64_t index : indices) texts.push_back(grouped(index));
            found.push_back({share, fmt::format("all of them in {} {}", many, fmt::join(texts, ", "))});
        }
    }
    void add_period(std::vector<Pattern>& found) const {
        const std::int64_t first = *indices.begin();
        std::int64_t period = 0;
        for (const std::int64_t index : indices) period = std::gcd(period, index - first);
        // Any two indices have a period: a quarter of those that it would have must be there.
        const std::int64_t expected = std::max<std::int64_t>(3, length / std::max<std::int64_t>(period, 1) / 4);
        if (period < 2 || static_cast<std::int64_t>(indices.size()) < expected) return;
        found.push_back({1.0 / static_cast<double>(period),
                         fmt::format("all of them in {} whose index modulo {} is {}", many, period, first % period)});
    }
};

/// The diagonal and the triangles, of a square matrix.
void add_diagonals(const EntrySet& set, std::vector<Pattern>& found) {
    if (set.shape.rows != set.shape.cols) return;
    const auto all = [&](auto holds) { return std::ranges::all_of(set.sample, holds); };
    const double half = 0.5;
    if (all([](const MatrixEntry& e) { return e.row == e.col; }))
        found.push_back({1.0 / static_cast<double>(set.shape.rows), "all of them on the diagonal"});
    else if (all([](const MatrixEntry& e) { return e.row <= e.col; }))
        found.push_back({half, "all of them in the upper triangle"});
    else if (all([](const MatrixEntry& e) { return e.row >= e.col; }))
        found.push_back({half, "all of them in the lower triangle"});
}

} // namespace

std::string pattern_of(const EntrySet& set) {
    if (set.count < 2 || set.sample.empty()) return {};
    if (set.count == set.looked_at) return "every entry";
    Axis rows{.indices = {}, .length = set.shape.rows, .one = "row", .many = "rows"};
    Axis cols{.indices = {}, .length = set.shape.cols, .one = "column", .many = "columns"};
    for (const MatrixEntry& entry : set.sample) {
        rows.indices.insert(entry.row);
        cols.indices.insert(entry.col);
    }
    std::vector<Pattern> found;
    rows.add_patterns(found);
    cols.add_patterns(found);
    add_diagonals(set, found);
    // A pattern that most entries of the matrix fit, or of which only a few entries are in the set, says nothing.
    constexpr double most_share = 0.9, least_density = 0.25;
    const double wrong_share = static_cast<double>(set.count) / static_cast<double>(set.looked_at);
    std::erase_if(found, [&](const Pattern& pattern) {
        return pattern.share > most_share || wrong_share < least_density * pattern.share;
    });
    if (found.empty()) return "scattered over the matrix";
    return std::ranges::min_element(found, {}, &Pattern::share)->words;
}

} // namespace pairscope
