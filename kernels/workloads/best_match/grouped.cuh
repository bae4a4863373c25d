// SPDX-License-Identifier: MIT
// Scores that tensor cores compute from fp16 numbers, called halves, as a screening: which groups of four candidates
// can hold the two best matches of a vector, with a proven bound of the error; and how the exact matches are made from
// these groups.
//
// With x' and y' as the vectors of halves, |x.y - x'.y'| <= |x - x'| |y| + |x'| |y - y'|, and a tensor core cuts off
// its sums. Let s be the second highest maximum of a vector's groups, and E the largest error of a score. Then no
// candidate whose score is below s - 2 E can be among the two best. A lane keeps its two highest groups of a vector,
// and the score of the third one. If that score reaches s - 2 E, the list was too short, and all scores of the vector
// are computed exactly.
#pragma once

#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/panel_products.cuh"
#include "kernels/workloads/best_match/screened.cuh"

#include <cuda_fp16.h>
#include <string>

namespace pairscope::matching::inline PAIRSCOPE_SIDE {

constexpr int lanes_of_row = 4, candidates_of_group = 4;
constexpr int groups_of_lane =
    cuda::block_vectors / (lanes_of_row * candidates_of_group); ///< groups of a row in a block of candidates
static_assert(groups_of_lane == 16);
constexpr int group_bits = groups_of_lane - 1; ///< the lowest bits of a score tell the group

/// The error of a sum of a tensor core, and of the bits that tell the group. For each 16 coordinates, 17 terms are cut
/// off at 2^-25 of the largest one, which is below 4, and the sum at 2^-22. The factor of 2 is a reserve for what was
/// not measured.
__host__ __device__ constexpr float error_of_sums(int steps) {
    return 2.0f * static_cast<float>(steps) * (17.0f * 0x1p-24f + 0x1p-22f) + 16.0f * 0x1p-22f;
}

/// The two highest groups of a row, each with the block of 256 candidates that it lies in.
struct Groups {
    float best = no_score, second = no_score, third = no_score;
    int best_block = 0, second_block = 0;

