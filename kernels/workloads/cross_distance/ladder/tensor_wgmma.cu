// SPDX-License-Identifier: MIT
// The instruction wgmma reads the columns from shared memory by itself and reaches the full rate of the tensor cores of
// a Hopper GPU, of which mma.sync reaches 60 %.
//
// With up to 16 coordinates, each block splits its own vectors in registers, so there is neither a first kernel nor a
// workspace. Longer vectors are split by a first kernel, in the layout that wgmma reads. With up to 96 coordinates, the
// fp16 numbers of 384 columns stay in the shared memory of a block, and those of the rows pass through a ring that the
// bulk copy engine fills. With more coordinates, both sets pass through the ring (warp_group_stream.cuh).
//
// A wgmma gives a lane two neighbouring columns of eight. The columns are permuted in shared memory, so that a lane
// gets four neighbouring columns of sixteen and stores 16 bytes at once. Where the rows of the matrix begin in the
// middle of a sector, a tile has rows that begin alike (odd_rows.cuh).
//
// With 64 coordinates the stores alone take two thirds of the time.
#include "kernels/workloads/cross_distance/warp_group_stream.cuh"

#include <string>
#include <utility>

namespace pairscope::ladder::cross_distance {
namespace {

using namespace cross_tiles;
constexpr int most_resident_dims = 96; // with more, 384 columns do not fit into shared memory

constexpr int short_cols = 64;  // per tile: 128 took 70 us instead of 65 (H200, 8192 x 8192, d = 16)
constexpr int short_blocks = 6; // per multiprocessor: each thread may have 80 registers

/// For up to 16 coordinates. A block has tiles of 64 columns and some panels of rows.
template <class Target>
__global__ void __launch_bounds__(group_threads, short_blocks)
    split_and_multiply(CrossSets sets, int panels, float share, Target out) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    constexpr int block_cols = short_cols + columns_before<Target>;
    constexpr int octets = block_cols / 8, per_warp = (octets + 3) / 4;
    __shared__ __align__(cuda::core_matrix_bytes) std::byte columns[octets * octet_bytes];
    __shared__ __align__(16) Measures col_measures[block_cols];
    __shared__ float4 middles[halves_dims / 4];
    const int warp = threadIdx.x / 32, first_col = blockIdx.x * short_cols - columns_before<Target>;
    const RowGroups row_groups{sets.rows, panel_rows, rows_apart<Target>};
    const int first_panel = blockIdx.y * panels, last_panel = min(first_panel + panels, row_groups.count());
    const Vectors all_rows = rows_of(sets, 0), all_cols = cols_of(sets, 0);
    // All loads are started before the block waits for the middle.
    float4 rows[2][1], cols[per_warp][1];
    const auto load_panel = [&](int panel) {
        for (int below = 0; below < 2; ++below) {
            const int row = row_groups.first_row(panel) + (lane_row() + below * 8) * rows_apart<Target>;
            rows[below][0] = quad_of(vector_at(all_rows, row), 4 * lane_quad(), sets.dims);
        }
    };
    load_panel(first_panel);
    const auto octet_at = [&](int i) { return i * 4 + warp; };
    const auto column_of_octet = [&](int octet) { // this lane's column
        const int place = octet * 8 + threadIdx.x % 32 / 4;
        return has_odd_rows<Target> ? place : column_of(place);
    };
#pragma unroll
    for (int i = 0; i < per_warp; ++i) {
        const int col = first_col + column_of_octet(octet_at(i));
        cols[i][0] = quad_of(vector_at(all_cols, has_odd_rows<Target> ? max(col, 0) : col), 4 * lane_quad(), sets.dims);
    }
    if (threadIdx.x < halves_dims)
        reinterpret_cast<float*>(middles)[threadIdx.x] = threadIdx.x < sets.dims ? middle(sets, threadIdx.x) : 0.0f;
    __syncthreads();
    const float4 center[1] = {middles[lane_quad()]};
#pragma unroll
    for (int i = 0; i < per_warp; ++i) {
        const int octet = octet_at(i);
        if (octets % 4 != 0 && octet >= octets) break;
        const Measures measures = scale_vector<4, 1>(cols[i], center);
        if (lane_quad() == 0) col_measures[column_of_octet(octet)] = measures;
        if constexpr (has_odd_rows<Target>)
            put(halves_of(cols[i][0]), columns + octet * cuda::core_matrix_bytes, block_cols * vector_bytes);
        else
            put(halves_of(cols[i][0]), columns + octet * octet_bytes);
    }
    ptx::fence_proxy_async(ptx::space_shared); // makes what this thread wrote visible to wgmma;
    __syncthreads();                           // the barrier does so for the other threads
    for (int panel = first_panel; panel < last_panel; ++panel) {
        const int first_row = row_groups.first_row(panel), my_col = first_col_in_block(out, [&] { return first_row; });
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
        add_products(sums, upper, lower, columns_from<Target, short_cols>(columns, my_col), false);
        cuda::finish_products(sums);
        if (panel + 1 < last_panel) load_panel(panel + 1); // the loads run during the stores
        const Part part{first_row + first_row_of<Target>(warp), first_col + my_col, col_measures + my_col, share,
                        is_inside(sets, first_row, panel_rows, first_col + my_col, short_cols, out)};
        finish(sums, part, measures, sets, out);
    }
#endif
}

constexpr int groups = 3; // warp groups of a block, side by side
constexpr Division resident{panel_rows, groups* group_cols, 1};
constexpr int stages = 3;           // panels of rows in the ring
constexpr int blocks_at_most = 264; // two per multiprocessor of an H200, one after the other
constexpr int panels_at_least = 4;  // a block has so many, if there is a second one after it

/// For 17 to 96 coordinates. A block keeps the fp16 numbers of 384 columns, and has every gridDim.y-th panel of rows.
template <int pieces, class Target>
__global__ void __launch_bounds__(groups* group_threads, 1)
    multiply_resident(CrossSets sets, SplitPlan plan, float share, Target out) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    constexpr int block_cols = resident.cols + columns_before<Target>;
    constexpr int piece_bytes = block_cols / 8 * octet_bytes, panel_piece_bytes = panel_rows / 8 * octet_bytes;
    constexpr int panel_bytes = pieces * panel_piece_bytes;
    std::byte* const columns = cuda::dynamic_shared<std::byte>();
    std::byte* const ring = columns + pieces * piece_bytes;
    __shared__ __align__(16) Measures col_measures[block_cols];
    __shared__ __align__(16) Measures row_measures[stages][panel_rows];
    __shared__ std::uint64_t full[stages], empty[stages], has_columns;
    const int warp = threadIdx.x % group_threads / 32, group = my_group(), lane = threadIdx.x % 32;
    const RowGroups row_groups{sets.rows, panel_rows, rows_apart<Target>};
    const int stride = static_cast<int>(gridDim.y);
    const int count = (plan.row_blocks - static_cast<int>(blockIdx.y) + stride - 1) / stride;
    const auto panel_at = [&](int i) { return static_cast<int>(blockIdx.y) + i * stride; };
    const auto fetch = [&](int i, int stage) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, full + stage,
                                       panel_bytes + sizeof(row_measures[0]));
        copy_in(row_measures[stage], plan.row_measures + panel_at(i) * panel_rows, sizeof(row_measures[0]),
                full + stage);
        copy_in(ring + stage * panel_bytes, plan.rows + std::int64_t{panel_at(i)} * panel_bytes, panel_bytes,
                full + stage);
    };
    if (threadIdx.x == 0) { // this thread copies for all threads
        for (int stage = 0; stage < stages; ++stage) {
            ptx::mbarrier_init(full + stage, 1);
            ptx::mbarrier_init(empty + stage, groups * 4); // one lane of each warp arrives
        }
        ptx::mbarrier_init(&has_columns, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        cudaGridDependencySynchronize();
        constexpr std::uint32_t bytes = pieces * piece_bytes;
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &has_columns,
                                       bytes + sizeof(col_measures));
        fetch(0, 0);
        copy_in(columns, plan.cols + std::int64_t{blockIdx.x} * bytes, bytes, &has_columns);
        copy_in(col_measures, plan.col_measures + blockIdx.x * block_cols, sizeof(col_measures), &has_columns);
        for (int i = 1; i < stages && i < count; ++i) fetch(i, i);
    }
    __syncthreads();
    wait_for(&has_columns, 0);
    int stage = 0, phase = 0;
    for (int i = 0; i < count; ++i) {
        const auto row_here = [&] { return row_groups.first_row(panel_at(i)); };
        const int my_col = group * group_cols + first_col_in_block(out, row_here);
        wait_for(full + stage, phase);
        __syncwarp();
        // The measures are read before the products, not after them, because an arrival at a barrier may overtake a
        // load that comes before it.
        const Measures measures[2] = {row_measures[stage][lane_row()], row_measures[stage][lane_row() + 8]};
        float sums[group_cols / 2];
        cuda::begin_products();
#pragma unroll
        for (int piece = 0; piece < pieces; ++piece) {
            const auto a = cuda::CoreMatrices::upper_halves(ring + stage * panel_bytes + piece * panel_piece_bytes);
            const auto b = columns_from<Target, resident.cols>(columns + piece * piece_bytes, my_col);
            add_products(sums, a, a.lower_halves(), b, piece > 0);
        }
        cuda::finish_products(sums);
        __syncwarp();
        if (lane == 0) ptx::mbarrier_arrive(empty + stage);
        const int before = stage == 0 ? stages - 1 : stage - 1; // most warps are done with its panel
        if (const int next = i - 1 + stages; threadIdx.x == 0 && i > 0 && next < count) {
            wait_for(empty + before, stage == 0 ? phase ^ 1 : phase);
            fetch(next, before);
        }
        __syncwarp();
        if (++stage == stages) stage = 0, phase ^= 1;
        const int first_row = row_here(),
                  first_col = static_cast<int>(blockIdx.x) * resident.cols + my_col - columns_before<Target>;
        const Part part{first_row + first_row_of<Target>(warp), first_col, col_measures + my_col, share,
                        is_inside(sets, first_row, panel_rows, first_col, group_cols, out)};
        finish(sums, part, measures, sets, out);
    }
