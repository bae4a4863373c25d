// SPDX-License-Identifier: MIT
// A matrix whose entries are replaced by their errors, and what these errors change.
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/judge.h"
#include "kernels/matrix/operations.h"
#include "tests/kernels/sample_problems.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pairscope {
namespace {

using samples::infinity;
using samples::nan;

/// A variant's matrix in host memory, which a test may spoil.
struct Solved {
    samples::SampleProblem problem;
    const KernelVariant& variant;
    Engine engine{Device{}};
    OutputBuffer matrix;

    Solved(std::string_view id, std::int64_t n)
        : problem(samples::random_problem(type_of(find_variant(id)->workload), n)), variant(*find_variant(id)) {
        engine.load(problem.a, problem.b ? *problem.b : problem.a);
        engine.set_parameters(problem.parameters);
        matrix = engine.allocate(output_of(problem.size()).extent, variant.entry, {});
        engine.run(variant, matrix.memory(), {});
    }
    [[nodiscard]] float& at(std::int64_t row, std::int64_t col) {
        return matrix.memory().data[row * matrix.memory().pitch + col];
    }
    [[nodiscard]] double expected(std::int64_t row, std::int64_t col) {
        return type_of(variant.workload).matrix.reference(engine.problem(matrix.memory()), row, col);
    }
    MatrixErrors turn() { return into_errors(engine, variant, matrix.memory(), {}); }
};

TEST(ErrorOfAnEntry, is_zero_for_what_agrees_and_nan_where_one_is_no_number) {
    EXPECT_EQ(matrix::error_of(2.5f, 2.0), 0.5);
    EXPECT_EQ(matrix::error_of(1.5f, 2.0), 0.5);
    EXPECT_EQ(matrix::error_of(nan, std::nan("")), 0.0);
    EXPECT_EQ(matrix::error_of(infinity, double(infinity)), 0.0);
    EXPECT_EQ(matrix::error_of(infinity, 1.0), double(infinity));
    EXPECT_TRUE(std::isnan(matrix::error_of(nan, 1.0)));
    EXPECT_TRUE(std::isnan(matrix::error_of(1.0f, std::nan(""))));
}

TEST(MatrixErrors, are_the_distances_from_the_double_precision_output) {
    for (const char* id : {"distance_matrix/cpu_naive", "cross_distance/cpu_naive", "rbf_matrix/cpu_naive"}) {
        Solved solved(id, 67);
        const MatrixShape shape = solved.matrix.shape;
        std::vector<double> wanted;
        for (std::int64_t row = 0; row < shape.rows; ++row)
            for (std::int64_t col = 0; col < shape.cols; ++col)
                wanted.push_back(std::abs(solved.at(row, col) - solved.expected(row, col)));
        const MatrixErrors errors = solved.turn();
        EXPECT_EQ(errors.rows, shape.rows);
        for (std::int64_t row = 0; row < shape.rows; ++row)
            for (std::int64_t col = 0; col < shape.cols; ++col)
                ASSERT_EQ(solved.at(row, col), float(wanted[std::size_t(row * shape.cols + col)])) << id;
    }
}

TEST(MatrixErrors, of_halves_stay_halves) {
    Solved solved("distance_matrix/half_output", 33);
    const LinearMemory memory = solved.matrix.memory();
    const std::int64_t at = 3 * memory.pitch + 5;
    memory.halves()[at] = half_of(float(solved.expected(3, 5)) + 16.0f);
    (void)solved.turn();
    EXPECT_NEAR(float_of_half(memory.halves()[at]), 16.0f, 0.02f);
}

TEST(MatrixErrors, change_the_nearest_vector_of_a_row_only_where_another_one_seems_nearer) {
    EXPECT_EQ(Solved("distance_matrix/cpu_naive", 40).turn().other_nearest, 0) << "random points have no ties";
    Solved solved("distance_matrix/cpu_naive", 40);
    solved.at(7, 7) = -1.0f; // the row's own point is never its neighbour
    std::int64_t farthest = 11;
    for (std::int64_t col = 0; col < 40; ++col)
        if (solved.expected(11, col) > solved.expected(11, farthest)) farthest = col;
    solved.at(11, farthest) = -1.0f;
    EXPECT_EQ(solved.turn().other_nearest, 1);
}

TEST(MatrixErrors, of_similarities_change_the_nearest_vector_where_another_one_seems_more_similar) {
    Solved solved("rbf_matrix/cpu_naive", 40);
    std::int64_t farthest = 5;
    for (std::int64_t col = 0; col < 40; ++col)
        if (solved.expected(5, col) < solved.expected(5, farthest)) farthest = col;
    solved.at(5, farthest) = 2.0f;
    EXPECT_EQ(solved.turn().other_nearest, 1);
}

TEST(MatrixErrors, of_two_sets_count_the_column_of_the_rows_own_number) {
    Solved solved("cross_distance/cpu_naive", 40);
    std::int64_t row = 0;
    while (solved.expected(row, row) <= solved.expected(row, (row + 1) % 17)) ++row; // another one is nearer
    solved.at(row, row) = -1.0f;
    EXPECT_EQ(solved.turn().other_nearest, 1);
}

TEST(MatrixErrors, have_one_sentence) {
    EXPECT_EQ(describe(MatrixErrors{.rows = 2048, .other_nearest = 37}),
              "In 37 of 2 048 rows the errors change which vector is the nearest.");
    EXPECT_EQ(describe(MatrixErrors{.rows = 2048}), "The errors do not change the nearest vector of any row.");
}

} // namespace
} // namespace pairscope
