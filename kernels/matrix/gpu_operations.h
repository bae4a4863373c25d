// SPDX-License-Identifier: MIT
// What operations.h promises, for a matrix in the memory of a GPU. Every function waits for the end of its work.
#pragma once

#include "kernels/ladder/compare.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/matrix.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace pairscope::cuda {

struct Workplace;

void poison(Surface surface, MatrixShape shape, const Workplace& at);
[[nodiscard]] MatrixSummary summary_of(const OutputTarget& matrix, MatrixShape shape, const Workplace& at);
void reduce(const OutputTarget& matrix, MatrixShape shape, std::int64_t factor, OverviewTarget out,
            const Workplace& at);
void copy(const LinearMemory& matrix, MatrixShape shape, Surface into, const Workplace& at);
/// Copies the cells of an overview, whose shape is known, to the host: three arrays of device memory, one after the
/// other.
void read_cells(const float* cells, Overview& overview, const Workplace& at);
[[nodiscard]] std::vector<float> read(const OutputTarget& matrix, Region region, const Workplace& at);

/// One question twice: with its inputs in device and in host memory.
struct BothProblems {
    Problem device, host;
};
[[nodiscard]] Comparison compare(const MatrixCheck& check, const BothProblems& problem, const Accuracy& accuracy,
                                 const std::vector<std::int64_t>& rows, std::stop_token stop, const Workplace& at);

[[nodiscard]] MatrixErrors into_errors(const MatrixCheck& check, const Problem& on_device, const ErrorRule& rule,
                                       std::stop_token stop, const Workplace& at);

/// Replaces every entry of the output by how it differs from the same entry of `other`, in the memory of this device.
/// A stopped one leaves values in the last rows.
[[nodiscard]] MatrixErrors into_differences(const Problem& problem, const OutputTarget& other, const ErrorRule& rule,
                                            std::stop_token stop, const Workplace& at);

} // namespace pairscope::cuda
