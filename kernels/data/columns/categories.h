// SPDX-License-Identifier: MIT
// Columns of texts whose cells are categories: two of them are equal or different.
#pragma once

#include "kernels/data/table.h"
#include "kernels/ladder/workload.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// How the categories of a table are chosen.
struct CategoryRequest {
    TextColumns as = TextColumns::categories;
    std::span<const std::string> columns{}; ///< what a user chose; empty: all texts but labels and identifiers
    std::string_view label{};               ///< the column of labels that a user chose; empty: none
    const Dataset* first = nullptr;         ///< the first set, when the second one is read
};

/// A table whose columns of categories hold numbers (Column::holds_categories): NaN for a cell that says that the
/// category is missing, 0 for one that says that there is none, and else the place of its text in `texts`, counted from
/// 1. Two sets number their categories alike.
struct NumberedTable {
    Table table;
    std::shared_ptr<const std::vector<std::string>> texts;
    std::vector<std::string> notes{};
    std::vector<std::string> columns{}; ///< what a user chose, where columns got other names; else empty
};

/// Absent: only numbers are compared. Strings of bits become a column for each bit, see bit_columns.h. A column of one
/// text and empty cells has that text or none. In sets, cells such
/// as "no" and "False" say that a row does not have what the column is about.
[[nodiscard]] std::optional<NumberedTable> with_numbered_categories(const Table& table, const CategoryRequest& request);

/// Has the table a column that with_numbered_categories() takes without a choice?
[[nodiscard]] bool has_categories(const Table& table, TextColumns as, std::string_view label = {});

/// Do both workloads take the same numbers from the file of these rows? Texts, categories and numbers differ.
[[nodiscard]] bool take_alike(const WorkloadType& one, const WorkloadType& other, const Dataset& rows);

} // namespace pairscope
