// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/subjects/points/points.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {

std::optional<std::int64_t> row_in_file(const Dataset& set, std::int64_t row) {
    const auto i = std::size_t(row);
    if (i >= set.source_rows.size()) return row;
    return set.source_rows[i] < 0 ? std::nullopt : std::optional(set.source_rows[i]);
}

std::optional<std::int64_t> row_from_file(const Dataset& set, std::int64_t in_file) {
    if (in_file < 0) return {};
    if (set.source_rows.empty()) return in_file < set.rows ? std::optional(in_file) : std::nullopt;
    const auto found = std::ranges::find(set.source_rows, in_file);
    return found == set.source_rows.end() ? std::nullopt : std::optional(found - set.source_rows.begin());
}

std::string numbered_row(const Dataset& set, std::int64_t row, std::string_view what) {
    const auto in_file = row_in_file(set, row);
    return in_file ? fmt::format("{} {}", what, grouped(*in_file)) : fmt::format("added {} {}", what, grouped(row));
}

std::string label_or_row(const Dataset& set, std::int64_t row, std::string_view what) {
    const auto i = std::size_t(row);
    return i < set.labels.size() && !set.labels[i].empty() ? set.labels[i] : numbered_row(set, row, what);
}

std::string short_row_name(const Dataset& set, std::int64_t row) {
    const auto i = std::size_t(row);
    if (i < set.labels.size() && !set.labels[i].empty()) return set.labels[i];
    const auto in_file = row_in_file(set, row);
    return in_file ? grouped(*in_file) : numbered_row(set, row);
}

std::vector<std::string> names_to_save(const Dataset& set) {
    if (set.labels.empty() && set.source_rows.empty()) return {};
    std::vector<std::string> names;
    for (std::int64_t row = 0; row < set.rows; ++row) {
        const bool labelled = std::size_t(row) < set.labels.size() && !set.labels[std::size_t(row)].empty();
        const auto in_file = row_in_file(set, row);
        names.push_back(labelled  ? set.labels[std::size_t(row)]
                        : in_file ? fmt::format("{}", *in_file)
                                  : numbered_row(set, row));
    }
    return names;
}

FileRows rows_in_file(const Dataset& set) {
    if (set.source_rows.empty()) return {0, set.rows - 1};
    std::int64_t last = 0, first = set.rows;
    for (const std::int64_t row : set.source_rows) {
        last = std::max(last, row);
        if (row >= 0) first = std::min(first, row);
    }
    return {std::min(first, last), last};
}

} // namespace pairscope::app
