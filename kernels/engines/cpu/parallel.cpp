// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/parallel.h"

#include "kernels/engines/cpu/variant_guard.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <map>

namespace pairscope::cpu {

namespace {

/// Where the loops of this thread run with so many threads. It is kept, because the threads of an arena wait in it for
/// the next loop for a while: with a new arena each loop first has to wake them, which takes up to 0.1 ms and makes
/// short runs vary by a third.
oneapi::tbb::task_arena& arena_of(int threads) {
    thread_local std::map<int, oneapi::tbb::task_arena> arenas;
    return arenas.try_emplace(threads, threads).first->second;
}

} // namespace

int hardware_threads() { return oneapi::tbb::info::default_concurrency(); }

int threads_to_use(int asked) { return asked <= 0 ? hardware_threads() : std::min(asked, hardware_threads()); }

void for_rows(const RowLoop& loop, const std::function<void(std::int64_t, std::int64_t)>& body) {
    const auto run_step = [&](std::int64_t step) {
        if (loop.stop.stop_requested()) return;
        const std::int64_t first = step * loop.step;
        const std::int64_t last = std::min(first + loop.step, loop.rows);
        body(first, last);
        if (loop.rows_done != nullptr) loop.rows_done->fetch_add(last - first, std::memory_order_relaxed);
    };
    const std::int64_t steps = (loop.rows + loop.step - 1) / loop.step;
    const int threads = threads_to_use(loop.threads);
    if (threads == 1) {
        for (std::int64_t step = 0; step < steps; ++step) run_step(step);
        return;
    }
    VariantGuard* const guard = VariantGuard::of_this_thread();
    const VariantGuard::Suspended scheduling;
    arena_of(threads).execute([&] {
        oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::int64_t>{0, steps}, [&](const auto& range) {
            const auto run_steps = [&] {
                for (std::int64_t step = range.begin(); step < range.end(); ++step) run_step(step);
            };
            if (guard == nullptr)
                run_steps();
            else
                guard->run(run_steps);
        });
    });
}

} // namespace pairscope::cpu
