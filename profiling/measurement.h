// SPDX-License-Identifier: MIT
// What a run cost, as plain values.
#pragma once

#include "kernels/data/names.h"
#include "kernels/engines/simt/trace.h"
#include "kernels/ladder/device.h"
#include "kernels/ladder/launch_facts.h"
#include "kernels/ladder/workload.h"
#include "profiling/check_verdict.h"
#include "profiling/counting/counters.h"
#include "profiling/counting/timeline.h"
#include "profiling/machine/conditions.h"
#include "profiling/sampling/stall_samples.h"
#include "profiling/statistics.h"
#include "profiling/turns.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pairscope::profiling {

/// Where a number comes from. Every number on the screen has one.
enum class Provenance : std::uint8_t { counter, timer, model, simulated, recorded };
inline constexpr std::array<Name<Provenance>, 5> provenance_names{{{Provenance::counter, "counter"},
                                                                   {Provenance::timer, "timer"},
                                                                   {Provenance::model, "model"},
                                                                   {Provenance::simulated, "simulated"},
                                                                   {Provenance::recorded, "recorded"}}};
static_assert(is_in_order(provenance_names));
[[nodiscard]] constexpr std::string_view name_of(Provenance from) { return name_in(provenance_names, from); }

/// What the caches held when a timed run began: the last run's data, or none of it.
enum class CacheState : std::uint8_t { warm, cold };
inline constexpr std::array<Name<CacheState>, 2> cache_names{{{CacheState::warm, "warm"}, {CacheState::cold, "cold"}}};
static_assert(is_in_order(cache_names));
[[nodiscard]] constexpr std::string_view name_of(CacheState caches) { return name_in(cache_names, caches); }

/// One of several kernels of a launch.
struct KernelTime {
    std::string kernel; ///< the function's name alone: "concatenate"
    double seconds = 0.0;
    bool operator==(const KernelTime&) const = default;
};

/// A figure that was found when the run was measured; see profiling/figures.h.
struct RecordedFigure {
    std::string key;
    double value = 0.0;
    bool operator==(const RecordedFigure&) const = default;
};

struct Measurement {
    std::string variant_id;
    Workload workload;
    Device device;
    TargetKind target = TargetKind::linear;
    Entry entry = Entry::float32; ///< number type of the output
    int threads = 0;              ///< threads of a CPU run; 0 for a GPU
    std::vector<double> seconds;  ///< one a timed run, in the order taken
    std::vector<int> turns{};     ///< how many of them each turn took; empty: all were taken in a row
    StopReason stopped_by = StopReason::interval;
    std::string timer;            ///< "CUDA events", "steady clock"
    double predicted_bytes = 0.0; ///< DRAM traffic by the variant's own model [B]
    CheckVerdict check;           ///< on the run before the timed ones
    CacheState caches = CacheState::warm;
    int block = 0;                            ///< threads of a block; 0: of a CPU variant, or not known
    double layout_seconds = 0.0;              ///< to lay the inputs out as the variant wants them, before any run [s]
    int launches = 1;                         ///< launches of the variant in one timed run; `seconds` are per launch
    std::vector<LaunchFacts> kernels{};       ///< the kernels of one launch, in their order; empty for a CPU
    std::vector<double> activity_seconds{};   ///< kernel times by CUPTI's activity records, of runs of their own
    std::vector<KernelTime> kernel_times{};   ///< medians of those records per launch; empty where it has one kernel
    std::vector<RecordedFigure> figures{};    ///< that cannot be computed from the samples later
    std::optional<Counters> counters{};       ///< from a separate launch, which was not timed
    std::optional<Conditions> conditions{};   ///< state of the device during the timed runs
    std::optional<LaunchTimeline> timeline{}; ///< from another separate launch
    std::optional<StallSamples> stalls{};     ///< from launches of their own
};

/// What a trace says in a few numbers. Counts are scaled where not every block was traced.
struct TraceSummary {
    simt::TraceTotals stores; ///< into global memory, or into the texture
    simt::TraceTotals loads;  ///< from global memory, and asynchronous copies
    std::int64_t findings = 0;
    std::int64_t blocks = 0, blocks_traced = 0;
};
[[nodiscard]] TraceSummary summary_of(const simt::Trace& trace);
[[nodiscard]] double traced_bytes(const TraceSummary& summary); ///< whole sectors of stores and loads [B]
/// 4 for a warp that stores 32 neighbouring floats; absent if there was no store.
[[nodiscard]] std::optional<double> sectors_per_store(const TraceSummary& summary);
/// How much of the sectors that stores touch is written, from 0 to 1; absent if there was no store.
[[nodiscard]] std::optional<double> used_of_stores(const TraceSummary& summary);
/// How much of the sectors that loads touch is used, from 0 to 1; absent if there was no load.
[[nodiscard]] std::optional<double> used_of_loads(const TraceSummary& summary);

/// A CUDA variant that the executor ran on the CPU: it is checked, but it has no times.
struct Simulated {
    std::string variant_id;
    Workload workload;
    Device device; ///< the CPU that executed it
    TargetKind target = TargetKind::linear;
    int block = 0; ///< threads of a block; 0: not known
    CheckVerdict check;
    double predicted_bytes = 0.0; ///< DRAM traffic by the variant's own model [B]
    std::optional<TraceSummary> trace{};
};
struct Skipped {
    std::string variant_id;
    std::string reason;
};
struct Failed {
    std::string variant_id;
    std::string message;
    std::optional<CheckVerdict> verdict{}; ///< present if it ran and is not right; its description is the message
};
/// A skipped or failed run is a row of the table too; it never just goes missing.
using RunOutcome = std::variant<Measurement, Simulated, Skipped, Failed>;

/// Why the run failed: the message of a failed one, or what was wrong with an output that was measured nevertheless, as
/// recordings of strangers may say. Empty if it did not fail. A wrong kernel has no speed: such a time is not shown.
[[nodiscard]] std::string failure_of(const RunOutcome& run);

/// Derived figures, each from the median.
[[nodiscard]] double seconds_of(const Measurement& m);        ///< the median [s]
[[nodiscard]] TurnedSamples samples_of(const Measurement& m); ///< its times with their turns
/// The interval of 95 % of the median for this run, as turns.h computes it, and at least the repeatability on both
/// sides of the median. Another run may lie outside it.
[[nodiscard]] std::optional<Interval> interval_of(const Measurement& m);
/// The times per pair of vectors, so that runs of different sizes can be compared.
[[nodiscard]] TurnedSamples samples_per_pair(const Measurement& m);
[[nodiscard]] double nanoseconds_per_pair(const Measurement& m); ///< [ns]
[[nodiscard]] double compulsory_bandwidth(const Measurement& m); ///< compulsory bytes over the median [B/s]
[[nodiscard]] double flops_per_second(const Measurement& m);     ///< the workload's flops over the median [flop/s]

} // namespace pairscope::profiling
