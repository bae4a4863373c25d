// SPDX-License-Identifier: MIT
// The workload cross_distance: all Euclidean distances between two sets of vectors, an n x m matrix.
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/data/shapes/clustered_vectors.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/matrix/judge.h"
#include "kernels/workloads/cross_distance/rule.h"
#include "kernels/workloads/cross_distance/written_out.h"

#include <utility>
#include <vector>

namespace pairscope::workloads {
namespace {

/// Both sets are read once, and the matrix is written once.
Work work_with(const Workload& workload, Entry entry, double flops_per_pair) {
    const auto rows = static_cast<double>(workload.rows), cols = static_cast<double>(workload.cols);
    const auto dims = static_cast<double>(workload.dims);
    const double pairs = rows * cols;
    return {.flops = flops_per_pair * pairs,
            .pairs = pairs,
            .compulsory_bytes = sizeof(float) * (rows + cols) * dims + static_cast<double>(bytes_of(entry)) * pairs};
}

/// The direct form: each coordinate of a pair takes a difference, a product and a sum, and each pair a root.
Work work(const Workload& workload, Entry entry) {
    return work_with(workload, entry, 3.0 * static_cast<double>(workload.dims) + 1.0);
}

/// The expanded form, |x|^2 + |y|^2 - 2 x.y: each coordinate takes a product and a sum. The norms, once per vector, and
/// what follows the products of a pair are not counted.
Work expanded_work(const Workload& workload, Entry entry) {
    return work_with(workload, entry, 2.0 * static_cast<double>(workload.dims));
}

/// Descriptors of two pictures. Vector i of the second set is a noisy copy of vector i of the first one where i is
/// even, and another descriptor where it is odd.
Dataset example(int set, std::int64_t rows, std::int64_t dims, std::stop_token) {
    constexpr std::int64_t first_of_others = 1 << 20;
    constexpr std::uint64_t first_of_copies = 1ull << 41;
    constexpr double noise_of_copies = 0.05;
    std::vector<float> values(static_cast<std::size_t>(rows * dims));
    for (std::int64_t i = 0; i < rows; ++i) {
        const std::span vector(values.data() + i * dims, static_cast<std::size_t>(dims));
        const bool is_copy = set == 1 && i % 2 == 0, is_other = set == 1 && !is_copy;
        make_clustered_vector(is_other ? first_of_others + i : i, vector);
        Pcg32 random(first_of_copies + static_cast<std::uint64_t>(i));
        if (is_copy) add_noise(vector, random, noise_of_copies);
    }
    Dataset data{.name = set == 0 ? "descriptors" : "other descriptors", .rows = rows, .dims = dims};
    data.values = std::move(values);
    return data;
}

constexpr auto plain_names = std::to_array<PlainName>({
    {.name = "a",
     .value = PlainValue::first_set,
     .types = {"const float*"},
     .about = "The first set: coordinate k of vector i is a[i * a_pitch + k].",
     .extent = "n vectors"},
    plain::second_set,
    plain::count_of_first,
    plain::count_of_second,
    plain::dims,
    plain::first_pitch,
    plain::second_pitch,
    {.name = "out",
     .value = PlainValue::output,
     .types = {"float*"},
     .about = "Where the distances go: that of vectors i and j into out[i * pitch + j].",
     .extent = "n rows of m"},
    plain::output_pitch,
});
constexpr std::array<std::string_view, 9> plain_parameters{"a",       "b",       "n",   "m",    "dims",
                                                           "a_pitch", "b_pitch", "out", "pitch"};
constexpr PlainProblem::Member plain_members[]{{"a", "a"}, {"b", "b"}, {"rows", "n"}, {"cols", "m"}, {"dims", "dims"}};
constexpr PlainProblem plain_problems[]{{.function = "cross_sets",
                                         .whole = "pairscope::CrossSets{a, b, n, m, dims, a_pitch, b_pitch}",
                                         .members = plain_members}};
constexpr PlainHeader plain_headers[]{{"cross_distance/problem.h", "CrossSets"}};
constexpr PlainKernel plain_kernel{.names = plain_names,
                                   .block = "256",
                                   .grid = "(m + block - 1) / block, n",
                                   .takes = plain_parameters,
                                   .body =
                                       R"(    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= m) return;
    float sum = 0.0f;
    for (int k = 0; k < dims; ++k) {
        const float difference = a[row * a_pitch + k] - b[col * b_pitch + k];
        sum += difference * difference;
    }
    out[row * pitch + col] = sqrtf(sum);
)",
                                   .problems = plain_problems,
                                   .headers = plain_headers};

/// A launch with few pairs is over before the tensor cores have their numbers.
std::string_view fastest(const Workload& workload) {
    const std::int64_t pairs = workload.rows * workload.cols;
    if (pairs < 1 << 16) return "one_per_thread";
    return pairs < 3 << 19 && workload.dims <= 64 ? "shared_transposed" : "tensor_wgmma";
}

} // namespace

WorkloadType cross_distance_workload() {
    return {.place = 1,
            .title = "Cross distances",
            .question = "How far is each vector of the first set from each vector of the second set?",
            .inputs = {.sets = 2,
                       .element = Element::float32,
                       .rows = {min_rows, max_rows},
                       .dims = {1, 1024},
                       .names = {"set A", "set B"}},
            .output = OutputKind::matrix,
            .metric = Metric::euclidean,
            .classic = {.rows = 2048, .cols = 1024, .dims = 16},
            .example = example,
            .presets = {{.name = "far_lattice",
                         .title = "Lattice far from zero",
                         .about = "The first set has 256 points near (50 000, 50 000), spaced 1/16, and the second set "
                                  "has 256 more, shifted by half a step. Their squared norms are 5e9, where float32 "
                                  "numbers are 512 apart. So the expanded form loses all digits of these distances, "
                                  "and the direct form loses none.",
                         .variant = "expanded",
                         .make = cross_distance::far_lattice}},
            .work = work,
            .ceilings = {"fill", "squared_difference"},
            .fastest = fastest,
            .forms = {{.name = "expanded",
                       .words = "|x|^2 + |y|^2 - 2 x.y, a product and a sum per coordinate of a pair",
                       .work = expanded_work,
                       .ceilings = {"fill", "fma"}},
                      {.name = "three_products",
                       .words = "the expanded form with float32 numbers as sums of two fp16 numbers, which takes three "
                                "fp16 products for one",
                       .work = expanded_work,
                       .ceilings = {"fill", "tensor_fp16"},
                       .share = 1.0 / 3.0}},
            .matrix = matrix::check_by<cross_distance::Rule>("distances", cross_distance::written_out),
            .formula = PairFormula{PairTerms::squared_differences, PairEnding::root},
            .plain = &plain_kernel};
}

} // namespace pairscope::workloads
