// SPDX-License-Identifier: MIT
// The options that say where outputs are written, and with how many threads per block.
#pragma once

#include "kernels/ladder/variant.h"
#include "kernels/matrix/matrix.h"

namespace CLI {
class App;
}

namespace pairscope::cli {

void add_target_option(CLI::App& verb, TargetKind& target);
void add_block_option(CLI::App& verb, int& block);

/// Throws InputError if the variant cannot be launched with such blocks; 0 is its usual size.
void require_block(const KernelVariant& variant, int block);

} // namespace pairscope::cli
