// SPDX-License-Identifier: MIT
#include "kernels/seriation/cut.h"
#include "kernels/seriation/pair_distances.h"
#include "kernels/seriation/seriation.h"
#include "tests/kernels/seriation/sample_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

namespace pairscope::seriation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Points of a grid in a fixed disorder: most of their distances occur many times.
Dataset grid_of(int across, int down) {
    std::vector<float> values;
    const int count = across * down;
    for (int i = 0; i < count; ++i) {
        const int at = i * 7 % count;
        values.insert(values.end(), {float(at % across), float(at / across)});
    }
    return set_of(std::move(values), 2);
}

/// The distance of two clusters by its definition or, where there is none, by the formula of Lance and Williams.
class Reference {
public:
    Reference(const Dataset& set, const ComparedBy& by, Linkage linkage) : linkage_(linkage) {
        const MeasuredSet measured = measure_pairs(set, by);
        const std::int64_t n = measured.distances.count;
        apart_.assign(std::size_t(n), std::vector<double>(std::size_t(n), 0.0));
        for (std::int64_t i = 0, at = 0; i < n; ++i)
            for (std::int64_t k = i + 1; k < n; ++k, ++at) {
                const double distance = measured.distances.values[std::size_t(at)];
                const double kept = of_squares() ? distance * distance : distance;
                apart_[std::size_t(i)][std::size_t(k)] = apart_[std::size_t(k)][std::size_t(i)] = kept;
            }
        for (std::int64_t i = 0; i < n; ++i) clusters_.push_back({.node = int(i), .rows = {std::size_t(i)}});
    }

    /// Looks at all pairs for each merge: O(n^3) and more. Of equal ones the first is taken.
    std::vector<Merge> merges() {
        std::vector<Merge> merges;
        const auto vectors = std::int32_t(clusters_.size());
        while (clusters_.size() > 1) {
            std::size_t best_a = 0, best_b = 0;
            double best = std::numeric_limits<double>::infinity();
            for (std::size_t a = 0; a < clusters_.size(); ++a)
                for (std::size_t b = a + 1; b < clusters_.size(); ++b)
                    if (const double found = apart(clusters_[a], clusters_[b]); found < best) {
                        best = found;
                        best_a = a;
                        best_b = b;
                    }
            Cluster &into = clusters_[best_a], &from = clusters_[best_b];
            const auto [low, high] = std::minmax(into.node, from.node);
            update(into, from, best);
            into.rows.insert(into.rows.end(), from.rows.begin(), from.rows.end());
            merges.push_back({low, high, of_squares() ? std::sqrt(best) : best, std::int32_t(into.rows.size())});
            into.node = vectors + std::int32_t(merges.size()) - 1;
            clusters_.erase(clusters_.begin() + std::ptrdiff_t(best_b));
        }
        return merges;
    }

private:
    struct Cluster {
        std::int32_t node = 0;
        std::vector<std::size_t> rows{}; ///< the first one is the lowest
    };
    [[nodiscard]] bool of_squares() const { return linkage_ == Linkage::ward || may_invert(linkage_); }
    [[nodiscard]] double apart(const Cluster& a, const Cluster& b) const {
        double sum = 0.0, most = 0.0, least = std::numeric_limits<double>::infinity();
        for (const std::size_t i : a.rows)
            for (const std::size_t k : b.rows) {
                sum += apart_[i][k];
                most = std::max(most, apart_[i][k]);
                least = std::min(least, apart_[i][k]);
            }
        if (linkage_ == Linkage::average) return sum / double(a.rows.size() * b.rows.size());
        if (linkage_ == Linkage::complete) return most;
        if (linkage_ == Linkage::single) return least;
        return apart_[a.rows.front()][b.rows.front()]; // updated
    }
    void update(const Cluster& a, const Cluster& b, double both) {
        if (linkage_ == Linkage::average || linkage_ == Linkage::complete || linkage_ == Linkage::single) return;
        const double na = double(a.rows.size()), nb = double(b.rows.size());
        for (const Cluster& other : clusters_) {
            const std::size_t k = other.rows.front(), i = a.rows.front();
            if (k == i || k == b.rows.front()) continue;
            const double nk = double(other.rows.size()), with_a = apart_[i][k], with_b = apart_[b.rows.front()][k];
            const double joined =
                linkage_ == Linkage::ward       ? ((na + nk) * with_a + (nb + nk) * with_b - nk * both) / (na + nb + nk)
                : linkage_ == Linkage::weighted ? 0.5 * with_a + 0.5 * with_b
                : linkage_ == Linkage::centroid ? (na * with_a + nb * with_b - na * nb * both / (na + nb)) / (na + nb)
                                                : 0.5 * with_a + 0.5 * with_b - 0.25 * both;
            apart_[i][k] = apart_[k][i] = std::max(0.0, joined);
        }
    }

