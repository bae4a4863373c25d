// SPDX-License-Identifier: MIT
// The distances of all pairs of vectors by each metric of formulas.h, of one set (n x n) and of two (n x m).
#include "kernels/data/dataset.h"
#include "kernels/data/shapes/clustered_vectors.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/data/shapes/species_counts.h"
#include "kernels/data/vectors.h"
#include "kernels/ladder/exact_data.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/judge.h"
#include "kernels/metrics/description.h"
#include "kernels/metrics/rule.h"
#include "kernels/neighbours/exact/pair_sums.h"
#include "kernels/workloads/pair_metrics/cross_entries.h"
#include "kernels/workloads/pair_metrics/entries.h"
#include "kernels/workloads/pair_metrics/rule.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pairscope::workloads {
namespace {

using pairscope::pair_metrics::entry_of;
using pairscope::pair_metrics::Minkowski;
using pairscope::pair_metrics::OfSum;

template <class Formula> constexpr bool are_bytes = std::is_same_v<typename Formula::Number, std::uint8_t>;

/// The sets are read once, and the matrix is written once.
template <class Formula> Work work(const Workload& workload, Entry entry) {
    const bool has_two = type_of(workload.type).inputs.sets == 2;
    const auto n = static_cast<double>(workload.rows), m = static_cast<double>(workload.cols);
    const auto dims = static_cast<double>(workload.dims), vectors = has_two ? n + m : n;
    const double pairs = n * m, operations = Formula::operations * dims * pairs;
    return {.flops = are_bytes<Formula> ? 0.0 : operations,
            .integer_operations = are_bytes<Formula> ? operations : 0.0,
            .pairs = pairs,
            .compulsory_bytes =
                sizeof(typename Formula::Number) * vectors * dims + static_cast<double>(bytes_of(entry)) * pairs};
}

/// Codes of several families, one family after the other: each row differs from its family's code in an eighth of the
/// bits. Two families share every second byte of their codes.
Dataset codes(int set, std::int64_t rows, std::int64_t dims, std::stop_token) {
    constexpr std::int64_t families = 12;
    Dataset data{.name = "codes of bits", .rows = rows, .dims = dims};
    std::vector<std::uint8_t> values;
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto family = static_cast<std::uint64_t>(row * families / rows);
        Pcg32 of_row(1000 + static_cast<std::uint64_t>(row) + (static_cast<std::uint64_t>(set) << 32)),
            of_family(family), of_parents(100 + family / 2);
        for (std::int64_t k = 0; k < dims; ++k) {
            const std::uint32_t noise = of_row.next() & of_row.next() & of_row.next(); // an eighth of the bits
            const std::uint32_t code = k % 2 == 0 ? of_parents.next() : of_family.next();
            values.push_back(static_cast<std::uint8_t>((code ^ noise) >> 24));
        }
    }
    data.values = std::move(values);
    return data;
}

/// Vectors of several clusters without negative numbers: the first or the second half of one set.
Dataset half_of_clusters(int set, std::int64_t rows, std::int64_t dims, std::stop_token) {
    Dataset both = clustered_vectors(2 * rows, dims);
    for (float& x : std::get<std::vector<float>>(both.values)) x = std::abs(x);
    TwoSets halves = split(both, rows);
    return set == 0 ? std::move(halves.a) : std::move(halves.b);
}

/// By which distances of the program two vectors are compared, if it knows these.
template <class Formula> constexpr Metric metric_of = Metric::own;
template <class Sum> constexpr Metric metric_of<OfSum<Sum>> = Sum::metric;
template <class Formula> constexpr std::optional<PairFormula> formula_of{};
template <class Sum> constexpr std::optional<PairFormula> formula_of<OfSum<Sum>>{PairFormula{Sum::terms, Sum::ending}};

/// What is right: sums have the rule of the workloads of one set, with what float32 may do to parts of a matrix that is
/// not stored.
template <class Formula> struct CheckOf {
    static MatrixCheck check() { return matrix::check_by<pair_metrics::Rule<Formula>>("distances"); }
};
template <class Sum> struct CheckOf<OfSum<Sum>> {
    static MatrixCheck check() { return metrics::check_by<Sum, metrics::Rule<Sum>>("distances"); }
};

/// Whole numbers above 0: sums are not 0, and logarithms exist.
std::optional<ExactSets> positive_numbers(const Workload& size, ExactKind kind) {
    return whole_number_sets(size, kind, [](float x) { return x == 0.0f ? 1.0f : std::abs(x); });
}

using pairscope::pair_metrics::BrayCurtis, pairscope::pair_metrics::JensenShannon;
using Rows = std::span<const double>;

