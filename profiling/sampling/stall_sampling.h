// SPDX-License-Identifier: MIT
// Samples of the instructions that warps are at, by CUPTI's PC sampling, which is started and stopped around launches.
#pragma once

#include "kernels/ladder/device.h"
#include "profiling/counting/counting.h"
#include "profiling/sampling/stall_samples.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::profiling {

/// A module that kernels may come from: its cubin, by which instructions get their lines.
struct SampledModule {
    std::string cubin;
};

/// What it took [s].
struct StallCosts {
    double enable = 0.0, launches = 0.0, read = 0.0, places = 0.0;
    int rounds = 0; ///< from a start to a stop
};

struct SampledStalls {
    std::optional<StallSamples> samples{};
    std::string why_not{};   ///< in one sentence; empty if there are samples
    bool never_here = false; ///< nor are there any of other variants on this device
    StallCosts costs{};
};

/// How often the hardware looks, and how many launches are sampled together.
struct StallPlan {
    int period = 0; ///< every 2^period cycles
    int launches = 1;
};
/// For launches of so many seconds on a GPU with so many multiprocessors: wanted_stall_samples in about ten launches.
[[nodiscard]] StallPlan plan_of_stalls(double seconds, int units);
/// How many more launches are to be sampled, after so many had so many samples; 0: there are enough, or it is hopeless.
[[nodiscard]] int launches_to_add(int launches, std::uint64_t samples, double seconds);

/// Belongs to the thread that runs kernels on the device. While it samples, nothing else may use the counters of the
/// hardware: Counting::rest() comes before.
class StallSampling {
public:
    explicit StallSampling(const Device& device);
    ~StallSampling();
    StallSampling(StallSampling&&) noexcept;
    StallSampling& operator=(StallSampling&&) noexcept;

    /// Launches until there are enough samples, or for about a second. `seconds` is about what a launch takes. The
    /// launches find the L2 warm. What `launch` throws goes through, and the next call works again.
    [[nodiscard]] SampledStalls sample(double seconds, const SampledModule& module, const Launch& launch);

    /// CUPTI's checksum of a cubin, by which its samples are known; empty: there is no CUPTI. Needs no GPU.
    [[nodiscard]] std::string checksum(const std::string& cubin) const;
    /// The line of an instruction, by CUPTI; line 0: it is not known. Needs no GPU.
    [[nodiscard]] CodePlace place_of(const std::string& cubin, const std::string& function, std::int64_t offset) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace pairscope::profiling
