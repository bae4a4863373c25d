// SPDX-License-Identifier: MIT
// Runs the launch function of a CUDA variant on the CPU: the same source, compiled a second time with the shim of
// kernels/engines/simt/shim in place of the CUDA headers. Threads are fibers, blocks run on all cores.
#pragma once

#include "kernels/engines/simt/trace.h"
#include "kernels/ladder/entry_sample.h"
#include "kernels/ladder/host_run.h"
#include "kernels/ladder/variant.h"

#include <atomic>
#include <optional>
#include <stop_token>
#include <vector>

namespace pairscope::simt {

/// How long a block may take before it is held to be endless: so many seconds of processor time, and an eighth of a
/// microsecond for each coordinate of each pair of vectors. The blocks of a launch share 2.5 us more for each of these,
/// and at most 20 s.
constexpr double usual_patience = 5;

/// Runs every block, without looking at what is read. `run.host->stop` ends it within 50 ms, also in the middle of a
/// block; `run.host->rows_done` grows to the number of rows. Throws std::runtime_error where a kernel does what cannot
/// be executed (a barrier that some threads never reach, a launch that no GPU could do), writes where it must not,
/// raises a signal or does not end, with the place.
void run(const KernelVariant& variant, const Run& run, double patience = usual_patience);

struct TraceOptions {
    TargetKind target = TargetKind::linear;
    int block = 0; ///< threads of a block, one of the variant's sizes; 0: the usual one
    /// About how many accesses of lanes of a launch are followed; if it has more, a sample of its blocks is traced (see
    /// TracedLaunch). 0: all.
    std::int64_t most_accesses = 50'000'000;
    /// Follow only the first block of each launch, the last one and two others, and run no other one, unless a later
    /// launch needs what they write and they take less than a second. `most_accesses` then does not count, and the
    /// accesses of lanes are counted alone: a block may make more requests than there is memory for.
    bool few_blocks = false;
    std::int64_t chosen_block = -1; ///< linear index; -1: the block in the middle of the grid
    int chosen_warp = 0;
    int warp_requests = 4096;         ///< requests of the chosen warp, at most
    int threads = 0;                  ///< 0: all hardware threads
    double patience = usual_patience; ///< with a block [s]
    std::stop_token stop{};
    std::atomic<std::int64_t>* blocks_done = nullptr; ///< may be null
    std::atomic<std::int64_t>* blocks_to_do = nullptr;
};

/// Runs the variant on inputs in host memory, row-major, with every check on and follows what its warps touch. A
/// stopped trace has fewer blocks, and so has one that comes to a block without end. Throws std::invalid_argument if
/// the variant cannot be executed here (see why_not_simulated), or has no such blocks.
[[nodiscard]] Trace trace(const KernelVariant& variant, const Inputs& inputs, const TraceOptions& options);
/// Traces a variant of a workload with one set.
[[nodiscard]] inline Trace trace(const KernelVariant& variant, const Dataset& data, const TraceOptions& options) {
    return trace(variant, inputs_of(data), options);
}

/// The output of a traced run, for tests: linear memory, or what the simulated surface holds, row-major. Halves are
/// given as floats, other outputs than a matrix as their 32-bit words.
struct TracedRun {
    Trace trace;
    std::vector<float> output;
};
[[nodiscard]] TracedRun traced_run(const KernelVariant& variant, const Inputs& inputs, const TraceOptions& options);
[[nodiscard]] inline TracedRun traced_run(const KernelVariant& variant, const Dataset& data,
                                          const TraceOptions& options) {
    return traced_run(variant, inputs_of(data), options);
}

/// A trace of few blocks, and the entries of a matrix that they have written. They have their last value if every
/// launch was followed.
struct TracedEntries {
    Trace trace;
    std::vector<MatrixEntry> places;
    std::vector<float> values; ///< halves as floats
};
[[nodiscard]] TracedEntries trace_few_blocks(const KernelVariant& variant, const Inputs& inputs, TraceOptions options);

/// The last store to an entry of the output, in the order of the grid.
struct EntryWriter {
    Index3 block, thread;
    std::string file; ///< relative to the repository; empty: the program was stripped
    int line = 0;
};
/// Runs every block and looks for the stores to one entry; of the options only target, block, threads and stop count.
/// Absent if no thread writes it. Throws what trace() throws.
[[nodiscard]] std::optional<EntryWriter> find_writer(const KernelVariant& variant, const Inputs& inputs,
                                                     const TraceOptions& options, MatrixEntry entry);

/// Why the executor cannot run this variant, in one sentence; empty if it can. Says nothing about size.
[[nodiscard]] std::string why_not_simulated(const KernelVariant& variant);

/// Without a symbol table it is not known where the program's `__device__` and `__shared__` variables begin and end. A
/// trace then counts accesses to them as others, but finds no faults there.
[[nodiscard]] bool program_is_stripped();

} // namespace pairscope::simt
