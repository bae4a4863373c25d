// SPDX-License-Identifier: MIT
// Nothing of a file is lost in silence: what was not read as it stands there is told.
#include "kernels/data/coordinates.h"
#include "kernels/data/save.h"
#include "kernels/data/table.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/loaded_table.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <cmath>

namespace pairscope {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Dataset points_in(std::string_view bytes) {
    const Table table = table_of(bytes);
    return dataset_from(table, likely_columns(table), max_rows, Order::as_loaded);
}

/// Three points 1 mm apart, in UTM.
constexpr std::string_view millimetres = "easting,northing\n"
                                         "500000.001,5400000.001\n"
                                         "500000.002,5400000.001\n"
                                         "500000.003,5400000.002\n";

} // namespace

TEST(load_loss, rows_that_begin_with_a_colour_or_a_tag_are_rows) {
    const Table colours = table_of("colour,x,y\n#ff0000,1,2\n#00ff00,3,4\nred,5,6\n");
    EXPECT_EQ(colours.rows, 3);
    EXPECT_THAT(colours.columns[0].texts, ElementsAre("#ff0000", "#00ff00", "red"));
    EXPECT_THAT(colours.notes, IsEmpty());
    EXPECT_EQ(table_of("#ff0000,1,2\n#00ff00,3,4\n").rows, 2) << "without a header";
    EXPECT_EQ(table_of("name,x,y\nred,1,2\n#0f0,3,4\n").rows, 2) << "among others";
    std::string many = "tag,x,y\n";
    for (int i = 0; i < 1000; ++i) many += "tag,1,2\n";
    EXPECT_EQ(table_of(many + "#last,3,4\n").rows, 1001) << "far below the sample";
}

TEST(load_loss, lines_taken_for_comments_are_counted) {
    EXPECT_THAT(table_of("# made by hand\nx,y\n1,2\n#3,4\n5,6\n").notes,
                ElementsAre("2 lines that begin with # were taken for comments"));
    EXPECT_EQ(points_in("# 2 points\n1 2\n3 4\n").note, "1 line that begins with # was taken for a comment");
    EXPECT_EQ(points_in("name,x,y\nA,1,2\n#no,numbers,here\nB,3,4\n").note,
              "1 line that begins with # was taken for a comment");
}

TEST(load_loss, a_header_behind_a_sign_for_comments_names_the_columns) {
    for (const char* bytes :
         {"#x\ty\n1\t2\n3\t4\n", "# x y\n1 2\n3 4\n", "# made by hand\n# x,y\n1,2\n3,4\n", "# x y\r\n1,2\r\n3,4\r\n"}) {
        const Table table = table_of(bytes);
        ASSERT_EQ(table.columns.size(), 2u);
        EXPECT_EQ(table.columns[0].name, "x") << bytes;
        EXPECT_EQ(table.columns[1].name, "y") << bytes;
        EXPECT_TRUE(table.columns[0].is_named);
        EXPECT_EQ(table.rows, 2);
        EXPECT_THAT(table.notes, testing::Contains(HasSubstr("are those of the comment on line"))) << bytes;
    }
    const Table cloud = table_of("//X Y Z Intensity\n1 2 3 4\n5 6 7 8\n");
    EXPECT_EQ(cloud.columns[0].name, "X");
    EXPECT_EQ(cloud.columns[3].name, "Intensity");
    for (const char* bytes : {"# x y\n\n1 2\n3 4\n", "# 2 points\n1 2\n3 4\n", "# one two three\n1 2\n3 4\n",
                              "# x x\n1 2\n3 4\n", "# by hand\n1 2\n3 4\n", "1 2\n# x y\n3 4\n"})
        EXPECT_FALSE(table_of(bytes).columns[0].is_named) << bytes;
    EXPECT_EQ(table_of("# a b\nx y\n1 2\n3 4\n").columns[0].name, "x") << "there is a header";
}

TEST(load_loss, labels_that_number_samples_are_no_degrees) {
    for (const char* bytes : {"sample,x,y\nS1,1,2\nS2,3,4\n", "room,x,y\n12E,1,2\n13E,3,4\n", "N1 1 2\nN2 3 4\n"})
        EXPECT_THAT(table_of(bytes).notes, IsEmpty()) << bytes;
    EXPECT_THAT(table_of("place,x,y\n33.86S,1,2\n34.5S,3,4\n").notes, ElementsAre(HasSubstr("'33.86S', degrees")));
}

TEST(load_loss, comments_among_the_rows_left_out_are_no_rows) {
    std::string bytes = "name,x,y\n";
    for (int i = 0; i < max_rows; ++i) bytes += "A,1,2\n";
    EXPECT_EQ(table_of(bytes + "# a remark\n#tag,1,2\n").total_rows, max_rows + 1);
}

TEST(load_loss, coordinates_a_millimetre_apart_stay_apart) {
    const Dataset data = points_in(millimetres);
    const auto at = coordinates(data);
    EXPECT_NEAR(std::hypot(at[2] - at[0], at[3] - at[1]), 1e-3, 1e-8);
    EXPECT_NEAR(std::hypot(at[4] - at[0], at[5] - at[1]), std::sqrt(5.0) * 1e-3, 1e-8);
    EXPECT_THAT(data.note, HasSubstr("from column 'northing', because float32 would otherwise move"));
    EXPECT_THAT(data.note, HasSubstr("shown coordinates have it added again"));
    EXPECT_EQ(coordinate_in_file(data, 0, 0), 500000.001);
    EXPECT_EQ(coordinate_in_file(data, 2, 1), 5400000.002);
}

