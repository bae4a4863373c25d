// SPDX-License-Identifier: MIT
#include "kernels/data/columns/named_column.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pairscope {
namespace {

std::string names_of(const Table& table, Need need) {
    constexpr std::size_t most = 12; // more would be no help in one sentence
    std::vector<std::string> names;
    for (const Column& column : table.columns)
        if (need != Need::numbers || column.is_numeric()) names.push_back(excerpt(column.name));
    return names.empty() ? "none" : list_of(names, most);
}

/// A cell of a column of texts.
struct TextCell {
    const Column* column = nullptr;
    std::int64_t row = 0;
    std::string text{};
};

/// The first one that is not empty.
TextCell first_cell(const Column& column) {
    TextCell cell{.column = &column};
    for (const std::string_view text : column.texts) {
        if (!text.empty()) {
            cell.text = text;
            break;
        }
        ++cell.row;
    }
    return cell;
}

std::string in_words(const Table& table, const TextCell& cell) {
    return fmt::format("{} has {}", row_in_words(table, cell.row), excerpt(cell.text));
}

/// "0x10", "1/2", "12:30", "True"
bool may_mean_number(std::string_view text) {
    return text.find_first_of("0123456789") != std::string_view::npos || text == "True" || text == "False" ||
           text == "true" || text == "false" || text == "TRUE" || text == "FALSE";
}

[[noreturn]] void refuse_texts(const Table& table, const Column& column) {
    throw InputError(fmt::format("cannot read {}: {}", shown(table.file.path), column.refusal));
}

} // namespace

std::string text_among_columns(const Table& table) {
    TextCell found;
    for (const Column& column : table.columns) {
        if (column.is_numeric()) continue;
        TextCell cell = first_cell(column);
        if (cell.text.empty()) continue;
        const bool means_number = may_mean_number(cell.text);
        if (found.column == nullptr || means_number) found = std::move(cell);
        if (means_number) break;
    }
    if (found.column == nullptr) return {};
    return fmt::format("column {} holds text: {}", excerpt(found.column->name), in_words(table, found));
}

bool may_be_texts(const Table& table, const Column& column) {
    const bool has_header = std::ranges::any_of(table.columns, [](const Column& other) { return other.is_named; });
    return means_identifier(column.name) || means_label(column.name) || (has_header && !column.is_named);
}

void require_numbers(const Table& table, std::string_view label) {
    for (const Column& column : table.columns)
        if (!column.refusal.empty() && column.name != label && !may_be_texts(table, column))
            refuse_texts(table, column);
}

const Column& column_named(const Table& table, std::string_view name, Need need) {
    for (const Column& column : table.columns) {
        if (column.name != name) continue;
        if (column.is_numeric() || need == Need::anything) return column;
        if (!column.refusal.empty()) refuse_texts(table, column);
        if (!column.hint.empty())
            throw InputError(fmt::format("cannot take column {} of {} as numbers, because it holds text: {}",
                                         excerpt(name), table.name, column.hint));
        const TextCell cell = first_cell(column);
        const bool has_numbers = std::ranges::any_of(table.columns, &Column::is_numeric);
        throw InputError(fmt::format(
            "cannot take column {} of {}: it holds text, not numbers{}; {}", excerpt(name), table.name,
            cell.text.empty() ? "" : fmt::format(" ({})", in_words(table, cell)),
            has_numbers ? fmt::format("choose one of {}", names_of(table, need))
                        : std::string("no column holds numbers, and --metric edit compares the texts of this one")));
    }
    throw InputError(fmt::format("cannot take column {} of {}: there is no such column; {} are {}", excerpt(name),
                                 table.name, need == Need::numbers ? "those with numbers" : "its columns",
                                 names_of(table, need)));
}

} // namespace pairscope
