// SPDX-License-Identifier: MIT
// The workload rbf_density: for each point of a set, the sum of the Gaussians of its distances to all points of the
// set.
#include "kernels/core/workload.h"
#include "kernels/core/compare.h"
#include "kernels/core/dataset.h"
#include "kernels/workloads/rbf_density/problem.h"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>

#include <bit>
#include <cmath>
#include <vector>

namespace pairscope::workloads {
namespace {

/// A pair takes two subtractions, two products, a sum, a product with a constant, an exponential and a sum. The points
/// are read once, and the sums are written once.
Work work(const Workload& workload, Entry) {
    const double points = static_cast<double>(workload.rows);
    const double pairs = points * points;
    return {
        .flops = 8.0 * pairs, .exponentials = pairs, .pairs = pairs, .compulsory_bytes = 3 * sizeof(float) * points};
}

double expected_sum(const RbfDensityProblem& problem, std::int64_t row) {
    const double factor = -0.5 / (problem.sigma * problem.sigma);
    double sum = 0.0;
    for (std::int64_t col = 0; col < problem.n; ++col) {
        const double dx = static_cast<double>(problem.points[2 * row]) - problem.points[2 * col];
        const double dy = static_cast<double>(problem.points[2 * row + 1]) - problem.points[2 * col + 1];
        sum += std::exp(factor * (dx * dx + dy * dy));
    }
    return sum;
}

/// Computes the sums in parallel, because 32768 rows of 32768 points have 10^9 exponentials.
std::vector<double> expected_sums(const RbfDensityProblem& problem, const std::vector<std::int64_t>& rows,
                                  const std::stop_token& stop) {
    std::vector<double> expected(rows.size(), -1.0);
    oneapi::tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t i) {
        if (!stop.stop_requested()) expected[i] = expected_sum(problem, rows[i]);
    });
    return expected;
}

/// Checks all rows, or only a sample of them where all rows would take minutes.
Comparison compare(const Problem& problem, const Accuracy& accuracy, std::stop_token stop) {
    constexpr std::int64_t most_terms = std::int64_t{1} << 30;
    const RbfDensityProblem given = rbf_density_problem(problem);
    const std::vector<std::int64_t> rows = rows_to_check(given.n, most_terms / given.n);
    const std::vector<double> expected = expected_sums(given, rows, stop);
    Comparison total;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double right = expected[i];
        if (right < 0.0) continue; // stopped before
        const std::int64_t row = rows[i];
        const float found = given.sums[row];
        ++total.entries_checked;
        ++total.rows_checked;
        const double error = std::abs(found - right) / right;
        if (std::bit_cast<std::uint32_t>(found) == poison_bits) {
            ++total.unwritten_entries;
        } else if (error <= accuracy.relative()) {
            total.worst_error = std::max(total.worst_error, error);
        } else if (total.wrong_entries++ == 0) {
            total.row = row;
            total.found = found;
            total.expected = right;
            total.first_wrong = fmt::format("the sum of row {} is {:.9g} but should be {:.9g}", row, found, right);
        }
    }
    return total;
}

} // namespace

WorkloadType rbf_density_workload() {
    return {.place = 3,
            .title = "RBF density",
            .question = "How dense are the points around each of these 2-D points, weighted by a Gaussian?",
            .inputs = {.sets = 1,
                       .element = Element::float32,
                       .rows = {min_rows, max_rows},
                       .dims = {2, 2},
                       .names = {"points"}},
            .parameters = {{.name = "sigma",
                            .title = "Width of the Gaussian",
                            .unit = "units of the coordinates",
                            .least = 1e-4,
                            .most = 1e4,
                            .usual = 5.0,
                            .logarithmic = true}},
            .output = OutputKind::values,
            .metric = Metric::euclidean,
            .classic = {.rows = 30336, .cols = 30336, .dims = 2},
            .work = work,
            .ceilings = {"read", "fma", "special_function"},
            .formula = PairFormula{PairTerms::squared_differences, PairEnding::gaussian},
            .compare = compare};
}

} // namespace pairscope::workloads
