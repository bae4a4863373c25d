// SPDX-License-Identifier: MIT
// The quantities that counters measure, each with the counters that chips have for it. Plain names: no CUPTI is needed
// to read a recording.
#pragma once

#include "kernels/data/names.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// What is counted together: `live` in one pass, while a user drags; `explain` tells why a kernel takes its time;
/// `speed_of_light` how near the parts of the chip are to their limits.
enum class CounterSet : std::uint8_t { live, explain, speed_of_light };
inline constexpr std::array<Name<CounterSet>, 3> counter_set_names{
    {{CounterSet::live, "live"}, {CounterSet::explain, "explain"}, {CounterSet::speed_of_light, "speed_of_light"}}};
static_assert(is_in_order(counter_set_names));
[[nodiscard]] constexpr std::string_view name_of(CounterSet set) { return name_in(counter_set_names, set); }
[[nodiscard]] std::span<const CounterSet> counter_sets();

/// A quantity. Chips have different names for it; the first of `counters` that a chip knows is taken.
struct Quantity {
    CounterSet set = CounterSet::live;
    std::string_view name{};    ///< stable, as recordings have it: "dram_bytes_written"
    std::string_view title{};   ///< "DRAM, written"
    std::string_view unit{};    ///< SI: "s", "B", "Hz"; "share" from 0 to 1; else what is counted
    std::string_view meaning{}; ///< one sentence
    std::array<std::string_view, 2> counters{};
    double scale = 1.0; ///< from the counter's unit to this one
};

/// All of them; a set's stand together.
[[nodiscard]] std::span<const Quantity> quantities();
/// Null if there is none of that name.
[[nodiscard]] const Quantity* find_quantity(std::string_view name);

} // namespace pairscope::profiling
