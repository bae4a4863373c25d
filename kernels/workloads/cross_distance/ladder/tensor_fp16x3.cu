// SPDX-License-Identifier: MIT
// Tensor cores take fp16 numbers, so each coordinate is written as the sum of two of them, x = hi + lo, which has 22
// bits. The product is hi.lo + lo.hi + hi.hi; lo.lo is below 2^-22 of it. A first kernel shifts the vectors, gives each
// one a power of two as its scale, and splits it. Close pairs are computed again with the direct form.
//
// Tensor cores cut what they add off toward zero at 2^-25 of the largest term, so the error grows with the number of
// products that are added to one sum.
#include "kernels/engines/cuda/approximate_root.cuh"
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/tensor_core.cuh"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/cross_distance/split.cuh"

#include <cuda_pipeline.h>

namespace pairscope::ladder::cross_distance {
namespace {

using namespace cross_tiles;
// Four warps lie side by side, and each of them has 64 x 32 entries. One row of warps suits short vectors: four blocks
// share a multiprocessor, so that some compute while others store. Two rows of warps suit long vectors, because they
// read less.
using Blocks = cuda::BlockSizes<128, 256>;
constexpr int warp_rows = 64, warp_cols = 32, parts_down = warp_rows / 16, parts_across = warp_cols / 8;
constexpr int tile_cols = 4 * warp_cols;
template <int threads> constexpr int tile_rows = threads / 128 * warp_rows;
template <int threads> constexpr int stage_bytes = (tile_rows<threads> + tile_cols) * halves_bytes; // for both sets
template <int threads> constexpr int stages = threads / 128 + 2; // long vectors need more copies in flight
template <int threads> constexpr std::size_t shared_bytes = stages<threads>* stage_bytes<threads>;

/// Where 16 bytes of a vector's piece lie. The places of eight vectors are in different banks.
__device__ int place_of(int vector, int part) { return vector * halves_bytes + ((part ^ (vector / 2 & 3)) * 16); }

struct Halves {
    const std::byte *a, *b;
    const Measures *a_measures, *b_measures;
    int rows, cols, pieces; ///< rows and columns include the copies that fill up the tiles
};

template <int threads, int vectors> __device__ void fetch_vectors(const std::byte* from, std::byte* to) {
#pragma unroll
    for (int k = 0; k < vectors * 4 / threads; ++k) {
        const int at = threadIdx.x + k * threads;
        __pipeline_memcpy_async(to + place_of(at / 4, at % 4), from + at * 16, 16);
    }
}

/// Starts the copy of one piece of each vector and closes the stage. After the last piece the stage is empty.
template <int threads>
__device__ void fetch(const Halves& halves, int piece, int first_row, int first_col, std::byte* stage) {
    if (piece < halves.pieces) {
        const std::byte* const a = halves.a + (std::int64_t{piece} * halves.rows + first_row) * halves_bytes;
        const std::byte* const b = halves.b + (std::int64_t{piece} * halves.cols + first_col) * halves_bytes;
        fetch_vectors<threads, tile_rows<threads>>(a, stage);
        fetch_vectors<threads, tile_cols>(b, stage + tile_rows<threads> * halves_bytes);
    }
    __pipeline_commit();
}

using Sums = float[parts_down][parts_across][4];

/// Adds the products of one piece. The upper halves of the columns serve twice.
__device__ void accumulate(const std::byte* stage, const std::byte* b, int warp_row, int warp_col, Sums& sums) {
    const int lane = threadIdx.x % 32;
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

/// Eight rows of a warp's 32 columns, in shared memory on their way to the output. A lane has two neighbouring entries
/// of one row; after the detour through shared memory it has four, and eight lanes store the 128 bytes of a row. Pieces
/// of 32 bytes would keep the L2 busy with four times as many requests. The padding spreads the rows over the banks.
class Strip {
public:
    static constexpr int pitch = warp_cols + 8; ///< [entries]
    __device__ explicit Strip(float* entries) : entries_(entries), lane_(threadIdx.x % 32) {}

    /// Columns 8 across + 2 (lane % 4) and the next one of row lane / 4.
    __device__ void put(int across, float2 v) const {
        *reinterpret_cast<float2*>(entries_ + lane_ / 4 * pitch + across * 8 + lane_ % 4 * 2) = v;
    }
    /// Stores the rows from `row` on at column `col`; both are counted in the output, and all of it lies inside.
    template <class Target> __device__ void store(const Target& out, int row, int col) const {
        __syncwarp();
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            const int down = half * 4 + lane_ / 8, across = lane_ % 8 * 4;
            out.store4(row + down, col + across, *reinterpret_cast<const float4*>(entries_ + down * pitch + across));
        }
        __syncwarp(); // the next rows may overwrite these
    }

private:
    float* entries_;
    int lane_;
};

/// Stores two neighbouring entries of a tile that is only partly inside the output.
template <class Target> __device__ void store_inside(const Target& out, int row, int col, int cols, float2 v) {
    if (col < cols) out.store(row, col, v.x);
    if (col + 1 < cols) out.store(row, col + 1, v.y);
}

/// The place of a tile in the output, and what turns the product of two of its vectors into the square of their
/// distance.
struct Tile {
    const Measures *rows, *cols; ///< in shared memory
    int first_row, first_col;
    float share;
};

/// Turns the products of a warp into distances and stores them. Returns which of its 64 entries each thread suspects:
/// there is one bit for each, because making lists in the loop would cost more than all the rest.
template <bool is_inside, class Target>
__device__ unsigned long long store_distances(const Tile& tile, const CrossSets& sets, int warp_row, int warp_col,
                                              const Sums& sums, const Strip& strip, const Target& out) {
    const int lane = threadIdx.x % 32, first_col = warp_col + lane % 4 * 2;
    Measures y[2 * parts_across];
#pragma unroll
    for (int j = 0; j < 2 * parts_across; ++j) y[j] = tile.cols[first_col + j / 2 * 8 + j % 2];
    unsigned suspects[2] = {};
#pragma unroll
    for (int part = 0; part < parts_down * 2; ++part) { // 8 rows each
        const int row = warp_row + part * 8 + lane / 4;
        const Measures x = tile.rows[row];
        const float scale = -2.0f * x.inverse_scale;
#pragma unroll
        for (int across = 0; across < parts_across; ++across) {
            float v[2];
#pragma unroll
            for (int k = 0; k < 2; ++k) {
                const int j = 2 * across + k;
                const float norms = x.norm + y[j].norm;
                const float square = fmaf(scale * y[j].inverse_scale, sums[part / 2][across][part % 2 * 2 + k], norms);
                if (is_suspect(square, norms, tile.share)) suspects[part / 4] |= 1u << (part % 4 * 8 + j);
                v[k] = cuda::approximate_root(fmaxf(square, 0.0f)); // 0 for a NaN, which is suspect anyway
            }
            if (is_inside)
                strip.put(across, make_float2(v[0], v[1]));
            else if (tile.first_row + row < sets.rows)
                store_inside(out, tile.first_row + row, tile.first_col + first_col + across * 8, sets.cols,
                             make_float2(v[0], v[1]));
        }
        if (is_inside) strip.store(out, tile.first_row + warp_row + part * 8, tile.first_col + warp_col);
    }
    return suspects[0] | static_cast<unsigned long long>(suspects[1]) << 32;
}

/// Puts the suspects that lie in the output on the list.
__device__ void list_suspects(unsigned long long suspects, const Tile& tile, const CrossSets& sets, int warp_row,
                              int warp_col, const Suspects<unsigned short>& list) {
    const int lane = threadIdx.x % 32;
    while (suspects != 0) {
        const int bit = __ffsll(static_cast<long long>(suspects)) - 1;
        suspects &= suspects - 1;
        const int row = warp_row + bit / 8 * 8 + lane / 4, col = warp_col + bit % 8 / 2 * 8 + lane % 4 * 2 + bit % 2;
        if (tile.first_row + row < sets.rows && tile.first_col + col < sets.cols) list.add(row * tile_cols + col);
    }
}

template <int threads, class Target>
__global__ void __launch_bounds__(threads, 512 / threads)
    tensor_fp16x3(CrossSets sets, Halves halves, float share, Target out) {
    constexpr int rows = tile_rows<threads>;
    static_assert(shared_bytes<threads> >=
                  rows * tile_cols * sizeof(unsigned short) +
                      threads / 32 * 8 * Strip::pitch * sizeof(float)); // this memory is used again below
    __shared__ Measures measures[rows + tile_cols];
    __shared__ unsigned suspect_count;
    std::byte* const shared = cuda::dynamic_shared<std::byte>();
    const int first_row = blockIdx.y * rows, first_col = blockIdx.x * tile_cols;
    const int warp = threadIdx.x / 32;
    const int warp_row = warp / 4 * warp_rows, warp_col = warp % 4 * warp_cols;
    for (int stage = 0; stage < stages<threads> - 1; ++stage)
        fetch<threads>(halves, stage, first_row, first_col, shared + stage * stage_bytes<threads>);
    for (int i = threadIdx.x; i < rows + tile_cols; i += threads)
        measures[i] = i < rows ? halves.a_measures[first_row + i] : halves.b_measures[first_col + i - rows];
    if (threadIdx.x == 0) suspect_count = 0;
    Sums sums{};
    for (int piece = 0; piece < halves.pieces; ++piece) {
        __pipeline_wait_prior(stages<threads> - 2); // what this thread copied of the piece has arrived
        __syncthreads(); // what the others copied has arrived, too; nobody reads the previous piece any more
        const int next = piece + stages<threads> - 1;
        fetch<threads>(halves, next, first_row, first_col, shared + next % stages<threads> * stage_bytes<threads>);
        const std::byte* const stage = shared + piece % stages<threads> * stage_bytes<threads>;
        accumulate(stage, stage + rows * halves_bytes, warp_row, warp_col, sums);
    }
    __pipeline_wait_prior(0);
    __syncthreads(); // nobody reads or copies pieces any more, so the suspects take their place
    auto* const places = reinterpret_cast<unsigned short*>(shared);
    const Tile tile{measures, measures + rows, first_row, first_col, share};
    const bool is_inside = first_row + rows <= sets.rows && first_col + tile_cols <= sets.cols &&
                           (out.misalignment(first_row) | out.misalignment(first_row + 1)) % 4 == 0;
    const Strip strip(reinterpret_cast<float*>(shared + rows * tile_cols * sizeof(unsigned short)) +
                      warp * 8 * Strip::pitch); // behind the suspects
    const unsigned long long suspects = is_inside
                                            ? store_distances<true>(tile, sets, warp_row, warp_col, sums, strip, out)
                                            : store_distances<false>(tile, sets, warp_row, warp_col, sums, strip, out);
    list_suspects(suspects, tile, sets, warp_row, warp_col, {places, &suspect_count});
    __syncthreads();
    store_again<threads>(sets, first_row, first_col, tile_cols, places, static_cast<int>(suspect_count), out);
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const HalvesPlan plan = halves_plan(sets.rows, sets.cols, sets.dims);
    std::byte *const a = run.problem.workspace, *const b = a + plan.b_offset();
    auto* const a_measures = reinterpret_cast<Measures*>(a + plan.a_measures_offset());
    auto* const b_measures = reinterpret_cast<Measures*>(a + plan.b_measures_offset());
    const int rows = static_cast<int>(plan.rows), cols = static_cast<int>(plan.cols);
    split_sets(sets, SplitSet{sets.a, sets.a_pitch, sets.rows, rows, a, a_measures},
               SplitSet{sets.b, sets.b_pitch, sets.cols, cols, b, b_measures}, run.stream);
    const Halves halves{a, b, a_measures, b_measures, rows, cols, plan.pieces};
    const float share = least_share(error_of_halves(sets.dims), halves_tolerance, sets.dims);
    Blocks::with(run.block, [&](auto size) {
        constexpr int threads = size;
        const dim3 grid(cuda::tiles(sets.cols, tile_cols), cuda::tiles(sets.rows, tile_rows<threads>));
        cuda::with_target(run.problem.out, [&](auto target) {
            cuda::launch_grid(tensor_fp16x3<threads, decltype(target)>, grid, threads, shared_bytes<threads>,
                              run.stream, sets, halves, share, target);
        });
    });
}

std::int64_t workspace_bytes(const Workload& workload) {
    return halves_plan(workload.rows, workload.cols, workload.dims).bytes();
}

std::string why_not(const Workload&, const Device& device) {
    if (device.compute_capability >= cuda::oldest_with_half_products) return {};
    return "it needs the tensor-core instruction mma m16n8k16 (compute capability 8.0 or newer)";
}

} // namespace

KernelVariant tensor_fp16x3_variant() {
    return {.title = "Tensor cores, three fp16 products",
            .teaches = "Tensor cores multiply fp16 numbers. A float32 number is almost the sum of two fp16 numbers, so "
                       "three fp16 products replace one float32 product.",
            .wastes = "It needs three products for one and a kernel that splits the vectors. On a Hopper GPU, its "
                      "instruction reaches 60 % of the full rate.",
            .parent = "cross_distance/expanded_compensated",
            .backend = Backend::cuda,
            .writes_surface = true,
            .form = "three_products",
            .gpu_only = true,
            .blocks = Blocks::all,
            .workspace_bytes = workspace_bytes,
            .why_not = why_not,
            .launch = launch,
            .tolerance = halves_tolerance};
}

} // namespace pairscope::ladder::cross_distance
