// SPDX-License-Identifier: MIT
// What pairscope source --occupancy prints: how many warps a multiprocessor holds, for blocks of several sizes.
#pragma once

#include "app/spine/files/columns.h"
#include "kernels/ladder/variant.h"
#include "profiling/machine_code/occupancy.h"
#include "profiling/machine_code/variant_code.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::cli {

/// What a user assumes in place of what the compiler made.
struct AssumedNeeds {
    std::optional<int> registers{};        ///< registers per thread
    std::int64_t dynamic_shared_bytes = 0; ///< bytes of shared memory per block that a launch asks for
};

struct OccupancyRow {
    profiling::BlockNeeds needs;
    bool is_compiled = false; ///< the variant has a kernel for blocks of this size, and these are its needs
    profiling::Occupancy occupancy;
};
struct OccupancyTable {
    profiling::MultiprocessorLimits limits;
    std::vector<OccupancyRow> rows{}; ///< by the number of threads
    AssumedNeeds assumed{};
};

/// Blocks of sizes for which the variant has no kernel are assumed to need what those of `kernel` need. Where the user
/// named that kernel, all sizes are. Throws InputError for an architecture that is not known.
[[nodiscard]] OccupancyTable occupancy_table(const KernelVariant& variant, const profiling::CompiledKernels& compiled,
                                             std::size_t kernel, bool was_named, TargetKind target,
                                             const AssumedNeeds& assumed);
[[nodiscard]] std::string text_of(const OccupancyTable& table);
[[nodiscard]] app::Json json_of(const OccupancyTable& table);

} // namespace pairscope::cli
