// SPDX-License-Identifier: MIT
// The workload farthest_pair: the two vectors of bytes that are farthest apart.
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/plain_names.h"
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

constexpr auto plain_names = std::to_array<PlainName>({
    {.name = "a",
     .value = PlainValue::first_set,
     .types = {"const unsigned char*", "const uint8_t*"},
     .about = "The vectors: coordinate k of vector i is a[i * a_pitch + k].",
     .extent = "n vectors"},
    {.name = "n", .value = PlainValue::rows, .about = "How many vectors there are."},
    plain::dims,
    {.name = "a_pitch", .value = PlainValue::first_pitch, .about = "From one vector to the next.", .extent = "bytes"},
    {.name = "pair",
     .value = PlainValue::output,
     .types = {"FoundPair*"},
     .about = "Where the two rows go, the lower one first, and their squared distance.",
     .extent = "1 FoundPair"},
});
constexpr std::array<std::string_view, 5> plain_parameters{"a", "n", "dims", "a_pitch", "pair"};
constexpr PlainProblem::Member plain_members[]{
    {"data", "a"}, {"pitch", "a_pitch"}, {"n", "n"}, {"dims", "dims"}, {"pair", "pair"}};
constexpr PlainProblem plain_problems[]{
    {.function = "farthest_pair_problem", .members = plain_members},
    {.function = "farthest::rows_of", .whole = "pairscope::farthest::Rows{a, a_pitch, n, dims}"}};
constexpr PlainKernel plain_kernel{.names = plain_names,
                                   .block = "256",
                                   .grid = "1",
                                   .takes = plain_parameters,
                                   .body = R"(    __shared__ FoundPair best[256];
    FoundPair mine = {0, 1, -1.0};
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        for (int j = i + 1; j < n; ++j) {
            int sum = 0;
            for (int k = 0; k < dims; ++k) {
                const int difference = a[i * a_pitch + k] - a[j * a_pitch + k];
                sum += difference * difference;
            }
            if (sum > mine.value) mine = {i, j, double(sum)};
        }
    }
    best[threadIdx.x] = mine;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x >= half) continue;
        const FoundPair here = best[threadIdx.x], there = best[threadIdx.x + half];
        const bool is_lower = there.first < here.first || (there.first == here.first && there.second < here.second);
        if (there.value > here.value || (there.value == here.value && is_lower)) best[threadIdx.x] = there;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) *pair = best[0];
)",
                                   .problems = plain_problems};

/// How much `pruned` can leave out depends on the vectors.
std::string_view fastest(const Workload& workload) {
    return workload.rows < 2048 ? "tile_reduce" : "value_only_epilogue";
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
            .fastest = fastest,
            .formula = PairFormula{PairTerms::squared_differences, PairEnding::sum},
            .compare = compare,
            .plain = &plain_kernel};
}

} // namespace pairscope::workloads
