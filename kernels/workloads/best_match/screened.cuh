// SPDX-License-Identifier: MIT
// What the scores in float32 say of a vector, on the device; and how the exact matches are made of it.
//
// A score in float32 is off by error_of_score() at most. If the second highest of a vector's scores exceeds the third
// highest by more than twice as much, then the two candidates are the right ones, and only their exact scores are
// computed. Otherwise all scores of this vector are computed in double precision.
#pragma once

#include "kernels/cuda/launch.h"
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

/// What the lanes of a group of `lanes` neighbours found together. All lanes of the warp have to call it.
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

/// Where the blocks leave what they found. The candidates may be divided into slices, each of which is another block's.
struct Screening {
    Screened* found = nullptr; ///< of row i and slice s: found[i * slices + s]
    int slices = 1;
    int* uncertain_count = nullptr;
    int* uncertain_rows = nullptr; ///< those whose candidates are not certain
};

/// The part of the workspace that a screening takes [B].
[[nodiscard]] inline std::int64_t screening_bytes(std::int64_t rows, int slices) {
    return rows * slices * std::int64_t{sizeof(Screened)} + (rows + 1) * std::int64_t{sizeof(int)};
}
[[nodiscard]] inline std::int64_t screening_of_one_slice(const Workload& workload) {
    return screening_bytes(workload.rows, 1);
}

[[nodiscard]] inline Screening screening_in(std::byte* workspace, const MatchSets& sets, int slices = 1) {
    auto* const found = reinterpret_cast<Screened*>(workspace);
    auto* const count = reinterpret_cast<int*>(found + std::int64_t{sets.rows} * slices);
    return {found, slices, count, count + 1};
}

/// Keeps what was found. One thread stores each row's.
__device__ inline void keep(const Screening& screening, int row, int slice, const Screened& found) {
    screening.found[row * screening.slices + slice] = found;
    if (row == 0 && slice == 0) *screening.uncertain_count = 0;
}

/// The products of two float32 are exact in double precision, so this is the definition of the score.
__device__ inline double exact_score(const MatchSets& sets, int row, int candidate) {
    const float* const x = sets.a + row * sets.a_pitch;
    const float* const y = sets.b + candidate * sets.b_pitch;
    double score = 0.0;
    for (int k = 0; k < sets.dims; ++k) score = fma(double{x[k]}, double{y[k]}, score);
    return score;
}

/// Is the first one the better match? Of equal scores the lower row is.
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
    __device__ FoundMatch match() const {
        const bool has_second = second != no_candidate;
        return {best, has_second ? second : -1, static_cast<float>(best_score),
                has_second ? static_cast<float>(second_score) : 0.0f};
    }
};

// These are static, because a trace does not always find the lines of a copy that several variants share.

/// Two threads for each row, one for each candidate. Rows whose candidates are not certain are put on the list.
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

constexpr int threads_of_exact_rows = 128;

/// A block for each row of the list, one after the other: all scores, in double precision.
static __global__ void match_exactly(MatchSets sets, Screening screening) {
    __shared__ ExactTwo found[threads_of_exact_rows];
    const int count = *screening.uncertain_count, thread = static_cast<int>(threadIdx.x);
    for (int at = static_cast<int>(blockIdx.x); at < count; at += static_cast<int>(gridDim.x)) {
        const int row = screening.uncertain_rows[at];
        ExactTwo two;
        for (int candidate = thread; candidate < sets.cols; candidate += threads_of_exact_rows)
            two.offer(exact_score(sets, row, candidate), candidate);
        found[thread] = two;
        __syncthreads();
        if (thread == 0) {
            for (int k = 1; k < threads_of_exact_rows; ++k) {
                two.offer(found[k].best_score, found[k].best);
                two.offer(found[k].second_score, found[k].second);
            }
            sets.matches[row] = two.match();
        }
        __syncthreads(); // the next row may overwrite what the threads found
    }
}

/// Makes matches of what the blocks kept.
static inline void finish(const MatchSets& sets, const Screening& screening, cudaStream_t stream) {
    constexpr int threads = 128, most_blocks = 528; // four for each multiprocessor of an H200
    cuda::launch_grid(choose, cuda::tiles(2 * std::int64_t{sets.rows}, threads), threads, 0, stream, sets, screening);
    cuda::launch_grid(match_exactly, sets.rows < most_blocks ? sets.rows : most_blocks, threads_of_exact_rows, 0,
                      stream, sets, screening);
}

} // namespace pairscope::matching::inline PAIRSCOPE_SIDE
