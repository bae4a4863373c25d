// SPDX-License-Identifier: MIT
#include "kernels/data/distances/square_names.h"

#include "kernels/data/readers/column_texts.h"
#include "kernels/data/readers/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope {
namespace {

using Names = std::vector<std::string>;

Names all_texts(const Table& table, const Column& column) { return column_texts(table, column, table.rows); }

/// Are these 0, 1, 2 ... or 1, 2, 3 ..., all behind these letters?
bool do_count(const Names& names, std::string_view stem = "") {
    if (names.empty()) return false;
    for (const std::size_t start : {std::size_t{0}, std::size_t{1}}) {
        std::size_t next = start;
        const auto is_next = [&](const std::string& name) { return name == fmt::format("{}{}", stem, next++); };
        if (std::ranges::all_of(names, is_next)) return true;
    }
    return false;
}

/// R calls columns without names V1, V2, V3 or X1, X2, X3.
bool are_made_up(const Names& columns) { return do_count(columns) || do_count(columns, "V") || do_count(columns, "X"); }

bool are_repeated(Names names) {
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) != names.end();
}

/// The name as R writes it into a header: characters that are neither letters nor digits become dots, and digits get
/// an X.
std::string plain(std::string_view name) {
    std::string text(name);
    for (char& c : text) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c);
        if (!is_letter && static_cast<unsigned char>(c) < 0x80) c = '.';
    }
    const bool has_mark = text.size() > 1 && text[0] == 'X' && (is_digit(text[1]) || text[1] == '.');
    return has_mark ? text.substr(1) : text;
}

SquareNames relation_of(const Names& rows, const Names& columns) {
    if (rows.empty() && columns.empty()) return SquareNames::none;
    if (rows.empty() || columns.empty()) return SquareNames::one_side;
    Names a, b;
    for (const std::string& name : rows) a.push_back(plain(name));
    for (const std::string& name : columns) b.push_back(plain(name));
    if (a == b) return SquareNames::equal;
    std::ranges::sort(a);
    std::ranges::sort(b);
    return a == b ? SquareNames::reordered : SquareNames::different;
}

/// The names in a header; empty where the table has none. A name that the reader made up is empty in the file, as it
/// is beside a row without a name.
Names header_of(std::span<const Column* const> columns, const Names& rows) {
    Names names;
    bool is_named = false;
    const bool has_empty_row = std::ranges::find(rows, "") != rows.end();
    for (const Column* column : columns) {
        names.push_back(!column->is_named && has_empty_row ? std::string() : column->name);
        is_named = is_named || column->is_named;
    }
    return is_named ? names : Names{};
}

/// Is the diagonal without numbers, and are there numbers on both sides of it?
bool lacks_diagonal_alone(std::span<const Column* const> columns) {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (!std::isnan(columns[i]->numbers[i])) return false;
    const std::size_t last = columns.size() - 1;
    return last > 1 && !std::isnan(columns[last]->numbers[1]) && !std::isnan(columns[1]->numbers[last]);
}

/// Does the table begin with a row and a column of the same numbers, as one does whose names are numbers? The corner is
/// empty then. In distances without a diagonal it is empty, too.
bool has_numbered_edges(std::span<const Column* const> columns) {
    const auto is_numeric = [](const Column* column) { return column->is_numeric(); };
    if (!std::ranges::all_of(columns, is_numeric) || !columns.front()->begins_empty) return false;
    if (lacks_diagonal_alone(columns)) return false;
    for (std::size_t i = 1; i < columns.size(); ++i)
        if (!(columns[i]->numbers.front() == columns.front()->numbers[i])) return false;
    return true;
}

/// Do they have the same numbers in another order? None of these stands there twice.
bool has_reordered_edges(std::span<const Column* const> columns) {
    const auto is_numeric = [](const Column* column) { return column->is_numeric(); };
    if (!std::ranges::all_of(columns, is_numeric) || !columns.front()->begins_empty) return false;
    std::vector<double> down(columns.front()->numbers.begin() + 1, columns.front()->numbers.end()), across;
    for (const Column* column : columns.subspan(1)) across.push_back(column->numbers.front());
    if (!std::ranges::all_of(down, [](double x) { return std::isfinite(x); })) return false;
    if (down == across) return false;
    std::ranges::sort(down);
    std::ranges::sort(across);
    return down == across && std::ranges::adjacent_find(down) == down.end();
}

/// "Paris (2)" is what the reader of tables makes of the second "Paris" in a header.
Names without_copy_numbers(Names names) {
    for (std::string& name : names) {
        const std::size_t open = name.rfind(" (");
        if (open == std::string::npos || !name.ends_with(')')) continue;
        const std::string_view number = std::string_view(name).substr(open + 2, name.size() - open - 3);
        if (!number.empty() && std::ranges::all_of(number, is_digit)) name.resize(open);
    }
    return names;
}

