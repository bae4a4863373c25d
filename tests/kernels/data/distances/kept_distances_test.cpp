// SPDX-License-Identifier: MIT
// Tables as people have them: both entries of a pair, gaps, similarities, negative entries and any diagonal.
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/vectors.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/seriation/seriation.h"
#include "tests/kernels/distance_samples.h"
#include "tests/kernels/loaded_table.h"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::FloatEq;
using testing::HasSubstr;
using testing::IsNan;
using testing::Not;

DistanceTable read_as(std::string_view bytes, const DistanceReading& reading, const std::string& name = "t.csv") {
    const TemporaryFolder folder;
    return read_distances(folder.file(name, bytes), {}, reading);
}

Dataset kept(std::string_view bytes, const DistanceReading& reading, const std::string& name = "t.csv") {
    DistanceTable found = read_as(bytes, reading, name);
    EXPECT_TRUE(found.set) << found.why_not;
    return found.set ? *std::move(found.set) : Dataset{};
}

std::string npy_of(std::vector<float> values, std::int64_t side) {
    Dataset square{.name = "square", .rows = side, .dims = side};
    square.values = std::move(values);
    return samples::npy_of<double>(square);
}

constexpr std::string_view uneven = "name,A,B,C\nA,0,1,2\nB,5,0.5,-3\nC,2,4,0\n";

TEST(KeptDistances, of_a_diagonal_alone_are_shown_or_turned_into_distances) {
    constexpr std::string_view identity = "1,0,0\n0,1,0\n0,0,1\n";
    const Dataset shown = kept(identity, {.symmetrise = Symmetrise::keep});
    EXPECT_THAT(coordinates(shown), ElementsAre(1, 0, 0, 0, 1, 0, 0, 0, 1));
    const Dataset turned = kept(identity, {.similarity = Similarity::one_minus});
    EXPECT_THAT(coordinates(turned), ElementsAre(0, 1, 1, 1, 0, 1, 1, 1, 0));
}

TEST(KeptDistances, are_shown_as_they_stand_with_notes_on_what_is_odd) {
    EXPECT_FALSE(read_as(uneven, {}).set);
    const Dataset set = kept(uneven, {.symmetrise = Symmetrise::keep});
    EXPECT_THAT(coordinates(set), ElementsAre(0, 1, 2, 5, 0.5f, -3, 2, 4, 0));
    EXPECT_TRUE(set.is_asymmetric);
    EXPECT_EQ(set.missing_pairs, 0);
    EXPECT_THAT(set.note, AllOf(HasSubstr("2 pairs of entries differ, at most by 7 (row 1, column 2), and both are "
                                          "shown as they stand"),
                                HasSubstr("1 entry of the diagonal is not 0 (0.5 in row 1) and is shown as it stands"),
                                HasSubstr("1 entry is below 0 (-3 in row 1, column 2) and is shown as it stands")));
}

TEST(KeptDistances, give_each_row_neighbours_of_its_own_and_no_tree) {
    const Dataset set = kept(uneven, {.symmetrise = Symmetrise::keep});
    const neighbours::NeighbourTable table = neighbours::nearest_neighbours({.first = set, .k = 2}, {});
    EXPECT_THAT(table.neighbours_of(0), ElementsAre(1, 2));
    EXPECT_THAT(table.neighbours_of(1), ElementsAre(2, 0));
    EXPECT_THAT(table.distances_of(1), ElementsAre(-3.0, 5.0));
    EXPECT_EQ(neighbours::count_closer_pairs({.first = set, .k = 1}, 3.0, {}),
              (neighbours::CloserPairs{.closer = 4, .at_radius = 0, .all = 6}))
        << "both distances of a pair count";
    EXPECT_THAT(seriation::why_no_tree(set), HasSubstr("--symmetrise"));
    EXPECT_THROW((void)seriation::clusters(set), std::invalid_argument);
    EXPECT_THROW((void)seriation::spanning_tree(set), std::invalid_argument);
    const Dataset chosen = kept("0,1,2\n5,0,3\n2,4,0\n", {.symmetrise = Symmetrise::min});
    EXPECT_EQ(seriation::why_no_tree(chosen), "");
    EXPECT_EQ(first_rows(kept("0,1,9\n1,0,3\n2,4,0\n", {.symmetrise = Symmetrise::keep}), 2).is_asymmetric, false);
}

