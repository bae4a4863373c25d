// SPDX-License-Identifier: MIT
// The option that says where answers are written.
#pragma once

#include "kernels/core/matrix.h"

namespace CLI {
class App;
}

namespace pairscope::cli {

void add_target_option(CLI::App& verb, TargetKind& target);

} // namespace pairscope::cli
