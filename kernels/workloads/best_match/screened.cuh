// SPDX-License-Identifier: MIT
// What the float32 scores of a vector say, on the device; and how the exact matches are made from them.
//
// A float32 score has an error of at most error_of_score(). If the second highest score of a vector exceeds the third
// highest by more than twice this error, then the two candidates are the right ones, and only their exact scores are
// computed. Otherwise all scores of this vector are computed in double precision.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/best_match/problem.h"

#include <cstddef>
#include <cstdint>

namespace pairscope::matching::inline PAIRSCOPE_SIDE {

/// The two best candidates of a vector so far, and the third highest score.
struct Screened {
    float best_score = no_score, second_score = no_score, third_score = no_score;
    int best = -1, second = -1;
};

__device__ inline void offer(Screened& screened, float score, int candidate) {
    if (!(score > screened.third_score)) return;
    if (score > screened.best_score) {
        screened = {score, screened.best_score, screened.second_score, candidate, screened.best};
    } else if (score > screened.second_score) {
        screened.third_score = screened.second_score;
        screened.second_score = score;
        screened.second = candidate;
    } else {
        screened.third_score = score;
    }
}

/// Offers what another thread found among other candidates.
__device__ inline void offer(Screened& screened, const Screened& other) {
    offer(screened, other.best_score, other.best);
    offer(screened, other.second_score, other.second);
    screened.third_score = fmaxf(screened.third_score, other.third_score);
}

/// Combines what the lanes of a group of `lanes` neighbours found. All lanes of the warp have to call it.
template <int lanes> __device__ Screened together(Screened mine) {
    for (int distance = lanes / 2; distance > 0; distance /= 2) {
        constexpr unsigned all = 0xffffffffu;
        Screened other;
        other.best_score = __shfl_xor_sync(all, mine.best_score, distance);
        other.second_score = __shfl_xor_sync(all, mine.second_score, distance);
        other.third_score = __shfl_xor_sync(all, mine.third_score, distance);
        other.best = __shfl_xor_sync(all, mine.best, distance);
        other.second = __shfl_xor_sync(all, mine.second, distance);
        offer(mine, other);
    }
    return mine;
}

/// Says whether the first match is better. Among equal scores the lower row is better.
__device__ inline bool is_better(double score, int candidate, double other_score, int other) {
    return score > other_score || (score == other_score && candidate < other);
}

/// The two best matches so far, by exact scores.
struct ExactTwo {
    double best_score = static_cast<double>(no_score), second_score = static_cast<double>(no_score);
    int best = no_candidate, second = no_candidate;

