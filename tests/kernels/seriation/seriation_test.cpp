// SPDX-License-Identifier: MIT
// Whatever the vectors are, each order has each of them once; and each order shows what it promises.
#include "kernels/data/shapes/generators.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/seriation/seriation.h"
#include "tests/kernels/seriation/sample_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <string>

namespace pairscope::seriation {
namespace {

using testing::ElementsAre;

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

/// Sets on which orders go wrong, by name.
std::map<std::string, Dataset> awkward_sets() {
    std::map<std::string, Dataset> sets{
        {"one", set_of({3.0f, 4.0f}, 2)},
        {"two", set_of({3.0f, 4.0f, 1.0f, 2.0f}, 2)},
        {"all equal", set_of(std::vector<float>(60, 7.0f), 2)},
        {"two places", set_of({0, 0, 1, 1, 0, 0, 1, 1, 0, 0}, 2)},
        {"a missing coordinate", set_of({0, 0, not_a_number, 1, 2, 2, 1, 1}, 2)},
        {"nothing finite", set_of({not_a_number, 0, infinite, 1, 0, -infinite}, 2)},
        {"infinite", set_of({0, 0, infinite, 1, 2, 2, 1, -infinite}, 2)},
        {"enormous", set_of({3e38f, -3e38f, 3e38f, 3e38f, -3e38f, -3e38f, 0, 0}, 2)},
        {"tiny", set_of({1e-38f, 0, 0, 1e-38f, 1e-40f, 0, 0, 0}, 2)},
        {"one coordinate", set_of({3, 1, 2, 2, 5, -1}, 1)},
        {"a lattice, full of ties", generate(default_settings(Shape::grid, 225))},
    };
    for (const std::int64_t rows : {3, 17, 64, 301})
        for (const std::int64_t dims : {1, 2, 5, 33})
            sets[std::to_string(rows) + " x " + std::to_string(dims)] =
                random_set(rows, dims, std::uint64_t(rows * 100 + dims));
    Dataset bytes{.name = "bytes", .rows = 4, .dims = 3};
    bytes.values = std::vector<std::uint8_t>{0, 255, 3, 0, 254, 3, 9, 9, 9, 0, 255, 2};
    sets["bytes"] = bytes;
    return sets;
}

std::vector<float> places_of(const Dataset& set) {
    std::vector<float> places;
    for (std::int64_t row = 0; row < set.rows; ++row)
        for (std::int64_t k = 0; k < 2; ++k) {
            const auto at = std::size_t(row * set.dims + k);
            places.push_back(k < set.dims ? std::visit([at](const auto& v) { return float(v[at]); }, set.values)
                                          : 0.0f);
        }
    return places;
}

const std::map<std::string, std::function<Permutation(const Dataset&)>>& orders() {
    static const std::map<std::string, std::function<Permutation(const Dataset&)>> all{
        {"by x", [](const Dataset& set) { return by_keys(axis_keys(places_of(set), 0)); }},
        {"by y", [](const Dataset& set) { return by_keys(axis_keys(places_of(set), 1)); }},
        {"hilbert", [](const Dataset& set) { return by_keys(curve_keys(places_of(set), Curve::hilbert)); }},
        {"morton", [](const Dataset& set) { return by_keys(curve_keys(places_of(set), Curve::morton)); }},
        {"spanning tree", [](const Dataset& set) { return spanning_tree(set); }},
        {"clusters", [](const Dataset& set) { return clusters(set).order; }}};
    return all;
}

double distance_in(const Dataset& set, std::int64_t a, std::int64_t b) {
    double sum = 0.0;
    for (std::int64_t k = 0; k < set.dims; ++k) {
        const auto at = [&](std::int64_t row) { return double(coordinates(set)[std::size_t(row * set.dims + k)]); };
        sum += (at(a) - at(b)) * (at(a) - at(b));
    }
    return std::sqrt(sum);
}

/// The sum of the distances from each vector to the next one.
double length_of(const Dataset& set, const Permutation& order) {
    double length = 0.0;
    for (std::size_t i = 1; i < order.size(); ++i) length += distance_in(set, order[i - 1], order[i]);
    return length;
}

TEST(Seriation, every_order_of_every_set_has_each_vector_once) {
    for (const auto& [set_name, set] : awkward_sets())
        for (const auto& [order_name, order] : orders()) {
            const Permutation found = order(set);
            EXPECT_EQ(std::ssize(found), set.rows) << order_name << " of " << set_name;
            EXPECT_TRUE(is_permutation(found)) << order_name << " of " << set_name;
            EXPECT_EQ(found, order(set)) << order_name << " of " << set_name << " is not the same a second time";
        }
}

TEST(Seriation, finds_out_what_is_no_permutation) {
    EXPECT_TRUE(is_permutation({}));
    EXPECT_TRUE(is_permutation({1, 0, 2}));
    EXPECT_FALSE(is_permutation({1, 1, 2}));
    EXPECT_FALSE(is_permutation({0, 3, 1}));
    EXPECT_FALSE(is_permutation({0, -1}));
}

TEST(Seriation, vectors_without_a_place_come_last_in_the_order_of_the_set) {
    const Dataset set = set_of({not_a_number, 1, 5, 5, 0, not_a_number, 1, 1, 5, 6}, 2);
    for (const auto& [name, order] : orders()) {
        const Permutation found = order(set);
        EXPECT_THAT(std::vector(found.end() - 2, found.end()), ElementsAre(0, 2)) << name;
    }
}

TEST(Seriation, equal_keys_keep_the_order_of_the_set) {
    EXPECT_THAT(by_keys(std::vector<double>{2, 1, 2, 1, 1}), ElementsAre(1, 3, 4, 0, 2));
}

TEST(Seriation, morton_takes_the_quarters_in_turn) {
    const std::vector<float> corners{1, 1, 0, 1, 1, 0, 0, 0};
    EXPECT_THAT(by_keys(curve_keys(corners, Curve::morton)), ElementsAre(3, 2, 1, 0));
}

TEST(Seriation, a_step_between_two_orders_is_an_order_and_ends_where_it_should) {
    const Permutation from = by_keys(axis_keys(places_of(random_set(50, 2, 1)), 0));
    const Permutation to = spanning_tree(random_set(50, 2, 1));
    EXPECT_EQ(between(from, to, 0.0), from);
    EXPECT_EQ(between(from, to, 1.0), to);
    for (const double share : {0.1, 0.5, 0.9}) EXPECT_TRUE(is_permutation(between(from, to, share)));
    EXPECT_EQ(inverse(inverse(to)), to);
}

TEST(Seriation, the_spanning_tree_joins_the_nearest_vector_each_time) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const Dataset set = random_set(60, 3, seed);
        const Permutation order = spanning_tree(set);
        for (std::size_t i = 1; i < order.size(); ++i) {
            const auto to_tree = [&](std::int32_t row) {
                double nearest = infinite;
                for (std::size_t k = 0; k < i; ++k) nearest = std::min(nearest, distance_in(set, order[k], row));
                return nearest;
            };
            for (std::size_t later = i + 1; later < order.size(); ++later)
                ASSERT_LE(to_tree(order[i]), to_tree(order[later]) * (1.0 + 1e-6)) << "step " << i << ", seed " << seed;
        }
    }
}

