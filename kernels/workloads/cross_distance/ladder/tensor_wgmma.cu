// SPDX-License-Identifier: MIT
// Adds to tensor_fp16x3: wgmma, with which four warps multiply together. It reads the columns from shared memory by
// itself and reaches the full rate of a Hopper GPU's tensor cores, where mma.sync reaches 60 % of it.
//
// Up to 16 coordinates, each block splits its own vectors in registers: there is neither a first kernel nor a
// workspace. Longer vectors are split by a first kernel, in the layout that wgmma reads. In the second one the halves
// of 384 columns stay in shared memory, while those of the rows pass through a ring that the bulk copy engine fills.
//
// A wgmma gives a lane two neighbouring columns of eight. The columns are permuted in shared memory, so that a lane
// gets four neighbouring ones of sixteen and stores 16 bytes at once.
//
// Still wasteful: three products for one. And while a block multiplies it stores nothing: with 64 coordinates the
// stores alone take three quarters of the time.
#include "kernels/cuda/dependent_launch.cuh"
#include "kernels/cuda/dynamic_shared.cuh"
#include "kernels/workloads/cross_distance/warp_group_tile.cuh"

#include <algorithm>
#include <string>
#include <utility>

namespace pairscope::ladder::cross_distance {
namespace {

using namespace cross_tiles;
constexpr int most_dims = 96; // more do not fit into shared memory

constexpr int short_cols = 64;  // of a block: 128 took 70 us instead of 65 (H200, 8192 x 8192, d = 16)
constexpr int short_blocks = 6; // of a multiprocessor: 80 registers

/// Up to 16 coordinates. A block has 64 columns and some panels of rows.
template <class Target>
__global__ void __launch_bounds__(group_threads, short_blocks)
    split_and_multiply(CrossSets sets, int panels, float share, Target out) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    constexpr int octets = short_cols / 8, per_warp = octets / 4;
    __shared__ __align__(cuda::core_matrix_bytes) std::byte columns[octets][octet_bytes];
    __shared__ __align__(16) Measures col_measures[short_cols];
    __shared__ float4 middles[halves_dims / 4];
    const int warp = threadIdx.x / 32, first_col = blockIdx.x * short_cols;
    const int first_panel = blockIdx.y * panels,
              last_panel = min(first_panel + panels, (sets.rows + panel_rows - 1) / panel_rows);
    const Vectors all_rows = rows_of(sets, 0), my_cols = cols_of(sets, first_col);
    // Everything is on its way before the block waits for the middle.
    float4 rows[2][1], cols[per_warp][1];
    const auto load_panel = [&](int panel) {
        for (int below = 0; below < 2; ++below)
            rows[below][0] =
                quad_of(vector_at(all_rows, panel * panel_rows + lane_row() + below * 8), 4 * lane_quad(), sets.dims);
    };
    load_panel(first_panel);
#pragma unroll
    for (int i = 0; i < per_warp; ++i) {
        const int place = (i * 4 + warp) * 8 + threadIdx.x % 32 / 4;
        cols[i][0] = quad_of(vector_at(my_cols, column_of(place)), 4 * lane_quad(), sets.dims);
    }
    if (threadIdx.x < halves_dims)
        reinterpret_cast<float*>(middles)[threadIdx.x] = threadIdx.x < sets.dims ? middle(sets, threadIdx.x) : 0.0f;
    __syncthreads();
    const float4 center[1] = {middles[lane_quad()]};
#pragma unroll
    for (int i = 0; i < per_warp; ++i) {
        const int octet = i * 4 + warp, place = octet * 8 + threadIdx.x % 32 / 4;
        const Measures measures = scale_vector<4, 1>(cols[i], center);
        if (lane_quad() == 0) col_measures[column_of(place)] = measures;
        put(halves_of(cols[i][0]), columns[octet]);
    }
    ptx::fence_proxy_async(ptx::space_shared); // what this thread wrote, wgmma may read;
    __syncthreads();                           // and so what the others wrote
    const auto b = cuda::CoreMatrices::upper_halves(columns);
    for (int panel = first_panel; panel < last_panel; ++panel) {
        unsigned upper[4], lower[4];
        Measures measures[2];
#pragma unroll
        for (int below = 0; below < 2; ++below) {
            measures[below] = scale_vector<4, 1>(rows[below], center);
            const QuadHalves halves = halves_of(rows[below][0]);
            upper[below] = halves.upper.x, upper[below + 2] = halves.upper.y;
            lower[below] = halves.lower.x, lower[below + 2] = halves.lower.y;
        }
        float sums[short_cols / 2];
        cuda::begin_products();
        cuda::add_product(sums, upper, b.lower_halves(), false);
        cuda::add_product(sums, lower, b, true);
        cuda::add_product(sums, upper, b, true);
        cuda::finish_products(sums);
        if (panel + 1 < last_panel) load_panel(panel + 1); // on its way during the stores
        const int first_row = panel * panel_rows;
        const Part part{first_row + warp * 16, first_col, col_measures, share,
                        is_inside(sets, first_row + panel_rows - 1, first_col + short_cols - 1, out)};
        finish(sums, part, measures, sets, out);
    }
#endif
}

constexpr int groups = 3; // warp groups of a block, side by side
constexpr int group_cols = 128, long_cols = groups * group_cols;
constexpr int stages = 3; // panels of rows in the ring
constexpr int panel_octets = panel_rows / 8, long_octets = long_cols / 8;
constexpr int blocks_at_most = 264; // two for each multiprocessor of an H200, one after the other

/// Where everything lies in the workspace: panels of rows and blocks of columns, in each of them piece by piece, octet
/// by octet, then the measures.
struct WorkPlan {
    int panels, blocks, pieces;
    std::byte *rows, *cols;
    Measures *row_measures, *col_measures;
};
constexpr std::int64_t panel_piece_bytes = panel_octets * octet_bytes, block_piece_bytes = long_octets * octet_bytes;

struct WorkSizes {
    std::int64_t panels, blocks, pieces;

