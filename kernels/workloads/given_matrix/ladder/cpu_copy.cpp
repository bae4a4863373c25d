// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/ladder/variant.h"

#include <algorithm>
#include <cstdint>

namespace pairscope::ladder::given_matrix {
namespace {

constexpr std::int64_t rows_of_step = 16; // 2 MiB of the largest matrix

void launch(const Run& run) {
    const Input& given = run.problem.a;
    const auto out = std::get<LinearMemory>(run.problem.out);
    cpu::for_rows({.rows = given.rows,
                   .step = rows_of_step,
                   .threads = cpu::threads_to_use(run.host->threads),
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) {
                      for (std::int64_t row = first; row < last; ++row)
                          std::copy_n(given.floats() + row * given.pitch, given.rows, out.data + row * out.pitch);
                  });
}

} // namespace

KernelVariant cpu_copy_variant() {
    return {.title = "Rows as they were given",
            .teaches = "The distances are given, so each row of the table is copied into the matrix and nothing is "
                       "computed.",
            .wastes = "It wastes nothing, because there is nothing to compute.",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .launch = launch};
}

} // namespace pairscope::ladder::given_matrix
