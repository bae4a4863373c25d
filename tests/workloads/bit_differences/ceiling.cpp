// SPDX-License-Identifier: MIT
#include "tests/workloads/bit_differences/ceiling.h"

#include <array>
#include <bit>

namespace pairscope::bit_differences {

/// Four chains. Each word changes by a constant, as if it was loaded, and the sums are used at the end.
double count_on_cpu(std::int64_t steps, double& result) {
    constexpr std::array<std::uint64_t, 4> change{0x9e3779b97f4a7c15u, 0xd1342543de82ef95u, 0xaf251af3b0f025b5u,
                                                  0xbf58476d1ce4e5b9u};
    std::array<std::uint64_t, 4> words{1, 2, 3, 4};
    std::array<std::int64_t, 4> sums{};
    for (std::int64_t step = 0; step < steps; ++step)
        for (std::size_t k = 0; k < words.size(); ++k) {
            words[k] += change[k];
            sums[k] += std::popcount(words[k] ^ change[k]);
        }
    result = static_cast<double>(sums[0] + sums[1] + sums[2] + sums[3]);
    return operations_per_word * 4.0 * static_cast<double>(steps);
}

} // namespace pairscope::bit_differences
