// SPDX-License-Identifier: MIT
// The child's side of a function for the CPU: it is run, and nobody watches what it touches but the processor.
#pragma once

#include "app/subjects/workshop/messages.h"
#include "kernels/ladder/problem.h"
#include "kernels/ladder/variant.h"

#include <stop_token>

namespace pairscope::app::workshop {

/// The function gets copies of the inputs that lie beside memory that cannot be touched. `threads`: see RunRequest.
/// Throws std::runtime_error for what the function did wrong, with the line where it is known: it has read outside of
/// its inputs, or has changed them.
void run_on_cpu(const KernelVariant& variant, const Inputs& inputs, const LinearMemory& out, int threads,
                const std::stop_token& stop, RunReply& reply);

} // namespace pairscope::app::workshop
