// SPDX-License-Identifier: MIT
// The workload farthest_pair: the two vectors of bytes that are farthest apart.
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/ladder/compare.h"
#include "kernels/workloads/farthest_pair/judge.h"
#include "kernels/workloads/farthest_pair/problem.h"
#include "kernels/workloads/farthest_pair/strokes.h"

namespace pairscope::workloads {
namespace {

/// Each coordinate of a pair takes a product and a sum, because |x|^2 + |y|^2 - 2 x.y needs no more. The set is read
/// once.
Work work(const Workload& workload, Entry) {
    const auto n = static_cast<double>(workload.rows), dims = static_cast<double>(workload.dims);
    const double pairs = n * (n - 1.0) / 2.0;
    return {.integer_operations = 2.0 * pairs * dims, .pairs = pairs, .compulsory_bytes = n * dims + sizeof(FoundPair)};
}

Dataset example(int, std::int64_t rows, std::int64_t dims, std::stop_token stop) {
    Dataset data{.name = "strokes", .rows = rows, .dims = dims};
    data.values = farthest::stroke_pictures(rows, dims, stop);
    data.picture_width = farthest::width_of_pictures(dims);
    return data;
}

Comparison compare(const Problem& problem, const Accuracy& accuracy, std::stop_token stop) {
    constexpr double most_work = 2e11; // coordinates for each thread: about 20 s
    Comparison result = farthest::judge(problem.a, *pair_out(problem), most_work, stop);
    result.tolerance = accuracy.relative();
    return result;
}

} // namespace

WorkloadType farthest_pair_workload() {
    return {.place = 5,
            .title = "Farthest pair",
            .question = "Which two of these vectors of bytes are farthest apart?",
            .inputs = {.sets = 1,
                       .element = Element::uint8,
                       .rows = {2, farthest::most_vectors},
                       .dims = {1, farthest::most_coordinates},
                       .names = {"vectors"}},
            .output = OutputKind::pair,
            .value = "squared distance",
            .metric = Metric::euclidean,
            .classic = {.rows = 60000, .cols = 60000, .dims = 784},
            .example = example,
            .work = work,
            .ceilings = {"read", "int8_dot", "tensor_int8"},
            .formula = PairFormula{PairTerms::squared_differences, PairEnding::sum},
            .compare = compare};
}

} // namespace pairscope::workloads
