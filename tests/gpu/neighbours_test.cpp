// SPDX-License-Identifier: MIT
// The search on a GPU gives the table of the search on the CPU, to the last bit.
#include "kernels/data/shapes/generators.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/neighbours/gpu_search.h"
#include "kernels/neighbours/search.h"
#include "tests/gpu/gpu_test.h"
#include "tests/kernels/hard_points.h"

#include <cmath>

namespace pairscope::neighbours {
namespace {

class GpuNeighbours : public GpuTest {
protected:
    void expect_same(const Dataset& points, int k) const {
        const NeighbourQuestion question{.first = points, .k = k};
        const NeighbourTable found = nearest_neighbours_on(gpu(), question, {});
        const NeighbourTable expected = nearest_neighbours(question, {});
        ASSERT_EQ(found.k, expected.k);
        EXPECT_EQ(found.left_out, expected.left_out);
        std::int64_t wrong = 0;
        for (std::size_t i = 0; i < expected.neighbours.size(); ++i) {
            const double a = found.distances[i], b = expected.distances[i];
            wrong += found.neighbours[i] != expected.neighbours[i] || !(a == b || (std::isnan(a) && std::isnan(b)));
        }
        EXPECT_EQ(wrong, 0) << "of " << expected.neighbours.size() << " entries";
    }
};

TEST_F(GpuNeighbours, of_points_that_are_hard_for_a_tree_are_those_of_the_cpu) {
    for (const HardPoints& points : hard_points())
        for (const int k : {1, 2, 3, 4, 5, 8, 11, 16, 17, 32, 64}) {
            SCOPED_TRACE(testing::Message() << points.name << ", k = " << k);
            expect_same(points.make(), k);
        }
}

TEST_F(GpuNeighbours, of_many_points_are_those_of_the_cpu) {
    Pcg32 random(3);
    for (const std::int64_t n : {4095, 32769, 300'001}) {
        std::vector<float> values(static_cast<std::size_t>(2 * n));
        for (float& value : values) value = static_cast<float>(random.uniform());
        for (std::size_t i = 0; i + 1 < values.size(); i += 2)
            if (i % 3 == 0) values[i] = std::round(100.0f * values[i]); // lines of crowded points
        for (std::size_t i = 0; i < values.size(); i += 1001) values[i] = std::nanf("");
        const Dataset points = points_at(std::move(values));
        for (const int k : {1, 8, 20}) {
            SCOPED_TRACE(testing::Message() << n << " points, k = " << k);
            expect_same(points, k);
        }
    }
}

TEST_F(GpuNeighbours, of_points_whose_squares_leave_float32_are_those_of_the_cpu) {
    for (const float scale : {1e-36f, 1e-22f, 1e20f, 3e38f})
        for (const bool mixed : {false, true}) {
            SCOPED_TRACE(testing::Message() << scale << (mixed ? ", a cluster in larger surroundings" : ""));
            Pcg32 random(7);
            std::vector<float> values(6000);
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = static_cast<float>(random.uniform()) * (mixed && i / 2 % 5 == 0 ? 1.0f : scale);
            expect_same(points_at(std::move(values)), 8);
        }
}

/// Steps of a tenth, far from zero and near it: most distances are equal, or differ in the last bits of a double.
Dataset lattice_of_decimals(std::int64_t side, double step, double offset) {
    Dataset points{.rows = side * side, .dims = 2};
    std::vector<float> values;
    for (std::int64_t i = 0; i < points.rows; ++i)
        for (const std::int64_t at : {i % side, i / side}) {
            const double exact = offset + step * static_cast<double>(at);
            values.push_back(static_cast<float>(exact));
            points.low.push_back(static_cast<float>(exact - static_cast<double>(values.back())));
        }
    points.values = std::move(values);
    return points;
}

TEST_F(GpuNeighbours, whose_distances_float32_cannot_tell_apart_are_those_of_the_cpu) {
    for (const int k : {1, 3, 4, 8, 16, 63, 64}) {
        SCOPED_TRACE(testing::Message() << "k = " << k);
        expect_same(lattice_of_decimals(60, 0.1, 0.0), k);
        expect_same(lattice_of_decimals(60, 0.1, 1e6), k);
        expect_same(lattice_of_decimals(60, 1.0, 0.0), k);
        Pcg32 random(9);
        Dataset spread = lattice_of_decimals(150, 0.0, 0.0); // digits beyond float32, and one far point
        for (std::size_t i = 0; i < spread.low.size(); ++i) {
            const double exact = i < 2 ? 1e7 : 100.0 * random.uniform();
            std::get<std::vector<float>>(spread.values)[i] = static_cast<float>(exact);
            spread.low[i] = static_cast<float>(exact - static_cast<double>(static_cast<float>(exact)));
        }
        expect_same(spread, k);
    }
}

TEST_F(GpuNeighbours, are_found_again_in_the_same_memory) {
    cuda::NeighbourSearch search(5000);
    for (const std::int64_t n : {5000, 17, 900}) {
        const Dataset points = generate(default_settings(Shape::two_moons, n));
        const NeighbourTable expected = nearest_neighbours({.first = points, .k = 4}, {});
        search.load(coordinates(points));
        EXPECT_GT(search.search(4), 0.0);
        NeighbourTable found = expected;
        std::ranges::fill(found.neighbours, -7);
        std::ranges::fill(found.distances, -7.0);
        search.finish(found, {.first = points, .k = 4}, {});
        EXPECT_EQ(found.neighbours, expected.neighbours);
        EXPECT_EQ(found.distances, expected.distances);
    }
}

} // namespace
} // namespace pairscope::neighbours
