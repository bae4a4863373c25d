// SPDX-License-Identifier: MIT
// Kernels that are right at every small size: two go wrong where a matrix is large, and one where vectors are long.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/cross_distance/problem.h"
#include "tests/kernels/specimens/specimens.h"

namespace pairscope::specimens {
namespace {

constexpr int threads = 64;

__device__ float distance(float2 a, float2 b) {
    const float dx = a.x - b.x, dy = a.y - b.y;
    return sqrtf(dx * dx + dy * dy);
}

// From n = 23 171 on, the offset in bytes does not fit into an int.
__global__ void offset_in_an_int(const float2* points, int n, float* out) {
    const int row = blockIdx.y, col = blockIdx.x * threads + threadIdx.x;
    if (col >= n) return;
    const int offset = (row * n + col) * static_cast<int>(sizeof(float)); // fault
    *reinterpret_cast<float*>(reinterpret_cast<char*>(out) + offset) = distance(points[row], points[col]);
}
constexpr int offset_in_an_int_line = __LINE__ - 3;

// The same with unsigned numbers, which wrap without a fault: from 2^29 entries on, they are stored in other places.
__global__ void offset_that_wraps(const float2* points, unsigned n, float* out) {
    const unsigned row = blockIdx.y, col = blockIdx.x * threads + threadIdx.x;
    if (col >= n) return;
    const unsigned offset = (row * n + col) * 8u;
    out[offset / 8u] = distance(points[row], points[col]);
}

template <auto kernel> void launch_matrix(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const auto n = static_cast<unsigned>(problem.n);
    cuda::launch_grid(kernel, dim3((n + threads - 1) / threads, n), dim3(threads), 0, run.stream,
                      reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                      std::get<LinearMemory>(problem.out).data);
}

// A panel has 64 coordinates of a row. A thread that is late with one of them finds the next panel in its place.
__global__ void barrier_missing_behind_a_panel(CrossSets sets, float* out) {
    __shared__ float panel[threads];
    const int row = blockIdx.y, lane = threadIdx.x, col = blockIdx.x * threads + lane;
    float sum = 0.0f;
    for (int first = 0; first < sets.dims; first += threads) {
        const int count = min(threads, sets.dims - first);
        if (lane < count) panel[lane] = sets.a[row * sets.a_pitch + first + lane]; // fault
        __syncthreads();
        for (int k = 0; k < count && col < sets.cols; ++k) {
            const float difference = panel[k] - sets.b[col * sets.b_pitch + first + k];
            sum += difference * difference;
        }
    }
    if (col < sets.cols) out[row * sets.cols + col] = sqrtf(sum);
}

void launch_panels(const Run& run) {
    const CrossSets sets = cross_sets(run);
    cuda::launch_grid(barrier_missing_behind_a_panel, dim3(cuda::tiles(sets.cols, threads), sets.rows), dim3(threads),
                      0, run.stream, sets, std::get<LinearMemory>(run.problem.out).data);
}

} // namespace

std::vector<Specimen> large_matrices() {
    return {{"offset_in_an_int", launch_matrix<offset_in_an_int>, "integer overflow", offset_in_an_int_line},
            {"offset_that_wraps", launch_matrix<offset_that_wraps>}};
}

Specimen barrier_missing_in_long_vectors() { return {"barrier_missing", launch_panels, "shared-memory race"}; }

} // namespace pairscope::specimens
