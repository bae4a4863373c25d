// SPDX-License-Identifier: MIT
// The ceilings of this machine's devices. RunState has one for each device whose ceilings were measured, stored or
// tried; profiling/device_ceilings.h has the rules.
#pragma once

#include "profiling/device_ceilings.h"

#include <cstddef>
#include <map>

namespace pairscope::app {

using profiling::DeviceCeilings;
using CeilingsByDevice = std::map<std::size_t, DeviceCeilings>; ///< by index into RunState::devices

/// Null if nothing is known of the device.
[[nodiscard]] inline const DeviceCeilings* find(const CeilingsByDevice& all, std::size_t device) {
    const auto found = all.find(device);
    return found == all.end() ? nullptr : &found->second;
}

} // namespace pairscope::app
