// SPDX-License-Identifier: MIT
// The child's side of a function for the CPU: it is run, and nobody watches what it touches.
#pragma once

#include "app/subjects/workshop/messages.h"
#include "kernels/ladder/problem.h"
#include "kernels/ladder/variant.h"

#include <stop_token>

namespace pairscope::app::workshop {

/// `threads`: see RunRequest. Throws std::runtime_error for what the function did wrong, with the line where it is
/// known.
void run_on_cpu(const KernelVariant& variant, const Inputs& inputs, const LinearMemory& out, int threads,
                const std::stop_token& stop, RunReply& reply);

/// Throws std::runtime_error if a function has changed its inputs.
void require_unchanged(bool is_unchanged);

} // namespace pairscope::app::workshop
