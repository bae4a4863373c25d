// SPDX-License-Identifier: MIT
// Vector types, whole numbers, roundings, conversions, lengths and atomics: what they give is what CUDA defines.
#include "tests/kernels/specimens/working.cuh"

#include <cmath>

namespace pairscope::specimens {
namespace {

/// The same number, which no compiler knows.
__device__ float unknown(float v) { return __uint_as_float(__float_as_uint(v) + (threadIdx.x >> 20)); }
__device__ double unknown(double v) { return __longlong_as_double(__double_as_longlong(v) + (threadIdx.x >> 20)); }
__device__ int unknown(int v) { return v + static_cast<int>(threadIdx.x >> 20); }
__device__ float not_a_number() { return unknown(__uint_as_float(0x7fc00000u)); }

static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && sizeof(char3) == 3 && alignof(short4) == 8);
static_assert(sizeof(int1) == 4 && alignof(uchar2) == 2 && alignof(longlong2) == 16 && sizeof(double3) == 24);

__global__ void vectors(const float2* points, int, float* out) {
    __shared__ float3 places[256];
    __shared__ short4 small[256];
    const int rank = thread_rank();
    places[rank] = make_float3(points[rank].x, points[rank].y, 1.0f);
    small[rank] = make_short4(static_cast<short>(rank), -1, 2, 3);
    __syncthreads();
    const int other = 255 - rank;
    const float3 a = places[other];
    const short4 b = small[other];
    bool right = a.x == points[other].x && a.y == points[other].y && a.z == 1.0f && b.x == other && b.y == -1;
    const int3 c = make_int3(1, 2, 3);
    const uint3 d = make_uint3(4, 5, 6);
    const double3 e = {1.0, 2.0, 3.0};
    const uchar3 f = make_uchar3(1, 2, 255);
    const longlong2 g = make_longlong2(1ll << 40, -1);
    const int1 h = make_int1(9);
    right = right && c.x + c.y + c.z == 6 && d.x + d.y + d.z == 15u && e.x + e.y + e.z == 6.0 && f.z == 255;
    answer(out, right && g.x + g.y == (1ll << 40) - 1 && h.x == 9 && make_ulong1(3).x == 3ul);
}

__global__ void whole_numbers(const float2*, int, float* out) {
    bool right = __brev(1u) == 0x80000000u && __brevll(2ull) == 1ull << 62 && __popc(0xf0f0u) == 8;
    right = right && __popcll(~0ull) == 64 && __clz(1) == 31 && __clz(0) == 32 && __clzll(1) == 63;
    right = right && __ffs(8) == 4 && __ffs(0) == 0 && __ffsll(1ll << 40) == 41;
    right = right && __byte_perm(0x33221100u, 0x77665544u, 0x7531u) == 0x77553311u;
    right = right && __byte_perm(0x00008000u, 0u, 0x9999u) == 0x80808080u;
    right = right && __funnelshift_l(0x80000000u, 1u, 4) == 0x18u && __funnelshift_r(0xf0u, 0x1u, 4) == 0x1000000fu;
    right = right && __funnelshift_lc(5u, 7u, 40) == 5u && __funnelshift_rc(5u, 7u, 40) == 7u;
    right = right && __mulhi(-1, 1) == -1 && __umulhi(0x80000000u, 6u) == 3u && __mul24(-3, 5) == -15;
    right = right && __umul24(0xff000003u, 5u) == 15u && __mul64hi(1ll << 62, 8) == 2;
    right = right && __umul64hi(1ull << 63, 6ull) == 3ull && __hadd(-3, 2) == -1 && __rhadd(-3, 2) == 0;
    right = right && __uhadd(0xffffffffu, 1u) == 0x80000000u && __urhadd(1u, 2u) == 2u;
    right = right && __vimin3_s32(1, -2, 3) == -2 && __vimax3_s32(-1, -2, -3) == -1;
    right = right && __vimin3_u32(5u, ~0u, 4u) == 4u && __vimax3_u32(5u, ~0u, 4u) == ~0u;
    right = right && __sad(-3, 4, 10u) == 17u && __usad(3u, 4u, 10u) == 11u;
    right = right && __dp4a(0x01ff0203, 0x02030405, 7) == 7 + 2 - 3 + 8 + 15;
    right = right && __dp4a(make_uchar4(1, 2, 3, 255), make_uchar4(1, 1, 1, 2), 1u) == 517u;
    right = right && min(3, 5) == 3 && max(-1, 2u) == 0xffffffffu && min(1ull << 40, 3ull) == 3ull;
    right = right && max(1l << 40, 3l) == 1l << 40 && max(2.5f, 1.0f) == 2.5f && min(2.5f, 3.0) == 2.5;
    right = right && min(not_a_number(), 1.0f) == 1.0f && max(1.0f, not_a_number()) == 1.0f;
    answer(out, right);
}

__global__ void roundings(const float2*, int, float* out) {
    const float one = unknown(1.0f), bit = unknown(0x1.8p-24f), three = unknown(3.0f);
    bool right = __fadd_rn(one, bit) == 0x1.000002p0f && __fadd_rz(one, bit) == 1.0f;
    right = right && __fadd_ru(one, bit) == 0x1.000002p0f && __fadd_rd(one, bit) == 1.0f;
    right = right && __fadd_rd(-one, -bit) == -0x1.000002p0f && __fadd_ru(-one, -bit) == -1.0f;
    right = right && __fsub_rz(one, 0x1p-30f) == 0x1.fffffep-1f && __fsub_rn(one, 0x1p-30f) == 1.0f;
    right = right && __fmul_ru(0x1.000002p0f * one, 0x1.000002p0f) == 0x1.000006p0f;
    right = right && __fmul_rn(0x1.000002p0f * one, 0x1.000002p0f) == 0x1.000004p0f;
    right = right && __frcp_rz(three) == 0x1.555554p-2f && __frcp_rn(three) == 0x1.555556p-2f;
    right = right && __fdiv_rd(2.0f, three) == 0x1.555554p-1f && __fdiv_ru(2.0f, three) == 0x1.555556p-1f;
    right = right && __fsqrt_rz(2.0f * one) == 0x1.6a09e6p0f && __fsqrt_ru(2.0f * one) == 0x1.6a09e8p0f;
    right = right && __fmaf_rn(0x1.000002p0f * one, 0x1.000002p0f, -1.0f) == 0x1p-22f;
    right = right && __fmaf_ru(0x1.000002p0f * one, 0x1.000002p0f, -1.0f) == 0x1.000002p-22f;
    const double unit = unknown(1.0);
    right = right && __dadd_ru(unit, 0x1p-60) == 0x1.0000000000001p0 && __dadd_rz(unit, 0x1p-60) == 1.0;
    right = right && __ddiv_rd(unit, 3.0) == 0x1.5555555555555p-2 && __ddiv_ru(unit, 3.0) == 0x1.5555555555556p-2;
    right = right && __dmul_rn(unit, 3.0) == 3.0 && __dsub_rd(unit, 0x1p-60) == 0x1.fffffffffffffp-1;
    right = right && __fma_rz(unit, unit, 0x1p-60) == 1.0 && __dsqrt_rn(4.0 * unit) == 2.0 && __drcp_rn(unit) == 1.0;
    right = right && __saturatef(unknown(-2.0f)) == 0.0f && __saturatef(unknown(2.0f)) == 1.0f;
    right = right && __saturatef(not_a_number()) == 0.0f && __saturatef(unknown(0.25f)) == 0.25f;
    answer(out, right);
}

__global__ void conversions(const float2*, int, float* out) {
    const float half_way = unknown(2.5f), large = unknown(3e9f), nan = not_a_number();
    bool right = __float2int_rn(half_way) == 2 && __float2int_ru(half_way) == 3 && __float2int_rd(-half_way) == -3;
    right = right && __float2int_rz(-half_way) == -2 && __float2int_rz(large) == 2147483647;
    right = right && __float2int_rz(-large) == -2147483647 - 1 && __float2int_rn(nan) == 0;
    right = right && __float2uint_rz(-half_way) == 0u && __float2uint_rn(large) == 3000000000u;
    right = right && __float2uint_rz(2.0f * large) == 0xffffffffu && __float2ll_rn(large) == 3000000000ll;
    right = right && __float2ll_rz(nan) == static_cast<long long>(1ull << 63) && __float2ull_rz(nan) == 1ull << 63;
    right = right && __float2ull_ru(unknown(1e30f)) == ~0ull && __float2ll_rd(-half_way) == -3;
    const double below = unknown(-1.5),
                 not_a_double = __longlong_as_double(__double_as_longlong(unknown(0.0)) | 0x7ff8ll << 48);
    right = right && __double2int_rd(below) == -2 && __double2int_rn(below) == -2 && __double2ll_ru(below) == -1;
    right = right && __double2uint_rz(below) == 0u && __double2int_rz(not_a_double) == -2147483647 - 1;
    right = right && __double2ull_rn(unknown(2.5)) == 2ull && __double2uint_rz(not_a_double) == 0x80000000u;
    const int odd = unknown(16777217);
    right = right && __int2float_rn(odd) == 16777216.0f && __int2float_ru(odd) == 16777218.0f;
    right = right && __int2float_rz(-odd) == -16777216.0f && __int2float_rd(-odd) == -16777218.0f;
    right = right && __uint2float_rd(0xfffffffeu + static_cast<unsigned>(odd - 16777217)) == 0x1.fffffep31f;
    right = right && __ll2float_rz(0x7fffffffffffffffll - (odd - 16777217)) == 0x1.fffffep62f;
    right = right && __ull2float_rn(~0ull - static_cast<unsigned>(odd - 16777217)) == 0x1p64f;
    right = right && __double2float_ru(unknown(1.0 + 0x1p-40)) == 0x1.000002p0f;
    right = right && __double2float_rn(unknown(1.0 + 0x1p-40)) == 1.0f && __int2double_rn(odd) == 16777217.0;
    right = right && __ll2double_rz((1ll << 53) + 1 + (odd - 16777217)) == 0x1p53;
    right = right && __int_as_float(0x3f800000) == 1.0f && __float_as_int(1.0f) == 0x3f800000;
    right = right && __hiloint2double(0x3ff00000, 0) == 1.0 && __double2hiint(unknown(1.0)) == 0x3ff00000;
    answer(out, right && __double2loint(unknown(1.0)) == 0);
}

__device__ bool near(double value, double expected) { return fabs(value - expected) <= 4e-7 * fabs(expected); }

__global__ void lengths_and_roots(const float2* points, int, float* out) {
    const float inf = unknown(__uint_as_float(0x7f800000u)), three = unknown(3.0f);
    bool right = near(norm3df(three, 4.0f, 12.0f), 13.0) && near(rnorm3df(three, 4.0f, 12.0f), 1.0 / 13.0);
    right = right && near(hypotf(three, 4.0f), 5.0) && near(rhypotf(three, 4.0f), 0.2) && near(hypot(3.0, 4.0), 5.0);
    right = right && near(norm4df(1.0f, 1.0f, 1.0f, unknown(1.0f)), 2.0) && near(rnorm4df(1.0f, 1.0f, 1.0f, 1.0f), 0.5);
    right =
        right && near(norm3df(1e30f, 1e30f, 0.0f * three), 1.41421356e30) && norm3df(inf, not_a_number(), 0.0f) == inf;
    right = right && rhypotf(inf, not_a_number()) == 0.0f && near(hypotf(3e-30f, 4e-30f), 5e-30);
    const float values[3] = {three, 4.0f, 12.0f};
    right = right && near(normf(3, values), 13.0) && near(rnormf(3, values), 1.0 / 13.0);
    right =
        right && near(rsqrtf(4.0f * three), 0.28867513) && near(rsqrt(unknown(16.0)), 0.25) && near(rcbrtf(8.0f), 0.5);
    right = right && __frsqrt_rn(unknown(4.0f)) == 0.5f && near(__fdividef(three, 4.0f), 0.75);
    right = right && near(sinpif(unknown(0.5f)), 1.0) && near(cospif(unknown(1.0f)), -1.0) && near(__expf(0.0f), 1.0);
    right = right && near(norm3d(3.0, 4.0, unknown(12.0)), 13.0) && near(__log2f(unknown(8.0f)), 3.0);
    const float2 same = __ldg(points), too = __ldcg(points);
    answer(out, right && same.x == too.x && fmaf(2.0f, three, 1.0f) == 7.0f);
}

__global__ void special_functions(const float2*, int, float* out) {
    const float half = unknown(0.5f);
    const double quarter = unknown(0.25);
    bool right =
        near(normcdff(half), 0.69146246) && near(normcdf(-quarter), 0.40129367) && near(normcdfinvf(0.5f), 0.0);
    right = right && near(normcdfinv(0.975 + quarter - 0.25), 1.95996398) && near(erfinvf(half), 0.47693628);
    right = right && near(erfcinvf(half), 0.47693628) && near(erfinv(quarter), 0.22531206);
    right = right && near(erfcxf(half), 0.61569034) && near(erfcx(20.0 * quarter * 4.0), 0.028174348);
    right = right && near(cyl_bessel_i0f(half), 1.0634834) && near(cyl_bessel_i1f(-half), -0.2578943);
    right = right && near(cyl_bessel_i0(160.0 * quarter), 1.4894774793419896e16);
    double sine = 0.0, cosine = 0.0;
    float float_sine = 0.0f, float_cosine = 0.0f;
    sincospi(quarter, &sine, &cosine);
    sincospif(half, &float_sine, &float_cosine);
    right = right && near(sine, 0.70710678) && near(cosine, 0.70710678) && float_sine == 1.0f && float_cosine == 0.0f;
    const double values[4] = {2.0 * quarter, 0.5, 0.5, 0.5};
    right =
        right && near(norm(4, values), 1.0) && near(rnorm(4, values), 1.0) && near(norm4d(1, 1, 1, 4 * quarter), 2.0);
    right = right && near(rnorm4d(1, 1, 1, 4 * quarter), 0.5) && near(rcbrt(32 * quarter), 0.5);
    right = right && llmin(-1, unknown(2)) == -1 && ullmax(1, 2ull) == 2 && umin(3, ~0u) == 3u && umax(3, ~0u) == ~0u;
    answer(out, right);
}

__global__ void more_atomics(const float2*, int, float* out) {
    __shared__ int least, most, wrapped;
    __shared__ unsigned up, down;
    __shared__ unsigned long long swapped, bits;
    __shared__ double sum;
    const int rank = thread_rank();
    if (rank == 0) {
        least = 1000;
        most = -1000;
        wrapped = 0;
        up = down = 0;
        swapped = 0;
        bits = 0;
        sum = 0.0;
    }
    __syncthreads();
    atomicMin(&least, -rank);
    atomicMax(&most, rank - 300);
    atomicSub(&wrapped, 1);
    atomicInc(&up, 99u);
    atomicDec(&down, 99u);
    atomicOr(&bits, 1ull << rank % 64);
    atomicAdd(&sum, 0.25);
    for (unsigned long long seen = 0, old = 0;; seen = old) {
        old = atomicCAS(&swapped, seen, seen + (1ull << 32));
        if (old == seen) break;
    }
    __syncthreads();
    bool right = least == -255 && most == -45 && wrapped == -256 && bits == ~0ull && sum == 64.0;
    right = right && swapped == 256ull << 32 && up == 56u && down == 44u;
    __syncthreads();
    if (rank == 0)
        right = right && atomicExch(&least, 5) == -255 && atomicAnd(&most, 7) == -45 && atomicXor(&up, 1u) == 56u;
    answer(out, right);
}

} // namespace

std::vector<Specimen> working_numbers() {
    return {{"vectors", launch<vectors>},
            {"whole_numbers", launch<whole_numbers>},
            {"roundings", launch<roundings>},
            {"conversions", launch<conversions>},
            {"lengths_and_roots", launch<lengths_and_roots>},
            {"special_functions", launch<special_functions>},
            {"more_atomics", launch<more_atomics>}};
}

} // namespace pairscope::specimens
