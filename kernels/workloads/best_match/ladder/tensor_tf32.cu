// SPDX-License-Identifier: MIT
// The factors have the 11 significant bits of tf32, and the best two are taken directly from these scores, in one pass.
// The check counts the rows where the wrong candidate wins.
//
// A block has 128 x 128 scores, and a warp has 32 x 64 of them. 32 coordinates at a time pass through three stages of
// shared memory. Each lane keeps its two best candidates for four rows in registers.
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/tensor_core.cuh"
#include "kernels/workloads/best_match/screened.cuh"

#include <algorithm>
#include <cuda_pipeline.h>

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
constexpr int tile = 128, dims_of_stage = 32, stages = 3, threads = 256;
constexpr int warps_across = 2, warp_rows = 32, warp_candidates = 64;
static_assert(threads / 32 / warps_across * warp_rows == tile && warps_across * warp_candidates == tile);
constexpr int rows_of_lane = 4, octets = warp_candidates / 8;
constexpr int quads = dims_of_stage / 4; // pieces of 16 bytes, which ldmatrix reads
using Blocks = cuda::BlockSizes<threads>;

/// A set as tf32 numbers, row-major. Zeros fill it up to whole tiles and stages.
struct RoundedSet {
    unsigned* numbers;
    int dims;
};

/// The two best candidates of a vector so far, by their tf32 scores.
struct TopTwo {
    float best_score = no_score, second_score = no_score;
    int best = -1, second = -1;

    __device__ void offer(float score, int candidate) {
        if (score > best_score || (score == best_score && candidate < best)) {
            second_score = best_score, second = best;
            best_score = score, best = candidate;
        } else if (score > second_score || (score == second_score && candidate < second)) {
            second_score = score, second = candidate;
        }
    }
    __device__ void offer(const TopTwo& other) {
        if (other.best >= 0) offer(other.best_score, other.best);
        if (other.second >= 0) offer(other.second_score, other.second);
    }
};

/// Each thread rounds four coordinates of a vector.
__global__ void round_set(const float* set, int count, int dims, int pitch, RoundedSet rounded, int vectors) {
    const long long at = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
    const int of_vector = rounded.dims / 4, k = static_cast<int>(at % of_vector) * 4;
    const int vector = static_cast<int>(at / of_vector);
    if (vector >= vectors) return;
    unsigned numbers[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
        numbers[i] = vector < count && k + i < dims ? cuda::as_tf32(set[vector * pitch + k + i]) : 0u;
    reinterpret_cast<uint4*>(rounded.numbers)[at] = make_uint4(numbers[0], numbers[1], numbers[2], numbers[3]);
}

/// Some coordinates of each vector of a tile. The quads of a vector are permuted, so that eight vectors have the same
/// quad in different banks.
struct Stage {
    uint4 quads_of[tile][quads];

    __device__ uint4* at(int vector, int quad) { return &quads_of[vector][quad ^ vector % quads]; }

    __device__ void fetch(const RoundedSet& set, int first, int dim) {
        constexpr int vectors_at_once = threads / quads;
        const int quad = static_cast<int>(threadIdx.x) % quads;
#pragma unroll
        for (int i = 0; i < tile / vectors_at_once; ++i) {
            const int vector = static_cast<int>(threadIdx.x) / quads + i * vectors_at_once;
            __pipeline_memcpy_async(at(vector, quad),
                                    set.numbers + (first + vector) * static_cast<long long>(set.dims) + dim + 4 * quad,
                                    sizeof(uint4));
        }
    }
};

struct Shared {
    Stage x[stages], y[stages];
};

/// Scores of two groups of 16 rows with eight groups of 8 candidates: see cuda::add_tf32_product().
using Scores = float[2][octets][4];

/// Where a warp's part of the tile begins.
struct Part {
    int row = static_cast<int>(threadIdx.x) / 32 / warps_across * warp_rows;
    int candidate = static_cast<int>(threadIdx.x) / 32 % warps_across * warp_candidates;
};

__device__ void accumulate(Stage& x, Stage& y, const Part& part, Scores& scores) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll 2 // unrolled four times, it would need too many registers
    for (int step = 0; step < dims_of_stage / 8; ++step) {
        unsigned a[2][4];
#pragma unroll
        for (int group = 0; group < 2; ++group)
            cuda::load_matrices(a[group], x.at(part.row + 16 * group + lane % 16, 2 * step + lane / 16));
#pragma unroll
        for (int pair = 0; pair < octets / 2; ++pair) {
            unsigned b[4]; // the first four coordinates of both octets of candidates, then the others
            cuda::load_matrices(b,
                                y.at(part.candidate + 16 * pair + lane / 16 * 8 + lane % 8, 2 * step + lane / 8 % 2));
#pragma unroll
            for (int group = 0; group < 2; ++group) {
                cuda::add_tf32_product(scores[group][2 * pair], a[group], b[0], b[1]);
                cuda::add_tf32_product(scores[group][2 * pair + 1], a[group], b[2], b[3]);
            }
        }
    }
}

