// SPDX-License-Identifier: MIT
// The child's side: compiles, loads and runs a user's own kernels as it is asked to, until the program that started it
// ends or closes the socket.
#pragma once

namespace pairscope::app::workshop {

/// Uses the files of messages.h. Returns the exit code of the process.
int serve_own_kernel();

} // namespace pairscope::app::workshop