/// Chooses the names that say most, and compares those of both sides. Names are left out only where they say nothing;
/// the same names in another order contradict each other, whatever they look like.
void name(Square& square, Names rows, Names columns) {
    const bool is_repeated = are_repeated(rows);
    square.relation = relation_of(rows, is_repeated ? without_copy_numbers(columns) : columns);
    if (square.relation == SquareNames::different && (is_repeated || do_count(rows))) {
        rows.clear();
        square.relation = SquareNames::one_side;
        square.left_out = is_repeated ? "several of its rows have the same name, so the names of its columns are used"
                                      : "the names of its columns are used, because its rows are only numbered";
    } else if (square.relation == SquareNames::different && are_made_up(columns)) {
        columns.clear();
        square.relation = SquareNames::one_side;
        square.left_out = "the names of its rows are used, because its columns are only numbered";
    }
    square.names = rows.empty() ? columns : std::move(rows);
    square.header = std::move(columns);
}

/// The first column of a triangle without its diagonal has no number.
bool is_empty(const Column& column) {
    return std::ranges::all_of(column.texts, [](std::string_view text) { return text.empty(); });
}

/// The columns of a table, by what they hold; empty ones count as numbers where they complete a square.
struct Kinds {
    std::vector<const Column*> numeric{}, texts{};
    explicit Kinds(const Table& table) {
        const auto may_be_numeric = [](const Column& column) { return column.is_numeric() || is_empty(column); };
        const bool completes = std::ranges::count_if(table.columns, may_be_numeric) == table.rows;
        for (const Column& column : table.columns)
            ((completes ? may_be_numeric(column) : column.is_numeric()) ? numeric : texts).push_back(&column);
    }
};

/// The column of texts that has the names of the header, or else the first one.
const Column& names_among(const Table& table, std::span<const Column* const> texts,
                          std::span<const Column* const> numbers) {
    const auto fits = [&](const Column* column) {
        const Names names = all_texts(table, *column);
        return relation_of(names, header_of(numbers, names)) == SquareNames::equal;
    };
    const auto found = std::ranges::find_if(texts, fits);
    return found == texts.end() ? *texts.front() : **found;
}

} // namespace

Square square_in(const Table& table) {
    const Kinds kinds(table);
    const std::int64_t rows = table.rows, columns = std::ssize(kinds.numeric);
    Square square;
    if (rows != table.total_rows || columns < rows || columns > rows + 1 || columns == 0) return square;
    std::span<const Column* const> numbers = kinds.numeric;
    std::size_t first_row = 0;
    Names row_names, first_names; // the latter are those of the first row
    if (!kinds.texts.empty()) {
        if (columns != rows) return square;
        row_names = all_texts(table, names_among(table, kinds.texts, numbers));
    } else if (columns == rows + 1) {
        row_names = all_texts(table, *numbers.front());
        numbers = numbers.subspan(1);
    } else if (has_numbered_edges(numbers) || has_reordered_edges(numbers)) {
        for (const Column* column : numbers.subspan(1)) first_names.push_back(column_texts(table, *column, 1).front());
        row_names = all_texts(table, *numbers.front());
        row_names.erase(row_names.begin());
        numbers = numbers.subspan(1);
        first_row = 1;
    }
    square.gaps.assign(static_cast<std::size_t>(rows), std::numeric_limits<double>::quiet_NaN());
    for (const Column* column : numbers)
        square.columns.push_back(
            std::span<const double>(column->is_numeric() ? column->numbers : square.gaps).subspan(first_row));
    if (!table.lines.empty()) square.lines = std::span(table.lines).subspan(first_row);
    if (first_row == 0) {
        Names header = header_of(numbers, row_names);
        name(square, std::move(row_names), std::move(header));
    } else {
        square.relation = has_numbered_edges(kinds.numeric) ? SquareNames::equal : SquareNames::reordered;
        square.names = std::move(row_names);
        square.header = square.relation == SquareNames::equal ? square.names : std::move(first_names);
    }
    return square;
}

const Column* text_in_square(const Table& table) {
    const Kinds kinds(table);
    if (table.rows != table.total_rows || std::ssize(table.columns) != table.rows + 1 || kinds.texts.size() < 2)
        return nullptr;
    const Column& first = table.columns.front();
    Names header;
    for (const Column& column : std::span(table.columns).subspan(1)) header.push_back(column.name);
    if (relation_of(all_texts(table, first), header) != SquareNames::equal) return nullptr;
    return kinds.texts[first.is_numeric() ? 0 : 1];
}

} // namespace pairscope