    Linkage linkage_;
    std::vector<std::vector<double>> apart_;
    std::vector<Cluster> clusters_;
};

void expect_same_tree(const std::vector<Merge>& found, const std::vector<Merge>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i].left, expected[i].left) << "merge " << i;
        ASSERT_EQ(found[i].right, expected[i].right) << "merge " << i;
        EXPECT_EQ(found[i].size, expected[i].size) << "merge " << i;
        EXPECT_NEAR(found[i].height, expected[i].height, 1e-12 * expected[i].height) << "merge " << i;
    }
}

TEST(Linkage, with_many_equal_distances_the_pair_with_the_lowest_vectors_joins_first) {
    for (const auto& known : linkage_names)
        for (const Metric metric : {Metric::euclidean, Metric::manhattan, Metric::chebyshev, Metric::squared})
            for (const Dataset& set : {grid_of(8, 8), grid_of(13, 4), grid_of(40, 1)}) {
                if (!why_no_linkage(known.value, metric, false).empty()) continue;
                // The sums of square roots round, and the order of the summands would decide.
                if (known.value == Linkage::average && metric == Metric::euclidean && set.rows != 40) continue;
                SCOPED_TRACE(testing::Message() << known.name << ", " << name_of(metric) << ", " << set.rows);
                const ComparedBy by{.metric = metric};
                expect_same_tree(clusters(set, {}, by, {.linkage = known.value}).merges,
                                 Reference(set, by, known.value).merges());
            }
}

TEST(Linkage, without_equal_distances_trees_are_those_of_the_definition) {
    for (const auto& known : linkage_names)
        for (const std::uint64_t seed : {1u, 2u}) {
            SCOPED_TRACE(testing::Message() << known.name << ", seed " << seed);
            const Dataset set = random_set(90, 3, seed);
            expect_same_tree(clusters(set, {}, {}, {.linkage = known.value}).merges,
                             Reference(set, {}, known.value).merges());
        }
}

TEST(Linkage, the_tree_does_not_depend_on_the_threads) {
    const Dataset set = grid_of(16, 16);
    for (const auto& known : linkage_names) {
        const auto by_threads = [&](int threads) {
            return clusters(set, {.threads = threads}, {}, {.linkage = known.value, .leaves = LeafOrder::optimal});
        };
        const Clustering one = by_threads(1), two = by_threads(2);
        EXPECT_EQ(one.merges, two.merges) << known.name;
        EXPECT_EQ(one.order, two.order) << known.name;
    }
}

TEST(Linkage, equal_vectors_join_at_height_0) {
    for (const auto& known : linkage_names) {
        const Clustering tree = clusters(set_of({1, 2, 1, 2, 1, 2, 5, 5, 5, 5}, 2), {}, {}, {.linkage = known.value});
        ASSERT_EQ(tree.merges.size(), 4u);
        for (const std::size_t i : {0u, 1u, 2u}) EXPECT_EQ(tree.merges[i].height, 0.0) << known.name;
        EXPECT_EQ(tree.merges[3].size, 5) << known.name;
        EXPECT_EQ(cut_into(tree, 2).sizes.size(), 2u);
    }
}

