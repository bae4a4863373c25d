// SPDX-License-Identifier: MIT
// The definition as a program, for all metrics of formulas.h: three loops on one thread.
#pragma once

#include "kernels/ladder/host_run.h"
#include "kernels/metrics/formulas.h"
#include "kernels/metrics/set.h"

namespace pairscope::metrics {

/// One entry, from the coordinates of two vectors.
template <class Formula> float entry_of(const float* a, const float* b, int dims) {
    float sum = 0.0f, squares_a = 0.0f, squares_b = 0.0f;
    for (int k = 0; k < dims; ++k) {
        sum = Formula::added(sum, a[k], b[k]);
        if constexpr (Formula::needs_norms) {
            squares_a += a[k] * a[k];
            squares_b += b[k] * b[k];
        }
    }
    if constexpr (Formula::needs_norms)
        return Formula::entry(sum, Formula::weight(squares_a), Formula::weight(squares_b));
    else
        return Formula::entry(sum, 0.0f, 0.0f);
}

template <class Formula> void run_naive(const Run& run) {
    const Set set = set_of(run);
    const auto out = std::get<LinearMemory>(run.problem.out);
    for (int row = 0; row < set.count; ++row) {
        if (run.host->stop.stop_requested()) return;
        for (int col = 0; col < set.count; ++col)
            out.data[row * out.pitch + col] =
                entry_of<Formula>(set.data + row * set.pitch, set.data + col * set.pitch, set.dims);
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
}

} // namespace pairscope::metrics
