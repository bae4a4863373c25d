// SPDX-License-Identifier: MIT
// Adds to packed_atomic: the set is stored by columns, so that the same coordinate of neighbouring vectors lies side by
// side. The threads of a warp then read one byte each of a few sectors, and not of 16 rows.
//
// Wasted: each pair is computed from both sides, a byte is read per product, and every thread makes an atomic operation
// on the same address.
#include "kernels/cuda/launch.h"
#include "kernels/workloads/farthest_pair/problem.h"

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr int width = 32, height = 8; // a warp has one row of the table of pairs
constexpr unsigned last_row = 65535;
using Blocks = cuda::BlockSizes<width * height>;
using Packed = unsigned long long;

__global__ void begin(Packed* best) { *best = 0; }

__global__ void find_best(const std::uint8_t* __restrict__ columns, std::int64_t pitch, int n, int dims, Packed* best) {
    const int i = blockIdx.y * height + threadIdx.y, j = blockIdx.x * width + threadIdx.x;
    if (i >= n || j >= n || i == j) return;
    unsigned square = 0;
    for (int k = 0; k < dims; ++k) {
        const std::uint8_t* const column = columns + k * pitch;
        const int difference = column[i] - column[j]; // all lanes read column[i]; column[j] are 32 bytes side by side
        square += static_cast<unsigned>(difference * difference);
    }
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
    const dim3 grid(cuda::tiles(problem.n, width), cuda::tiles(problem.n, height));
    cuda::launch_grid(begin, 1, 1, 0, run.stream, best);
    cuda::launch_grid(find_best, grid, dim3(width, height), 0, run.stream, problem.data, problem.pitch, problem.n,
                      problem.dims, best);
    cuda::launch_grid(store, 1, 1, 0, run.stream, best, problem.pair);
}

std::int64_t workspace_bytes(const Workload&) { return sizeof(Packed); }

std::string why_not(const Workload& workload, const Device&) {
    if (workload.rows <= last_row + 1) return {};
    return "The packed number has 16 bits for each row, so the set must have 65 536 vectors at most.";
}

} // namespace

KernelVariant column_major_variant() {
    return {.title = "Column-major vectors",
            .teaches = "Stored by columns, the bytes that a warp reads at the same time lie side by side.",
            .wastes = "Half of the pairs are the other half once more, and a load brings one byte.",
            .parent = "farthest_pair/packed_atomic",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .layout = Layout::column_major,
            .workspace_bytes = workspace_bytes,
            .why_not = why_not,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
