// SPDX-License-Identifier: MIT
#include "kernels/matrix/operations.h"

#include "kernels/engines/cpu/engine.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/matrix/differences.h"
#include "kernels/matrix/gpu_operations.h"
#include "kernels/matrix/scan.h"

#include <algorithm>
#include <mutex>

namespace pairscope {
namespace {

constexpr bool has_cuda = PAIRSCOPE_HAS_CUDA != 0; // a build without CUDA lacks the functions of cuda::

std::vector<float> read_on_host(const LinearMemory& memory, const Region& region) {
    std::vector<float> values, room;
    values.reserve(static_cast<std::size_t>(region.rows * region.cols));
    for (std::int64_t row = region.row; row < region.row + region.rows; ++row) {
        const std::span<const float> entries = floats_of(memory, row, region.col, region.cols, room);
        values.insert(values.end(), entries.begin(), entries.end());
    }
    return values;
}

Comparison compare_on_host(const MatrixCheck& check, const Problem& problem, const Accuracy& accuracy,
                           const std::vector<std::int64_t>& rows, const RunControl& control) {
    Comparison total;
    std::mutex adding;
    cpu::for_rows({.rows = static_cast<std::int64_t>(rows.size()), .threads = control.threads, .stop = control.stop},
                  [&](std::int64_t first, std::int64_t last) {
                      Comparison part;
                      for (std::int64_t i = first; i < last; ++i)
                          check.compare_row(problem, rows[static_cast<std::size_t>(i)], accuracy, part);
                      const std::scoped_lock lock(adding);
                      add(total, part);
                  });
    total.rows = problem.a.rows;
    total.cols = problem.b.rows;
    return total;
}

/// Entries of another variant's output in host memory.
class OtherRow {
public:
    OtherRow(const LinearMemory& memory, std::int64_t row, std::int64_t cols)
        : entries_(floats_of(memory, row, 0, cols, room_)) {}
    double operator()(std::int64_t, std::int64_t col) const { return entries_[static_cast<std::size_t>(col)]; }

private:
    std::vector<float> room_;
    std::span<const float> entries_;
};

MatrixErrors into_errors_on_host(const WorkloadType& type, const Problem& problem, const RunControl& control,
                                 const ErrorQuestion& question) {
    const ErrorRule rule{.nearest = nearest_rule(type), .content = question.content};
    const std::optional<LinearMemory> other =
        question.other ? std::optional(cpu::host_memory(*question.other)) : std::nullopt;
    MatrixErrors total;
    std::mutex adding;
    cpu::for_rows({.rows = problem.a.rows, .threads = control.threads, .stop = control.stop}, [&](std::int64_t first,
                                                                                                  std::int64_t last) {
        MatrixErrors part;
        for (std::int64_t row = first; row < last; ++row)
            if (other)
                matrix::row_into_differences(problem, row, rule, part, OtherRow(*other, row, problem.b.rows));
            else
                type.matrix.row_into_errors(problem, row, rule, part);
        const std::scoped_lock lock(adding);
        add(total, part);
    });
    return total;
}

} // namespace

void poison(Engine& engine, Surface surface, MatrixShape shape) {
    if constexpr (has_cuda)
        if (const cuda::Workplace* at = engine.workplace()) return cuda::poison(surface, shape, *at);
    (void)cpu::host_memory(surface);
}

MatrixSummary summarize(Engine& engine, const OutputTarget& matrix, MatrixShape shape, const RunControl& control) {
    if constexpr (has_cuda)
        if (const cuda::Workplace* at = engine.workplace()) return cuda::summary_of(matrix, shape, *at);
    return cpu::summary_of(cpu::host_memory(matrix), shape, control);
}

void reduce(Engine& engine, const OutputTarget& matrix, MatrixShape shape, std::int64_t factor, OverviewTarget out) {
    if constexpr (has_cuda)
        if (const cuda::Workplace* at = engine.workplace()) return cuda::reduce(matrix, shape, factor, out, *at);
    if (const auto* surface = std::get_if<Surface>(&out)) (void)cpu::host_memory(*surface);
    *std::get<Overview*>(out) = cpu::overview_of(cpu::host_memory(matrix), shape, factor);
}

void copy(Engine& engine, const LinearMemory& matrix, MatrixShape shape, Surface into) {
    if constexpr (has_cuda)
        if (const cuda::Workplace* at = engine.workplace()) return cuda::copy(matrix, shape, into, *at);
    (void)cpu::host_memory(into);
}

std::vector<float> read(Engine& engine, const OutputTarget& matrix, Region region) {
    if constexpr (has_cuda)
        if (const cuda::Workplace* at = engine.workplace()) return cuda::read(matrix, region, *at);
    return read_on_host(cpu::host_memory(matrix), region);
}

Comparison compare(Engine& engine, const KernelVariant& variant, const OutputTarget& matrix,
                   const std::vector<std::int64_t>& rows, const RunControl& control) {
    const MatrixCheck& check = type_of(variant.workload).matrix;
    const Accuracy accuracy = accuracy_of(variant);
    if constexpr (has_cuda)
        if (const cuda::Workplace* at = engine.workplace())
            return cuda::compare(check, {engine.problem(matrix), problem_of(engine.inputs(), matrix)}, accuracy, rows,
                                 control.stop, *at);
    return compare_on_host(check, engine.problem(cpu::host_memory(matrix)), accuracy, rows, control);
}

MatrixErrors into_errors(Engine& engine, const KernelVariant& variant, const OutputTarget& matrix,
                         const RunControl& control, const ErrorQuestion& question) {
    const WorkloadType& type = type_of(variant.workload);
    if constexpr (has_cuda)
        if (const cuda::Workplace* at = engine.workplace()) {
            const ErrorRule rule{.nearest = nearest_rule(type), .content = question.content};
            if (question.other)
                return cuda::into_differences(engine.problem(matrix), *question.other, rule, control.stop, *at);
            return cuda::into_errors(type.matrix, engine.problem(matrix), rule, control.stop, *at);
        }
    return into_errors_on_host(type, engine.problem(cpu::host_memory(matrix)), control, question);
}

} // namespace pairscope
