// SPDX-License-Identifier: MIT
// float2, float4 and their like. A copy is one access of the whole vector, as it is one instruction on a GPU.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace pairscope::simt {

/// Keeps the optimiser from taking a vector apart: the copy stays one access.
template <class Whole> inline __attribute__((always_inline)) Whole in_one_piece(Whole whole) {
    if constexpr (sizeof(Whole) < 16) {
        using Bits = std::conditional_t<sizeof(Whole) == 8, std::uint64_t,
                                        std::conditional_t<sizeof(Whole) == 4, std::uint32_t, std::uint16_t>>;
        auto bits = std::bit_cast<Bits>(whole);
        asm("" : "+r"(bits));
        return std::bit_cast<Whole>(bits);
    } else {
#if defined(__x86_64__)
        asm("" : "+x"(whole));
#elif defined(__aarch64__)
        asm("" : "+w"(whole));
#endif
        return whole;
    }
}

template <class T, class Whole> struct alignas(2 * sizeof(T)) Vector2 {
    union {
        struct {
            T x, y;
        };
        Whole whole;
    };
    Vector2() = default; // trivial, so that shared structs and unions may hold it
    constexpr Vector2(T in_x, T in_y) : x(in_x), y(in_y) {}
    __attribute__((always_inline)) Vector2(const Vector2& other) : whole(in_one_piece(other.whole)) {}
    __attribute__((always_inline)) Vector2& operator=(const Vector2& other) {
        whole = in_one_piece(other.whole);
        return *this;
    }
};
template <class T, class Whole> struct alignas(4 * sizeof(T)) Vector4 {
    union {
        struct {
            T x, y, z, w;
        };
        Whole whole;
    };
    Vector4() = default;
    constexpr Vector4(T in_x, T in_y, T in_z, T in_w) : x(in_x), y(in_y), z(in_z), w(in_w) {}
    __attribute__((always_inline)) Vector4(const Vector4& other) : whole(in_one_piece(other.whole)) {}
    __attribute__((always_inline)) Vector4& operator=(const Vector4& other) {
        whole = in_one_piece(other.whole);
        return *this;
    }
};

typedef float Float2 __attribute__((vector_size(8)));
typedef float Float4 __attribute__((vector_size(16)));

} // namespace pairscope::simt

using float2 = pairscope::simt::Vector2<float, pairscope::simt::Float2>;
using float4 = pairscope::simt::Vector4<float, pairscope::simt::Float4>;
using double2 = pairscope::simt::Vector2<double, pairscope::simt::Float4>;
using int2 = pairscope::simt::Vector2<int, pairscope::simt::Float2>;
using int4 = pairscope::simt::Vector4<int, pairscope::simt::Float4>;
using uint2 = pairscope::simt::Vector2<unsigned, pairscope::simt::Float2>;
using uint4 = pairscope::simt::Vector4<unsigned, pairscope::simt::Float4>;
using longlong2 = pairscope::simt::Vector2<long long, pairscope::simt::Float4>;
using uchar2 = pairscope::simt::Vector2<unsigned char, std::uint16_t>;
using uchar4 = pairscope::simt::Vector4<unsigned char, std::uint32_t>;
using char4 = pairscope::simt::Vector4<signed char, std::uint32_t>;
using ushort2 = pairscope::simt::Vector2<unsigned short, std::uint32_t>;
using ushort4 = pairscope::simt::Vector4<unsigned short, pairscope::simt::Float2>;

inline float2 make_float2(float x, float y) { return {x, y}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline double2 make_double2(double x, double y) { return {x, y}; }
inline int2 make_int2(int x, int y) { return {x, y}; }
inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
inline ushort2 make_ushort2(unsigned short x, unsigned short y) { return {x, y}; }
inline ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z, unsigned short w) {
    return {x, y, z, w};
}
inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return {x, y, z, w}; }
