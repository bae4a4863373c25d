// SPDX-License-Identifier: MIT
// The judge of a matrix on the GPU: every entry of the chosen rows is computed again by the rule and compared.
#pragma once

#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/launch.h"
#include "kernels/engines/cuda/workplace.h"
#include "kernels/ladder/compare.h"
#include "kernels/matrix/differences.cuh"
#include "kernels/matrix/judge.h"
#include "kernels/matrix/source.cuh"

#include <algorithm>
#include <utility>
#include <vector>

namespace pairscope::matrix {

struct JudgeFindings {
    static constexpr unsigned long long nowhere = ~0ull;
    unsigned long long wrong;
    unsigned long long unwritten;
    unsigned long long first_wrong; ///< row * cols + col
    unsigned long long worst_error; ///< the bits of a double that is not negative; these order like the values
};
constexpr int judge_threads = 256;

template <class Rule> __global__ void clear_findings(JudgeFindings* findings) {
    *findings = {0, 0, JudgeFindings::nowhere, 0};
}

/// One block checks one row.
template <class Rule, class Source>
__global__ void judge_rows(Rule rule, int cols, Source matrix, Accuracy allowed, const std::int64_t* __restrict__ rows,
                           JudgeFindings* findings) {
    const int row = static_cast<int>(rows[blockIdx.x]);
    unsigned wrong = 0, unwritten = 0;
    unsigned long long first = JudgeFindings::nowhere;
    double worst = 0.0;
    for (int col = threadIdx.x; col < cols; col += judge_threads) {
        const auto bits = matrix.bits(row, col);
        const JudgedEntry entry{row, col, Source::value(bits), rule.expected(row, col)};
        if (bits == Source::poison) {
            ++unwritten;
        } else if (rule.is_right(entry, allowed)) {
            worst = fmax(worst, rule.relative_error(entry, allowed));
        } else {
            ++wrong;
            first = min(first, static_cast<unsigned long long>(row) * cols + col);
        }
    }
    if (wrong > 0) {
        atomicAdd(&findings->wrong, static_cast<unsigned long long>(wrong));
        atomicMin(&findings->first_wrong, first);
    }
    if (unwritten > 0) atomicAdd(&findings->unwritten, static_cast<unsigned long long>(unwritten));
    const auto worst_bits = static_cast<unsigned long long>(__double_as_longlong(worst));
    if (worst_bits > findings->worst_error) atomicMax(&findings->worst_error, worst_bits); // a look first: it is rare
}

/// What GpuJudge::compare promises.
template <class Rule>
Comparison compare_on_gpu(const Problem& problem, const Accuracy& accuracy, const std::vector<std::int64_t>& rows,
                          std::stop_token stop, const cuda::Workplace& at) {
    using cuda::check;
    constexpr std::int64_t rows_per_launch = 256; // so that cancelling takes only milliseconds
    const std::int64_t cols = problem.b.rows;
    const auto count = static_cast<std::int64_t>(rows.size());
    const Rule rule(problem);
    const Accuracy allowed = rule.allowed(accuracy);
    Comparison result{.rows = problem.a.rows};
    note_accuracy(result, allowed);
    if (count == 0) return result;
    constexpr std::int64_t room = sizeof(JudgeFindings) / sizeof(std::int64_t);
    auto* const memory = at.scratch.get<std::int64_t>(room + count);
    auto* const findings = reinterpret_cast<JudgeFindings*>(memory);
    std::int64_t* const device_rows = memory + room;
    check(cudaMemcpyAsync(device_rows, rows.data(), rows.size() * sizeof(std::int64_t), cudaMemcpyHostToDevice,
                          at.stream));
    cuda::launch_grid(clear_findings<Rule>, 1, 1, 0, at.stream, findings);
    while (result.rows_checked < count && !stop.stop_requested()) {
        const std::int64_t now = std::min(rows_per_launch, count - result.rows_checked);
        cuda::with_source(problem.out, [&](auto matrix) {
            cuda::launch_grid(judge_rows<Rule, decltype(matrix)>, static_cast<unsigned>(now), judge_threads, 0,
                              at.stream, rule, static_cast<int>(cols), matrix, allowed,
                              device_rows + result.rows_checked, findings);
        });
        check(cudaGetLastError());
        check(cudaStreamSynchronize(at.stream));
        result.rows_checked += now;
    }
    JudgeFindings found{};
    check(cudaMemcpyAsync(&found, findings, sizeof found, cudaMemcpyDeviceToHost, at.stream));
    check(cudaStreamSynchronize(at.stream));
    result.entries_checked = result.rows_checked * cols;
    result.wrong_entries = static_cast<std::int64_t>(found.wrong);
    result.unwritten_entries = static_cast<std::int64_t>(found.unwritten);
    result.worst_error = __builtin_bit_cast(double, found.worst_error);
    if (found.first_wrong != JudgeFindings::nowhere) {
        result.row = static_cast<std::int64_t>(found.first_wrong) / cols;
        result.col = static_cast<std::int64_t>(found.first_wrong) % cols;
    }
    return result;
}

/// The double-precision outputs.
template <class Rule> struct ExpectedBy {
    Rule rule;
    __device__ double operator()(std::int64_t row, std::int64_t col) const { return rule.expected(row, col); }
};

/// What GpuJudge::into_errors promises.
template <class Rule>
MatrixErrors into_errors_on_gpu(const Problem& problem, const ErrorRule& errors, std::stop_token stop,
                                const cuda::Workplace& at) {
    return into_differences_on_gpu(problem, ExpectedBy<Rule>{Rule(problem)}, errors, std::move(stop), at);
}

template <class Rule> GpuJudge gpu_judge() {
    return {.compare = compare_on_gpu<Rule>, .into_errors = into_errors_on_gpu<Rule>};
}

} // namespace pairscope::matrix
