// SPDX-License-Identifier: MIT
// Data on standard output, messages on standard error.
#pragma once

#include "app/spine/files/columns.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace pairscope::cli {

/// Both throw std::runtime_error if standard output takes no more: a full disk must not look like success.
/// Data for programs: as it is, except that a terminal gets no control characters.
void print(std::string_view text);
/// Data for people: control characters of names in it are spelled out.
void print_text(std::string_view text);
void flush_output(); ///< throws the same

/// One message, "pairscope: MESSAGE". What standard error does not take is lost: no message is worth a measurement.
void say(std::string_view message) noexcept;

/// A text for standard error as it is.
/// Writes a short text to standard error if that takes it without waiting. May be called by a handler of signals.
void write_if_taken(std::string_view text) noexcept;
void write_to_standard_error(std::string_view text) noexcept;

/// How the data of a verb is written.
struct Format {
    bool json = false;
    bool csv = false;
};
void print(std::string_view text, const Format& format);
void add_json(CLI::App& verb, Format& format);
void add_json_and_csv(CLI::App& verb, Format& format);

/// Breaks a text between words into lines of so many columns at most, where no word is longer. The lines after the
/// first begin with `indent` blanks; the first one has so many columns less, too.
[[nodiscard]] std::string folded(std::string_view text, std::size_t most_columns, std::size_t indent = 0);

/// Columns that line up, for people. Numbers to the right; the head is dim on a terminal, unless NO_COLOR is set.
class TextTable {
public:
    struct Column {
        std::string head;
        app::Align align = app::Align::left;
    };

    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
    /// A row may have fewer cells than there are columns; its last one then runs on to the right. Line feeds in a cell,
    /// as names may have them, are spelled out.
    void add(std::vector<std::string> cells);
    [[nodiscard]] std::string text() const { return text(unlimited); }
    /// Folds a last cell that would end behind so many columns into lines that begin under it.
    [[nodiscard]] std::string text(std::size_t most_columns) const;

private:
    static constexpr std::size_t unlimited = static_cast<std::size_t>(-1);

    [[nodiscard]] std::vector<std::size_t> widths() const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

/// The columns that people see.
template <class Row> [[nodiscard]] TextTable empty_table(std::span<const app::TableColumn<Row>> columns) {
    std::vector<TextTable::Column> shown;
    for (const app::TableColumn<Row>& column : columns)
        if (column.text != nullptr) shown.push_back({heading_of(column), column.align});
    return TextTable(std::move(shown));
}
template <class Row>
[[nodiscard]] std::vector<std::string> cells_of(std::span<const app::TableColumn<Row>> columns, const Row& row) {
    std::vector<std::string> cells;
    for (const app::TableColumn<Row>& column : columns)
        if (column.text != nullptr) cells.push_back(column.text(row));
    return cells;
}
template <class Row>
[[nodiscard]] std::string text_table(std::span<const app::TableColumn<Row>> columns,
                                     std::type_identity_t<std::span<const Row>> rows) {
    TextTable table = empty_table(columns);
    for (const Row& row : rows) table.add(cells_of(columns, row));
    return table.text();
}

/// A CSV field, quoted where it must be (RFC 4180).
[[nodiscard]] std::string csv_field(std::string_view text);

} // namespace pairscope::cli
