// SPDX-License-Identifier: MIT
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/best_match/panels.h"

namespace pairscope::ladder::best_match {
namespace {

void launch(const Run& run) { matching::match_with_panels(run, run.host->threads); }

} // namespace

KernelVariant cpu_parallel_variant() {
    return {.title = "All cores",
            .teaches = "The vectors of the first set do not depend on each other, so each core takes some of them.",
            .wastes = "It wastes little: what is left is the time to look at the scores.",
            .parent = "best_match/cpu_simd_tile",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .workspace_bytes = matching::panel_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
