// SPDX-License-Identifier: MIT
// The first picture of a workload shows something: parts of the matrix differ from each other.
#include "app/subjects/data/data_source.h"
#include "app/subjects/data/load_sets.h"
#include "kernels/ladder/problem.h"
#include "kernels/ladder/workload.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pairscope::app {
namespace {

/// Least and largest of the values, without those that are not numbers.
struct Span {
    double least = INFINITY, largest = -INFINITY;

    void add(double value) {
        if (std::isnan(value)) return;
        least = std::min(least, value);
        largest = std::max(largest, value);
    }
    [[nodiscard]] double width() const { return largest - least; }
};

/// How far the means of square parts of the matrix are apart, divided by how far its entries are apart. It is 0 for a
/// matrix of equal entries, and small for random ones. Every fifth row and column is looked at.
double contrast_of(const WorkloadType& type, const LoadedSets& sets) {
    constexpr std::int64_t step = 5, side = 8;
    const Dataset& second = sets.second ? *sets.second : *sets.first;
    Inputs inputs = sets.second ? inputs_of(*sets.first, second) : inputs_of(*sets.first);
    inputs.parameters = usual_parameters(type);
    Problem problem = problem_of(inputs, LinearMemory{});
    problem.parameters = inputs.parameters;
    Span means, entries;
    for (std::int64_t i = 0; i + side * step <= sets.first->rows; i += side * step)
        for (std::int64_t j = 0; j + side * step <= second.rows; j += side * step) {
            double sum = 0.0;
            for (std::int64_t row = i; row < i + side * step; row += step)
                for (std::int64_t col = j; col < j + side * step; col += step) {
                    const double entry = type.matrix.reference(problem, row, col);
                    entries.add(entry);
                    sum += entry;
                }
            if (sets.second || i != j) means.add(sum / (side * side)); // the diagonal of one set is always dark
        }
    return entries.width() > 0.0 ? means.width() / entries.width() : 0.0;
}

TEST(Example, of_each_matrix_has_parts_that_differ) {
    int looked_at = 0;
    for (const WorkloadType& type : workload_types()) {
        if (type.output != OutputKind::matrix || example_maker(type) == nullptr) continue;
        ++looked_at;
        const LoadedSets sets = load_sets(type, VectorSource{.a = {}, .b = {}, .n = 480, .m = 480, .dims = 32});
        EXPECT_GT(contrast_of(type, sets), 0.2) << type.id;
    }
    EXPECT_GE(looked_at, 25);
}

} // namespace
} // namespace pairscope::app
