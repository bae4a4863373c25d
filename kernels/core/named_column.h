// SPDX-License-Identifier: MIT
// A column of a table by its name.
#pragma once

#include "kernels/core/table.h"

#include <cstdint>
#include <string_view>

namespace pairscope {

enum class Need : std::uint8_t { numbers, anything };

/// Throws InputError if there is no such column, or if it holds something else; the message names those that there are.
[[nodiscard]] const Column& column_named(const Table& table, std::string_view name, Need need);

} // namespace pairscope
