// SPDX-License-Identifier: MIT
// The least time in which a right kernel can have done its work. A time below it is refused, and no other one is: a
// kernel may compute less than its workload counts, but it cannot leave out what it must read and write.
#pragma once

#include "kernels/ladder/device.h"
#include "kernels/ladder/workload.h"

#include <optional>
#include <string>

namespace pairscope::profiling {

/// What a level of memory moves at most, and where that is known from.
struct RateLimit {
    double bytes_per_second = 0.0;
    std::string source; ///< "the rate of the DRAM in the data sheet"
};

/// What bounds a time from below. What is not known bounds nothing.
struct TimeLimits {
    double compulsory_bytes = 0.0;     ///< each input once, and each entry of the output once [B]
    double cache_bytes = 0.0;          ///< so many of them may lie in the last cache before a launch and after it [B]
    std::optional<RateLimit> memory{}; ///< the rate of what the caches cannot hold
    std::optional<RateLimit> cache{};  ///< the rate of the fastest level, through which every byte goes
    double empty_launch = 0.0;         ///< a launch that does nothing takes so long [s]
    double timer_step = 0.0;           ///< a time may be read too short by so much [s]
};

struct TimeFloor {
    double seconds = 0.0;
    std::string why; ///< the end of a sentence: "8 388 608 bytes take so long at ..."
};
/// The highest of the bounds; absent where none is known.
[[nodiscard]] std::optional<TimeFloor> time_floor(const TimeLimits& limits);

/// One sentence about a time that no kernel can take; empty: it is possible.
[[nodiscard]] std::string why_impossible(double seconds, const TimeLimits& limits);

/// The rates of a GPU by its data sheet [B/s]; absent where its attributes do not tell.
struct DataSheet {
    std::optional<double> memory, first_cache;
};
[[nodiscard]] DataSheet data_sheet_of(const Device& gpu);
[[nodiscard]] TimeLimits limits_of_gpu(const Device& gpu, const DataSheet& sheet, const Workload& workload,
                                       Entry entry = Entry::float32);

/// What stands in for the data sheet of a CPU, which nobody can ask for: figures that this process has measured. A busy
/// machine makes them too low, so that a time is refused only below half of what follows from them.
struct CpuFigures {
    std::optional<double> first_cache; ///< reads from the first caches of all threads [B/s]
    double empty_call = 0.0;           ///< a call of a function that does nothing takes so long [s]
};
/// Takes some tenths of a second.
[[nodiscard]] CpuFigures measured_cpu_figures(const Device& cpu);
[[nodiscard]] TimeLimits limits_of_cpu(const CpuFigures& figures, const Workload& workload);

} // namespace pairscope::profiling
