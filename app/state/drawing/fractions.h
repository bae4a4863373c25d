// SPDX-License-Identifier: MIT
// The two fractions of a ceiling that are shown, each under one name with one meaning.
#pragma once

#include <string_view>

namespace pairscope::app {

inline constexpr std::string_view useful_fraction_meaning =
    "The useful fraction is the minimum traffic (every point read once, every entry written once) divided by the time, "
    "as a fraction of the fill ceiling. The fill ceiling is the highest bandwidth at which the device wrote memory "
    "without computing anything.";
inline constexpr std::string_view bandwidth_used_meaning =
    "The bandwidth used is the DRAM traffic that the counters measured, divided by the time, as a fraction of the fill "
    "ceiling. The difference from the useful fraction is traffic that the kernel wastes.";

} // namespace pairscope::app
