// SPDX-License-Identifier: MIT
// Adds to expanded_compensated: tensor cores multiply. They take halves, so each coordinate is the sum of two of them,
// x = hi + lo with 22 bits, and the product is hi.lo + lo.hi + hi.hi; lo.lo is below 2^-22 of it. A first kernel shifts
// the vectors, gives each one a power of two as its scale, and splits it. Near pairs are computed again, directly.
//
// What the tensor cores add is cut off toward zero at 2^-25 of the largest term, so that the error grows with the
// number of products that are added to one sum.
//
// Still wasteful: three products for one, a first kernel of some microseconds, and mma.sync, which reaches 60 % of what
// wgmma does on a Hopper GPU.
#include "kernels/cuda/approximate_root.cuh"
#include "kernels/cuda/dynamic_shared.cuh"
#include "kernels/cuda/tensor_core.cuh"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/cross_distance/split.cuh"

#include <cuda_pipeline.h>

namespace pairscope::ladder::cross_distance {
namespace {

using namespace cross_tiles;
constexpr int side = halves_tile; // of a tile of the answer
constexpr int threads = 256;      // 2 x 4 warps, each of which has 64 x 32 entries
using Blocks = cuda::BlockSizes<threads>;
constexpr int stages = 4;
constexpr int warp_rows = 64, warp_cols = 32, parts_down = warp_rows / 16, parts_across = warp_cols / 8;
constexpr int stage_bytes = 2 * side * halves_bytes; // of both sets
constexpr std::size_t shared_bytes = stages * stage_bytes;
static_assert(shared_bytes >= side * side * sizeof(unsigned short)); // later it holds the suspects

/// At worst, in each of three products per 16 coordinates 17 terms are cut off at 2^-25 of the largest one and the sum
/// at 2^-23. A quarter of that counts, because sums grow on the way and cuts are between none and a whole: with such
/// arithmetic, computed on a CPU, constant vectors, whose terms are all alike, still have distances that are off by
/// half of what is allowed. Then what the halves leave out, and the rounding of norms and shift.
double largest_error(int dims) {
    const int steps = (dims + halves_dims - 1) / halves_dims;
    return 0.25 * steps * 3.0 * (17.0 * 0x1p-25 + 0x1p-23) + 16.0 * 0x1p-24 + dims / 32.0 * 0x1p-24;
}

/// Where 16 bytes of a vector's piece lie: eight vectors have theirs in different banks.
__device__ int place_of(int vector, int part) { return vector * halves_bytes + ((part ^ (vector / 2 & 3)) * 16); }

struct Halves {
    const std::byte *a, *b;
    const Measures *a_measures, *b_measures;
    int rows, cols, pieces; ///< rows and columns with those that were filled up
};

/// Starts the copy of one piece of each vector and closes the stage. Behind the last piece it is empty.
__device__ void fetch(const Halves& halves, int piece, int first_row, int first_col, std::byte* stage) {
    if (piece < halves.pieces) {
        const std::byte* const a = halves.a + (std::int64_t{piece} * halves.rows + first_row) * halves_bytes;
        const std::byte* const b = halves.b + (std::int64_t{piece} * halves.cols + first_col) * halves_bytes;
        for (int at = threadIdx.x; at < side * 4; at += threads) {
            const int to = place_of(at / 4, at % 4);
            __pipeline_memcpy_async(stage + to, a + at * 16, 16);
            __pipeline_memcpy_async(stage + side * halves_bytes + to, b + at * 16, 16);
        }
    }
    __pipeline_commit();
}

using Sums = float[parts_down][parts_across][4];

/// Adds the products of one piece. The upper halves of the columns serve twice.
__device__ void accumulate(const std::byte* stage, int warp_row, int warp_col, Sums& sums) {
    const int lane = threadIdx.x % 32;
    const std::byte* const b = stage + side * halves_bytes;
    unsigned upper_b[parts_across / 2][4], lower_b[parts_across / 2][4];
#pragma unroll
    for (int pair = 0; pair < parts_across / 2; ++pair) {
        const int col = warp_col + pair * 16 + lane % 8 + lane / 16 * 8, part = lane / 8 % 2;
        cuda::load_matrices(upper_b[pair], b + place_of(col, part));
        cuda::load_matrices(lower_b[pair], b + place_of(col, part + 2));
    }
#pragma unroll
    for (int down = 0; down < parts_down; ++down) {
        const int row = warp_row + down * 16 + lane % 16, part = lane / 16;
        unsigned upper_a[4], lower_a[4];
        cuda::load_matrices(upper_a, stage + place_of(row, part));
        cuda::load_matrices(lower_a, stage + place_of(row, part + 2));
#pragma unroll
        for (int across = 0; across < parts_across; ++across) {
            const auto& upper = upper_b[across / 2];
            const auto& lower = lower_b[across / 2];
            const int k = across % 2 * 2;
            cuda::add_product(sums[down][across], upper_a, lower[k], lower[k + 1]);
            cuda::add_product(sums[down][across], lower_a, upper[k], upper[k + 1]);
            cuda::add_product(sums[down][across], upper_a, upper[k], upper[k + 1]);
        }
    }
}

/// Two neighbours, 8 bytes at once where the row allows it; four lanes fill a sector.
template <class Target> __device__ void store_two(const Target& out, int row, int col, int cols, float2 v) {
    if (out.misalignment(row) % 2 == 0 && col + 1 < cols) {
        out.store2(row, col, v);
        return;
    }
    if (col < cols) out.store(row, col, v.x);
    if (col + 1 < cols) out.store(row, col + 1, v.y);
}

/// What the end of the kernel needs to turn a product into a distance.
struct Ending {
    const Measures *rows, *cols; ///< of the tile, in shared memory
    float share;
    Suspects<unsigned short> suspects;
    int rows_left, cols_left; ///< of the answer, from the tile's corner on

