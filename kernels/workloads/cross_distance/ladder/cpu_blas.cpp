// SPDX-License-Identifier: MIT
// OpenBLAS computes the products for 256 rows at a time. Like the expanded form on a GPU, this variant is judged
// relative to the norms.
#include "kernels/engines/cpu/openblas.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/cross_distance/problem.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pairscope::ladder::cross_distance {
namespace {

constexpr int rows_at_once = 256;

std::vector<float> squared_norms(const float* vectors, int count, int pitch, int dims) {
    std::vector<float> norms(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        const float* const x = vectors + i * pitch;
        float sum = 0.0f;
        for (int k = 0; k < dims; ++k) sum += x[k] * x[k];
        norms[static_cast<std::size_t>(i)] = sum;
    }
    return norms;
}

/// Replaces the values -2 x.y of a row by distances.
void finish_row(float* row, float norm, const std::vector<float>& norms) {
    for (std::size_t col = 0; col < norms.size(); ++col) {
        const float square = norm + norms[col] + row[col];
        row[col] = std::sqrt(square < 0.0f ? 0.0f : square);
    }
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const auto out = std::get<LinearMemory>(run.problem.out);
    const std::vector<float> norms_a = squared_norms(sets.a, sets.rows, sets.a_pitch, sets.dims);
    const std::vector<float> norms_b = squared_norms(sets.b, sets.cols, sets.b_pitch, sets.dims);
    for (int row = 0; row < sets.rows; row += rows_at_once) {
        if (run.host->stop.stop_requested()) return;
        const int rows = std::min(rows_at_once, sets.rows - row);
        float* const products = out.data + row * out.pitch;
        cpu::multiply_with_openblas({.m = rows,
                                     .n = sets.cols,
                                     .k = sets.dims,
                                     .alpha = -2.0f,
                                     .a = sets.a + row * sets.a_pitch,
                                     .a_pitch = sets.a_pitch,
                                     .b = sets.b,
                                     .b_pitch = sets.b_pitch,
                                     .c = products,
                                     .c_pitch = static_cast<int>(out.pitch)},
                                    run.host->threads);
        cpu::for_rows({.rows = rows,
                       .step = 16,
                       .threads = run.host->threads,
                       .stop = run.host->stop,
                       .rows_done = run.host->rows_done},
                      [&](std::int64_t first, std::int64_t last) {
                          for (; first < last; ++first)
                              finish_row(products + first * out.pitch, norms_a[static_cast<std::size_t>(row + first)],
                                         norms_b);
                      });
    }
}

std::string why_not(const Workload&, const Device&) { return std::string(cpu::why_no_openblas()); }

} // namespace

KernelVariant cpu_blas_variant() {
    return {.title = "The product by OpenBLAS",
            .teaches = "A library such as OpenBLAS multiplies matrices well. What is left is one pass that turns the "
                       "products into distances.",
            .wastes = "The products are stored and read again, and the distances of close pairs can be wrong.",
            .parent = "cross_distance/cpu_blocked",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .form = "expanded",
            .why_not = why_not,
            .launch = launch,
            .of_norms = 1e-6};
}

} // namespace pairscope::ladder::cross_distance
