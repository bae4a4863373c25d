// SPDX-License-Identifier: MIT
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/workloads/best_match/byte_tiles.cpp" // Highway compiles this file repeatedly
// Vectors of a length that is not known before the program runs cannot be elements of an array.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_RVV)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/engines/cpu/vnni.h"
#include "kernels/workloads/best_match/byte_tiles.h"

HWY_BEFORE_NAMESPACE();
namespace pairscope::matching {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Lanes = hn::ScalableTag<std::int32_t>;
using Vector = hn::Vec<Lanes>;

constexpr int registers = 2; ///< per panel
constexpr int rows_of_tile = 6;

ByteFormat format() {
    return {.width = registers * static_cast<int>(hn::Lanes(Lanes())), .rows = rows_of_tile, .coordinates = 2};
}

/// Adds two products per lane, of numbers with 16 bits.
HWY_INLINE Vector add_products([[maybe_unused]] Lanes d, Vector sums, Vector x, Vector y) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    const hn::Repartition<std::int16_t, Lanes> halves; // on x86, a lane gets the products of its own halves
    auto unused = hn::Zero(d);
    return hn::ReorderWidenMulAccumulate(d, hn::BitCast(halves, x), hn::BitCast(halves, y), sums, unused);
#else
    const auto low = [](Vector both) { return hn::ShiftRight<16>(hn::ShiftLeft<16>(both)); };
    sums = hn::Add(sums, hn::Mul(low(x), low(y)));
    return hn::Add(sums, hn::Mul(hn::ShiftRight<16>(x), hn::ShiftRight<16>(y)));
#endif
}

/// See ByteKernel.
bool find_high_sums(const ByteTile& tile) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    Vector sums[rows_of_tile][registers];
    for (auto& of_row : sums)
        for (auto& sum : of_row) sum = hn::Zero(d);
    const std::int32_t *x = tile.rows, *y = tile.panel;
    for (std::int64_t w = 0; w < tile.words; ++w, x += rows_of_tile, y += registers * lanes) {
        const auto first = hn::Load(d, y), second = hn::Load(d, y + lanes);
#pragma GCC unroll 6
        for (int i = 0; i < rows_of_tile; ++i) {
            const auto row = hn::Set(d, x[i]);
            sums[i][0] = add_products(d, sums[i][0], row, first);
            sums[i][1] = add_products(d, sums[i][1], row, second);
        }
    }
    bool any = false;
    for (int i = 0; i < rows_of_tile; ++i) {
        const auto least = hn::Set(d, tile.least[i]);
        tile.high[i] = 0;
        if (HWY_LIKELY(hn::AllTrue(d, hn::And(hn::Gt(least, sums[i][0]), hn::Gt(least, sums[i][1]))))) continue;
        any = true;
        std::int32_t* const to = tile.sums + i * registers * lanes;
        hn::StoreU(sums[i][0], d, to), hn::StoreU(sums[i][1], d, to + lanes);
        for (std::int64_t k = 0; k < registers * lanes; ++k) tile.high[i] |= std::uint64_t{to[k] >= tile.least[i]} << k;
    }
    return any;
}

