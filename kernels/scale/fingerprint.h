// SPDX-License-Identifier: MIT
// What tells sets of vectors apart without looking at all of them.
#pragma once

#include "kernels/neighbours/nearest.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pairscope::scale {

/// The sizes, the metric, and a hash of 64 parts that are spread over the numbers of each set, as hexadecimal digits.
[[nodiscard]] std::string fingerprint_of(const neighbours::NeighbourQuestion& question);

/// A hash of all bytes: FNV-1a of 64 bits.
[[nodiscard]] std::uint64_t hash_of(std::span<const std::byte> bytes);

} // namespace pairscope::scale
