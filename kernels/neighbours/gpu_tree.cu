// SPDX-License-Identifier: MIT
// Builds the tree of point_tree.h on a GPU: the box around all points, their codes along the curve, the sort, the boxes
// of leaves and nodes.
#include "kernels/neighbours/gpu_tree.h"

#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/launch.h"
#include "kernels/neighbours/morton.h"

#include <cub/device/device_radix_sort.cuh>

#include <limits>

namespace pairscope::cuda {
namespace {

using namespace neighbours;

constexpr int threads = 256;                  // threads per block
constexpr int blocks_of_frame = 256;          // for the kernel that looks for the box around all points
constexpr int nodes_of_last_block = 1024;     // levels that have no more nodes are built by one block together
constexpr int bits_sorted = bits_of_code + 1; // the highest bit moves points that are left out to the end

/// Unsigned integers in the order of the floats, for atomicMin() and atomicMax().
__device__ unsigned ordered(float value) {
    const unsigned bits = __float_as_uint(value);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}
__device__ float from_ordered(unsigned bits) {
    return __uint_as_float((bits & 0x80000000u) != 0 ? bits & 0x7fffffffu : ~bits);
}
__device__ bool is_finite(TreePoint at) { return isfinite(at.x) && isfinite(at.y); }

/// Describes the points that a thread looked at, then those of its warp.
struct Extremes {
    unsigned low_x = ~0u, low_y = ~0u, high_x = 0u, high_y = 0u, count = 0u;

    __device__ void add(TreePoint at) { include({ordered(at.x), ordered(at.y), ordered(at.x), ordered(at.y), 1u}); }
    __device__ void include(const Extremes& other) {
        low_x = min(low_x, other.low_x);
        low_y = min(low_y, other.low_y);
        high_x = max(high_x, other.high_x);
        high_y = max(high_y, other.high_y);
        count += other.count;
    }
    __device__ void fold_warp() {
        constexpr unsigned all = 0xffffffffu;
        for (int step = 16; step > 0; step /= 2)
            include({__shfl_xor_sync(all, low_x, step), __shfl_xor_sync(all, low_y, step),
                     __shfl_xor_sync(all, high_x, step), __shfl_xor_sync(all, high_y, step),
                     __shfl_xor_sync(all, count, step)});
    }
};

__global__ void find_frame(const TreePoint* points, int n, FoundFrame* frame) {
    Extremes extremes;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (is_finite(points[i])) extremes.add(points[i]);
    extremes.fold_warp();
    if (threadIdx.x % 32 != 0 || extremes.count == 0) return;
    atomicMin(&frame->low_x, extremes.low_x);
    atomicMin(&frame->low_y, extremes.low_y);
    atomicMax(&frame->high_x, extremes.high_x);
    atomicMax(&frame->high_y, extremes.high_y);
    atomicAdd(&frame->count, extremes.count);
}

__global__ void find_codes(const TreePoint* points, int n, const FoundFrame* found, std::uint64_t* codes,
                           std::int32_t* rows) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const CurveFrame frame = frame_of(TreePoint{from_ordered(found->low_x), from_ordered(found->low_y)},
                                      TreePoint{from_ordered(found->high_x), from_ordered(found->high_y)});
    codes[i] = is_finite(points[i]) ? morton_code(frame, points[i]) : std::uint64_t{1} << bits_of_code;
    rows[i] = i;
}

/// A box with the least row inside.
struct Part {
    Box box;
    std::int32_t least;

