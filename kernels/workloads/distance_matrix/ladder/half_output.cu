// SPDX-License-Identifier: MIT
// Entries are rounded to fp16, floats of 16 bits, and a thread packs eight of them into one 16-byte store.
//
// The error of an entry may be 2^-11 of its value, distances below 6e-5 are even less exact, and distances of 65 520 or
// more become infinite. So the time must not be compared with that of a kernel that writes 32-bit numbers.
#include "kernels/engines/cuda/approximate_root.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/half_target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

// The warps of a block lie below each other.
using Blocks = cuda::BlockSizes<128, 32, 64, 256, 512>;
constexpr int columns = 8; // per thread: 16 bytes

/// The arrangement of the lanes of a warp, and of the rows of a thread, in a block of `warps` warps.
template <cuda::Sector sector, int warps> struct Layout {
    static constexpr int across = 32, down = 1; // 512 bytes of a row
    static constexpr int rows = 8;              // H200, n = 30336: 1, 2, 4, 8 rows take 1.96, 1.04, 0.594, 0.408 ms
    static constexpr int row_step = 16; // between rows, which so have the same misalignment (n = 30337: 0.440 ms)
};
/// A sector of an R16F texture is 8 columns x 2 rows: 16 bytes of one lane, and 16 bytes of the lane below it. With 16
/// x 2 lanes it takes 0.443 ms if neighbouring lanes fill a sector, and 0.788 ms if they follow the rows; 32 lanes
/// along a row take 1.166 ms. A warp that is 64 bytes wide and 8 rows high takes 0.401 ms in either order (H200, n =
/// 30336, 4 rows per thread).
template <int warps> struct Layout<cuda::Sector::quad, warps> {
    static constexpr int across = 4, down = 8;
    static constexpr int rows = 4;
    static constexpr int row_step = warps * down;
};

__device__ float distance(float2 a, float2 b) {
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    // The error of this root is 2^-22, too small to be seen in 16 bits. With half of the bytes, memory no longer hides
    // the arithmetic: a root that is rounded as IEEE 754 requires takes 0.638 ms instead of 0.408 (H200, n = 30336).
    return cuda::approximate_root(dx * dx + dy * dy);
}

__device__ cuda::Halves distances(float2 a, const float2 (&b)[columns]) {
    return make_uint4(cuda::packed_halves(distance(a, b[0]), distance(a, b[1])),
                      cuda::packed_halves(distance(a, b[2]), distance(a, b[3])),
                      cuda::packed_halves(distance(a, b[4]), distance(a, b[5])),
                      cuda::packed_halves(distance(a, b[6]), distance(a, b[7])));
}

template <int warps, class Target> __global__ void half_output(const float2* __restrict__ points, int n, Target out) {
    using Lanes = Layout<Target::sector, warps>;
    constexpr int blocks_per_band = Lanes::row_step / (warps * Lanes::down);
    const int band = blockIdx.y / blocks_per_band, part = blockIdx.y % blocks_per_band;
    const int lane = threadIdx.x, warp = part * warps + threadIdx.y;
    // If the warp has several rows, lanes 0 and 1 lie below each other, and so on, two rows at a time.
    constexpr int together = Lanes::down > 1 ? 2 : 1;
    const int lane_row = lane / (together * Lanes::across) * together + lane % together;
    const int lane_col = lane / together % Lanes::across;
    const int first_row = band * Lanes::row_step * Lanes::rows + warp * Lanes::down + lane_row;
    const int col = (blockIdx.x * Lanes::across + lane_col) * columns - out.misalignment(first_row);
    if (col >= n) return;
    float2 mine[columns];
    for (int k = 0; k < columns; ++k) mine[k] = points[min(max(col + k, 0), n - 1)];
#pragma unroll
    for (int k = 0; k < Lanes::rows; ++k) {
        const int row = first_row + k * Lanes::row_step;
        if (row >= n) return;
        cuda::store8_inside(out, row, col, n, distances(points[row], mine));
    }
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const std::int64_t most_columns = problem.n + 15; // where columns were moved, the last ones need a thread, too
    Blocks::with(run.block, [&](auto threads) {
        constexpr int warps = threads / 32;
        cuda::with_half_target(problem.out, [&](auto target) {
            using Lanes = Layout<decltype(target)::sector, warps>;
            static_assert(Lanes::across * Lanes::down == 32 && Lanes::row_step % (warps * Lanes::down) == 0);
            const unsigned bands = cuda::tiles(problem.n, Lanes::row_step * Lanes::rows);
            const dim3 grid(cuda::tiles(most_columns, columns * Lanes::across),
                            bands * (Lanes::row_step / (warps * Lanes::down)));
            cuda::launch_grid(half_output<warps, decltype(target)>, grid, dim3(32, warps), 0, run.stream,
                              reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), target);
        });
    });
}

} // namespace

KernelVariant half_output_variant() {
    return {
        .title = "Output in fp16",
        .teaches =
            "Where memory is the limit, only fewer bytes help. With fp16, floats of 16 bits, half as many bytes have "
            "to be written. The entries are less exact, so the time cannot be compared with that of other variants.",
        .wastes = "It gives up precision: an entry has about three correct decimal digits, and distances of 65 520 "
                  "or more become infinite.",
        .parent = "distance_matrix/vec4_rows",
        .backend = Backend::cuda,
        .writes_surface = true,
        .entry = Entry::float16,
        .blocks = Blocks::all,
        .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
