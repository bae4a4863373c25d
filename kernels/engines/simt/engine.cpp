// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/engine.h"

#include "kernels/engines/cpu/parallel.h"
#include "kernels/engines/simt/executor.h"

#include <chrono>

namespace pairscope::simt {

double run_launches(const KernelVariant& variant, const Problem& problem, const RunControl& control) {
    const HostRun host{
        .threads = cpu::threads_to_use(control.threads), .stop = control.stop, .rows_done = control.rows_done};
    const Run one{.problem = problem, .stream = nullptr, .block = control.block, .host = &host};
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < control.launches; ++i) run(variant, one);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return seconds / control.launches;
}

} // namespace pairscope::simt