TEST(Seriation, points_of_a_line_come_in_their_order_along_it) {
    const Dataset set = set_of({5, 0, 1, 0, 4, 0, 2, 0, 3, 0, 0, 0}, 2);
    EXPECT_THAT(spanning_tree(set), ElementsAre(0, 2, 4, 3, 1, 5));
    const Permutation clustered = clusters(set).order;
    EXPECT_DOUBLE_EQ(length_of(set, clustered), 5.0) << "each cluster is turned so that its near end meets the other";
}

/// Average linkage in O(n^3), straight from its definition: the heights at which clusters are joined, ascending.
std::vector<double> heights_by_definition(const Dataset& set,
                                          std::function<double(std::int64_t, std::int64_t)> apart = {}) {
    if (!apart) apart = [&](std::int64_t a, std::int64_t b) { return distance_in(set, a, b); };
    std::vector<std::vector<std::int64_t>> clusters;
    for (std::int64_t i = 0; i < set.rows; ++i) clusters.push_back({i});
    std::vector<double> heights;
    const auto mean = [&](const auto& a, const auto& b) {
        double sum = 0.0;
        for (const std::int64_t i : a)
            for (const std::int64_t j : b) sum += apart(i, j);
        return sum / double(a.size() * b.size());
    };
    while (clusters.size() > 1) {
        std::size_t best_a = 0, best_b = 1;
        double best = infinite;
        for (std::size_t a = 0; a < clusters.size(); ++a)
            for (std::size_t b = a + 1; b < clusters.size(); ++b)
                if (const double height = mean(clusters[a], clusters[b]); height < best) {
                    best = height;
                    best_a = a;
                    best_b = b;
                }
        heights.push_back(best);
        clusters[best_a].insert(clusters[best_a].end(), clusters[best_b].begin(), clusters[best_b].end());
        clusters.erase(clusters.begin() + std::ptrdiff_t(best_b));
    }
    return heights;
}

