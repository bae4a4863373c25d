// SPDX-License-Identifier: MIT
// Which columns of a table are the coordinates of its vectors, and which one says what each vector is.
#pragma once

#include "kernels/data/table.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// ColumnUse::why of the column that labels the vectors.
inline constexpr std::string_view holds_labels = "It holds the labels.";

struct ColumnRoles {
    std::vector<const Column*> coordinates; ///< numeric, in the order of the table
    const Column* label = nullptr;          ///< null: there is none
    std::int64_t picture_width = 0;         ///< see Dataset::picture_width
    std::string note{}; ///< says which columns of numbers are not coordinates although no user decided this; empty: all
                        ///< are coordinates
    std::vector<ColumnUse> uses{}; ///< the use of each column of the table
};

/// What a user chooses.
struct RoleChoice {
    std::span<const std::string> coordinates = {}; ///< the names of columns of numbers; empty: those that are proposed
    std::string_view label = {};                   ///< the name of any column; empty: the one that is proposed
};

/// The labels are the first column of texts. Without one they are a column of numbers that is called so ("label",
/// "class", "target", "digit"), or the last one of a table without names that has 64 columns of 0 to 16 and one of 0 to
/// 9: this is how the digits of 8 x 8 pixels are published. Vectors are pictures where the names of the columns number
/// the pixels: "pixel y1 x1" to "pixel y8 x8", "pixel_0_0" to "pixel_7_7", "1x1" to "28x28", "pixel0" to "pixel783".
/// Columns that why_left_out() finds (kernels/data/columns/column_doubts.h) are no coordinates where two others are
/// left; the note names them, and others that may be none. Columns that a user has chosen are coordinates, in that
/// order. `table` must live as long as the answer. Throws InputError if a chosen column is not there, or holds text.
[[nodiscard]] ColumnRoles column_roles(const Table& table, const RoleChoice& choice = {});

/// How many columns hold numbers, whatever they are.
[[nodiscard]] std::int64_t count_numeric(const Table& table);

/// The names of the coordinates that column_roles() proposes.
[[nodiscard]] std::vector<std::string> proposed_columns(const Table& table);

} // namespace pairscope
