// SPDX-License-Identifier: MIT
// What is said about ceilings that were measured while other programs were busy.
#pragma once

#include "profiling/ceilings/ceilings.h"

namespace pairscope::cli {

/// A message, where other programs used so much of the CPU that the ceilings may be too low. It goes to standard error,
/// because the ceilings themselves are reported as they were measured.
void warn_of_other_load(const profiling::Ceilings& ceilings);

} // namespace pairscope::cli
