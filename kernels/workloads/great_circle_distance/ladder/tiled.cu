// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/great_circle_distance/problem.h"

namespace pairscope::ladder::great_circle_distance {
namespace {

using Blocks = cuda::BlockSizes<128, 64, 256>;
constexpr int side = 64;           // rows and columns of a tile
constexpr int own = 4;             // neighbouring columns of a thread
constexpr int across = side / own; // threads side by side: half a warp stores 256 bytes of a row

__device__ globe::Place<float> place_at(const float2* coordinates, int n, const globe::Frame<float>& frame, int i) {
    const float2 at = coordinates[min(i, n - 1)]; // the last place again if there are no more
    return globe::place_of(frame, at.x, at.y);
}

template <int threads, class Target>
__global__ void __launch_bounds__(threads)
    tiled(const float2* __restrict__ coordinates, int n, globe::Frame<float> frame, Target out) {
    __shared__ float longitudes[side], latitudes[side], cosines[side];
    const int first_row = blockIdx.y * side, col = blockIdx.x * side + threadIdx.x * own;
    for (int i = threadIdx.y * across + threadIdx.x; i < side; i += threads) {
        const globe::Place<float> place = place_at(coordinates, n, frame, first_row + i);
        longitudes[i] = place.longitude;
        latitudes[i] = place.latitude;
        cosines[i] = place.cosine;
    }
    globe::Place<float> mine[own];
    for (int k = 0; k < own; ++k) mine[k] = place_at(coordinates, n, frame, col + k);
    __syncthreads();
    if (col >= n) return;
    for (int i = threadIdx.y; i < side && first_row + i < n; i += threads / across) {
        const globe::Place<float> place{longitudes[i], latitudes[i], cosines[i]};
        float entries[own];
        for (int k = 0; k < own; ++k) entries[k] = globe::kilometres(frame, place, mine[k]);
        const int row = first_row + i;
        if (out.misalignment(row) % own == 0) {
            cuda::store4_inside(out, row, col, n, make_float4(entries[0], entries[1], entries[2], entries[3]));
            continue;
        }
        for (int k = 0; k < own; ++k) {
            if (col + k < n) out.store(row, col + k, entries[k]);
        }
    }
}

void launch(const Run& run) {
    const auto problem = places_problem(run);
    const dim3 grid(cuda::tiles(problem.n, side), cuda::tiles(problem.n, side));
    Blocks::with(run.block, [&](auto size) {
        constexpr int threads = size;
        cuda::with_target(problem.out, [&](auto target) {
            cuda::launch_grid(tiled<threads, decltype(target)>, grid, dim3(across, threads / across), 0, run.stream,
                              reinterpret_cast<const float2*>(problem.coordinates), problem.n, problem.frame, target);
        });
    });
}

} // namespace

KernelVariant tiled_variant() {
    return {.title = "Tiles of 64 x 64 pairs",
            .teaches = "A block computes the cosine of each latitude once and keeps it in shared memory, and a thread "
                       "stores four neighbouring entries at once.",
            .wastes = "Each pair still costs two sines and an arctangent, which take more instructions than everything "
                      "else together.",
            .parent = "great_circle_distance/one_per_thread",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch,
            .tolerance = 2e-6};
}

} // namespace pairscope::ladder::great_circle_distance
