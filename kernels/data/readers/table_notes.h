// SPDX-License-Identifier: MIT
// What a user should know of how a text was read, gathered while it is read. A part of text_table.h.
#pragma once

#include "kernels/data/readers/dialect.h"
#include "kernels/data/readers/number.h"
#include "kernels/data/table.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope {

/// A cell by its line and column.
struct CellPlace {
    std::int64_t line;
    std::size_t column;
    std::string_view text;
};

class TableNotes {
public:
    /// Both must live as long as this.
    TableNotes(const ByteSource& source, const Dialect& dialect)
        : source_(source), dialect_(dialect), near_numbers_(dialect.columns.size()), money_(dialect.columns.size()),
          lost_digits_(dialect.columns.size()) {}

    void take_comment() { ++comments_; }
    /// A text that is not UTF-8, as it was read.
    void take_other_letters(std::int64_t line, const std::string& text) {
        if (other_letters_.line == 0) other_letters_ = {line, text};
    }
    /// A row that begins on this line.
    void take_row(std::int64_t line, bool is_below_blank_line) {
        if (blocks_.count == 0 || is_below_blank_line) {
            blocks_.rows = 0;
            if (++blocks_.count == 2) blocks_.second_line = line;
        }
        blocks_.have_several_rows = blocks_.have_several_rows || ++blocks_.rows > 1;
    }
    /// A comment that names the columns.
    void take_names(std::int64_t line) { line_of_names_ = line; }
    /// Cells that tell how many rows follow.
    void take_counts(std::int64_t line, const std::vector<Field>& cells);
    /// One that has thousands separators, or is an amount of money, or may have a decimal comma. Throws InputError
    /// where a column has amounts of two currencies, which cannot be compared.
    void take_number(const CellPlace& place, const ParsedCell& cell, std::string_view column);
    /// A number of at least 16 characters, of which a double may not hold the last digits.
    void take_long_number(const CellPlace& place, double number);
    /// A percentage of a column. `above`: the numbers of this column in the rows above it.
    void take_percentage(const CellPlace& place, std::span<const double> above);
    /// Degrees with a letter, among plain numbers.
    void take_degrees(const CellPlace& place, double degrees);
    /// One with an exponent such as "1D1", which was read because of the column.
    void take_exponent(const CellPlace& place) {
        exponents_.try_emplace(place.column, Example{place.line, std::string(place.text)});
    }
    /// In a column of texts.
    void look_for_number(const CellPlace& place);

    /// Adds the notes, and the hints of columns.
    void add_to(Table& table) const;

private:
    /// Where a cell stands that a note is about.
    struct Example {
        std::int64_t line = 0; ///< 0: there is none
        std::string cell{};
    };
    /// Cells of a column, and what the first of them is.
    struct Found {
        std::size_t count = 0;
        Example first;
        std::string_view what;
        void add(const CellPlace& place, std::string_view is) {
            if (count++ > 0) return;
            first = {place.line, std::string(place.text)};
            what = is;
        }
    };
    /// The cells of a text column in the first rows: nearly numbers, odd ones among them, numbers, and texts that begin
    /// with one.
    struct NearNumbers {
        Found near, odd, begun, texts; ///< texts: those that are no numbers
        Found letters_t, letters_f;    ///< "T" and "F", which are truth values where no other texts are
        std::size_t numbers = 0, cells = 0;
        bool have_one_text = true; ///< the texts are all the same
    };
    /// Numbers of a column whose last digits a double does not hold.
    struct LostDigits {
        std::int64_t looked_at = 0;
        Example first_whole{};                                                    ///< beyond 2^53
        std::map<double, std::pair<std::string, std::int64_t>> first_of_double{}; ///< a text, and how often it stands
    };
    struct Degrees {
        Example first;
        double value = 0.0;
    };
    struct Money {
        std::uint8_t currency = 0; ///< 0: the column holds none so far
        Example first;
    };
    struct Percentages {
        Example first;
        std::size_t rows = 0;               ///< how many there are up to the last percentage
        std::optional<std::size_t> plain{}; ///< the first row with a number other than 0 and no sign
    };

    /// Rows between blank lines. Lines that are all followed by a blank one are no blocks.
    struct Blocks {
        std::int64_t count = 0, rows = 0; ///< rows: of the last block
        std::int64_t second_line = 0;     ///< where the second block begins
        bool have_several_rows = false;
    };

    void add_notes_on_digits(Table& table) const;
    void take_money(const CellPlace& place, std::uint8_t currency, std::string_view column);
    [[nodiscard]] bool is_label_like(std::string_view cell) const;
    [[nodiscard]] const Found* why_nearly_numbers(std::size_t k, bool may_be_label) const;
    [[nodiscard]] std::string why_partly_numbers(std::size_t k, bool may_be_label) const;
    void add_hint(Table& table, std::size_t k, bool may_be_label) const;
    void add_notes_on_first_line(Table& table) const;
    void add_notes_on_numbers(Table& table) const;
    void add_notes_on_percentages(Table& table) const;
    [[nodiscard]] std::string said(const Example& example) const;
    [[nodiscard]] std::string said_with_all_digits(const Example& example) const;

    const ByteSource& source_;
    const Dialect& dialect_;
    std::vector<NearNumbers> near_numbers_;          ///< one for each column
    std::vector<Money> money_;                       ///< one for each column
    std::vector<LostDigits> lost_digits_;            ///< one for each column
    std::map<std::size_t, Degrees> degrees_;         ///< by column, where there are such
    std::map<std::size_t, Example> exponents_;       ///< by column
    std::map<std::size_t, Percentages> percentages_; ///< by column
    std::int64_t comments_ = 0;
    std::int64_t line_of_names_ = 0; ///< 0: no comment names the columns
    Blocks blocks_;
    Example other_letters_;          ///< the first text that is not UTF-8
    Example counts_;                 ///< see take_counts()
    std::int64_t promised_rows_ = 0; ///< by that line
    Example grouped_;                ///< the first number with thousands separators
    Example decimals_;               ///< the first with a decimal mark that may divide thousands
    bool means_decimals_ = false;    ///< a decimal mark was seen that cannot divide thousands
};

} // namespace pairscope
