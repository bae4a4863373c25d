// SPDX-License-Identifier: MIT
#include "kernels/data/distances/wrapped_triangle.h"

#include "kernels/data/readers/text_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

/// What print() shows by its arguments diag and upper.
enum class Printed : std::uint8_t { lower, lower_with_diagonal, both_triangles, square };
constexpr std::array printed_forms{Printed::lower, Printed::lower_with_diagonal, Printed::both_triangles,
                                   Printed::square};

/// The objects of which these blocks have columns.
struct BlockColumns {
    std::size_t first = 0, last = 0;
};

/// How many numbers the row of an object has in a block.
std::size_t numbers_in(Printed form, std::size_t object, BlockColumns columns) {
    const auto below = [&](std::size_t end) { return std::min(end, columns.last) - std::min(end, columns.first); };
    const bool has_own_column = object >= columns.first && object < columns.last;
    switch (form) {
    case Printed::lower:
        return below(object);
    case Printed::lower_with_diagonal:
        return below(object + 1);
    case Printed::both_triangles:
        return columns.last - columns.first - (has_own_column ? 1 : 0);
    case Printed::square:
        return columns.last - columns.first;
    }
    return 0;
}

/// A triangle without its diagonal has no row of the first object, and no column of the last one.
std::size_t first_object(Printed form) { return form == Printed::lower ? 1 : 0; }

/// The blocks that were read so far.
struct Print {
    Printed form = Printed::lower;
    std::vector<std::string> names{};                ///< the objects in their order
    std::vector<std::vector<std::string>> numbers{}; ///< a list for each row, as they stand there
    std::size_t columns = 0, blocks = 0;

    [[nodiscard]] std::size_t all_columns() const { return names.size() - first_object(form); }
};

/// Are these the names of the columns that come next?
bool are_next_columns(const Print& print, std::span<const std::string> words) {
    return print.columns + words.size() <= print.all_columns() &&
           std::ranges::equal(words, std::span(print.names).subspan(print.columns, words.size()));
}

/// Takes lines one by one, so that a long text of another kind is left at its first line that does not fit.
class PrintedLines {
public:
    explicit PrintedLines(std::string_view text) : reader_(text), line_(reader_.next()) {}
    [[nodiscard]] bool is_at_end() const { return !line_; }
    /// The words of the next line. There must be one.
    [[nodiscard]] const std::vector<std::string>& words() const { return line_->words; }
    void pass() { line_ = reader_.next(); }

private:
    TextLines reader_;
    std::optional<TextLine> line_;
};

/// The first block says which objects there are. False: it does not fit.
bool take_first_block(PrintedLines& lines, Print& print) {
    const std::vector<std::string> header = lines.words();
    print.columns = header.size();
    print.blocks = 1;
    if (first_object(print.form) == 1) print.names.push_back(header.front());
    for (lines.pass(); !lines.is_at_end(); lines.pass()) {
        const std::vector<std::string>& words = lines.words();
        if (are_next_columns(print, words)) break;
        const std::size_t object = print.names.size(), count = numbers_in(print.form, object, {0, header.size()});
        if (words.size() != count + 1 || (object < header.size() && words.front() != header[object])) return false;
        print.names.push_back(words.front());
        print.numbers.emplace_back(words.begin() + 1, words.end());
    }
    return print.names.size() >= header.size();
}

/// Takes a block that begins with its header. False: it does not fit.
bool take_block(PrintedLines& lines, Print& print) {
    const BlockColumns columns{print.columns, print.columns + lines.words().size()};
    lines.pass();
    for (std::size_t row = 0; row < print.numbers.size(); ++row, lines.pass()) {
        if (lines.is_at_end()) return false;
        const std::vector<std::string>& words = lines.words();
        const std::size_t object = row + first_object(print.form);
        if (words.front() != print.names[object] || words.size() != numbers_in(print.form, object, columns) + 1)
            return false;
        std::copy(words.begin() + 1, words.end(), std::back_inserter(print.numbers[row]));
    }
    print.columns = columns.last;
    ++print.blocks;
    return true;
}

/// Absent: the text is no print of this form.
std::optional<Print> print_in(std::string_view text, Printed form) {
    PrintedLines lines(text);
    Print print{.form = form};
    if (lines.is_at_end() || !take_first_block(lines, print)) return {};
    while (!lines.is_at_end())
        if (!are_next_columns(print, lines.words()) || !take_block(lines, print)) return {};
    if (print.columns != print.all_columns()) return {};
    return print;
}

/// Would the readers of tables and of triangles in one block not read it as well?
bool needs_joining(const Print& print) {
    constexpr std::size_t least = 3; // objects
    return print.names.size() >= least && (print.blocks > 1 || print.form == Printed::both_triangles);
}

bool are_numbers(const Print& print) {
    return std::ranges::all_of(print.numbers, [](const std::vector<std::string>& row) {
        return std::ranges::all_of(row, [](const std::string& word) { return number_in(word).has_value(); });
    });
}

/// Rows of numbers may fit by chance. Objects that R numbers are 1, 2, 3 ..., and R prints each distance twice alike.
bool is_no_chance(const Print& print) {
    if (print.form != Printed::both_triangles || !number_in(print.names.front())) return true;
    for (std::size_t row = 0; row < print.names.size(); ++row) {
        if (print.names[row] != fmt::format("{}", row + 1)) return false;
        for (std::size_t col = 0; col < row; ++col) // the row of each has no place for itself
            if (print.numbers[row][col] != print.numbers[col][row - 1]) return false;
    }
    return true;
}

std::string joined(Print print) {
    const bool is_triangle = print.form == Printed::lower || print.form == Printed::lower_with_diagonal;
    std::string text = is_triangle
                           ? fmt::format("{}\n", fmt::join(std::span(print.names).first(print.all_columns()), " "))
                           : fmt::format("{}\n", print.names.size());
    for (std::size_t row = 0; row < print.numbers.size(); ++row) {
        std::vector<std::string>& numbers = print.numbers[row];
        if (print.form == Printed::both_triangles) numbers.insert(numbers.begin() + std::ptrdiff_t(row), "0");
        text += fmt::format("{} {}\n", print.names[row + first_object(print.form)], fmt::join(numbers, " "));
    }
    return text;
}

} // namespace

std::optional<std::string> joined_blocks(std::string_view text) {
    if (text.substr(0, text.find('\n')).find_first_of(",;\t") != std::string_view::npos) return {}; // R prints blanks
    for (const Printed form : printed_forms)
        if (std::optional<Print> print = print_in(text, form);
            print && needs_joining(*print) && are_numbers(*print) && is_no_chance(*print))
            return joined(*std::move(print));
    return {};
}

} // namespace pairscope
