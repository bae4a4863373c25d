// SPDX-License-Identifier: MIT
// A column of a table by its name.
#pragma once

#include "kernels/data/table.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pairscope {

enum class Need : std::uint8_t { numbers, anything };

/// Throws InputError if there is no such column, or if it holds something else; the message names those that there are.
[[nodiscard]] const Column& column_named(const Table& table, std::string_view name, Need need);

/// Throws InputError for a column that holds texts among its numbers: whoever takes all columns of numbers needs it,
/// unless it is `label` or may_be_texts().
void require_numbers(const Table& table, std::string_view label = {});
/// Are texts among the numbers of a column no mistake? Its name means identifiers or labels, or it has none beside
/// others.
[[nodiscard]] bool may_be_texts(const Table& table, const Column& column);

/// "column 'y' holds text: line 2 has '0x10'": the column of texts that most looks as if it were meant to be numbers,
/// by its first cell. Empty: there is no text.
[[nodiscard]] std::string text_among_columns(const Table& table);

} // namespace pairscope
