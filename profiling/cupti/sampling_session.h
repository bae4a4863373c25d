// SPDX-License-Identifier: MIT
// The course of counters during one launch, by CUPTI's PM sampling: the hardware writes its counters into a buffer
// every few microseconds. It is started right before the launch and stopped right after it, because decoding costs some
// 20 us per sample, idle ones included: sampling that is left running does not keep up.
#pragma once

#include "profiling/counting/counting.h"
#include "profiling/cupti/host.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pairscope::profiling::cupti {

/// The counters that this chip can sample in one pass, by the names of sampled_quantities.
struct SampledCounters {
    struct Column {
        std::string name, counter;
        double scale = 1.0;
        std::string limit_counter{}; ///< empty: there is none
    };
    std::vector<Column> columns;
    CounterList list;
};
/// Asks the chip, quantity by quantity, and leaves out what does not fit. Throws Error if the share of busy
/// multiprocessors, by which the launch is found, cannot be sampled.
[[nodiscard]] SampledCounters counters_to_sample(const Host& host);

/// How a launch is to be sampled.
struct SamplingSettings {
    double step = 0.0;               ///< between two samples [s]
    std::uint32_t most_samples = 64; ///< that are decoded at a time; to empty their memory takes 3 us for each
};

/// Belongs to one thread at a time. It is switched on by the first sample() and stays on.
class SamplingSession {
public:
    /// The profiler was initialised before, as CounterSession does. Throws Error where the hardware cannot be sampled,
    /// with the way out.
    SamplingSession(const Library& library, const Device& device, const std::string& chip);
    ~SamplingSession();
    SamplingSession(const SamplingSession&) = delete;
    SamplingSession& operator=(const SamplingSession&) = delete;

    /// Launches once. Throws Error, and what `launch` throws; the session can be used again after both.
    [[nodiscard]] RawTimeline sample(const SamplingSettings& settings, const Launch& launch);
    [[nodiscard]] const SamplingCosts& costs() const { return costs_; } ///< costs of the last sample()

    /// Switches the sampling off until the next sample().
    void rest();

private:
    void configure(const SamplingSettings& settings);
    void enable(double step);
    void make_image(std::uint32_t most_samples);
    void run(const Launch& launch);
    void empty_image();
    /// True if there is more than the image holds.
    [[nodiscard]] bool decode();
    void read_samples(RawTimeline& raw, std::vector<std::vector<double>>& shares);
    [[nodiscard]] RawTimeline decoded();

    Library library_;
    int ordinal_;
    SampledCounters counters_;
    CUpti_PmSampling_Object* sampler_ = nullptr; ///< null: switched off
    double step_ = 0.0;                          ///< that it was switched on with
    std::uint32_t most_samples_ = 0;             ///< that the image holds
    std::vector<std::uint8_t> image_;
    SamplingCosts costs_;
};

} // namespace pairscope::profiling::cupti
