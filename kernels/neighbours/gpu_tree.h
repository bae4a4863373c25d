// SPDX-License-Identifier: MIT
// The steps that build a tree over points on a GPU. Each one is enqueued on a stream.
#pragma once

#include "kernels/neighbours/point_tree.h"

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

namespace pairscope::cuda {

/// The box around the finite points, as integers in the order of floats, and how many points these are.
struct FoundFrame {
    unsigned low_x, low_y, high_x, high_y, count;
};

/// Room for the tree, which is built there.
struct TreeBuffers {
    neighbours::TreePoint* places;
    std::int32_t* rows;
    neighbours::Box* boxes;
    std::int32_t* least;
};

struct SortBuffers {
    std::uint64_t* codes;
    std::uint64_t* sorted_codes;
    std::int32_t* unsorted_rows;
    std::int32_t* rows; ///< in the order of the curve; those that are left out come last
    void* scratch;
    std::size_t scratch_bytes;
};
/// The scratch memory that sorting so many points takes.
[[nodiscard]] std::size_t bytes_to_sort(std::int32_t count);

void enqueue_frame(const float* points, std::int32_t n, FoundFrame* frame, cudaStream_t stream);
void enqueue_sort(const float* points, std::int32_t n, const FoundFrame* frame, const SortBuffers& buffers,
                  cudaStream_t stream);
/// `tree` has its levels, and points into `out`, whose rows are sorted.
void enqueue_tree(const float* points, const neighbours::PointTree& tree, const TreeBuffers& out, cudaStream_t stream);

} // namespace pairscope::cuda
