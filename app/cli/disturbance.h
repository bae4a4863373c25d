// SPDX-License-Identifier: MIT
#pragma once

#include "profiling/ceilings/ceilings.h"

namespace pairscope::cli {

/// Says on standard error that other programs were busy while the ceilings were measured, if they were.
void warn_of_other_load(const profiling::Ceilings& ceilings);

} // namespace pairscope::cli
