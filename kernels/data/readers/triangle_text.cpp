// SPDX-License-Identifier: MIT
// Reads a triangle of distances, as PHYLIP and R write it.
#include "kernels/data/readers/distance_lists.h"

#include "kernels/data/dataset.h"
#include "kernels/data/distances/wrapped_triangle.h"
#include "kernels/data/readers/text_lines.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

namespace pairscope {
namespace {

/// The numbers at the end of a line, behind a name or not.
struct ListRecord {
    std::int64_t line = 0;
    std::string name{};
    std::vector<double> numbers{};
};

/// Absent where a word behind the first one is no number. `named`: the first word is a name, even if it is a number.
std::optional<ListRecord> record_of(const TextLine& line, bool named) {
    ListRecord record{.line = line.number};
    std::span<const std::string> words = line.words;
    if (named || !number_in(words.front())) {
        record.name = words.front();
        words = words.subspan(1);
    }
    for (const std::string& word : words) {
        const std::optional<double> number = number_in(word);
        if (!number) return {};
        record.numbers.push_back(*number);
    }
    return record;
}

/// How a text is laid out, as far as its first lines tell.
struct ListLayout {
    std::int64_t rows = 0;             ///< as its first line says; 0: it does not
    std::vector<std::string> header{}; ///< names over the columns
    bool named = false;                ///< each line begins with a name
    std::size_t first_line = 0;        ///< the first one with numbers
    std::size_t name_width = 0;        ///< see TextLines
    bool is_wrapped = false;           ///< a row of PHYLIP goes on over several lines, until it has `rows` numbers
};

bool all_numbers(std::span<const std::string> words) {
    return std::ranges::all_of(words, [](const std::string& word) { return number_in(word).has_value(); });
}

/// The number of rows, if nothing else is on the line.
std::int64_t count_alone(const TextLine& line) {
    std::int64_t count = 0;
    const std::string& word = line.words.front();
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
    const bool is_count = error == std::errc{} && end == word.data() + word.size() && line.words.size() == 1;
    constexpr std::int64_t least = 2; // which is refused, but not read as something else
    return is_count && count >= least ? count : 0;
}

/// PHYLIP: the number of rows, and then each row behind its name.
bool fits_phylip(std::span<const TextLine> lines, std::int64_t rows) {
    const auto numbers = [&](std::size_t i) { return std::ssize(lines[i].words) - 1; };
    const bool are_numbers =
        all_numbers(std::span(lines[1].words).subspan(1)) && all_numbers(std::span(lines[2].words).subspan(1));
    const bool is_lower = numbers(2) == numbers(1) + 1 && numbers(1) <= 1;
    const bool is_upper = numbers(2) == numbers(1) - 1 && (numbers(1) == rows || numbers(1) == rows - 1);
    const bool is_square = numbers(1) == rows && numbers(2) == rows;
    const bool is_bare = number_in(lines[1].words.front()) && number_in(lines[2].words.front());
    return are_numbers && (is_square || is_upper || is_lower) && !(is_bare && !is_square);
}

/// PHYLIP: the first row does not have all numbers of a square, and goes on without a name.
bool is_wrapped_phylip(std::span<const TextLine> lines, std::int64_t rows) {
    return !number_in(lines[1].words.front()) && all_numbers(std::span(lines[1].words).subspan(1)) &&
           all_numbers(lines[2].words) && lines[1].words.size() > 1 && std::ssize(lines[1].words) - 1 < rows;
}

/// Does R name the objects by their numbers, 1, 2 and 3?
bool are_numbered(std::span<const TextLine> lines) {
    const auto begins_with = [&](std::size_t line, std::string_view number) {
        return lines[line].words.front() == number;
    };
    return begins_with(0, "1") && begins_with(1, "2") && begins_with(2, "3");
}

/// "  a b" above "b 1" and "c 2 3": what R prints for three objects.
bool is_triangle_of_three(std::span<const TextLine> lines) {
    constexpr std::size_t header_and_two_rows = 3;
    if (lines.size() != header_and_two_rows || lines[0].words.size() != 2) return false;
    const std::vector<std::string>&first = lines[1].words, &second = lines[2].words;
    return first.size() == 2 && second.size() == 3 && first[0] == lines[0].words[1] && number_in(first[1]) &&
           all_numbers(std::span(second).subspan(1)) && (!number_in(lines[0].words[0]) || are_numbered(lines));
}

/// Do the lines from `first` on have one number more each, or one less each?
bool is_ragged(std::span<const TextLine> lines, std::size_t first) {
    if (lines.size() < first + 3) return false;
    const std::size_t a = lines[first].words.size(), b = lines[first + 1].words.size(),
                      c = lines[first + 2].words.size();
    const bool grows = b == a + 1 && c == b + 1 && a <= 2, shrinks = a == b + 1 && b == c + 1;
    if (!grows && !shrinks) return false;
    for (const TextLine& line : lines.subspan(first, 3))
        if (!all_numbers(std::span(line.words).subspan(1))) return false;
    return true;
}

/// Names in strict PHYLIP take the first ten bytes of a line, and may have blanks.
constexpr std::size_t phylip_name_width = 10;

/// Is a word of such a name a decimal number, or are several of them numbers? Then it is no name: "O 0.0 0.1" is the
/// beginning of an atom and its place. "Sample 12" is a name.
bool has_coordinates(const std::string& name) {
    std::istringstream words(name);
    std::string word;
    int numbers = 0;
    for (words >> word; words >> word;) {
        if (!number_in(word)) continue;
        ++numbers;
        if (word.find('.') != std::string::npos) return true;
    }
    return numbers > 1;
}

std::optional<ListLayout> layout_of(std::string_view text) {
    const std::vector<TextLine> head = first_lines(text);
    if (head.size() < 3 || std::ranges::any_of(head, &TextLine::has_empty_cell)) return {};
    if (const std::int64_t rows = count_alone(head[0]); rows > 0) {
        if (fits_phylip(head, rows)) return ListLayout{.rows = rows, .header = {}, .named = true, .first_line = 1};
        if (is_wrapped_phylip(head, rows))
            return ListLayout{.rows = rows, .header = {}, .named = true, .first_line = 1, .is_wrapped = true};
        const std::vector<TextLine> strict = first_lines(text, phylip_name_width);
        const auto is_place = [](const TextLine& line) { return has_coordinates(line.words.front()); };
        if (strict.size() >= 3 && std::none_of(strict.begin() + 1, strict.end(), is_place) && fits_phylip(strict, rows))
            return ListLayout{
                .rows = rows, .header = {}, .named = true, .first_line = 1, .name_width = phylip_name_width};
    }
    if (is_triangle_of_three(head))
        return ListLayout{.rows = 0, .header = head[0].words, .named = true, .first_line = 1};
    const auto begins_with_number = [](const TextLine& line) { return number_in(line.words.front()).has_value(); };
    if (is_ragged(head, 0)) {
        const bool named = !begins_with_number(head[0]) && !begins_with_number(head[1]);
        if (named || begins_with_number(head[0])) return ListLayout{.rows = 0, .header = {}, .named = named};
    }
    // R prints the names of the columns first, without a name for the column of names.
    const bool continues = head[0].words.size() > 1 &&
                           (head[1].words.front() == head[0].words[1] || head[1].words.front() == head[0].words[0]);
    if (is_ragged(head, 1) && continues)
        return ListLayout{.rows = 0, .header = head[0].words, .named = true, .first_line = 1};
    return {};
}

/// Where the numbers of the records belong.
struct TriangleShape {
    std::string_view form;
    std::int64_t side = 0;
    std::int64_t first_row = 0; ///< the row of the first record
    bool is_upper = false, is_square = false, has_diagonal = false;

