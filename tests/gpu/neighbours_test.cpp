// SPDX-License-Identifier: MIT
// The search on a GPU gives the table of the search on the CPU, to the last bit.
#include "kernels/core/generators.h"
#include "kernels/core/pcg32.h"
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
            const float a = found.distances[i], b = expected.distances[i];
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

TEST_F(GpuNeighbours, are_found_again_in_the_same_memory) {
    cuda::NeighbourSearch search(5000);
    for (const std::int64_t n : {5000, 17, 900}) {
        const Dataset points = generate(default_settings(Shape::two_moons, n));
        const NeighbourTable expected = nearest_neighbours({.first = points, .k = 4}, {});
        search.load(coordinates(points));
        EXPECT_GT(search.search(4), 0.0);
        NeighbourTable found = expected;
        std::ranges::fill(found.neighbours, -7);
        search.read(found);
        EXPECT_EQ(found.neighbours, expected.neighbours);
        EXPECT_EQ(found.distances, expected.distances);
    }
}

} // namespace
} // namespace pairscope::neighbours