    [[nodiscard]] std::int64_t rows_bytes() const { return panels * pieces * panel_piece_bytes; }
    [[nodiscard]] std::int64_t cols_bytes() const { return blocks * pieces * block_piece_bytes; }
    [[nodiscard]] std::int64_t bytes() const {
        return rows_bytes() + cols_bytes() +
               (panels * panel_rows + blocks * long_cols) * std::int64_t{sizeof(Measures)};
    }
};
WorkSizes work_sizes(std::int64_t rows, std::int64_t cols, std::int64_t dims) {
    return {(rows + panel_rows - 1) / panel_rows, (cols + long_cols - 1) / long_cols, pieces_of(dims)};
}

/// Four lanes split a vector, a warp 16 of them: those of all panels first, then those of all blocks of columns.
template <int pieces> __global__ void __launch_bounds__(group_threads) split_for_wgmma(CrossSets sets, WorkPlan plan) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    cudaTriggerProgrammaticLaunchCompletion(); // the next kernel may begin; it waits for the end of this one
    __shared__ float4 middles[pieces * 4];
    constexpr int at_once = 16;
    const int row_units = plan.panels * (panel_rows / at_once), col_units = plan.blocks * (long_cols / at_once);
    const int first_unit = blockIdx.x * (group_threads / 32) + threadIdx.x / 32;
    const bool is_row = first_unit < row_units;
    const int unit = is_row ? first_unit : min(first_unit - row_units, col_units - 1);
    const Vectors all = is_row ? rows_of(sets, 0) : cols_of(sets, 0);
    float4 vectors[2][pieces], center[pieces];
    int index[2];
#pragma unroll
    for (int half = 0; half < 2; ++half) { // an octet
        const int place = half * 8 + threadIdx.x % 32 / 4;
        index[half] = unit * at_once + (is_row ? place : column_of(place));
#pragma unroll
        for (int piece = 0; piece < pieces; ++piece)
            vectors[half][piece] =
                quad_of(vector_at(all, index[half]), piece * halves_dims + 4 * lane_quad(), sets.dims);
    }
    if (threadIdx.x < pieces * halves_dims)
        reinterpret_cast<float*>(middles)[threadIdx.x] = threadIdx.x < sets.dims ? middle(sets, threadIdx.x) : 0.0f;
    __syncthreads();
#pragma unroll
    for (int piece = 0; piece < pieces; ++piece) center[piece] = middles[piece * 4 + lane_quad()];
    const int octets = is_row ? panel_octets : long_octets, first_octet = unit * 2;
    std::byte* const to = (is_row ? plan.rows : plan.cols) +
                          std::int64_t{first_octet} / octets * octets * pieces * octet_bytes +
                          first_octet % octets * octet_bytes;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const Measures measures = scale_vector<4, pieces>(vectors[half], center);
        if (lane_quad() == 0) (is_row ? plan.row_measures : plan.col_measures)[index[half]] = measures;
#pragma unroll
        for (int piece = 0; piece < pieces; ++piece)
            put(halves_of(vectors[half][piece]), to + (piece * octets + half) * octet_bytes);
    }