    [[nodiscard]] std::int64_t first_col(std::int64_t row) const { return is_upper ? row + (has_diagonal ? 0 : 1) : 0; }
    [[nodiscard]] std::int64_t numbers_in(std::int64_t row) const {
        if (is_square) return side;
        return is_upper ? side - first_col(row) : row + (has_diagonal ? 1 : 0);
    }
};

/// A lower triangle without its diagonal may begin with the second row, and an upper one end before the last.
TriangleShape shape_of(const std::vector<ListRecord>& records) {
    const std::int64_t count = std::ssize(records);
    const auto numbers = [&](const ListRecord& record) { return std::ssize(record.numbers); };
    const std::int64_t first = numbers(records.front()), last = numbers(records.back());
    if (first == last) return {.form = "a square", .side = count, .is_square = true};
    if (first < last) {
        const bool has_diagonal = first == 1 && std::ranges::all_of(records, [](const ListRecord& r) {
                                      return !r.numbers.empty() && r.numbers.back() == 0.0;
                                  });
        const bool lacks_first = first == 1 && !has_diagonal;
        return {.form = "a lower triangle",
                .side = count + (lacks_first ? 1 : 0),
                .first_row = lacks_first ? 1 : 0,
                .has_diagonal = has_diagonal};
    }
    const bool has_diagonal = std::ranges::all_of(
        records, [](const ListRecord& r) { return !r.numbers.empty() && r.numbers.front() == 0.0; });
    const bool lacks_last = last == 1 && !has_diagonal;
    return {.form = "an upper triangle",
            .side = count + (lacks_last ? 1 : 0),
            .is_upper = true,
            .has_diagonal = has_diagonal};
}

std::vector<std::string> names_of(const std::vector<ListRecord>& records, const ListLayout& layout,
                                  const TriangleShape& shape) {
    std::vector<std::string> names;
    for (const ListRecord& record : records) names.push_back(record.name);
    if (std::ssize(names) < shape.side) {
        if (shape.is_upper || layout.header.empty()) return {}; // one row has no name
        names.insert(names.begin(), layout.header.front());
    }
    return names;
}

/// Why the records do not fill the triangle; empty: they do. No memory is taken before that is known.
std::string why_not_filled(const std::vector<ListRecord>& records, const TriangleShape& shape) {
    for (std::int64_t i = 0; i < std::ssize(records); ++i) {
        const ListRecord& record = records[static_cast<std::size_t>(i)];
        const std::int64_t row = shape.first_row + i, expected = shape.numbers_in(row);
        if (std::ssize(record.numbers) != expected)
            return fmt::format("line {} has {}, where row {} of {} has {}", grouped(record.line),
                               counted(std::ssize(record.numbers), "number"), grouped(row), shape.form, expected);
    }
    return {};
}

void fill(ListedDistances& found, const std::vector<ListRecord>& records, const TriangleShape& shape) {
    found.why_not = why_not_filled(records, shape);
    if (!found.why_not.empty()) return;
    found.make_room(shape.side);
    for (std::int64_t i = 0; i < std::ssize(records); ++i) {
        const std::vector<double>& numbers = records[static_cast<std::size_t>(i)].numbers;
        const std::int64_t row = shape.first_row + i;
        for (std::int64_t k = 0; k < std::ssize(numbers); ++k)
            found.columns[static_cast<std::size_t>(shape.first_col(row) + k)][static_cast<std::size_t>(row)] =
                numbers[static_cast<std::size_t>(k)];
    }
}

ListedDistances read_records(std::string_view text, const ListLayout& layout) {
    ListedDistances found{.form = "a triangle"};
    std::vector<ListRecord> records;
    TextLines reader(text, layout.name_width);
    for (std::size_t i = 0; i < layout.first_line; ++i) (void)reader.next();
    while (const std::optional<TextLine> line = reader.next()) {
        const bool goes_on = layout.is_wrapped && !records.empty() && std::ssize(records.back().numbers) < layout.rows;
        std::optional<ListRecord> record = record_of(*line, layout.named && !goes_on);
        if (record && goes_on && record->name.empty()) {
            std::ranges::copy(record->numbers, std::back_inserter(records.back().numbers));
            continue;
        }
        if (!record) {
            found.why_not = fmt::format("line {} has a word where a number belongs", grouped(line->number));
            return found;
        }
        records.push_back(*std::move(record));
    }
    const TriangleShape shape = shape_of(records);
    found.form = shape.form;
    if (layout.rows > 0 && layout.rows != shape.side) {
        found.why_not =
            fmt::format("its first line promises {}, and {} follow", counted(layout.rows, "row"), grouped(shape.side));
        return found;
    }
    if (shape.side < least_listed_rows) {
        found.why_not =
            fmt::format("it has only {}, and at least {} are needed", counted(shape.side, "row"), least_listed_rows);
        return found;
    }
    if (shape.side > max_stored_rows) {
        found.side = shape.side;
        return found;
    }
    fill(found, records, shape);
    if (layout.named) found.names = names_of(records, layout, shape);
    return found;
}

} // namespace

std::optional<ListedDistances> read_triangle(ByteSource& source) {
    const std::string_view head = source.peek(bytes_of_first_lines);
    std::optional<ListLayout> layout = layout_of(head);
    if (!layout) { // blocks of two columns do not look like a triangle
        const auto joined = head.size() < bytes_of_first_lines ? joined_blocks(head) : std::nullopt;
        if (joined) layout = layout_of(*joined);
        if (!layout) return {};
    }
    const std::string text = source.read_rest();
    if (const std::optional<std::string> joined = joined_blocks(text))
        return read_records(*joined, layout_of(*joined).value_or(*layout));
    return read_records(text, *layout);
}

} // namespace pairscope
