// SPDX-License-Identifier: MIT
// Numbers of 16 bits of both kinds and pairs of them, to the last bit.
#include "tests/kernels/specimens/working.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace pairscope::specimens {
namespace {

__device__ __half half_of_bits(unsigned bits) {
    return __ushort_as_half(static_cast<unsigned short>(bits + (threadIdx.x >> 20)));
}
__device__ bool is(__half v, unsigned bits) { return __half_as_ushort(v) == bits; }

__global__ void half_conversions(const float2*, int, float* out) {
    bool right = is(__float2half(1.0f), 0x3c00) && is(__float2half_rn(65519.0f), 0x7bff);
    right = right && is(__float2half_rn(65520.0f), 0x7c00) && is(__float2half_rz(1e9f), 0x7bff);
    right = right && is(__float2half_ru(1e-9f), 0x0001) && is(__float2half_rd(1e-9f), 0x0000);
    right = right && is(__float2half_rd(-1e-9f), 0x8001) && is(__float2half_rz(-1.0005f), 0xbc00);
    right = right && is(__float2half_rn(__uint_as_float(0x7fc00001u)), 0x7fff);
    right = right && is(__double2half(1.0 + 0x1p-11 + 0x1p-40), 0x3c01) && is(__double2half(1.0 + 0x1p-11), 0x3c00);
    right = right && __half2float(half_of_bits(0x0001)) == 0x1p-24f && __half2float(half_of_bits(0xfbff)) == -65504.0f;
    right = right && __half2int_rn(half_of_bits(0x4100)) == 2 && __half2int_ru(half_of_bits(0x4100)) == 3; // 2.5
    right = right && __half2int_rd(half_of_bits(0xc100)) == -3 && __half2int_rz(half_of_bits(0xc100)) == -2;
    right = right && __half2short_rn(half_of_bits(0x7bff)) == 32767 && __half2ushort_rz(half_of_bits(0xc100)) == 0;
    right = right && __half2int_rz(half_of_bits(0x7e00)) == 0 && __half2uint_rn(half_of_bits(0x7c00)) == 0xffffffffu;
    right =
        right && is(__int2half_rn(2049), 0x6800) && is(__int2half_ru(2049), 0x6801) && is(__int2half_rz(-2049), 0xe800);
    right = right && is(__uint2half_rn(70000u), 0x7c00) && is(__uint2half_rz(70000u), 0x7bff);
    right = right && is(__ll2half_rn(-3), 0xc200) && is(__ushort2half_rn(3), 0x4200);
    answer(out, right);
}

__global__ void half_arithmetic(const float2*, int, float* out) {
    const __half one = half_of_bits(0x3c00), last = half_of_bits(0x0001), most = half_of_bits(0x7bff);
    const __half third = half_of_bits(0x3555), nan = half_of_bits(0x7e00), step = half_of_bits(0x1000); // 2^-11
    bool right = is(__hadd(one, step), 0x3c00) && is(__hadd(half_of_bits(0x3c01), step), 0x3c02); // ties go to even
    right = right && is(__hadd(most, most), 0x7c00) && is(__hsub(one, one), 0x0000) && is(__hmul(last, third), 0x0000);
    right = right && is(__hmul(third, __float2half(3.0f)), 0x3c00) && is(__hdiv(one, __float2half(3.0f)), 0x3555);
    right = right && is(__hadd(nan, one), 0x7fff) && is(__hmul(most, last), 0x1bff);
    // (1 + 3 x 2^-10)^2 - 1 is 6 x 2^-10 + 9 x 2^-20: a product that is rounded before the sum loses the second term.
    const __half above = half_of_bits(0x3c01), more = half_of_bits(0x3c03);
    right = right && is(__hfma(more, more, __hneg(one)), 0x1e02) && is(__hsub_rn(__hmul_rn(more, more), one), 0x1e00);
    // The exact sum lies 2^-31 below the middle of two halves: a float32 in between would round it up to the middle.
    right = right && is(__hfma(half_of_bits(0x2801), half_of_bits(0x23fe), above), 0x3c01);
    right = right && is(__hfma_sat(one, one, one), 0x3c00) && is(__hadd_sat(__hneg(one), __hneg(one)), 0x0000);
    right = right && is(__habs(half_of_bits(0xbc00)), 0x3c00) && is(hsqrt(__float2half(2.0f)), 0x3da8);
    right = right && is(hrcp(__float2half(4.0f)), 0x3400) && is(hrsqrt(__float2half(4.0f)), 0x3800);
    right = right && is(hfloor(__float2half(-1.5f)), 0xc000) && is(hrint(__float2half(2.5f)), 0x4000);
    right = right && is(__hmax(nan, one), 0x3c00) && is(__hmin(half_of_bits(0x8000), half_of_bits(0)), 0x8000);
    right = right && is(__hmax_nan(nan, one), 0x7fff) && is(__hmax(half_of_bits(0x8000), half_of_bits(0)), 0x0000);
    const __half sum = one + one * third - third / one;
    const float as_float = sum;
    right = right && as_float > 0.999f && as_float < 1.001f;
    answer(out, right);
}

__global__ void half_comparisons(const float2*, int, float* out) {
    const __half one = half_of_bits(0x3c00), two = half_of_bits(0x4000), nan = half_of_bits(0x7e00);
    bool right = __hlt(one, two) && __hle(one, one) && __hgt(two, one) && __hge(two, two) && __heq(one, one);
    right = right && __hne(one, two) && !__hne(one, nan) && __hneu(one, nan) && !__heq(nan, nan) && __hequ(nan, nan);
    right = right && __hltu(nan, one) && !__hlt(nan, one) && __hisnan(nan) && __hisinf(half_of_bits(0xfc00)) == -1;
    right = right && one < two && one != two && !(nan == nan) && nan != nan && two >= one && one <= one && two > one;
    const __half2 pair = __halves2half2(one, nan), other = __half2half2(one);
    right = right && __heq2_mask(pair, other) == 0xffffu && !__hbeq2(pair, other) && __hbequ2(pair, other);
    const float2 equal = __half22float2(__heq2(pair, other));
    right = right && equal.x == 1.0f && equal.y == 0.0f && other == other && __hble2(other, other);
    answer(out, right);
}

__global__ void pairs_of_halves(const float2* points, int, float* out) {
    __shared__ __half2 tile[256];
    extern __shared__ __half2 dynamic_tile[];
    const int rank = thread_rank();
    tile[rank] = __float22half2_rn(points[rank]);
    dynamic_tile[rank] = __floats2half2_rn(static_cast<float>(rank), 2.0f);
    __syncthreads();
    const int other = 255 - rank;
    const float2 back = __half22float2(tile[other]);
    bool right = back.x == __half2float(__float2half(points[other].x)) && __high2float(dynamic_tile[other]) == 2.0f;
    right = right && __low2float(dynamic_tile[other]) == static_cast<float>(other);
    const __half2 a = __floats2half2_rn(1.5f, -2.0f), b = __floats2half2_rn(2.0f, 3.0f), c = __float2half2_rn(0.5f);
    const float2 product = __half22float2(__hmul2(a, b)), fused = __half22float2(__hfma2(a, b, c));
    right = right && product.x == 3.0f && product.y == -6.0f && fused.x == 3.5f && fused.y == -5.5f;
    const float2 sum = __half22float2(a + b - c), quotient = __half22float2(__h2div(a, b));
    right = right && sum.x == 3.0f && sum.y == 0.5f && quotient.x == 0.75f && is(__high2half(__h2div(a, b)), 0xb955);
    right = right && is(__low2half(__lowhigh2highlow(a)), 0xc000) && is(__high2half(__lows2half2(a, b)), 0x4000);
    right = right && is(__low2half(__highs2half2(a, b)), 0xc000) && is(__high2half(__habs2(a)), 0x4000);
    right = right && is(__low2half(__hmax2(a, b)), 0x4000) && is(__high2half(__hmin2(a, b)), 0xc000);
    right = right && is(__low2half(__hneg2(a)), 0xbe00) && is(__low2half(__low2half2(make_half2(a.y, a.x))), 0xc000);
    const int lane = rank % 32;
    right = right && __low2float(__shfl_xor_sync(full, __float2half2_rn(static_cast<float>(lane)), 1)) == (lane ^ 1);
    right = right && __half2float(__shfl_sync(full, __int2half_rn(lane), 5)) == 5.0f;
    answer(out, right);
}

__device__ __nv_bfloat16 bfloat_of_bits(unsigned bits) {
    return __ushort_as_bfloat16(static_cast<unsigned short>(bits + (threadIdx.x >> 20)));
}
__device__ bool is(__nv_bfloat16 v, unsigned bits) { return __bfloat16_as_ushort(v) == bits; }

__global__ void bfloats(const float2* points, int, float* out) {
    bool right = is(__float2bfloat16(1.0f), 0x3f80) && is(__float2bfloat16_rn(0x1.01p0f), 0x3f80);
    right = right && is(__float2bfloat16_rn(0x1.03p0f), 0x3f82) && is(__float2bfloat16_rz(-0x1.03p0f), 0xbf81);
    right = right && is(__float2bfloat16_ru(0x1.01p0f), 0x3f81) && is(__float2bfloat16_rd(0x1.03p0f), 0x3f81);
    right = right && is(__float2bfloat16_rn(__uint_as_float(0x7fc00001u)), 0x7fff);
    right = right && is(__float2bfloat16_rn(3.4e38f), 0x7f80) && __bfloat162float(bfloat_of_bits(0x0001)) == 0x1p-133f;
    const __nv_bfloat16 one = bfloat_of_bits(0x3f80), three = bfloat_of_bits(0x4040), small = bfloat_of_bits(0x3b80);
    right = right && is(one + small, 0x3f80) && is(__hadd(three, one), 0x4080) && is(one / three, 0x3eab);
    right = right && is(__hfma(three, three, small), 0x4110) && is(-three, 0xc040) && is(__habs(-one), 0x3f80);
    right = right && is(__hmax(one, three), 0x4040) && is(__hmin(bfloat_of_bits(0x7fc0), one), 0x3f80);
    right = right && one < three && !(three <= one) && __hne(one, three) && __hisnan(bfloat_of_bits(0xffc0));
    right = right && is(hsqrt(three * three), 0x4040) && is(__double2bfloat16(0x1.01p0 + 0x1p-40), 0x3f81);
    const __nv_bfloat162 pair = __floats2bfloat162_rn(1.5f, -2.0f), sum = __hadd2(pair, pair);
    right = right && __low2float(sum) == 3.0f && __high2float(__hmul2(pair, sum)) == 8.0f;
    const int rank = thread_rank(), lane = rank % 32;
    right = right && __bfloat162float(__shfl_xor_sync(full, __float2bfloat16(static_cast<float>(lane)), 1)) ==
                         static_cast<float>(lane ^ 1);
    answer(out, right && points != nullptr);
}

} // namespace

std::vector<Specimen> working_halves() {
    return {{"half_conversions", launch<half_conversions>},
            {"half_arithmetic", launch<half_arithmetic>},
            {"bfloats", launch<bfloats>},
            {"half_comparisons", launch<half_comparisons>},
            {"pairs_of_halves", launch<pairs_of_halves>}};
}

} // namespace pairscope::specimens