TEST(KeptDistances, below_zero_have_no_tree_because_a_cluster_would_be_nearer_than_its_parts) {
    const Dataset set = kept("0,-1,2\n-1,0,3\n2,3,0\n", {.symmetrise = Symmetrise::keep});
    EXPECT_FALSE(set.is_asymmetric);
    for (const seriation::Linkage linkage : {seriation::Linkage::average, seriation::Linkage::single})
        EXPECT_THAT(refusal([&] { (void)seriation::clusters(set, {}, {}, {.linkage = linkage}); }),
                    HasSubstr("Trees need distances, and 2 entries of t.csv are below zero; if they are similarities, "
                              "--similarity turns them into distances"));
}

TEST(KeptDistances, of_a_triangle_are_mirrored) {
    const Dataset set = kept("0,1,2\n,0,3\n,,0\n", {.symmetrise = Symmetrise::keep});
    EXPECT_THAT(coordinates(set), ElementsAre(0, 1, 2, 1, 0, 3, 2, 3, 0));
    EXPECT_FALSE(set.is_asymmetric);
}

TEST(MissingPairs, are_refused_with_their_number_or_shown) {
    constexpr std::string_view gaps = "name,A,B,C,D\nA,0,1,,2\nB,1,0,3,nan\nC,,3,0,4\nD,2,,4,0\n";
    const DistanceTable refused = read_as(gaps, {});
    EXPECT_FALSE(refused.set);
    EXPECT_EQ(refused.remedy, Remedy::allow_missing);
    EXPECT_THAT(refused.why_not, HasSubstr("4 numbers are missing or not finite"));
    EXPECT_THAT(options_for(refused.remedy), HasSubstr("--missing-pairs nan"));
    const Dataset set = kept(gaps, {.missing = MissingPairs::nan});
    EXPECT_THAT(coordinates(set).subspan(0, 4), ElementsAre(0, 1, IsNan(), 2));
    EXPECT_EQ(set.missing_pairs, 2);
    EXPECT_FALSE(set.is_asymmetric);
    EXPECT_THAT(set.note, HasSubstr("2 pairs have no distance"));
    const neighbours::NeighbourTable table = neighbours::nearest_neighbours({.first = set, .k = 3}, {});
    EXPECT_THAT(table.neighbours_of(0), ElementsAre(1, 3, -1)) << "a missing pair is no neighbour";
    EXPECT_EQ(neighbours::count_closer_pairs({.first = set, .k = 1}, 2.5, {})->all, 4);
    EXPECT_THAT(seriation::why_no_tree(set), HasSubstr("2 pairs of t.csv have none"));
}

TEST(MissingPairs, of_a_list_are_counted_and_never_0) {
    constexpr std::string_view list = "name_a,name_b,distance\nA,B,1\nA,C,2\nB,D,3\n";
    const DistanceTable refused = read_as(list, {});
    EXPECT_FALSE(refused.set);
    EXPECT_THAT(refused.why_not, HasSubstr("the distances of 'A' and 'D' and of 2 other pairs are missing"));
    const Dataset set = kept(list, {.missing = MissingPairs::nan});
    ASSERT_EQ(set.rows, 4);
    EXPECT_EQ(set.missing_pairs, 3);
    EXPECT_THAT(coordinates(set).subspan(0, 4), ElementsAre(0, 1, 2, IsNan()));
}

TEST(MissingPairs, are_those_with_two_distances_in_a_list) {
    constexpr std::string_view list = "from,to,distance\nA,B,1\nA,C,2\nB,C,3\nA,B,4\nB,C,3\nA,C,7\n";
    const DistanceTable refused = read_as(list, {});
    EXPECT_FALSE(refused.set);
    EXPECT_THAT(refused.why_not, AllOf(HasSubstr("line 2 has the distance 1 and line 5 has 4"),
                                       HasSubstr("there are 2 pairs with two distances")));
    const Dataset set = kept(list, {.missing = MissingPairs::nan});
    EXPECT_THAT(coordinates(set), ElementsAre(0, IsNan(), IsNan(), IsNan(), 0, 3, IsNan(), 3, 0));
    EXPECT_THAT(set.note, HasSubstr("2 pairs have different distances in the same order, and are shown as missing"));
    const DistanceTable both = read_as(list, {.symmetrise = Symmetrise::keep});
    EXPECT_THAT(both.why_not, HasSubstr("for 'A' and 'B' in the same order, for which a matrix has only one entry"));
    EXPECT_EQ(both.remedy, Remedy::symmetrise);
}

