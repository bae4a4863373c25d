// SPDX-License-Identifier: MIT
#include "kernels/scale/piece_work.h"

#include "kernels/engines/cpu/parallel.h"

#include <mutex>

namespace pairscope::scale {

bool run_here(const PieceWork& work, const RunControl& control) {
    std::mutex merging;
    const auto is_done = [&](std::int64_t piece) {
        if (!work.is_done) return false;
        const std::scoped_lock lock(merging);
        return work.is_done(piece);
    };
    const auto compute = [&](std::int64_t first, std::int64_t end) {
        for (std::int64_t piece = first; piece < end; ++piece) {
            if (is_done(piece)) continue;
            const Bytes result = work.compute(piece, control.stop);
            if (control.stop.stop_requested()) return;
            const std::scoped_lock lock(merging);
            work.merge(result);
        }
    };
    cpu::for_rows({.rows = work.pieces,
                   .step = 1,
                   .threads = cpu::threads_to_use(control.threads),
                   .stop = control.stop,
                   .rows_done = control.rows_done},
                  compute);
    return !control.stop.stop_requested();
}

} // namespace pairscope::scale
