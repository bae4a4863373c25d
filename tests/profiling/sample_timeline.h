// SPDX-License-Identifier: MIT
// A launch as the hardware samples it: idle, a slow start, full traffic, and a last wave of blocks that fills 41 % of
// the multiprocessors.
#pragma once

#include "profiling/counting/timeline.h"

#include <string_view>

namespace pairscope::profiling {

/// 20 idle samples of 4 us, a launch of 25, and 10 idle ones. The traffic is full in the launch's fourth sample.
inline RawTimeline sample_raw_timeline() {
    constexpr int before = 20, launch = 25, after = 10, ramp = 3, tail = 5;
    constexpr double step = 4e-6, full_traffic = 4e12, clock = 1.98e9; // [s], [B/s], [Hz]
    RawTimeline raw;
    raw.series = {
        {.name = std::string(series_name::busy_sms), .counter = "sm__cycles_active.avg.pct_of_peak_sustained_elapsed"},
        {.name = std::string(series_name::dram_written), .counter = "dram__bytes_write.sum", .limit = 4.8e12},
        {.name = std::string(series_name::dram_read), .counter = "dram__bytes_read.sum", .limit = 4.8e12},
        {.name = std::string(series_name::l2_bytes), .counter = "lts__t_bytes.sum", .limit = 9.6e12},
        {.name = std::string(series_name::sm_cycles), .counter = "sm__cycles_elapsed.avg"}};
    for (int i = 0; i < before + launch + after; ++i) {
        const int at = i - before;
        const bool runs = at >= 0 && at < launch, ends = at >= launch - tail;
        const double share = !runs ? 0.0 : at < ramp ? 0.25 * (at + 1) : ends ? 0.5 : 1.0;
        const double bytes = share * full_traffic * step;
        raw.begins.push_back(1'795'250'000'000'000'000ULL + 4000ULL * std::uint64_t(i));
        raw.ends.push_back(raw.begins.back() + 4000ULL);
        const double values[]{!runs ? 0.0 : ends ? 0.41 : 1.0, 0.9 * bytes, 0.1 * bytes, 1.5 * bytes, clock * step};
        for (std::size_t k = 0; k < raw.series.size(); ++k) raw.series[k].values.push_back(values[k]);
    }
    return raw;
}

} // namespace pairscope::profiling
