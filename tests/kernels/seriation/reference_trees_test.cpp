// SPDX-License-Identifier: MIT
// Trees, optimal orders and silhouettes of SciPy and scikit-learn: make_reference_trees.py made the table.
#include "kernels/seriation/cut.h"
#include "kernels/seriation/seriation.h"
#include "tests/kernels/seriation/reference_trees.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pairscope::seriation {
namespace {

Dataset generated(int number) {
    Dataset set{.name = "generated", .rows = 8 + number % 7, .dims = std::max(2, 1 + number % 5)};
    const int groups = 1 + number % 4;
    std::int64_t state = 1000 + number;
    std::vector<float> values;
    for (std::int64_t row = 0; row < set.rows; ++row)
        for (std::int64_t k = 0; k < set.dims; ++k) {
            state = (state * 1103515245 + 12345) % (std::int64_t{1} << 31);
            const double value = double((state >> 7) % (1 << 20)) / 256.0 + 3000.0 * double((row + k) % groups);
            values.push_back(float(value));
        }
    set.values = std::move(values);
    return set;
}

class ReferenceTrees : public testing::Test {
protected:
    template <class Look> static void for_each_tree(Look look) {
        const std::vector<ReferenceTree> all = reference_trees();
        ASSERT_EQ(all.size(), 140u);
        for (const ReferenceTree& reference : all) {
            SCOPED_TRACE(testing::Message() << "set " << reference.set << ", " << name_of(reference.metric) << ", "
                                            << name_of(reference.linkage));
            look(generated(reference.set), reference);
        }
    }
};

TEST_F(ReferenceTrees, trees_have_the_merges_and_heights_of_scipy) {
    for_each_tree([](const Dataset& set, const ReferenceTree& reference) {
        const Clustering tree = clusters(set, {}, {.metric = reference.metric}, {.linkage = reference.linkage});
        ASSERT_EQ(tree.merges.size(), reference.merges.size());
        for (std::size_t i = 0; i < tree.merges.size(); ++i) {
            const Merge &found = tree.merges[i], &expected = reference.merges[i];
            ASSERT_EQ(found.left, expected.left) << "merge " << i;
            ASSERT_EQ(found.right, expected.right) << "merge " << i;
            EXPECT_EQ(found.size, expected.size) << "merge " << i;
            EXPECT_NEAR(found.height, expected.height, 1e-9 * expected.height) << "merge " << i;
        }
    });
}

TEST_F(ReferenceTrees, optimal_orders_have_the_least_length) {
    for_each_tree([](const Dataset& set, const ReferenceTree& reference) {
        const ComparedBy by{.metric = reference.metric};
        const Clustering tree = clusters(set, {}, by, {.linkage = reference.linkage, .leaves = LeafOrder::optimal});
        Dataset ordered = set;
        auto& values = std::get<std::vector<float>>(ordered.values);
        for (std::size_t place = 0; place < tree.order.size(); ++place)
            std::copy_n(coordinates(set).begin() + tree.order[place] * set.dims, set.dims,
                        values.begin() + std::ptrdiff_t(place) * set.dims);
        double length = 0.0;
        for (std::size_t place = 1; place < tree.order.size(); ++place) {
            Dataset pair{.name = "pair", .rows = 2, .dims = set.dims};
            const auto first = values.begin() + std::ptrdiff_t(place - 1) * set.dims;
            pair.values = std::vector<float>(first, first + 2 * set.dims);
            length += clusters(pair, {}, by).merges.front().height;
        }
        EXPECT_NEAR(length, reference.least_length, 1e-9 * reference.least_length);
    });
}

TEST_F(ReferenceTrees, silhouettes_are_those_of_scikit_learn) {
    int compared = 0;
    for_each_tree([&](const Dataset& set, const ReferenceTree& reference) {
        if (reference.silhouettes.empty()) return;
        const ComparedBy by{.metric = reference.metric};
        const Clustering tree = clusters(set, {}, by, {.linkage = reference.linkage});
        const Silhouettes found = silhouettes(set, by, cut_into(tree, 3));
        ASSERT_EQ(found.of_row.size(), reference.silhouettes.size());
        for (std::size_t row = 0; row < found.of_row.size(); ++row)
            EXPECT_NEAR(found.of_row[row], reference.silhouettes[row], 1e-7) << "row " << row;
        ++compared;
    });
    EXPECT_EQ(compared, 100);
}

} // namespace
} // namespace pairscope::seriation
