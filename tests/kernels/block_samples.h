// SPDX-License-Identifier: MIT
// Questions for tests of blocks, their grids, and the exact outputs by brute force in double precision. The tests of
// CPU and GPU share them.
#pragma once

#include "kernels/ladder/engine.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/unstored/blocks.h"
#include "tests/kernels/hard_places.h"
#include "tests/kernels/sample_problems.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::samples {

/// One entry in double precision, and the error that float32 arithmetic may make of it.
struct ExactEntry {
    double value = 0.0, error = 0.0;
};

inline double coordinate(const Input& set, std::int64_t row, std::int64_t k) {
    const std::int64_t at = row * set.pitch + k;
    return set.element == Element::uint8 ? static_cast<double>(set.bytes()[at]) : static_cast<double>(set.floats()[at]);
}

/// What the terms of a formula give in double precision, and how large the terms are together.
struct ExactSum {
    double value = 0.0, sizes = 0.0;
};

inline ExactSum exact_sum(PairTerms terms, const Inputs& inputs, std::int64_t i, std::int64_t j) {
    ExactSum sum;
    for (std::int64_t k = 0; k < inputs.a.dims; ++k) {
        const double x = coordinate(inputs.a, i, k), y = coordinate(inputs.b, j, k), difference = std::abs(x - y);
        if (terms == PairTerms::largest_difference) {
            sum.value = difference > sum.value || std::isnan(difference) ? difference : sum.value;
            continue;
        }
        const double sizes = std::abs(x) + std::abs(y);
        const double term = terms == PairTerms::products               ? x * y
                            : terms == PairTerms::absolute_differences ? difference
                            : terms == PairTerms::relative_differences ? (sizes == 0.0 ? 0.0 : difference / sizes)
                            : terms == PairTerms::unequal ? (difference == 0.0 ? 0.0 : 1.0 + 0.0 * difference)
                                                          : difference * difference;
        sum.value += term;
        sum.sizes += std::abs(term);
    }
    if (terms == PairTerms::largest_difference) sum.sizes = sum.value;
    return sum;
}

/// Directions, places and a workload's own metric are left to its own rule, which
/// tests/kernels/metrics/metrics_test.cpp holds to textbooks.
inline ExactEntry exact_entry(const WorkloadType& type, const Inputs& inputs, std::int64_t i, std::int64_t j) {
    if (!type.formula) { // a metric of the workload's own
        const double value = type.pair(problem_of(inputs, LinearMemory{}), i, j);
        return {value, 2e-6 * value};
    }
    const PairFormula formula = *type.formula;
    const double relative = (static_cast<double>(inputs.a.dims) + 8.0) * 0x1p-24, tiny = 1e-18;
    if (formula.ending == PairEnding::one_minus || formula.ending == PairEnding::arc) {
        const double value = type.matrix.reference(problem_of(inputs, LinearMemory{}), i, j);
        return {value, formula.ending == PairEnding::arc ? 2e-6 * value + 4e-15 : 1e-6 + 2.0 * relative};
    }
    const auto [sum, sizes] = exact_sum(formula.terms, inputs, i, j);
    if (formula.ending == PairEnding::root) return {std::sqrt(sum), relative * std::sqrt(sum) + tiny};
    if (formula.ending == PairEnding::fraction) {
        const auto dims = static_cast<double>(inputs.a.dims);
        return {sum / dims, relative * sum / dims};
    }
    if (formula.ending == PairEnding::sum) return {sum, relative * sizes + tiny};
    const double q = sum / (2.0 * inputs.parameters.front() * inputs.parameters.front());
    return {std::exp(-q), relative * (1.0 + q) * std::exp(-q) + 1.2e-38};
}

/// The error of an entry that does not become smaller with the entry: a cosine is rounded before 1 - cosine is taken.
inline double absolute_error(const WorkloadType& type, std::int64_t dims) {
    return type.formula && type.formula->ending == PairEnding::one_minus ? 1e-6 + static_cast<double>(dims) * 0x1p-23
                                                                         : 0.0;
}

struct ExactBlock {
    double min = std::numeric_limits<double>::infinity(), max = -min;
    double sum = 0.0, count = 0.0;
    double sum_of_sizes = 0.0;
    double error = 0.0; ///< the largest one of its entries

