// SPDX-License-Identifier: MIT
// The ceilings that were measured last on each device of this machine, kept in the cache folder from one start to the
// next: the roofs are on the screen at once, with their date, until they are measured again. No time is ever compared
// with them.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "profiling/ceilings/ceilings.h"

#include <filesystem>
#include <string>
#include <vector>

namespace pairscope::app {

[[nodiscard]] std::filesystem::path ceilings_file();

struct StoredCeilings {
    std::vector<profiling::Ceilings> found; ///< ceilings of those of the devices that were measured earlier
    std::string problem;                    ///< why a file that is there could not be used, one sentence; else empty
};
/// A device with another driver, another number of units, or in another place on the bus is not the one that was
/// measured; one with another ordinal in the same place is.
[[nodiscard]] StoredCeilings stored_ceilings(const std::vector<Device>& devices);

/// Replaces what is kept of these devices. What cannot be written is left alone: it can be measured again.
void store_ceilings(const std::vector<profiling::Ceilings>& measured);

/// Shows what is kept of the state's devices; a damaged file is reported in the log.
void load_ceilings(State& state);
/// Keeps those that were measured in this process.
void save_ceilings(const State& state);

} // namespace pairscope::app
