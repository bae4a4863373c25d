// SPDX-License-Identifier: MIT
// Launches that are traced: which blocks are followed, and how many others each of them stands for.
#include "kernels/data/shapes/pcg32.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/block_runner.h"
#include "kernels/engines/simt/execution.h"
#include "kernels/engines/simt/grid.h"
#include "kernels/engines/simt/memory/variables.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>

namespace pairscope::simt {
namespace {

/// Visits every block of a grid once, spread over it without following its rows.
struct SpreadBlocks {
    std::int64_t blocks = 0, first = 0, step = 1; ///< the step is prime to the number of blocks
    [[nodiscard]] std::int64_t at(std::int64_t k) const { return (first + k * step) % blocks; }
};

/// Its steps are near the golden section.
SpreadBlocks spread_blocks(std::int64_t blocks, std::int64_t first) {
    auto step = std::max<std::int64_t>(1, static_cast<std::int64_t>(0.6180339887498949 * static_cast<double>(blocks)));
    while (std::gcd(step, blocks) != 1) ++step;
    return {.blocks = blocks, .first = first, .step = step};
}

/// The memory that untraced blocks may write: all of it may have a value, and may have changed.
void expect_writes_anywhere(const Execution& execution) {
    for (const GlobalRange& range : execution.memory->ranges)
        if (range.written) range.written->mark_all();
    for (const SurfaceMemory* surface : execution.memory->surfaces)
        if (surface->written) surface->written->mark_all();
    for (const GlobalRange& variable : execution.memory->device_variables)
        if (variable.writers && execution.restored != nullptr) execution.restored->save(variable);
}

/// One launch that is followed.
struct Following {
    const Launch& launch;
    Execution& execution;
    std::int64_t blocks = blocks_of(launch);
    std::int64_t chosen =
        execution.options->chosen_block >= 0 ? std::min(execution.options->chosen_block, blocks - 1) : blocks / 2;
    Ending ending{execution.options->stop};
    BlockConditions conditions = conditions_of(launch, execution, ending);
    std::vector<std::int64_t> have_run{}; ///< in no order

