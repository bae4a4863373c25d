// SPDX-License-Identifier: MIT
// The distances of all pairs of texts and of series, of one set (n x n) and of two (n x m).
#include "kernels/data/dataset.h"
#include "kernels/data/prepared/preparation.h"
#include "kernels/data/sequences/sequences.h"
#include "kernels/data/sequences/text_vectors.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/ladder/workload.h"
#include "kernels/workloads/sequence_distances/check.h"
#include "kernels/workloads/sequence_distances/entries.h"

#include <cmath>
#include <numbers>
#include <span>
#include <vector>

namespace pairscope::workloads {
namespace {

using pairscope::sequence_distances::SequenceEntry;
using pairscope::sequence_distances::SequenceMetric;

/// Each pair has a table of dims x dims cells. The sets are read once, and the matrix is written once.
template <class Formula> Work work(const Workload& workload, Entry entry) {
    const bool has_two = type_of(workload.type).inputs.sets == 2;
    const auto n = static_cast<double>(workload.rows), m = static_cast<double>(workload.cols);
    const auto dims = static_cast<double>(workload.dims), vectors = has_two ? n + m : n;
    const double pairs = n * m, operations = Formula::operations * dims * dims * pairs;
    return {.flops = Formula::are_texts ? 0.0 : operations,
            .integer_operations = Formula::are_texts ? operations : 0.0,
            .pairs = pairs,
            .compulsory_bytes = 4.0 * vectors * dims + static_cast<double>(bytes_of(entry)) * pairs};
}

/// Waves of several families, one family after the other, that begin at different times, and go at different speeds.
Dataset waves(int set, std::int64_t rows, std::int64_t dims, std::stop_token) {
    constexpr std::int64_t families = 12;
    Dataset data{.name = "waves", .rows = rows, .dims = dims};
    std::vector<float> values;
    for (std::int64_t row = 0; row < rows; ++row) {
        Pcg32 random(3000 + static_cast<std::uint64_t>(row) + (static_cast<std::uint64_t>(set) << 32));
        const auto family = static_cast<double>(row * families / rows);
        const double delay = 0.2 * random.uniform(), speed = 0.8 + 0.4 * random.uniform();
        for (std::int64_t k = 0; k < dims; ++k) {
            const double time = speed * static_cast<double>(k) / static_cast<double>(dims) - delay;
            const double turns = 2.0 * std::numbers::pi * time;
            values.push_back(
                static_cast<float>(std::sin((1.0 + family / 4.0) * turns) + family / 6.0 * std::cos(turns)));
        }
    }
    data.values = std::move(values);
    return data;
}

template <class Formula>
double distance_of_rows(std::span<const double> a, std::span<const double> b, std::span<const double> parameters) {
    return Formula::pair(a.data(), b.data(), std::ssize(a), pairscope::sequence_distances::parameter_among(parameters));
}

template <class Formula> WorkloadType described(const SequenceMetric& metric, const SequenceEntry& entry) {
    constexpr std::string_view noun = Formula::are_texts ? "texts" : "series";
    WorkloadType type{.id = entry.id,
                      .place = entry.place,
                      .title = entry.title,
                      .question = entry.question,
                      .inputs = {.sets = entry.sets,
                                 .rows = {min_rows, max_rows},
                                 .dims = {1, sequences::longest},
                                 .names = {entry.sets == 1 ? noun : "first set", "second set"}},
                      .output = OutputKind::matrix,
                      .value = metric.value,
                      .pair_of_rows = distance_of_rows<Formula>,
                      .prepare = Formula::are_texts ? check_codes : mark_ends,
                      .metric_name = metric.name,
                      .metric_title = metric.title,
                      .classic = {.rows = 2048, .cols = 2048, .dims = 32},
                      .is_published = false,
                      .work = work<Formula>,
                      .ceilings = {"fill"},
                      .matrix = sequence_distances::check<Formula>()};
    type.matrix.entries = metric.in_matrix;
    if (Formula::are_texts) type.example = sequences::example_texts;
    if (!Formula::are_texts) (entry.sets == 2 ? type.example : type.example_vectors) = waves;
    if (type.example_vectors != nullptr) type.example_size = {.rows = 2048, .cols = 2048, .dims = 16};
    if (!Formula::are_texts)
        type.parameters = {{.name = "band",
                            .title = "Largest shift in time",
                            .least = 0.0,
                            .most = static_cast<double>(sequences::longest),
                            .usual = static_cast<double>(sequences::longest),
                            .is_whole = true}};
    return type;
}

} // namespace

std::vector<WorkloadType> sequence_distances_workloads() {
    std::vector<WorkloadType> types;
    pairscope::sequence_distances::for_each_formula([&]<class Formula>(Formula) {
        const SequenceMetric& metric = pairscope::sequence_distances::metric_of<Formula>;
        for (const SequenceEntry& entry : metric.entries) types.push_back(described<Formula>(metric, entry));
    });
    return types;
}

} // namespace pairscope::workloads
