// SPDX-License-Identifier: MIT
// Columns whose cells are strings of bits, such as the fingerprint 01101000 of a molecule: each bit is compared.
#pragma once

#include "kernels/data/table.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// May the cells be strings of bits? Numbers tell it by themselves, without their texts in the file.
[[nodiscard]] bool may_hold_bits(const Column& column);

/// Which columns are asked about.
struct BitRequest {
    std::span<const std::string> columns{}; ///< what a user chose; empty: all
    std::string_view label{};               ///< the column of labels that a user chose; empty: none
    const Dataset* first = nullptr;         ///< the first set, when the second one is read
};

/// A table in which columns of numbers that are 0 or 1 stand for strings of bits. Two sets name them alike.
struct TableWithBits {
    Table table;
    std::vector<std::string> columns{}; ///< what a user chose, with the names of the bits
    std::vector<std::string> notes{};
};
/// Absent: there are no such columns. All cells of one have equally many bits, at least four, and one of them begins
/// with 0, which numbers do not; or they have eight bits. Columns whose names mean identifiers or labels stay as they
/// are.
[[nodiscard]] std::optional<TableWithBits> with_bits(const Table& table, const BitRequest& request);

} // namespace pairscope
