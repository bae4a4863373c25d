// SPDX-License-Identifier: MIT
// The two fractions of a ceiling that are shown, each under one name with one meaning.
#pragma once

#include <string_view>

namespace pairscope::app {

inline constexpr std::string_view useful_fraction_meaning =
    "Useful fraction: the minimum bytes (every point read once, every entry written once) over the time, as a fraction "
    "of the fill ceiling: the fastest that the device wrote memory with nothing to compute.";
inline constexpr std::string_view bandwidth_used_meaning =
    "Bandwidth used: the bytes that DRAM really moved, as its counters say, over the time, as a fraction of the fill "
    "ceiling. What it exceeds the useful fraction by is traffic that the kernel wastes.";

} // namespace pairscope::app
