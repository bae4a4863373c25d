// SPDX-License-Identifier: MIT
// Which columns of a table become coordinates, why, and what standardising does to them.
#include "kernels/data/columns/column_choice.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/errors.h"
#include "kernels/data/save.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/loaded_table.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pairscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* people = "name,id,mass,height,age,same\n"
                               "ann,7,60,1.60,30,5\n"
                               "bob,8,80,1.80,40,5\n"
                               "eve,9,70,1.70,80,5\n";

InputRule rule(std::int64_t most_dims = 64) { return {.rows = {1, 1000}, .dims = {1, most_dims}}; }

std::vector<std::string> used(const Dataset& data) {
    std::vector<std::string> names;
    for (const ColumnUse& use : *data.columns)
        if (use.is_used) names.push_back(use.name);
    return names;
}

std::string why(const Dataset& data, std::string_view name) {
    for (const ColumnUse& use : *data.columns)
        if (use.name == name) return use.why;
    return "there is no such column";
}

class ChosenColumns : public ::testing::Test {
protected:
    TemporaryFolder folder;
    [[nodiscard]] Dataset load(VectorColumns columns, const char* text = people) const {
        return load_vectors(folder.file("people.csv", text), rule(),
                            {.most_rows = 1000, .columns = std::move(columns)});
    }
    [[nodiscard]] std::string refusal(VectorColumns columns) const {
        try {
            (void)load(std::move(columns));
        } catch (const InputError& error) {
            return error.what();
        }
        return "it was not refused";
    }
};

TEST_F(ChosenColumns, are_all_numbers_but_identifiers_unless_somebody_chooses) {
    const Dataset data = load({});
    EXPECT_THAT(used(data), ElementsAre("mass", "height", "age", "same"));
    EXPECT_THAT(data.labels, ElementsAre("ann", "bob", "eve"));
    EXPECT_THAT(why(data, "id"), HasSubstr("identifier"));
    EXPECT_EQ(why(data, "name"), "It holds the labels.");
    EXPECT_THAT(data.note, HasSubstr("column 'id' is not a coordinate"));
}

TEST_F(ChosenColumns, are_those_that_are_named_in_their_order) {
    const Dataset data = load({.names = {"age", "id"}});
    EXPECT_EQ(data.dims, 2);
    EXPECT_THAT(data.axes, ElementsAre("age", "id"));
    EXPECT_THAT(coordinates(data), ElementsAre(30.0f, 7.0f, 40.0f, 8.0f, 80.0f, 9.0f));
    EXPECT_EQ(why(data, "age"), "You chose it.");
    EXPECT_EQ(why(data, "mass"), "Other columns were chosen.");
}

TEST_F(ChosenColumns, that_do_not_exist_or_hold_text_are_refused_with_those_that_do) {
    EXPECT_THAT(refusal({.names = {"weight"}}),
                HasSubstr("there is no such column; those with numbers are 'id', 'mass'"));
    EXPECT_THAT(refusal({.names = {"name"}}), HasSubstr("it holds text, not numbers"));
    EXPECT_THAT(refusal({.names = {"age", "mass", "age"}}), HasSubstr("named twice"));
}

TEST_F(ChosenColumns, of_an_array_have_no_names) {
    const auto file = folder.file("array.npy", std::string("\x93NUMPY\x01\x00", 8));
    EXPECT_THROW((void)load_vectors(file, rule(), {.most_rows = 10, .columns = {.names = {"x"}}}), InputError);
}

TEST_F(ChosenColumns, standardised_have_mean_0_and_standard_deviation_1) {
    const Dataset data = load({.standardise = true});
    ASSERT_EQ(data.dims, 4);
    for (std::int64_t k = 0; k < 3; ++k) {
        double sum = 0.0, squares = 0.0;
        for (std::int64_t row = 0; row < 3; ++row) {
            const double x = double{coordinates(data)[std::size_t(row * 4 + k)]};
            sum += x;
            squares += x * x;
        }
        EXPECT_NEAR(sum / 3.0, 0.0, 1e-6) << "column " << k;
        EXPECT_NEAR(squares / 3.0, 1.0, 1e-6) << "column " << k;
    }
    EXPECT_EQ(data.unit, "SD");
    ASSERT_EQ(data.scales.size(), 4u);
    EXPECT_DOUBLE_EQ(data.scales[0].mean, 70.0);
    EXPECT_DOUBLE_EQ(data.scales[2].mean, 50.0);
}

TEST_F(ChosenColumns, of_one_number_stay_as_zeros_and_are_told) {
    const Dataset data = load({.standardise = true});
    for (std::int64_t row = 0; row < 3; ++row) EXPECT_EQ(coordinates(data)[std::size_t(row * 4 + 3)], 0.0f);
    EXPECT_THAT(data.note,
                HasSubstr("1 column has the same number in every row, and so adds nothing to a distance ('same')"));
}