/// Offers a lane's scores of each of its rows, where one of them is high enough.
__device__ void offer_scores(TopTwo (&found)[rows_of_lane], const Scores& scores, int first, int cols) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
    for (int row = 0; row < rows_of_lane; ++row) {
        float of_row[2 * octets], highest = no_score;
#pragma unroll
        for (int i = 0; i < 2 * octets; ++i) {
            of_row[i] = scores[row / 2][i / 2][row % 2 * 2 + i % 2];
            highest = fmaxf(highest, of_row[i]);
        }
        if (!(highest > found[row].second_score)) continue;
#pragma unroll
        for (int i = 0; i < 2 * octets; ++i)
            if (const int candidate = first + i / 2 * 8 + lane % 4 * 2 + i % 2; candidate < cols)
                found[row].offer(of_row[i], candidate);
    }
}

/// Combines what the four lanes of a row found.
__device__ TopTwo of_four_lanes(TopTwo mine) {
    for (int distance = 2; distance > 0; distance /= 2) {
        TopTwo other;
        other.best_score = __shfl_xor_sync(~0u, mine.best_score, distance);
        other.second_score = __shfl_xor_sync(~0u, mine.second_score, distance);
        other.best = __shfl_xor_sync(~0u, mine.best, distance);
        other.second = __shfl_xor_sync(~0u, mine.second, distance);
        mine.offer(other);
    }
    return mine;
}

/// Each of the warps that lie side by side stores what it found for its rows in `kept`, one after the other.
__device__ void keep_rows(TopTwo (&found)[rows_of_lane], TopTwo* kept, int slices, int rows) {
    const Part part;
    const int lane = static_cast<int>(threadIdx.x) % 32, slice = part.candidate / warp_candidates;
#pragma unroll
    for (int row = 0; row < rows_of_lane; ++row) {
        const TopTwo together = of_four_lanes(found[row]);
        const int at = blockIdx.x * tile + part.row + row / 2 * 16 + row % 2 * 8 + lane / 4;
        if (lane % 4 == 0 && at < rows)
            kept[(at * static_cast<long long>(slices) + blockIdx.y) * warps_across + slice] = together;
    }
}

/// Block (x, y) has the rows of tile x, and slice y of the candidates.
__global__ void __launch_bounds__(threads, 2)
    tensor_tf32(RoundedSet a, RoundedSet b, TopTwo* kept, int rows, int cols, int tiles_of_slice) {
    auto& [x, y] = *cuda::dynamic_shared<Shared>();
    const int begin = blockIdx.y * tiles_of_slice * tile, first_row = blockIdx.x * tile;
    const int tiles = min(tiles_of_slice, (cols - begin + tile - 1) / tile);
    int fetched = begin, dim = 0; // where the next piece begins
    const auto fetch = [&](int stage) {
        if (fetched < begin + tiles * tile) {
            x[stage].fetch(a, first_row, dim);
            y[stage].fetch(b, fetched, dim);
            dim += dims_of_stage;
            if (dim == a.dims) dim = 0, fetched += tile;
        }
        __pipeline_commit();
    };
    for (int stage = 0; stage < stages - 1; ++stage) fetch(stage);
    const Part part;
    TopTwo found[rows_of_lane];
    int stage = 0, next = stages - 1;
    for (int first = begin; first < begin + tiles * tile; first += tile) {
        Scores scores{};
        for (int k = 0; k < a.dims; k += dims_of_stage) {
            __pipeline_wait_prior(stages - 2); // what this thread copied for the stage has arrived
            __syncthreads(); // what the others copied has arrived, too; nobody reads the previous stage any more
            fetch(next);
            accumulate(x[stage], y[stage], part, scores);
            next = stage;
            stage = stage + 1 == stages ? 0 : stage + 1;
        }
        offer_scores(found, scores, first + part.candidate, cols);
    }
    keep_rows(found, kept, gridDim.y, rows);
}

