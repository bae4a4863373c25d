// SPDX-License-Identifier: MIT
// What the trace panel and the command line say about a trace in sentences. Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pairscope::app {

/// What will fill the empty panel, or why nothing will, in one sentence.
[[nodiscard]] std::string trace_awaits(const State& state);

/// "of row_per_thread, until coalesced was executed on the CPU (34 %)": what is shown instead of the selected variant's
/// trace, which is being made.
[[nodiscard]] std::string shown_before_words(const State& state, const simt::Trace& before);

struct Coverage {
    std::int64_t blocks = 0, traced = 0;
};
/// "all 2 048 blocks were traced", "64 of 2 048 blocks were traced, counts are scaled".
[[nodiscard]] std::string coverage_of(const Coverage& coverage);

/// "add_up: 2 launches, each of grid (8, 1, 1) of blocks (256, 1, 1), all 8 blocks were traced": one line for launches
/// of the same kernel and grid that follow each other.
[[nodiscard]] std::vector<std::string> launches_of(const simt::Trace& trace);

/// "stores touch 4.00 sectors per request: 4 kB are touched for 4 kB that are used, 100 %"
[[nodiscard]] std::vector<std::string> traffic_of(const simt::Trace& trace);

/// The requests of the chosen warp that come from one line, in the order made.
[[nodiscard]] std::vector<const simt::WarpRequest*> requests_of(const simt::Trace& trace, std::size_t line);

} // namespace pairscope::app
