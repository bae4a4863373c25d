// SPDX-License-Identifier: MIT
// The words that stand for values of closed sets in a recording's file.
#pragma once

#include "kernels/core/device.h"
#include "kernels/core/entry.h"
#include "kernels/matrix/matrix.h"
#include "profiling/measurement.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace pairscope::profiling {

template <class T> struct Named {
    T value;
    std::string_view name;
};

inline constexpr std::array<Named<Backend>, 2> backend_names{{{Backend::cpu, "cpu"}, {Backend::cuda, "cuda"}}};
inline constexpr std::array<Named<TargetKind>, 2> target_names{
    {{TargetKind::linear, "linear"}, {TargetKind::surface, "surface"}}};
inline constexpr std::array<Named<Entry>, 2> entry_names{{{Entry::float32, "float32"}, {Entry::float16, "float16"}}};
inline constexpr std::array<Named<CacheState>, 2> cache_names{{{CacheState::warm, "warm"}, {CacheState::cold, "cold"}}};
inline constexpr std::array<Named<StopReason>, 4> stop_names{{{StopReason::interval, "interval"},
                                                              {StopReason::time, "time"},
                                                              {StopReason::count, "count"},
                                                              {StopReason::cancelled, "cancelled"}}};

template <class T, std::size_t N> std::string_view name_in(const std::array<Named<T>, N>& names, T value) {
    return std::ranges::find(names, value, &Named<T>::value)->name;
}

} // namespace pairscope::profiling
