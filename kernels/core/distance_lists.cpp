// SPDX-License-Identifier: MIT
#include "kernels/core/distance_lists.h"

#include "kernels/core/dataset.h"
#include "kernels/core/number.h"
#include "kernels/core/readable.h"
#include "kernels/core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace pairscope {
namespace {

constexpr std::int64_t least_rows = 3;

/// A line of a text: its words, without quotation marks.
struct TextLine {
    std::int64_t number = 0; ///< counted from 1
    std::vector<std::string> words{};
    bool has_empty_cell = false; ///< between two separators; the line is then one of a table
};

bool has_empty_cell(std::string_view line) {
    constexpr std::string_view separators = ",;\t";
    bool after_separator = false;
    for (const char c : line) {
        const bool is_separator = separators.find(c) != std::string_view::npos;
        if (is_separator && after_separator) return true;
        if (c != ' ') after_separator = is_separator;
    }
    return false;
}

std::optional<double> number_in(const std::string& word) {
    const ParsedCell cell = cell_of(word, '.');
    if (cell.kind == CellKind::number) return cell.value;
    return std::nullopt;
}

std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    constexpr std::string_view separators = " \t,;\r";
    while (!line.empty()) {
        const std::size_t first = std::min(line.find_first_not_of(separators), line.size());
        line.remove_prefix(first);
        if (line.empty()) break;
        const bool is_quoted = line.front() == '"';
        const std::size_t end = is_quoted ? line.find('"', 1) : line.find_first_of(separators);
        words.emplace_back(readable(line.substr(is_quoted ? 1 : 0, end - (is_quoted ? 1 : 0))));
        line.remove_prefix(std::min(end == std::string_view::npos ? end : end + (is_quoted ? 1 : 0), line.size()));
    }
    return words;
}

/// Takes the lines of a text one by one; those without words are left out.
class TextLines {
public:
    explicit TextLines(std::string_view text) : text_(text) {}
    [[nodiscard]] std::optional<TextLine> next() {
        while (!text_.empty()) {
            const std::size_t end = std::min(text_.find('\n'), text_.size());
            const std::string_view whole = text_.substr(0, end);
            TextLine line{.number = ++number_, .words = words_of(whole), .has_empty_cell = has_empty_cell(whole)};
            text_.remove_prefix(std::min(end + 1, text_.size()));
            if (!line.words.empty()) return line;
        }
        return {};
    }

private:
    std::string_view text_;
    std::int64_t number_ = 0;
};

std::vector<TextLine> first_lines(std::string_view text) {
    constexpr std::size_t most = 4;
    TextLines reader(text);
    std::vector<TextLine> lines;
    while (lines.size() < most) {
        std::optional<TextLine> line = reader.next();
        if (!line) break;
        lines.push_back(*std::move(line));
    }
    return lines;
}

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
    return is_count && count >= least_rows ? count : 0;
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

std::optional<ListLayout> layout_of(std::span<const TextLine> head) {
    if (head.size() < 3 || std::ranges::any_of(head, &TextLine::has_empty_cell)) return {};
    if (const std::int64_t rows = count_alone(head[0]); rows > 0 && fits_phylip(head, rows))
        return ListLayout{.rows = rows, .header = {}, .named = true, .first_line = 1};
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
        const bool has_diagonal =
            first == 1 && std::ranges::all_of(records, [](const ListRecord& r) { return r.numbers.back() == 0.0; });
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

void make_room(ListedDistances& found, std::int64_t side) {
    found.side = side;
    const auto count = static_cast<std::size_t>(side);
    found.columns.assign(count, std::vector<double>(count, not_a_number));
    for (std::size_t i = 0; i < count; ++i) found.columns[i][i] = 0.0;
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

void fill(ListedDistances& found, const std::vector<ListRecord>& records, const TriangleShape& shape) {
    make_room(found, shape.side);
    for (std::int64_t i = 0; i < std::ssize(records); ++i) {
        const ListRecord& record = records[static_cast<std::size_t>(i)];
        const std::int64_t row = shape.first_row + i, expected = shape.numbers_in(row);
        if (std::ssize(record.numbers) != expected) {
            found.why_not =
                fmt::format("line {} has {}, where row {} of {} has {}", grouped(record.line),
                            counted(std::ssize(record.numbers), "number"), grouped(row), shape.form, expected);
            return;
        }
        for (std::int64_t k = 0; k < expected; ++k)
            found.columns[static_cast<std::size_t>(shape.first_col(row) + k)][static_cast<std::size_t>(row)] =
                record.numbers[static_cast<std::size_t>(k)];
    }
}

ListedDistances read_records(std::string_view text, const ListLayout& layout) {
    ListedDistances found{.form = "a triangle"};
    std::vector<ListRecord> records;
    TextLines reader(text);
    for (std::size_t i = 0; i < layout.first_line; ++i) (void)reader.next();
    while (const std::optional<TextLine> line = reader.next()) {
        std::optional<ListRecord> record = record_of(*line, layout.named);
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
    if (shape.side > max_stored_rows) {
        found.side = shape.side;
        return found;
    }
    fill(found, records, shape);
    if (layout.named) found.names = names_of(records, layout, shape);
    return found;
}

std::string rest_of(ByteSource& source) {
    std::string text;
    std::array<char, 1 << 16> buffer{};
    while (const std::size_t count = source.read(buffer)) text.append(buffer.data(), count);
    return text;
}

constexpr std::size_t head_bytes = 1 << 16;

} // namespace

std::optional<ListedDistances> read_triangle(ByteSource& source) {
    const std::optional<ListLayout> layout = layout_of(first_lines(source.peek(head_bytes)));
    if (!layout) return {};
    const std::string text = rest_of(source);
    return read_records(text, *layout);
}

bool may_list_pairs(ByteSource& source) {
    const std::vector<TextLine> head = first_lines(source.peek(head_bytes));
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
    ListedDistances found{.form = "a list of pairs"};
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
    make_room(found, side);
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
    return side >= least_rows && side * (side - 1) / 2 == count ? side : 0;
}

ListedDistances uncondensed(const std::vector<double>& numbers) {
    ListedDistances found{.form = "the condensed form of SciPy"};
    make_room(found, side_of_condensed(std::ssize(numbers)));
    auto next = numbers.begin();
    for (std::size_t row = 0; row < found.columns.size(); ++row)
        for (std::size_t col = row + 1; col < found.columns.size(); ++col) found.columns[col][row] = *next++;
    return found;
}

} // namespace pairscope
