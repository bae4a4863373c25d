// SPDX-License-Identifier: MIT
// Adds to pair_per_thread: the distance and both rows are packed into one number of 64 bits, the distance on top. The
// largest number then has the largest distance and says whose it is, and there is no second pass. The rows are stored
// as 65535 - row, so that of equal distances the lowest rows win.
//
// Wasted: as before each pair is computed from both sides, and a warp reads single bytes of 16 rows. There is room for
// 16 bits per row only, and each of n^2 threads makes an atomic operation on the same address.
#include "kernels/cuda/launch.h"
#include "kernels/workloads/farthest_pair/problem.h"

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr int edge = 16; // a block has 16 x 16 threads
using Blocks = cuda::BlockSizes<edge * edge>;
constexpr unsigned last_row = 65535;
using Packed = unsigned long long;

struct Vectors {
    const std::uint8_t* data;
    std::int64_t pitch;
    int n, dims;
};

__device__ unsigned squared_distance(const Vectors& vectors, int i, int j) {
    const std::uint8_t* const x = vectors.data + i * vectors.pitch;
    const std::uint8_t* const y = vectors.data + j * vectors.pitch;
    unsigned sum = 0;
    for (int k = 0; k < vectors.dims; ++k) {
        const int difference = x[k] - y[k];
        sum += static_cast<unsigned>(difference * difference);
    }
    return sum;
}

__global__ void begin(Packed* best) { *best = 0; }

__global__ void find_best(Vectors vectors, Packed* best) {
    const int i = blockIdx.y * edge + threadIdx.y, j = blockIdx.x * edge + threadIdx.x;
    if (i >= vectors.n || j >= vectors.n || i == j) return;
    const unsigned square = squared_distance(vectors, i, j);
    atomicMax(best, Packed{square} << 32 | (last_row - i) << 16 | (last_row - j));
}

__global__ void store(const Packed* best, FoundPair* pair) {
    pair->first = last_row - (*best >> 16 & last_row);
    pair->second = last_row - (*best & last_row);
    pair->value = static_cast<double>(*best >> 32);
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    auto* const best = reinterpret_cast<Packed*>(run.problem.workspace);
    const unsigned blocks = cuda::tiles(problem.n, edge);
    cuda::launch_grid(begin, 1, 1, 0, run.stream, best);
    cuda::launch_grid(find_best, dim3(blocks, blocks), dim3(edge, edge), 0, run.stream,
                      {problem.data, problem.pitch, problem.n, problem.dims}, best);
    cuda::launch_grid(store, 1, 1, 0, run.stream, best, problem.pair);
}

std::int64_t workspace_bytes(const Workload&) { return sizeof(Packed); }

std::string why_not(const Workload& workload, const Device&) {
    if (workload.rows <= last_row + 1) return {};
    return "The packed number has 16 bits for each row, so the set must have 65 536 vectors at most.";
}

} // namespace

KernelVariant packed_atomic_variant() {
    return {.title = "Distance and rows in one atomic",
            .teaches = "One 64-bit atomic maximum carries the distance and the rows it belongs to.",
            .wastes = "A warp reads single bytes of many rows, and every thread waits for the same address.",
            .parent = "farthest_pair/pair_per_thread",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = workspace_bytes,
            .why_not = why_not,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