#endif
}

template <class Target> void launch_short(const Run& run, const CrossSets& sets, float share, const Target& out) {
    constexpr std::int64_t large = std::int64_t{1} << 23; // enough work for all multiprocessors
    const int row_panels = RowGroups{sets.rows, panel_rows, rows_apart<Target>}.count();
    const int panels = std::int64_t{sets.rows} * sets.cols >= large ? 2 : 1;
    const dim3 grid(cuda::tiles(sets.cols + rows_apart<Target> - 1, short_cols), cuda::tiles(row_panels, panels));
    cuda::launch_grid(split_and_multiply<Target>, grid, group_threads, 0, run.stream, sets, panels, share, out);
}

template <class Target> SplitPlan plan_for(const Run& run, const CrossSets& sets, const Division& division) {
    return split_plan(division, rows_apart<Target>, sets.rows, sets.cols, sets.dims, run.problem.workspace);
}

template <int pieces, class Target>
void launch_pieces(const Run& run, const CrossSets& sets, float share, const Target& out) {
    const SplitPlan plan = plan_for<Target>(run, sets, resident);
    launch_split_short<pieces, Target>(sets, plan, run.stream);
    int walkers = max(1, min(plan.row_blocks, blocks_at_most / plan.col_blocks));
    if (plan.row_blocks < walkers * panels_at_least)
        walkers = max(1, min(plan.row_blocks, blocks_at_most / 2 / plan.col_blocks));
    const dim3 grid(static_cast<unsigned>(plan.col_blocks), static_cast<unsigned>(walkers));
    const std::size_t bytes = pieces * (plan.col_bytes() + stages * plan.row_bytes());
    cuda::launch_dependent_grid(multiply_resident<pieces, Target>, grid, groups * group_threads, bytes, run.stream,
                                sets, plan, share, out);
}

