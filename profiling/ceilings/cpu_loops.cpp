// SPDX-License-Identifier: MIT
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "profiling/ceilings/cpu_loops.cpp" // how Highway compiles this file again and again
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>
#include <hwy/contrib/math/math-inl.h>

#include <array>
#include <numeric>

#include "kernels/engines/cpu/vnni.h"
#include "profiling/ceilings/cpu_loops.h"

HWY_BEFORE_NAMESPACE();
namespace pairscope::profiling {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

void stream_lines(float* HWY_RESTRICT out, std::int64_t count) {
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto value = hn::Set(d, 1.0f);
    for (std::int64_t i = 0; i < count; i += lanes) hn::Stream(value, d, out + i);
    hwy::FlushStream();
}

void store_lines(float* HWY_RESTRICT out, std::int64_t count) {
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto value = hn::Set(d, 1.0f);
    for (std::int64_t i = 0; i < count; i += lanes) hn::Store(value, d, out + i);
}

void copy_lines(float* HWY_RESTRICT to, const float* HWY_RESTRICT from, std::int64_t count) {
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t i = 0; i < count; i += lanes) hn::Stream(hn::Load(d, from + i), d, to + i);
    hwy::FlushStream();
}

/// Eight sums side by side: two loads a cycle, and additions that take four, keep eight in flight.
float sum_lines(const float* HWY_RESTRICT in, std::int64_t count, std::int64_t times) {
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    for (std::int64_t time = 0; time < times; ++time)
        for (std::int64_t i = 0; i < count; i += 8 * lanes) {
            s0 = hn::Add(s0, hn::Load(d, in + i)), s1 = hn::Add(s1, hn::Load(d, in + i + lanes));
            s2 = hn::Add(s2, hn::Load(d, in + i + 2 * lanes)), s3 = hn::Add(s3, hn::Load(d, in + i + 3 * lanes));
            s4 = hn::Add(s4, hn::Load(d, in + i + 4 * lanes)), s5 = hn::Add(s5, hn::Load(d, in + i + 5 * lanes));
            s6 = hn::Add(s6, hn::Load(d, in + i + 6 * lanes)), s7 = hn::Add(s7, hn::Load(d, in + i + 7 * lanes));
        }
    const auto low = hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), high = hn::Add(hn::Add(s4, s5), hn::Add(s6, s7));
    return hn::GetLane(hn::SumOfLanes(d, hn::Add(low, high)));
}

/// Ten chains: two units with a latency of four or five cycles need eight to ten multiply-adds in flight. Each begins
/// with another number: a compiler makes one of equal chains.
double chains(std::int64_t steps, float& result) {
    const hn::ScalableTag<float> d;
    const auto f = hn::Set(d, 0.5f), s = hn::Set(d, 1.0f); // x / 2 + 1 stays between 1 and 2
    auto a = hn::Iota(d, 0.0f), b = hn::Iota(d, 1.0f), c = hn::Iota(d, 2.0f), e = hn::Iota(d, 3.0f);
    auto g = hn::Iota(d, 4.0f), h = hn::Iota(d, 5.0f), i = hn::Iota(d, 6.0f), j = hn::Iota(d, 7.0f);
    auto k = hn::Iota(d, 8.0f), l = hn::Iota(d, 9.0f);
    for (std::int64_t step = 0; step < steps; ++step) {
        a = hn::MulAdd(a, f, s), b = hn::MulAdd(b, f, s), c = hn::MulAdd(c, f, s), e = hn::MulAdd(e, f, s);
        g = hn::MulAdd(g, f, s), h = hn::MulAdd(h, f, s), i = hn::MulAdd(i, f, s), j = hn::MulAdd(j, f, s);
        k = hn::MulAdd(k, f, s), l = hn::MulAdd(l, f, s);
    }
    const auto sum = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(hn::Add(g, h), hn::Add(i, j)));
    result = hn::GetLane(hn::SumOfLanes(d, hn::Add(sum, hn::Add(k, l))));
    return 2.0 * 10.0 * static_cast<double>(hn::Lanes(d)) * static_cast<double>(steps);
}

