// SPDX-License-Identifier: MIT
// The micro-kernels behind the CPU's ceilings: loops that do one thing each, in the best instruction set of this
// machine. Pointers are aligned to 64 bytes and counts are multiples of 1024 floats.
#pragma once

#include <cstdint>

namespace pairscope::profiling {

/// Writes past the caches, without reading a line before it is overwritten.
void stream_fill(float* out, std::int64_t count);
/// Writes through the caches.
void store_fill(float* out, std::int64_t count);
/// Reads through the caches, writes past them.
void stream_copy(float* to, const float* from, std::int64_t count);
/// The sum of all entries, read `times` times from the begin to the end.
[[nodiscard]] float read_sum(const float* in, std::int64_t count, std::int64_t times);
/// Fused multiply-adds in independent chains. `result` receives their sum. Returns the flops done.
double multiply_add(std::int64_t steps, float& result);
/// How a difference of two floats is used: its square or its size is added up, or the largest size is kept.
enum class DifferenceUse : std::uint8_t { square, sum, largest };
/// Differences of vectors that stay in the first cache, in independent chains, as tiles of distances compute them.
/// `result` receives what they add up to. Returns the flops done: 3 for a square, else 2.
double use_differences(DifferenceUse use, std::int64_t steps, float& result);
/// Products of bytes, added to sums of 32 bits, in independent chains. `result` receives their sum. Returns the integer
/// operations done: a product and an addition each.
double multiply_bytes(std::int64_t steps, std::int32_t& result);
/// Is there an instruction for it, vpdpbusd? Else bytes are widened to 16 bits first.
[[nodiscard]] bool multiplies_bytes_at_once();
/// Exponentials by the polynomial that the variants use, in independent chains. `result` receives their sum. Returns
/// how many were computed.
double exponentiate(std::int64_t steps, float& result);
/// Bits of the vectors these loops use.
[[nodiscard]] int vector_bits();

} // namespace pairscope::profiling