    __device__ void offer(float score, int block) {
        const bool is_best = score > best, is_second = score > second;
        third = fmaxf(third, fminf(second, score));
        second = is_best ? best : is_second ? score : second;
        second_block = is_best ? best_block : is_second ? block : second_block;
        best = is_best ? score : best;
        best_block = is_best ? block : best_block;
    }
};

/// A lane begins new lists four times, so that the third highest group of a list is hardly ever among the candidates.
constexpr int parts_of_slice = 4, lists_of_slice = parts_of_slice * lanes_of_row;

/// The workspace: both sets as halves, and what the screening leaves.
struct Screen {
    cuda::BlockedSet a, b;
    float *a_error, *b_error; ///< |x - x'| of each vector, rounded up
    unsigned* largest_error;  ///< the largest one of all candidates, as the bits of a float
    Groups* found;            ///< for each row and slice, the lists of four lanes for each part of the slice
    Screening rest;           ///< only its list of rows that are not certain is used
    int slices;               ///< how many slices the candidates have
};

constexpr std::int64_t up_to_256(std::int64_t bytes) { return (bytes + 255) / 256 * 256; }

[[nodiscard]] inline int slices_of_screen(std::int64_t rows, std::int64_t cols) {
    constexpr std::int64_t multiprocessors = 132; // as on an H200; each runs one block
    const auto panels = static_cast<std::int64_t>(cuda::tiles(rows, cuda::panel_vectors)),
               blocks = static_cast<std::int64_t>(cuda::tiles(cols, cuda::block_vectors));
    const std::int64_t most = max(std::int64_t{1}, min(blocks, multiprocessors / panels));
    const std::int64_t of_slice = (blocks + most - 1) / most;
    return static_cast<int>((blocks + of_slice - 1) / of_slice); // no slice is empty
}

/// If the workspace begins at null, `end` is its size.
struct ScreenPlan {
    Screen screen;
    std::byte* end;
};
[[nodiscard]] inline ScreenPlan screen_plan(std::byte* at, std::int64_t rows, std::int64_t cols, std::int64_t dims) {
    Screen screen{};
    const auto take = [&]<class T>(T*& pointer, std::int64_t count) {
        pointer = reinterpret_cast<T*>(at);
        at += up_to_256(count * std::int64_t{sizeof(T)});
    };
    screen.a = cuda::blocked_set(nullptr, rows, 2 * dims);
    screen.b = cuda::blocked_set(nullptr, cols, 2 * dims);
    screen.slices = slices_of_screen(rows, cols);
    take(screen.a.data, cuda::blocked_bytes(screen.a));
    take(screen.b.data, cuda::blocked_bytes(screen.b));
    take(screen.a_error, std::int64_t{screen.a.blocks} * cuda::block_vectors);
    take(screen.b_error, std::int64_t{screen.b.blocks} * cuda::block_vectors);
    take(screen.largest_error, 1);
    take(screen.found, rows * screen.slices * lists_of_slice);
    take(screen.rest.parts, rows * parts_of(cols));
    take(screen.rest.uncertain_count, 1);
    take(screen.rest.uncertain_rows, rows);
    return {screen, at};
}
[[nodiscard]] inline std::int64_t screen_bytes(const Workload& workload) {
    return screen_plan(nullptr, workload.rows, workload.cols, workload.dims).end - static_cast<std::byte*>(nullptr);
}

static __global__ void begin_screen(Screen screen) {
    *screen.largest_error = 0;
    *screen.rest.uncertain_count = 0;
}

constexpr int halving_threads = 128;

/// Eight coordinates of a vector as halves. Adds the squares of what rounding takes off to `error`.
__device__ inline uint4 eight_halves(const float* vector, int first_dim, int dims, bool by_quads, float& error) {
    float x[8];
    if (by_quads && first_dim + 8 <= dims) {
        const float4 low = *reinterpret_cast<const float4*>(vector + first_dim),
                     high = *reinterpret_cast<const float4*>(vector + first_dim + 4);
        x[0] = low.x, x[1] = low.y, x[2] = low.z, x[3] = low.w;
        x[4] = high.x, x[5] = high.y, x[6] = high.z, x[7] = high.w;
    } else {
#pragma unroll
        for (int k = 0; k < 8; ++k) x[k] = first_dim + k < dims ? vector[first_dim + k] : 0.0f;
    }
    unsigned words[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const __half2 halves = __floats2half2_rn(x[2 * k], x[2 * k + 1]);
        const float2 back = __half22float2(halves);
        const float left = x[2 * k] - back.x, right = x[2 * k + 1] - back.y; // exact
        error = fmaf(left, left, fmaf(right, right, error));
        words[k] = *reinterpret_cast<const unsigned*>(&halves);
    }
    return make_uint4(words[0], words[1], words[2], words[3]);
}

/// One warp converts eight vectors, each with four lanes, which convert eight coordinates at a time. The vectors of the
/// first set come first. Copies of the last vector fill up the sets.
static __global__ void __launch_bounds__(halving_threads) make_halves(MatchSets sets, Screen screen) {
    const int lane = threadIdx.x % 32, a_octets = screen.a.blocks * (cuda::block_vectors / 8);
    const int octet = blockIdx.x * (halving_threads / 32) + threadIdx.x / 32;
    const bool is_row = octet < a_octets;
    const cuda::BlockedSet& set = is_row ? screen.a : screen.b;
    const int place = (is_row ? octet : octet - a_octets) * 8 + lane % 8;
    if (place >= set.blocks * cuda::block_vectors) return;
    const int pitch = is_row ? sets.a_pitch : sets.b_pitch;
    const float* const vector =
        is_row ? sets.a + min(place, sets.rows - 1) * pitch : sets.b + min(place, sets.cols - 1) * pitch;
    float squares = 0.0f;
#pragma unroll 4
    for (int eight = lane / 8; eight < 2 * set.steps; eight += 4)
        *reinterpret_cast<uint4*>(set.piece(place, eight)) =
            eight_halves(vector, eight * 8, sets.dims, pitch % 4 == 0, squares);
    squares += __shfl_xor_sync(~0u, squares, 8);
    squares += __shfl_xor_sync(~0u, squares, 16);
    // The sum may be too small: rounding may have lost a millionth of it, and squares below the smallest float32
    // number.
    float error = sqrtf(squares) * 1.001f + 1e-18f;
    if (lane < 8) (is_row ? screen.a_error : screen.b_error)[place] = error;
    if (is_row) return;
    for (int distance = 4; distance > 0; distance /= 2) error = fmaxf(error, __shfl_xor_sync(~0u, error, distance));
    if (lane == 0) atomicMax(screen.largest_error, __float_as_uint(error));
}

constexpr int ranking_threads = 128, lanes_of_ranking = 16, most_ranked = 64; // candidates per row

/// Each row has sixteen lanes. They find the score s - 2 E, called the line, list the candidates above it, and compute
/// their exact scores.
static __global__ void __launch_bounds__(ranking_threads) rank_exactly(MatchSets sets, Screen screen) {
    constexpr int rows_of_block = ranking_threads / lanes_of_ranking;
    __shared__ int listed[rows_of_block][most_ranked];
    __shared__ int counts[rows_of_block];
    const int in_block = threadIdx.x / lanes_of_ranking, lane = threadIdx.x % lanes_of_ranking;
    const int row = blockIdx.x * rows_of_block + in_block, my_row = min(row, sets.rows - 1);
    const int lists = screen.slices * lists_of_slice;
    const Groups* const found = screen.found + my_row * lists;
    if (lane == 0) counts[in_block] = 0;
    float best = no_score, second = no_score, third = no_score;
    for (int i = lane; i < lists; i += lanes_of_ranking) {
        second = fmaxf(second, fmaxf(fminf(best, found[i].best), found[i].second));
        best = fmaxf(best, found[i].best);
        third = fmaxf(third, found[i].third);
    }
    for (int distance = lanes_of_ranking / 2; distance > 0; distance /= 2) {
        const float other_best = __shfl_xor_sync(~0u, best, distance), other = __shfl_xor_sync(~0u, second, distance);
        second = fmaxf(fminf(best, other_best), fmaxf(second, other));
        best = fmaxf(best, other_best);
        third = fmaxf(third, __shfl_xor_sync(~0u, third, distance));
    }
    // Vectors have length 1, or a millionth more. The bits that tell the group may also have raised a score.
    const float error = screen.a_error[my_row] * 1.00001f + 1.001f * __uint_as_float(*screen.largest_error) +
                        error_of_sums(screen.a.steps);
    constexpr float none =
        0.5f * no_score; // above the score of a group that does not exist, whatever its lowest bits are
    const float line = second > none ? second - 2.0f * error : none;
    const bool is_too_short = third >= line;
    __syncwarp();
    for (int i = lane; i < 2 * lists; i += lanes_of_ranking) {
        const float score = i % 2 == 0 ? found[i / 2].best : found[i / 2].second;
        const int block = i % 2 == 0 ? found[i / 2].best_block : found[i / 2].second_block;
        if (!(score >= line)) continue;
        const int group = static_cast<int>(__float_as_uint(score)) & group_bits;
        const int first = block * cuda::block_vectors + group * 16 + i / 2 % lanes_of_row * 2; // and its neighbours
        const int at = atomicAdd(&counts[in_block], candidates_of_group);
        if (at < most_ranked)
            for (int k = 0; k < candidates_of_group; ++k) listed[in_block][at + k] = first + k / 2 * 8 + k % 2;
    }
    __syncwarp();
    const int count = counts[in_block];
    if (is_too_short || count > most_ranked) {
        if (lane == 0 && row < sets.rows) screen.rest.uncertain_rows[atomicAdd(screen.rest.uncertain_count, 1)] = row;
    }
    ExactTwo two;
    for (int i = lane; i < min(count, most_ranked); i += lanes_of_ranking)
        if (const int candidate = listed[in_block][i]; candidate < sets.cols)
            two.offer(exact_score(sets, my_row, candidate), candidate);
    for (int distance = lanes_of_ranking / 2; distance > 0; distance /= 2) {
        const double best_score = __shfl_xor_sync(~0u, two.best_score, distance),
                     second_score = __shfl_xor_sync(~0u, two.second_score, distance);
        const int other_best = __shfl_xor_sync(~0u, two.best, distance),
                  other_second = __shfl_xor_sync(~0u, two.second, distance);
        two.offer(best_score, other_best);
        two.offer(second_score, other_second);
    }
    if (lane == 0 && row < sets.rows && !is_too_short && count <= most_ranked) sets.matches[row] = two.match();
}

} // namespace pairscope::matching::inline PAIRSCOPE_SIDE