/// Eight chains, as in a tile of four rows and two columns: each pair of loads serves eight differences. The columns
/// come from a small array, since a compiler would compute a difference of constants once.
template <class Next> HWY_INLINE float tile_of_differences(std::int64_t steps, const Next& next) {
    const hn::ScalableTag<float> d;
    constexpr std::int64_t words = 1024; // 4 KiB
    alignas(64) static const std::array<float, words> columns = [] {
        std::array<float, words> numbers{};
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i % 7) * 0.125f;
        return numbers;
    }();
    const auto two = 2 * static_cast<std::int64_t>(hn::Lanes(d));
    const auto r0 = hn::Set(d, 0.1f), r1 = hn::Set(d, 0.2f), r2 = hn::Set(d, 0.3f), r3 = hn::Set(d, 0.4f);
    auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    std::int64_t at = 0;
    for (std::int64_t step = 0; step < steps; ++step) {
        const auto c0 = hn::Load(d, columns.data() + at), c1 = hn::Load(d, columns.data() + at + two / 2);
        at = at + two < words ? at + two : 0;
        s0 = next(s0, hn::Sub(c0, r0)), s1 = next(s1, hn::Sub(c0, r1));
        s2 = next(s2, hn::Sub(c0, r2)), s3 = next(s3, hn::Sub(c0, r3));
        s4 = next(s4, hn::Sub(c1, r0)), s5 = next(s5, hn::Sub(c1, r1));
        s6 = next(s6, hn::Sub(c1, r2)), s7 = next(s7, hn::Sub(c1, r3));
    }
    const auto sum = hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), hn::Add(hn::Add(s4, s5), hn::Add(s6, s7)));
    return hn::GetLane(hn::SumOfLanes(d, sum));
}

double chains_of_differences(DifferenceUse use, std::int64_t steps, float& result) {
    const hn::ScalableTag<float> d;
    using Vector = hn::Vec<decltype(d)>;
    const double each = 8.0 * static_cast<double>(hn::Lanes(d)) * static_cast<double>(steps);
    switch (use) {
    case DifferenceUse::square:
        result = tile_of_differences(steps, [](Vector sum, Vector x) HWY_ATTR { return hn::MulAdd(x, x, sum); });
        return 3.0 * each;
    case DifferenceUse::sum:
        result = tile_of_differences(steps, [](Vector sum, Vector x) HWY_ATTR { return hn::Add(sum, hn::Abs(x)); });
        return 2.0 * each;
    case DifferenceUse::largest:
        result = tile_of_differences(steps, [](Vector most, Vector x) HWY_ATTR { return hn::Max(most, hn::Abs(x)); });
        return 2.0 * each;
    }
    return 0.0;
}

/// Six chains that begin with different numbers, as above. The next number of a chain is exp(-x), which stays between
/// exp(-1) and 1.
double chains_of_exponentials(std::int64_t steps, float& result) {
    const hn::ScalableTag<float> d;
    auto a = hn::Set(d, 0.4f), b = hn::Set(d, 0.5f), c = hn::Set(d, 0.6f);
    auto e = hn::Set(d, 0.7f), g = hn::Set(d, 0.8f), h = hn::Set(d, 0.9f);
    const auto next = [&](auto& x) HWY_ATTR { x = hn::Exp(d, hn::Neg(x)); };
    for (std::int64_t step = 0; step < steps; ++step) next(a), next(b), next(c), next(e), next(g), next(h);
    const auto sum = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(g, h));
    result = hn::GetLane(hn::SumOfLanes(d, sum));
    return 6.0 * static_cast<double>(hn::Lanes(d)) * static_cast<double>(steps);
}

/// A register as halves of its numbers; in a register of one number, its lower half.
template <class Halves, class Vector> HWY_INLINE auto as_halves(Halves halves, Vector v) {
#if HWY_TARGET == HWY_SCALAR
    return hn::Set(halves, static_cast<std::int16_t>(hn::GetLane(v)));
#else
    return hn::BitCast(halves, v);
#endif
}

/// Ten chains, as above, of products of 16 bits that are added in pairs. The sums are factors, too: a compiler would
/// compute a product of constants once.
double chains_of_halves(std::int64_t steps, std::int32_t& result) {
    const hn::ScalableTag<std::int32_t> d;
#if HWY_TARGET == HWY_SCALAR
    const hn::Rebind<std::int16_t, decltype(d)> halves;
#else
    const hn::Repartition<std::int16_t, decltype(d)> halves;
#endif
    const auto factor = hn::Set(halves, 3);
    auto a = hn::Set(d, 0), b = hn::Set(d, 1), c = hn::Set(d, 2), e = hn::Set(d, 3), g = hn::Set(d, 4);
    auto h = hn::Set(d, 5), i = hn::Set(d, 6), j = hn::Set(d, 7), k = hn::Set(d, 8), l = hn::Set(d, 9);
    auto other = hn::Zero(d);
    const auto add = [&](auto& sum) HWY_ATTR {
        sum = hn::ReorderWidenMulAccumulate(d, as_halves(halves, sum), factor, sum, other);
    };
    for (std::int64_t step = 0; step < steps; ++step)
        add(a), add(b), add(c), add(e), add(g), add(h), add(i), add(j), add(k), add(l);
    const auto first = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(hn::Add(g, h), hn::Add(i, j)));
    result = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(first, other), hn::Add(k, l))));
    return 2.0 * 10.0 * static_cast<double>(hn::Lanes(halves)) * static_cast<double>(steps);
}