template <class Formula> double distance_of_rows(Rows a, Rows b, Rows parameters) {
    return Formula::pair(a.data(), b.data(), std::ssize(a), pairscope::pair_metrics::parameter_among(parameters));
}
/// The distances of lists and files, whose sums are rounded once. Those of other formulas are not rounded at all before
/// their last operation.
template <class Formula> constexpr PairOfRows rounded_once = nullptr;
template <> constexpr PairOfRows rounded_once<BrayCurtis> = neighbours::bray_curtis_of_rows;
template <>
constexpr PairOfRows rounded_once<Minkowski> = [](Rows a, Rows b, Rows parameters) {
    return neighbours::minkowski_distance(a, b, pairscope::pair_metrics::parameter_among(parameters));
};
template <>
constexpr PairOfRows rounded_once<JensenShannon> =
    [](Rows a, Rows b, Rows) { return neighbours::jensen_shannon_distance(a, b); };

/// One for each entry of two sets.
template <class Formula> constexpr auto cross_questions = []<std::size_t... place>(std::index_sequence<place...>) {
    using pairscope::pair_metrics::CrossEntries, pairscope::pair_metrics::CrossQuestion;
    return std::array<CrossQuestion, sizeof...(place)>{
        CrossQuestion(CrossEntries<Formula>::all[place].metric_title)...};
}
(std::make_index_sequence<pairscope::pair_metrics::CrossEntries<Formula>::all.size()>());

template <class Formula> WorkloadType described(const pairscope::pair_metrics::MetricEntry& entry, int sets) {
    constexpr std::string_view noun = are_bytes<Formula> ? "codes" : "vectors";
    WorkloadType type{.id = entry.id,
                      .place = entry.place,
                      .title = entry.title,
                      .question = entry.question,
                      .inputs = {.sets = sets,
                                 .element = are_bytes<Formula> ? Element::uint8 : Element::float32,
                                 .rows = {min_rows, max_rows},
                                 .dims = {1, 4096},
                                 .names = {sets == 1 ? noun : "first set", "second set"},
                                 .texts = entry.texts},
                      .output = OutputKind::matrix,
                      .value = entry.value,
                      .metric = metric_of<Formula>,
                      .prepare = entry.prepare,
                      .metric_name = entry.name,
                      .metric_title = entry.metric_title,
                      .classic = {.rows = 2048, .cols = 2048, .dims = 32},
                      .is_published = false,
                      .work = work<Formula>,
                      .ceilings = {"fill"},
                      .matrix = CheckOf<Formula>::check(),
                      .formula = formula_of<Formula>};
    type.matrix.entries = entry.entries;
    if constexpr (metric_of<Formula> == Metric::own && !are_bytes<Formula>) {
        constexpr bool is_rounded = rounded_once<Formula> != nullptr;
        type.pair_of_rows = is_rounded ? rounded_once<Formula> : distance_of_rows<Formula>;
        type.pair_nearly = is_rounded ? distance_of_rows<Formula> : nullptr;
    }
    const bool has_counts = begins_with_counts(entry.name);
    const auto counts = entry.name == "jaccard" ? species_seen : species_counts; // a set has a member or not
    if (sets == 2) type.example = has_counts ? counts : half_of_clusters;
    if (sets == 1 && has_counts) {
        type.example_vectors = counts;
        type.example_size = {.rows = 2048, .cols = 2048, .dims = 16};
    }
    if (are_bytes<Formula>) type.example = codes;
    if (Formula::needs_positive) type.exact = positive_numbers;
    if (metric_of<Formula> == Metric::canberra) type.exact = sign_sets;
    if (std::is_same_v<Formula, Minkowski>)
        type.parameters = {{.name = "exponent",
                            .title = "Exponent of the differences",
                            .least = 1.0,
                            .most = 64.0,
                            .usual = 3.0,
                            .logarithmic = true}};
    return type;
}

} // namespace

std::vector<WorkloadType> pair_metrics_workloads() {
    std::vector<WorkloadType> types;
    using pairscope::pair_metrics::AllFormulas, pairscope::pair_metrics::CrossFormulas,
        pairscope::pair_metrics::MetricEntry;
    pairscope::pair_metrics::for_each_formula<AllFormulas>(
        [&]<class Formula>(Formula) { types.push_back(described<Formula>(entry_of<Formula>, 1)); });
    pairscope::pair_metrics::for_each_formula<CrossFormulas>([&]<class Formula>(Formula) {
        for (std::size_t i = 0; i < cross_questions<Formula>.size(); ++i) {
            MetricEntry entry = pairscope::pair_metrics::cross_entries_of<Formula>()[i];
            entry.question = cross_questions<Formula>[i].text();
            types.push_back(described<Formula>(entry, 2));
        }
    });
    return types;
}

} // namespace pairscope::workloads
