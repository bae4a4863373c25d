// SPDX-License-Identifier: MIT
// The runner checks a variant first and times it afterwards, because the time of a wrong kernel means nothing.
#pragma once

#include "kernels/engines/simt/memory/memory_map.h"
#include "kernels/ladder/engine.h"
#include "profiling/machine/nvml.h"
#include "profiling/measurement.h"

#include <cstdint>
#include <functional>
#include <string_view>

namespace pairscope::profiling {

/// What is being done for a measurement.
enum class Stage : std::uint8_t { checking, warming_up, timing, flushing_and_timing, comparing };
[[nodiscard]] std::string_view name_of(Stage stage); ///< "warming up", "flushing the caches and timing"

struct RunnerOptions {
    StoppingRule stopping;
    int warmups = 2;
    /// How many rows of a matrix a CPU looks at; a sample if it has more. A GPU always looks at all of them.
    std::int64_t rows_checked = 2048;
    /// How many accesses of a CUDA variant's lanes the executor examines, about a second's work; of more, it takes a
    /// sample of blocks. 0: all.
    std::int64_t most_examined = 10'000'000;
    /// Somebody waits for a first figure of a GPU, and the variant is measured fully later: the executor looks for
    /// faults then, nobody asks for clocks and power, and a run that takes much longer than `stopping` allows is its
    /// own sample.
    bool is_first_look = false;
    CacheState caches = CacheState::warm;
    ConditionsWatch* watch = nullptr; ///< watches the engine's device; null: clocks and power are not asked for
    /// Called now and then with what is being done and how far it is, from 0 to 1; may be empty.
    std::function<void(Stage stage, double share)> progress;
};

/// Why there is no measurement of a run that was stopped too early.
inline constexpr std::string_view cancelled_before = "it was cancelled before it was finished";

/// Where the output of a measured run goes.
struct RunTarget {
    OutputTarget out;
    MatrixShape shape;              ///< words_of() the output
    OutputBuffer* buffer = nullptr; ///< set when `out` is this buffer, whose guard bands are then checked too
};

/// A texture for simulated variants, which is the matrix of `buffer`. `texture` is filled in; both outlive the target.
[[nodiscard]] RunTarget simulated_texture(OutputBuffer& buffer, simt::SurfaceMemory& texture);

/// A launch that takes less than `short_launch` [s] is timed together with others, until they take `least_timed` [s]:
/// the timer is too coarse for it. CUDA events also see the start of each range, some 6 us beside OpenGL.
/// Not with cold caches, where the second launch would find them warm.
struct TimerLimits {
    double short_launch = 0.0, least_timed = 0.0;
};
[[nodiscard]] TimerLimits timer_limits(Backend backend);
/// How many launches are timed together, where one takes `seconds`.
[[nodiscard]] int launches_timed_together(Backend backend, double seconds);

/// Asks why_not, also for `control.block`; examines a CUDA variant's source, poisons, runs once, compares, warms up,
/// times until the stopping rule fires. A CUDA variant on the CPU is checked and never timed: it becomes Simulated. The
/// engine must have the dataset loaded. Whatever is not right, and errors of the device, become Failed.
[[nodiscard]] RunOutcome measure(Engine& engine, const KernelVariant& variant, const Workload& workload,
                                 const RunTarget& target, const RunnerOptions& options, const RunControl& control);

/// [s] With cold caches a measurement ends after this time, flushing included: flushing large caches takes longer than
/// most runs, and a user who asks for some seconds must not wait for minutes.
[[nodiscard]] double longest_with_flushes(double max_seconds);

/// The first half only: examines, runs once and compares.
struct Checked {
    std::string variant_id;
    CheckVerdict verdict;
    double seconds = 0.0;                ///< its run took so long; it may have been the first one of its kernels
    std::optional<TraceSummary> trace{}; ///< present for a simulated variant
};
using CheckOutcome = std::variant<Checked, Skipped, Failed>;
[[nodiscard]] CheckOutcome check(Engine& engine, const KernelVariant& variant, const Workload& workload,
                                 const RunTarget& target, const RunnerOptions& options, const RunControl& control);

} // namespace pairscope::profiling
