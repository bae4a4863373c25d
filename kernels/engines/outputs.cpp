// SPDX-License-Identifier: MIT
#include "kernels/engines/outputs.h"

#include "kernels/matrix/operations.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

/// The output's words in host memory.
std::vector<float> words_on_host(Engine& engine, const MatrixShape& words, const LinearMemory& memory) {
    std::vector<float> copy(static_cast<std::size_t>(words.rows * words.cols));
    engine.copy_to_host(copy.data(), memory.data, copy.size() * sizeof(float));
    return copy;
}

EntrySample moved_down(const EntrySample& sample, std::int64_t rows) {
    EntrySample moved;
    for (const MatrixEntry& entry : sample.entries())
        moved.add({static_cast<std::int32_t>(entry.row + rows), entry.col});
    return moved;
}

/// Adds what was found in the matches of the second set's vectors, which lie behind those of the first set's.
void add_other_direction(Comparison& total, Comparison other) {
    const bool first_is_wrong = total.wrong_entries > 0;
    if (other.row >= 0) other.row += total.rows;
    other.different = moved_down(other.different, total.rows);
    if (!other.first_different.empty())
        other.first_different = fmt::format("in the other direction, {}", other.first_different);
    add(total, other);
    total.rows += other.rows;
    if (!first_is_wrong && other.wrong_entries > 0)
        total.first_wrong = fmt::format("in the other direction, {}", other.first_wrong);
}

} // namespace

Output read_output(Engine& engine, const Workload& workload, const LinearMemory& memory, bool both_directions) {
    if (type_of(workload.type).output == OutputKind::matrix) return {};
    const OutputShape shape = output_of(workload, both_directions);
    std::vector<float> words = words_on_host(engine, words_of(shape), memory);
    Problem problem;
    problem.out = LinearMemory{words.data(), words_of(shape).cols};
    switch (type_of(workload.type).output) {
    case OutputKind::matrix:
        break;
    case OutputKind::scalar:
        return *scalar_out(problem);
    case OutputKind::pair:
        return *pair_out(problem);
    case OutputKind::matches:
        return std::vector<FoundMatch>(matches_out(problem), matches_out(problem) + shape.extent.rows);
    case OutputKind::values:
        return std::vector<float>(values_out(problem), values_out(problem) + workload.rows);
    }
    return {};
}

Comparison judge_output(const KernelVariant& variant, const Inputs& inputs, const LinearMemory& output,
                        const std::stop_token& stop) {
    const WorkloadType& type = type_of(variant.workload);
    const Workload workload = workload_of(variant.workload, inputs);
    const Accuracy accuracy = accuracy_of(variant, workload);
    const auto judge = [&](const Inputs& asked, const LinearMemory& part) {
        Comparison found = type.compare(problem_of(asked, part), accuracy, stop);
        found.kind = type.output;
        found.rows = output_of(workload_of(variant.workload, asked)).extent.rows;
        found.cols = 1;
        return found;
    };
    Comparison found = judge(inputs, output);
    if (variant.both_directions) {
        LinearMemory behind = output;
        behind.data += workload.rows * output.pitch;
        add_other_direction(found, judge(turned(inputs), behind));
    }
    if (variant.may_differ_by != nullptr && !found.different_entries) found.different_entries = 0;
    return found;
}

Comparison compare_output(Engine& engine, const KernelVariant& variant, const OutputTarget& target,
                          std::int64_t most_rows, const RunControl& control) {
    if (type_of(variant.workload).output == OutputKind::matrix)
        return compare(engine, variant, target, rows_to_check(engine.inputs().a.rows, most_rows), control);
    const Workload workload = workload_of(variant.workload, engine.inputs());
    const MatrixShape words = words_of(output_of(workload, variant.both_directions));
    std::vector<float> copy = words_on_host(engine, words, std::get<LinearMemory>(target));
    const Accuracy accuracy = accuracy_of(variant, workload);
    auto& known = engine.judged();
    const bool is_equal = known && known->accuracy == accuracy && known->both_directions == variant.both_directions &&
                          known->words.size() == copy.size() &&
                          std::memcmp(known->words.data(), copy.data(), copy.size() * sizeof(float)) == 0;
    if (is_equal && known->verdict.different_entries.has_value() == (variant.may_differ_by != nullptr))
        return known->verdict;
    Comparison verdict = judge_output(variant, engine.inputs(), LinearMemory{copy.data(), words.cols}, control.stop);
    if (!control.stop.stop_requested()) known = {std::move(copy), accuracy, variant.both_directions, verdict};
    return verdict;
}

} // namespace pairscope
