// SPDX-License-Identifier: MIT
// Judges a matrix by the rule of its workload, the class Rule in the workload's rule.h. A rule is a small value that
// host and device share:
//   explicit Rule(const Problem&)                                      takes what it needs, such as pointers and sigma
//   double expected(std::int64_t row, std::int64_t col) const          the double-precision output for one entry
//   Accuracy allowed(const Accuracy& of_variant) const                 what counts for these inputs: a sum of many
//                                                                      coordinates may be off by more, and less is
//                                                                      allowed where Input::has_exact_sums says so
//   bool is_right(const JudgedEntry&, const Accuracy& allowed) const
//   double relative_error(const JudgedEntry&, const Accuracy& allowed) const
//                                                                      of a right entry; 0: it is right otherwise
#pragma once

#include "kernels/ladder/compare.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/both_sides.h"
#include "kernels/matrix/differences.h"
#include "kernels/matrix/matrix.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

namespace pairscope::matrix {

/// The rules of the workloads of a folder that has several.
template <class... Rules> struct RuleList {};

/// What MatrixCheck::reference promises.
template <class Rule> double reference(const Problem& problem, std::int64_t row, std::int64_t col) {
    return Rule(problem).expected(row, col);
}

/// What MatrixCheck::is_right promises.
template <class Rule> bool is_right(const Problem& problem, const JudgedEntry& entry, const Accuracy& accuracy) {
    const Rule rule(problem);
    return rule.is_right(entry, rule.allowed(accuracy));
}

/// By what the entries were judged.
inline void note_accuracy(Comparison& findings, const Accuracy& allowed) {
    findings.tolerance = allowed.relative();
    findings.of_norms = allowed.of_norms;
}

/// What MatrixCheck::compare_row promises.
template <class Rule>
void compare_row(const Problem& problem, std::int64_t row, const Accuracy& accuracy, Comparison& findings) {
    const Rule rule(problem);
    const Accuracy allowed = rule.allowed(accuracy);
    const std::int64_t cols = problem.b.rows;
    const auto memory = std::get<LinearMemory>(problem.out);
    const auto place = [row](std::int64_t col) {
        return MatrixEntry{static_cast<std::int32_t>(row), static_cast<std::int32_t>(col)};
    };
    std::vector<float> room;
    const std::span<const float> entries = floats_of(memory, row, 0, cols, room);
    for (std::int64_t col = 0; col < cols; ++col) {
        const JudgedEntry entry{row, col, entries[static_cast<std::size_t>(col)], rule.expected(row, col)};
        if (is_poison(memory, row * memory.pitch + col)) {
            ++findings.unwritten_entries;
            findings.unwritten.add(place(col));
        } else if (rule.is_right(entry, allowed)) {
            findings.worst_error = std::max(findings.worst_error, rule.relative_error(entry, allowed));
        } else {
            findings.wrong.add(place(col));
            if (findings.wrong_entries++ > 0) continue;
            findings.row = row;
            findings.col = col;
            findings.found = entry.found;
            findings.expected = entry.expected;
        }
    }
    note_accuracy(findings, allowed);
    findings.entries_checked += cols;
    ++findings.rows_checked;
}

/// What MatrixCheck::row_into_errors promises.
template <class Rule>
void row_into_errors(const Problem& problem, std::int64_t row, const ErrorRule& errors, MatrixErrors& so_far) {
    const Rule rule(problem);
    row_into_differences(problem, row, errors, so_far,
                         [&](std::int64_t at, std::int64_t col) { return rule.expected(at, col); });
}

/// What GpuJudge promises; without functions in a build without CUDA. The build instantiates it for each rule.h.
template <class Rule> GpuJudge gpu_judge();

/// The check of a workload. `entries`: what they are, such as "similarities".
template <class Rule>
MatrixCheck check_by(std::string_view entries, decltype(MatrixCheck::written_out) written_out = nullptr) {
    return {.entries = entries,
            .are_distances = entries == "distances",
            .reference = reference<Rule>,
            .is_right = is_right<Rule>,
            .compare_row = compare_row<Rule>,
            .row_into_errors = row_into_errors<Rule>,
            .on_gpu = gpu_judge<Rule>(),
            .written_out = written_out};
}

} // namespace pairscope::matrix