#endif
}

/// More than 16 coordinates. A block has 384 columns and each gridDim.y-th panel of rows.
template <int pieces, class Target>
__global__ void __launch_bounds__(groups* group_threads, 1)
    multiply(CrossSets sets, WorkPlan plan, float share, Target out) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    std::byte* const columns = cuda::dynamic_shared<std::byte>();
    std::byte* const ring = columns + pieces * block_piece_bytes;
    __shared__ __align__(16) Measures col_measures[long_cols];
    __shared__ __align__(16) Measures row_measures[stages][panel_rows];
    __shared__ std::uint64_t full[stages], empty[stages], has_columns;
    const int warp = threadIdx.x % group_threads / 32, group = threadIdx.x / group_threads, lane = threadIdx.x % 32;
    const int first_col = blockIdx.x * long_cols + group * group_cols;
    const int count =
        (plan.panels - static_cast<int>(blockIdx.y) + static_cast<int>(gridDim.y) - 1) / static_cast<int>(gridDim.y);
    const auto panel_bytes = static_cast<std::uint32_t>(pieces * panel_piece_bytes);
    const auto panel_at = [&](int i) { return static_cast<int>(blockIdx.y + i * gridDim.y); };
    const auto fetch = [&](int i) {
        const int stage = i % stages;
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, full + stage,
                                       panel_bytes + sizeof(row_measures[0]));
        copy_in(row_measures[stage], plan.row_measures + panel_at(i) * panel_rows, sizeof(row_measures[0]),
                full + stage);
        copy_in(ring + stage * panel_bytes, plan.rows + std::int64_t{panel_at(i)} * panel_bytes, panel_bytes,
                full + stage);
    };
    if (threadIdx.x == 0) { // it copies for all
        for (int stage = 0; stage < stages; ++stage) {
            ptx::mbarrier_init(full + stage, 1);
            ptx::mbarrier_init(empty + stage, groups * 4); // a lane of each warp says so
        }
        ptx::mbarrier_init(&has_columns, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        cudaGridDependencySynchronize();
        const auto bytes = static_cast<std::uint32_t>(pieces * block_piece_bytes);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &has_columns,
                                       bytes + sizeof(col_measures));
        fetch(0);
        copy_in(columns, plan.cols + std::int64_t{blockIdx.x} * bytes, bytes, &has_columns);
        copy_in(col_measures, plan.col_measures + blockIdx.x * long_cols, sizeof(col_measures), &has_columns);
        for (int i = 1; i < stages && i < count; ++i) fetch(i);
    }
    __syncthreads();
    wait_for(&has_columns, 0);
    const Measures* const my_measures = col_measures + group * group_cols;
    for (int i = 0; i < count; ++i) {
        const int stage = i % stages;
        wait_for(full + stage, i / stages);
        __syncwarp();
        // Read before the products, not after them: an arrival at a barrier may overtake a load that it follows.
        const Measures measures[2] = {row_measures[stage][lane_row()], row_measures[stage][lane_row() + 8]};
        float sums[group_cols / 2];
        cuda::begin_products();
#pragma unroll
        for (int piece = 0; piece < pieces; ++piece) {
            const auto a = cuda::CoreMatrices::upper_halves(ring + stage * panel_bytes + piece * panel_piece_bytes);
            const auto b = cuda::CoreMatrices::upper_halves(columns + piece * block_piece_bytes +
                                                            group * (group_cols / 8) * octet_bytes);
            cuda::add_product(sums, a, b.lower_halves(), piece > 0);
            cuda::add_product(sums, a.lower_halves(), b, true);
            cuda::add_product(sums, a, b, true);
        }
        cuda::finish_products(sums);
        __syncwarp();
        if (lane == 0) ptx::mbarrier_arrive(empty + stage);
        if (const int next = i - 1 + stages; threadIdx.x == 0 && i > 0 && next < count) {
            wait_for(empty + next % stages, (i - 1) / stages); // the panel before this one: most are done with it
            fetch(next);
        }
        __syncwarp();
        const int first_row = panel_at(i) * panel_rows;
        const Part part{first_row + warp * 16, first_col, my_measures, share,
                        is_inside(sets, first_row + panel_rows - 1, first_col + group_cols - 1, out)};
        finish(sums, part, measures, sets, out);
    }
