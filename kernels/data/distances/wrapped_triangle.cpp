// SPDX-License-Identifier: MIT
#include "kernels/data/distances/wrapped_triangle.h"

#include "kernels/data/readers/text_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

/// The blocks that were read so far. Row k has the distances of object k + 1 from the objects before it.
struct Triangle {
    std::vector<std::string> names{};                ///< the objects in their order
    std::vector<std::vector<std::string>> numbers{}; ///< as they stand there
    std::size_t columns = 0;
    std::size_t blocks = 0;
};

/// How many numbers a row has in a block of columns from `first` to `last`.
std::size_t numbers_in(std::size_t row, std::size_t first, std::size_t last) {
    return std::min(row + 1, last) - std::min(row + 1, first);
}

/// Are these the names of the columns that come next?
bool are_next_columns(const Triangle& triangle, std::span<const std::string> words) {
    const auto& names = triangle.names;
    return triangle.columns + words.size() < names.size() &&
           std::ranges::equal(words, std::span(names).subspan(triangle.columns, words.size()));
}

/// The first block says which objects there are. Gives the header of the next one; absent: there is none.
std::optional<TextLine> take_first_block(TextLines& lines, Triangle& triangle) {
    std::optional<TextLine> line = lines.next();
    if (!line) return {};
    const std::vector<std::string> header = line->words;
    triangle.columns = header.size();
    triangle.names.push_back(header.front());
    triangle.blocks = 1;
    while ((line = lines.next())) {
        if (are_next_columns(triangle, line->words)) break;
        const std::size_t row = triangle.numbers.size(), count = numbers_in(row, 0, header.size());
        const bool fits =
            line->words.size() == count + 1 && (row + 1 >= header.size() || line->words.front() == header[row + 1]);
        if (!fits) return {};
        triangle.names.push_back(line->words.front());
        triangle.numbers.emplace_back(line->words.begin() + 1, line->words.end());
    }
    return line;
}

/// Takes the rows of a block below its header. False: they do not fit.
bool take_block(TextLines& lines, std::size_t width, Triangle& triangle) {
    const std::size_t first = triangle.columns, last = first + width;
    for (std::size_t row = 0; row < triangle.numbers.size(); ++row) {
        const std::optional<TextLine> line = lines.next();
        if (!line || line->words.front() != triangle.names[row + 1]) return false;
        if (line->words.size() != numbers_in(row, first, last) + 1) return false;
        std::copy(line->words.begin() + 1, line->words.end(), std::back_inserter(triangle.numbers[row]));
    }
    triangle.columns = last;
    ++triangle.blocks;
    return true;
}

} // namespace

std::optional<std::string> joined_blocks(std::string_view text) {
    TextLines lines(text);
    Triangle triangle;
    std::optional<TextLine> header = take_first_block(lines, triangle);
    for (; header; header = lines.next())
        if (!are_next_columns(triangle, header->words) || !take_block(lines, header->words.size(), triangle)) return {};
    if (triangle.blocks < 2 || triangle.columns != triangle.numbers.size()) return {};
    std::string joined = fmt::format("{}\n", fmt::join(std::span(triangle.names).first(triangle.columns), " "));
    for (std::size_t row = 0; row < triangle.numbers.size(); ++row)
        joined += fmt::format("{} {}\n", triangle.names[row + 1], fmt::join(triangle.numbers[row], " "));
    return joined;
}

} // namespace pairscope
