// SPDX-License-Identifier: MIT
// Which column of a second file goes with which coordinate of the first set.
#include "kernels/data/columns/matched_columns.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/errors.h"
#include "kernels/data/save.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace pairscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using ColumnNames = std::vector<std::string>;

MatchedColumns matched_names(const ColumnNames& first, const ColumnNames& second) {
    return matched_columns({.file = "a.csv", .names = first}, {.file = "b.csv", .names = second});
}
std::string refusal_of_names(const ColumnNames& first, const ColumnNames& second) {
    try {
        (void)matched_names(first, second);
    } catch (const InputError& error) {
        return error.what();
    }
    return "it was not refused";
}

class TwoFilesOfVectors : public testing::Test {
protected:
    TemporaryFolder folder;
    static InputRule rule() { return {.sets = 2, .rows = {1, 1000}, .dims = {1, 64}}; }

    [[nodiscard]] TwoSets load(const char* a, const char* b, const VectorColumns& columns = {}) const {
        return load_files(folder.file("a.csv", a), folder.file("b.csv", b), columns);
    }
    [[nodiscard]] static TwoSets load_files(const std::filesystem::path& a, const std::filesystem::path& b,
                                            const VectorColumns& columns = {}) {
        VectorRequest request{.most_rows = 1000, .columns = columns};
        ReadVectors first = read_vectors(a, rule(), request);
        request.first = &first.set;
        ReadVectors second = read_vectors(b, rule(), request);
        return finished(std::move(first), std::move(second), rule(), request);
    }
};

constexpr const char* three_columns = "mass,height,age\n70,1.8,30\n80,1.7,40\n";
constexpr const char* turned_columns = "age,mass,height\n30,70,1.8\n40,80,1.7\n";

} // namespace

TEST(matched_columns, of_the_same_names_go_together_in_any_order) {
    EXPECT_THAT(matched_names({"a", "b", "c"}, {"a", "b", "c"}).order, IsEmpty());
    EXPECT_THAT(matched_names({"a", "b", "c"}, {"c", "a", "b"}).order, ElementsAre(1, 2, 0));
    EXPECT_THAT(matched_names({"a", "b", "c"}, {"c", "a", "b"}).note,
                HasSubstr("in another order than those of a.csv"));
    EXPECT_THAT(matched_names({"Mass [kg]", "age"}, {"AGE", "mass [kg]"}).order, ElementsAre(1, 0))
        << "capitals do not count";
    EXPECT_EQ(matched_names({"Mass", "age"}, {"mass", "Age"}).note, "") << "nothing was moved";
}

TEST(matched_columns, without_a_common_name_go_together_by_position) {
    const MatchedColumns found = matched_names({"a", "b"}, {"c", "d", "e"});
    EXPECT_THAT(found.order, IsEmpty());
    EXPECT_EQ(found.note, "no column has the name of a column of a.csv, so the columns were matched by position: 'c' "
                          "goes with 'a', and so on");
    EXPECT_EQ(matched_names({"a"}, {}).note,
              "b.csv has no names of columns, so its columns were matched with those of a.csv by position");
    EXPECT_EQ(matched_names({}, {"a"}).note,
              "a.csv has no names of columns, so its columns were matched with those of b.csv by position");
    EXPECT_EQ(matched_names({}, {}).note, "");
    EXPECT_EQ(matched_names({"400", "403"}, {"column 2", "column 3"}).note,
              "a.csv has a header and b.csv has none, so their columns were matched by position and the first line of "
              "b.csv is a row; if that line is a heading, use --header yes");
    EXPECT_THAT(matched_names({"column 1", "column 2"}, {"x", "y"}).note, HasSubstr("b.csv has a header and a.csv"));
}

TEST(matched_columns, of_made_up_names_in_another_order_go_together_by_position_and_say_so) {
    EXPECT_EQ(matched_names({"column 1", "column 2"}, {"column 1", "column 2"}).note, "");
    EXPECT_EQ(matched_names({}, {"column 1", "column 2"}).note, "");
    const MatchedColumns found =
        matched_names({"column 1", "column 2", "column 3"}, {"column 2", "column 1", "column 3"});
    EXPECT_THAT(found.order, IsEmpty());
    EXPECT_EQ(found.note, "the names of the columns of b.csv and a.csv are made up or repeated, so the columns were "
                          "matched by position: 'column 2' goes with 'column 1'");
    EXPECT_THAT(matched_names({"column 2", "Unnamed: 0"}, {"Unnamed: 0", "column 2"}).note, HasSubstr("by position"));
    EXPECT_THAT(matched_names({"a", "a (2)"}, {"a (2)", "a"}).note, HasSubstr("by position"));
}

TEST(matched_columns, by_position_with_other_units_say_that_nothing_was_converted) {
    const std::string note = matched_names({"x [m]", "y [m]"}, {"x [km]", "y [km]"}).note;
    EXPECT_THAT(note,
                HasSubstr("matched by position: 'x [km]' goes with 'x [m]', and so on; their units differ, "
                          "'x [km]' is in km and 'x [m]' in m, and nothing was converted, so convert the numbers of "
                          "one file to the unit of the other"));
    EXPECT_THAT(matched_names({"a", "b (s)"}, {"c [m]", "d (ms)"}).note,
                HasSubstr("'d (ms)' is in ms and 'b (s)' in s"));
    EXPECT_THAT(matched_names({"a [m]", "b [m]"}, {"c [m]", "d"}).note, Not(HasSubstr("unit")));
}