TEST(Seriation, clusters_are_joined_at_the_heights_of_average_linkage) {
    for (const std::uint64_t seed : {4u, 5u, 6u}) {
        const Dataset set = random_set(30, 2, seed);
        const Clustering clustering = clusters(set);
        std::vector<double> found;
        for (const Branch& branch : clustering.branches) found.push_back(branch.height);
        std::ranges::sort(found);
        const std::vector<double> expected = heights_by_definition(set);
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-4 * expected[i]);
    }
}

TEST(Seriation, the_branches_are_a_tree_over_the_places) {
    const Dataset set = random_set(100, 4, 9);
    const Clustering clustering = clusters(set);
    ASSERT_EQ(clustering.branches.size(), 99u);
    for (const Branch& branch : clustering.branches) {
        EXPECT_LT(branch.left, branch.right);
        EXPECT_GE(branch.height, std::max(branch.left_height, branch.right_height));
        EXPECT_GE(branch.left, 0.5f);
        EXPECT_LE(branch.right, 99.5f);
    }
}

TEST(Seriation, clusters_lie_side_by_side) {
    std::vector<float> values; // three clusters in turns, far from each other
    Pcg32 random(7);
    for (int i = 0; i < 90; ++i) {
        values.push_back(float(i % 3) * 1000.0f + float(random.next() % 100));
        values.push_back(float(random.next() % 100));
    }
    const Permutation order = clusters(set_of(std::move(values), 2)).order;
    int changes = 0;
    for (std::size_t i = 1; i < order.size(); ++i) changes += order[i] % 3 != order[i - 1] % 3;
    EXPECT_EQ(changes, 2);
}

TEST(Seriation, far_from_zero_clusters_are_as_near_zero) {
    std::vector<float> near, far;
    Pcg32 random(11);
    for (int i = 0; i < 128; ++i) {                             // so many that the means are exact, too
        const float offset = float(random.next() % 64) / 16.0f; // exact in float32 at 50000, too
        near.push_back(offset);
        far.push_back(offset + 50000.0f);
    }
    EXPECT_EQ(clusters(set_of(near, 2)).order, clusters(set_of(far, 2)).order);
    EXPECT_EQ(spanning_tree(set_of(near, 2)), spanning_tree(set_of(far, 2)));
}

/// Whole numbers from 0 to 23 in a fixed disorder, and a value that stands for "missing", as 1e9 does in many files.
Dataset with_outlier(float far) {
    std::vector<float> values;
    for (const int x : {16, 12, 3, 18, 21, 8, 6, 22, 20, 23, 15, 17, 11, 0, 14, 4, 1, 2, 19, 13, 5, 10, 7, 9})
        values.insert(values.end(), {static_cast<float>(x), 0.0f});
    values.insert(values.end(), {far, 0.0f});
    return set_of(std::move(values), 2);
}

TEST(Seriation, a_far_vector_changes_nothing_for_the_others) {
    for (const float far : {1e6f, 1e8f, 1e9f, 1e15f}) {
        const Dataset set = with_outlier(far);
        Permutation order = spanning_tree(set);
        ASSERT_EQ(order.front(), 24);
        const auto x = [&](std::int32_t row) { return coordinates(set)[std::size_t(2 * row)]; };
        for (std::size_t i = 1; i < order.size(); ++i) EXPECT_EQ(x(order[i]), float(24 - std::int64_t(i))) << far;
        Dataset apart = random_set(40, 2, 13); // without ties, whose clusters are not unique
        std::get<std::vector<float>>(apart.values)[6] = far;
        std::vector<double> heights, expected = heights_by_definition(apart);
        for (const Branch& branch : clusters(apart).branches) heights.push_back(branch.height);
        std::ranges::sort(heights);
        ASSERT_EQ(heights.size(), expected.size());
        for (std::size_t i = 0; i < heights.size(); ++i)
            EXPECT_NEAR(heights[i], expected[i], 1e-5 * expected[i]) << far;
    }
}

TEST(Seriation, a_far_vector_changes_nothing_for_numbers_that_float32_does_not_hold) {
    Dataset set = with_outlier(1e9f);
    auto& values = std::get<std::vector<float>>(set.values);
    set.low.assign(values.size(), 0.0f);
    for (std::size_t i = 0; i < 48; i += 2) {
        set.low[i] = values[i] * 0x1p-20f; // steps of 2^-20
        values[i] = 1048576.0f * 16.0f;    // of which float32 holds nothing so far from zero
    }
    const Permutation order = spanning_tree(set);
    for (std::size_t i = 2; i < order.size(); ++i)
        EXPECT_EQ(set.low[std::size_t(2 * order[i])] + 0x1p-20f, set.low[std::size_t(2 * order[i - 1])]) << i;
}

