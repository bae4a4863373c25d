// SPDX-License-Identifier: MIT
// What one observer found, by address in the program; finish() turns addresses into lines of the source.
#pragma once

#include "kernels/engines/simt/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pairscope::simt {

/// One memory instruction of the program, with the kind and width of what it did.
struct ObservedSite {
    std::uintptr_t pc = 0;
    AccessKind kind = AccessKind::global_load;
    int bytes = 0; ///< per lane
    std::int64_t requests = 0, lanes = 0, sectors = 0, useful_bytes = 0, wavefronts = 0, needed = 0;
};

/// A fault at one place in the program: the first in the order of the grid, and how many there were.
struct ObservedFinding {
    FindingKind kind = FindingKind::out_of_bounds;
    std::uintptr_t pc = 0;
    std::int64_t linear_block = 0;
    int linear_thread = 0;
    Index3 block{}, thread{};
    std::string told;
    std::int64_t count = 1;
};

struct Observed {
    double scale = 1.0; ///< how many blocks each of the observed ones stands for
    std::vector<ObservedSite> sites;
    std::vector<ObservedFinding> findings;
    std::vector<WarpRequest> requests; ///< requests of the chosen block; `line` is still an index into sites
};

} // namespace pairscope::simt
