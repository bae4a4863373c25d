// SPDX-License-Identifier: MIT
// Grids: blocks shared out among the threads of the host.
#include "kernels/cpu/parallel.h"
#include "kernels/cpu/symbols.h"
#include "kernels/simt/block_runner.h"
#include "kernels/simt/execution.h"
#include "kernels/simt/variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace pairscope::simt {
namespace {

/// What cudaFuncSetAttribute has allowed kernels of dynamic shared memory. CUDA keeps it as long as the program runs:
/// it may be asked once, before all launches.
class AllowedSharedBytes {
public:
    void set(const void* kernel, std::size_t bytes) {
        const std::scoped_lock lock(mutex_);
        bytes_[kernel] = bytes;
    }
    [[nodiscard]] std::size_t of(const void* kernel) {
        const std::scoped_lock lock(mutex_);
        const auto found = bytes_.find(kernel);
        return found == bytes_.end() ? usual_shared_bytes : std::max(found->second, usual_shared_bytes);
    }

private:
    std::mutex mutex_;
    std::map<const void*, std::size_t> bytes_;
};
AllowedSharedBytes& allowed_shared_bytes() {
    static AllowedSharedBytes allowed;
    return allowed;
}

std::int64_t blocks_of(const Launch& launch) {
    return static_cast<std::int64_t>(launch.grid.x) * launch.grid.y * launch.grid.z;
}

Index3 block_at(const Launch& launch, std::int64_t linear_index) {
    const std::int64_t x = launch.grid.x, y = launch.grid.y;
    return {static_cast<unsigned>(linear_index % x), static_cast<unsigned>(linear_index / x % y),
            static_cast<unsigned>(linear_index / x / y)};
}

/// What CUDA would refuse with cudaErrorInvalidConfiguration or cudaErrorInvalidValue.
void check(const Launch& launch) {
    const std::int64_t threads = static_cast<std::int64_t>(launch.block.x) * launch.block.y * launch.block.z;
    if (threads < 1 || threads > most_threads || launch.block.z > 64)
        throw std::runtime_error(
            fmt::format("a block of {} x {} x {} threads was launched: a block has 1 to {} of them, at "
                        "most 64 in z",
                        launch.block.x, launch.block.y, launch.block.z, most_threads));
    if (blocks_of(launch) < 1 || launch.grid.x > 0x7fffffffu || launch.grid.y > 65535 || launch.grid.z > 65535)
        throw std::runtime_error(
            fmt::format("a grid of {} x {} x {} blocks was launched: a grid has at least one, and at most "
                        "65535 in y and in z",
                        launch.grid.x, launch.grid.y, launch.grid.z));
    if (launch.shared_bytes > most_shared_bytes)
        throw std::runtime_error(
            fmt::format("the launch requests {} bytes of shared memory for a block: a block has at most {}",
                        launch.shared_bytes, most_shared_bytes));
    if (const std::size_t allowed = allowed_shared_bytes().of(launch.kernel); launch.shared_bytes > allowed)
        throw std::runtime_error(fmt::format(
            "the launch requests {0} bytes of dynamic shared memory for a block, and this kernel may have {1}: call "
            "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {0}) before the launch, or "
            "launch it by launch_grid, which makes this call",
            launch.shared_bytes, allowed));
}

/// Few enough pieces to be cheap, many enough to share out and to be stopped between.
std::int64_t step_for(std::int64_t blocks) { return std::max<std::int64_t>(1, blocks / 128); }

std::string told(const Impossible& impossible) {
    const SourceLine line = source_of(impossible.pc);
    const std::string place = line.file.empty() ? std::string() : fmt::format("{}:{}: ", line.file, line.line);
    return fmt::format("{}thread ({}, {}, {}) of block ({}, {}, {}) {}", place, impossible.thread.x,
                       impossible.thread.y, impossible.thread.z, impossible.block.x, impossible.block.y,
                       impossible.block.z, impossible.told);
}

/// Ends a launch: asked by whoever started it, or by a block that shows that there is no use in going on.
class Ending {
public:
    explicit Ending(const std::stop_token& asked) : forward_(asked, [this] { source_.request_stop(); }) {}
    void request() { source_.request_stop(); }
    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    std::stop_callback<std::function<void()>> forward_;
};

void run_all(const Launch& launch, const Execution& execution) {
    const std::int64_t blocks = blocks_of(launch);
    Ending ending(execution.run.stop);
    const BlockConditions conditions{
        .memory = *execution.memory, .stop = ending.token(), .most_seconds = execution.most_seconds};
    std::atomic<std::int64_t> done = 0;
    cpu::for_rows({.rows = blocks, .step = step_for(blocks), .threads = execution.run.threads, .stop = ending.token()},
                  [&](std::int64_t first, std::int64_t last) {
                      BlockRunner runner(launch, conditions, nullptr);
                      for (std::int64_t i = first; i < last && !runner.was_left(); ++i) {
                          runner.run(block_at(launch, i), i);
                          if (!runner.impossible()) continue;
                          ending.request();
                          throw std::runtime_error(told(*runner.impossible()));
                      }
                      const std::int64_t now = done += last - first;
                      if (execution.run.rows_done != nullptr) *execution.run.rows_done = execution.rows * now / blocks;
                  });
}

/// A later launch of the variant writes last.
void search_stores(const Launch& launch, Execution& execution) {
    const std::int64_t blocks = blocks_of(launch);
    Ending ending(execution.run.stop);
    const BlockConditions conditions{
        .memory = *execution.memory, .stop = ending.token(), .most_seconds = execution.most_seconds};
    std::optional<ObservedStore> last;
    std::mutex choosing;
    cpu::for_rows({.rows = blocks, .step = step_for(blocks), .threads = execution.run.threads, .stop = ending.token()},
                  [&](std::int64_t first, std::int64_t end) {
                      Observer observer(*execution.memory, {.follow = false, .searched = execution.searched});
                      BlockRunner runner(launch, conditions, &observer);
                      for (std::int64_t i = first; i < end && !runner.was_left(); ++i)
                          runner.run(block_at(launch, i), i);
                      if (runner.was_endless()) ending.request();
                      const auto& found = observer.last_store();
                      const std::scoped_lock lock(choosing);
                      if (found && (!last || last->linear_block < found->linear_block)) last = found;
                  });
    if (last) execution.last_store = last;
}

/// Its steps are near the golden section.
SpreadBlocks spread_blocks(std::int64_t blocks, std::int64_t first) {
    auto step = std::max<std::int64_t>(1, static_cast<std::int64_t>(0.6180339887498949 * static_cast<double>(blocks)));
    while (std::gcd(step, blocks) != 1) ++step;
    return {.blocks = blocks, .first = first, .step = step};
}

/// What blocks write that nobody follows: all of it may have a value, and be changed.
void expect_writes_anywhere(const Execution& execution) {
    for (const GlobalRange& range : execution.memory->ranges)
        if (range.written) range.written->mark_all();
    for (const SurfaceMemory* surface : execution.memory->surfaces)
        if (surface->written) surface->written->mark_all();
    for (const GlobalRange& variable : execution.memory->device_variables)
        if (variable.writers && execution.restored != nullptr) execution.restored->save(variable);
}

/// Runs the blocks that were left out, without following them.
void run_the_others(UnfinishedLaunch& unfinished, const Execution& execution) {
    std::atomic<int> printed = unfinished.printed;
    unfinished.launch.printed = &printed;
    unfinished.launch.arguments = unfinished.arguments.data();
    expect_writes_anywhere(execution);
    Ending ending(execution.options->stop);
    const BlockConditions conditions{
        .memory = *execution.memory, .stop = ending.token(), .most_seconds = execution.most_seconds};
    const std::int64_t left = unfinished.order.blocks - unfinished.sampled;
    cpu::for_rows({.rows = left,
                   .step = step_for(left),
                   .threads = cpu::threads_to_use(execution.options->threads),
                   .stop = ending.token()},
                  [&](std::int64_t begin, std::int64_t end) {
                      BlockRunner runner(unfinished.launch, conditions, nullptr);
                      for (std::int64_t k = begin; k < end && !runner.was_left(); ++k) {
                          const std::int64_t i = unfinished.order.at(unfinished.sampled + k);
                          if (std::ranges::binary_search(unfinished.others, i)) continue;
                          runner.run(block_at(unfinished.launch, i), i);
                          if (!runner.impossible()) continue;
                          ending.request();
                          throw std::runtime_error(told(*runner.impossible()));
                      }
                  });
}

/// One launch that is followed.
struct Following {
    const Launch& launch;
    Execution& execution;
    std::int64_t blocks = blocks_of(launch);
    std::int64_t chosen =
        execution.options->chosen_block >= 0 ? std::min(execution.options->chosen_block, blocks - 1) : blocks / 2;
    Ending ending{execution.options->stop};
    BlockConditions conditions{
        .memory = *execution.memory, .stop = ending.token(), .most_seconds = execution.most_seconds};