int bits() { return static_cast<int>(8 * sizeof(float) * hn::Lanes(hn::ScalableTag<float>())); }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::profiling
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::profiling {

HWY_EXPORT(stream_lines);
HWY_EXPORT(store_lines);
HWY_EXPORT(copy_lines);
HWY_EXPORT(sum_lines);
HWY_EXPORT(chains);
HWY_EXPORT(chains_of_differences);
HWY_EXPORT(chains_of_halves);
HWY_EXPORT(chains_of_exponentials);
HWY_EXPORT(bits);

void stream_fill(float* out, std::int64_t count) { HWY_DYNAMIC_DISPATCH(stream_lines)(out, count); }
void store_fill(float* out, std::int64_t count) { HWY_DYNAMIC_DISPATCH(store_lines)(out, count); }
void stream_copy(float* to, const float* from, std::int64_t count) {
    HWY_DYNAMIC_DISPATCH(copy_lines)(to, from, count);
}
float read_sum(const float* in, std::int64_t count, std::int64_t times) {
    return HWY_DYNAMIC_DISPATCH(sum_lines)(in, count, times);
}
double multiply_add(std::int64_t steps, float& result) { return HWY_DYNAMIC_DISPATCH(chains)(steps, result); }
double use_differences(DifferenceUse use, std::int64_t steps, float& result) {
    return HWY_DYNAMIC_DISPATCH(chains_of_differences)(use, steps, result);
}
double exponentiate(std::int64_t steps, float& result) {
    return HWY_DYNAMIC_DISPATCH(chains_of_exponentials)(steps, result);
}

namespace {

#if defined(__x86_64__)

/// Ten chains of vpdpbusd, each with 64 products.
__attribute__((target("avx512f,avx512bw,avx512vnni"))) double chains_of_bytes(std::int64_t steps,
                                                                              std::int32_t& result) {
    const __m512i x = _mm512_set1_epi8(3), y = _mm512_set1_epi8(-2);
    __m512i a = _mm512_setzero_si512(), b = a, c = a, e = a, g = a, h = a, i = a, j = a, k = a, l = a;
    for (std::int64_t step = 0; step < steps; ++step) {
        a = _mm512_dpbusd_epi32(a, x, y), b = _mm512_dpbusd_epi32(b, x, y), c = _mm512_dpbusd_epi32(c, x, y);
        e = _mm512_dpbusd_epi32(e, x, y), g = _mm512_dpbusd_epi32(g, x, y), h = _mm512_dpbusd_epi32(h, x, y);
        i = _mm512_dpbusd_epi32(i, x, y), j = _mm512_dpbusd_epi32(j, x, y), k = _mm512_dpbusd_epi32(k, x, y);
        l = _mm512_dpbusd_epi32(l, x, y);
        // A compiler makes one of equal chains.
        asm volatile("" : "+v"(a), "+v"(b), "+v"(c), "+v"(e), "+v"(g), "+v"(h), "+v"(i), "+v"(j), "+v"(k), "+v"(l));
    }
    const __m512i sum = _mm512_add_epi32(_mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, e)),
                                         _mm512_add_epi32(_mm512_add_epi32(g, h), _mm512_add_epi32(i, j)));
    alignas(64) std::array<std::int32_t, 16> lanes;
    _mm512_store_si512(lanes.data(), _mm512_add_epi32(sum, _mm512_add_epi32(k, l)));
    result = std::accumulate(lanes.begin(), lanes.end(), 0);
    return 2.0 * 10.0 * 64.0 * static_cast<double>(steps);
}

#else

double chains_of_bytes(std::int64_t, std::int32_t&) { return 0.0; } // has_vnni() is false there

#endif

} // namespace

double multiply_bytes(std::int64_t steps, std::int32_t& result) {
    return cpu::has_vnni() ? chains_of_bytes(steps, result) : HWY_DYNAMIC_DISPATCH(chains_of_halves)(steps, result);
}
bool multiplies_bytes_at_once() { return cpu::has_vnni(); }
int vector_bits() { return HWY_DYNAMIC_DISPATCH(bits)(); }

} // namespace pairscope::profiling
#endif
