// SPDX-License-Identifier: MIT
// Kernels that fill a whole distance matrix, each with one fault that a look at the output alone may miss.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "tests/kernels/specimens/specimens.h"

namespace pairscope::specimens {
namespace {

constexpr int threads = 64;

__device__ float distance(float2 a, float2 b) {
    const float dx = a.x - b.x, dy = a.y - b.y;
    return sqrtf(dx * dx + dy * dy);
}

// Each thread but the first takes its left neighbour's point. Where threads run in their order, it is there already.
__global__ void race_hidden_by_order(const float2* points, int n, float* out) {
    __shared__ float2 tile[threads];
    const int row = blockIdx.y, first = blockIdx.x * threads, col = first + threadIdx.x;
    if (col >= n) return;
    tile[threadIdx.x] = points[col];
    if (threadIdx.x > 0) out[row * n + col - 1] = distance(points[row], tile[threadIdx.x - 1]); // fault
    if (threadIdx.x == threads - 1 || col == n - 1) out[row * n + col] = distance(points[row], points[col]);
}
constexpr int race_hidden_by_order_line = __LINE__ - 3;

// Each thread takes the point of its mirror image: half of them are not there yet.
__global__ void race_that_shows(const float2* points, int n, float* out) {
    __shared__ float2 tile[threads];
    const int row = blockIdx.y, col = blockIdx.x * threads + threadIdx.x, mirrored = threads - 1 - threadIdx.x;
    tile[threadIdx.x] = points[min(col, n - 1)];
    const float2 b = tile[mirrored]; // fault
    const int written = blockIdx.x * threads + mirrored;
    if (written < n) out[row * n + written] = distance(points[row], b);
}
constexpr int race_that_shows_line = __LINE__ - 4;

__global__ void misaligned_store(const float2* points, int n, float* out) {
    const int row = blockIdx.y, col = 2 * (blockIdx.x * threads + threadIdx.x);
    if (col + 1 < n) {
        const float2 both = make_float2(distance(points[row], points[col]), distance(points[row], points[col + 1]));
        *reinterpret_cast<float2*>(out + row * n + col) = both; // fault
    } else if (col < n) {
        out[row * n + col] = distance(points[row], points[col]);
    }
}
constexpr int misaligned_store_line = __LINE__ - 5;

// The last row is filled up to a multiple of four.
__global__ void overrun(const float2* points, int n, float* out) {
    const int row = blockIdx.y, col = blockIdx.x * threads + threadIdx.x;
    const int end = row == n - 1 ? (n + 3) / 4 * 4 : n;
    if (col < end) out[row * n + col] = distance(points[row], points[min(col, n - 1)]); // fault
}
constexpr int overrun_line = __LINE__ - 2;

__global__ void one_entry_off(const float2* points, int n, float* out) {
    const int row = blockIdx.y, col = blockIdx.x * threads + threadIdx.x;
    if (col >= n) return;
    const float factor = row == 12 && col == 63 ? 1.000002f : 1.0f;
    out[row * n + col] = factor * distance(points[row], points[col]); // fault
}
constexpr int one_entry_off_line = __LINE__ - 2;

template <void (*kernel)(const float2*, int, float*)> void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const auto n = static_cast<unsigned>(problem.n);
    cuda::launch_grid(kernel, dim3((n + threads) / threads, n), dim3(threads), 0, run.stream,
                      reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                      std::get<LinearMemory>(problem.out).data);
}

} // namespace

std::vector<Specimen> faulty_matrices() {
    return {
        {"race_hidden_by_order", launch<race_hidden_by_order>, "shared-memory race", race_hidden_by_order_line},
        {"race_that_shows", launch<race_that_shows>, "shared-memory race", race_that_shows_line},
        {"misaligned_store", launch<misaligned_store>, "misaligned access", misaligned_store_line},
        {"overrun", launch<overrun>, "out of bounds", overrun_line},
        {"one_entry_off", launch<one_entry_off>, "", one_entry_off_line},
    };
}

} // namespace pairscope::specimens
