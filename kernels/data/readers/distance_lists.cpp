// SPDX-License-Identifier: MIT
#include "kernels/data/readers/distance_lists.h"

#include "kernels/data/readers/number.h"
#include "kernels/data/readers/text_lines.h"

#include <algorithm>
#include <cmath>

namespace pairscope {

void ListedDistances::make_room(std::int64_t rows) {
    side = rows;
    const auto count = static_cast<std::size_t>(rows);
    columns.assign(count, std::vector<double>(count, not_a_number));
    for (std::size_t i = 0; i < count; ++i) columns[i][i] = 0.0;
}

std::int64_t side_of_condensed(std::int64_t count) {
    const auto side = static_cast<std::int64_t>(std::floor((1.0 + std::sqrt(1.0 + 8.0 * double(count))) / 2.0));
    return side >= least_listed_rows && side * (side - 1) / 2 == count ? side : 0;
}

std::optional<ListedDistances> read_condensed_text(ByteSource& source) {
    const std::string text = source.read_rest();
    std::vector<double> numbers;
    std::size_t lines = 0, longest = 0;
    TextLines reader(text);
    while (const std::optional<TextLine> line = reader.next()) {
        if (line->words.front().starts_with('#') || line->words.front().starts_with('%')) continue;
        const bool is_header = numbers.empty() && line->words.size() == 1 && !number_in(line->words.front());
        if (is_header && lines++ == 0) continue;
        for (const std::string& word : line->words) {
            const std::optional<double> number = number_in(word);
            if (!number) return {};
            numbers.push_back(*number);
        }
        longest = std::max(longest, line->words.size());
    }
    const bool is_one_line = longest == numbers.size() && lines == 0;
    if ((longest != 1 && !is_one_line) || side_of_condensed(std::ssize(numbers)) == 0) return {};
    return uncondensed(numbers);
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
