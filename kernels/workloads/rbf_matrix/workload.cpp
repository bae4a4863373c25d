// SPDX-License-Identifier: MIT
// The workload rbf_matrix: the Gaussian radial basis function of all pairs of one set of 2-D points, an n x n matrix.
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/ladder/exact_data.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/matrix/judge.h"
#include "kernels/workloads/rbf_matrix/rule.h"
#include "kernels/workloads/rbf_matrix/written_out.h"

namespace pairscope::workloads {
namespace {

/// A pair takes two subtractions, two products, a sum, a product with a constant and an exponential. The points are
/// read once, and the matrix is written once.
Work work(const Workload& workload, Entry entry) {
    const double points = static_cast<double>(workload.rows);
    const double pairs = points * points;
    return {.flops = 7.0 * pairs,
            .exponentials = pairs,
            .pairs = pairs,
            .compulsory_bytes = static_cast<double>(bytes_of(entry)) * pairs + 2 * sizeof(float) * points};
}

/// All exponents are between -1 and 0, so that an error of an exponent is none that is larger in the entry.
std::optional<ExactSets> exact(const Workload& size, ExactKind kind) {
    std::optional<ExactSets> sets = whole_number_sets(size, kind);
    sets->parameters = {2048.0}; // coordinates are at most 720
    return sets;
}

constexpr auto plain_names = std::to_array<PlainName>({
    plain::points,
    plain::count_of_points,
    plain::sigma,
    {.name = "out",
     .value = PlainValue::output,
     .types = {"float*"},
     .about = "Where the similarities go: that of points i and j into out[i * pitch + j].",
     .extent = "n rows of n"},
    plain::output_pitch,
});
constexpr std::array<std::string_view, 5> plain_parameters{"points", "n", "sigma", "out", "pitch"};
constexpr PlainProblem::Member plain_members[]{{"points", "points"}, {"n", "n"}, {"sigma", "sigma"}};
constexpr PlainProblem plain_problems[]{{.function = "rbf_matrix_problem", .members = plain_members}};
constexpr PlainKernel plain_kernel{.names = plain_names,
                                   .block = "256",
                                   .grid = "(n + block - 1) / block, n",
                                   .takes = plain_parameters,
                                   .body =
                                       R"(    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    out[row * pitch + col] = expf(-(dx * dx + dy * dy) / (2.0f * sigma * sigma));
)",
                                   .problems = plain_problems};

std::string_view fastest(const Workload&) { return "vec4_rows"; }

} // namespace

WorkloadType rbf_matrix_workload() {
    return {.place = 2,
            .title = "RBF matrix",
            .question = "How similar is each of these 2-D points to every other point, by a Gaussian (a radial basis "
                        "function, RBF) of their distance?",
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
            .output = OutputKind::matrix,
            .metric = Metric::euclidean,
            .classic = {.rows = 30336, .cols = 30336, .dims = 2},
            .exact = exact,
            .work = work,
            .ceilings = {"fill", "fma", "special_function"},
            .fastest = fastest,
            .matrix = matrix::check_by<rbf_matrix::Rule>("similarities", rbf_matrix::written_out),
            .formula = PairFormula{PairTerms::squared_differences, PairEnding::gaussian},
            .plain = &plain_kernel};
}

} // namespace pairscope::workloads
