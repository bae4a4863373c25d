// SPDX-License-Identifier: MIT
// Questions for tests of kernels, for any workload: of many shapes, and with values on which kernels stumble.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/vectors.h"
#include "kernels/ladder/workload.h"
#include "tests/kernels/sample_points.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace pairscope::samples {

struct SampleProblem {
    std::string_view workload;
    Dataset a;
    std::optional<Dataset> b; ///< absent: the workload has one set
    std::vector<double> parameters;

    /// Lives as long as this.
    [[nodiscard]] Inputs inputs() const {
        Inputs found = b ? inputs_of(a, *b) : inputs_of(a);
        found.parameters = parameters;
        return found;
    }
    [[nodiscard]] Workload size() const { return workload_of(workload, inputs()); }
};

inline Dataset random_vectors(Element element, std::int64_t rows, std::int64_t dims, unsigned seed) {
    std::mt19937 random(seed);
    Dataset data{.name = "test vectors", .rows = rows, .dims = dims};
    const auto count = static_cast<std::size_t>(rows * dims);
    if (element == Element::uint8) {
        std::vector<std::uint8_t> values(count);
        for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random() >> 24);
        data.values = std::move(values);
    } else {
        std::vector<float> values(count);
        for (float& value : values) value = static_cast<float>(random()) / 4294967296.0f;
        data.values = std::move(values);
    }
    return data;
}

/// Vectors of `n` rows, or of `n` coordinates where each set has one vector. The second set has another number of rows,
/// and the coordinates differ from n to n, as far as the workload lets them.
inline SampleProblem random_problem(const WorkloadType& type, std::int64_t n, unsigned seed = 1) {
    constexpr std::array<std::int64_t, 11> lengths{1, 2, 3, 4, 5, 8, 16, 17, 31, 33, 64};
    const InputRule& rule = type.inputs;
    const bool is_long = counts_coordinates(rule);
    const std::int64_t rows = is_long ? rule.rows.least : std::clamp(n, rule.rows.least, rule.rows.most);
    const std::int64_t length = is_long ? n : lengths[static_cast<std::size_t>(n) % lengths.size()];
    const std::int64_t dims = rule.takes_distances ? rows : std::clamp(length, rule.dims.least, rule.dims.most);
    SampleProblem problem{.workload = type.id,
                          .a = random_vectors(rule.element, rows, dims, seed),
                          .b = {},
                          .parameters = usual_parameters(type)};
    if (rule.sets == 2) problem.b = random_vectors(rule.element, is_long ? rows : n / 2 + 1, dims, seed + 1);
    if (rule.unit_length) { // as whoever loads vectors does
        problem.a = with_unit_length(std::move(problem.a));
        if (problem.b) problem.b = with_unit_length(std::move(*problem.b));
    }
    return problem;
}

/// One where float arithmetic ends, of a matrix of float32 vectors: see awkward_points().
inline SampleProblem awkward_problem(const WorkloadType& type, std::int64_t n) {
    SampleProblem problem = random_problem(type, n);
    const auto fill = [](Dataset& set, std::int64_t first) {
        auto* const values = std::get_if<std::vector<float>>(&set.values);
        if (values == nullptr) return;
        const Dataset odd = awkward_points((set.rows * set.dims + 1) / 2 + first);
        std::copy_n(coordinates(odd).begin() + 2 * first, values->size(), values->begin());
    };
    fill(problem.a, 0);
    if (problem.b) fill(*problem.b, 7);
    return problem;
}

} // namespace pairscope::samples
