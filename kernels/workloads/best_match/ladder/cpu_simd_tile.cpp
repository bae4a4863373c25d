// SPDX-License-Identifier: MIT
// A tile has 12 vectors by two registers of candidates. The candidates are first copied into panels, from which a
// register loads the same coordinate of neighbouring candidates: see panels.h.
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/best_match/panels.h"

namespace pairscope::ladder::best_match {
namespace {

void launch(const Run& run) { matching::match_with_panels(run, 1); }

} // namespace

KernelVariant cpu_simd_tile_variant() {
    return {.title = "Scores in registers",
            .teaches =
                "Each register of candidates that is loaded serves 12 vectors, and no score leaves its register.",
            .wastes = "It uses one core.",
            .parent = "best_match/cpu_blocked",
            .backend = Backend::cpu,
            .workspace_bytes = matching::panel_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
