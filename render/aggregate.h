// SPDX-License-Identifier: MIT
#pragma once

#include "kernels/data/names.h"

#include <array>
#include <cstdint>

namespace pairscope {

/// What the cells that share a pixel become.
enum class Aggregate : std::uint8_t { mean, minimum, maximum, extreme };
inline constexpr std::array<Name<Aggregate>, 4> aggregate_names{{{Aggregate::mean, "mean"},
                                                                 {Aggregate::minimum, "minimum"},
                                                                 {Aggregate::maximum, "maximum"},
                                                                 {Aggregate::extreme, "extreme", "farthest from 0"}}};
static_assert(is_in_order(aggregate_names));

} // namespace pairscope
