// SPDX-License-Identifier: MIT
// A file of an own kernel as text: its code without comments, and the comments that fill a line.
#pragma once

#include "kernels/own/expression.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::own {

/// An own kernel is a few lines; what is larger is something else.
constexpr std::size_t most_file_bytes = 1 << 20;

/// The text of the file. Throws InputError: a folder, no file, an empty one, one that is larger, or no text.
[[nodiscard]] std::string read_source(const std::filesystem::path& path);

/// The text, and behind it those of the files that it includes in quotes and that lie beside it or in folders named
/// from there, each once; what they include, too. Files that cannot be read are left out: a compiler says why.
[[nodiscard]] std::string with_headers_beside(const std::filesystem::path& path, std::string text);

struct SplitText {
    std::string code;              ///< as long as the text, with blanks for comments and for what strings hold
    std::vector<Written> comments; ///< comments that begin with `//` and fill their lines, without the slashes
};
[[nodiscard]] SplitText split(std::string_view text);

[[nodiscard]] Place place_of(std::string_view text, std::size_t at);

/// Words and single signs, without blanks: parts of the code.
[[nodiscard]] std::vector<std::string_view> code_tokens(std::string_view code);

[[nodiscard]] bool is_in_name(char c); ///< a letter, a digit or an underscore
[[nodiscard]] bool is_blank(char c);
/// May a kernel or a constant have this name? Words of the language may not be names.
[[nodiscard]] bool is_identifier(std::string_view name);

} // namespace pairscope::own