    /// How many blocks the budget allows, given what one of them took.
    [[nodiscard]] std::int64_t affordable(std::int64_t accesses_of_one) const {
        const std::int64_t budget = execution.options->most_accesses;
        if (budget <= 0) return blocks;
        return std::clamp<std::int64_t>(budget / std::max<std::int64_t>(1, accesses_of_one), 1, blocks);
    }
};

/// The blocks at the corners of the grid, without repeats.
std::vector<std::int64_t> corners_of(const Launch& launch) {
    const std::int64_t x = launch.grid.x, y = launch.grid.y, layer = x * y * (launch.grid.z - 1);
    std::vector<std::int64_t> found;
    for (const std::int64_t front : {std::int64_t{0}, layer})
        for (const std::int64_t corner : {std::int64_t{0}, x - 1, x * (y - 1), x * y - 1})
            found.push_back(front + corner);
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

/// Which blocks of a launch are followed after the chosen one.
struct Sample {
    std::vector<std::int64_t> spread;  ///< they stand for all blocks that are not followed, too
    std::vector<std::int64_t> corners; ///< each stands for itself
    std::int64_t last = -1;            ///< runs after all others, and stands for itself
};

/// About `wanted` blocks, but at least one that stands for others. Fewer than all are wanted.
Sample sample_of(const Following& following, std::int64_t wanted) {
    Sample sample;
    sample.last = following.chosen == following.blocks - 1 ? following.blocks - 2 : following.blocks - 1;
    sample.corners = corners_of(following.launch);
    std::erase(sample.corners, following.chosen);
    std::erase(sample.corners, sample.last);
    const SpreadBlocks order = spread_blocks(following.blocks, following.chosen);
    for (std::int64_t k = 1; k < following.blocks && (k < wanted || sample.spread.empty()); ++k)
        if (order.at(k) != sample.last && !std::ranges::binary_search(sample.corners, order.at(k)))
            sample.spread.push_back(order.at(k));
    return sample;
}

/// Follows blocks, and counts them. What they touched is in the parts from `first_part` on.
std::int64_t follow_blocks(Following& following, std::span<const std::int64_t> blocks) {
    Execution& execution = following.execution;
    const TraceOptions& options = *execution.options;
    const auto count = static_cast<std::int64_t>(blocks.size());
    std::int64_t followed = 0;
    std::mutex adding;
    cpu::for_rows({.rows = count,
                   .step = step_for(count),
                   .threads = cpu::threads_to_use(options.threads),
                   .stop = following.ending.token()},
                  [&](std::int64_t begin, std::int64_t end) {
                      Observer observer(*execution.memory, {.makes_requests = !options.few_blocks,
                                                            .chosen_block = following.chosen,
                                                            .chosen_warp = options.chosen_warp,
                                                            .warp_requests = options.warp_requests,
                                                            .restored = execution.restored});
                      BlockRunner runner(following.launch, following.conditions, &observer);
                      std::int64_t k = begin;
                      for (; k < end && !runner.was_left(); ++k) {
                          const std::int64_t i = blocks[static_cast<std::size_t>(k)];
                          runner.run(block_at(following.launch, i), i);
                      }
                      if (runner.was_endless()) following.ending.request();
                      auto part = observer.take();
                      const std::scoped_lock lock(adding);
                      execution.parts.push_back(std::move(part));
                      followed += k - begin;
                      if (options.blocks_done != nullptr) *options.blocks_done += k - begin;
                  });
    std::ranges::copy(blocks, std::back_inserter(following.have_run));
    execution.trace->launches.back().blocks_traced += followed;
    return followed;
}

/// The program's own name of it, without namespaces and parameters.
std::string name_of_kernel(const Launch& launch) {
    const std::string symbol = function_symbol_of(reinterpret_cast<std::uintptr_t>(launch.kernel) + 1);
    return short_function_name(symbol);
}

void begin_trace_of(const Following& following) {
    const Launch& launch = following.launch;
    const Execution& execution = following.execution;
    Trace& trace = *execution.trace;
    const Index3 grid{launch.grid.x, launch.grid.y, launch.grid.z};
    if (trace.launches.empty()) {
        trace.chosen_block = block_at(launch, following.chosen);
        trace.chosen_warp = execution.options->chosen_warp;
    }
    trace.launches.push_back({.kernel = name_of_kernel(launch),
                              .grid = grid,
                              .block = {launch.block.x, launch.block.y, launch.block.z},
                              .shared_bytes = static_cast<std::int64_t>(launch.shared_bytes),
                              .blocks = following.blocks});
    const std::int64_t threads_of_block = static_cast<std::int64_t>(launch.block.x) * launch.block.y * launch.block.z;
    for (const std::span<const GlobalRange> ranges :
         {std::span(execution.memory->ranges), execution.memory->device_variables})
        for (const GlobalRange& range : ranges)
            if (range.writers) range.writers->begin_launch(grid, threads_of_block);
}

/// How often all lanes of the parts have touched memory.
std::int64_t accesses_of(std::span<const std::shared_ptr<Observed>> parts) {
    std::int64_t accesses = 0;
    for (const auto& part : parts)
        for (const ObservedSite& site : part->sites) accesses += site.lanes;
    return accesses;
}

/// Blocks that make atomics may find out which of them comes last, and leave the rest of the work to that one.
bool may_elect_a_block(std::span<const std::shared_ptr<Observed>> parts) {
    return std::ranges::any_of(parts, [](const auto& part) {
        return std::ranges::any_of(part->sites,
                                   [](const ObservedSite& site) { return site.kind == AccessKind::global_atomic; });
    });
}

UnfinishedLaunch unfinished_launch(Following& following) {
    const Launch& launch = following.launch;
    UnfinishedLaunch found{.launch = launch,
                           .arguments =
                               std::vector<std::max_align_t>(launch.argument_bytes / sizeof(std::max_align_t) + 1),
                           .printed = *launch.printed,
                           .have_run = std::move(following.have_run)};
    std::memcpy(found.arguments.data(), launch.arguments, launch.argument_bytes);
    std::ranges::sort(found.have_run);
    return found;
}

/// The last block, the first one, and two in between, without repeats. The last one comes first: where time is short,
/// it is the most telling.
std::vector<std::int64_t> few_of(std::int64_t blocks) {
    Pcg32 random(static_cast<std::uint64_t>(blocks));
    const auto any = [&] { return static_cast<std::int64_t>(random.uniform() * static_cast<double>(blocks)); };
    std::vector<std::int64_t> found{0, blocks - 1, any(), any()};
    std::ranges::sort(found);
    const auto repeated = std::ranges::unique(found);
    found.erase(repeated.begin(), repeated.end());
    std::ranges::rotate(found, found.end() - 1);
    return found;
}

void follow_few(Following& following, std::size_t first_part) {
    Execution& execution = following.execution;
    const std::vector<std::int64_t> blocks = few_of(following.blocks);
    const std::int64_t followed = follow_blocks(following, blocks);
    if (following.ending.token().stop_requested() || followed == following.blocks) return;
    const std::int64_t accesses = accesses_of(std::span(execution.parts).subspan(first_part));
    execution.unfinished = unfinished_launch(following);
    execution.unfinished->accesses_left = static_cast<double>(accesses) / static_cast<double>(followed) *
                                          static_cast<double>(following.blocks - followed);
}

/// Fewer blocks than all: `wanted`, and those that may do what no other does.
void follow_sample(Following& following, std::int64_t wanted, std::size_t first_part) {
    Execution& execution = following.execution;
    const Sample sample = sample_of(following, wanted);
    const std::size_t first_spread = execution.parts.size();
    const std::int64_t spread = follow_blocks(following, sample.spread);
    const std::span parts(execution.parts);
    const std::int64_t stood_for = following.blocks - static_cast<std::int64_t>(sample.corners.size()) - 2;
    for (const auto& part : parts.subspan(first_spread))
        part->scale = static_cast<double>(stood_for) / static_cast<double>(std::max<std::int64_t>(spread, 1));
    follow_blocks(following, sample.corners);
    const auto is_stopped = [&] { return following.ending.token().stop_requested(); };
    const auto total = static_cast<std::int64_t>(following.have_run.size());
    if (total + 1 < following.blocks && may_elect_a_block(std::span(execution.parts).subspan(first_part)) &&
        !is_stopped()) {
        expect_writes_anywhere(execution);
        std::vector<std::int64_t> but = following.have_run;
        but.push_back(sample.last);
        std::ranges::sort(but);
        run_blocks(following.launch, execution, but);
        if (!is_stopped()) follow_blocks(following, {&sample.last, 1});
        return;
    }
    follow_blocks(following, {&sample.last, 1});
    if (!is_stopped()) execution.unfinished = unfinished_launch(following);
}

} // namespace

void follow(const Launch& launch, Execution& execution) {
    Following following{.launch = launch, .execution = execution};
    begin_trace_of(following);
    const TraceOptions& options = *execution.options;
    if (options.stop.stop_requested() || execution.trace->left_launches_out) return;
    if (options.few_blocks) {
        follow_few(following, execution.parts.size());
        return;
    }

    // The chosen block says how many blocks the budget allows. It may be special, because it runs first.
    const std::size_t first_part = execution.parts.size();
    follow_blocks(following, {&following.chosen, 1});
    const std::int64_t wanted = following.affordable(accesses_of(std::span(execution.parts).subspan(first_part)));
    if (options.blocks_to_do != nullptr) *options.blocks_to_do += wanted;
    if (wanted < following.blocks) {
        follow_sample(following, wanted, first_part);
        return;
    }
    const SpreadBlocks order = spread_blocks(following.blocks, following.chosen);
    std::vector<std::int64_t> others;
    for (std::int64_t k = 1; k < following.blocks; ++k) others.push_back(order.at(k));
    follow_blocks(following, others);
}

void finish_launch() {
    Execution* const execution = host_thread.execution;
    if (execution == nullptr || !execution->unfinished) return;
    UnfinishedLaunch unfinished = *std::exchange(execution->unfinished, std::nullopt);
    constexpr double most_accesses = 3e7; // untraced, they take less than a second
    if (execution->options->few_blocks && unfinished.accesses_left > most_accesses) {
        execution->trace->left_launches_out = true;
        return;
    }
    std::atomic<int> printed = unfinished.printed;
    unfinished.launch.printed = &printed;
    unfinished.launch.arguments = unfinished.arguments.data();
    expect_writes_anywhere(*execution);
    run_blocks(unfinished.launch, *execution, unfinished.have_run);
}

} // namespace pairscope::simt
