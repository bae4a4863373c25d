// SPDX-License-Identifier: MIT
#include "kernels/core/table_notes.h"

#include "kernels/core/money.h"
#include "kernels/core/readable.h"
#include "kernels/core/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope {

void TableNotes::take_counts(std::int64_t line, const std::vector<Field>& cells) {
    counts_ = {line, fmt::format("{} {}", cells[0].text, cells[1].text)};
    promised_rows_ = static_cast<std::int64_t>(cell_of(cells[0].text, dialect_.decimal_mark).value);
}

void TableNotes::take_number(const CellPlace& place, const ParsedCell& cell, std::string_view column) {
    if (cell.grouped && grouped_.line == 0) grouped_ = {place.line, std::string(place.text)};
    if (cell.currency != 0) take_money(place, cell.currency, column);
    if (dialect_.decimal_mark != ',' || means_decimals_ || place.text.find(',') == std::string_view::npos) return;
    means_decimals_ = !may_be_grouped(place.text, ','); // such a comma shows what all of them mean
    if (decimals_.line == 0) decimals_ = {place.line, std::string(place.text)};
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

void TableNotes::look_for_number(const CellPlace& place) {
    const std::string_view what = near_number(place.text, dialect_.decimal_mark);
    if (what.empty()) return;
    NearNumbers& found = near_numbers_[place.column];
    if (found.count++ > 0) return;
    found.first = {place.line, std::string(place.text)};
    found.what = what;
}

void TableNotes::add_hint(Table& table, std::size_t k) const {
    if (table.columns[k].is_numeric()) return; // its texts were degrees
    const NearNumbers& found = near_numbers_[k];
    const std::size_t looked_at = std::min(static_cast<std::size_t>(table.rows), sample_rows);
    if (2 * found.count <= looked_at) return;
    Column& column = table.columns[k];
    column.hint = fmt::format("line {} has {}, {}", grouped(found.first.line), excerpt(found.first.cell), found.what);
    table.notes.push_back(fmt::format("column {} ({}) was read as text: {}", k + 1, excerpt(column.name), column.hint));
}

std::string TableNotes::said(const Example& example) const {
    return fmt::format("{} on line {} is {}", excerpt(example.cell), grouped(example.line),
                       cell_of(example.cell, dialect_.decimal_mark).value);
}

void TableNotes::add_to(Table& table) const {
    for (std::size_t k = 0; k < table.columns.size(); ++k) add_hint(table, k);
    if (comments_ > 0)
        table.notes.push_back(fmt::format("{} that {} with # {} taken for {}",
                                          comments_ == 1 ? "1 line" : grouped(comments_) + " lines",
                                          comments_ == 1 ? "begins" : "begin", comments_ == 1 ? "was" : "were",
                                          comments_ == 1 ? "a comment" : "comments"));
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
    if (dialect_.header_may_be_row)
        table.notes.push_back(fmt::format("its first line, with {}, was read as the names of columns",
                                          excerpt(table.columns.back().name)));
    if (dialect_.row_may_be_header && !table.lines.empty())
        table.notes.push_back(fmt::format("the numbers on line {} rise by equal steps and were read as a row; if they "
                                          "are a heading, give each column a name with a letter",
                                          grouped(table.lines.front())));
    if (counts_.line == 0) return;
    table.notes.push_back(fmt::format("line {}, {}, tells how many rows and coordinates follow and is no row",
                                      grouped(counts_.line), excerpt(counts_.cell)));
    if (promised_rows_ != table.total_rows)
        table.notes.push_back(fmt::format("it promises {}, and {} there", counted(promised_rows_, "row"),
                                          table.total_rows == 1 ? "1 is" : grouped(table.total_rows) + " are"));
}

void TableNotes::add_notes_on_numbers(Table& table) const {
    if (decimals_.line > 0 && !means_decimals_)
        table.notes.push_back(fmt::format("its commas were read as decimal commas: {}", said(decimals_)));
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

} // namespace pairscope