/// Four sums that do not wait for each other.
float sum_of_products(const float* x, const float* y, int dims) {
    const Floats d;
    const auto lanes = static_cast<int>(hn::Lanes(d));
    auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
    int k = 0;
    for (; k + 4 * lanes <= dims; k += 4 * lanes) {
        s0 = hn::MulAdd(hn::LoadU(d, x + k), hn::LoadU(d, y + k), s0);
        s1 = hn::MulAdd(hn::LoadU(d, x + k + lanes), hn::LoadU(d, y + k + lanes), s1);
        s2 = hn::MulAdd(hn::LoadU(d, x + k + 2 * lanes), hn::LoadU(d, y + k + 2 * lanes), s2);
        s3 = hn::MulAdd(hn::LoadU(d, x + k + 3 * lanes), hn::LoadU(d, y + k + 3 * lanes), s3);
    }
    for (; k + lanes <= dims; k += lanes) s0 = hn::MulAdd(hn::LoadU(d, x + k), hn::LoadU(d, y + k), s0);
    float sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
    for (; k < dims; ++k) sum += x[k] * y[k];
    return sum;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::matching
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::matching {
namespace {

HWY_EXPORT(format);
HWY_EXPORT(find_high_sums);
HWY_EXPORT(sum_of_products);

#if defined(__x86_64__)

constexpr int vnni_registers = 4, vnni_rows = 6, vnni_lanes = 16;

/// The sums of a row of a tile. Because they have names and are no array, the compiler keeps all of them in registers.
struct VnniSums {
    __m512i a, b, c, d;
};

__attribute__((target("avx512f,avx512bw,avx512vnni"), always_inline)) inline void
add_products(VnniSums& sums, std::int32_t x, const VnniSums& columns) {
    const __m512i row = _mm512_set1_epi32(x);
    sums.a = _mm512_dpbusd_epi32(sums.a, columns.a, row);
    sums.b = _mm512_dpbusd_epi32(sums.b, columns.b, row);
    sums.c = _mm512_dpbusd_epi32(sums.c, columns.c, row);
    sums.d = _mm512_dpbusd_epi32(sums.d, columns.d, row);
}

/// The candidates of a row whose sums are high, as bits. Stores all sums of the row if there are any.
__attribute__((target("avx512f,avx512bw,avx512vnni"), always_inline)) inline std::uint64_t
high_sums(const VnniSums& sums, std::int32_t least, std::int32_t* to) {
    const __m512i limit = _mm512_set1_epi32(least);
    const std::uint64_t a = _mm512_cmpge_epi32_mask(sums.a, limit), b = _mm512_cmpge_epi32_mask(sums.b, limit);
    const std::uint64_t c = _mm512_cmpge_epi32_mask(sums.c, limit), d = _mm512_cmpge_epi32_mask(sums.d, limit);
    const std::uint64_t high = a | b << vnni_lanes | c << 2 * vnni_lanes | d << 3 * vnni_lanes;
    if (high != 0) {
        _mm512_storeu_si512(to, sums.a);
        _mm512_storeu_si512(to + vnni_lanes, sums.b);
        _mm512_storeu_si512(to + 2 * vnni_lanes, sums.c);
        _mm512_storeu_si512(to + 3 * vnni_lanes, sums.d);
    }
    return high;
}

/// See ByteKernel. The instruction takes bytes without a sign from the panel and bytes with a sign from the rows.
__attribute__((target("avx512f,avx512bw,avx512vnni"))) bool find_high_sums_by_vnni(const ByteTile& tile) {
    const __m512i zero = _mm512_setzero_si512();
    VnniSums r0{zero, zero, zero, zero}, r1 = r0, r2 = r0, r3 = r0, r4 = r0, r5 = r0;
    const std::int32_t *x = tile.rows, *y = tile.panel;
    for (std::int64_t w = 0; w < tile.words; ++w, y += vnni_registers * vnni_lanes, x += vnni_rows) {
        const VnniSums columns{_mm512_load_si512(y), _mm512_load_si512(y + vnni_lanes),
                               _mm512_load_si512(y + 2 * vnni_lanes), _mm512_load_si512(y + 3 * vnni_lanes)};
        add_products(r0, x[0], columns);
        add_products(r1, x[1], columns);
        add_products(r2, x[2], columns);
        add_products(r3, x[3], columns);
        add_products(r4, x[4], columns);
        add_products(r5, x[5], columns);
    }
    std::uint64_t any = 0;
    int index = 0;
    for (const VnniSums& row : {r0, r1, r2, r3, r4, r5}) {
        tile.high[index] = high_sums(row, tile.least[index], tile.sums + index * vnni_registers * vnni_lanes);
        any |= tile.high[index++];
    }
    return any != 0;
}

#endif

} // namespace

ByteKernel vnni_byte_kernel() {
#if defined(__x86_64__)
    return {.format = {.width = vnni_registers * vnni_lanes, .rows = vnni_rows, .coordinates = 4, .added = 128},
            .find_high_sums = find_high_sums_by_vnni};
#else
    return portable_byte_kernel();
#endif
}

ByteKernel portable_byte_kernel() {
    return {.format = HWY_DYNAMIC_DISPATCH(format)(), .find_high_sums = HWY_DYNAMIC_DISPATCH(find_high_sums)};
}

ByteKernel best_byte_kernel() { return cpu::has_vnni() ? vnni_byte_kernel() : portable_byte_kernel(); }

float float_score(const float* x, const float* y, int dims) {
    return HWY_DYNAMIC_DISPATCH(sum_of_products)(x, y, dims);
}

} // namespace pairscope::matching
#endif
