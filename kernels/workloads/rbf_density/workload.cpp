// SPDX-License-Identifier: MIT
// The workload rbf_density: for each point of a set, the sum of the Gaussians of its distances to all points of the
// set.
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/exact_data.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/workloads/rbf_density/problem.h"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>
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

/// A sum of exp(-q), and of q exp(-q): an error of q, relative, changes the first sum by as much of the second one.
struct ExpectedSum {
    double value = -1.0, by_exponents = 0.0; ///< value -1: not computed
};

ExpectedSum expected_sum(const RbfDensityProblem& problem, std::int64_t row) {
    const double factor = 0.5 / (problem.sigma * problem.sigma);
    ExpectedSum sum{.value = 0.0};
    for (std::int64_t col = 0; col < problem.n; ++col) {
        const double dx = static_cast<double>(problem.points[2 * row]) - problem.points[2 * col];
        const double dy = static_cast<double>(problem.points[2 * row + 1]) - problem.points[2 * col + 1];
        const double q = factor * (dx * dx + dy * dy), term = std::exp(-q);
        sum.value += term;
        if (term > 0.0) sum.by_exponents += q * term;
    }
    return sum;
}

/// The relative error of n terms that are added up as problem.h says. Exact sums have none, but for the exponential.
double allowed_error(const RbfDensityProblem& problem, const ExpectedSum& expected, const Accuracy& accuracy,
                     bool has_exact_sums) {
    if (has_exact_sums) return last_operations;
    const double of_terms = accuracy.relative() * (1.0 + expected.by_exponents / expected.value);
    return of_terms + rounding_of_sum(problem.n);
}

/// Points that coincide or are so far apart that a term is exactly 1 or exactly 0. So each sum counts the points at a
/// place, which are spread over the whole set. A needle is the only other point at its place. Two places differ in x,
/// and as needles in y.
std::optional<ExactSets> exact(const Workload& size, ExactKind kind) {
    constexpr double apart = 64.0; // for sigma = 1: exp(-2048) is 0 in float32
    const std::int64_t n = size.rows;
    const bool of_needles = kind == ExactKind::needles;
    const std::int64_t places = std::max<std::int64_t>(
        2, of_needles ? (n + 1) / 2 : static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)) / 2) + 1);
    const auto side = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(places))));
    std::vector<float> points;
    points.reserve(static_cast<std::size_t>(2 * n));
    for (std::int64_t i = 0; i < n; ++i) {
        const auto in_row = static_cast<float>(apart * static_cast<double>(i % places % side));
        const auto row = static_cast<float>(apart * static_cast<double>(i % places / side));
        points.push_back(of_needles ? row : in_row);
        points.push_back(of_needles ? in_row : row);
    }
    ExactSets sets{.a = {.name = "places", .rows = n, .dims = 2, .has_exact_sums = true}, .parameters = {1.0}};
    sets.a.values = std::move(points);
    return sets;
}

bool was_written(float sum) { return std::bit_cast<std::uint32_t>(sum) != poison_bits; }

/// Computes the sums that were written, in parallel, because 32768 rows of 32768 points have 10^9 exponentials.
std::vector<ExpectedSum> expected_sums(const RbfDensityProblem& problem, const std::vector<std::int64_t>& rows,
                                       const std::stop_token& stop) {
    std::vector<ExpectedSum> expected(rows.size());
    oneapi::tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t i) {
        if (!stop.stop_requested() && was_written(problem.sums[rows[i]])) expected[i] = expected_sum(problem, rows[i]);
    });
    return expected;
}

/// Checks all rows, or only a sample of them where all rows would take minutes.
Comparison compare(const Problem& problem, const Accuracy& accuracy, std::stop_token stop) {
    constexpr std::int64_t most_terms = std::int64_t{1} << 30;
    const RbfDensityProblem given = rbf_density_problem(problem);
    const std::vector<std::int64_t> rows = rows_to_check(given.n, most_terms / given.n);
    const std::vector<ExpectedSum> expected = expected_sums(given, rows, stop);
    Comparison total;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double right = expected[i].value;
        const std::int64_t row = rows[i];
        const float found = given.sums[row];
        if (!was_written(found)) {
            ++total.entries_checked;
            ++total.rows_checked;
            ++total.unwritten_entries;
            continue;
        }
        if (right < 0.0) continue; // stopped before
        const double allowed = allowed_error(given, expected[i], accuracy, problem.a.has_exact_sums);
        total.tolerance = std::max(total.tolerance, allowed);
        ++total.entries_checked;
        ++total.rows_checked;
        const double error = std::abs(found - right) / right;
        if (error <= allowed) {
            total.worst_error = std::max(total.worst_error, error);
        } else if (total.wrong_entries++ == 0) {
            total.row = row;
            total.found = found;
            total.expected = right;
            total.first_wrong = fmt::format(
                "the sum of row {} is {:.9g} but should be {:.9g} (relative error {:.2g}, tolerance {:.2g})", row,
                found, right, error, allowed);
        }
    }
    return total;
}

constexpr auto plain_names = std::to_array<PlainName>({
    plain::points,
    plain::count_of_points,
    plain::sigma,
    {.name = "sums",
     .value = PlainValue::output,
     .types = {"float*"},
     .about = "Where the sums go: that of point i into sums[i].",
     .extent = "n floats"},
});
constexpr std::array<std::string_view, 4> plain_parameters{"points", "n", "sigma", "sums"};
constexpr PlainProblem::Member plain_members[]{
    {"points", "points"}, {"n", "n"}, {"sigma", "sigma"}, {"sums", "sums"}, {"workspace", "workspace"}};
constexpr PlainProblem plain_problems[]{{.function = "rbf_density_problem", .members = plain_members}};
constexpr PlainKernel plain_kernel{.names = plain_names,
                                   .block = "64",
                                   .grid = "(n + block - 1) / block",
                                   .takes = plain_parameters,
                                   .body = R"(    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0.0f;
    for (int first = 0; first < n; first += 128) { // sums of few terms lose fewer digits
        float part = 0.0f;
        for (int j = first; j < min(first + 128, n); ++j) {
            const float dx = points[i].x - points[j].x, dy = points[i].y - points[j].y;
            part += expf(-(dx * dx + dy * dy) / (2.0f * sigma * sigma));
        }
        sum += part;
    }
    sums[i] = sum;
)",
                                   .problems = plain_problems};

std::string_view fastest(const Workload& workload) { return workload.rows < 1400 ? "row_per_thread" : "fused_row_sum"; }

} // namespace

WorkloadType rbf_density_workload() {
    return {.place = 3,
            .title = "RBF density",
            .question = "How many points lie around each of these 2-D points, if near points count more (by a "
                        "Gaussian, also called a radial basis function, RBF)?",
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
            .value = "density",
            .metric = Metric::euclidean,
            .classic = {.rows = 30336, .cols = 30336, .dims = 2},
            .exact = exact,
            .work = work,
            .ceilings = {"read", "fma", "special_function"},
            .fastest = fastest,
            .formula = PairFormula{PairTerms::squared_differences, PairEnding::gaussian},
            .compare = compare,
            .plain = &plain_kernel};
}

} // namespace pairscope::workloads
