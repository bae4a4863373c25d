// SPDX-License-Identifier: MIT
#include "kernels/neighbours/plane.h"

#include <bit>

namespace pairscope::neighbours {
namespace {

template <class Number> std::span<const Number> copied(const LoadedVectors& set, std::vector<Number>& room) {
    room.assign(2 * static_cast<std::size_t>(set.rows()), Number{0});
    for (std::int64_t row = 0; row < set.rows(); ++row)
        for (std::size_t k = 0; k < set.dims(); ++k)
            room[2 * static_cast<std::size_t>(row) + k] = static_cast<Number>(set.at(row, k));
    return room;
}

} // namespace

bool suits_float32(const LoadedVectors& set) {
    if (set.are_bytes()) return true;
    return set.floats().empty() ? set.rows() == 0 : suits_float32(set.floats());
}

bool suits_float32(std::span<const float> coordinates) {
    constexpr auto most = std::bit_cast<std::uint32_t>(0x1p62f), infinity = 0x7f800000u;
    // Two numbers from here on are equal, or their difference is at least 2^-73.
    constexpr auto least = std::bit_cast<std::uint32_t>(0x1p-50f);
    constexpr std::int64_t few = 1000;
    std::uint32_t largest = 0;
    std::int64_t tiny = 0;
    for (const float coordinate : coordinates) { // as integers, which compilers turn into vector instructions
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(coordinate) & 0x7fffffffu;
        largest = std::max(largest, bits < infinity ? bits : 0u);
        tiny += bits - 1u < least - 1u ? 1 : 0; // not zeros
    }
    return largest < most && tiny <= few;
}

std::span<const float> plane_of(const LoadedVectors& set, std::vector<float>& room) {
    if (set.dims() == 2 && !set.floats().empty()) return set.floats();
    return copied(set, room);
}
std::span<const double> plane_of(const LoadedVectors& set, std::vector<double>& room) { return copied(set, room); }

} // namespace pairscope::neighbours
