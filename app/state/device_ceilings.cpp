// SPDX-License-Identifier: MIT
#include "app/state/device_ceilings.h"

#include <utility>

namespace pairscope::app {

const DeviceCeilings* find(const CeilingsByDevice& all, std::size_t device) {
    const auto found = all.find(device);
    return found == all.end() ? nullptr : &found->second;
}

const profiling::Ceilings* measured_now(const DeviceCeilings& ceilings) {
    return ceilings.figures && !ceilings.stored ? &*ceilings.figures : nullptr;
}

bool lack_essential(const DeviceCeilings& ceilings) {
    if (!ceilings.failure.empty()) return false;
    return ceilings.wanted || measured_now(ceilings) == nullptr;
}

bool lack_others(const DeviceCeilings& ceilings) { return measured_now(ceilings) != nullptr && !ceilings.complete; }

void take_measured(DeviceCeilings& ceilings, profiling::Ceilings measured, bool others) {
    if (const profiling::Ceilings* before = measured_now(ceilings)) measured = better_of(std::move(measured), *before);
    ceilings.figures = std::move(measured);
    ceilings.stored = false;
    if (others) {
        ceilings.complete = true;
    } else {
        ceilings.wanted = false;
        ceilings.failure.clear();
    }
}

void take_failure(DeviceCeilings& ceilings, const std::string& message, bool others) {
    if (others) {
        ceilings.complete = true;
    } else {
        ceilings.wanted = false;
        ceilings.failure = message;
    }
}

void doubt(DeviceCeilings& ceilings) {
    constexpr int most_doubts = 2;
    if (++ceilings.doubts <= most_doubts) ceilings.wanted = true;
}

void measure_anew(DeviceCeilings& ceilings) { ceilings = {.figures = {}, .wanted = true}; }

} // namespace pairscope::app
