// SPDX-License-Identifier: MIT
// The roofs of this machine, measured in this process by our own micro-kernels.
#pragma once

#include "kernels/ladder/device.h"
#include "kernels/ladder/engine.h"
#include "profiling/ceilings/kinds.h"
#include "profiling/statistics.h"

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// One measured limit.
struct Ceiling {
    CeilingKind kind = CeilingKind::fill;
    int threads = 0;                    ///< threads of a CPU; 0 for a GPU
    double value = 0.0;                 ///< [B/s], [flop/s] or [op/s], see unit_of(): the best median of the ways tried
    std::optional<Interval> interval{}; ///< 95 % interval of the value; absent below 6 samples
    int samples = 0;                    ///< timed runs of the best way
    std::string how{};                  ///< the best way: "16-byte stores", "cudaMemset", "streaming stores, 512-bit"
    std::optional<double> peak{}; ///< the data sheet's, from the device's attributes; absent where those do not tell
};

/// Absent is absent: a ceiling that could not be measured is not in the list.
struct Ceilings {
    Device device;
    std::vector<Ceiling> found;
    std::chrono::system_clock::time_point when{};
    std::optional<double> clock{};      ///< [Hz] of the multiprocessors while measured, if known
    std::optional<double> other_load{}; ///< for a CPU: the share of its time that other programs took, 0 to 1
};

/// The ceiling of that kind; null if it was not measured. 0 threads: a GPU's, or the one with the most threads of a
/// CPU.
[[nodiscard]] const Ceiling* find(const Ceilings& ceilings, CeilingKind kind, int threads = 0);
/// The ceiling that a run with so many threads is compared with: the highest of all numbers of threads up to that one,
/// because more threads can do what fewer can. Null if none was measured.
[[nodiscard]] const Ceiling* roof_for(const Ceilings& ceilings, CeilingKind kind, int threads = 0);
/// The ceilings for which fewer threads were faster by more than 5 %. They were probably measured while the machine was
/// busy.
[[nodiscard]] std::vector<const Ceiling*> slower_than_fewer_threads(const Ceilings& ceilings);
/// The threads of each kind of ceiling, the most first: {16, 1}; {0} for a GPU, empty if nothing was measured.
[[nodiscard]] std::vector<int> threads_of(const Ceilings& ceilings);
/// Adds it, or replaces the one of its kind and threads.
void add(Ceilings& ceilings, Ceiling ceiling);

/// The ceiling that timed runs of one way found: `amount` is what each of them did [B], [flop] or [op].
[[nodiscard]] Ceiling ceiling_from(CeilingKind kind, double amount, std::span<const double> seconds, std::string how,
                                   int threads = 0);

/// An array as large as this stays in no cache [B].
inline constexpr std::int64_t least_ceiling_bytes = std::int64_t{1} << 28;

struct CeilingRequest {
    /// The size of the array that is filled, copied and read [B]. ceiling_bytes() gives the size that suits a workload;
    /// 0 selects a default far above the caches.
    std::int64_t bytes = 0;
    std::vector<CeilingKind> kinds{}; ///< empty: all
};

/// Measures the device's ceilings; all of them take two or three seconds, the essential ones less than half of that. A
/// CPU's are measured for `control.threads` and for one thread. Where memory is short for arrays of the size asked for,
/// they have `least_ceiling_bytes`. A stopped measurement gives those it has. Throws MemoryError.
[[nodiscard]] Ceilings measure_ceilings(const Device& device, const CeilingRequest& request, const RunControl& control,
                                        const std::function<void(std::string_view doing, double share)>& progress = {});

/// Calls `measure` with the request, and once more with arrays of `least_ceiling_bytes` if it threw MemoryError and
/// larger ones were asked for. Returns what it returned; throws what it threw the last time.
[[nodiscard]] Ceilings measure_in_free_memory(const CeilingRequest& request,
                                              const std::function<Ceilings(const CeilingRequest&)>& measure);

/// The better figure of each kind from two measurements of one device. Other work can only make a figure lower.
[[nodiscard]] Ceilings better_of(Ceilings now, const Ceilings& before);

/// Measured and data-sheet figure side by side: a sentence that says that they disagree, and what that may mean; empty
/// if they agree, or if there is no data-sheet figure.
[[nodiscard]] std::string disagreement(const Ceiling& ceiling);
/// All sentences that say why one of the ceilings is doubtful.
[[nodiscard]] std::vector<std::string> doubts_about(const Ceilings& ceilings);

} // namespace pairscope::profiling
