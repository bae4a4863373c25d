// SPDX-License-Identifier: MIT
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/ladder/compare.h"
#include "tests/workloads/byte_matches/problem.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

namespace pairscope::workloads {
namespace {

/// Per pair and coordinate a difference, a product and a sum; the sets are read once, the matches are written once.
Work work(const Workload& workload, Entry) {
    const auto rows = static_cast<double>(workload.rows), cols = static_cast<double>(workload.cols);
    const auto dims = static_cast<double>(workload.dims);
    return {.integer_operations = 3.0 * rows * cols * dims,
            .pairs = rows * cols,
            .compulsory_bytes = (rows + cols) * dims + sizeof(FoundMatch) * rows};
}

Dataset example(int set, std::int64_t rows, std::int64_t dims, std::stop_token) {
    Dataset data{.name = set == 0 ? "queries" : "candidates", .rows = rows, .dims = dims};
    Pcg32 random(static_cast<std::uint64_t>(set) + 1);
    std::vector<std::uint8_t> values(static_cast<std::size_t>(rows * dims));
    for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random.next() >> 24);
    data.values = std::move(values);
    return data;
}

std::int64_t squared_distance(const Problem& problem, std::int64_t i, std::int64_t j) {
    std::int64_t sum = 0;
    for (std::int64_t k = 0; k < problem.a.dims; ++k) {
        const std::int64_t d =
            std::int64_t{problem.a.bytes()[i * problem.a.pitch + k]} - problem.b.bytes()[j * problem.b.pitch + k];
        sum += d * d;
    }
    return sum;
}

struct Exact {
    std::int64_t best = -1, second = -1, best_square = 0, second_square = 0;
};

Exact exact_match(const Problem& problem, std::int64_t i) {
    Exact found;
    for (std::int64_t j = 0; j < problem.b.rows; ++j) {
        const std::int64_t square = squared_distance(problem, i, j);
        if (found.best < 0 || square < found.best_square) {
            found.second = found.best;
            found.second_square = found.best_square;
            found.best = j;
            found.best_square = square;
        } else if (found.second < 0 || square < found.second_square) {
            found.second = j;
            found.second_square = square;
        }
    }
    return found;
}

bool was_written(const FoundMatch& match) {
    std::array<std::uint32_t, 4> words{};
    std::memcpy(words.data(), &match, sizeof match);
    return words != std::array<std::uint32_t, 4>{poison_bits, poison_bits, poison_bits, poison_bits};
}

/// May a variant choose these whose distances are off by so much at most?
bool is_allowed(const Problem& problem, std::int64_t i, const FoundMatch& found, const Exact& exact, double error) {
    const double weight = double{byte_matches_problem(problem).weight};
    const auto is_as_near = [&](std::int32_t j, std::int64_t square) {
        return j >= 0 && j < problem.b.rows &&
               weight * static_cast<double>(squared_distance(problem, i, j) - square) <= 2.0 * error;
    };
    if (!is_as_near(found.best, exact.best_square)) return false;
    if (exact.second < 0) return found.second < 0;
    return found.second != found.best && is_as_near(found.second, exact.second_square);
}

Comparison compare(const Problem& problem, const Accuracy& accuracy, std::stop_token stop) {
    const ByteMatchesProblem given = byte_matches_problem(problem);
    Comparison total;
    if (accuracy.may_differ_by > 0.0) total.different_entries = 0;
    for (std::int64_t i = 0; i < problem.a.rows && !stop.stop_requested(); ++i) {
        const FoundMatch& found = given.matches[i];
        const Exact exact = exact_match(problem, i);
        const double expected = static_cast<double>(given.weight) * static_cast<double>(exact.best_square);
        const double error = std::abs(found.best_value - expected);
        ++total.entries_checked;
        if (!was_written(found)) {
            ++total.unwritten_entries;
        } else if (total.different_entries && is_allowed(problem, i, found, exact, accuracy.may_differ_by)) {
            if (found.best == exact.best && found.second == exact.second) continue;
            ++*total.different_entries;
            total.different.add({static_cast<std::int32_t>(i), 0});
        } else if (found.best != exact.best || found.second != exact.second || error > accuracy.relative() * expected) {
            if (total.wrong_entries++ > 0) continue;
            total.row = i;
            total.col = 0;
            total.found = found.best_value;
            total.expected = expected;
            total.first_wrong = fmt::format("match {} is row {} with {:.9g} but should be row {} with {:.9g}", i,
                                            found.best, found.best_value, exact.best, expected);
        } else if (expected > 0) {
            total.worst_error = std::max(total.worst_error, error / expected);
        }
    }
    total.rows_checked = total.entries_checked;
    return total;
}

} // namespace

WorkloadType byte_matches_workload() {
    return {
        .place = 100,
        .title = "Byte matches",
        .question = "Which two vectors of the second set are nearest to each of the first?",
        .inputs = {.sets = 2,
                   .element = Element::uint8,
                   .rows = {1, 4096},
                   .dims = {1, 64},
                   .names = {"queries", "candidates"}},
        .parameters = {{.name = "weight", .title = "Weight of a distance", .least = 0.25, .most = 4.0, .usual = 1.0}},
        .output = OutputKind::matches,
        .classic = {.rows = 256, .cols = 128, .dims = 16},
        .example = example,
        .work = work,
        .ceilings = {"read", "int8_dot", "tensor_int8"},
        .compare = compare};
}

} // namespace pairscope::workloads
