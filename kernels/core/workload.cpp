// SPDX-License-Identifier: MIT
#include "kernels/core/workload.h"

#include "kernels/core/dataset.h"

#include <fmt/format.h>

#include <array>

namespace pairscope {

std::string_view name_of(WorkloadKind kind) {
    switch (kind) {
    case WorkloadKind::distance_matrix:
        return "distance_matrix";
    }
    return {};
}

std::span<const WorkloadKind> workload_kinds() {
    static constexpr std::array kinds{WorkloadKind::distance_matrix};
    return kinds;
}

AnswerShape answer_of(const Workload& workload) {
    switch (workload.kind) {
    case WorkloadKind::distance_matrix:
        return MatrixShape{workload.rows, workload.cols};
    }
    return ScalarShape{};
}

Work work_of(const Workload& workload, Entry entry) {
    switch (workload.kind) {
    case WorkloadKind::distance_matrix:
        return distance_matrix_work(workload.rows, entry);
    }
    return {};
}

Problem problem_of(WorkloadKind kind, const float* points, std::int64_t rows, const MatrixTarget& out) {
    switch (kind) {
    case WorkloadKind::distance_matrix:
        break;
    }
    return DistanceMatrixProblem{points, rows, out};
}

std::string why_not(const Workload& workload) {
    switch (workload.kind) {
    case WorkloadKind::distance_matrix:
        if (workload.dims != 2)
            return fmt::format("distance_matrix takes points of 2 coordinates, these have {}", workload.dims);
        if (workload.rows != workload.cols)
            return fmt::format("distance_matrix is square, this is {} x {}", workload.rows, workload.cols);
        if (workload.rows < min_rows || workload.rows > max_rows)
            return fmt::format("distance_matrix takes {} to {} points, not {}", min_rows, max_rows, workload.rows);
        return {};
    }
    return {};
}

} // namespace pairscope
