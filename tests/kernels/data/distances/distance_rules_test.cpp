// SPDX-License-Identifier: MIT
// When two entries are equal, when a diagonal is zero, what a mark for a missing distance is, and what a user can
// output.
#include "kernels/data/distances/distance_table.h"
#include "tests/kernels/distance_samples.h"
#include "tests/kernels/loaded_table.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

namespace pairscope {
namespace {

using samples::npy_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

DistanceTable read_square(std::string_view bytes, const DistanceReading& reading = {},
                          const std::string& name = "t.csv") {
    const TemporaryFolder folder;
    return read_distances(folder.file(name, bytes), {}, reading);
}

DistanceTable refused_square(std::string_view bytes, Remedy remedy) {
    DistanceTable found = read_square(bytes);
    EXPECT_FALSE(found.set) << bytes;
    EXPECT_TRUE(found.must_ask) << bytes;
    EXPECT_EQ(found.remedy, remedy) << found.why_not;
    EXPECT_THAT(options_for(found.remedy), HasSubstr("--as vectors"));
    return found;
}

TEST(DistanceRules, entries_are_compared_with_each_other_and_not_with_the_largest_one) {
    const DistanceTable travel =
        refused_square("a,b,c,d\n0,120,900,999999999\n480,0,60,999999999\n200,750,0,999999999\n"
                       "999999999,999999999,999999999,0\n",
                       Remedy::symmetrise);
    EXPECT_THAT(travel.why_not, HasSubstr("is 120, and the entry in row 1, column 0 is 480"));
    const DistanceTable nearly =
        refused_square("name,A,B,C\nA,0,1.20001,1.3\nB,1.2,0,2.2\nC,1.3,2.2,0\n", Remedy::symmetrise);
    EXPECT_THAT(nearly.why_not, HasSubstr("so the table is not symmetric"));
}

TEST(DistanceRules, entries_that_differ_by_rounding_become_their_mean_and_the_note_says_so) {
    const DistanceTable found = read_square("0,1.2000004,1.3\n1.2,0,2.2\n1.3,2.2,0\n");
    ASSERT_TRUE(found.set) << found.why_not;
    EXPECT_EQ(coordinates(*found.set)[1], static_cast<float>(1.2000002));
    EXPECT_EQ(coordinates(*found.set)[1], coordinates(*found.set)[3]);
    EXPECT_EQ(found.set->note,
              "1 pair of entries differs by rounding, at most by 4e-07 (row 0, column 1), and the mean "
              "of both is used");
}

TEST(DistanceRules, small_entries_that_count_as_equal_are_told_with_both_values) {
    const DistanceTable found = read_square(",A,B,C\nA,0,1e-6,2\nB,2e-6,0,3\nC,2,3,0\n");
    ASSERT_TRUE(found.set) << found.why_not;
    EXPECT_EQ(found.set->note,
              "1 pair of entries differs, at most by 1e-06 (row 0, column 1) with 1e-06 and 2e-06, which is little "
              "beside the median entry of 2, and the mean of both is used");
    EXPECT_EQ(coordinates(*found.set)[1], 1.5e-6f);
}

/// As torch and scikit-learn compute distances in float32: by |x|^2 + |y|^2 - 2 x.y.
Dataset distances_by_products(std::int64_t rows, bool zero_diagonal) {
    std::mt19937 random(3);
    std::normal_distribution<float> normal(5.0f, 1.0f);
    constexpr std::size_t dims = 16;
    std::vector<std::array<float, dims>> x(static_cast<std::size_t>(rows));
    for (auto& vector : x)
        for (float& value : vector) value = normal(random);
    for (std::size_t k = 0; k < dims; ++k) x[1][k] = x[0][k] + (k == 0 ? 0.01f : 0.0f); // near duplicates
    const auto product = [&](std::size_t i, std::size_t j) {
        float sum = 0.0f;
        for (std::size_t k = 0; k < dims; ++k) sum += x[i][k] * x[j][k];
        return sum;
    };
    Dataset data{.name = "expanded", .rows = rows, .dims = rows};
    std::vector<float> values;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = 0; j < x.size(); ++j) {
            const float square = (product(i, i) - 2.0f * product(i, j)) + product(j, j);
            values.push_back(zero_diagonal && i == j ? 0.0f : std::sqrt(std::max(square, 0.0f)));
        }
    data.values = std::move(values);
    return data;
}

TEST(DistanceRules, distances_of_float32_with_near_duplicates_are_accepted) {
    const Dataset given = distances_by_products(60, true);
    for (const std::string& bytes : {npy_of<float>(given), npy_of<double>(given)}) {
        const DistanceTable found = read_square(bytes, {}, "e.npy");
        ASSERT_TRUE(found.set) << found.why_not;
        const auto values = coordinates(*found.set);
        for (std::int64_t row = 0; row < 60; ++row)
            for (std::int64_t col = 0; col < row; ++col) {
                const auto here = static_cast<std::size_t>(row * 60 + col);
                const auto there = static_cast<std::size_t>(col * 60 + row);
                const double mean = (double(coordinates(given)[here]) + double(coordinates(given)[there])) / 2.0;
                EXPECT_EQ(values[here], static_cast<float>(mean));
                EXPECT_EQ(values[here], values[there]);
            }
    }
}

TEST(DistanceRules, distances_rounded_to_three_decimals_are_accepted) {
    const DistanceTable found = read_square("0.000,0.002,1.414\n0.002,0.000,1.414\n1.414,1.414,0.000\n");
    ASSERT_TRUE(found.set) << found.why_not;
    EXPECT_THAT(found.set->note, IsEmpty());
}

TEST(DistanceRules, a_diagonal_entry_is_zero_only_below_all_others_of_its_row) {
    const DistanceTable large = refused_square("0,5,4e+07\n5,20,3e+07\n4e+07,3e+07,0\n", Remedy::zero_diagonal);
    EXPECT_THAT(large.why_not, HasSubstr("is 20, where the diagonal must be 0"));
    const DistanceTable rounded = read_square("1e-4,1,2\n1,0,3\n2,3,3e-4\n");
    ASSERT_TRUE(rounded.set) << rounded.why_not;
    EXPECT_THAT(coordinates(*rounded.set), ElementsAre(0, 1, 2, 1, 0, 3, 2, 3, 0));
    EXPECT_EQ(rounded.set->note, "2 entries of the diagonal are not exactly 0 (0.0003 in row 2) and are shown as 0");
    EXPECT_TRUE(read_square("1.2e-7,6e-8,1\n6e-8,0,1\n1,1,0\n").set) << "the first two rows are equal but for rounding";
}

TEST(DistanceRules, a_negative_entry_of_rounding_is_0_and_any_other_is_refused) {
    const DistanceTable rounded = read_square("0,-1.19e-7,0.5\n-1.19e-7,0,0.25\n0.5,0.25,0\n");
    ASSERT_TRUE(rounded.set) << rounded.why_not;
    EXPECT_EQ(coordinates(*rounded.set)[1], 0.0f);
    EXPECT_FALSE(std::signbit(coordinates(*rounded.set)[1]));
    EXPECT_EQ(rounded.set->note, "2 entries are below 0 by rounding (-1.19e-07 in row 0, column 1) and are shown as 0");
    EXPECT_THAT(refused_square("0,-0.01,2\n-0.01,0,3\n2,3,0\n", Remedy::correct).why_not,
                HasSubstr("no distance is negative"));
}

TEST(DistanceRules, marks_for_missing_distances_are_told_and_not_used_as_a_measure) {
    const DistanceTable nines = read_square("0,3,9999\n3,0,9999\n9999,9999,0\n");
    ASSERT_TRUE(nines.set) << nines.why_not;
    EXPECT_EQ(nines.set->note, "4 entries are 9999, which may mean that there is no distance, and are used as they "
                               "stand");
    EXPECT_FALSE(read_square("0,3,9999,9999\n3,0.01,9999,9999\n9999,9999,0,5\n9999,9999,5,0\n").set)
        << "0.01 is no rounding of 3 and 5";
    std::string far = "";
    for (int row = 0; row < 40; ++row)
        for (int col = 0; col < 40; ++col)
            far += fmt::format("{}{}",
                               row == col       ? 0
                               : row + col == 1 ? 50'000'000
                                                : 2 + (row + col) % 3,
                               col == 39 ? "\n" : ",");
    EXPECT_THAT(read_square(far).set->note, HasSubstr("2 entries are 50000000, which may mean"));
    EXPECT_THAT(read_square("0,9,3\n9,0,5\n3,5,0\n").set->note, IsEmpty()) << "a usual distance";
    EXPECT_THAT(read_square("0,99,98\n99,0,97\n98,97,0\n").set->note, IsEmpty()) << "a usual distance";
}

TEST(DistanceRules, similarities_are_told_with_advice) {
    const DistanceTable named =
        refused_square("name,A,B,C\nA,1,0.9,0.2\nB,0.9,1,0.3\nC,0.2,0.3,1\n", Remedy::to_distances);
    EXPECT_EQ(named.why_not, "its diagonal is 1 and no entry is larger, as in a table of similarities");
    EXPECT_THAT(options_for(named.remedy), HasSubstr("such as 1 minus each entry"));
    EXPECT_THAT(options_for(named.remedy), HasSubstr("largest_minus where some are above 1"));
    const std::string percent = "name,A,B,C\nA,100,80,30\nB,80,100,20\nC,30,20,100\n";
    const auto read_percent = [&](Similarity similarity) {
        return distances_in(table_of(percent), {.similarity = similarity});
    };
    for (const Similarity one : {Similarity::one_minus, Similarity::one_minus_size, Similarity::chord})
        EXPECT_THAT(read_percent(one).why_not,
                    HasSubstr("is 100, and no distance is negative; for similarities above 1, such as percentages, use "
                              "--similarity largest_minus"));
    const DistanceTable turned = read_percent(Similarity::largest_minus);
    ASSERT_TRUE(turned.set) << turned.why_not;
    EXPECT_THAT(coordinates(*turned.set), ElementsAre(0, 20, 70, 20, 0, 80, 70, 80, 0));
    const DistanceTable bare = read_square("1,0.9,0.2\n0.9,1,0.3\n0.2,0.3,1\n");
    EXPECT_FALSE(bare.set);
    EXPECT_FALSE(bare.must_ask) << "without names and without zeros it may be anything";
    EXPECT_THAT(bare.why_not, HasSubstr("similarities"));
}

TEST(DistanceRules, names_that_disagree_are_refused_and_the_rows_decide_if_asked) {
    const std::string differ = "name,A,B,C\nB,0,3,5\nA,3,0,4\nC,5,4,0\n";
    EXPECT_EQ(refused_square(differ, Remedy::row_names).why_not,
              "its rows have the names of its columns in another order");
    const DistanceTable chosen = read_square(differ, {.is_chosen = true});
    ASSERT_TRUE(chosen.set) << chosen.why_not;
    EXPECT_THAT(chosen.set->labels, ElementsAre("B", "A", "C")) << "by name, the diagonal would not be 0";
    EXPECT_THAT(chosen.set->note, HasSubstr("the names of its rows are used"));
    const std::string moved = "name,A,B,C\nB,3,0,4\nA,0,3,5\nC,5,4,0\n";
    EXPECT_FALSE(read_square(moved).set);
    const DistanceTable joined = read_square(moved, {.is_chosen = true});
    ASSERT_TRUE(joined.set) << joined.why_not;
    EXPECT_THAT(joined.set->labels, ElementsAre("A", "B", "C"));
    EXPECT_THAT(joined.set->source_rows, ElementsAre(1, 0, 2));
    EXPECT_THAT(coordinates(*joined.set), ElementsAre(0, 3, 5, 3, 0, 4, 5, 4, 0));
    EXPECT_THAT(joined.set->note, HasSubstr("by name"));
    EXPECT_EQ(refused_square("name,x,y,z\nA,0,3,5\nB,3,0,4\nC,5,4,0\n", Remedy::row_names).why_not,
              "its rows and its columns have different names");
}

TEST(DistanceRules, names_that_count_contradict_each_other_like_any_others) {
    for (const char* name : {"S{}", "sp_{}", "x{}", "V{}", "{}"}) {
        const auto at = [&](int i) { return fmt::format(fmt::runtime(name), i); };
        const std::string turned = fmt::format("id,{},{},{}\n{},0,3,5\n{},3,0,4\n{},5,4,0\n", at(3), at(2), at(1),
                                               at(1), at(2), at(3)); // by name, the diagonal is not 0
        EXPECT_EQ(refused_square(turned, Remedy::row_names).why_not,
                  "its rows have the names of its columns in another order")
            << turned;
        const std::string moved =
            fmt::format("id,{},{},{}\n{},3,0,4\n{},0,3,5\n{},5,4,0\n", at(2), at(1), at(3), at(1), at(2), at(3));
        EXPECT_FALSE(read_square(moved).set) << moved;
        EXPECT_TRUE(read_square(moved).must_ask) << moved;
        const DistanceTable joined = read_square(moved, {.is_chosen = true});
        ASSERT_TRUE(joined.set) << moved << joined.why_not;
        EXPECT_THAT(joined.set->labels, ElementsAre(at(2), at(1), at(3)));
        EXPECT_THAT(coordinates(*joined.set), ElementsAre(0, 3, 5, 3, 0, 4, 5, 4, 0));
    }
    for (const char* text : {",3,2,1\n1,0,3,5\n2,3,0,4\n3,5,4,0\n", ",30,20,10\n10,0,3,5\n20,3,0,4\n30,5,4,0\n",
                             ",2,1,3\n1,3,0,4\n2,0,3,5\n3,5,4,0\n"})
        EXPECT_EQ(refused_square(text, Remedy::row_names).rows, 3) << "numbers in the first line are names: " << text;
    EXPECT_EQ(refused_square(",T1,T2,T3\nS1,0,3,5\nS2,3,0,4\nS3,5,4,0\n", Remedy::row_names).why_not,
              "its rows and its columns have different names");
    EXPECT_TRUE(read_square("kind,bird,fish,bird\nbird,0,3,5\nbird,3,0,4\nfish,5,4,0\n").must_ask)
        << "repeated names in another order";
}

TEST(DistanceRules, names_are_left_out_with_a_note) {
    const DistanceTable counted = read_square(",A,B,C\n1,0,3,5\n2,3,0,4\n3,5,4,0\n");
    ASSERT_TRUE(counted.set) << counted.why_not;
    EXPECT_THAT(counted.set->labels, ElementsAre("A", "B", "C"));
    EXPECT_THAT(counted.set->note, HasSubstr("because its rows are only numbered"));
    EXPECT_THAT(read_square("name,V1,V2,V3\nOslo,0,3,5\nBern,3,0,4\nRiga,5,4,0\n").set->note,
                HasSubstr("because its columns are only numbered"));
    EXPECT_THAT(read_square("kind,A,B,C\nbird,0,3,5\nbird,3,0,4\nfish,5,4,0\n").set->note,
                HasSubstr("several of its rows have the same name"));
    EXPECT_THAT(read_square(",A,B,C\nA,0,3,5\nB,3,0,4\nC,5,4,0\n").set->note, IsEmpty());
}

TEST(DistanceRules, a_table_that_fits_but_for_a_few_entries_is_never_read_as_points) {
    for (const char* text : {"0,1,2\n1,7,3\n2,3,0\n", "0,1,2,3\n1,0,4,5\n2,4,9,6\n3,5,6,0\n"})
        EXPECT_TRUE(refused_square(text, Remedy::zero_diagonal).must_ask);
    Dataset odd = samples::random_distances(30);
    auto& values = std::get<std::vector<float>>(odd.values);
    values[7 * 30 + 7] = 5.0f;
    values[2 * 30 + 9] += 0.5f;
    EXPECT_TRUE(read_square(npy_of<double>(odd), {}, "odd.npy").must_ask) << "one on the diagonal and one pair";
    for (std::size_t row = 0; row < 15; ++row) values[31 * row] = 5.0f;
    EXPECT_FALSE(read_square(npy_of<double>(odd), {}, "odd.npy").must_ask);
    EXPECT_FALSE(read_square("1,2,3\n2,4,5\n3,5,6\n").must_ask) << "symmetric, and no zero";
}

TEST(DistanceRules, who_says_that_a_table_holds_distances_gets_a_reason) {
    const std::string other = "x,y,z\n1,2,3\n4,5,6\n7,8,9\n";
    EXPECT_THAT(read_square(other).why_not, IsEmpty());
    EXPECT_THAT(read_square(other, {.is_chosen = true}).why_not, HasSubstr("so the table is not symmetric"));
    const TemporaryFolder folder;
    EXPECT_THAT(
        refusal([&] { (void)load_distances(folder.file("p.csv", "x,y\n1,2\n3,4\n5,6\n"), {}, {.is_chosen = true}); }),
        HasSubstr("because it has 3 rows and 2 columns of numbers"));
}

TEST(DistanceRules, values_that_differ_are_told_with_digits_that_differ) {
    const DistanceTable found =
        read_square("0,0.9470001,2000\n0.9470022,0,3000\n2000,3000,0\n", {.symmetrise = Symmetrise::max});
    ASSERT_TRUE(found.set) << found.why_not;
    EXPECT_THAT(found.set->note, HasSubstr("with 0.947000 and 0.947002"));
    EXPECT_EQ(found.set->note.find("changes nothing"), std::string::npos) << found.set->note;
}

TEST(DistanceRules, a_column_without_a_number_or_a_text_is_named) {
    const DistanceTable found = read_square("nam,A,B,C\nA,,*4,9\nB,,,4\nC,,,0\n");
    EXPECT_THAT(found.why_not, HasSubstr("its column 'A' is not a column of numbers: it is empty"));
}

TEST(DistanceRules, made_up_names_contradict_nothing) {
    for (const char* text : {"\"\",\"X1\",\"X2\",\"X3\"\n\"1\",0,3,5\n\"2\",3,0,4\n\"3\",5,4,0\n",
                             "name,V1,V2,V3\nOslo,0,3,5\nBern,3,0,4\nRiga,5,4,0\n",
                             "name,New.York,St..John.s,Bern\nNew York,0,3,5\nSt. John's,3,0,4\nBern,5,4,0\n",
                             "kind,A,B,C\nbird,0,3,5\nbird,3,0,4\nfish,5,4,0\n"}) {
        const DistanceTable found = read_square(text);
        EXPECT_TRUE(found.set) << text << found.why_not;
    }
    EXPECT_THAT(read_square("name,V1,V2,V3\nOslo,0,3,5\nBern,3,0,4\nRiga,5,4,0\n").set->labels,
                ElementsAre("Oslo", "Bern", "Riga"));
}

TEST(DistanceRules, rows_with_the_same_name_keep_it) {
    const DistanceTable twice = read_square("name,Paris,Paris,Rome\nParis,0,3,5\nParis,3,0,4\nRome,5,4,0\n");
    ASSERT_TRUE(twice.set) << twice.why_not;
    EXPECT_THAT(twice.set->labels, ElementsAre("Paris", "Paris", "Rome"));
    const DistanceTable groups = read_square("bird,0,3,5\nbird,3,0,4\nfish,5,4,0\n");
    ASSERT_TRUE(groups.set) << groups.why_not;
    EXPECT_THAT(groups.set->labels, ElementsAre("bird", "bird", "fish"));
    EXPECT_THAT(read_square("kind,A,B,C\nbird,0,3,5\nbird,3,0,4\nfish,5,4,0\n").set->labels,
                ElementsAre("A", "B", "C"));
}

TEST(DistanceRules, equal_names_are_never_read_as_points) {
    for (const char* text : {"name,A,B,C\nA,0,3,5\nB,3,0,NA\nC,5,NA,0\n",  // missing on both sides
                             "name,A,B,C\nA,50,3,5\nB,2,60,1\nC,5,4,70\n", // a table of confusions
                             "name,A,B\nA,0,3\nB,3,0\n",                   // too small
                             "name,A,B,C\nA,x,1,5\nB,y,0,4\nC,z,4,0\n"})   // a column of words
        EXPECT_TRUE(read_square(text).must_ask) << text;
    for (const char* text :
         {"a,b,c\n1,2,3\n4,5,6\n7,8,9\n", "name,x,y,z\nA,1,2,3\nB,4,5,6\nC,7,8,9\n", "x,y,z\n0,2,3\n4,5,6\n7,8,9\n"})
        EXPECT_FALSE(read_square(text).must_ask) << text;
    EXPECT_TRUE(read_square("0,1,2\n5,0,3\n2,3,0\n").must_ask) << "a zero diagonal";
}

TEST(DistanceRules, the_user_chooses_the_value_of_a_pair) {
    const std::string odd = "a,b,c\n0,1,2\n5,0,3\n2,3,0\n";
    for (const auto& [how, value] :
         {std::pair(Symmetrise::mean, 3.0f), {Symmetrise::min, 1.0f}, {Symmetrise::max, 5.0f}}) {
        const DistanceTable found = read_square(odd, {.symmetrise = how});
        ASSERT_TRUE(found.set) << found.why_not;
        EXPECT_EQ(coordinates(*found.set)[1], value);
        EXPECT_EQ(coordinates(*found.set)[3], value);
        EXPECT_THAT(found.set->note, HasSubstr("1 pair of entries differs, at most by 4 (row 0, column 1)"));
    }
    const DistanceTable filled = read_square("0,1,NA\n1,0,3\n2,3,0\n", {.symmetrise = Symmetrise::mean});
    ASSERT_TRUE(filled.set) << filled.why_not;
    EXPECT_EQ(coordinates(*filled.set)[2], 2.0f);
    EXPECT_FALSE(read_square("0,1,NA\n1,0,3\nNA,3,0\n", {.symmetrise = Symmetrise::mean}).set) << "nobody knows it";
    const DistanceTable zeroed = read_square("0,5,40\n5,20,30\n40,30,0\n", {.is_chosen = true});
    ASSERT_TRUE(zeroed.set) << zeroed.why_not;
    EXPECT_EQ(coordinates(*zeroed.set)[4], 0.0f);
    EXPECT_THAT(zeroed.set->note, HasSubstr("1 entry of the diagonal is not 0 (20 in row 1) and is shown as 0"));
}

TEST(DistanceRules, a_triangle_alone_is_mirrored) {
    for (const char* text : {"name,A,B,C\nA,0,3,9\nB,,0,4\nC,,,0\n", "name,A,B,C\nA,0,,\nB,3,0,\nC,9,4,0\n",
                             "name,A,B,C\nA,,3,9\nB,,,4\nC,,,0\n", "name,A,B,C\nA,,,\nB,3,,\nC,9,4,\n",
                             "name,A,B,C\nA,,3,9\nB,,,4\nC,,,\n"}) {
        const DistanceTable found = read_square(text);
        ASSERT_TRUE(found.set) << text << found.why_not;
        EXPECT_THAT(coordinates(*found.set), ElementsAre(0, 3, 9, 3, 0, 4, 9, 4, 0));
        EXPECT_THAT(found.set->note, HasSubstr("triangle has numbers, and it was mirrored"));
    }
    const DistanceTable zeros = refused_square("name,A,B,C\nA,0,3,9\nB,0,0,4\nC,0,0,0\n", Remedy::symmetrise);
    EXPECT_THAT(zeros.why_not, HasSubstr("all entries below the diagonal are 0"));
}

TEST(DistanceRules, large_arrays_follow_the_same_rules) {
    Dataset large = samples::random_distances(1100);
    auto& values = std::get<std::vector<float>>(large.values);
    values[5] *= 1.0f + 0x1p-22f;
    const DistanceTable rounded = read_square(npy_of<float>(large), {}, "l.npy");
    ASSERT_TRUE(rounded.set) << rounded.why_not;
    EXPECT_THAT(rounded.set->note, HasSubstr("1 pair of entries differs by rounding"));
    values[5] *= 1.001f;
    const DistanceTable odd = read_square(npy_of<float>(large), {}, "l.npy");
    EXPECT_TRUE(odd.must_ask);
    EXPECT_THAT(odd.why_not, HasSubstr("the entry in row 0, column 5"));
    EXPECT_TRUE(read_square(npy_of<float>(large), {.symmetrise = Symmetrise::max}, "l.npy").set);
}

TEST(DistanceRules, recordings_of_earlier_versions_open) {
    Dataset old = samples::random_distances(6);
    std::get<std::vector<float>>(old.values)[1] += 1.5e-6f;
    EXPECT_TRUE(recorded_distances(Dataset(old)));
    std::get<std::vector<float>>(old.values)[1] = 77.0f;
    EXPECT_FALSE(recorded_distances(Dataset(old)));
}

} // namespace
} // namespace pairscope
