// SPDX-License-Identifier: MIT
// The squared distance is |x|^2 + |y|^2 - 2 x.y, which is exact in integers. If the processor has vpdpbusd (VNNI), one
// instruction multiplies 64 bytes by 64 bytes; otherwise bytes are widened to 16 bits first. Google Highway compiles
// this file once for each instruction set and picks the best one when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/workloads/farthest_pair/ladder/cpu_simd.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/engines/cpu/vnni.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/farthest_pair/best.h"
#include "kernels/workloads/farthest_pair/problem.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::farthest_pair {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

/// The product of two vectors of bytes. It may wrap around at 2^32.
std::uint32_t product_of(const std::uint8_t* HWY_RESTRICT x, const std::uint8_t* HWY_RESTRICT y, int dims,
                         std::uint32_t /*sum_of_x*/) {
    const hn::ScalableTag<std::int16_t> words;
    const hn::Rebind<std::uint8_t, decltype(words)> bytes;
    const hn::RepartitionToWide<decltype(words)> sums;
    const int step = static_cast<int>(hn::Lanes(words));
    auto sum = hn::Zero(sums), other = hn::Zero(sums);
    int k = 0;
    for (; k + step <= dims; k += step)
        sum = hn::ReorderWidenMulAccumulate(sums, hn::PromoteTo(words, hn::LoadU(bytes, x + k)),
                                            hn::PromoteTo(words, hn::LoadU(bytes, y + k)), sum, other);
    auto product = static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(sums, hn::Add(sum, other))));
    for (; k < dims; ++k) product += std::uint32_t{x[k]} * y[k];
    return product;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::ladder::farthest_pair
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::ladder::farthest_pair {
namespace {

HWY_EXPORT(product_of);

#if defined(__x86_64__)

/// vpdpbusd takes signed bytes on one side, so 128 is subtracted from y, and 128 times the sum of x is added at the
/// end. After the end of the vectors a masked load gives 0 for x.
__attribute__((target("avx512f,avx512bw,avx512vnni"))) std::uint32_t
product_by_vnni(const std::uint8_t* x, const std::uint8_t* y, int dims, std::uint32_t sum_of_x) {
    constexpr int step = 64;
    const __m512i flip = _mm512_set1_epi8(static_cast<char>(0x80));
    __m512i sum = _mm512_setzero_si512();
    int k = 0;
    for (; k + step <= dims; k += step)
        sum = _mm512_dpbusd_epi32(sum, _mm512_loadu_si512(x + k), _mm512_xor_si512(_mm512_loadu_si512(y + k), flip));
    if (k < dims) {
        const __mmask64 rest = ~0ull >> (step - (dims - k));
        sum = _mm512_dpbusd_epi32(sum, _mm512_maskz_loadu_epi8(rest, x + k),
                                  _mm512_xor_si512(_mm512_maskz_loadu_epi8(rest, y + k), flip));
    }
    return static_cast<std::uint32_t>(_mm512_reduce_add_epi32(sum)) + 128 * sum_of_x;
}

#else

constexpr auto product_by_vnni = nullptr; // never called

#endif

constexpr int bytes_of_group = 12 * 1024; // two of them leave room in a first-level cache of 32 KiB

/// The vectors, and what is computed once for each of them.
struct Vectors {
    FarthestPairProblem problem;
    std::uint32_t *lengths, *sums; ///< squared lengths; sums of the coordinates

    [[nodiscard]] const std::uint8_t* at(int i) const { return problem.data + i * problem.pitch; }
};

void add_up(const Vectors& vectors) {
    for (int i = 0; i < vectors.problem.n; ++i) {
        std::uint32_t length = 0, sum = 0;
        for (int k = 0; k < vectors.problem.dims; ++k) {
            const std::uint32_t coordinate = vectors.at(i)[k];
            length += coordinate * coordinate;
            sum += coordinate;
        }
        vectors.lengths[i] = length;
        vectors.sums[i] = sum;
    }
}

/// The best pair that has one row in each group, with the second row after the first one.
FoundPair best_of_square(const Vectors& vectors, int first_i, int first_j, int group) {
    auto* product_of = HWY_DYNAMIC_DISPATCH(product_of);
    if (cpu::has_vnni()) product_of = product_by_vnni;
    const int n = vectors.problem.n;
    FoundPair best = farthest::no_pair;
    for (int i = first_i; i < std::min(first_i + group, n); ++i)
        for (int j = std::max(first_j, i + 1); j < std::min(first_j + group, n); ++j) {
            const std::uint32_t product =
                product_of(vectors.at(i), vectors.at(j), vectors.problem.dims, vectors.sums[i]);
            const FoundPair pair{i, j, static_cast<double>(vectors.lengths[i] + vectors.lengths[j] - 2 * product)};
            if (farthest::wins_over(pair, best)) best = pair;
        }
    return best;
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    auto* const numbers = reinterpret_cast<std::uint32_t*>(run.problem.workspace);
    const Vectors vectors{problem, numbers, numbers + problem.n};
    add_up(vectors);
    const int group = std::max(bytes_of_group / problem.dims, 1);
    FoundPair best = farthest::no_pair;
    for (int i = 0; i < problem.n; i += group) {
        for (int j = i; j < problem.n; j += group) {
            if (run.host->stop.stop_requested()) return;
            const FoundPair pair = best_of_square(vectors, i, j, group);
            if (farthest::wins_over(pair, best)) best = pair;
        }
        if (run.host->rows_done != nullptr) *run.host->rows_done += std::min(group, problem.n - i);
    }
    *problem.pair = best;
}

std::int64_t workspace_bytes(const Workload& workload) {
    return 2 * workload.rows * std::int64_t{sizeof(std::uint32_t)};
}

} // namespace

KernelVariant cpu_simd_variant() {
    return {
        .title = "Vector instructions, one thread",
        .teaches =
            "One instruction multiplies up to 64 pairs of bytes, and the squared lengths are computed once per vector.",
        .wastes =
            "For each pair, both vectors are loaded again and the lanes of the sum are added up. Only one core works.",
        .parent = "farthest_pair/cpu_blocked",
        .backend = Backend::cpu,
        .workspace_bytes = workspace_bytes,
        .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
#endif
