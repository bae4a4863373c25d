// SPDX-License-Identifier: MIT
// What running the blocks of a grid and following some of them have in common.
#pragma once

#include "kernels/engines/simt/block_runner.h"
#include "kernels/engines/simt/execution.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

namespace pairscope::simt {

[[nodiscard]] inline std::int64_t blocks_of(const Launch& launch) {
    return static_cast<std::int64_t>(launch.grid.x) * launch.grid.y * launch.grid.z;
}

[[nodiscard]] inline Index3 block_at(const Launch& launch, std::int64_t linear_index) {
    const std::int64_t x = launch.grid.x, y = launch.grid.y;
    return {static_cast<unsigned>(linear_index % x), static_cast<unsigned>(linear_index / x % y),
            static_cast<unsigned>(linear_index / x / y)};
}

/// Few enough pieces to be cheap, many enough to share out and to be stopped between.
[[nodiscard]] inline std::int64_t step_for(std::int64_t blocks) { return std::max<std::int64_t>(1, blocks / 128); }

/// Ends a launch: if the caller asks for it, or if a block shows that the other blocks need not run.
class Ending {
public:
    explicit Ending(const std::stop_token& asked) : forward_(asked, [this] { source_.request_stop(); }) {}
    void request() { source_.request_stop(); }
    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    std::stop_callback<std::function<void()>> forward_;
};

/// The ending outlives what is run under them.
[[nodiscard]] inline BlockConditions conditions_of(const Launch& launch, const Execution& execution,
                                                   const Ending& ending) {
    const auto& [each, shared] = execution.seconds;
    return {.memory = *execution.memory,
            .stop = ending.token(),
            .most_seconds = each + shared / static_cast<double>(blocks_of(launch))};
}

/// Runs every block but some, which ascend, and looks at nothing but stores. Throws std::runtime_error where a kernel
/// does what cannot be executed.
void run_blocks(const Launch& launch, const Execution& execution, std::span<const std::int64_t> but = {});

/// Runs the blocks that run.options asks for, follows what they touch, and adds what was seen to the execution.
void follow(const Launch& launch, Execution& execution);

} // namespace pairscope::simt
