// SPDX-License-Identifier: MIT
#include "kernels/data/distances/nearly_distances.h"

#include "kernels/data/distances/distance_table.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

std::vector<const Column*> numeric_columns(const Table& table) {
    std::vector<const Column*> numeric;
    for (const Column& column : table.columns)
        if (column.is_numeric()) numeric.push_back(&column);
    return numeric;
}

/// Two rows and columns with 0 on the diagonal, and one distance beside it.
bool is_square_of_two(const Table& table) {
    const std::vector<const Column*> numeric = numeric_columns(table);
    if (table.total_rows != 2 || table.rows != 2 || numeric.size() != 2) return false;
    const std::vector<double>&first = numeric[0]->numbers, &second = numeric[1]->numbers;
    return first[0] == 0.0 && second[1] == 0.0 && first[1] == second[0] && first[1] > 0.0;
}

/// Two columns of names, in which each pair of different names stands, before several columns of numbers.
bool lists_pairs_with_several_numbers(const Table& table) {
    if (table.columns.size() < 4 || table.columns[0].is_numeric() || table.columns[1].is_numeric()) return false;
    if (numeric_columns(table).size() < 2 || table.rows != table.total_rows) return false;
    std::set<std::string_view> names;
    std::set<std::pair<std::string_view, std::string_view>> pairs;
    for (std::size_t row = 0; row < static_cast<std::size_t>(table.rows); ++row) {
        const std::string_view first = table.columns[0].texts[row], second = table.columns[1].texts[row];
        if (first.empty() || second.empty()) return false;
        names.insert({first, second});
        if (first != second) pairs.insert(std::minmax(first, second));
    }
    return std::ssize(names) >= least_distances && pairs.size() == names.size() * (names.size() - 1) / 2;
}

/// The number of pairs that a list of numbered rows has, and the number that it would need for all rows.
struct NumberedPairs {
    std::int64_t listed = 0, all = 0;
};

/// Two whole numbers, of which the one is always the smaller one, and a distance. All numbers from 0 or 1 on occur.
NumberedPairs numbered_pairs(const Table& table) {
    if (table.columns.size() != 3 || numeric_columns(table).size() != 3 || table.rows != table.total_rows) return {};
    if (!table.columns[0].is_plain || !table.columns[1].is_plain) return {};
    const std::vector<double>&first = table.columns[0].numbers, &second = table.columns[1].numbers;
    std::set<double> numbers;
    std::set<std::pair<double, double>> pairs;
    for (std::size_t row = 0; row < first.size(); ++row) {
        const bool is_ordered = first[0] < second[0] ? first[row] < second[row] : first[row] > second[row];
        if (!is_ordered || !(table.columns[2].numbers[row] >= 0.0)) return {};
        if (!pairs.emplace(first[row], second[row]).second) return {};
        numbers.insert({first[row], second[row]});
    }
    const std::int64_t count = std::ssize(numbers);
    const bool are_counted = count > least_distances && (*numbers.begin() == 0.0 || *numbers.begin() == 1.0) &&
                             *numbers.rbegin() - *numbers.begin() == static_cast<double>(count - 1);
    if (!are_counted) return {};
    return {.listed = std::ssize(pairs), .all = count * (count - 1) / 2};
}

} // namespace

std::string why_only_nearly_distances(const Table& table) {
    if (table.recorded) return {};
    if (is_square_of_two(table))
        return fmt::format("it has only 2 rows, and a distance matrix needs at least {}", least_distances);
    if (lists_pairs_with_several_numbers(table))
        return "it looks like a list of pairs, and several of its columns may be the distance; leave one of them in "
               "the file";
    const NumberedPairs pairs = numbered_pairs(table);
    if (pairs.listed == pairs.all) return {};
    return fmt::format("it looks like a list of pairs, but only {} of {} are there; add the others, or show them as "
                       "missing with --as matrix --missing-pairs nan",
                       grouped(pairs.listed), counted(pairs.all, "pair"));
}

} // namespace pairscope