    __device__ float distance(int row, int col, float product) const {
        const Measures x = rows[row], y = cols[col];
        const float norms = x.norm + y.norm;
        const float square = fmaf(-2.0f * x.inverse_scale * y.inverse_scale, product, norms);
        if (is_suspect(square, norms, share) && row < rows_left && col < cols_left) suspects.add(row * side + col);
        return cuda::approximate_root(square < 0.0f ? 0.0f : square);
    }
};

template <class Target>
__global__ void __launch_bounds__(threads, 2) tensor_fp16x3(CrossSets sets, Halves halves, float share, Target out) {
    __shared__ Measures measures[2 * side];
    __shared__ unsigned suspect_count;
    std::byte* const shared = cuda::dynamic_shared<std::byte>();
    const int first_row = blockIdx.y * side, first_col = blockIdx.x * side;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int warp_row = warp / 4 * warp_rows, warp_col = warp % 4 * warp_cols;
    for (int stage = 0; stage < stages - 1; ++stage)
        fetch(halves, stage, first_row, first_col, shared + stage * stage_bytes);
    measures[threadIdx.x] = threadIdx.x < side ? halves.a_measures[first_row + threadIdx.x]
                                               : halves.b_measures[first_col + threadIdx.x - side];
    static_assert(threads == 2 * side);
    if (threadIdx.x == 0) suspect_count = 0;
    Sums sums{};
    for (int piece = 0; piece < halves.pieces; ++piece) {
        __pipeline_wait_prior(stages - 2); // what this thread copied of the piece
        __syncthreads();                   // and what the others copied; nobody reads the piece before it any more
        const int next = piece + stages - 1;
        fetch(halves, next, first_row, first_col, shared + next % stages * stage_bytes);
        accumulate(shared + piece % stages * stage_bytes, warp_row, warp_col, sums);
    }
    __pipeline_wait_prior(0);
    __syncthreads(); // nobody reads or copies pieces any more: their place is for the suspects
    auto* const places = reinterpret_cast<unsigned short*>(shared);
    const Ending ending{
        measures, measures + side, share, {places, &suspect_count}, sets.rows - first_row, sets.cols - first_col};
#pragma unroll
    for (int part = 0; part < parts_down * 2; ++part) { // 8 rows each
        const int down = part / 2, row = warp_row + part * 8 + lane / 4;
#pragma unroll
        for (int across = 0; across < parts_across; ++across) {
            const int col = warp_col + across * 8 + lane % 4 * 2, k = part % 2 * 2;
            const float2 v = make_float2(ending.distance(row, col, sums[down][across][k]),
                                         ending.distance(row, col + 1, sums[down][across][k + 1]));
            if (row < ending.rows_left) store_two(out, first_row + row, first_col + col, sets.cols, v);
        }
    }
    __syncthreads();
    store_again<threads>(sets, first_row, first_col, side, places, static_cast<int>(suspect_count), out);
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const HalvesPlan plan = halves_plan(sets.rows, sets.cols, sets.dims);
    std::byte *const a = run.problem.workspace, *const b = a + plan.b_offset();
    auto* const a_measures = reinterpret_cast<Measures*>(a + plan.a_measures_offset());
    auto* const b_measures = reinterpret_cast<Measures*>(a + plan.b_measures_offset());
    const int rows = static_cast<int>(plan.rows), cols = static_cast<int>(plan.cols);
    cuda::launch_grid(split_into_halves, (rows + cols) / vectors_per_block, split_threads, 0, run.stream, sets,
                      SplitSet{sets.a, sets.a_pitch, sets.rows, rows, a, a_measures},
                      SplitSet{sets.b, sets.b_pitch, sets.cols, cols, b, b_measures});
    const Halves halves{a, b, a_measures, b_measures, rows, cols, plan.pieces};
    const float share = least_share(largest_error(sets.dims), sets.dims);
    const dim3 grid(static_cast<unsigned>(cols / side), static_cast<unsigned>(rows / side));
    cuda::with_target(run.problem.out, [&](auto target) {
        cuda::launch_grid(tensor_fp16x3<decltype(target)>, grid, threads, shared_bytes, run.stream, sets, halves, share,
                          target);
    });
}

std::int64_t workspace_bytes(const Workload& workload) {
    return halves_plan(workload.rows, workload.cols, workload.dims).bytes();
}

std::string why_not(const Workload&, const Device& device) {
    if (device.compute_capability >= cuda::oldest_with_half_products) return {};
    return "it needs tensor cores that add products of fp16 in fp32 (compute capability 8.0)";
}

} // namespace

KernelVariant tensor_fp16x3_variant() {
    return {.title = "Tensor cores, three products of halves",
            .teaches = "A float32 is almost the sum of two halves, so tensor cores can multiply it in three steps.",
            .wastes = "Three products for one, a first kernel that splits the vectors, and mma.sync instead of wgmma.",
            .parent = "cross_distance/expanded_compensated",
            .backend = Backend::cuda,
            .writes_surface = true,
            .gpu_only = true,
            .blocks = Blocks::all,
            .workspace_bytes = workspace_bytes,
            .why_not = why_not,
            .launch = launch,
            .tolerance = rechecked_tolerance};
}

} // namespace pairscope::ladder::cross_distance
