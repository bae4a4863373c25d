// SPDX-License-Identifier: MIT
#include "kernels/data/readers/table_notes.h"

#include "kernels/data/cells/odd_numbers.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/degree_columns.h"
#include "kernels/data/readers/degrees.h"
#include "kernels/data/readers/money.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace pairscope {
namespace {

constexpr std::size_t longest_number = 64;

/// The digits of a decimal number from the first to the last that is not 0; empty for one with marks between thousands.
std::string significant_digits(std::string_view text) {
    std::string digits;
    bool has_mark = false;
    if (text.size() > longest_number) return {};
    for (const char c : text.substr(0, text.find_first_of("eEdD"))) {
        const bool is_mark = c == '.' || c == ',';
        if (is_mark && has_mark) return {};
        has_mark = has_mark || is_mark;
        if (c >= '0' && c <= '9' && !(c == '0' && digits.empty())) digits += c;
        if (!(c >= '0' && c <= '9') && !is_mark && c != '-' && c != '+') return {};
    }
    digits.resize(digits.find_last_not_of('0') + 1);
    return digits;
}

/// Does the double begin with these digits, to the nearest one? Then they lost nothing that a double had.
bool are_digits_of(double number, const std::string& digits) {
    std::array<char, longest_number + 16> text{};
    if (digits.empty()) return true;
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number,
                                            std::chars_format::scientific, static_cast<int>(digits.size()) - 1);
    return significant_digits(std::string_view(text.data(), static_cast<std::size_t>(end - text.data()))) == digits;
}

/// Is a number, which a double holds as a whole one beyond 2^53, written as another one? Numbers with an exponent are
/// not meant to the last digit.
bool is_rounded_whole(std::string_view text, double number, char decimal_mark) {
    std::string digits;
    const bool has_fraction = std::ranges::count(text, decimal_mark) == 1;
    const std::size_t end = has_fraction ? text.find(decimal_mark) : text.size();
    for (const char c : text.substr(0, end)) {
        if (c == 'e' || c == 'E' || c == 'd' || c == 'D') return false;
        if (c >= '0' && c <= '9' && !(c == '0' && digits.empty())) digits += c;
    }
    if (text.find_first_of("eEdD", end) != std::string_view::npos) return false;
    const bool is_cut = text.find_first_of("123456789", end) != std::string_view::npos;
    return is_cut || digits != fmt::format("{:.0f}", std::abs(number));
}

/// The first row, from `row` on, with a finite number other than 0.
std::optional<std::size_t> first_number_from(std::size_t row, std::span<const double> numbers) {
    for (; row < numbers.size(); ++row)
        if (numbers[row] != 0.0 && std::isfinite(numbers[row])) return row;
    return std::nullopt;
}

} // namespace

void TableNotes::take_counts(std::int64_t line, const std::vector<Field>& cells) {
    counts_ = {line, fmt::format("{} {}", cells[0].text, cells[1].text)};
    promised_rows_ = static_cast<std::int64_t>(cell_of(cells[0].text, dialect_.decimal_mark).value);
}

void TableNotes::take_number(const CellPlace& place, const ParsedCell& cell, std::string_view column) {
    if (cell.grouped && grouped_.line == 0) grouped_ = {place.line, std::string(place.text)};
    if (cell.currency != 0) take_money(place, cell.currency, column);
    const char mark = dialect_.decimal_mark;
    const bool is_paid_with_commas = cell.currency != 0 && !has_decimal_points(cell.currency);
    const bool may_divide = mark == ',' || is_paid_with_commas || may_have_decimal_commas(dialect_.separators.field);
    if (!may_divide || means_decimals_ || place.text.find(mark) == std::string_view::npos) return;
    means_decimals_ = !may_be_grouped(place.text, mark); // such a mark shows what all of them mean
    if (decimals_.line == 0) decimals_ = {place.line, std::string(place.text)};
}

void TableNotes::take_percentage(const CellPlace& place, std::span<const double> above) {
    Percentages& found = percentages_[place.column];
    if (found.first.line == 0) found.first = {place.line, std::string(place.text)};
    if (!found.plain) found.plain = first_number_from(found.rows, above);
    found.rows = above.size() + 1;
}

void TableNotes::take_money(const CellPlace& place, std::uint8_t currency, std::string_view column) {
    Money& money = money_[place.column];
    if (money.currency == 0) money = {currency, {place.line, std::string(place.text)}};
    if (money.currency == currency) return;
    source_.refuse(fmt::format("line {}, column {} ({}) has {}, and line {} has {}, which is another currency; convert "
                               "the amounts to one currency",
                               grouped(place.line), place.column + 1, excerpt(column), excerpt(place.text),
                               grouped(money.first.line), excerpt(money.first.cell)));
}

