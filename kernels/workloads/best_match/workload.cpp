// SPDX-License-Identifier: MIT
// The workload best_match: for each vector of one set, the best and the second best match in another set.
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/data/vectors.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/workloads/best_match/exact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pairscope::workloads {
namespace {

/// Each coordinate of a pair takes a product and a sum. Both sets are read once, and the matches are written once.
Work work(const Workload& workload, Entry) {
    const auto rows = static_cast<double>(workload.rows), cols = static_cast<double>(workload.cols);
    const auto dims = static_cast<double>(workload.dims);
    return {.flops = 2.0 * rows * cols * dims,
            .pairs = rows * cols,
            .compulsory_bytes = sizeof(float) * (rows + cols) * dims + sizeof(FoundMatch) * rows};
}

/// A pass in both directions writes matches for the vectors of the second set, too.
Work work_of_both(const Workload& workload, Entry entry) {
    Work both = work(workload, entry);
    both.compulsory_bytes += sizeof(FoundMatch) * static_cast<double>(workload.cols);
    return both;
}

/// Random directions, all of them equally likely. Every even row of the second set is a noisy copy of the same row of
/// the first set.
Dataset example(int set, std::int64_t rows, std::int64_t dims, std::stop_token) {
    constexpr std::uint64_t first_of_others = 1ull << 40, first_of_copies = 1ull << 41;
    constexpr double noise_of_copies = 0.5;
    Dataset data{.name = set == 0 ? "random directions" : "other random directions", .rows = rows, .dims = dims};
    std::vector<float> values(static_cast<std::size_t>(rows * dims));
    for (std::int64_t i = 0; i < rows; ++i) {
        const std::span vector(values.data() + i * dims, static_cast<std::size_t>(dims));
        const bool is_copy = set == 1 && i % 2 == 0;
        const auto index = static_cast<std::uint64_t>(i);
        Pcg32 random(set == 0 || is_copy ? index : first_of_others + index);
        add_noise(vector, random, 1.0);
        Pcg32 random_of_copy(first_of_copies + index);
        if (is_copy) add_noise(vector, random_of_copy, noise_of_copies);
    }
    data.values = std::move(values);
    data = with_unit_length(std::move(data));
    data.note.clear(); // no note is needed: the example was made with length 1
    return data;
}

bool was_written(const FoundMatch& match) {
    const auto words = std::bit_cast<std::array<std::uint32_t, 4>>(match);
    return words != std::array{poison_bits, poison_bits, poison_bits, poison_bits};
}

/// The largest difference of the two values from the exact ones. A vector that is missing has the value 0.
double error_of(const FoundMatch& found, const FoundMatch& exact) {
    return std::max(std::abs(double{found.best_value} - double{exact.best_value}),
                    std::abs(double{found.second_value} - double{exact.second_value}));
}

std::string in_words(const FoundMatch& match) {
    if (match.second < 0) return fmt::format("row {} with {:.9g}", match.best, match.best_value);
    return fmt::format("row {} with {:.9g}, then row {} with {:.9g}", match.best, match.best_value, match.second,
                       match.second_value);
}

/// Says whether a variant whose scores have this error may give this match. It may confuse two vectors only if their
/// scores differ by less than twice the error.
bool is_allowed(const FoundMatch& found, const FoundMatch& exact, const MatchSets& sets, std::int64_t row, double error,
                double rounding) {
    const auto is_as_good = [&](std::int32_t candidate, float told, float best) {
        if (candidate < 0 || candidate >= sets.cols) return false;
        const double score = matching::exact_score(sets.a + row * sets.a_pitch,
                                                   sets.b + std::int64_t{candidate} * sets.b_pitch, sets.dims);
        return std::abs(double{told} - score) <= error + rounding && score >= double{best} - 2.0 * error - rounding;
    };
    if (!is_as_good(found.best, found.best_value, exact.best_value)) return false;
    if (exact.second < 0) return found.second == exact.second && found.second_value == exact.second_value;
    return found.second != found.best && is_as_good(found.second, found.second_value, exact.second_value);
}

/// Checks all rows, or only a sample of them where all rows would take minutes.
Comparison compare(const Problem& problem, const Accuracy& accuracy, std::stop_token stop) {
    constexpr double most_terms = 2e11;
    const MatchSets sets = match_sets(problem);
    const double terms_of_row = static_cast<double>(sets.cols) * sets.dims;
    const auto limit = static_cast<std::int64_t>(most_terms / terms_of_row) + 1;
    const std::vector<std::int64_t> rows = rows_to_check(sets.rows, limit);
    // The value of a match is the float32 nearest to a score that every exact variant computes in the same way.
    const double rounding = accuracy.may_differ_by > 0.0 ? accuracy.relative() : 0.0;
    std::vector<FoundMatch> exact(rows.size());
    matching::find_exact_matches(sets, rows, exact, cpu::hardware_threads(), stop);
    if (stop.stop_requested()) return {};
    Comparison total{.kind = OutputKind::matches,
                     .entries_checked = std::ssize(rows),
                     .rows_checked = std::ssize(rows),
                     .rows = sets.rows,
                     .cols = 1,
                     .tolerance = rounding};
    if (accuracy.may_differ_by > 0.0) total.different_entries = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const FoundMatch& found = sets.matches[rows[i]];
        const double error = error_of(found, exact[i]);
        const bool is_same = found.best == exact[i].best && found.second == exact[i].second;
        if (!was_written(found)) {
            ++total.unwritten_entries;
        } else if (is_same && error <= rounding + accuracy.may_differ_by) {
            total.worst_error = std::max(total.worst_error, error);
        } else if (total.different_entries &&
                   is_allowed(found, exact[i], sets, rows[i], accuracy.may_differ_by, rounding)) {
            total.different.add({static_cast<std::int32_t>(rows[i]), 0});
            if ((*total.different_entries)++ == 0)
                total.first_different =
                    fmt::format("match {} is {}, the exact result is {}", rows[i], in_words(found), in_words(exact[i]));
        } else if (total.wrong_entries++ == 0) {
            total.row = rows[i];
            total.col = 0;
            total.found = found.best_value;
            total.expected = exact[i].best_value;
            total.first_wrong =
                fmt::format("match {} is {} but should be {}", rows[i], in_words(found), in_words(exact[i]));
        }
    }
    return total;
}

constexpr auto plain_names = std::to_array<PlainName>({
    {.name = "a",
     .value = PlainValue::first_set,
     .types = {"const float*"},
     .about = "The first set: coordinate k of vector i is a[i * a_pitch + k]. Each vector has length 1.",
     .extent = "n vectors"},
    plain::second_set,
    plain::count_of_first,
    plain::count_of_second,
    plain::dims,
    plain::first_pitch,
    plain::second_pitch,
    {.name = "matches",
     .value = PlainValue::output,
     .types = {"FoundMatch*"},
     .about = "Where the two best rows for vector i go, into matches[i]. A score is the sum of the products in double, "
              "from k = 0 on, rounded to float once; among equal ones the lowest row wins.",
     .extent = "n FoundMatch"},
});
constexpr std::array<std::string_view, 8> plain_parameters{"a", "b", "n", "m", "dims", "a_pitch", "b_pitch", "matches"};
constexpr PlainKernel plain_kernel{.names = plain_names,
                                   .block = "64",
                                   .grid = "(n + block - 1) / block",
                                   .takes = plain_parameters,
                                   .body = R"(    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    FoundMatch found = {-1, -1, 0.0f, 0.0f};
    double best = -2.0, second = -2.0; // all scores lie between -1 and 1
    for (int j = 0; j < m; ++j) {
        double score = 0.0;
        for (int k = 0; k < dims; ++k) score += double(a[i * a_pitch + k]) * b[j * b_pitch + k];
        if (score > best) {
            second = best;
            found.second = found.best;
            best = score;
            found.best = j;
        } else if (score > second) {
            second = score;
            found.second = j;
        }
    }
    found.best_value = best;
    found.second_value = found.second < 0 ? 0.0f : second;
    matches[i] = found;
)"};

/// The steps around the tensor cores take as long as the search among few candidates.
std::string_view fastest(const Workload& workload) {
    const bool is_small = workload.rows * workload.cols * workload.dims < std::int64_t{1} << 26;
    const bool is_flat = workload.cols >= 8 * workload.rows;
    return workload.cols < 512 || (is_small && !is_flat) ? "sgemm_tile" : "tensor_fp16_rerank";
}

} // namespace

