// SPDX-License-Identifier: MIT
// The child's side: a kernel is tried without a network, and with few files.
#pragma once

#include <string>

namespace pairscope::app::workshop {

/// Puts this process, and what it starts, into a new network namespace, from which nothing can be reached. Called
/// before it has threads. Returns why that was not possible, one sentence, and then nothing has changed; empty: it was.
[[nodiscard]] std::string leave_network();

/// Limits open files, and lets nobody write a core dump.
void limit_resources();

} // namespace pairscope::app::workshop
