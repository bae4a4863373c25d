// SPDX-License-Identifier: MIT
// Launches: what CUDA would refuse, and grids whose blocks are run, or searched for the stores to one entry.
#include "kernels/engines/cpu/parallel.h"
#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/block_runner.h"
#include "kernels/engines/simt/execution.h"
#include "kernels/engines/simt/grid.h"
#include "kernels/ladder/host_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <stdexcept>

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
                        "65 535 in y and in z",
                        launch.grid.x, launch.grid.y, launch.grid.z));
    if (launch.shared_bytes > most_shared_bytes)
        throw std::runtime_error(
            fmt::format("the launch asks for {} bytes of shared memory for a block: a block has at most {}",
                        launch.shared_bytes, most_shared_bytes));
    if (const std::size_t allowed = allowed_shared_bytes().of(launch.kernel); launch.shared_bytes > allowed)
        throw std::runtime_error(fmt::format(
            "the launch asks for {0} bytes of dynamic shared memory for a block, and this kernel may have {1}: call "
            "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {0}) before the launch, or "
            "launch it by launch_grid, which makes this call",
            launch.shared_bytes, allowed));
}

std::string told(const Impossible& impossible) {
    const SourceLine line = source_of(impossible.pc);
    const std::string place = line.file.empty() ? std::string() : fmt::format("{}:{}: ", line.file, line.line);
    return fmt::format("{}thread ({}, {}, {}) of block ({}, {}, {}) {}", place, impossible.thread.x,
                       impossible.thread.y, impossible.thread.z, impossible.block.x, impossible.block.y,
                       impossible.block.z, impossible.told);
}

/// A later launch of the variant writes last.
void search_stores(const Launch& launch, Execution& execution) {
    const std::int64_t blocks = blocks_of(launch);
    Ending ending(execution.run.host->stop);
    const BlockConditions conditions = conditions_of(launch, execution, ending);
    std::optional<ObservedStore> last;
    std::mutex choosing;
    cpu::for_rows(
        {.rows = blocks, .step = step_for(blocks), .threads = execution.run.host->threads, .stop = ending.token()},
        [&](std::int64_t first, std::int64_t end) {
            Observer observer(*execution.memory, {.follow = false, .searched = execution.searched});
            BlockRunner runner(launch, conditions, &observer);
            for (std::int64_t i = first; i < end && !runner.was_left(); ++i) runner.run(block_at(launch, i), i);
            if (runner.was_endless()) ending.request();
            const auto& found = observer.last_store();
            const std::scoped_lock lock(choosing);
            if (found && (!last || last->linear_block < found->linear_block)) last = found;
        });
    if (last) execution.last_store = last;
}

} // namespace

void run_blocks(const Launch& launch, const Execution& execution, std::span<const std::int64_t> but) {
    const std::int64_t blocks = blocks_of(launch);
    Ending ending(execution.run.host->stop);
    const BlockConditions conditions = conditions_of(launch, execution, ending);
    std::atomic<std::int64_t> done = 0;
    cpu::for_rows(
        {.rows = blocks, .step = step_for(blocks), .threads = execution.run.host->threads, .stop = ending.token()},
        [&](std::int64_t first, std::int64_t last) {
            BlockRunner runner(launch, conditions, nullptr);
            for (std::int64_t i = first; i < last && !runner.was_left(); ++i) {
                if (std::ranges::binary_search(but, i)) continue;
                runner.run(block_at(launch, i), i);
                if (!runner.impossible()) continue;
                ending.request();
                throw std::runtime_error(told(*runner.impossible()));
            }
            const std::int64_t now = done += last - first;
            if (execution.run.host->rows_done != nullptr)
                *execution.run.host->rows_done = execution.rows * now / blocks;
        });
}

CurrentExecution::CurrentExecution(Execution& execution) { host_thread.execution = &execution; }
CurrentExecution::~CurrentExecution() { host_thread.execution = nullptr; }

bool allow_shared_bytes(const void* kernel, int bytes) {
    if (bytes < 0 || static_cast<std::size_t>(bytes) > most_shared_bytes) return false;
    allowed_shared_bytes().set(kernel, static_cast<std::size_t>(bytes));
    return true;
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
        run_blocks(launch, *execution);
    else
        follow(launch, *execution);
}

} // namespace pairscope::simt