TEST_F(ChosenColumns, are_standardised_in_double_precision) {
    // float32 cannot tell these times apart: its steps are 128 there.
    const Dataset data = load({.standardise = true}, "time,x\n1700000000,1\n1700000001,2\n1700000002,3\n");
    EXPECT_LT(coordinates(data)[0], coordinates(data)[2]);
    EXPECT_LT(coordinates(data)[2], coordinates(data)[4]);
}

TEST_F(ChosenColumns, of_a_second_set_are_standardised_as_those_of_the_first) {
    const Dataset first = load({.standardise = true});
    const Dataset second = load_vectors(folder.file("other.csv", "mass,height,age,same\n80,1.9,50,6\n"), rule(),
                                        {.most_rows = 10, .columns = {.standardise = true}, .first = &first});
    EXPECT_NEAR(coordinates(second)[0], coordinates(first)[4], 1e-6) << "80 kg are as far from the mean in both sets";
    EXPECT_NEAR(coordinates(second)[2], 0.0, 1e-6);
    EXPECT_EQ(coordinates(second)[3], 1.0f) << "a constant column of the first set has no deviation to divide by";
}

TEST_F(ChosenColumns, leave_missing_numbers_missing_when_they_are_standardised) {
    const Dataset data = load({.standardise = true}, "a,b\n1,1\n,2\n3,3\n");
    EXPECT_TRUE(std::isnan(coordinates(data)[2]));
    EXPECT_NEAR(coordinates(data)[0], -1.0f, 1e-6);
    EXPECT_NEAR(coordinates(data)[4], 1.0f, 1e-6);
}

TEST_F(ChosenColumns, cannot_be_standardised_as_bytes_or_as_single_vectors) {
    const auto file = folder.file("bytes.csv", "a,b\n1,2\n3,4\n");
    const VectorRequest request{.most_rows = 10, .columns = {.standardise = true}};
    InputRule bytes = rule();
    bytes.element = Element::uint8;
    EXPECT_THROW((void)load_vectors(file, bytes, request), InputError);
    InputRule single = rule();
    single.rows = {1, 1};
    EXPECT_THROW((void)load_vectors(file, single, request), InputError);
}

TEST_F(ChosenColumns, of_an_array_can_be_standardised) {
    const auto file = folder.path() / "array.npy";
    const std::vector<float> values{1.0f, 10.0f, 3.0f, 10.0f};
    save_npy(file, {2, 2}, [&](std::int64_t row, std::int64_t count) {
        return std::vector<float>(values.begin() + 2 * row, values.begin() + 2 * (row + count));
    });
    const Dataset data = load_vectors(file, rule(), {.most_rows = 10, .columns = {.standardise = true}});
    EXPECT_THAT(coordinates(data), ElementsAre(-1.0f, 0.0f, 1.0f, 0.0f));
    EXPECT_THAT(data.note, HasSubstr("column 2"));
}

TEST(points, can_be_standardised_and_say_so) {
    const Table table = table_of("x [m],y [m]\n1,100\n3,300\n");
    ColumnChoice choice = likely_columns(table);
    choice.standardise = true;
    const Dataset data = dataset_from(table, choice, 2, Order::as_loaded);
    EXPECT_THAT(coordinates(data), ElementsAre(-1.0f, -1.0f, 1.0f, 1.0f));
    EXPECT_EQ(data.unit, "SD");
    EXPECT_THAT(data.axes, ElementsAre("x", "y"));
    EXPECT_THAT(data.note, HasSubstr("standardised"));
}

TEST(points, tell_why_their_columns_were_chosen) {
    const Table table = table_of("id,mass,lon,lat,population\n1,2,3,4,5\n2,3,4,5,6\n");
    const Dataset data = dataset_from(table, likely_columns(table), 2, Order::as_loaded);
    EXPECT_EQ(why(data, "lon"), "Its name means longitude or latitude.");
    EXPECT_THAT(why(data, "id"), HasSubstr("identifier"));
    EXPECT_THAT(why(data, "population"), HasSubstr("count"));
    EXPECT_THAT(why(data, "mass"), HasSubstr("two other columns were taken"));
    const Dataset other = dataset_from(table, {.x = "mass", .y = "id", .label = {}}, 2, Order::as_loaded);
    EXPECT_EQ(why(other, "mass"), "You chose it.");
}

TEST(column_scale, of_equal_numbers_has_their_value_as_mean) {
    const std::vector<double> numbers(1000, 0.1);
    EXPECT_EQ(scale_of(numbers), (ColumnScale{.mean = 0.1, .deviation = 0.0}));
    EXPECT_EQ(standardised(0.1, scale_of(numbers)), 0.0);
}

TEST(column_scale, passes_over_what_is_not_finite) {
    const std::vector<double> numbers{1.0, std::nan(""), 3.0, std::numeric_limits<double>::infinity()};
    EXPECT_EQ(scale_of(numbers), (ColumnScale{.mean = 2.0, .deviation = 1.0}));
}

} // namespace
} // namespace pairscope
