// SPDX-License-Identifier: MIT
// What pairscope trace prints.
#pragma once

#include "app/cli/options/data.h"
#include "app/spine/files/columns.h"
#include "kernels/engines/simt/trace.h"
#include "kernels/ladder/variant.h"

#include <string>

namespace pairscope::cli {

struct TraceReport {
    const LoadedData& data;
    const KernelVariant& variant;
    const simt::Trace& trace;
    bool warp = false; ///< with the addresses of the chosen warp
};

/// What all warps ask from memory, in whole sectors of 32 bytes [B].
[[nodiscard]] double bytes_in_sectors(const simt::Trace& trace);
/// The passes through the banks of shared memory.
[[nodiscard]] double shared_wavefronts(const simt::Trace& trace);

[[nodiscard]] std::string text_of(const TraceReport& report);
[[nodiscard]] std::string csv_of(const TraceReport& report);
[[nodiscard]] app::Json value_of(const TraceReport& report);
[[nodiscard]] std::string json_of(const TraceReport& report);

} // namespace pairscope::cli
