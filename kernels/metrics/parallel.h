// SPDX-License-Identifier: MIT
// How the rows of a matrix of distances are given to all threads, and the memory that this takes.
#pragma once

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/metrics/set.h"

#include <algorithm>
#include <cstdint>
#include <variant>

namespace pairscope::metrics {

/// Calls write_rows(first, last) for all rows, few enough at a time that a run stops within 100 ms.
template <class WriteRows> void for_all_rows(const Run& run, const Set& set, WriteRows write_rows) {
    constexpr std::int64_t terms = 1 << 27, most = 128, together = 4;
    const std::int64_t rows = terms / (std::int64_t{set.count} * std::max(set.dims, 4)) / together * together;
    cpu::for_rows({.rows = set.count,
                   .step = std::clamp(rows, together, most),
                   .threads = run.host->threads,
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  write_rows);
}

/// What each vector's products are multiplied with, in the workspace; null where the formula needs no norms. The set is
/// column-major.
template <class Formula> const float* weights_of([[maybe_unused]] const Run& run, [[maybe_unused]] const Set& set) {
    if constexpr (!Formula::needs_norms) {
        return nullptr;
    } else {
        auto* const weights = reinterpret_cast<float*>(run.problem.workspace);
        cpu::for_rows({.rows = set.count, .step = 64, .threads = run.host->threads, .stop = run.host->stop},
                      [&](std::int64_t first, std::int64_t last) {
                          for (; first < last; ++first) {
                              float squares = 0.0f;
                              for (std::int64_t k = 0; k < set.dims; ++k) {
                                  const float x = set.data[k * set.pitch + first];
                                  squares += x * x;
                              }
                              weights[first] = Formula::weight(squares);
                          }
                      });
        return weights;
    }
}

/// Computes the whole matrix with write_rows(set, weights, out, first, last), which writes the rows from `first` to
/// before `last`. The set is column-major, and the output lies in linear memory.
template <class Formula, class WriteRows> void write_matrix(const Run& run, WriteRows write_rows) {
    const Set set = set_of(run);
    const auto out = std::get<LinearMemory>(run.problem.out);
    const float* const weights = weights_of<Formula>(run, set);
    for_all_rows(run, set, [&](std::int64_t first, std::int64_t last) { write_rows(set, weights, out, first, last); });
}

/// One float32 number for each vector.
inline std::int64_t one_float_each(const Workload& workload) {
    return workload.rows * static_cast<std::int64_t>(sizeof(float));
}

} // namespace pairscope::metrics
