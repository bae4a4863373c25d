// SPDX-License-Identifier: MIT
// The functions, variables and types of CUDA code, told apart by where they exist: on the host or on the device. The
// words are read as they stand, without a compiler.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::own {

using CodeTokens = std::vector<std::string_view>;
using Range = std::pair<std::size_t, std::size_t>; ///< tokens from the first to before the second
using Words = std::set<std::string_view>;
/// The words that each macro stands for; those of all its definitions, where it has several.
using Macros = std::map<std::string, std::set<std::string, std::less<>>, std::less<>>;

/// Blanks for lines of the preprocessor, whose macros are noted. `code` is without comments, see split().
[[nodiscard]] std::string without_directives(std::string_view code, Macros& macros);

[[nodiscard]] bool names_something(std::string_view token);

/// A function for the device: what stands before its braces, and what stands in them.
struct DeviceCode {
    Range head, body;
};

/// What stands at the top of files, directly in a namespace, or in a struct.
struct CodeNames {
    Words host_functions, device_functions, host_variables, constants;
    Words const_arrays, constexpr_arrays;
    Words fixed; ///< numbers that a compiler knows
    Words device_methods, device_constructors, device_operators;
    std::map<std::string_view, Words> host_methods, host_constructors, host_operators; ///< with their types
};

/// One file.
struct TopLevel {
    CodeTokens tokens;
    std::vector<DeviceCode> device_code;
};

/// Adds what the code defines to the names, which point into it. `code` is without directives. Where some headers are
/// not known, a word in capitals may be a macro for __device__.
[[nodiscard]] TopLevel read_top_level(std::string_view code, const Macros& macros, bool has_all_headers,
                                      CodeNames& names);

} // namespace pairscope::own