    [[nodiscard]] Observer observer(bool counts = true) const {
        return Observer(*execution.memory, {.follow = counts,
                                            .chosen_block = chosen,
                                            .chosen_warp = execution.options->chosen_warp,
                                            .warp_requests = execution.options->warp_requests,
                                            .restored = execution.restored});
    }
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
    const auto repeated = std::ranges::unique(found);
    found.erase(repeated.begin(), repeated.end());
    return found;
}

/// Searches blocks for faults and counts nothing.
void search(Following& following, const std::vector<std::int64_t>& blocks) {
    const TraceOptions& options = *following.execution.options;
    Trace& trace = *following.execution.trace;
    std::mutex adding;
    cpu::for_rows({.rows = static_cast<std::int64_t>(blocks.size()),
                   .threads = cpu::threads_to_use(options.threads),
                   .stop = following.ending.token()},
                  [&](std::int64_t begin, std::int64_t end) {
                      Observer observer = following.observer(false);
                      BlockRunner runner(following.launch, following.conditions, &observer);
                      std::int64_t k = begin;
                      for (; k < end && !runner.was_left(); ++k) {
                          const std::int64_t i = blocks[static_cast<std::size_t>(k)];
                          runner.run(block_at(following.launch, i), i);
                      }
                      if (runner.was_endless()) following.ending.request();
                      auto part = observer.take();
                      const std::scoped_lock lock(adding);
                      following.execution.parts.push_back(std::move(part));
                      trace.blocks_examined += k - begin;
                  });
}

void count(const TraceOptions& options, std::int64_t done) {
    if (options.blocks_done != nullptr) *options.blocks_done += done;
}

UnfinishedLaunch unfinished_launch(const Launch& launch, const SpreadBlocks& order, std::int64_t sampled,
                                   std::vector<std::int64_t> others) {
    UnfinishedLaunch found{.launch = launch,
                           .arguments =
                               std::vector<std::max_align_t>(launch.argument_bytes / sizeof(std::max_align_t) + 1),
                           .printed = *launch.printed,
                           .order = order,
                           .sampled = sampled,
                           .others = std::move(others)};
    std::memcpy(found.arguments.data(), launch.arguments, launch.argument_bytes);
    return found;
}

void follow(const Launch& launch, Execution& execution) {
    Following following{.launch = launch, .execution = execution};
    Trace& trace = *execution.trace;
    const TraceOptions& options = *execution.options;
    if (trace.blocks == 0) {
        trace.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
        trace.block = {launch.block.x, launch.block.y, launch.block.z};
        trace.shared_bytes = static_cast<std::int64_t>(launch.shared_bytes);
        trace.chosen_block = block_at(launch, following.chosen);
        trace.chosen_warp = options.chosen_warp;
    }
    trace.blocks += following.blocks;
    const std::int64_t threads_of_block = static_cast<std::int64_t>(launch.block.x) * launch.block.y * launch.block.z;
    for (const std::span<const GlobalRange> ranges :
         {std::span(execution.memory->ranges), execution.memory->device_variables})
        for (const GlobalRange& range : ranges)
            if (range.writers)
                range.writers->begin_launch({launch.grid.x, launch.grid.y, launch.grid.z}, threads_of_block);
    if (options.stop.stop_requested()) return;

    Observer first = following.observer();
    {
        BlockRunner runner(launch, following.conditions, &first);
        runner.run(block_at(launch, following.chosen), following.chosen);
        if (runner.was_endless()) following.ending.request();
    }
    const std::int64_t wanted = following.affordable(first.accesses());
    execution.parts.push_back(first.take());
    trace.blocks_traced += 1;
    trace.blocks_examined += 1;
    if (options.blocks_to_do != nullptr) *options.blocks_to_do = wanted;
    count(options, 1);

    const SpreadBlocks order = spread_blocks(following.blocks, following.chosen);
    std::vector<std::int64_t> edges;
    if (options.edges_too && wanted < following.blocks) {
        edges = corners_of(launch);
        for (std::int64_t k = 0; k < wanted; ++k) std::erase(edges, order.at(k));
        search(following, edges);
    }
    std::mutex adding;
    cpu::for_rows({.rows = wanted - 1,
                   .step = step_for(wanted),
                   .threads = cpu::threads_to_use(options.threads),
                   .stop = following.ending.token()},
                  [&](std::int64_t begin, std::int64_t end) {
                      Observer observer = following.observer();
                      BlockRunner runner(launch, following.conditions, &observer);
                      std::int64_t k = begin;
                      for (; k < end && !runner.was_left(); ++k) {
                          const std::int64_t i = order.at(k + 1);
                          runner.run(block_at(launch, i), i);
                      }
                      if (runner.was_endless()) following.ending.request();
                      auto part = observer.take();
                      const std::scoped_lock lock(adding);
                      execution.parts.push_back(std::move(part));
                      trace.blocks_traced += k - begin;
                      trace.blocks_examined += k - begin;
                      count(options, k - begin);
                  });
    if (wanted < following.blocks && !following.ending.token().stop_requested())
        execution.unfinished = unfinished_launch(launch, order, wanted, std::move(edges));
}

} // namespace

CurrentExecution::CurrentExecution(Execution& execution) { host_thread.execution = &execution; }
CurrentExecution::~CurrentExecution() { host_thread.execution = nullptr; }

bool allow_shared_bytes(const void* kernel, int bytes) {
    if (bytes < 0 || static_cast<std::size_t>(bytes) > most_shared_bytes) return false;
    allowed_shared_bytes().set(kernel, static_cast<std::size_t>(bytes));
    return true;
}

void finish_launch() {
    Execution* const execution = host_thread.execution;
    if (execution == nullptr || !execution->unfinished) return;
    UnfinishedLaunch unfinished = *std::exchange(execution->unfinished, std::nullopt);
    run_the_others(unfinished, *execution);
}

void launch(const Launch& asked) {
    Execution* const execution = host_thread.execution;
    if (execution == nullptr) throw std::logic_error("a kernel was launched outside of the executor");
    finish_launch();
    std::atomic<int> printed = 0;
    Launch launch = asked;
    launch.printed = &printed;
    check(launch);
    if (execution->searched != nullptr)
        search_stores(launch, *execution);
    else if (execution->options == nullptr)
        run_all(launch, *execution);
    else
        follow(launch, *execution);
}

} // namespace pairscope::simt