double distance_by(Metric metric, const Dataset& set, std::int64_t a, std::int64_t b) {
    double sum = 0.0, most = 0.0, squares = 0.0, ab = 0.0, aa = 0.0, bb = 0.0;
    for (std::int64_t k = 0; k < set.dims; ++k) {
        const auto at = [&](std::int64_t row) { return double(coordinates(set)[std::size_t(row * set.dims + k)]); };
        const double size = std::abs(at(a) - at(b));
        sum += size;
        most = std::max(most, size);
        squares += size * size;
        ab += at(a) * at(b);
        aa += at(a) * at(a);
        bb += at(b) * at(b);
    }
    return metric == Metric::manhattan   ? sum
           : metric == Metric::chebyshev ? most
           : metric == Metric::squared   ? squares
                                         : 1.0 - ab / std::sqrt(aa * bb);
}

/// Every cluster of the definition lies side by side in the order, and the tree has its height.
TEST(Seriation, clusters_and_trees_are_those_of_their_metric) {
    for (const Metric metric : {Metric::manhattan, Metric::chebyshev, Metric::squared, Metric::cosine})
        for (const std::int64_t dims : {2, 7}) {
            const Dataset set = random_set(40, dims, 31);
            const auto apart = [&](std::int64_t a, std::int64_t b) { return distance_by(metric, set, a, b); };
            const Permutation tree = spanning_tree(set, {}, {.metric = metric});
            for (std::size_t i = 1; i < tree.size(); ++i) {
                const auto to_tree = [&](std::int32_t row) {
                    double nearest = infinite;
                    for (std::size_t k = 0; k < i; ++k) nearest = std::min(nearest, apart(tree[k], row));
                    return nearest;
                };
                for (std::size_t later = i + 1; later < tree.size(); ++later)
                    ASSERT_LE(to_tree(tree[i]), to_tree(tree[later]) * (1.0 + 1e-6)) << name_of(metric);
            }
            std::vector<double> found;
            for (const Branch& branch : clusters(set, {}, {.metric = metric}).branches) found.push_back(branch.height);
            std::ranges::sort(found);
            const std::vector<double> expected = heights_by_definition(set, apart);
            ASSERT_EQ(found.size(), expected.size());
            for (std::size_t i = 0; i < found.size(); ++i)
                EXPECT_NEAR(found[i], expected[i], 1e-4 * expected[i]) << name_of(metric) << ", " << dims;
        }
}

double differing_signs(const Problem& problem, std::int64_t a, std::int64_t b) {
    int count = 0;
    for (std::int64_t k = 0; k < problem.a.dims; ++k)
        count += (problem.a.floats()[a * problem.a.pitch + k] > 512.0f) !=
                         (problem.b.floats()[b * problem.b.pitch + k] > 512.0f)
                     ? 1
                     : 0;
    return count;
}

TEST(Seriation, a_metric_of_a_workload_decides_its_orders) {
    const Dataset set = random_set(50, 12, 8);
    const ComparedBy by{.metric = Metric::own, .own = {.pair = differing_signs}};
    const Problem problem = problem_of(inputs_of(set), LinearMemory{});
    const auto apart = [&](std::int64_t a, std::int64_t b) { return differing_signs(problem, a, b); };
    const Permutation tree = spanning_tree(set, {}, by);
    ASSERT_TRUE(is_permutation(tree));
    for (std::size_t i = 1; i < tree.size(); ++i) {
        const auto to_tree = [&](std::int32_t row) {
            double nearest = infinite;
            for (std::size_t k = 0; k < i; ++k) nearest = std::min(nearest, apart(tree[k], row));
            return nearest;
        };
        for (std::size_t later = i + 1; later < tree.size(); ++later)
            ASSERT_LE(to_tree(tree[i]), to_tree(tree[later])) << "step " << i;
    }
    const Clustering clustering = clusters(set, {}, by);
    EXPECT_TRUE(is_permutation(clustering.order));
    EXPECT_EQ(clustering.branches.size(), 49u);
}

TEST(Seriation, a_stopped_order_is_one_all_the_same) {
    std::stop_source stop;
    stop.request_stop();
    const Dataset set = random_set(40, 2, 3);
    EXPECT_TRUE(is_permutation(spanning_tree(set, stop.get_token())));
    EXPECT_EQ(clusters(set, {.stop = stop.get_token()}).order, identity(40));
}

TEST(Seriation, too_many_vectors_are_not_clustered) {
    EXPECT_THROW(std::ignore = clusters(random_set(most_clustered + 1, 1, 1)), std::length_error);
}

} // namespace
} // namespace pairscope::seriation