TEST(Linkage, tiny_sets_have_tiny_trees) {
    for (const auto& known : linkage_names)
        for (const LeafOrder leaves : {LeafOrder::near_ends, LeafOrder::optimal}) {
            const TreeChoice choice{.linkage = known.value, .leaves = leaves};
            EXPECT_THAT(clusters(set_of({3, 4}, 2), {}, {}, choice).order, ElementsAre(0));
            const Clustering two = clusters(set_of({0, 0, 3, 4}, 2), {}, {}, choice);
            ASSERT_EQ(two.merges.size(), 1u);
            EXPECT_DOUBLE_EQ(two.merges[0].height, 5.0) << known.name;
            const float none = std::numeric_limits<float>::quiet_NaN();
            EXPECT_THAT(clusters(set_of({none, 0, none, 1}, 2), {}, {}, choice).order, ElementsAre(0, 1));
        }
}

TEST(Linkage, rows_without_distances_are_in_no_cluster) {
    const float none = std::numeric_limits<float>::quiet_NaN();
    const Clustering tree = clusters(set_of({0, none, 1, 10, 11}, 1));
    EXPECT_THAT(tree.rows, ElementsAre(0, 2, 3, 4));
    const Clusters cut = cut_into(tree, 2);
    EXPECT_EQ(cut.of_row[1], -1);
    EXPECT_EQ(cut.of_row[0], cut.of_row[2]);
    EXPECT_EQ(cut.of_row[3], cut.of_row[4]);
    EXPECT_NE(cut.of_row[0], cut.of_row[3]);
    const Silhouettes found = silhouettes(set_of({0, none, 1, 10, 11}, 1), {}, cut);
    EXPECT_TRUE(std::isnan(found.of_row[1]));
    EXPECT_NEAR(found.of_row[0], 1.0 - 1.0 / 10.5, 1e-12);
}

TEST(Linkage, only_euclidean_distances_take_linkages_of_centres) {
    for (const Linkage linkage : {Linkage::ward, Linkage::centroid, Linkage::median}) {
        EXPECT_EQ(why_no_linkage(linkage, Metric::euclidean, false), "");
        EXPECT_THAT(why_no_linkage(linkage, Metric::manhattan, false), HasSubstr("Manhattan distance"));
        EXPECT_THAT(why_no_linkage(linkage, Metric::euclidean, true), HasSubstr("given"));
        EXPECT_THROW(std::ignore = clusters(grid_of(2, 2), {}, {.metric = Metric::squared}, {.linkage = linkage}),
                     std::invalid_argument);
    }
    EXPECT_EQ(why_no_linkage(Linkage::weighted, Metric::cosine, true), "");
}

TEST(Linkage, centroids_of_a_triangle_invert_and_other_linkages_never_do) {
    const Dataset triangle = set_of({0, 0, 4, 0, 2, 3.6f}, 2);
    for (const auto& known : linkage_names) {
        const Clustering tree = clusters(triangle, {}, {}, {.linkage = known.value});
        EXPECT_EQ(has_inversions(tree), may_invert(known.value)) << known.name;
        EXPECT_EQ(cut_into(tree, 2).sizes.size(), 2u) << known.name;
        if (!may_invert(known.value)) {
            EXPECT_EQ(cut_at(tree, 4.0).count(), 2) << known.name;
        }
    }
}

TEST(Linkage, clusters_count_in_the_order_of_the_tree) {
    const Clustering tree = clusters(random_set(60, 2, 5));
    for (const int number : {1, 2, 7, 60, 100}) {
        const Clusters cut = cut_into(tree, number);
        EXPECT_EQ(cut.count(), std::min(number, 60));
        std::int32_t last = 0;
        for (const std::int32_t row : tree.order) {
            const std::int32_t cluster = cut.of_row[std::size_t(row)];
            EXPECT_TRUE(cluster == last || cluster == last + 1);
            last = cluster;
        }
        EXPECT_EQ(last, cut.count() - 1);
    }
    const double height = tree.merges[40].height;
    EXPECT_EQ(cut_at(tree, height).count(), 60 - 41) << "what joins at the height of the cut stays joined";
    EXPECT_EQ(cut_at(tree, 0.0).count(), 60);
}

