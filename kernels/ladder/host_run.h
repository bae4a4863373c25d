// SPDX-License-Identifier: MIT
// How a variant runs on the host. Apart from variant.h, because <stop_token> and <atomic> cost nvcc 0.6 s per file.
#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace pairscope {

/// CPU variants use `threads` threads, look at `stop` at least every 100 ms of work, and add to `rows_done` as they go.
struct HostRun {
    int threads = 1;
    std::stop_token stop{};
    std::atomic<std::int64_t>* rows_done = nullptr; ///< may be null
};

} // namespace pairscope
