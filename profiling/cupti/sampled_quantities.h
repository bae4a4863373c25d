// SPDX-License-Identifier: MIT
// What is sampled while a launch runs, the most important first. Everything must fit into one pass of the hardware: a
// launch happens once, and cannot be put together from several.
#pragma once

#include "profiling/counting/timeline.h"

#include <array>
#include <string_view>

namespace pairscope::profiling::cupti {

/// Chips have different names for a quantity; the first of `counters` that a chip knows is taken.
struct SampledQuantity {
    std::string_view name; ///< as in timeline.h
    std::array<std::string_view, 2> counters{};
    double scale = 1.0;     ///< from the counter's unit to that of TimelineSeries::values
    bool has_limit = false; ///< the counter's ".pct_of_peak_sustained_elapsed" tells what the chip can do at most
};

inline constexpr std::string_view share_of_limit = ".pct_of_peak_sustained_elapsed";

inline constexpr std::array<SampledQuantity, 6> sampled_quantities{
    {{.name = series_name::busy_sms,
      .counters = {"sm__cycles_active.avg.pct_of_peak_sustained_elapsed"},
      .scale = 0.01},
     {.name = series_name::dram_written,
      .counters = {"dram__bytes_write.sum", "dram__bytes_op_write.sum"},
      .has_limit = true},
     {.name = series_name::dram_read,
      .counters = {"dram__bytes_read.sum", "dram__bytes_op_read.sum"},
      .has_limit = true},
     {.name = series_name::l2_bytes, .counters = {"lts__t_bytes.sum"}, .has_limit = true},
     {.name = series_name::l1_bytes, .counters = {"l1tex__t_bytes.sum"}},
     {.name = series_name::sm_cycles, .counters = {"sm__cycles_elapsed.avg"}}}};

} // namespace pairscope::profiling::cupti