    void add(const ExactEntry& entry) {
        if (std::isnan(entry.value)) return;
        min = std::min(min, entry.value);
        max = std::max(max, entry.value);
        sum += entry.value;
        sum_of_sizes += std::abs(entry.value);
        count += 1.0;
        error = std::max(error, entry.error);
    }
};

/// Block (i, j) of the grid.
inline ExactBlock exact_block(const WorkloadType& type, const Inputs& inputs, const BlockGrid& grid, std::int64_t i,
                              std::int64_t j) {
    const auto range = [&](std::int64_t first, std::int64_t end) {
        return std::pair(first, std::min(first + grid.side, end));
    };
    const auto [first_row, end_row] = range(grid.first_row + i * grid.side, inputs.a.rows);
    const auto [first_col, end_col] = range(grid.first_col + j * grid.side, inputs.b.rows);
    ExactBlock block;
    for (std::int64_t row = first_row; row < end_row; ++row)
        for (std::int64_t col = first_col; col < end_col; ++col) block.add(exact_entry(type, inputs, row, col));
    return block;
}

/// What is wrong with a block of an overview, in one sentence; empty if it is right.
inline std::string fault_of(const Overview& found, std::size_t at, const ExactBlock& exact) {
    const float min = found.min[at], mean = found.mean[at], max = found.max[at];
    if (exact.count == 0.0)
        return std::isnan(min) && std::isnan(mean) && std::isnan(max) ? "" : "a block without a number has values";
    const double mean_error = 1e-5 * exact.sum_of_sizes / exact.count + 2.0 * exact.error;
    if (!(std::abs(min - exact.min) <= exact.error)) return fmt::format("minimum {} instead of {}", min, exact.min);
    if (!(std::abs(max - exact.max) <= exact.error)) return fmt::format("maximum {} instead of {}", max, exact.max);
    if (!(std::abs(mean - exact.sum / exact.count) <= mean_error))
        return fmt::format("mean {} instead of {}", mean, exact.sum / exact.count);
    return min <= mean && mean <= max ? "" : "the mean lies outside of the range";
}

inline std::string in_words(const WorkloadType& type, const Inputs& inputs, const BlockGrid& grid) {
    return fmt::format("{}, {} x {} vectors of {} coordinates, {} x {} blocks of side {} from ({}, {})", type.id,
                       inputs.a.rows, inputs.b.rows, inputs.a.dims, grid.shape.rows, grid.shape.cols, grid.side,
                       grid.first_row, grid.first_col);
}

/// What is wrong with an overview of the problem's matrix, in one sentence; empty if all of it is right.
inline std::string fault_of(const SampleProblem& problem, const BlockGrid& grid, const Overview& found) {
    const WorkloadType& type = type_of(problem.workload);
    const Inputs inputs = problem.inputs();
    if (found.shape != grid.shape || found.factor != grid.side) return "the overview has another shape or factor";
    for (std::int64_t i = 0; i < grid.shape.rows; ++i)
        for (std::int64_t j = 0; j < grid.shape.cols; ++j) {
            const auto at = static_cast<std::size_t>(i * grid.shape.cols + j);
            const std::string fault = fault_of(found, at, exact_block(type, inputs, grid, i, j));
            if (!fault.empty()) return fmt::format("{}, block {}, {}: {}", in_words(type, inputs, grid), i, j, fault);
        }
    return {};
}

/// What is wrong with all entries of the problem's matrix, by the workload's own rule; empty if they are right.
/// `entries`: blocks of side 1.
inline std::string fault_by_rule(const SampleProblem& problem, const Overview& entries) {
    const WorkloadType& type = type_of(problem.workload);
    const Inputs inputs = problem.inputs();
    const Problem asked = problem_of(inputs, LinearMemory{});
    if (entries.shape != MatrixShape{inputs.a.rows, inputs.b.rows}) return "the overview has another shape";
    for (std::int64_t row = 0; row < inputs.a.rows; ++row)
        for (std::int64_t col = 0; col < inputs.b.rows; ++col) {
            const float found = entries.min[static_cast<std::size_t>(row * inputs.b.rows + col)];
            const JudgedEntry entry{row, col, found, type.matrix.reference(asked, row, col)};
            if (!type.matrix.is_right(asked, entry, {.tolerance = 2e-6}))
                return fmt::format("{} at {}, {}: {} instead of {}", type.id, row, col, found, entry.expected);
        }
    return {};
}

