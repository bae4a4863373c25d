// SPDX-License-Identifier: MIT
// The workload great_circle_distance: the distances along the surface of the Earth between all places of one set, an
// n x n matrix in kilometres.
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/matrix/judge.h"
#include "kernels/workloads/great_circle_distance/rule.h"
#include "kernels/workloads/great_circle_distance/written_out.h"

namespace pairscope::workloads {
namespace {

/// A pair takes two differences, eight products and three sums. Its two sines, two roots and arctangent have no common
/// unit with these and are not counted. The places are read once, and the matrix is written once.
Work work(const Workload& workload, Entry entry) {
    const auto n = static_cast<double>(workload.rows);
    const double pairs = n * n;
    return {.flops = 13.0 * pairs,
            .pairs = pairs,
            .compulsory_bytes = 2 * sizeof(float) * n + static_cast<double>(bytes_of(entry)) * pairs};
}

MatrixCheck check() {
    MatrixCheck check =
        matrix::check_by<great_circle_distance::Rule>("great-circle distances", great_circle_distance::written_out);
    check.are_distances = true;
    return check;
}

} // namespace

WorkloadType great_circle_distance_workload() {
    return {.place = 11,
            .title = "Great-circle distances",
            .question = "How many kilometres is each place, by longitude and latitude, from each other place?",
            .inputs = {.sets = 1,
                       .element = Element::float32,
                       .rows = {min_rows, max_rows},
                       .dims = {2, 2},
                       .names = {"places"}},
            .output = OutputKind::matrix,
            .value = "great-circle distance",
            .metric = Metric::great_circle,
            .classic = {.rows = 8192, .cols = 8192, .dims = 2},
            .is_published = false,
            .work = work,
            .ceilings = {"fill", "fma"},
            .matrix = check(),
            .formula = PairFormula{PairTerms::places, PairEnding::arc}};
}

} // namespace pairscope::workloads