#endif
}

void launch_short(const Run& run, const CrossSets& sets, float share) {
    constexpr std::int64_t large = std::int64_t{1} << 23; // enough work for all multiprocessors
    const int panels = std::int64_t{sets.rows} * sets.cols >= large ? 2 : 1;
    const dim3 grid(cuda::tiles(sets.cols, short_cols), cuda::tiles(sets.rows, panel_rows * panels));
    cuda::with_target(run.problem.out, [&](auto target) {
        cuda::launch_grid(split_and_multiply<decltype(target)>, grid, group_threads, 0, run.stream, sets, panels, share,
                          target);
    });
}

template <int pieces> void launch_pieces(const Run& run, const CrossSets& sets, const WorkPlan& plan, float share) {
    const unsigned units = plan.panels * (panel_rows / 16) + plan.blocks * (long_cols / 16);
    cuda::launch_grid(split_for_wgmma<pieces>, cuda::tiles(units, group_threads / 32), group_threads, 0, run.stream,
                      sets, plan);
    const int walkers = std::max(1, std::min(plan.panels, blocks_at_most / plan.blocks));
    const dim3 grid(static_cast<unsigned>(plan.blocks), static_cast<unsigned>(walkers));
    cuda::with_target(run.problem.out, [&](auto target) {
        cuda::launch_dependent_grid(multiply<pieces, decltype(target)>, grid, groups * group_threads,
                                    pieces * (block_piece_bytes + stages * panel_piece_bytes), run.stream, sets, plan,
                                    share, target);
    });
}

void launch_long(const Run& run, const CrossSets& sets, float share) {
    const WorkSizes sizes = work_sizes(sets.rows, sets.cols, sets.dims);
    std::byte *const rows = run.problem.workspace, *const cols = rows + sizes.rows_bytes();
    auto* const row_measures = reinterpret_cast<Measures*>(cols + sizes.cols_bytes());
    const WorkPlan plan{static_cast<int>(sizes.panels),
                        static_cast<int>(sizes.blocks),
                        static_cast<int>(sizes.pieces),
                        rows,
                        cols,
                        row_measures,
                        row_measures + sizes.panels * panel_rows};
    static_assert(most_dims == 6 * halves_dims);
    const auto launch_one = [&]<int... pieces>(std::integer_sequence<int, pieces...>) {
        ((plan.pieces == pieces ? launch_pieces<pieces>(run, sets, plan, share) : void()), ...);
    };
    launch_one(std::integer_sequence<int, 2, 3, 4, 5, 6>{});
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const float share = least_share(error_of_halves(sets.dims), halves_tolerance, sets.dims);
    sets.dims <= halves_dims ? launch_short(run, sets, share) : launch_long(run, sets, share);
}

std::int64_t workspace_bytes(const Workload& workload) {
    return workload.dims <= halves_dims ? 0 : work_sizes(workload.rows, workload.cols, workload.dims).bytes();
}

std::string why_not(const Workload& workload, const Device& device) {
    if (device.compute_capability != cuda::with_warp_groups)
        return "it needs wgmma, which only GPUs of compute capability 9.0 have";
    if (workload.dims > most_dims)
        return "it keeps the columns of a block in shared memory, which has room for " + std::to_string(most_dims) +
               " coordinates; these vectors have " + std::to_string(workload.dims);
    return {};
}

} // namespace

KernelVariant tensor_wgmma_variant() {
    return {.title = "Tensor cores, four warps together",
            .teaches = "Four warps that multiply together read one factor from shared memory and use the full rate of "
                       "the tensor cores.",
            .wastes = "It needs three products for one, and while a block multiplies, it stores nothing.",
            .parent = "cross_distance/tensor_fp16x3",
            .backend = Backend::cuda,
            .writes_surface = true,
            .gpu_only = true,
            .workspace_bytes = workspace_bytes,
            .why_not = why_not,
            .launch = launch,
            .tolerance = halves_tolerance};
}

} // namespace pairscope::ladder::cross_distance
