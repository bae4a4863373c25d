// SPDX-License-Identifier: MIT
// From an address in this program to the line of a kernel's source.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

struct SourceLine {
    std::string file; ///< relative to the repository; empty if the program holds no line information
    int line = 0;
    auto operator<=>(const SourceLine&) const = default;
};

/// The line that a user would name for the call that returns to `return_address`: the innermost inlined frame that
/// lies in a variant (or a test), not in the vector types and targets it uses. Safe to call from several threads.
[[nodiscard]] SourceLine source_of(std::uintptr_t return_address);

/// " in line 12" if `pc` is in the same file as `beside`, else " at kernels/a.cu:12"; empty without line information.
[[nodiscard]] std::string line_in_words(std::uintptr_t pc, std::uintptr_t beside);

/// The symbol of the function that holds the address, as the compiler names it; empty if the program was stripped.
[[nodiscard]] std::string function_symbol_of(std::uintptr_t return_address);

/// "vec4_rows<LinearTarget>" for a mangled or a whole name of a function: without what it returns, its namespaces and
/// its parameters. Empty if the name is.
[[nodiscard]] std::string short_function_name(const std::string& symbol);

/// Does the calling thread look up an address at this moment? For signal handlers: it must not be begun again then.
[[nodiscard]] bool is_looking_up();
/// Processor time that the calling thread has spent on look-ups [s]. The first one reads the program's own file.
[[nodiscard]] double seconds_of_looking_up();

/// Is the line in a variant, an own kernel or a test, not in what these use?
[[nodiscard]] bool is_of_a_kernel(const SourceLine& line);

/// The choice among the frames of one address, innermost first.
[[nodiscard]] SourceLine chosen_frame(const std::vector<SourceLine>& frames);

/// "/anywhere/kernels/a.cu" and "./kernels/a.cu" become "kernels/a.cu"; paths of other things stay as they are.
[[nodiscard]] std::string in_repository(std::string_view path);

} // namespace pairscope
