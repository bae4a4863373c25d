// SPDX-License-Identifier: MIT
#include "kernels/association/mantel.h"
#include "kernels/data/errors.h"
#include "tests/kernels/association/reference_mantel.h"
#include "tests/kernels/association/sample_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::association {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Distances of all rows.
seriation::PairDistances distances_of(const Dataset& set) { return seriation::measure_pairs(set, {}).distances; }

Dataset named(std::vector<std::string> names) {
    Dataset set{.name = "names", .rows = std::ssize(names), .dims = 2};
    set.values = std::vector<float>(2 * names.size());
    set.labels = std::move(names);
    return set;
}

/// What the InputError says; empty: there is none.
std::string refused(const Dataset& first, const Dataset& second) {
    try {
        (void)common_items(first, second);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

TEST(CommonItems, are_rows_of_the_same_name_in_any_order) {
    const CommonItems items =
        common_items(named({"a", "b", "c", "d", "only here"}), named({"d", "there", "c", "a", "b", "too"}));
    EXPECT_THAT(items.first, ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(items.second, ElementsAre(3, 4, 2, 0));
    EXPECT_THAT(items.only_first, ElementsAre(4));
    EXPECT_THAT(items.only_second, ElementsAre(1, 5));
    EXPECT_FALSE(items.same_order);
    EXPECT_FALSE(items.by_position);
    EXPECT_TRUE(common_items(named({"a", "b", "c", "d"}), named({"x", "a", "b", "y", "c", "d"})).same_order);
}

TEST(CommonItems, without_names_are_rows_of_the_same_number) {
    Dataset unnamed = named({"a", "b", "c", "d"});
    unnamed.labels.clear();
    const CommonItems items = common_items(unnamed, named({"d", "c", "b", "a"}));
    EXPECT_TRUE(items.by_position);
    EXPECT_THAT(items.second, ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(refused(unnamed, named({"a", "b", "c", "d", "e"})), HasSubstr("4 rows and names has 5 rows"));
}

TEST(CommonItems, that_are_too_few_or_have_one_name_twice_are_refused) {
    EXPECT_THAT(refused(named({"a", "b", "c", "d"}), named({"a", "b", "c", "e"})), HasSubstr("3 items in common"));
    EXPECT_THAT(refused(named({"a", "b", "c", "d"}), named({"p", "q", "r", "s"})), HasSubstr("no item in common"));
    EXPECT_THAT(refused(named({"a", "b", "c", "d", "b"}), named({"a", "b", "c", "d", "e"})),
                HasSubstr("rows 1 and 4 of names (counted from 0) have the same name, \"b\""));
    EXPECT_THAT(refused(named({"a", "b", "c", "d"}), named({"a", "b", "c", "d", "d"})),
                HasSubstr("rows 3 and 4 of names (counted from 0) have the same name, \"d\""));
    EXPECT_THAT(refused(named({"a", "b", "c", "d"}), named({"b", "a", "d", "c"})), IsEmpty());
}

TEST(MantelTest, has_the_correlations_of_scipy) {
    for (const ReferenceMantel& expected : reference_mantel) {
        const auto first = distances_of(reference_points(expected.number));
        const auto second = distances_of(reference_points(expected.number + 100));
        EXPECT_NEAR(mantel_test(first, second, {}).correlation, expected.pearson, 1e-12) << expected.number;
        EXPECT_NEAR(mantel_test(first, second, {.correlation = Correlation::spearman}).correlation, expected.spearman,
                    1e-12)
            << expected.number;
    }
}

/// The random orders are drawn from all orders, so the p-values are near the exact ones: within five standard errors.
TEST(MantelTest, has_p_values_near_those_of_all_orders) {
    constexpr std::int64_t tried = 1500;
    const auto near = [](double exact) { return 5.0 * std::sqrt(exact * (1.0 - exact) / double(tried)) + 1.0 / tried; };
    for (const ReferenceMantel& expected : reference_mantel) {
        const auto first = distances_of(reference_points(expected.number));
        const auto second = distances_of(reference_points(expected.number + 100));
        const auto p_of = [&](Alternative side) {
            const MantelTest test = mantel_test(first, second, {.alternative = side, .permutations = tried});
            EXPECT_EQ(test.permutations, tried);
            EXPECT_DOUBLE_EQ(test.p(), double(1 + test.reached) / double(1 + tried));
            return test.p();
        };
        EXPECT_NEAR(p_of(Alternative::greater), expected.p_greater, near(expected.p_greater)) << expected.number;
        EXPECT_NEAR(p_of(Alternative::less), expected.p_less, near(expected.p_less)) << expected.number;
        EXPECT_NEAR(p_of(Alternative::two_sided), expected.p_two_sided, near(expected.p_two_sided)) << expected.number;
    }
}

TEST(MantelTest, depends_on_the_seed_and_not_on_the_threads) {
    const auto first = distances_of(reference_points(0)), second = distances_of(reference_points(103));
    const auto reached = [&](std::uint64_t seed, int threads) {
        return mantel_test(first, second, {.permutations = 2000, .seed = seed}, {.threads = threads}).reached;
    };
    const std::int64_t once = reached(7, 1);
    EXPECT_EQ(reached(7, 3), once);
    EXPECT_EQ(reached(7, 2), once);
    bool differs = false;
    for (std::uint64_t seed = 8; seed < 14; ++seed) differs = differs || reached(seed, 2) != once;
    EXPECT_TRUE(differs);
}

TEST(MantelTest, of_a_matrix_with_itself_is_one_and_is_reached_by_its_own_order_only) {
    Dataset line{.name = "line", .rows = 12, .dims = 1};
    std::vector<float> values;
    for (int i = 0; i < 12; ++i) values.push_back(float(i * i * i)); // no two orders look alike
    line.values = values;
    const MantelTest test = mantel_test(distances_of(line), distances_of(line), {.permutations = 500});
    EXPECT_DOUBLE_EQ(test.correlation, 1.0);
    EXPECT_EQ(test.reached, 0);
    EXPECT_DOUBLE_EQ(test.p(), 1.0 / 501.0);
}

TEST(MantelTest, of_equal_distances_is_refused) {
    const auto first = distances_of(reference_points(0));
    seriation::PairDistances equal{.count = first.count, .values = std::vector<double>(first.values.size(), 0.1)};
    EXPECT_THROW((void)mantel_test(first, equal, {}), InputError);
    EXPECT_THROW((void)mantel_test(equal, first, {}), InputError);
}

TEST(MantelTest, of_distances_that_differ_by_rounding_only_is_refused) {
    const auto other = distances_of(reference_points(0));
    const auto noisy = [&](double step, bool is_float) {
        seriation::PairDistances found{.count = other.count, .values = {}};
        for (std::size_t i = 0; i < other.values.size(); ++i) {
            const double value = 1.0 / 3.0 + step * double(i * i % 7);
            found.values.push_back(is_float ? double(float(value)) : value);
        }
        return found;
    };
    for (const Correlation kind : {Correlation::pearson, Correlation::spearman}) {
        EXPECT_THROW((void)mantel_test(noisy(1e-16, false), other, {.correlation = kind}), InputError);
        EXPECT_THROW((void)mantel_test(other, noisy(3e-8, true), {.correlation = kind}), InputError);
        EXPECT_NO_THROW((void)mantel_test(noisy(3e-8, false), other, {.correlation = kind})) << "doubles tell more";
        EXPECT_NO_THROW((void)mantel_test(noisy(1e-4, true), other, {.correlation = kind}));
    }
}

TEST(MantelTest, that_is_stopped_says_how_many_orders_were_tried) {
    const auto first = distances_of(reference_points(0)), second = distances_of(reference_points(1));
    std::stop_source stop;
    stop.request_stop();
    const MantelTest test = mantel_test(first, second, {}, {.stop = stop.get_token()});
    EXPECT_LT(test.permutations, 999);
    EXPECT_LE(test.reached, test.permutations);
}

TEST(DistancesBetween, are_those_of_the_chosen_rows_in_their_order) {
    Dataset line{.name = "line", .rows = 5, .dims = 1};
    line.values = std::vector<float>{0, 1, 3, 7, 20};
    const auto chosen = distances_between(seriation::measure_pairs(line, {}), {4, 0, 3});
    EXPECT_EQ(chosen.count, 3);
    EXPECT_THAT(chosen.values, ElementsAre(20.0, 13.0, 7.0));
}

} // namespace
} // namespace pairscope::association
