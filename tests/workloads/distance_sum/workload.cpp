// SPDX-License-Identifier: MIT
#include "kernels/ladder/workload.h"
#include "kernels/ladder/compare.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace pairscope::workloads {
namespace {

/// Per pair and coordinate a difference, a product and a sum, and a root for the pair.
Work work(const Workload& workload, Entry) {
    const auto rows = static_cast<double>(workload.rows), dims = static_cast<double>(workload.dims);
    return {.flops = rows * rows * (3.0 * dims + 2.0),
            .pairs = rows * rows,
            .compulsory_bytes = sizeof(float) * rows * dims + sizeof(double)};
}

double distance(const Input& set, std::int64_t i, std::int64_t j) {
    double sum = 0.0;
    for (std::int64_t k = 0; k < set.dims; ++k) {
        const double d = double{set.floats()[i * set.pitch + k]} - set.floats()[j * set.pitch + k];
        sum += d * d;
    }
    return std::sqrt(sum);
}

Comparison compare(const Problem& problem, const Accuracy& accuracy, std::stop_token stop) {
    double expected = 0.0;
    for (std::int64_t i = 0; i < problem.a.rows && !stop.stop_requested(); ++i)
        for (std::int64_t j = 0; j < problem.a.rows; ++j) expected += distance(problem.a, i, j);
    const double found = *scalar_out(problem);
    constexpr std::uint64_t unwritten = std::uint64_t{poison_bits} << 32 | poison_bits;
    Comparison result{.entries_checked = 1, .rows_checked = 1};
    if (std::bit_cast<std::uint64_t>(found) == unwritten) {
        result.unwritten_entries = 1;
        return result;
    }
    const double error = std::abs(found - expected);
    if (error <= accuracy.relative() * expected) {
        result.worst_error = expected > 0.0 ? error / expected : 0.0;
        return result;
    }
    result.wrong_entries = 1;
    result.row = result.col = 0;
    result.found = static_cast<float>(found);
    result.expected = expected;
    result.first_wrong = fmt::format("the sum is {:.9g} but should be {:.9g}", found, expected);
    return result;
}

} // namespace

WorkloadType distance_sum_workload() {
    return {
        .place = 101,
        .title = "Sum of distances",
        .question = "How large is the sum of all distances between these vectors?",
        .inputs = {.sets = 1, .element = Element::float32, .rows = {1, 4096}, .dims = {1, 64}, .names = {"vectors"}},
        .output = OutputKind::scalar,
        .classic = {.rows = 1024, .cols = 1024, .dims = 2},
        .work = work,
        .ceilings = {"fma", "read"},
        .compare = compare};
}

} // namespace pairscope::workloads
