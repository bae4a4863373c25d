// SPDX-License-Identifier: MIT
// The rule by which work is counted. Recordings keep times, so their fractions are always computed by the rule of
// today; a recording says which rule was in use when it was made.
//
// 1: all variants of a workload were counted by the same work and held against the same ceilings.
// 2: a variant is counted by the form in which it computes (WorkloadType::forms), differences have ceilings of their
//    own, and no ceiling of arithmetic limits a variant that leaves out work.
#pragma once

#include "profiling/ceilings/ceilings.h"

#include <string>

namespace pairscope::profiling {

inline constexpr int rule_of_today = 2;

/// One sentence if the recorded rule is another one than that of today; else empty.
[[nodiscard]] std::string work_rule_note(int recorded);

/// Ceilings of recordings that were made by rule 1 have none of differences. Adds what the rate of multiply-adds lets
/// these be at most, each with the reason in `how` and with no samples.
void add_derived_ceilings(Ceilings& ceilings);

} // namespace pairscope::profiling
