// SPDX-License-Identifier: MIT
// The lines of a text as words and numbers, for texts that are no table because their lines differ in length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// A line of a text: its words, without quotation marks.
struct TextLine {
    std::int64_t number = 0; ///< counted from 1
    std::vector<std::string> words{};
    bool has_empty_cell = false; ///< between two separators; the line is then one of a table
};

/// Takes the lines of a text one by one; those without words are left out.
class TextLines {
public:
    /// `name_width`: the first so many bytes of a line are one word, even with blanks, as in strict PHYLIP; 0: they are
    /// words as elsewhere.
    explicit TextLines(std::string_view text, std::size_t name_width = 0) : text_(text), name_width_(name_width) {}
    [[nodiscard]] std::optional<TextLine> next();

private:
    std::string_view text_;
    std::size_t name_width_ = 0;
    std::int64_t number_ = 0;
};

/// The first four lines with words, or all if there are fewer.
[[nodiscard]] std::vector<TextLine> first_lines(std::string_view text, std::size_t name_width = 0);
/// How much of a file first_lines() should be given [B]: a few lines of thousands of numbers.
inline constexpr std::size_t bytes_of_first_lines = std::size_t{1} << 20;

/// Absent: the word is no number.
[[nodiscard]] std::optional<double> number_in(const std::string& word);

} // namespace pairscope