void TableNotes::take_long_number(const CellPlace& place, double number) {
    constexpr std::int64_t all_of = 4096, one_of = 64; // files of a double's digits have nothing but such numbers
    constexpr std::size_t most_kept = 65536;
    LostDigits& lost = lost_digits_[place.column];
    constexpr double largest_counted = 0x1p53; // below, a double holds every whole number
    const bool is_large = std::abs(number) >= largest_counted;
    ++lost.looked_at;
    if (!is_large && lost.looked_at > all_of && lost.first_of_double.empty() && lost.looked_at % one_of != 0) return;
    const bool is_whole = is_large && is_rounded_whole(place.text, number, dialect_.decimal_mark);
    constexpr std::size_t digits_of_double = 17;
    const std::string digits = significant_digits(place.text);
    if (!is_whole && (digits.size() < digits_of_double || are_digits_of(number, digits))) return;
    if (is_whole && lost.first_whole.line == 0) lost.first_whole = {place.line, std::string(place.text)};
    if (lost.first_of_double.size() < most_kept || lost.first_of_double.contains(number)) {
        auto& [text, count] = lost.first_of_double.try_emplace(number, place.text, 0).first->second;
        count += text == place.text ? 1 : 0;
    }
}

void TableNotes::take_degrees(const CellPlace& place, double degrees) {
    degrees_.try_emplace(place.column, Degrees{{place.line, std::string(place.text)}, degrees});
}

void TableNotes::look_for_number(const CellPlace& place) {
    if (place.text.empty()) return;
    NearNumbers& found = near_numbers_[place.column];
    ++found.cells;
    if (cell_of(place.text, dialect_.decimal_mark).kind == CellKind::text) {
        found.texts.add(place, {});
        found.have_one_text = found.have_one_text && found.texts.first.cell == place.text;
    }
    constexpr std::string_view truth = "a truth value; write 1 for true and 0 for false to compare it";
    if (place.text == "T") found.letters_t.add(place, truth);
    if (place.text == "F") found.letters_f.add(place, truth);
    if (const std::string_view begun = begins_like_number(place.text); !begun.empty()) {
        if (cell_of(place.text, dialect_.decimal_mark).kind == CellKind::number)
            ++found.numbers;
        else
            found.begun.add(place, begun);
    }
    const std::string_view what = near_number(place.text, dialect_.decimal_mark);
    if (what.empty() || is_label_like(place.text)) return;
    found.near.add(place, what);
    if (!odd_number(place.text, dialect_.decimal_mark).empty()) found.odd.add(place, what);
}

/// What most cells of a column of texts are that the user may have meant for numbers. Names of rows often begin with a
/// number. Null: they are texts.
const TableNotes::Found* TableNotes::why_nearly_numbers(std::size_t k, bool may_be_label) const {
    const NearNumbers& found = near_numbers_[k];
    const auto are_most = [&](std::size_t count) { return 2 * count > found.cells; };
    if (are_most(found.near.count)) return &found.near;
    const std::size_t truths = found.letters_t.count + found.letters_f.count;
    if (truths == found.texts.count && found.letters_t.count > 0 && found.letters_f.count > 0)
        return found.letters_t.first.line < found.letters_f.first.line ? &found.letters_t : &found.letters_f;
    if (found.odd.count > 0 && are_most(found.odd.count + found.numbers)) return &found.odd;
    const bool have_begun = found.begun.count > 0 && are_most(found.begun.count + found.numbers);
    return have_begun && !may_be_label ? &found.begun : nullptr;
}

/// Numbers would be lost beside a mark for missing ones that no reader knows, such as "k.A.", or among texts.
std::string TableNotes::why_partly_numbers(std::size_t k, bool may_be_label) const {
    const NearNumbers& found = near_numbers_[k];
    constexpr std::size_t few = 2, part_beside_mark = 20, part_beside_texts = 4;
    const bool is_mark = found.have_one_text && found.texts.count > 0;
    const std::size_t part = is_mark ? part_beside_mark : part_beside_texts;
    if ((may_be_label && !is_mark) || found.numbers < few || part * found.numbers < found.cells) return {};
    return fmt::format("line {} has {}, and {} of its first {} are numbers; empty the cells whose number is missing",
                       grouped(found.texts.first.line), excerpt(found.texts.first.cell),
                       grouped(static_cast<std::int64_t>(found.numbers)),
                       counted(static_cast<std::int64_t>(found.cells), "cell"));
}