TEST(matched_columns, with_made_up_or_repeated_names_have_no_names) {
    EXPECT_THAT(matched_names({"column 1", "column 2"}, {"column 2", "column 1"}).order, IsEmpty());
    EXPECT_EQ(matched_names({"column 1", "column 2"}, {"column 2", "column 3"}).note, "") << "there is nothing to say";
    EXPECT_THAT(matched_names({"column 1", "column 2"}, {"x", "y"}).note, HasSubstr("by position"));
    EXPECT_THAT(matched_names({"x", "x (2)"}, {"x (2)", "x"}).order, IsEmpty());
    EXPECT_THAT(matched_names({"Unnamed: 1", "Unnamed: 0"}, {"Unnamed: 0", "Unnamed: 1"}).order, IsEmpty());
    EXPECT_THAT(matched_names({"f (1)", "f (2)"}, {"f (2)", "f (1)"}).order, ElementsAre(1, 0)) << "there is no f";
    EXPECT_THAT(refusal_of_names({"a", "column 2"}, {"column 1", "a"}), HasSubstr("no names or repeated ones"));
    EXPECT_EQ(matched_names({"a", "column 2", "x", "x (2)"}, {"a", "column 2", "x", "x (2)"}).note, "");
}

TEST(matched_columns, of_which_only_some_are_common_are_left_to_the_user) {
    EXPECT_EQ(
        refusal_of_names({"mass", "height", "age"}, {"age", "mass", "width"}),
        "cannot match the columns of b.csv with those of a.csv: both have 'age', 'mass', only a.csv has 'height', "
        "only b.csv has 'width'; choose the columns of both in the Data panel before the second file is "
        "opened, or with --columns age,mass");
    EXPECT_THAT(refusal_of_names({"mass", "age"}, {"age", "mass", "a,b"}),
                HasSubstr("only b.csv has 'a,b'; choose the columns of both"));
    EXPECT_THAT(refusal_of_names({"a,b", "c"}, {"a,b", "d"}), HasSubstr("--columns a\\,b"));
}

TEST_F(TwoFilesOfVectors, of_the_same_people_are_at_distance_0) {
    for (const bool standardise : {false, true}) {
        const TwoSets people_twice = load(three_columns, turned_columns, {.standardise = standardise});
        EXPECT_EQ(people_twice.a.values, people_twice.b.values);
        EXPECT_EQ(people_twice.a.low, people_twice.b.low);
        EXPECT_THAT(people_twice.b.axes, ElementsAre("mass", "height", "age"));
        EXPECT_THAT(people_twice.b.note, HasSubstr("matched by name"));
    }
}

TEST_F(TwoFilesOfVectors, take_the_chosen_columns_of_both) {
    const TwoSets both = load(three_columns, "age,mass,width\n30,70,1\n", {.names = {"mass", "age"}});
    EXPECT_THAT(coordinates(both.b), ElementsAre(70.0f, 30.0f));
    EXPECT_THAT(both.b.note, Not(HasSubstr("matched")));
    EXPECT_THROW((void)load(three_columns, "age,mass,width\n30,70,1\n"), InputError);
    EXPECT_THROW((void)load(three_columns, "age,weight\n30,70\n", {.names = {"mass", "age"}}), InputError);
}

TEST_F(TwoFilesOfVectors, leave_identifiers_and_labels_out_before_they_are_matched) {
    const TwoSets both = load("id,name,mass,age\n1,ann,70,30\n", "age,mass,person_id\n30,70,9\n");
    EXPECT_EQ(both.a.values, both.b.values);
}

TEST_F(TwoFilesOfVectors, without_names_are_matched_by_position) {
    const auto array = folder.path() / "array.npy";
    save_npy(array, {1, 3}, [](std::int64_t, std::int64_t) { return std::vector<float>{70.0f, 1.75f, 30.0f}; });
    const auto table = folder.file("three_columns.csv", three_columns);
    for (const auto& [a, b] : {std::pair(array, table), std::pair(table, array)}) {
        const TwoSets both = load_files(a, b);
        EXPECT_THAT(both.b.note, HasSubstr("by position"));
        EXPECT_EQ(both.a.note.find("by position"), std::string::npos) << "once is enough";
    }
    const TwoSets nameless = load("1,2,3\n4,5,7\n", "4,5,6\n1,1,1\n");
    EXPECT_EQ(nameless.b.note.find("matched"), std::string::npos);
}

TEST_F(TwoFilesOfVectors, say_whose_mean_and_deviation_standardised_them) {
    const TwoSets both = load(three_columns, turned_columns, {.standardise = true});
    EXPECT_THAT(both.a.note, HasSubstr("mean and deviation are those of 2 rows of a.csv"));
    EXPECT_THAT(both.b.note, HasSubstr("mean and deviation are those of 2 rows of a.csv"));
    const TwoSets gaps = load("a,b\n1,1\n,2\n3,\n5,6\n,\n", "b,a\n1,1\n", {.standardise = true});
    EXPECT_THAT(gaps.a.note, HasSubstr("those of 5 rows of a.csv, where 2 rows lack a number in some columns and still "
                                       "count in the others"));
    EXPECT_DOUBLE_EQ(gaps.a.scales[0].mean, 3.0);
    EXPECT_DOUBLE_EQ(gaps.a.scales[1].mean, 3.0);
    EXPECT_NEAR(coordinates(gaps.b)[0], (1.0 - 3.0) / std::sqrt(8.0 / 3.0), 1e-6) << "a of the second file";
}

} // namespace pairscope