    __device__ void include(const Part& other) {
        box.low_x = fminf(box.low_x, other.box.low_x);
        box.low_y = fminf(box.low_y, other.box.low_y);
        box.high_x = fmaxf(box.high_x, other.box.high_x);
        box.high_y = fmaxf(box.high_y, other.box.high_y);
        least = min(least, other.least);
    }
};

/// One thread for each place; sixteen neighbouring lanes fold the box of their leaf. fminf() passes NaN over.
__global__ void build_leaves(const TreePoint* points, PointTree tree, TreeBuffers out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool is_in_leaf = i < padded(tree.count);
    const unsigned lanes = __ballot_sync(0xffffffffu, is_in_leaf); // all lanes of a leaf, or none of them
    if (!is_in_leaf) return;
    const bool is_point = i < tree.count;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::int32_t row = is_point ? out.rows[i] : no_row;
    const TreePoint at = is_point ? points[row] : TreePoint{nan, nan};
    out.places[i] = at;
    if (!is_point) out.rows[i] = no_row;
    Part part{{at.x, at.y, at.x, at.y}, is_point ? row : std::numeric_limits<std::int32_t>::max()};
    for (int step = 1; step < leaf_points; step *= 2)
        part.include({{__shfl_xor_sync(lanes, part.box.low_x, step), __shfl_xor_sync(lanes, part.box.low_y, step),
                       __shfl_xor_sync(lanes, part.box.high_x, step), __shfl_xor_sync(lanes, part.box.high_y, step)},
                      __shfl_xor_sync(lanes, part.least, step)});
    if (i % leaf_points != 0) return;
    out.boxes[i / leaf_points] = part.box;
    out.least[i / leaf_points] = part.least;
}

__device__ void build_node(const PointTree& tree, const TreeBuffers& out, int level, int node) {
    const int begin = node * fan_out, end = min(begin + fan_out, tree.nodes[level - 1]);
    const int below = tree.first[level - 1];
    Part part{out.boxes[below + begin], out.least[below + begin]};
    for (int child = begin + 1; child < end; ++child)
        part.include({out.boxes[below + child], out.least[below + child]});
    out.boxes[tree.first[level] + node] = part.box;
    out.least[tree.first[level] + node] = part.least;
}

__global__ void build_level(const __grid_constant__ PointTree tree, TreeBuffers out, int level) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < tree.nodes[level]) build_node(tree, out, level, node);
}

/// One block, so that a barrier separates the levels.
__global__ void build_last_levels(const __grid_constant__ PointTree tree, TreeBuffers out, int first_level) {
    for (int level = first_level; level < tree.levels; ++level) {
        const int node = threadIdx.x;
        if (node < tree.nodes[level]) build_node(tree, out, level, node);
        __syncthreads();
    }
}

} // namespace

std::size_t bytes_to_sort(std::int32_t count) {
    std::size_t bytes = 0;
    check(cub::DeviceRadixSort::SortPairs(
        nullptr, bytes, static_cast<const std::uint64_t*>(nullptr), static_cast<std::uint64_t*>(nullptr),
        static_cast<const std::int32_t*>(nullptr), static_cast<std::int32_t*>(nullptr), count, 0, bits_sorted));
    return bytes;
}

void enqueue_frame(const float* points, std::int32_t n, FoundFrame* frame, cudaStream_t stream) {
    check(cudaMemsetAsync(frame, 0, sizeof *frame, stream));
    check(cudaMemsetAsync(frame, 0xff, offsetof(FoundFrame, high_x), stream)); // the least values begin at the greatest
    launch_grid(find_frame, blocks_of_frame, threads, 0, stream, reinterpret_cast<const TreePoint*>(points), n, frame);
    check(cudaGetLastError());
}

void enqueue_sort(const float* points, std::int32_t n, const FoundFrame* frame, const SortBuffers& buffers,
                  cudaStream_t stream) {
    launch_grid(find_codes, tiles(n, threads), threads, 0, stream, reinterpret_cast<const TreePoint*>(points), n, frame,
                buffers.codes, buffers.unsorted_rows);
    check(cudaGetLastError());
    std::size_t bytes = buffers.scratch_bytes;
    check(cub::DeviceRadixSort::SortPairs(buffers.scratch, bytes, buffers.codes, buffers.sorted_codes,
                                          buffers.unsorted_rows, buffers.rows, n, 0, bits_sorted, stream));
}

void enqueue_tree(const float* points, const PointTree& tree, const TreeBuffers& out, cudaStream_t stream) {
    launch_grid(build_leaves, tiles(padded(tree.count), threads), threads, 0, stream,
                reinterpret_cast<const TreePoint*>(points), tree, out);
    check(cudaGetLastError());
    int level = 1;
    for (; level < tree.levels && tree.nodes[level] > nodes_of_last_block; ++level)
        launch_grid(build_level, tiles(tree.nodes[level], threads), threads, 0, stream, tree, out, level);
    if (level < tree.levels) launch_grid(build_last_levels, 1, nodes_of_last_block, 0, stream, tree, out, level);
    check(cudaGetLastError());
}

} // namespace pairscope::cuda
