// SPDX-License-Identifier: MIT
// Counting what the hardware does while something is launched, and recording the kernels that ran. In a build without
// CUDA, on a CPU, or where counters are forbidden it says why not, and everything else goes on.
#pragma once

#include "kernels/ladder/device.h"
#include "profiling/counting/chip_counters.h"
#include "profiling/counting/counters.h"
#include "profiling/counting/timeline.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// Launches the work to be measured and waits for its end. Called once a pass: it must do the same every time.
using Launch = std::function<void()>;

/// Counts, or why there are none.
struct Counted {
    std::optional<Counters> counters{};
    std::vector<std::string> absent{}; ///< names of what was asked for and this chip cannot count
    std::string why_not{};             ///< in one sentence; empty if there are counters
    SamplingCosts costs{};             ///< costs of count_live(), where it samples
};

/// A kernel that ran, as CUPTI's activity records tell.
struct KernelRecord {
    std::string kernel;            ///< demangled, with template arguments and parameters
    double seconds = 0.0;          ///< from its first instruction to its last
    std::array<int, 3> grid{};     ///< blocks
    std::array<int, 3> block{};    ///< threads
    int registers = 0;             ///< registers per thread
    std::int64_t shared_bytes = 0; ///< bytes per block, static and dynamic
};
struct Recorded {
    std::vector<KernelRecord> kernels{}; ///< in the order they started
    std::string why_not{};               ///< in one sentence; empty if records were taken
};

/// One launch in the course of time, or why it could not be sampled.
struct Sampled {
    std::optional<LaunchTimeline> timeline{};
    Counters totals{};     ///< everything from the start of the sampling to its stop
    SamplingCosts costs{}; ///< also where there is no timeline
    std::string why_not{}; ///< in one sentence; empty if there is a timeline
};

/// The counters of one device. Belongs to the thread that runs kernels there. Neither making nor using it throws
/// because counters cannot be had; what `launch` throws goes through, and the next call works again.
class Counting {
public:
    explicit Counting(const Device& device);
    ~Counting();
    Counting(Counting&&) noexcept;
    Counting& operator=(Counting&&) noexcept;

    /// Why nothing can be counted here, and the way out, in one sentence; empty if it can.
    [[nodiscard]] const std::string& why_not() const;
    /// "GH100"; empty if it is not known.
    [[nodiscard]] const std::string& chip() const;

    /// What this chip can count of a choice.
    [[nodiscard]] Resolved resolve(const CounterChoice& choice) const;
    /// Launches once a pass. The first call takes about 0.2 s; a set of one pass then takes about 30 ms, as the
    /// profiler stays on. Times of these launches are those of `duration` only: never time them otherwise.
    [[nodiscard]] Counted count(const CounterChoice& choice, const Launch& launch);
    /// Launches once, and tells which kernels ran. Needs no permission.
    [[nodiscard]] Recorded record(const Launch& launch);
    /// Launches once, or a second and a third time in larger steps where the buffers of the hardware overflow.
    /// `seconds` is about what a launch takes. It takes some 10 ms, and 0.2 s where the profiler was off.
    [[nodiscard]] Sampled sample(double seconds, const Launch& launch);
    /// The live set of one launch, by sampling where this chip can: some 5 ms. Elsewhere it is count() of the live set,
    /// and why_not_sampled() says why. `seconds` is about what a launch takes.
    [[nodiscard]] Counted count_live(double seconds, const Launch& launch);
    /// Why launches are not sampled here, in one sentence; empty if they are, or if nobody tried.
    [[nodiscard]] const std::string& why_not_sampled() const;
    /// Switches the profiler off until something is counted again: launches then cost what they cost without it.
    void rest();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// How many launches of a variant are recorded. Their median is then known well enough to compare it with the timer's.
inline constexpr int recorded_launches = 20;

/// The kernel time of each of that many launches, whose records are all here [s]. Empty if there are no records, or if
/// some went missing, because then it is not known to which launch the others belong.
[[nodiscard]] std::vector<double> seconds_of_launches(const std::vector<KernelRecord>& records, int launches);
/// The kernels of one launch, each with the median time of that many launches, which all start the same kernels. Empty
/// where seconds_of_launches() is empty.
[[nodiscard]] std::vector<KernelRecord> median_kernels(const std::vector<KernelRecord>& records, int launches);

/// "concatenate" of "void pairscope::(anonymous namespace)::concatenate<4>(float const*, float*)".
[[nodiscard]] std::string function_name(std::string_view demangled);

/// Launches `recorded_launches` times, and tells which kernels ran.
[[nodiscard]] Recorded record_launches(Counting& counting, const Launch& launch);

} // namespace pairscope::profiling