TEST(Similarities, become_distances_by_what_a_user_chooses) {
    constexpr std::string_view table = "name,A,B,C\nA,1,0.5,-0.5\nB,0.5,1,0.25\nC,-0.5,0.25,1\n";
    EXPECT_EQ(read_as(table, {}).remedy, Remedy::to_distances);
    const auto upper = [&](Similarity similarity) {
        const Dataset set = kept(table, {.similarity = similarity});
        return std::vector{coordinates(set)[1], coordinates(set)[2], coordinates(set)[5], coordinates(set)[4]};
    };
    EXPECT_THAT(upper(Similarity::one_minus), ElementsAre(0.5f, 1.5f, 0.75f, 0.0f));
    EXPECT_THAT(upper(Similarity::one_minus_size), ElementsAre(0.5f, 0.5f, 0.75f, 0.0f));
    EXPECT_THAT(upper(Similarity::chord), ElementsAre(1.0f, FloatEq(std::sqrt(3.0f)), FloatEq(std::sqrt(1.5f)), 0.0f));
    EXPECT_THAT(upper(Similarity::largest_minus), ElementsAre(0.5f, 1.5f, 0.75f, 0.0f));
    EXPECT_THAT(kept(table, {.similarity = Similarity::one_minus}).note,
                HasSubstr("its similarities s became distances by 1 - s"));
    EXPECT_THAT(read_as(table, {.similarity = Similarity::minus_log}).why_not,
                HasSubstr("the similarity in row 2, column 0 (counted from 0) is -0.5"));
    EXPECT_THAT(read_as("0,1,2\n1,0,3\n2,3,0\n", {.similarity = Similarity::largest_minus}).why_not,
                HasSubstr("it holds distances and no similarities"));
    const Dataset counts = kept("9,4,2\n4,7,1\n2,1,8\n", {.similarity = Similarity::largest_minus});
    EXPECT_THAT(coordinates(counts), ElementsAre(0, 5, 7, 5, 0, 8, 7, 8, 0));
    EXPECT_THAT(counts.note, HasSubstr("2 entries of the diagonal are not 0"));
    EXPECT_THAT(read_as("9,4,2\n4,7,1\n2,1,8\n", {.similarity = Similarity::one_minus}).why_not,
                HasSubstr("no distance is negative"));
}

TEST(Similarities, of_lists_triangles_and_arrays_become_distances) {
    const Dataset list = kept("a,b,similarity\nA,B,0.9\nA,C,0.5\nB,C,0.25\n", {.similarity = Similarity::one_minus});
    EXPECT_THAT(coordinates(list), ElementsAre(0, FloatEq(0.1f), 0.5f, FloatEq(0.1f), 0, 0.75f, 0.5f, 0.75f, 0));
    const Dataset logs = kept("a,b,similarity\nA,B,1\nA,C,0.5\nB,C,0.25\n", {.similarity = Similarity::minus_log});
    EXPECT_THAT(coordinates(logs)[2], FloatEq(std::log(2.0f)));
    const Dataset triangle = kept("0.5\n0.25 0.5\n0.125 0.25 1\n", {.similarity = Similarity::one_minus}, "t.txt");
    EXPECT_THAT(coordinates(triangle),
                ElementsAre(0, 0.5f, 0.75f, 0.875f, 0.5f, 0, 0.5f, 0.75f, 0.75f, 0.5f, 0, 0, 0.875f, 0.75f, 0, 0));
    const Dataset array =
        kept(npy_of({1, 0.5, 0.25, 0.5, 1, 0.75, 0.25, 0.75, 1}, 3), {.similarity = Similarity::one_minus}, "t.npy");
    EXPECT_THAT(coordinates(array), ElementsAre(0, 0.5f, 0.75f, 0.5f, 0, 0.25f, 0.75f, 0.25f, 0));
}

TEST(KeptDistances, of_an_array_that_is_too_wide_for_a_table_keep_their_gaps_and_digits) {
    constexpr std::int64_t side = 1500;
    std::vector<float> numbers(side * side);
    for (std::int64_t row = 0; row < side; ++row)
        for (std::int64_t col = 0; col < side; ++col)
            numbers[std::size_t(row * side + col)] = row == col ? 0.0f : 1.0f + float(row * 7 + col * 3) / 1e4f;
    numbers[5] = NAN;
    const Dataset set =
        kept(npy_of(numbers, side), {.symmetrise = Symmetrise::keep, .missing = MissingPairs::nan}, "wide.npy");
    ASSERT_EQ(set.rows, side);
    EXPECT_TRUE(set.is_asymmetric);
    EXPECT_EQ(set.missing_pairs, 1);
    EXPECT_TRUE(std::isnan(coordinates(set)[5]));
    EXPECT_EQ(coordinates(set)[1], numbers[1]);
}

} // namespace
} // namespace pairscope
