// SPDX-License-Identifier: MIT
// Expressions in the launch lines of an own kernel: integers, + - * / %, parentheses, min, max and names, computed in
// 64 bits.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::own {

/// Where in a file; both count from 1.
struct Place {
    int line = 1, column = 1;
    bool operator==(const Place&) const = default;
};

/// A piece of a file, in one line of it.
struct Written {
    std::string text;
    Place place; ///< where its first character stands
};

/// The names that an expression may use.
using Names = std::map<std::string, std::int64_t, std::less<>>;

/// "mine.cu:1:40: MESSAGE", as compilers write it.
[[nodiscard]] std::string at_place(std::string_view file, Place place, std::string_view message);

/// Throws InputError with the place in `file`: what is not written right, a name that is not known, a division by zero,
/// or a number that does not fit into 64 bits.
[[nodiscard]] std::int64_t value_of(const Written& expression, const Names& names, std::string_view file);

/// The parts of "16, min(n, 16)", without blanks around them: a comma within parentheses divides nothing.
[[nodiscard]] std::vector<Written> parts_of(const Written& list);

} // namespace pairscope::own