TEST(load_loss, coordinates_that_float_holds_are_left_as_they_are) {
    for (const char* bytes : {"x,y\n0.1,0.2\n0.7,0.9\n", "x,y\n500000,5400000\n500001,5400001\n",
                              "x,y\n-179.12345678,-89\n179.12345678,89\n", "x,y\n16777218,1\n16777218,2\n"}) {
        const Dataset data = points_in(bytes);
        EXPECT_THAT(data.origin, IsEmpty()) << bytes;
        EXPECT_EQ(data.note, "") << bytes;
    }
    EXPECT_EQ(coordinate_in_file(points_in("x,y\n0.1,0.2\n0.7,0.9\n"), 1, 0), 0.7);
}

/// The notes on the table, and those on its columns as coordinates.
std::vector<std::string> notes_on(std::string_view bytes) {
    const Table table = table_of(bytes);
    std::vector<std::string> notes = table.notes;
    for (const Column& column : table.columns)
        if (!column.note_as_coordinate.empty()) notes.push_back(column.note_as_coordinate);
    return notes;
}

TEST(load_loss, digits_that_a_double_does_not_hold_are_told) {
    EXPECT_THAT(notes_on("x,y\n123456789.123456789,0\n123456789.123456788,0\n123456789.123456780,0\n"),
                ElementsAre(HasSubstr("numbers in column 'x' differ in the file and are equal for Pairscope")));
    EXPECT_THAT(notes_on("x,y\n9007199254740993,0\n7,0\n"),
                ElementsAre("as coordinates, whole numbers beyond 9 007 199 254 740 992 in column 'x' are rounded: "
                            "'9007199254740993' on line 2 is 9007199254740992"));
    EXPECT_THAT(notes_on("x,y\n9007199254740993,0\n9007199254740992,0\n9007199254740995,0\n"),
                ElementsAre(HasSubstr("2 numbers in column 'x' differ")));
    for (const char* bytes :
         {"x,y\n0.30000000000000004,1\n0.1,2\n", "x,y\n9007199254740992,1\n18014398509481984,2\n",
          "x,y\n1.000000000000000056e-01,1\n3.141592653589793116e+00,2\n",
          "x,y\n0.12345678901234567890,1\n0.22345678901234567890,2\n", "x,y\n1000000000000000000000,1\n2,3\n"})
        EXPECT_THAT(notes_on(bytes), IsEmpty()) << bytes;
}

TEST(load_loss, each_whole_number_that_a_double_rounds_is_told) {
    for (const char* bytes :
         {"t,y\n1700000000000001000,0\n1700000000000002000,1\n",
          "t,y\n1700000000000001000.0,0\n1700000000000002000.0,1\n",
          "t;y\n1.700.000.000.000.001.000;0,5\n1.700.000.000.000.002.000;1,5\n", "t,y\n-9223372036854775807,0\n0,1\n"})
        EXPECT_THAT(notes_on(bytes), testing::Contains(HasSubstr("whole numbers beyond 9 007 199 254 740 992")))
            << bytes;
    std::string late = "t,y\n"; // far below the rows that are looked at one by one
    for (int i = 0; i < 5000; ++i) late += "1152921504606846976,1\n";
    EXPECT_THAT(notes_on(late + "1152921504606846977,1\n"),
                testing::Contains(HasSubstr("5 001 numbers in column 't' differ in the file and are equal")));
    EXPECT_THAT(notes_on("t,y\n1700000000000000000,0\n1700000000000000256,1\n"), IsEmpty());
}

TEST(load_loss, different_units_are_told) {
    EXPECT_THAT(points_in("x [m],y [km]\n1,2\n3,4\n").note,
                HasSubstr("the columns have different units, m and km; distances add them as they are, so scale "
                          "columns to one unit, or use --standardise"));
    EXPECT_EQ(points_in("x [m],y [m]\n1,2\n3,4\n").note, "");
    EXPECT_EQ(points_in("x [m],y\n1,2\n3,4\n").note, "");
    const TemporaryFolder folder;
    const InputRule rule{.rows = {1, 100}, .dims = {1, 64}};
    const auto path = folder.file("v.csv", "a [m],b [km],c [kg],d\n1,2,3,4\n3,4,5,6\n");
    EXPECT_THAT(load_vectors(path, rule, {.most_rows = 100}).note, HasSubstr("different units, m, km and kg; "));
    EXPECT_EQ(load_vectors(path, rule, {.most_rows = 100, .columns = {.names = {}, .standardise = true}})
                  .note.find("different units"),
              std::string::npos);
}

TEST(load_loss, saved_points_are_those_of_the_file_again) {
    const TemporaryFolder folder;
    save_points_csv(folder.path() / "saved.csv", points_in(millimetres));
    EXPECT_THAT(bytes_of(folder.path() / "saved.csv"), HasSubstr("\n500000.002,5400000.001,1\n"));
}

TEST(load_loss, rows_with_infinite_values_are_told) {
    EXPECT_EQ(points_in("x,y\n1,2\n3,inf\n5,6\n-inf,8\n").note, "2 rows have an infinite x or y, the first on line 3");
    EXPECT_EQ(points_in("# one\nx,y\ninf,nan\n5,6\n").note,
              "1 row lacks x or y (NaN), on line 3; 1 row has an infinite x or y, on line 3; 1 line that begins with # "
              "was taken "
              "for a comment");
}

} // namespace pairscope