/// "S1" and "12E" number samples and rooms. Degrees have decimals or signs, or stand below a name that means them, and
/// then they are read.
bool TableNotes::is_label_like(std::string_view cell) const {
    const bool is_plain = std::ranges::all_of(
        cell, [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); });
    const auto degrees = is_plain ? written_degrees(cell) : std::nullopt;
    return degrees && !degrees->has_minutes && degrees->meaning != CellMeaning::unknown;
}

void TableNotes::add_hint(Table& table, std::size_t k, bool may_be_label) const {
    if (table.columns[k].is_numeric()) return; // its texts were degrees
    Column& column = table.columns[k];
    const auto say = [&] {
        table.notes.push_back(
            fmt::format("column {} ({}) was read as text: {}", k + 1, excerpt(column.name), column.hint));
    };
    if (!column.hint.empty()) return say(); // a cell that is no degrees beside others that are
    const Found* const found = why_nearly_numbers(k, may_be_label);
    if (found == nullptr) {
        column.hint = why_partly_numbers(k, may_be_label);
        if (!column.hint.empty()) say();
        return;
    }
    const std::string_view no_degrees = near_degrees(column.name, found->first.cell);
    column.hint = fmt::format("line {} has {}, {}", grouped(found->first.line), excerpt(found->first.cell),
                              no_degrees.empty() ? found->what : no_degrees);
    say();
}

std::string TableNotes::said(const Example& example) const {
    constexpr Notation grouped_too{.is_grouped = true};
    return fmt::format("{} on line {} is {}", excerpt(example.cell), grouped(example.line),
                       cell_of(example.cell, dialect_.decimal_mark, grouped_too).value);
}

void TableNotes::add_to(Table& table) const {
    bool may_be_label = true; // the first column of texts is
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
        if (table.columns[k].is_numeric()) continue; // or its texts were degrees
        add_hint(table, k, may_be_label && !means_place(table.columns[k].name));
        may_be_label = false;
    }
    if (comments_ > 0)
        table.notes.push_back(
            comments_ == 1 ? "1 line that begins with # was taken for a comment"
                           : fmt::format("{} lines that begin with # were taken for comments", grouped(comments_)));
    if (line_of_names_ > 0)
        table.notes.push_back(
            fmt::format("the names of the columns are those of the comment on line {}", grouped(line_of_names_)));
    if (other_letters_.line > 0)
        table.notes.push_back(fmt::format("it is not UTF-8, so its letters were read as those of Windows-1252: {} on "
                                          "line {}; save it as UTF-8 if they are wrong",
                                          excerpt(other_letters_.cell), grouped(other_letters_.line)));
    if (blocks_.count > 1 && blocks_.have_several_rows)
        table.notes.push_back(
            fmt::format("the rows of {} blocks, which blank lines divide, were read as one table; the "
                        "second block begins on line {}",
                        grouped(blocks_.count), grouped(blocks_.second_line)));
    add_notes_on_first_line(table);
    const std::vector<std::int64_t>& quotes = table.file.lines_with_quotes;
    if (!quotes.empty())
        table.notes.push_back(fmt::format("the quotation marks on {} were read as text, because the lines that they "
                                          "would join are whole rows; the first is on line {}",
                                          counted(std::ssize(quotes), "line"), grouped(quotes.front())));
    add_notes_on_numbers(table);
}

void TableNotes::add_notes_on_first_line(Table& table) const {
    if (dialect_.header_has_years) table.notes.emplace_back("the years in its header are the names of columns");
    if (dialect_.header_may_be_row || dialect_.header_has_numbers) table.file.doubtful_header = Header::yes;
    if (dialect_.row_may_be_header && !table.lines.empty()) table.file.doubtful_header = Header::no;
    if (dialect_.header_may_be_row)
        table.notes.push_back(fmt::format("its first line, with {}, was read as the names of columns",
                                          excerpt(table.columns.back().name)));
    if (dialect_.row_may_be_header && !table.lines.empty())
        table.notes.push_back(fmt::format("the numbers on line {} were read as a row; if they are a heading, use "
                                          "--header yes",
                                          grouped(table.lines.front())));
    if (dialect_.header_has_numbers)
        table.notes.push_back(fmt::format("the numbers in its first line, such as {}, were read as the names of "
                                          "columns; if they are a row, use --header no",
                                          excerpt(table.columns.back().name)));
    if (counts_.line == 0) return;
    table.notes.push_back(fmt::format("line {}, {}, tells how many rows and coordinates follow and is no row",
                                      grouped(counts_.line), excerpt(counts_.cell)));
    if (promised_rows_ == table.total_rows) return;
    const std::string promised = counted(promised_rows_, "row");
    table.notes.push_back(table.total_rows == 1
                              ? fmt::format("it promises {}, and 1 is there", promised)
                              : fmt::format("it promises {}, and {} are there", promised, grouped(table.total_rows)));
}

