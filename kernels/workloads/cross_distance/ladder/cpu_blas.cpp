// SPDX-License-Identifier: MIT
// Adds to cpu_blocked: the product of the expanded form comes from a library, OpenBLAS, for 256 rows at a time, and a
// loop over all cores makes distances of them while they are in the cache. Like the GPU's expanded form it is judged by
// the norms.
//
// The library is loaded when a run asks for it, so that the program neither needs it to be built nor to start.
//
// Still wasteful: products are stored and read again, and the distances of close pairs can be wrong.
#include "kernels/core/host_run.h"
#include "kernels/cpu/parallel.h"
#include "kernels/workloads/cross_distance/problem.h"

#include <algorithm>
#include <cmath>
#include <dlfcn.h>
#include <vector>

namespace pairscope::ladder::cross_distance {
namespace {

constexpr int rows_at_once = 256;

/// The functions of OpenBLAS that are needed, with the types of its header.
struct OpenBlas {
    void (*multiply)(int order, int op_a, int op_b, int m, int n, int k, float alpha, const float* a, int lda,
                     const float* b, int ldb, float beta, float* c, int ldc) = nullptr;
    void (*set_threads)(int) = nullptr;

    [[nodiscard]] bool is_here() const { return multiply != nullptr && set_threads != nullptr; }
};

template <class Function> void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
}

OpenBlas load_openblas() {
    OpenBlas found;
    for (const char* name : {"libopenblas.so.0", "libopenblas.so"}) {
        void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) continue;
        find(library, "cblas_sgemm", found.multiply);
        find(library, "openblas_set_num_threads", found.set_threads);
        if (found.is_here()) break;
    }
    return found;
}

/// Loaded once and never closed.
const OpenBlas& openblas() {
    static const OpenBlas loaded = load_openblas();
    return loaded;
}

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

/// Makes distances of -2 x.y, where they are.
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
    openblas().set_threads(run.host->threads);
    for (int row = 0; row < sets.rows; row += rows_at_once) {
        if (run.host->stop.stop_requested()) return;
        const int rows = std::min(rows_at_once, sets.rows - row);
        float* const products = out.data + row * out.pitch;
        constexpr int row_major = 101, as_it_is = 111, transposed = 112; // of CBLAS
        openblas().multiply(row_major, as_it_is, transposed, rows, sets.cols, sets.dims, -2.0f,
                            sets.a + row * sets.a_pitch, sets.a_pitch, sets.b, sets.b_pitch, 0.0f, products,
                            static_cast<int>(out.pitch));
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

std::string why_not(const Workload&, const Device&) {
    if (openblas().is_here()) return {};
    return "libopenblas was not found: on Debian, install libopenblas0-pthread";
}

} // namespace

KernelVariant cpu_blas_variant() {
    return {.title = "The product by OpenBLAS",
            .teaches =
                "A library multiplies matrices well; what is left is one pass that turns products into distances.",
            .wastes = "Products are stored and read again, and the distances of close pairs can be wrong.",
            .parent = "cross_distance/cpu_blocked",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .why_not = why_not,
            .launch = launch,
            .of_norms = 1e-6};
}

} // namespace pairscope::ladder::cross_distance
