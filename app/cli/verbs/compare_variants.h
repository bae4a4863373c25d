// SPDX-License-Identifier: MIT
// Two variants measured in turns, and a sentence that says which is faster.
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/options/data_options.h"
#include "app/cli/reports/output.h"
#include "kernels/matrix/matrix.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::cli {

struct ComparedVariants {
    std::string a, b; ///< ids
    DataOptions data;
    std::string device; ///< empty: each variant where it can run
    TargetKind target = TargetKind::linear;
    std::vector<int> blocks{};       ///< threads of a block: one size of both, or A's and B's; empty: the usual ones
    bool cold = false;               ///< caches before each run
    int threads = 0;                 ///< for CPU variants; 0: all
    std::optional<double> seconds{}; ///< at most, of timed runs; absent: as usual
    Format format;
};

/// Prints the verdict. `nothing_ran` if one of them cannot be timed here. Throws InputError, MemoryError.
[[nodiscard]] ExitCode compare_variants(const ComparedVariants& options);

} // namespace pairscope::cli
