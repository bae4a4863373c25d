// SPDX-License-Identifier: MIT
// The workload distance_matrix: all Euclidean distances of one set of 2-D points, an n x n matrix.
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/matrix/judge.h"
#include "kernels/workloads/distance_matrix/rule.h"
#include "kernels/workloads/distance_matrix/written_out.h"

namespace pairscope::workloads {
namespace {

/// A pair takes two subtractions, two products, a sum and a root. The points are read once, and the matrix is written
/// once.
Work work(const Workload& workload, Entry entry) {
    const double points = static_cast<double>(workload.rows);
    const double pairs = points * points;
    return {.flops = 6.0 * pairs,
            .pairs = pairs,
            .compulsory_bytes = static_cast<double>(bytes_of(entry)) * pairs + 2 * sizeof(float) * points};
}

/// The matrix is symmetric: a kernel can compute the entries above the diagonal only, and write each of them twice.
Work half_work(const Workload& workload, Entry entry) {
    Work half = work(workload, entry);
    half.flops = 3.0 * (half.pairs - static_cast<double>(workload.rows));
    return half;
}

constexpr auto plain_names = std::to_array<PlainName>({
    plain::points,
    plain::count_of_points,
    {.name = "out",
     .value = PlainValue::output,
     .types = {"float*"},
     .about = "Where the distances go: that of points i and j into out[i * pitch + j].",
     .extent = "n rows of n"},
    plain::output_pitch,
});
constexpr std::array<std::string_view, 4> plain_parameters{"points", "n", "out", "pitch"};
constexpr PlainProblem::Member plain_members[]{{"points", "points"}, {"n", "n"}};
constexpr PlainProblem plain_problems[]{{.function = "distance_matrix_problem", .members = plain_members}};
constexpr PlainKernel plain_kernel{.names = plain_names,
                                   .block = "256",
                                   .grid = "(n + block - 1) / block, n",
                                   .takes = plain_parameters,
                                   .body =
                                       R"(    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    out[row * pitch + col] = sqrtf(dx * dx + dy * dy);
)",
                                   .problems = plain_problems};

std::string_view fastest(const Workload&) { return "vec4_rows"; }

} // namespace

WorkloadType distance_matrix_workload() {
    return {.title = "Distance matrix",
            .question = "How far is each of these 2-D points from each other point?",
            .inputs = {.sets = 1,
                       .element = Element::float32,
                       .rows = {min_rows, max_rows},
                       .dims = {2, 2},
                       .names = {"points"}},
            .output = OutputKind::matrix,
            .metric = Metric::euclidean,
            .classic = {.rows = 30336, .cols = 30336, .dims = 2},
            .work = work,
            .ceilings = {"fill", "fma"},
            .fastest = fastest,
            .forms = {{.name = "each_pair_once",
                       .words = "each pair above the diagonal once, and its distance written twice",
                       .work = half_work,
                       .ceilings = {"fill", "fma"}}},
            .matrix = matrix::check_by<distance_matrix::Rule>("distances", distance_matrix::written_out),
            .formula = PairFormula{PairTerms::squared_differences, PairEnding::root},
            .plain = &plain_kernel};
}

} // namespace pairscope::workloads
