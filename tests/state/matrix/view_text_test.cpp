// SPDX-License-Identifier: MIT
// What is looked at as a text, and what a person types to go to a place.
#include "app/subjects/matrix/place_in_matrix.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "kernels/data/errors.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using ::testing::HasSubstr;

TEST(ViewTextTest, a_view_survives_being_written_and_read) {
    ViewText view;
    EXPECT_EQ(view_in_text(text_of(view)), view);
    view.heatmap = HeatmapView{{117'454.503, 1.0 / 3.0}, 0.00337};
    view.colours.aggregate = Aggregate::minimum;
    view.colours.transform = Transform::square_root;
    view.colours.colormap = "cividis";
    view.colours.range = RangeMode::fixed;
    view.colours.fixed = {0.1f, 180.25f};
    view.pinned = Cell{12, 45};
    EXPECT_EQ(view_in_text(text_of(view)), view);
    view.colours.range = RangeMode::percentile;
    view.colours.percentile = 98.5f;
    view.colours.fixed = {};
    EXPECT_EQ(view_in_text(text_of(view)), view);
    EXPECT_TRUE(looks_like_view(text_of(view)));
    EXPECT_EQ(text_of(view).find_first_of(" '\"$&;|<>*?"), std::string::npos) << "a shell takes it as it is";
}

TEST(ViewTextTest, a_wrong_text_is_refused_with_a_sentence_that_names_the_part) {
    const auto reason = [](std::string_view text) -> std::string {
        try {
            (void)view_in_text(text);
        } catch (const InputError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_EQ(reason("zoom=0.5,row"),
              "The view cannot be used, because its part row is not of the form name=value, such "
              "as zoom=0.25.");
    EXPECT_EQ(reason("zoom=-1"),
              "The view cannot be used, because zoom is -1. Give the pixels per entry, a number above "
              "0, or fit.");
    EXPECT_THAT(reason("zoom=nan"), HasSubstr("zoom is nan"));
    EXPECT_THAT(reason("row=1e999"), HasSubstr("row is 1e999"));
    EXPECT_THAT(reason("shown=median"), HasSubstr("Give mean, minimum, maximum, extreme."));
    EXPECT_THAT(reason("range=5:5"), HasSubstr("range is 5:5"));
    EXPECT_THAT(reason("range=percentile:20"), HasSubstr("a percentile from 50 to 100"));
    EXPECT_THAT(reason("pinned=7"), HasSubstr("a row and a column such as 12:45"));
    EXPECT_THAT(reason("row=1e300"), HasSubstr("row is 1e300. Give a place in the matrix"));
    EXPECT_THAT(reason("row=1,column=2,row=3"), HasSubstr("it has the part row twice. Give each part once."));
    EXPECT_THAT(reason("colour=red"), HasSubstr("a part that is called colour"));
    EXPECT_THAT(reason("=red"), HasSubstr("a part that is called ''"));
    for (const std::string& start : {std::string(), std::string("zoom="), std::string("order=")})
        EXPECT_LT(reason(start + std::string(100'000, 'a')).size(), 300u) << "a long text is shown in part";
}

TEST(ViewTextTest, colours_that_do_not_exist_are_refused_where_it_is_known_which_do) {
    const std::vector<std::string> known{"viridis", "grey"};
    EXPECT_EQ(view_in_text("colours=grey", {}, known).colours.colormap, "grey");
    try {
        (void)view_in_text("colours=rainbow", {}, known);
        FAIL() << "it was not refused";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "The view cannot be used, because colours is rainbow. Give one of viridis, grey.");
    }
}

TEST(ViewTextTest, the_command_line_s_view_is_used_when_there_is_data) {
    State state;
    state.run.devices = {Device{}};
    state.view.asked = view_in_text("row=20,column=30,zoom=8,shown=maximum");
    make_points(state, 64);
    EXPECT_FALSE(state.view.fit);
    EXPECT_EQ(state.view.heatmap, (HeatmapView{{20.0, 30.0}, 8.0}));
    EXPECT_EQ(state.view.colours.aggregate, Aggregate::maximum);
    make_points(state, 65);
    EXPECT_TRUE(state.view.fit) << "only the first data is looked at so";
}

TEST(ViewTextTest, a_view_outside_of_the_matrix_changes_nothing) {
    State state = laptop_with_points();
    std::ignore = update(state, command::UseViewText{"row=20,column=64.5,zoom=8"});
    EXPECT_TRUE(state.view.fit);
    ASSERT_EQ(state.notices.size(), 1u);
    EXPECT_EQ(state.notices.back().text,
              "The view was not changed. Column 64 does not exist. The columns of this matrix "
              "are numbered from 0 to 63.");
    std::ignore = update(state, command::UseViewText{"row=-0.5,column=3,zoom=8"});
    EXPECT_TRUE(state.view.fit);
    EXPECT_THAT(state.notices.back().text, HasSubstr("Row -1 does not exist."));
    std::ignore = update(state, command::UseViewText{"row=20,column=63.5,zoom=8,pinned=3:4"});
    EXPECT_EQ(state.view.pinned, (Cell{3, 4}));
    EXPECT_EQ(view_text_of(state),
              "row=20,column=63.5,zoom=8,shown=mean,range=automatic,scale=linear,colours=viridis,pinned=3:4");
}

TEST(PlaceInMatrixTest, a_place_is_typed_in_several_ways) {
    EXPECT_EQ(place_in("117 000"), (PlaceInMatrix{117'000, {}}));
    EXPECT_EQ(place_in("117000, 5"), (PlaceInMatrix{117'000, 5}));
    EXPECT_EQ(place_in("row 7, column 9"), (PlaceInMatrix{7, 9}));
    EXPECT_EQ(place_in(", 5"), (PlaceInMatrix{{}, 5}));
    EXPECT_EQ(place_in("Column 5"), (PlaceInMatrix{{}, 5}));
    EXPECT_EQ(place_in("Row -3"), (PlaceInMatrix{-3, {}}));
    for (const char* text : {"", "Paris", "row", "5,", "5,6,7", "1.5", "5 x", "99999999999999999999"})
        EXPECT_EQ(place_in(text), std::nullopt) << text;
}

TEST(ViewText, keeps_an_order_by_a_column_whatever_its_name_is) {
    for (const char* name : {"habitat", "soil, wet = 100%", "a:b", "%2C", "größe"}) {
        ViewText view;
        view.order = {.kind = OrderKind::by_column, .column = name};
        view.pinned = Cell{1, 2};
        EXPECT_EQ(view_in_text(text_of(view)), view) << text_of(view);
    }
    EXPECT_EQ(view_in_text("order=class").order.kind, OrderKind::by_class);
    EXPECT_THROW((void)view_in_text("order=column"), InputError);
}

} // namespace
} // namespace pairscope::app
