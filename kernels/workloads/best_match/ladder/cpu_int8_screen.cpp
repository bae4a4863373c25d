// SPDX-License-Identifier: MIT
// AVX-512 VNNI multiplies four times as many bytes as floats at once. Without it, the 16-bit products of other
// instruction sets multiply twice as many. The largest change of a score by rounding is known for every pair
// (byte_vectors.h). Among the few candidates that remain float32 decides, or double precision where float32 is too
// close.
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/best_match/byte_screen.h"

namespace pairscope::ladder::best_match {
namespace {

void launch(const Run& run) { matching::match_with_bytes(run, matching::best_byte_kernel()); }

} // namespace

KernelVariant cpu_int8_screen_variant() {
    return {.title = "Bytes leave out most candidates",
            .teaches = "Rounding to bytes makes a product four times as fast. A proven bound of the rounding error "
                       "shows which few candidates need an exact score.",
            .wastes = "If very many candidates are almost equally good, rounding cannot tell them apart, and all of "
                      "them are scored again.",
            .parent = "best_match/cpu_parallel",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .does_less = true,
            .workspace_bytes = matching::byte_panel_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
