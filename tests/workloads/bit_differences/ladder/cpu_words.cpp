// SPDX-License-Identifier: MIT
#include "kernels/ladder/host_run.h"
#include "kernels/ladder/variant.h"
#include "tests/workloads/bit_differences/bits.h"

namespace pairscope::ladder::bit_differences {
namespace {

void launch(const Run& run) {
    const Input& set = run.problem.a;
    std::int64_t total = 0;
    for (std::int64_t i = 0; i < set.rows && !run.host->stop.stop_requested(); ++i) {
        for (std::int64_t j = 0; j < set.rows; ++j) total += pairscope::bit_differences::differing_bits(set, i, j);
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
    *scalar_out(run.problem) = static_cast<double>(total);
}

} // namespace

KernelVariant cpu_words_variant() {
    return {.title = "Eight bytes at a time",
            .teaches = "The bits of a word are counted by one instruction or by few.",
            .wastes = "It uses one core, and counts every pair twice.",
            .backend = Backend::cpu,
            .launch = launch};
}

} // namespace pairscope::ladder::bit_differences
