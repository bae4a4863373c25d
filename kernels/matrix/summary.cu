// SPDX-License-Identifier: MIT
// A look at every entry: extremes, what is not finite, and a sample.
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/passes.h"
#include "kernels/matrix/source.cuh"

#include <algorithm>
#include <cstddef>
#include <cub/device/device_radix_sort.cuh>
#include <limits>

namespace pairscope::cuda {
namespace {

constexpr int warps = 8; // warps per block

/// How a block lies on what it reads. Linear memory: long pieces of a row. A texture: lanes fill its 4 x 2 sectors,
/// warps lie below each other. H200, n = 30336, of the fill's speed: 0.95 and 0.97; surface reads along rows only 0.94.
template <bool is_surface> struct Layout { static constexpr int lanes_across = 32, warps_across = warps, steps = 32; };
template <> struct Layout<true> { static constexpr int lanes_across = 16, warps_across = 1, steps = 8; };
template <class Source> struct Block : Layout<Source::is_surface> {
    using Layout<Source::is_surface>::lanes_across, Layout<Source::is_surface>::warps_across,
        Layout<Source::is_surface>::steps;
    static constexpr int lanes_down = 32 / lanes_across; // a thread's rows are so far apart
    static constexpr int rows_of_warp = lanes_down * steps;
    static constexpr int cols = lanes_across * warps_across;
    static constexpr int rows = rows_of_warp * (warps / warps_across);
};

struct Extremes {
    unsigned min; ///< as ordered() has it
    unsigned max;
    unsigned long long nan_count;
    unsigned long long infinite_count;
};

/// Unsigned numbers that order like the floats, so that atomicMin works on them.
__host__ __device__ unsigned ordered(float value) {
    const auto bits = __builtin_bit_cast(unsigned, value);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
float unordered(unsigned order) {
    return __builtin_bit_cast(float, order & 0x80000000u ? order & 0x7fffffffu : ~order);
}

constexpr float infinity = std::numeric_limits<float>::infinity();

/// What one thread has seen.
struct Seen {
    float min = infinity, max = -infinity;
    int nans = 0, infinite = 0;

    __device__ void add(float entry) {
        const bool finite = fabsf(entry) < infinity;
        min = fminf(min, finite ? entry : infinity);
        max = fmaxf(max, finite ? entry : -infinity);
        nans += entry != entry;
        infinite += fabsf(entry) == infinity;
    }
};

/// One warp's findings into those of all. A look before each atomic: it is rarely needed.
__device__ void add(Extremes* all, Seen seen) {
    for (int step = 16; step > 0; step /= 2) {
        seen.min = fminf(seen.min, __shfl_down_sync(~0u, seen.min, step));
        seen.max = fmaxf(seen.max, __shfl_down_sync(~0u, seen.max, step));
        seen.nans += __shfl_down_sync(~0u, seen.nans, step);
        seen.infinite += __shfl_down_sync(~0u, seen.infinite, step);
    }
    if (threadIdx.x != 0) return;
    if (ordered(seen.min) < all->min) atomicMin(&all->min, ordered(seen.min));
    if (ordered(seen.max) > all->max) atomicMax(&all->max, ordered(seen.max));
    if (seen.nans > 0) atomicAdd(&all->nan_count, static_cast<unsigned long long>(seen.nans));
    if (seen.infinite > 0) atomicAdd(&all->infinite_count, static_cast<unsigned long long>(seen.infinite));
}

template <class Source> __global__ void look_at_all(Source matrix, int rows, int cols, Extremes* all) {
    using Mine = Block<Source>;
    const int lane = threadIdx.x, warp = threadIdx.y;
    const int col =
        blockIdx.x * Mine::cols + warp % Mine::warps_across * Mine::lanes_across + lane % Mine::lanes_across;
    const int first =
        blockIdx.y * Mine::rows + warp / Mine::warps_across * Mine::rows_of_warp + lane / Mine::lanes_across;
    const bool inside = (blockIdx.x + 1) * Mine::cols <= cols && (blockIdx.y + 1) * Mine::rows <= rows;
    Seen seen;
    if (inside) {
        // All loads before the first use: with a test for the edge between them the compiler orders them one by one,
        // and the look takes 1.60 ms instead of 0.81 (H200, linear, n = 30336).
        float entry[Mine::steps];
#pragma unroll
        for (int k = 0; k < Mine::steps; ++k) entry[k] = matrix.load(first + k * Mine::lanes_down, col);
#pragma unroll
        for (int k = 0; k < Mine::steps; ++k) seen.add(entry[k]);
    } else if (col < cols) {
        for (int k = 0; k < Mine::steps && first + k * Mine::lanes_down < rows; ++k)
            seen.add(matrix.load(first + k * Mine::lanes_down, col));
    }
    add(all, seen);
}

/// Entries at equal steps; what is not finite becomes NaN.
template <class Source>
__global__ void gather(Source matrix, std::int64_t count, std::int64_t step, int cols, float* sample) {
    const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
    if (i >= count) return;
    const float entry = matrix.load(static_cast<int>(i * step / cols), static_cast<int>(i * step % cols));
    sample[i] = fabsf(entry) < infinity ? entry : std::numeric_limits<float>::quiet_NaN();
}

Extremes extremes_of(const OutputTarget& matrix, MatrixShape shape, const Workplace& at) {
    Extremes found{ordered(infinity), ordered(-infinity), 0, 0};
    auto* const all = at.scratch.get<Extremes>(1);
    check(cudaMemcpyAsync(all, &found, sizeof found, cudaMemcpyHostToDevice, at.stream));
    with_source(matrix, [&](auto source) {
        using Tile = Block<decltype(source)>;
        const dim3 grid(tiles(shape.cols, Tile::cols), tiles(shape.rows, Tile::rows));
        launch_grid(look_at_all<decltype(source)>, grid, dim3(32, warps), 0, at.stream, source,
                    static_cast<int>(shape.rows), static_cast<int>(shape.cols), all);
    });
    check(cudaGetLastError());
    check(cudaMemcpyAsync(&found, all, sizeof found, cudaMemcpyDeviceToHost, at.stream));
    check(cudaStreamSynchronize(at.stream));
    return found;
}

void sort(void* memory, std::size_t& bytes, const float* from, float* to, std::int64_t count, cudaStream_t stream) {
    check(cub::DeviceRadixSort::SortKeys(memory, bytes, from, to, static_cast<int>(count), 0, 32, stream));
}

std::vector<float> sample_of(const OutputTarget& matrix, MatrixShape shape, const Workplace& at) {
    const std::int64_t step = sample_step(shape);
    const std::int64_t count = (shape.rows * shape.cols + step - 1) / step;
    std::size_t sort_bytes = 0;
    sort(nullptr, sort_bytes, nullptr, nullptr, count, at.stream); // asks how much memory it wants
    const auto sort_floats = static_cast<std::int64_t>(sort_bytes / sizeof(float)) + 1;
    auto* const gathered = at.scratch.get<float>(2 * count + sort_floats);
    float* const sorted = gathered + count;
    with_source(matrix, [&](auto source) {
        launch_grid(gather<decltype(source)>, tiles(count, 256), 256, 0, at.stream, source, count, step,
                    static_cast<int>(shape.cols), gathered);
    });
    check(cudaGetLastError());
    sort(sorted + count, sort_bytes, gathered, sorted, count, at.stream); // NaN goes last
    std::vector<float> sample(static_cast<std::size_t>(count));
    check(cudaMemcpyAsync(sample.data(), sorted, sample.size() * sizeof(float), cudaMemcpyDeviceToHost, at.stream));
    check(cudaStreamSynchronize(at.stream));
    sample.erase(std::ranges::partition_point(sample, [](float entry) { return entry == entry; }), sample.end());
    return sample;
}

} // namespace

MatrixSummary summary_of(const OutputTarget& matrix, MatrixShape shape, const Workplace& at) {
    const Extremes found = extremes_of(matrix, shape, at);
    const bool any = found.min <= found.max;
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    return {.min = any ? unordered(found.min) : nan,
            .max = any ? unordered(found.max) : nan,
            .nan_count = static_cast<std::int64_t>(found.nan_count),
            .infinite_count = static_cast<std::int64_t>(found.infinite_count),
            .sample = sample_of(matrix, shape, at)};
}

} // namespace pairscope::cuda