/// The tree's order with the least length, found by turning each cluster both ways.
double least_length(const std::vector<Merge>& merges, const std::vector<std::vector<double>>& apart) {
    const std::size_t n = apart.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t turns = 0; turns < std::size_t{1} << merges.size(); ++turns) {
        std::vector<std::vector<std::size_t>> rows(n);
        for (std::size_t i = 0; i < n; ++i) rows[i] = {i};
        for (std::size_t i = 0; i < merges.size(); ++i) {
            auto first = rows[std::size_t(merges[i].left)], second = rows[std::size_t(merges[i].right)];
            if ((turns >> i) % 2 == 1) std::swap(first, second);
            first.insert(first.end(), second.begin(), second.end());
            rows.push_back(first);
        }
        double length = 0.0;
        for (std::size_t i = 1; i < n; ++i) length += apart[rows.back()[i - 1]][rows.back()[i]];
        least = std::min(least, length);
    }
    return least;
}

TEST(Linkage, an_optimal_order_is_the_shortest_that_the_tree_allows) {
    for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
        const Dataset set = random_set(11, 2, seed);
        const PairDistances pairs = measure_pairs(set, {}).distances;
        std::vector<std::vector<double>> apart(11, std::vector<double>(11, 0.0));
        for (std::size_t i = 0, at = 0; i < 11; ++i)
            for (std::size_t k = i + 1; k < 11; ++k, ++at) apart[i][k] = apart[k][i] = pairs.values[at];
        for (const Linkage linkage : {Linkage::average, Linkage::single, Linkage::ward}) {
            const Clustering tree = clusters(set, {}, {}, {.linkage = linkage, .leaves = LeafOrder::optimal});
            double length = 0.0;
            for (std::size_t i = 1; i < 11; ++i)
                length += apart[std::size_t(tree.order[i - 1])][std::size_t(tree.order[i])];
            EXPECT_NEAR(length, least_length(tree.merges, apart), 1e-9) << name_of(linkage) << ", seed " << seed;
        }
    }
}

/// A merge is wider than its parts, and they lie inside of it.
TEST(Linkage, in_an_optimal_order_clusters_stay_side_by_side) {
    const Clustering tree = clusters(random_set(200, 2, 3), {}, {}, {.leaves = LeafOrder::optimal});
    ASSERT_TRUE(is_permutation(tree.order));
    for (const int number : {2, 5, 20, 90}) {
        const Clusters cut = cut_into(tree, number);
        int changes = 0;
        for (std::size_t i = 1; i < tree.order.size(); ++i)
            changes += cut.of_row[std::size_t(tree.order[i])] != cut.of_row[std::size_t(tree.order[i - 1])] ? 1 : 0;
        EXPECT_EQ(changes, number - 1);
    }
}

TEST(Linkage, progress_ends_at_what_was_promised) {
    for (const auto leaves : {LeafOrder::near_ends, LeafOrder::optimal}) {
        std::atomic<std::int64_t> done = 0;
        std::ignore = clusters(random_set(300, 2, 3), {.rows_done = &done}, {}, {.leaves = leaves});
        EXPECT_NEAR(double(done), leaves == LeafOrder::optimal ? 900.0 : 600.0, 2.0);
    }
}

TEST(Linkage, silhouettes_need_two_clusters) {
    const Dataset set = random_set(10, 2, 3);
    EXPECT_TRUE(silhouettes(set, {}, cut_into(clusters(set), 1)).of_row.empty());
    const Silhouettes alone = silhouettes(set, {}, cut_into(clusters(set), 10));
    for (const double silhouette : alone.of_row) EXPECT_EQ(silhouette, 0.0);
}

TEST(Linkage, optimal_orders_have_a_limit_of_their_own) {
    EXPECT_THROW(std::ignore = clusters(random_set(most_optimal + 1, 1, 1), {}, {}, {.leaves = LeafOrder::optimal}),
                 std::length_error);
}

} // namespace
} // namespace pairscope::seriation
