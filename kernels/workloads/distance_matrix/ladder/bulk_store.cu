// SPDX-License-Identifier: MIT
// The bulk copy engine needs compute capability 9.0 and copies 4 KB per instruction.
//
// On an H200 (n = 30336) this kernel takes 0.804 ms (0.976 of a fill), after 0.792 for vec4_rows. One thread starts the
// stores of 256 threads, but executing store instructions was never the limit.
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

#include <cuda/ptx>

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr int threads = 256;
using Blocks = cuda::BlockSizes<threads>;
constexpr int cols = 4 * threads; // per block: a thread has four neighbouring ones
constexpr int rows_per_block = 8; // H200, n = 30336: 4, 6, 8, 12, 16 take 0.805, 0.803, 0.804, 0.814, 0.828 ms
constexpr int row_step = 8;       // between the rows of a block, which so have the same misalignment for every n
constexpr int needed_capability = 90;

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__device__ float distance(float2 a, float2 b) {
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    return sqrtf(dx * dx + dy * dy);
}

__global__ void bulk_store(const float2* __restrict__ points, int n, cuda::LinearTarget out) {
    // The tile holds one row of the block. A second row, to be filled while the first one is copied, gains nothing: the
    // seven other blocks of the multiprocessor fill theirs meanwhile.
    float* const tile = cuda::dynamic_shared<float>();
    const int band = blockIdx.y / row_step, part = blockIdx.y % row_step;
    const int first_row = band * row_step * rows_per_block + part;
    const int first_col = blockIdx.x * cols - out.misalignment(first_row); // the tile begins with a sector
    // The engine copies columns [begin, end) of the tile, because it can copy only multiples of 16 bytes. Threads store
    // the ends of rows themselves.
    const int begin = (max(-first_col, 0) + 3) / 4 * 4;
    const int end = min(cols, n - first_col) / 4 * 4;
    const int place = threadIdx.x * 4;
    const bool copied = place >= begin && place < end;
    float2 mine[4];
    for (int k = 0; k < 4; ++k) mine[k] = points[min(max(first_col + place + k, 0), n - 1)];
#pragma unroll
    for (int k = 0; k < rows_per_block; ++k) {
        const int row = first_row + k * row_step;
        if (row >= n) break; // for the whole block
        const float2 a = points[row];
        const float4 v =
            make_float4(distance(a, mine[0]), distance(a, mine[1]), distance(a, mine[2]), distance(a, mine[3]));
        // Waits until the engine has read the previous row. Only the thread that started a copy can wait for it.
        if (threadIdx.x == 0) ::cuda::ptx::cp_async_bulk_wait_group_read(::cuda::ptx::n32_t<0>{});
        __syncthreads();
        if (copied) {
            *reinterpret_cast<float4*>(tile + place) = v;
        } else {
            cuda::store4_inside(out, row, first_col + place, n, v);
        }
        ::cuda::ptx::fence_proxy_async(
            ::cuda::ptx::space_shared); // makes what this thread wrote visible to the engine;
        __syncthreads();                // the barrier does so for the other threads
        if (threadIdx.x == 0 && begin < end) {
            ::cuda::ptx::cp_async_bulk(::cuda::ptx::space_global, ::cuda::ptx::space_shared,
                                       out.data + row * out.pitch + first_col + begin, tile + begin,
                                       static_cast<std::uint32_t>((end - begin) * sizeof(float)));
            ::cuda::ptx::cp_async_bulk_commit_group();
        }
    }
    // When its last thread ends, the block loses its shared memory, and the engine must have read it by then.
    if (threadIdx.x == 0) ::cuda::ptx::cp_async_bulk_wait_group_read(::cuda::ptx::n32_t<0>{});
}
#else
__global__ void bulk_store(const float2*, int, cuda::LinearTarget) {} // never launched: see why_not()
#endif

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const auto out = std::get<LinearMemory>(problem.out);
    const std::int64_t columns = problem.n + 7; // see vec4_rows
    const dim3 grid(cuda::tiles(columns, cols), cuda::tiles(problem.n, row_step * rows_per_block) * row_step);
    cuda::launch_grid(bulk_store, grid, threads, cols * sizeof(float), run.stream,
                      reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                      cuda::LinearTarget{out.data, out.pitch});
}

std::string why_not(const Workload&, const Device& device) {
    if (device.compute_capability >= needed_capability) return {};
    return "it needs the bulk copy engine of compute capability 9.0 or newer";
}

} // namespace

KernelVariant bulk_store_variant() {
    return {.title = "Stores by the bulk copy engine",
            .teaches = "The bulk copy engine copies 4 KB from shared memory to global memory with one instruction, "
                       "which replaces the store instructions of 256 threads.",
            .wastes = "The detour through shared memory gains nothing: ordinary stores of 16 bytes already keep memory "
                      "busy all the time.",
            .parent = "distance_matrix/vec4_rows",
            .backend = Backend::cuda,
            .gpu_only = true,
            .blocks = Blocks::all,
            .why_not = why_not,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
