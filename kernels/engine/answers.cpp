// SPDX-License-Identifier: MIT
#include "kernels/engine/answers.h"

#include "kernels/matrix/operations.h"

#include <vector>

namespace pairscope {
namespace {

/// The answer's words in host memory.
std::vector<float> words_on_host(Engine& engine, const Workload& workload, const LinearMemory& memory) {
    const MatrixShape words = words_of(answer_of(workload));
    std::vector<float> copy(static_cast<std::size_t>(words.rows * words.cols));
    engine.copy_to_host(copy.data(), memory.data, copy.size() * sizeof(float));
    return copy;
}

Comparison compare_words(Engine& engine, const KernelVariant& variant, const LinearMemory& memory,
                         const RunControl& control) {
    const Workload workload = workload_of(variant.workload, engine.inputs());
    std::vector<float> words = words_on_host(engine, workload, memory);
    const WorkloadType& type = type_of(variant.workload);
    const Accuracy accuracy = accuracy_of(variant);
    Comparison found =
        type.compare(problem_of(engine.inputs(), LinearMemory{words.data(), words_of(answer_of(workload)).cols}),
                     accuracy, control.stop);
    found.kind = type.output;
    found.tolerance = accuracy.relative();
    found.rows = answer_of(workload).extent.rows;
    found.cols = 1;
    return found;
}

} // namespace

Answer read_answer(Engine& engine, const Workload& workload, const LinearMemory& memory) {
    if (type_of(workload.type).output == OutputKind::matrix) return {};
    std::vector<float> words = words_on_host(engine, workload, memory);
    Problem problem;
    problem.out = LinearMemory{words.data(), words_of(answer_of(workload)).cols};
    switch (type_of(workload.type).output) {
    case OutputKind::matrix:
        break;
    case OutputKind::scalar:
        return *scalar_out(problem);
    case OutputKind::pair:
        return *pair_out(problem);
    case OutputKind::matches:
        return std::vector<FoundMatch>(matches_out(problem), matches_out(problem) + workload.rows);
    case OutputKind::values:
        return std::vector<float>(values_out(problem), values_out(problem) + workload.rows);
    }
    return {};
}

Comparison compare_answer(Engine& engine, const KernelVariant& variant, const AnswerTarget& target,
                          std::int64_t most_rows, const RunControl& control) {
    if (type_of(variant.workload).output == OutputKind::matrix)
        return compare(engine, variant, target, rows_to_check(engine.inputs().a.rows, most_rows), control);
    return compare_words(engine, variant, std::get<LinearMemory>(target), control);
}

} // namespace pairscope
