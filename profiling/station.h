// SPDX-License-Identifier: MIT
// Where variants run: a device with everything that stays there from run to run. The window and the command line check,
// time and count by this class alone, so that a number means the same in both.
#pragma once

#include "profiling/buffer_pool.h"
#include "profiling/counting/count_run.h"
#include "profiling/counting/counting.h"
#include "profiling/machine/energy.h"
#include "profiling/sampling/stall_sampling.h"
#include "profiling/timing.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace pairscope::profiling {

/// What variants are asked about: a set, or two, and the parameters of the workload. The sets need not outlive the
/// call that they are given to.
struct StationInputs {
    const Dataset& a;
    const Dataset& b; ///< the same set as `a` where the workload compares one set with itself
    std::vector<double> parameters{};
    std::uint64_t revision = 1; ///< never 0; inputs of the same revision are the same, or their first rows
};

/// One run at a station.
struct StationRun {
    const KernelVariant& variant;
    Workload workload; ///< the workload of the loaded inputs
    RunTarget target;  ///< memory of this station, or a texture that the caller lends
};

/// One device: its engine with the inputs that were loaded last, outputs that take turns, the watch of its clocks, and
/// its counters. Each is made when it is first needed. Belongs to the thread that runs kernels there.
class Station {
public:
    explicit Station(const Device& device) : device_(device) {}

    [[nodiscard]] const Device& device() const { return device_; }
    /// Throws cuda::Error if the device cannot be used.
    [[nodiscard]] Engine& engine();
    /// Outputs in this device's memory.
    [[nodiscard]] BufferPool& buffers() { return buffers_; }
    [[nodiscard]] Counting& counting();

    /// Copies the inputs to the device, unless those of this revision, or as many of their rows, are there. Throws
    /// MemoryError, cuda::Error.
    void load(const StationInputs& inputs);
    /// Returns the memory of inputs, workspaces and unused outputs to the system. Inputs are then to be loaded again;
    /// the counters and the watch stay as they are.
    void release_memory();

    /// Switches the profiler off, which slows launches down, until something is counted again.
    void rest();

    /// profiling::measure(), with the profiler off, and with the clocks and the power of a GPU.
    [[nodiscard]] RunOutcome measure(const StationRun& run, const RunnerOptions& options, const RunControl& control);
    /// profiling::begin_run(), under the same conditions; its turns are then taken by take_turn().
    [[nodiscard]] BegunRun begin(const StationRun& run, const RunnerOptions& options, const RunControl& control);
    void take_turn(Timing& timing, const RunTarget& target);
    /// profiling::check().
    [[nodiscard]] CheckOutcome check(const StationRun& run, const RunnerOptions& options, const RunControl& control);
    /// Counts launches of their own, as count_run() says. The profiler stays on until the next measure() or rest().
    /// Throws what a launch throws.
    [[nodiscard]] RunCounts count(const StationRun& run, const CounterChoice& choice, const RunControl& control);
    /// The energy of a run that takes about so many seconds, as measure_energy() says, with the profiler off. Throws
    /// what a launch throws.
    [[nodiscard]] MeasuredEnergy energy(const StationRun& run, double seconds, const RunControl& control);
    /// Samples one launch of its own, which takes about so many seconds. Throws what a launch throws.
    [[nodiscard]] Sampled sample(const StationRun& run, double seconds, const RunControl& control);
    /// Samples at which instructions warps wait, in launches of their own. Throws what a launch throws.
    [[nodiscard]] SampledStalls sample_stalls(const StationRun& run, double seconds, const RunControl& control);

private:
    [[nodiscard]] RunnerOptions watched(RunnerOptions options);

    Device device_;
    std::optional<Engine> engine_;
    std::uint64_t revision_ = 0; ///< revision of the loaded inputs; 0: none
    std::array<std::int64_t, 2> rows_{};
    BufferPool buffers_;
    std::optional<ConditionsWatch> watch_;
    std::optional<Counting> counting_;
    std::optional<StallSampling> stalls_;
};

} // namespace pairscope::profiling