    static constexpr int no_candidate = 0x7fffffff;
    __device__ void offer(double score, int candidate) {
        if (is_better(score, candidate, best_score, best)) {
            second_score = best_score, second = best;
            best_score = score, best = candidate;
        } else if (is_better(score, candidate, second_score, second)) {
            second_score = score, second = candidate;
        }
    }
    __device__ void offer(const ExactTwo& other) {
        offer(other.best_score, other.best);
        offer(other.second_score, other.second);
    }
    __device__ FoundMatch match() const {
        const bool has_second = second != no_candidate;
        return {best, has_second ? second : -1, static_cast<float>(best_score),
                has_second ? static_cast<float>(second_score) : 0.0f};
    }
};

constexpr int exact_threads = 128, candidates_of_thread = 4, candidates_at_once = exact_threads * candidates_of_thread;

/// The number of parts into which the candidates are divided where all scores of a vector are computed exactly.
[[nodiscard]] __host__ __device__ constexpr int parts_of(std::int64_t cols) {
    constexpr std::int64_t most = 32;
    const std::int64_t parts = (cols + candidates_at_once - 1) / candidates_at_once;
    return static_cast<int>(parts < most ? parts : most);
}

/// Where the blocks leave what they found. The candidates may be divided into slices, and each slice belongs to another
/// block.
struct Screening {
    Screened* found = nullptr; ///< what was found for row i in slice s is found[i * slices + s]
    int slices = 1;
    ExactTwo* parts =
        nullptr; ///< row number i of the list has parts_of(cols) of them, from parts[i * parts_of(cols)] on
    int* uncertain_count = nullptr;
    int* uncertain_rows = nullptr; ///< the list of rows whose candidates are not certain
};

/// The part of the workspace that a screening takes [B].
[[nodiscard]] inline std::int64_t screening_bytes(std::int64_t rows, std::int64_t cols, int slices) {
    return rows * parts_of(cols) * std::int64_t{sizeof(ExactTwo)} + rows * slices * std::int64_t{sizeof(Screened)} +
           (rows + 1) * std::int64_t{sizeof(int)};
}
[[nodiscard]] inline std::int64_t screening_of_one_slice(const Workload& workload) {
    return screening_bytes(workload.rows, workload.cols, 1);
}

[[nodiscard]] inline Screening screening_in(std::byte* workspace, const MatchSets& sets, int slices = 1) {
    auto* const parts = reinterpret_cast<ExactTwo*>(workspace);
    auto* const found = reinterpret_cast<Screened*>(parts + std::int64_t{sets.rows} * parts_of(sets.cols));
    auto* const count = reinterpret_cast<int*>(found + std::int64_t{sets.rows} * slices);
    return {found, slices, parts, count, count + 1};
}

/// Keeps what was found. One thread per row calls this.
__device__ inline void keep(const Screening& screening, int row, int slice, const Screened& found) {
    screening.found[row * screening.slices + slice] = found;
    if (row == 0 && slice == 0) *screening.uncertain_count = 0;
}

/// The scores of a vector and some candidates. The products of two float32 numbers are exact in double precision, so
/// this is the definition of the score.
template <int count>
__device__ void exact_scores(const MatchSets& sets, int row, const int (&candidates)[count], double (&scores)[count]) {
    const long long dim_of_x = sets.is_column_major ? sets.a_pitch : 1,
                    dim_of_y = sets.is_column_major ? sets.b_pitch : 1;
    const float* const x = sets.a + row * static_cast<long long>(sets.is_column_major ? 1 : sets.a_pitch);
    const float* y[count];
#pragma unroll
    for (int i = 0; i < count; ++i) {
        y[i] = sets.b + candidates[i] * static_cast<long long>(sets.is_column_major ? 1 : sets.b_pitch);
        scores[i] = 0.0;
    }
    int k = 0;
    if (!sets.is_column_major && sets.a_pitch % 4 == 0 && sets.b_pitch % 4 == 0)
        for (; k + 4 <= sets.dims; k += 4) {
            const float4 of_x = *reinterpret_cast<const float4*>(x + k);
#pragma unroll
            for (int i = 0; i < count; ++i) {
                const float4 of_y = *reinterpret_cast<const float4*>(y[i] + k);
                scores[i] = fma(double{of_x.x}, double{of_y.x}, scores[i]);
                scores[i] = fma(double{of_x.y}, double{of_y.y}, scores[i]);
                scores[i] = fma(double{of_x.z}, double{of_y.z}, scores[i]);
                scores[i] = fma(double{of_x.w}, double{of_y.w}, scores[i]);
            }
        }
#pragma unroll 4
    for (; k < sets.dims; ++k) {
        const double of_x{x[k * dim_of_x]};
#pragma unroll
        for (int i = 0; i < count; ++i) scores[i] = fma(of_x, double{y[i][k * dim_of_y]}, scores[i]);
    }
}
__device__ inline double exact_score(const MatchSets& sets, int row, int candidate) {
    const int candidates[1] = {candidate};
    double scores[1];
    exact_scores(sets, row, candidates, scores);
    return scores[0];
}

/// Combines what the lanes of a group of `lanes` neighbours found. All lanes of the warp have to call it.
template <int lanes> __device__ ExactTwo together(ExactTwo mine) {
    for (int distance = lanes / 2; distance > 0; distance /= 2) {
        constexpr unsigned all = 0xffffffffu;
        ExactTwo other;
        other.best_score = __shfl_xor_sync(all, mine.best_score, distance);
        other.second_score = __shfl_xor_sync(all, mine.second_score, distance);
        other.best = __shfl_xor_sync(all, mine.best, distance);
        other.second = __shfl_xor_sync(all, mine.second, distance);
        mine.offer(other);
    }
    return mine;
}

// These kernels are static, because a trace does not always find the source lines of a kernel that several variants
// share.

/// Each row has two threads, one for each of its two candidates. Rows whose candidates are not certain are put on the
/// list.
static __global__ void choose(MatchSets sets, Screening screening) {
    const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), row = thread / 2, which = thread % 2;
    const int my_row = min(row, sets.rows - 1);
    Screened found;
    for (int slice = 0; slice < screening.slices; ++slice)
        offer(found, screening.found[my_row * screening.slices + slice]);
    const int candidate = which == 0 ? found.best : found.second;
    const double score = candidate < 0 ? static_cast<double>(no_score) : exact_score(sets, my_row, candidate);
    const double other_score = __shfl_xor_sync(0xffffffffu, score, 1);
    if (row >= sets.rows || which != 0) return;
    if (sets.cols > 2 && !(found.second_score - found.third_score > 2.0f * error_of_score(sets.dims))) {
        screening.uncertain_rows[atomicAdd(screening.uncertain_count, 1)] = row;
        return;
    }
    ExactTwo two;
    two.offer(score, found.best);
    if (found.second >= 0) two.offer(other_score, found.second);
    sets.matches[row] = two.match();
}