template <class Target> void launch_resident(const Run& run, const CrossSets& sets, float share, const Target& out) {
    static_assert(most_resident_dims == 6 * halves_dims);
    const auto launch_one = [&]<int... pieces>(std::integer_sequence<int, pieces...>) {
        ((pieces_of(sets.dims) == pieces ? launch_pieces<pieces>(run, sets, share, out) : void()), ...);
    };
    launch_one(std::integer_sequence<int, 2, 3, 4, 5, 6>{});
}

template <class Target> void launch_for(const Run& run, const CrossSets& sets, const Target& out) {
    const auto streamed = [&]<class Tiles>(Tiles) {
        launch_streamed<Tiles>(sets, plan_for<Target>(run, sets, Tiles::division), run.stream, out);
    };
    if (sets.dims > most_resident_dims) {
        if (has_narrow_tiles(rows_apart<Target>, sets.rows, sets.cols, sets.dims)) return streamed(NarrowTiles{});
        return streamed(WideTiles{});
    }
    const float share = least_share(error_of_halves(sets.dims), halves_tolerance, sets.dims);
    if (sets.dims <= halves_dims) return launch_short(run, sets, share, out);
    launch_resident(run, sets, share, out);
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    with_rows_of(run.problem.out, sets.rows, [&](const auto& out) { launch_for(run, sets, out); });
}

const Division& division_for(const Workload& workload, int apart) {
    if (workload.dims <= most_resident_dims) return resident;
    if (has_narrow_tiles(apart, workload.rows, workload.cols, workload.dims)) return NarrowTiles::division;
    return WideTiles::division;
}

/// Enough for rows that begin anywhere, too.
std::int64_t workspace_bytes(const Workload& workload) {
    if (workload.dims <= halves_dims) return 0;
    const auto bytes = [&](int apart) {
        return split_bytes(division_for(workload, apart), apart, workload.rows, workload.cols, workload.dims);
    };
    return max(bytes(1), max(bytes(few_rows_apart), bytes(many_rows_apart)));
}

std::string why_not(const Workload&, const Device& device) {
    if (device.compute_capability == cuda::with_warp_groups) return {};
    return "it needs wgmma, which only GPUs of compute capability 9.0 have";
}

} // namespace

KernelVariant tensor_wgmma_variant() {
    return {.title = "Tensor cores, four warps together",
            .teaches = "With the instruction wgmma, four warps multiply together and read one factor from shared "
                       "memory. So they use the full rate of the tensor cores.",
            .wastes = "It needs three products for one, and products and stores overlap only by half.",
            .parent = "cross_distance/tensor_fp16x3",
            .backend = Backend::cuda,
            .writes_surface = true,
            .form = "three_products",
            .gpu_only = true,
            .workspace_bytes = workspace_bytes,
            .why_not = why_not,
            .launch = launch,
            .tolerance = halves_tolerance};
}

} // namespace pairscope::ladder::cross_distance
