// SPDX-License-Identifier: MIT
// The double-precision reference on the device: every entry of the chosen rows is computed again and compared.
#include "kernels/workloads/distance_matrix/judge.h"

#include "kernels/cuda/check.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/workplace.h"
#include "kernels/matrix/source.cuh"
#include "kernels/workloads/distance_matrix/reference.h"

#include <algorithm>

namespace pairscope::workloads::distance_matrix {
namespace {

using cuda::check;
using cuda::launch_grid;

constexpr int threads = 256;
constexpr std::int64_t rows_a_launch = 256; // so that a person who cancels waits for milliseconds

constexpr unsigned long long nowhere = ~0ull;

struct Findings {
    unsigned long long wrong;
    unsigned long long unwritten;
    unsigned long long first_wrong; ///< row * n + col
    unsigned long long worst_error; ///< the bits of a double that is not negative; these order like the values
};

__global__ void clear(Findings* findings) { *findings = {0, 0, nowhere, 0}; }

// One block checks one row.
template <class Source>
__global__ void judge_rows(const float2* __restrict__ points, int n, Source matrix, Accuracy accuracy,
                           const std::int64_t* __restrict__ rows, Findings* findings) {
    const int row = static_cast<int>(rows[blockIdx.x]);
    const float2 a = points[row];
    unsigned wrong = 0, unwritten = 0;
    unsigned long long first = nowhere;
    double worst = 0.0;
    for (int col = threadIdx.x; col < n; col += threads) {
        const auto bits = matrix.bits(row, col);
        const float found = Source::value(bits);
        const double dx = static_cast<double>(a.x) - points[col].x;
        const double dy = static_cast<double>(a.y) - points[col].y;
        const double expected = sqrt(dx * dx + dy * dy);
        if (bits == Source::poison) {
            ++unwritten;
        } else if (is_right(found, expected, accuracy)) {
            worst = fmax(worst, relative_error(found, expected, accuracy));
        } else {
            ++wrong;
            first = min(first, static_cast<unsigned long long>(row) * n + col);
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

} // namespace

Comparison compare_on_gpu(const Problem& problem, const Accuracy& accuracy, const std::vector<std::int64_t>& rows,
                          std::stop_token stop, const cuda::Workplace& at) {
    const std::int64_t n = problem.a.rows;
    const auto count = static_cast<std::int64_t>(rows.size());
    Comparison result{.rows = n};
    if (count == 0) return result;
    constexpr std::int64_t room = sizeof(Findings) / sizeof(std::int64_t);
    auto* const memory = at.scratch.get<std::int64_t>(room + count);
    auto* const findings = reinterpret_cast<Findings*>(memory);
    std::int64_t* const device_rows = memory + room;
    check(cudaMemcpyAsync(device_rows, rows.data(), rows.size() * sizeof(std::int64_t), cudaMemcpyHostToDevice,
                          at.stream));
    launch_grid(clear, 1, 1, 0, at.stream, findings);
    while (result.rows_checked < count && !stop.stop_requested()) {
        const std::int64_t now = std::min(rows_a_launch, count - result.rows_checked);
        cuda::with_source(problem.out, [&](auto matrix) {
            launch_grid(judge_rows<decltype(matrix)>, static_cast<unsigned>(now), threads, 0, at.stream,
                        reinterpret_cast<const float2*>(problem.a.data), static_cast<int>(n), matrix, accuracy,
                        device_rows + result.rows_checked, findings);
        });
        check(cudaGetLastError());
        check(cudaStreamSynchronize(at.stream));
        result.rows_checked += now;
    }
    Findings found{};
    check(cudaMemcpyAsync(&found, findings, sizeof found, cudaMemcpyDeviceToHost, at.stream));
    check(cudaStreamSynchronize(at.stream));
    result.entries_checked = result.rows_checked * n;
    result.wrong_entries = static_cast<std::int64_t>(found.wrong);
    result.unwritten_entries = static_cast<std::int64_t>(found.unwritten);
    result.worst_error = __builtin_bit_cast(double, found.worst_error);
    if (found.first_wrong != nowhere) {
        result.row = static_cast<std::int64_t>(found.first_wrong) / n;
        result.col = static_cast<std::int64_t>(found.first_wrong) % n;
    }
    return result;
}

} // namespace pairscope::workloads::distance_matrix
