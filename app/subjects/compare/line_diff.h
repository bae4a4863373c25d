// SPDX-License-Identifier: MIT
// How two texts differ, line by line, and within changed lines word by word. Pure functions.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// Part of a line: bytes from `begin` to before `end`.
struct TextRange {
    std::size_t begin = 0, end = 0;
    bool operator==(const TextRange&) const = default;
};

/// A line of one text.
struct DiffSide {
    int number = 0; ///< from 1; 0: this text has no such line
    std::string_view text{};
    std::vector<TextRange> changed{}; ///< words that the other text's line does not have
};

enum class DiffKind : unsigned char { same, changed, only_a, only_b };
/// Lines that stand side by side.
struct DiffRow {
    DiffKind kind = DiffKind::same;
    DiffSide a, b;
};

/// All lines of both texts, each once, in order. As many lines as possible are the same (a longest common subsequence
/// of lines). Between those, lines that have most of their words in common stand side by side as changed ones. The
/// views are into the texts.
[[nodiscard]] std::vector<DiffRow> line_diff(std::string_view a, std::string_view b);

/// How many rows are of this kind.
[[nodiscard]] std::size_t rows_of_kind(const std::vector<DiffRow>& rows, DiffKind kind);

} // namespace pairscope::app
