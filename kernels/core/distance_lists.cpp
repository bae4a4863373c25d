// SPDX-License-Identifier: MIT
#include "kernels/core/distance_lists.h"

#include "kernels/core/dataset.h"
#include "kernels/core/number.h"
#include "kernels/core/readable.h"
#include "kernels/core/text.h"
#include "kernels/core/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace pairscope {

void ListedDistances::make_room(std::int64_t rows) {
    side = rows;
    const auto count = static_cast<std::size_t>(rows);
    columns.assign(count, std::vector<double>(count, not_a_number));
    for (std::size_t i = 0; i < count; ++i) columns[i][i] = 0.0;
}

bool may_list_pairs(ByteSource& source) {
    const std::vector<TextLine> head = first_lines(source.peek(bytes_of_first_lines));
    const auto lists_pair = [](const TextLine& line) {
        return line.words.size() == 3 && !number_in(line.words[0]) && !number_in(line.words[1]) &&
               number_in(line.words[2]);
    };
    return head.size() == 4 && std::ranges::all_of(std::span(head).subspan(1), lists_pair); // the first may be a header
}

std::optional<ListedDistances> listed_pairs(const Table& table) {
    const auto& columns = table.columns;
    const bool fits = columns.size() == 3 && !columns[0].is_numeric() && !columns[1].is_numeric() &&
                      columns[2].is_numeric() && table.rows == table.total_rows;
    if (!fits) return {};
    ListedDistances found{.form = "a list of pairs", .is_of_pairs = true};
    std::map<std::string_view, std::size_t> places;
    const auto place_of = [&](std::string_view name) {
        const auto [at, is_new] = places.emplace(name, places.size());
        if (is_new) found.names.emplace_back(name);
        return at->second;
    };
    const auto rows = static_cast<std::size_t>(table.rows);
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t first = place_of(columns[0].texts[row]);
        pairs.emplace_back(first, place_of(columns[1].texts[row]));
    }
    std::set<std::size_t> firsts, seconds;
    for (const auto& [first, second] : pairs) {
        firsts.insert(first);
        seconds.insert(second);
    }
    // In a list of all pairs of n names, at least n - 1 names stand on each side.
    const std::int64_t side = std::ssize(places);
    found.side = side;
    if (std::ssize(firsts) < side - 1 || std::ssize(seconds) < side - 1) return {};
    if (side > max_stored_rows) return found;
    const std::int64_t pairs_of_all = side * (side - 1) / 2;
    if (table.rows < pairs_of_all) {
        found.why_not = fmt::format("{} have {}, but only {} are there", counted(side, "name"),
                                    counted(pairs_of_all, "pair"), counted(table.rows, "line"));
        return found;
    }
    found.make_room(side);
    for (std::size_t row = 0; row < rows; ++row)
        found.columns[pairs[row].second][pairs[row].first] = columns[2].numbers[row];
    for (std::size_t col = 0; col < found.columns.size() && found.why_not.empty(); ++col)
        for (std::size_t row = 0; row < col; ++row)
            if (std::isnan(found.columns[col][row]) && std::isnan(found.columns[row][col])) {
                found.why_not = fmt::format("the distance of {} and {} is missing", excerpt(found.names[row]),
                                            excerpt(found.names[col]));
                break;
            }
    return found;
}

std::int64_t side_of_condensed(std::int64_t count) {
    const auto side = static_cast<std::int64_t>(std::floor((1.0 + std::sqrt(1.0 + 8.0 * double(count))) / 2.0));
    return side >= least_listed_rows && side * (side - 1) / 2 == count ? side : 0;
}

ListedDistances uncondensed(const std::vector<double>& numbers) {
    ListedDistances found{.form = "the condensed form of SciPy"};
    found.make_room(side_of_condensed(std::ssize(numbers)));
    auto next = numbers.begin();
    for (std::size_t row = 0; row < found.columns.size(); ++row)
        for (std::size_t col = row + 1; col < found.columns.size(); ++col) found.columns[col][row] = *next++;
    return found;
}

} // namespace pairscope
