// SPDX-License-Identifier: MIT
// What the workloads of all metrics of formulas.h have in common.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/judge.h"
#include "kernels/metrics/formulas.h"
#include "kernels/metrics/written_out.h"

namespace pairscope::metrics {

/// The set is read once, and the matrix is written once.
template <class Formula> Work work_of(const Workload& workload, Entry entry) {
    const auto n = static_cast<double>(workload.rows), dims = static_cast<double>(workload.dims);
    const double pairs = n * n;
    return {.flops = (Formula::operations * dims + Formula::operations_at_end) * pairs,
            .pairs = pairs,
            .compulsory_bytes = sizeof(float) * n * dims + static_cast<double>(bytes_of(entry)) * pairs};
}

/// Entries that are distances by another metric than the Euclidean one.
template <class Formula, class Rule> MatrixCheck check_by(std::string_view entries) {
    MatrixCheck check = matrix::check_by<Rule>(entries, written_out<Formula>);
    check.are_distances = true;
    return check;
}

/// All but the words. Any part of such a matrix can be computed alone, so it may be too large to be stored.
template <class Formula, class Rule> WorkloadType described(std::string_view entries) {
    return {.inputs = {.sets = 1,
                       .element = Element::float32,
                       .rows = {min_rows, max_rows},
                       .dims = {1, 1024},
                       .names = {"vectors"}},
            .output = OutputKind::matrix,
            .metric = Formula::metric,
            .classic = {.rows = 8192, .cols = 8192, .dims = 2},
            .is_published = false,
            .work = work_of<Formula>,
            .ceilings = {"fill", Formula::ceiling},
            .matrix = check_by<Formula, Rule>(entries),
            .formula = PairFormula{Formula::terms, Formula::ending}};
}

} // namespace pairscope::metrics
