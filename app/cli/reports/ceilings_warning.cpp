// SPDX-License-Identifier: MIT
#include "app/cli/reports/ceilings_warning.h"

#include "app/cli/reports/output.h"
#include "kernels/ladder/device.h"
#include "profiling/machine/other_load.h"

#include <fmt/format.h>

namespace pairscope::cli {

void warn_of_other_load(const profiling::Ceilings& ceilings) {
    if (ceilings.other_load.value_or(0.0) < profiling::much_other_load) return;
    say(fmt::format("other programs used {:.0f} % of the CPU time while the ceilings of {} were measured. The ceilings "
                    "may be too low; measure them again when no other program is busy.",
                    100.0 * *ceilings.other_load, device_id(ceilings.device)));
}

} // namespace pairscope::cli