/// A thread for each row makes a match of what the blocks found in its slices.
__global__ void match_rows(const TopTwo* kept, int lists, int rows, FoundMatch* matches) {
    const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= rows) return;
    TopTwo two;
    for (int list = 0; list < lists; ++list) two.offer(kept[row * static_cast<long long>(lists) + list]);
    matches[row] = {two.best, two.second, two.best_score, two.second < 0 ? 0.0f : two.second_score};
}

constexpr std::int64_t up_to(std::int64_t count, int multiple) { return (count + multiple - 1) / multiple * multiple; }

/// How the work is divided, and where its parts lie in the workspace.
struct Plan {
    std::int64_t a_vectors, b_vectors, dims;
    int tiles_of_slice, slices;

    explicit Plan(std::int64_t rows, std::int64_t cols, std::int64_t coordinates)
        : a_vectors(up_to(rows, tile)), b_vectors(up_to(cols, tile)), dims(up_to(coordinates, dims_of_stage)) {
        constexpr std::int64_t blocks = 264; // two per multiprocessor of an H200
        const std::int64_t tiles = b_vectors / tile,
                           most = std::clamp<std::int64_t>(blocks / (a_vectors / tile), 1, tiles);
        tiles_of_slice = static_cast<int>((tiles + most - 1) / most);
        slices = static_cast<int>((tiles + tiles_of_slice - 1) / tiles_of_slice); // no slice is empty
    }
    [[nodiscard]] int lists() const { return slices * warps_across; }
    [[nodiscard]] std::int64_t rounded_bytes() const {
        return (a_vectors + b_vectors) * dims * std::int64_t{sizeof(unsigned)};
    }
};

std::int64_t workspace_bytes(const Workload& workload) {
    const Plan plan(workload.rows, workload.cols, workload.dims);
    return plan.rounded_bytes() + workload.rows * plan.lists() * std::int64_t{sizeof(TopTwo)};
}

void launch(const Run& run) {
    constexpr int small_blocks = 128;
    const MatchSets sets = match_sets(run.problem);
    const Plan plan(sets.rows, sets.cols, sets.dims);
    const int dims = static_cast<int>(plan.dims);
    const RoundedSet a{reinterpret_cast<unsigned*>(run.problem.workspace), dims};
    const RoundedSet b{a.numbers + plan.a_vectors * plan.dims, dims};
    auto* const kept = reinterpret_cast<TopTwo*>(b.numbers + plan.b_vectors * plan.dims);
    const auto round = [&](const float* set, int count, int pitch, const RoundedSet& rounded, std::int64_t vectors) {
        cuda::launch_grid(round_set, cuda::tiles(vectors * plan.dims / 4, small_blocks), small_blocks, 0, run.stream,
                          set, count, sets.dims, pitch, rounded, static_cast<int>(vectors));
    };
    round(sets.a, sets.rows, sets.a_pitch, a, plan.a_vectors);
    round(sets.b, sets.cols, sets.b_pitch, b, plan.b_vectors);
    cuda::launch_grid(tensor_tf32, dim3(cuda::tiles(sets.rows, tile), static_cast<unsigned>(plan.slices)), threads,
                      sizeof(Shared), run.stream, a, b, kept, sets.rows, sets.cols, plan.tiles_of_slice);
    cuda::launch_grid(match_rows, cuda::tiles(sets.rows, small_blocks), small_blocks, 0, run.stream, kept, plan.lists(),
                      sets.rows, sets.matches);
}

double may_differ_by(const Workload& workload) { return error_of_tf32_score(workload.dims); }

std::string why_not(const Workload&, const Device& device) {
    if (device.compute_capability >= cuda::oldest_with_half_products) return {};
    return "it needs tensor cores that multiply tf32 numbers: compute capability 8.0 or higher";
}

} // namespace

KernelVariant tensor_tf32_variant() {
    return {
        .title = "Tensor cores with rounded inputs",
        .teaches = "Rounding the inputs to tf32 lets tensor cores multiply them fast, but it can change the result: "
                   "where two scores are almost equal, the wrong candidate may win.",
        .wastes =
            "fp16 numbers are multiplied twice as fast, and with a bound of their error the result can still be exact.",
        .parent = "best_match/sgemm_tile",
        .backend = Backend::cuda,
        .may_differ_by = may_differ_by,
        .form = "tf32_products",
        .gpu_only = true,
        .workspace_bytes = workspace_bytes,
        .why_not = why_not,
        .launch = launch};
}

} // namespace pairscope::ladder::best_match
