// SPDX-License-Identifier: MIT
// Rows shared out among threads: the one loop of every CPU variant and of everything that looks at a whole matrix.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <stop_token>

namespace pairscope::cpu {

/// The hardware threads this process may use.
[[nodiscard]] int hardware_threads();
/// `asked`, or all hardware threads if it is 0; never more than there are.
[[nodiscard]] int threads_to_use(int asked);

struct RowLoop {
    std::int64_t rows = 0;
    std::int64_t step = 1; ///< rows handed over at once; keep a step well below 100 ms, so that a run can be cancelled
    int threads = 1;
    std::stop_token stop{};
    std::atomic<std::int64_t>* rows_done = nullptr; ///< may be null
};

/// Calls body(first, last) for all rows, in parallel, `step` rows at a time and fewer at the end. When a stop is
/// requested no further call is made. The first exception of a body is thrown again here.
void for_rows(const RowLoop& loop, const std::function<void(std::int64_t first, std::int64_t last)>& body);

} // namespace pairscope::cpu
