// SPDX-License-Identifier: MIT
// How an entry of a matrix is kept: as a float of 32 bits, or of 16 (IEEE 754 binary16, a "half").
#pragma once

#include "kernels/data/names.h"

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace pairscope {

enum class Entry : std::uint8_t { float32, float16 };
inline constexpr std::array<Name<Entry>, 2> entry_names{{{Entry::float32, "float32"}, {Entry::float16, "float16"}}};
static_assert(is_in_order(entry_names));
[[nodiscard]] constexpr std::string_view name_of(Entry entry) { return name_in(entry_names, entry); }

[[nodiscard]] constexpr std::int64_t bytes_of(Entry entry) { return entry == Entry::float16 ? 2 : 4; }

/// Outputs start as this NaN, so that an entry that was never written differs from a NaN that was computed.
inline constexpr std::uint32_t poison_bits = 0x7fedbeefu;
/// The poison of fp16 entries: a signalling NaN, which no arithmetic gives.
inline constexpr std::uint16_t half_poison_bits = 0x7dad;

/// What a kind of entry can hold.
struct EntryLimits {
    double rounding = 0.0; ///< relative error of rounding a float32 to it
    double tiny = 0.0;     ///< absolute errors up to this are those of denormals
    double infinite = 0.0; ///< values from here on are rounded to infinity
};
[[nodiscard]] constexpr EntryLimits limits_of(Entry entry) {
    if (entry == Entry::float16) {
        // Below 2^-14 halves are 2^-24 apart. A float32 near the middle of two may have been on the other side of it:
        // hence a bit more than half of that.
        constexpr double half_step = 1.0 / (1 << 25), a_bit = half_step / (1 << 9);
        return {.rounding = 1.0 / (1 << 11), .tiny = half_step + a_bit, .infinite = 65520.0};
    }
    // 2^-63: below it the square of a difference underflows. A square that overflows is at 1.8e19: no value is as large
    // as the last limit.
    return {.rounding = 0.0, .tiny = 1.0842021724855044e-19, .infinite = 6.8056469327705772e38};
}

/// The value of a half. Exact. The payload of a NaN is kept.
[[nodiscard]] constexpr float float_of_half(std::uint16_t half) {
    // Exponent and fraction move to a float's places, where the exponent counts from 127 and not from 15: the product
    // corrects that, and makes normal numbers of denormals.
    const auto moved = static_cast<std::uint32_t>(half & 0x7fffu) << 13;
    const float scaled = std::bit_cast<float>(moved) * 0x1p112f;
    const bool finite = (half & 0x7c00u) != 0x7c00u;
    const std::uint32_t magnitude = finite ? std::bit_cast<std::uint32_t>(scaled) : moved | 0x7f800000u;
    return std::bit_cast<float>(magnitude | static_cast<std::uint32_t>(half & 0x8000u) << 16);
}

/// The half nearest to a value, the even one of two; infinite from 65520 on. Every NaN becomes 0x7fff, as on a GPU.
[[nodiscard]] constexpr std::uint16_t half_of(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000u);
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return 0x7fff;
    if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u); // 65520
    if (magnitude < 0x38800000u) {                                                   // 2^-14: denormal halves
        // 0.5 is so much larger that the sum's last bit is 2^-24: the addition rounds.
        const float sum = std::bit_cast<float>(magnitude) + 0.5f;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(sum) - 0x3f000000u));
    }
    const std::uint32_t rebased = magnitude - (112u << 23);
    const std::uint32_t odd = rebased >> 13 & 1u;
    return static_cast<std::uint16_t>(sign | (rebased + 0xfffu + odd) >> 13);
}

} // namespace pairscope
