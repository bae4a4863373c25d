// SPDX-License-Identifier: MIT
// Files of arrays for tests of sets that are read in slabs.
#pragma once

#include "kernels/scale/extreme_pair.h"
#include "kernels/scale/statistics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <random>
#include <string>
#include <vector>

namespace pairscope::samples {

/// The bytes before the numbers of a .npy file.
inline std::string npy_head(const std::string& type, const std::string& shape, bool fortran = false) {
    std::string text =
        fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", type, fortran ? "True" : "False", shape);
    constexpr std::size_t fixed = 10, multiple = 64;
    text.append(multiple - 1 - (fixed + text.size()) % multiple, ' ');
    text += '\n';
    const auto length = static_cast<std::uint16_t>(text.size());
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length & 0xffu) + static_cast<char>(length >> 8u) +
           text;
}

template <class Number> std::string bytes_in_file(const std::vector<Number>& numbers) {
    std::string bytes(numbers.size() * sizeof(Number), '\0');
    if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

template <class Number> std::vector<Number> random_numbers(std::size_t count, unsigned seed, double low, double high) {
    std::mt19937_64 random(seed);
    std::vector<Number> numbers(count);
    constexpr double all = 18446744073709551616.0;
    for (Number& number : numbers)
        number = static_cast<Number>(low + (high - low) * (static_cast<double>(random()) / all));
    return numbers;
}

/// The same pair, at the same distance. Its cheap keys may differ.
inline void expect_equal(const scale::ExtremePair& found, const scale::ExtremePair& expected) {
    EXPECT_EQ(found.first, expected.first);
    EXPECT_EQ(found.second, expected.second);
    EXPECT_EQ(found.exact, expected.exact);
}
inline void expect_equal(scale::Statistics found, scale::Statistics expected) {
    expect_equal(found.nearest, expected.nearest);
    found.nearest = expected.nearest = {};
    EXPECT_EQ(found, expected);
}

/// An element type, and a function that makes random numbers of it. Some types get whole numbers from a small range, so
/// that many distances are equal.
struct SlabType {
    std::string type;
    std::string (*numbers)(std::size_t count, unsigned seed);
};
inline void PrintTo(const SlabType& type, std::ostream* out) { *out << type.type; } // as GoogleTest names it
/// float16 numbers between 1 and 2, and their negatives.
inline std::string halves(std::size_t count, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint16_t> bits(count);
    for (std::uint16_t& half : bits) half = static_cast<std::uint16_t>(0x3c00u | (random() & 0x83ffu));
    return bytes_in_file(bits);
}
template <class Number, int low, int high> std::string numbers_of(std::size_t count, unsigned seed) {
    return bytes_in_file(random_numbers<Number>(count, seed, low, high));
}
/// Big-endian, as idx files and some arrays are.
inline std::string swapped_words(std::size_t count, unsigned seed) {
    std::string bytes = numbers_of<std::int16_t, -300, 300>(count, seed);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) std::swap(bytes[i], bytes[i + 1]);
    return bytes;
}
/// Near 1e9, so that an origin is subtracted.
inline std::string far_doubles(std::size_t count, unsigned seed) {
    std::vector<double> numbers = random_numbers<double>(count, seed, 1e9, 1e9 + 10.0);
    return bytes_in_file(numbers);
}

/// An origin is subtracted from the numbers of two types: uint32, and float64 the second time.
inline std::vector<SlabType> slab_types() {
    return {{"|u1", numbers_of<std::uint8_t, 0, 255>},
            {"|b1", numbers_of<std::uint8_t, 0, 2>},
            {"|i1", numbers_of<std::int8_t, -4, 4>},
            {"<i2", numbers_of<std::int16_t, -900, 900>},
            {">i2", swapped_words},
            {"<i4", numbers_of<std::int32_t, -9, 9>},
            {"<u4", numbers_of<std::uint32_t, 1900000000, 2000000000>},
            {"<i8", numbers_of<std::int64_t, -2000000000, 2000000000>},
            {"<f2", halves},
            {"<f4", numbers_of<float, -1, 1>},
            {"<f8", numbers_of<double, -1, 1>},
            {"<f8", far_doubles}};
}

} // namespace pairscope::samples
