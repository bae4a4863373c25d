// SPDX-License-Identifier: MIT
// Finds the kernels in the code of a file: the functions that are marked __global__, with their parameters.
#pragma once

#include "kernels/own/own_file.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::own {

/// The kernels that the file defines, without launch lines. `code` is without comments. Throws InputError for what is
/// no plain kernel.
[[nodiscard]] std::vector<OwnKernel> kernels_in(std::string_view code, std::string_view file);

/// The last function of a C++ file that returns nothing and whose parameters all have a known name; else the last one
/// that returns nothing. Throws InputError if there is none.
[[nodiscard]] OwnKernel cpu_function_in(std::string_view code, std::string_view file,
                                        const std::function<bool(std::string_view)>& is_known);

/// The namespaces around a place: "mine::", and one without a name is none. Absent: it lies in another kind of braces.
[[nodiscard]] std::optional<std::string> namespaces_around(std::string_view code, std::size_t end);

} // namespace pairscope::own
