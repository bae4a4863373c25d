// SPDX-License-Identifier: MIT
#include "kernels/data/columns/bit_columns.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/dataset.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/column_texts.h"
#include "kernels/data/readers/number.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace pairscope {
namespace {

constexpr std::size_t least_bits = 4, surely_bits = 8;

bool is_missing(std::string_view cell) { return cell_of(cell, '.').kind == CellKind::missing; }
bool are_bits(std::string_view cell) { return !cell.empty() && cell.find_first_not_of("01") == std::string_view::npos; }

std::string name_of_bit(std::string_view column, std::size_t bit) { return fmt::format("{} bit {}", column, bit + 1); }

/// Have the digits of the number no other values than 0 and 1? A double tells no digit beyond 2^53.
bool has_digits_of_bits(double number) {
    constexpr double most = 0x1p53;
    if (!(number >= 0.0) || number != std::floor(number)) return false;
    if (number >= most) return true;
    auto rest = static_cast<std::int64_t>(number);
    while (rest > 0 && rest % 10 <= 1) rest /= 10;
    return rest == 0;
}

/// How many bits each cell has that is not missing. Absent: the cells are no strings of bits, or may be numbers.
template <class Texts> std::optional<std::size_t> bits_of(const Texts& texts, bool are_surely_bits = false) {
    std::size_t bits = 0;
    bool begins_with_zero = false;
    for (std::size_t row = 0; row < texts.size(); ++row) {
        const std::string_view cell = texts[row];
        if (is_missing(cell)) continue;
        if (!are_bits(cell) || (bits != 0 && cell.size() != bits)) return {};
        bits = cell.size();
        begins_with_zero = begins_with_zero || cell.front() == '0';
    }
    const bool are_told = bits >= least_bits && (begins_with_zero || bits >= surely_bits);
    return are_told || (are_surely_bits && bits > 0) ? std::optional(bits) : std::nullopt;
}

bool was_of_bits(const Dataset* first, std::string_view column) {
    return first != nullptr && std::ranges::find(first->axes, name_of_bit(column, 0)) != first->axes.end();
}

bool is_asked_about(const Column& column, const BitRequest& request) {
    if (column.name == request.label) return false;
    const std::string beginning = fmt::format("{} bit ", column.name);
    const auto is_chosen = [&](const std::string& name) { return name == column.name || name.starts_with(beginning); };
    if (!request.columns.empty()) return std::ranges::any_of(request.columns, is_chosen);
    return !means_identifier(column.name) && !means_label(column.name);
}

void add_bits(std::vector<Column>& columns, const Column& column, std::span<const std::string> cells,
              std::size_t bits) {
    for (std::size_t bit = 0; bit < bits; ++bit) {
        Column& made = columns.emplace_back(Column{.name = name_of_bit(column.name, bit), .numbers = {}, .texts = {}});
        made.numbers.reserve(cells.size());
        for (const std::string& cell : cells)
            made.numbers.push_back(is_missing(cell) ? not_a_number : cell[bit] == '1' ? 1.0 : 0.0);
    }
}

} // namespace

bool may_hold_bits(const Column& column) {
    if (!column.is_numeric()) return bits_of(column.texts).has_value();
    constexpr double eight_digits = 1e7;
    bool have_digits = false;
    for (const double number : column.numbers) {
        if (std::isnan(number)) continue;
        if (!has_digits_of_bits(number)) return false;
        if (!column.has_leading_zeros && number < eight_digits) return false;
        have_digits = true;
    }
    return have_digits;
}

std::optional<TableWithBits> with_bits(const Table& table, const BitRequest& request) {
    TableWithBits found{.table = table, .columns = {request.columns.begin(), request.columns.end()}};
    std::vector<Column>& columns = found.table.columns;
    columns.clear();
    for (const Column& column : table.columns) {
        const bool was_so = was_of_bits(request.first, column.name);
        std::optional<std::size_t> bits;
        std::vector<std::string> cells;
        if (is_asked_about(column, request) && (was_so || may_hold_bits(column))) {
            cells = column_texts(table, column, table.rows);
            bits = bits_of(cells, was_so);
        }
        if (!bits) {
            columns.push_back(column);
            continue;
        }
        add_bits(columns, column, cells, *bits);
        found.notes.push_back(fmt::format("the cells of column {} are strings of {}, which are compared one by one",
                                          excerpt(column.name), counted(static_cast<std::int64_t>(*bits), "bit")));
        if (const auto chosen = std::ranges::find(found.columns, column.name); chosen != found.columns.end()) {
            const auto at = found.columns.erase(chosen);
            std::vector<std::string> names;
            for (std::size_t bit = 0; bit < *bits; ++bit) names.push_back(name_of_bit(column.name, bit));
            found.columns.insert(at, names.begin(), names.end());
        }
    }
    return found.notes.empty() ? std::nullopt : std::optional(std::move(found));
}

} // namespace pairscope
