// SPDX-License-Identifier: MIT
// The definition, one pair after the other.
#include "kernels/ladder/host_run.h"
#include "kernels/ladder/variant.h"

#include <bit>

namespace pairscope::ladder::differing_bits {
namespace {

void launch(const Run& run) {
    const Input& set = run.problem.a;
    const auto out = std::get<LinearMemory>(run.problem.out);
    const float weight = run.problem.parameters.empty() ? 1.0f : static_cast<float>(run.problem.parameters[0]);
    for (std::int64_t row = 0; row < set.rows && !run.host->stop.stop_requested(); ++row)
        for (std::int64_t col = 0; col < set.rows; ++col) {
            int bits = 0;
            for (std::int64_t k = 0; k < set.dims; ++k)
                bits += std::popcount(
                    static_cast<unsigned>(set.bytes()[row * set.pitch + k] ^ set.bytes()[col * set.pitch + k]));
            out.data[row * out.pitch + col] = weight * static_cast<float>(bits);
        }
}

} // namespace

KernelVariant cpu_count_variant() {
    return {.title = "Pair after pair",
            .teaches = "The program counts the bits of one coordinate after the other.",
            .wastes = "One lane of one core does all of the work.",
            .backend = Backend::cpu,
            .launch = launch};
}

} // namespace pairscope::ladder::differing_bits
