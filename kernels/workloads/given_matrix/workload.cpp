// SPDX-License-Identifier: MIT
// The workload given_matrix: a square table of distances that a user has, shown as it is.
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/matrix/judge.h"
#include "kernels/workloads/given_matrix/example.h"
#include "kernels/workloads/given_matrix/rule.h"

namespace pairscope::workloads {
namespace {

/// Each entry is read once and written once.
Work work(const Workload& workload, Entry entry) {
    const double pairs = static_cast<double>(workload.rows) * static_cast<double>(workload.rows);
    return {.pairs = pairs, .compulsory_bytes = (sizeof(float) + static_cast<double>(bytes_of(entry))) * pairs};
}

} // namespace

WorkloadType given_matrix_workload() {
    return {.place = 7,
            .title = "Given distances",
            .question = "Which structure does a table of given distances have?",
            .inputs = {.sets = 1,
                       .element = Element::float32,
                       .rows = {least_distances, max_stored_rows},
                       .dims = {least_distances, max_stored_rows},
                       .names = {"rows"},
                       .takes_distances = true},
            .output = OutputKind::matrix,
            .metric = Metric::euclidean,
            .classic = {.rows = 256, .cols = 256, .dims = 256},
            .example = given_matrix::edit_distances,
            .work = work,
            .ceilings = {"copy"},
            .matrix = matrix::check_by<given_matrix::Rule>("distances")};
}

} // namespace pairscope::workloads
