// SPDX-License-Identifier: MIT
// The workload great_circle_distance: the distances along the surface of the Earth between all places of one set, an
// n x n matrix in kilometres.
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/matrix/judge.h"
#include "kernels/workloads/great_circle_distance/rule.h"
#include "kernels/workloads/great_circle_distance/written_out.h"

namespace pairscope::workloads {
namespace {

/// A pair takes two differences, eight products and three sums. Its two sines, two roots and arctangent have no common
/// unit with these and are not counted. The places are read once, and the matrix is written once.
Work work(const Workload& workload, Entry entry) {
    const auto n = static_cast<double>(workload.rows);
    const double pairs = n * n;
    return {.flops = 13.0 * pairs,
            .pairs = pairs,
            .compulsory_bytes = 2 * sizeof(float) * n + static_cast<double>(bytes_of(entry)) * pairs};
}

MatrixCheck check() {
    MatrixCheck check =
        matrix::check_by<great_circle_distance::Rule>("great-circle distances", great_circle_distance::written_out);
    check.are_distances = true;
    return check;
}

constexpr auto plain_names = std::to_array<PlainName>({
    {.name = "places",
     .value = PlainValue::first_set,
     .types = {"const float2*", "const float*"},
     .about = "The places, one after the other: two coordinates of each, to which the origins are added.",
     .extent = "n places"},
    {.name = "n", .value = PlainValue::rows, .about = "How many places there are."},
    {.name = "origin_x",
     .value = PlainValue::first_origin,
     .about = "What was subtracted from the first coordinate of each place.",
     .extent = "degrees"},
    {.name = "origin_y",
     .value = PlainValue::second_origin,
     .about = "What was subtracted from the second coordinate of each place.",
     .extent = "degrees"},
    {.name = "latitude_first",
     .value = PlainValue::latitude_first,
     .about = "1: the first coordinate is the latitude; 0: the second one is."},
    {.name = "out",
     .value = PlainValue::output,
     .types = {"float*"},
     .about = "Where the kilometres go: those between places i and j into out[i * pitch + j].",
     .extent = "n rows of n"},
    plain::output_pitch,
});
constexpr std::array<std::string_view, 7> plain_parameters{"places",         "n",   "origin_x", "origin_y",
                                                           "latitude_first", "out", "pitch"};
constexpr PlainProblem::Member plain_members[]{
    {"coordinates", "places"},
    {"n", "n"},
    {"frame", "pairscope::globe::frame_of<float>({{origin_x, origin_y}, latitude_first != 0})"}};
constexpr PlainProblem plain_problems[]{{.function = "places_problem", .members = plain_members}};
constexpr PlainHeader plain_headers[]{{"great_circle_distance/problem.h", "globe::"}};
constexpr PlainKernel plain_kernel{.names = plain_names,
                                   .block = "256",
                                   .grid = "(n + block - 1) / block, n",
                                   .takes = plain_parameters,
                                   .body =
                                       R"(    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    const double radians = 0.017453292519943295, diameter = 2.0 * 6371.0088; // of the Earth, in kilometres
    const double x1 = places[row].x + origin_x, y1 = places[row].y + origin_y;
    const double x2 = places[col].x + origin_x, y2 = places[col].y + origin_y;
    const double latitude1 = (latitude_first ? x1 : y1) * radians, latitude2 = (latitude_first ? x2 : y2) * radians;
    const double between = (latitude_first ? y1 - y2 : x1 - x2) * radians;
    const double a = sin((latitude1 - latitude2) / 2), b = sin(between / 2);
    const double haversine = a * a + cos(latitude1) * cos(latitude2) * b * b;
    out[row * pitch + col] = diameter * asin(sqrt(fmin(haversine, 1.0)));
)",
                                   .tolerance = 2e-6,
                                   .problems = plain_problems,
                                   .headers = plain_headers};

std::string_view fastest(const Workload& workload) { return workload.rows < 2048 ? "one_per_thread" : "tiled"; }

} // namespace

WorkloadType great_circle_distance_workload() {
    return {.place = 11,
            .title = "Great-circle distances",
            .question = "How many kilometres is each place, by longitude and latitude, from each other place?",
            .inputs = {.sets = 1,
                       .element = Element::float32,
                       .rows = {min_rows, max_rows},
                       .dims = {2, 2},
                       .names = {"places"}},
            .output = OutputKind::matrix,
            .value = "great-circle distance",
            .metric = Metric::great_circle,
            .classic = {.rows = 8192, .cols = 8192, .dims = 2},
            .is_published = false,
            .work = work,
            .ceilings = {"fill", "fma"},
            .fastest = fastest,
            .matrix = check(),
            .formula = PairFormula{PairTerms::places, PairEnding::arc},
            .plain = &plain_kernel};
}

} // namespace pairscope::workloads
