// SPDX-License-Identifier: MIT
// Replaces the entries of a matrix on the GPU by their differences from other values.
#pragma once

#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/launch.h"
#include "kernels/engines/cuda/workplace.h"
#include "kernels/ladder/engine.h"
#include "kernels/matrix/differences.h"
#include "kernels/matrix/source.cuh"

#include <algorithm>
#include <vector>

namespace pairscope::matrix {

constexpr int difference_threads = 256;

/// One block replaces the entries of one row. `expected(row, col)` is the other output, as a double.
template <class Expected, class Source>
__global__ void turn_rows(Expected expected, int first_row, int cols, Source matrix, ErrorRule rule,
                          RowDifferences* results) {
    __shared__ alignas(NearestSoFar) unsigned char nearest_room[difference_threads * sizeof(NearestSoFar)];
    __shared__ alignas(RowDifferences) unsigned char difference_room[difference_threads * sizeof(RowDifferences)];
    auto* const nearest_of_threads = reinterpret_cast<NearestSoFar*>(nearest_room);
    auto* const differences_of_threads = reinterpret_cast<RowDifferences*>(difference_room);
    const int row = first_row + static_cast<int>(blockIdx.x);
    NearestSoFar near{.smallest = rule.nearest.smallest};
    RowDifferences differences;
    for (int col = threadIdx.x; col < cols; col += difference_threads) {
        const float found = Source::value(matrix.bits(row, col));
        const double wanted = expected(row, col);
        if (!rule.nearest.one_set || col != row) near.look(col, found, wanted);
        const double shown = shown_of(rule.content, found, wanted);
        differences.look(col, found, wanted, shown);
        matrix.store(row, col, static_cast<float>(shown));
    }
    nearest_of_threads[threadIdx.x] = near;
    differences_of_threads[threadIdx.x] = differences;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int i = 1; i < difference_threads; ++i) {
        near.add(nearest_of_threads[i]);
        differences.add(differences_of_threads[i]);
    }
    differences.other_nearest = near.col >= 0 && near.is_other(expected(row, near.col)) ? 1 : 0;
    results[blockIdx.x] = differences;
}

/// Waits for the end. A stopped one leaves values in the last rows.
template <class Expected>
MatrixErrors into_differences_on_gpu(const Problem& problem, const Expected& expected, const ErrorRule& rule,
                                     std::stop_token stop, const cuda::Workplace& at) {
    using cuda::check;
    constexpr std::int64_t rows_per_launch = 256; // so that cancelling takes only milliseconds
    const std::int64_t rows = problem.a.rows, cols = problem.b.rows;
    MatrixErrors result;
    auto* const on_device = at.scratch.get<RowDifferences>(rows_per_launch);
    std::vector<RowDifferences> of_rows(static_cast<std::size_t>(rows_per_launch));
    while (result.rows < rows && !stop.stop_requested()) {
        const std::int64_t first = result.rows, now = std::min(rows_per_launch, rows - first);
        cuda::with_source(problem.out, [&](auto matrix) {
            cuda::launch_grid(turn_rows<Expected, decltype(matrix)>, static_cast<unsigned>(now), difference_threads, 0,
                              at.stream, expected, static_cast<int>(first), static_cast<int>(cols), matrix, rule,
                              on_device);
        });
        check(cudaGetLastError());
        check(cudaMemcpyAsync(of_rows.data(), on_device, static_cast<std::size_t>(now) * sizeof(RowDifferences),
                              cudaMemcpyDeviceToHost, at.stream));
        check(cudaStreamSynchronize(at.stream));
        for (std::int64_t i = 0; i < now; ++i) add_row(result, first + i, of_rows[static_cast<std::size_t>(i)]);
    }
    return result;
}

} // namespace pairscope::matrix