/// Places on which formulas go wrong, for each workload of places; also in the other order of the coordinates, and near
/// an origin that was subtracted.
inline std::vector<SampleProblem> hard_place_problems() {
    std::vector<SampleProblem> problems;
    for (const WorkloadType& type : workload_types()) {
        if (!type.formula || type.formula->terms != PairTerms::places) continue;
        const auto add = [&](Dataset set) { problems.push_back({type.id, std::move(set), {}, {}}); };
        add(hard_places());
        add(impossible_places());
        Dataset city = random_vectors(Element::float32, 300, 2, 5);
        city.axes = {"lon", "lat"};
        city.origin = {13.375, 52.5};
        add(city);
        city.axes = {"lat", "lon"};
        city.origin = {-52.5, 179.5}; // on both sides of the date line
        add(city);
    }
    return problems;
}

/// Whole matrices, windows that are symmetric or not, windows beyond the end, in blocks of any side.
inline std::vector<BlockGrid> grids_of(MatrixShape matrix, unsigned seed) {
    std::mt19937 random(seed);
    const auto at_most = [&](std::int64_t most) {
        return static_cast<std::int64_t>(random() % static_cast<unsigned>(most + 1));
    };
    std::vector<BlockGrid> grids;
    for (std::int64_t side = 1; side <= 2048; side *= 2) {
        grids.push_back(blocks_of(matrix, side));
        const std::int64_t row = at_most(matrix.rows - 1), col = at_most(matrix.cols - 1);
        grids.push_back({.first_row = row, .first_col = col, .side = side, .shape = {1 + at_most(6), 1 + at_most(9)}});
        const std::int64_t first = at_most(row / side) * side + row % side; // the diagonal passes through corners
        grids.push_back(
            {.first_row = row, .first_col = first, .side = side, .shape = {1 + at_most(9), 1 + at_most(6)}});
        grids.push_back(
            {.first_row = first, .first_col = row, .side = side, .shape = {1 + at_most(9), 1 + at_most(9)}});
        if (side < 2) continue;
        const std::int64_t other = side + 1 + at_most(side - 2); // no power of two
        grids.push_back(blocks_of(matrix, other));
        const std::int64_t beside = at_most(row / other) * other + row % other;
        grids.push_back(
            {.first_row = row, .first_col = beside, .side = other, .shape = {1 + at_most(6), 1 + at_most(6)}});
    }
    return grids;
}

/// Coordinates from 0 to 1 become longitudes and latitudes, every fifth of which is the antipode of the one before.
inline void spread_over_the_earth(Dataset& set) {
    auto& values = std::get<std::vector<float>>(set.values);
    for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
        values[i] = 360.0f * values[i] - 180.0f;
        values[i + 1] = 180.0f * values[i + 1] - 90.0f;
        if (i % 10 != 8) continue;
        values[i] = values[i - 2] + (values[i - 2] < 0.0f ? 180.0f : -180.0f);
        values[i + 1] = -values[i - 1];
    }
}

/// A problem with `rows` vectors in its first set.
inline SampleProblem block_problem(const WorkloadType& type, std::int64_t rows, std::int64_t dims, unsigned seed) {
    SampleProblem problem = random_problem(type, rows, seed);
    const std::int64_t length = std::clamp(dims, type.inputs.dims.least, type.inputs.dims.most);
    problem.a = random_vectors(type.inputs.element, rows, length, seed);
    if (problem.b) problem.b = random_vectors(type.inputs.element, rows / 2 + 3, length, seed + 1);
    if (!problem.parameters.empty()) problem.parameters.front() = 0.2; // suits points in the unit square
    if (type.formula && type.formula->terms == PairTerms::places) spread_over_the_earth(problem.a);
    return problem;
}

inline void load(Engine& engine, const SampleProblem& problem) {
    if (problem.b)
        engine.load(problem.a, *problem.b);
    else
        engine.load(problem.a);
    engine.set_parameters(problem.parameters);
}

inline void spoil_row(Dataset& set, std::int64_t row, float value) {
    if (auto* const values = std::get_if<std::vector<float>>(&set.values))
        (*values)[static_cast<std::size_t>(row * set.dims + set.dims - 1)] = value;
}

} // namespace pairscope::samples
