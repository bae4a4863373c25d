// SPDX-License-Identifier: MIT
// What the hardware counted while a variant ran, as plain values. Nothing here knows CUPTI: a recording holds the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// One count. `name` is a quantity's stable name ("dram_bytes_written", see cupti/catalogue.h), or the counter's own
/// name if a user picked it. SI units: seconds, bytes, hertz; shares from 0 to 1; all else plain counts.
struct Count {
    std::string name;
    std::string counter; ///< what was asked of the chip: "dram__bytes_write.sum"
    double value = 0.0;
    bool operator==(const Count&) const = default;
};

/// The counts of one launch. What the chip does not know is absent, never zero.
struct Counters {
    std::string chip; ///< "GH100"
    int passes = 0;   ///< how often the run was replayed for them
    std::vector<Count> counts;
    bool operator==(const Counters&) const = default;
};

/// The value of that name; absent if it was not counted.
[[nodiscard]] std::optional<double> value_of(const Counters& counters, std::string_view name);
/// Adds or replaces the counts of `more`. The passes add up.
void add(Counters& counters, const Counters& more);

} // namespace pairscope::profiling
