// SPDX-License-Identifier: MIT
// Which line of which source an instruction comes from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// A line of a source file.
struct CodePlace {
    std::string file; ///< as the repository has it: "kernels/matrix/target.cuh"; the whole path for files of a toolkit
    int line = 0;     ///< from 1
    bool operator==(const CodePlace&) const = default;
};

/// From the line itself to the line of the kernel that it was inlined into. Empty: the compiler says nothing.
using CodePlaces = std::vector<CodePlace>;

/// Without blanks and zero bytes at both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blank(" \t\r\0", 4);
    const std::size_t first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

} // namespace pairscope::profiling
