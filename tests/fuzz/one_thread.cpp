// SPDX-License-Identifier: MIT
// The loop over rows that checks of outputs use, on one thread: the real one brings what runs variants, and the fuzzed
// readers run none.
#include "kernels/engines/cpu/parallel.h"

#include <algorithm>

namespace pairscope::cpu {

int hardware_threads() { return 1; }

int threads_to_use(int) { return hardware_threads(); }

void for_rows(const RowLoop& loop, const std::function<void(std::int64_t, std::int64_t)>& body) {
    for (std::int64_t first = 0; first < loop.rows && !loop.stop.stop_requested(); first += loop.step)
        body(first, std::min(first + loop.step, loop.rows));
}

} // namespace pairscope::cpu