WorkloadType best_match_workload() {
    return {
        .place = 6,
        .title = "Best matches",
        .question = "Which two vectors of the second set are most similar to each vector of the first set?",
        .inputs = {.sets = 2,
                   .element = Element::float32,
                   .rows = {1, matching::most_vectors},
                   .dims = {1, matching::most_coordinates},
                   .names = {"features", "candidates"},
                   .unit_length = true},
        .output = OutputKind::matches,
        .value = "score",
        .metric = Metric::euclidean,
        .classic = {.rows = 16384, .cols = 16384, .dims = 128},
        .example = example,
        .example_files = {.title = "two views of a photograph",
                          .names = {"views/features_a.npy", "views/features_b.npy"}},
        .has_match_ratio = true,
        .work = work,
        .ceilings = {"read", "fma"},
        .fastest = fastest,
        .forms = {{.name = "fp16_products",
                   .words = "one product of fp16 numbers per coordinate of a pair, with exact scores of few candidates",
                   .work = work,
                   .ceilings = {"read", "tensor_fp16"}},
                  {.name = "tf32_products",
                   .words = "one product of tf32 numbers per coordinate of a pair",
                   .work = work,
                   .ceilings = {"read", "tensor_tf32"}},
                  {.name = "both_directions",
                   .words = "each score once for the matches of both sets",
                   .work = work_of_both,
                   .ceilings = {"read", "fma"}}},
        .formula = PairFormula{PairTerms::products, PairEnding::sum},
        .compare = compare,
        .plain = &plain_kernel};
}

} // namespace pairscope::workloads