/// Computes all scores of the rows on the list in double precision. A block does so for one row and one part of the
/// candidates at a time.
static __global__ void __launch_bounds__(exact_threads) match_parts_exactly(MatchSets sets, Screening screening) {
    constexpr int warps = exact_threads / 32;
    __shared__ ExactTwo of_warps[warps];
    const int parts = parts_of(sets.cols), thread = static_cast<int>(threadIdx.x);
    const int of_part = (sets.cols + parts - 1) / parts;
    const long long count = static_cast<long long>(*screening.uncertain_count) * parts;
    for (long long at = blockIdx.x; at < count; at += gridDim.x) {
        const int row = screening.uncertain_rows[at / parts], begin = static_cast<int>(at % parts) * of_part;
        const int end = min(begin + of_part, sets.cols);
        ExactTwo two;
        for (int first = begin + thread; first < end; first += candidates_at_once) {
            int candidates[candidates_of_thread];
            double scores[candidates_of_thread];
            for (int i = 0; i < candidates_of_thread; ++i) candidates[i] = min(first + i * exact_threads, end - 1);
            exact_scores(sets, row, candidates, scores);
            for (int i = 0; i < candidates_of_thread; ++i)
                if (first + i * exact_threads < end) two.offer(scores[i], candidates[i]);
        }
        two = together<32>(two);
        if (thread % 32 == 0) of_warps[thread / 32] = two;
        __syncthreads();
        if (thread == 0) {
            for (int warp = 1; warp < warps; ++warp) two.offer(of_warps[warp]);
            screening.parts[at] = two;
        }
        __syncthreads(); // the next part may overwrite what the warps found
    }
}

/// Combines the parts of each row on the list. Each row has a warp.
static __global__ void __launch_bounds__(exact_threads) match_rows_exactly(MatchSets sets, Screening screening) {
    const int parts = parts_of(sets.cols), lane = static_cast<int>(threadIdx.x) % 32;
    const int warps = static_cast<int>(gridDim.x) * (exact_threads / 32);
    for (int at = static_cast<int>(blockIdx.x * (exact_threads / 32) + threadIdx.x / 32);
         at < *screening.uncertain_count; at += warps) {
        ExactTwo two;
        for (int part = lane; part < parts; part += 32)
            two.offer(screening.parts[static_cast<long long>(at) * parts + part]);
        two = together<32>(two);
        if (lane == 0) sets.matches[screening.uncertain_rows[at]] = two.match();
    }
}
static inline void launch_match_exactly(const MatchSets& sets, const Screening& screening, cudaStream_t stream) {
    constexpr int most_blocks = 1056; // eight per multiprocessor of an H200
    const std::int64_t parts = std::int64_t{sets.rows} * parts_of(sets.cols);
    cuda::launch_grid(match_parts_exactly, parts < most_blocks ? static_cast<unsigned>(parts) : most_blocks,
                      exact_threads, 0, stream, sets, screening);
    cuda::launch_grid(match_rows_exactly, sets.rows < most_blocks ? sets.rows : most_blocks, exact_threads, 0, stream,
                      sets, screening);
}

/// Makes the matches from what the blocks kept.
static inline void finish(const MatchSets& sets, const Screening& screening, cudaStream_t stream) {
    constexpr int threads = 128;
    cuda::launch_grid(choose, cuda::tiles(2 * std::int64_t{sets.rows}, threads), threads, 0, stream, sets, screening);
    launch_match_exactly(sets, screening, stream);
}

} // namespace pairscope::matching::inline PAIRSCOPE_SIDE