void TableNotes::add_notes_on_digits(Table& table) const {
    for (std::size_t k = 0; k < lost_digits_.size(); ++k) {
        const LostDigits& lost = lost_digits_[k];
        if (lost.first_of_double.empty()) continue;
        Column& column = table.columns[k];
        std::map<double, std::int64_t> found;
        for (const double x : column.numbers)
            if (lost.first_of_double.contains(x)) ++found[x];
        std::int64_t merged = 0;
        for (const auto& [number, first] : lost.first_of_double)
            if (found[number] > first.second) merged += found[number];
        if (merged > 0)
            column.note_as_coordinate =
                fmt::format("{} in column {} differ in the file and are equal for Pairscope, which keeps 16 to 17 "
                            "digits; subtract a number from the column to keep more",
                            counted(merged, "number"), excerpt(column.name));
        else if (lost.first_whole.line > 0)
            column.note_as_coordinate =
                fmt::format("as coordinates, whole numbers beyond 9 007 199 254 740 992 in column {} are rounded: {}",
                            excerpt(column.name), said_with_all_digits(lost.first_whole));
    }
}

std::string TableNotes::said_with_all_digits(const Example& example) const {
    return fmt::format("{} on line {} is {:.0f}", excerpt(example.cell), grouped(example.line),
                       cell_of(example.cell, dialect_.decimal_mark).value);
}

void TableNotes::add_notes_on_numbers(Table& table) const {
    add_notes_on_digits(table);
    for (const auto& [k, degrees] : degrees_)
        table.notes.push_back(note_on_degrees(k, table.columns[k].name, degrees.first.cell,
                                              fmt::format("line {}", grouped(degrees.first.line)), degrees.value));
    if (decimals_.line > 0 && !means_decimals_)
        table.notes.push_back(dialect_.decimal_mark == ','
                                  ? fmt::format("its commas were read as decimal commas: {}", said(decimals_))
                                  : fmt::format("its points were read as decimal points: {}", said(decimals_)));
    for (const auto& [k, example] : exponents_)
        table.notes.push_back(fmt::format("the letters in column {} were read as exponents: {} on line {} is {}",
                                          excerpt(table.columns[k].name), excerpt(example.cell), grouped(example.line),
                                          cell_of(example.cell, dialect_.decimal_mark, dialect_.notations[k]).value));
    add_notes_on_percentages(table);
    if (grouped_.line > 0)
        table.notes.push_back(fmt::format("some of its numbers have thousands separators: {}", said(grouped_)));
    for (std::size_t k = 0; k < money_.size(); ++k)
        if (money_[k].currency != 0) {
            table.columns[k].currency = name_of_currency(money_[k].currency);
            table.notes.push_back(fmt::format("column {} holds amounts of money in {}: {}",
                                              excerpt(table.columns[k].name), name_of_currency(money_[k].currency),
                                              said(money_[k].first)));
        }
}

/// Refuses columns that mix percentages with plain numbers: beside 5 %, a plain 5 may mean 5 % or 500 %.
void TableNotes::add_notes_on_percentages(Table& table) const {
    for (const auto& [k, found] : percentages_) {
        Column& column = table.columns[k];
        if (!column.is_numeric() || !column.refusal.empty()) continue;
        const auto plain = found.plain ? found.plain : first_number_from(found.rows, column.numbers);
        if (plain) {
            column.refusal = fmt::format(
                "line {}, column {} ({}) has {} without a percent sign, and line {} has {}; write all numbers of the "
                "column as percentages, or none",
                grouped(table.lines[*plain]), k + 1, excerpt(column.name), column.numbers[*plain],
                grouped(found.first.line), excerpt(found.first.cell));
        } else {
            column.currency = percent_sign;
            table.notes.push_back(
                fmt::format("column {} holds percentages: {}", excerpt(column.name), said(found.first)));
        }
    }
}

} // namespace pairscope
