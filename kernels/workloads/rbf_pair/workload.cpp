// SPDX-License-Identifier: MIT
// The workload rbf_pair: the Gaussian radial basis function of two vectors, a single number.
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/exact_data.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/workloads/rbf_pair/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace pairscope::workloads {
namespace {

constexpr std::int64_t most_coordinates = std::int64_t{1} << 27; // 512 MiB per vector

/// Each coordinate takes a difference, a product and a sum. Both vectors are read once, and the value is written once.
Work work(const Workload& workload, Entry) {
    const auto n = static_cast<double>(workload.dims);
    return {.flops = 3.0 * n, .pairs = 1.0, .compulsory_bytes = 2 * sizeof(float) * n + sizeof(double)};
}

/// Two recordings of one signal: x is a sum of two waves with a little noise. y differs from it in either direction, in
/// some parts more than in others, so that charts have something to show. |x - y|^2 is about 1 for every n, and with
/// sigma = 1 the value is near 0.6.
Dataset example(int set, std::int64_t rows, std::int64_t dims, std::stop_token stop) {
    constexpr double turn = 2.0 * std::numbers::pi;
    Pcg32 place(1), change(2);
    const double step = 1.0 / std::sqrt(static_cast<double>(dims));
    std::vector<float> values(static_cast<std::size_t>(rows * dims));
    for (std::size_t k = 0; k < values.size(); ++k) {
        if (k % 65536 == 0 && stop.stop_requested()) break; // nobody uses what is made so far
        const double t = (static_cast<double>(k) + 0.5) / static_cast<double>(values.size());
        const double noise = 0.2 * place.uniform() - 0.1;
        double coordinate = 0.55 * std::sin(turn * 3.0 * t) + 0.3 * std::sin(turn * 11.0 * t) + noise;
        if (set == 1) {
            const double wave = std::sin(turn * (2.0 * t + 0.125)), strength = std::sqrt(0.25 + 1.5 * wave * wave);
            const double u = 2.0 * change.uniform() - 1.0; // its sign is that of the difference
            coordinate += std::copysign(step * strength * (0.7 + 0.6 * std::abs(u)), u);
        }
        values[k] = static_cast<float>(coordinate);
    }
    Dataset data{.name = set == 0 ? "x" : "y", .rows = rows, .dims = dims};
    data.values = std::move(values);
    return data;
}

/// Adds pairwise in double precision, with a relative error of about 1e-15 for the longest vectors. If it is stopped,
/// the sum is incomplete.
double squared_distance(const float* x, const float* y, std::int64_t n, const std::stop_token& stop) {
    constexpr std::int64_t few = 1024;
    if (n > few) {
        const std::int64_t half = n / 2;
        if (stop.stop_requested()) return 0.0;
        return squared_distance(x, y, half, stop) + squared_distance(x + half, y + half, n - half, stop);
    }
    double sum = 0.0;
    for (std::int64_t k = 0; k < n; ++k) {
        const double d = double{x[k]} - double{y[k]};
        sum += d * d;
    }
    return sum;
}

/// The value is exp(-q). A relative error of q is an absolute error of the exponent that is q times as large, and so
/// becomes a relative error of the value that is q times as large.
double allowed_error(double q, double tolerance) {
    const double relative = tolerance * (1.0 + q);
    return relative * std::exp(-q) + std::numeric_limits<double>::min(); // smaller values are not normal numbers
}

void add_wrong(Comparison& result, double found, double q) {
    const double expected = std::exp(-q);
    result.wrong_entries = 1;
    result.row = result.col = 0;
    result.found = static_cast<float>(found);
    result.expected = expected;
    result.first_wrong = fmt::format(
        "the value is {:.9g} but should be {:.9g}, which is exp(-{:.6g}); the error may be {:.2g} and is {:.2g}", found,
        expected, q, allowed_error(q, result.tolerance), std::abs(found - expected));
}

/// x holds small whole numbers, and y differs from them by 1 or 2, so the sum is below 2^24. One coordinate less
/// changes the value by at least 4e-6 of it. Where needles are asked for, only a few differences are not 0.
std::optional<ExactSets> exact(const Workload& size, ExactKind kind) {
    constexpr std::int64_t most = std::int64_t{1} << 20;
    constexpr double least_change = 4e-6;
    if (size.dims > most) return std::nullopt;
    Pcg32 random(static_cast<std::uint64_t>(size.dims));
    std::vector<float> x(static_cast<std::size_t>(size.dims)), y;
    for (float& value : x) value = std::floor(static_cast<float>(64.0 * random.uniform()));
    y = x;
    double sum = 0.0;
    for (std::size_t k = 0; k < y.size() && kind == ExactKind::whole_numbers; ++k) {
        const float difference = random.uniform() < 0.5 ? 1.0f : 2.0f;
        y[k] += random.uniform() < 0.5 ? difference : -difference;
        sum += difference * difference;
    }
    if (kind == ExactKind::needles) {
        const std::vector<std::int64_t> places = needle_places(size.dims);
        for (const std::int64_t place : places) y[static_cast<std::size_t>(place)] += 1.0f;
        sum = static_cast<double>(places.size());
    }
    const double change = std::max(least_change, 1.0 / sum); // what a difference of 1 adds to the exponent
    ExactSets sets{.a = {.name = "x", .rows = 1, .dims = size.dims, .has_exact_sums = true},
                   .b = Dataset{.name = "y", .rows = 1, .dims = size.dims, .has_exact_sums = true},
                   .parameters = {std::sqrt(0.5 / change)}};
    sets.a.values = std::move(x);
    sets.b->values = std::move(y);
    return sets;
}

Comparison compare(const Problem& asked, const Accuracy& accuracy, std::stop_token stop) {
    const RbfPairProblem problem = rbf_pair_problem(asked);
    const double tolerance = asked.a.has_exact_sums ? last_operations : accuracy.relative();
    Comparison result{.entries_checked = 1, .rows_checked = 1, .tolerance = tolerance};
    const double found = *problem.value;
    constexpr std::uint64_t unwritten = std::uint64_t{poison_bits} << 32 | poison_bits;
    if (std::bit_cast<std::uint64_t>(found) == unwritten) {
        result.unwritten_entries = 1;
        return result;
    }
    const double q = -problem.factor * squared_distance(problem.x, problem.y, problem.n, stop);
    if (stop.stop_requested()) return {};
    const double expected = std::exp(-q), error = std::abs(found - expected);
    if (!(error <= allowed_error(q, result.tolerance)))
        add_wrong(result, found, q);
    else if (expected >= std::numeric_limits<double>::min())
        result.worst_error = error / expected;
    return result;
}

constexpr auto plain_names = std::to_array<PlainName>({
    {.name = "x",
     .value = PlainValue::first_set,
     .types = {"const float*"},
     .about = "The first vector.",
     .extent = "n floats"},
    {.name = "y",
     .value = PlainValue::second_set,
     .types = {"const float*"},
     .about = "The second vector.",
     .extent = "n floats"},
    {.name = "n", .value = PlainValue::dims, .about = "How many coordinates a vector has."},
    plain::sigma,
    {.name = "value",
     .value = PlainValue::output,
     .types = {"double*"},
     .about = "Where the similarity goes.",
     .extent = "1 double"},
});
constexpr std::array<std::string_view, 5> plain_parameters{"x", "y", "n", "sigma", "value"};
constexpr PlainProblem::Member plain_members[]{
    {"x", "x"}, {"y", "y"}, {"n", "n"}, {"factor", "-0.5 / (sigma * sigma)"}, {"value", "value"}};
constexpr PlainProblem plain_problems[]{{.function = "rbf_pair_problem", .members = plain_members}};
constexpr PlainKernel plain_kernel{.names = plain_names,
                                   .block = "256",
                                   .grid = "1",
                                   .takes = plain_parameters,
                                   .body = R"(    __shared__ double parts[256];
    double sum = 0.0;
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        const double difference = double(x[k]) - y[k];
        sum += difference * difference;
    }
    parts[threadIdx.x] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) *value = exp(-parts[0] / (2.0 * sigma * sigma));
)",
                                   .problems = plain_problems};

std::string_view fastest(const Workload& workload) { return workload.dims < 32'768 ? "cluster" : "single_launch"; }

} // namespace

WorkloadType rbf_pair_workload() {
    return {.place = 4,
            .title = "RBF of two vectors",
            .question =
                "How similar are these two vectors, by a Gaussian (a radial basis function, RBF) of their distance?",
            .inputs = {.sets = 2,
                       .element = Element::float32,
                       .rows = {1, 1},
                       .dims = {1, most_coordinates},
                       .names = {"x", "y"}},
            .parameters = {{.name = "sigma",
                            .title = "Width of the Gaussian",
                            .unit = "units of the coordinates",
                            .least = 1e-3,
                            .most = 1e6,
                            .usual = 1.0,
                            .logarithmic = true}},
            .output = OutputKind::scalar,
            .value = "similarity",
            .metric = Metric::euclidean,
            .classic = {.rows = 1, .cols = 1, .dims = 1 << 20},
            .example = example,
            .exact = exact,
            .work = work,
            .ceilings = {"read", "fma"},
            .fastest = fastest,
            .compare = compare,
            .plain = &plain_kernel};
}

} // namespace pairscope::workloads
