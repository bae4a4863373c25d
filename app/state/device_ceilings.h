// SPDX-License-Identifier: MIT
// What is known about the ceilings of one device, and how that changes. Plain values; RunState has one for each device
// whose ceilings were measured, stored or tried.
#pragma once

#include "profiling/ceilings/ceilings.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace pairscope::app {

struct DeviceCeilings {
    std::optional<profiling::Ceilings> figures; ///< absent: they were not measured yet, or are to be measured anew
    bool stored = false;                        ///< the figures are of an earlier session: shown, never compared with
    bool complete = false; ///< all of them were measured or tried in this process, not only the essential ones
    bool wanted = false;   ///< the essential ones are to be measured again; the better figures are kept
    int doubts = 0;        ///< how often a run was faster than the fill
    std::string failure{}; ///< why the essential ones could not be measured; empty: they could, or were not tried
};

using CeilingsByDevice = std::map<std::size_t, DeviceCeilings>; ///< by index into RunState::devices

/// Null if nothing is known of the device.
[[nodiscard]] const DeviceCeilings* find(const CeilingsByDevice& all, std::size_t device);

/// Those of this process; null if there are none.
[[nodiscard]] const profiling::Ceilings* measured_now(const DeviceCeilings& ceilings);

/// Are the essential ones to be measured? Not after a failure, until somebody asks.
[[nodiscard]] bool lack_essential(const DeviceCeilings& ceilings);
/// Are the others to be measured? They follow the essential ones.
[[nodiscard]] bool lack_others(const DeviceCeilings& ceilings);

/// Takes what was measured. Those of an earlier session are forgotten at once, so that all that is shown has one date;
/// of those of this process the better figures stay.
void take_measured(DeviceCeilings& ceilings, profiling::Ceilings measured, bool others);
/// The measuring failed. The figures from before stay; it is not tried again.
void take_failure(DeviceCeilings& ceilings, const std::string& message, bool others);

/// A run was faster than the fill, so the fill was probably measured while the machine was busy: it is measured again,
/// at most twice, and then believed.
void doubt(DeviceCeilings& ceilings);

/// Somebody asked to measure them anew: nothing that was found, failed or doubted is kept.
void measure_anew(DeviceCeilings& ceilings);

} // namespace pairscope::app
