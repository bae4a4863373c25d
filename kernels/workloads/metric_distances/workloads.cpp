// SPDX-License-Identifier: MIT
// The distances of all pairs of one set of vectors by each metric of kernels/metrics/formulas.h, n x n matrices.
#include "kernels/data/dataset.h"
#include "kernels/data/shapes/species_counts.h"
#include "kernels/ladder/exact_data.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/metrics/description.h"
#include "kernels/metrics/rule.h"
#include "kernels/workloads/metric_distances/entries.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pairscope::workloads {
namespace {

constexpr auto plain_names = std::to_array<PlainName>({
    {.name = "a",
     .value = PlainValue::first_set,
     .types = {"const float*"},
     .about = "The vectors: coordinate k of vector i is a[i * a_pitch + k].",
     .extent = "n vectors"},
    {.name = "n", .value = PlainValue::rows, .about = "How many vectors there are."},
    plain::dims,
    {.name = "a_pitch", .value = PlainValue::first_pitch, .about = "From one vector to the next.", .extent = "floats"},
    {.name = "out",
     .value = PlainValue::output,
     .types = {"float*"},
     .about = "Where the distances go: that of vectors i and j into out[i * pitch + j].",
     .extent = "n rows of n"},
    plain::output_pitch,
});
constexpr std::array<std::string_view, 6> plain_parameters{"a", "n", "dims", "a_pitch", "out", "pitch"};

/// What a new kernel has between its braces.
constexpr std::string_view plain_body(Metric metric) {
    switch (metric) {
    case Metric::squared:
        return R"(    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < dims; ++k) {
        const float difference = a[row * a_pitch + k] - a[col * a_pitch + k];
        sum += difference * difference;
    }
    out[row * pitch + col] = sum;
)";
    case Metric::manhattan:
        return R"(    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < dims; ++k) sum += fabsf(a[row * a_pitch + k] - a[col * a_pitch + k]);
    out[row * pitch + col] = sum;
)";
    case Metric::chebyshev:
        return R"(    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    float largest = 0.0f;
    for (int k = 0; k < dims; ++k) {
        const float difference = fabsf(a[row * a_pitch + k] - a[col * a_pitch + k]);
        if (difference > largest || difference != difference) largest = difference; // so that NaN is kept, too
    }
    out[row * pitch + col] = largest;
)";
    case Metric::cosine:
        return R"(    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    double product = 0.0, squares_of_row = 0.0, squares_of_col = 0.0;
    for (int k = 0; k < dims; ++k) {
        const double x = a[row * a_pitch + k], y = a[col * a_pitch + k];
        product += x * y;
        squares_of_row += x * x;
        squares_of_col += y * y;
    }
    const double lengths = sqrt(squares_of_row) * sqrt(squares_of_col);
    out[row * pitch + col] = lengths > 0.0 ? fmax(0.0, 1.0 - product / lengths) : 1.0;
)";
    case Metric::euclidean:
        return R"(    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < dims; ++k) {
        const float difference = a[row * a_pitch + k] - a[col * a_pitch + k];
        sum += difference * difference;
    }
    out[row * pitch + col] = sqrtf(sum);
)";
    case Metric::canberra:
        return R"(    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < dims; ++k) {
        const float x = a[row * a_pitch + k], y = a[col * a_pitch + k], sizes = fabsf(x) + fabsf(y);
        if (sizes != 0.0f) sum += fabsf(x - y) / sizes;
    }
    out[row * pitch + col] = sum;
)";
    case Metric::hamming:
        return R"(    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    float different = 0.0f;
    for (int k = 0; k < dims; ++k) {
        const float difference = a[row * a_pitch + k] - a[col * a_pitch + k];
        if (difference != 0.0f) different += 1.0f + 0.0f * difference; // so that NaN is kept, too
    }
    out[row * pitch + col] = different / dims;
)";
    case Metric::great_circle:
    case Metric::own:
        break;
    }
    return {};
}

constexpr PlainProblem::Member plain_members[]{{"count", "n"}, {"dims", "dims"}};
constexpr PlainProblem plain_problems[]{
    {.function = "metrics::set_of", .whole = "pairscope::metrics::Set{a, n, dims, a_pitch}", .members = plain_members}};
constexpr PlainHeader plain_headers[]{{"metric_distances/ladder.h", "Formula"}};
/// One for each workload, because descriptions point to it.
constexpr PlainKernel plain_kernel_of(const pairscope::metric_distances::MetricEntry& entry) {
    return {.names = plain_names,
            .block = "256",
            .grid = "(n + block - 1) / block, n",
            .takes = plain_parameters,
            .body = plain_body(entry.metric),
            .prepared = entry.prepared,
            .problems = plain_problems,
            .headers = plain_headers};
}
constexpr auto plain_kernels = [] {
    std::array<PlainKernel, pairscope::metric_distances::entries.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = plain_kernel_of(pairscope::metric_distances::entries[i]);
    return all;
}();

} // namespace

std::vector<WorkloadType> metric_distances_workloads() {
    std::vector<WorkloadType> types;
    metrics::for_each_metric([&]<class Formula>(Formula) {
        for (const pairscope::metric_distances::MetricEntry& entry : pairscope::metric_distances::entries) {
            if (entry.metric != Formula::metric) continue;
            WorkloadType type = metrics::described<Formula, metrics::Rule<Formula>>(entry.entries);
            type.id = entry.id;
            type.place = entry.place;
            type.title = entry.title;
            type.question = entry.question;
            type.value = entry.value;
            type.prepare = entry.prepare;
            if (entry.metric == Metric::canberra) type.exact = sign_sets;
            if (begins_with_counts(entry.name.empty() ? name_of(entry.metric) : entry.name)) {
                type.example_vectors = species_counts;
                type.example_size = {.rows = 2048, .cols = 2048, .dims = 8}; // the simulation takes half a second
            }
            type.metric_name = entry.name;
            type.metric_title = entry.metric_title;
            type.inputs.dims.least = entry.least_dims;
            type.inputs.texts = entry.texts;
            type.plain = &plain_kernels[static_cast<std::size_t>(&entry - pairscope::metric_distances::entries.data())];
            type.fastest = [](const Workload&) -> std::string_view { return "tiled"; };
            types.push_back(std::move(type));
        }
    });
    return types;
}

} // namespace pairscope::workloads
