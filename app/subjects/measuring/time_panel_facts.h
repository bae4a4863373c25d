// SPDX-License-Identifier: MIT
// The figures of one measurement as facts: each with what it means and where it comes from.
#pragma once

#include "app/window/widgets/facts.h"
#include "profiling/ceilings/ceilings.h"

#include <string>
#include <vector>

namespace pairscope::app {

struct NamedFact {
    std::string name; ///< the words beside the number, and its id
    Fact fact;
};

/// Median, interval, samples, layout, kernels of a launch, what ended it, ns per pair, bandwidth, useful fraction,
/// bandwidth used, worst error, entries checked. A figure that cannot be had is left out. `ceilings` may be null.
/// `origin` says of what recording they are; empty: of this session.
[[nodiscard]] std::vector<NamedFact> time_facts(const profiling::Measurement& m, const profiling::Ceilings* ceilings,
                                                std::string_view origin = {});

} // namespace pairscope::app
