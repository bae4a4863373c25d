// SPDX-License-Identifier: MIT
// What the executor runs and CUDA refuses: kernels that use functions or variables of the host.
#pragma once

#include <string>
#include <string_view>

namespace pairscope::own {

/// Throws InputError, with the place, where a kernel or a function for the device calls a function of the file that is
/// not declared __device__, or names a variable of the file that lies in the memory of the host. `code` is without
/// comments, see split().
void refuse_host_code(const std::string& path, std::string_view code);

} // namespace pairscope::own
