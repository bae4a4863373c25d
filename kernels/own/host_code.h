// SPDX-License-Identifier: MIT
// What the executor or its compiler takes and CUDA refuses, or the other way round: kernels that use functions,
// variables or operators of the host or write constants, launches and memory of a kernel's own, and assembly.
#pragma once

#include <string>
#include <string_view>

namespace pairscope::own {

/// Throws InputError, with the place, for what CUDA refuses in a kernel or another function for the device: a function,
/// a variable, an array, a method or an operator that is for the host; such a part of the standard library; allocated
/// memory; the launch of a kernel; an assignment to a __constant__ variable. `code` is without comments, see split().
/// Macros of headers are not known.
void refuse_host_code(const std::string& path, std::string_view code);

/// Does the same for the file and all headers that lie beside it, and refuses their assembly. They are read from the
/// folder of `path`. `text` is that of the file.
void refuse_host_code_of_headers(const std::string& path, std::string_view text);

/// Throws InputError, with the place, for inline assembly.
void refuse_assembly(const std::string& path, std::string_view code);

} // namespace pairscope::own
