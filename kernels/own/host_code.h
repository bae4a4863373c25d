// SPDX-License-Identifier: MIT
// What the executor or its compiler takes and CUDA refuses, or the other way round: kernels that use functions or
// variables of the host or write constants, and assembly.
#pragma once

#include <string>
#include <string_view>

namespace pairscope::own {

/// Throws InputError, with the place, where a kernel or a function for the device calls a function of the file that is
/// not declared __device__, names a variable of the file that lies in the memory of the host, or writes one that is
/// __constant__. `code` is without
/// comments, see split().
void refuse_host_code(const std::string& path, std::string_view code);

/// Throws InputError, with the place, for inline assembly.
void refuse_assembly(const std::string& path, std::string_view code);

} // namespace pairscope::own
