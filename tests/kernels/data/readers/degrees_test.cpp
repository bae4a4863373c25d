// SPDX-License-Identifier: MIT
// Degrees in other forms than plain numbers: single cells, and columns of a table.
#include "kernels/data/errors.h"
#include "kernels/data/readers/column_texts.h"
#include "kernels/data/readers/degrees.h"
#include "tests/kernels/loaded_table.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace pairscope {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double paris = 48.0 + 51.0 / 60.0 + 24.0 / 3600.0, rounding = 1e-13;

double value_of(std::string_view cell) {
    const auto found = written_degrees(cell);
    return found ? found->value : std::nan("");
}

TEST(Degrees, with_the_letter_of_a_hemisphere_are_negative_in_the_south_and_in_the_west) {
    for (const char* cell : {"33.86S", "33.86 S", "S33.86", "S 33.86", "33.86°S", "33.86° S", "33,86S", "33.86 South",
                             "33.86 south", "33.86\u00a0S", "33.86S."}) {
        ASSERT_TRUE(written_degrees(cell)) << cell;
        EXPECT_EQ(written_degrees(cell)->value, -33.86) << cell;
        EXPECT_EQ(written_degrees(cell)->meaning, CellMeaning::latitude) << cell;
    }
    EXPECT_EQ(value_of("74.01W"), -74.01);
    EXPECT_EQ(value_of("151.21E"), 151.21);
    EXPECT_EQ(written_degrees("151.21 East")->meaning, CellMeaning::longitude);
    EXPECT_EQ(value_of("0N"), 0.0);
    EXPECT_EQ(value_of("90S"), -90.0);
}

TEST(Degrees, are_not_read_from_names_with_a_number) {
    for (const char* cell : {"S1", "N12", "E101", "W0"}) EXPECT_FALSE(written_degrees(cell)) << cell;
    EXPECT_EQ(value_of("S 1"), -1.0);
    EXPECT_EQ(value_of("S1.5"), -1.5);
}

TEST(Degrees, minutes_and_seconds_are_read_in_all_common_spellings) {
    for (const char* cell : {"48°51'24\"N",
                             "48° 51' 24\" N",
                             "48°51′24″N",
                             "48°51’24”N",
                             "48º51'24\"N",
                             "48°51'24''N",
                             "48d51m24sN",
                             "48d51'24\"N",
                             "48 deg 51' 24.00\" N",
                             "48 deg 51 min 24 sec N",
                             "48°51.4'N",
                             "48° 51,4' N",
                             "48 51 24 N",
                             "48 51.4N",
                             "48:51:24N",
                             "48-51-24N",
                             "N48-51-24",
                             "N 48° 51' 24\"",
                             "N48°51.4'",
                             "48.856666666666666°N",
                             "48°51'24\"",
                             "+48°51'24\"",
                             "48:51:24",
                             "48 51 24",
                             "48°51'23.99999999999999\"N"}) {
        EXPECT_THAT(value_of(cell), DoubleNear(paris, rounding)) << cell;
    }
    EXPECT_THAT(value_of("-0°30'00\""), DoubleNear(-0.5, 0.0)) << "the sign counts although the degrees are 0";
    EXPECT_THAT(value_of("0°30'W"), DoubleNear(-0.5, 0.0));
    EXPECT_THAT(value_of("\u221233°51'31\""), DoubleNear(-(33.0 + 51.0 / 60.0 + 31.0 / 3600.0), rounding));
    EXPECT_THAT(value_of("179°59'60.0\"E"), DoubleNear(180.0, 0.0)) << "a rounded second";
}

TEST(Degrees, are_not_seen_in_anything_else) {
    for (const char* cell : {"33.86",
                             "-33.86",
                             "1e5",
                             "",
                             "N",
                             "S",
                             "33.86s",
                             "33.86 km",
                             "12 O",
                             "91N",
                             "361E",
                             "-33.86S",
                             "+2E",
                             "N33S",
                             "33.86NE",
                             "48°61'N",
                             "48°51'61\"N",
                             "48.5°51'N",
                             "48°51.5'24\"N",
                             "5'11\"",
                             "12h30m",
                             "48-51-24",
                             "2020-01-02",
                             "20:15",
                             "33.86°C",
                             "12 Nm",
                             "48°51'24\"N 2°21'03\"E",
                             "A 12",
                             "12.5.3N",
                             ".5N",
                             "1,234,567N",
                             "East 5th St"}) {
        const auto found = written_degrees(cell);
        const bool is_certain = found && found->is_certain();
        EXPECT_FALSE(is_certain) << cell;
    }
    EXPECT_FALSE(written_degrees(std::string(1000, '1') + "N"));
}

TEST(Points, of_well_known_text_have_x_and_y) {
    for (const char* cell :
         {"POINT(2.35 48.86)", "POINT (2.35 48.86)", "Point( 2.35  48.86 )", "POINT Z (2.35 48.86 35)",
          "POINTZ(2.35 48.86 35)", "SRID=4326;POINT(2.35 48.86)", "point zm(2.35 48.86 1 2)"}) {
        const auto found = written_point(cell);
        ASSERT_TRUE(found) << cell;
        EXPECT_EQ(found->x, 2.35) << cell;
        EXPECT_EQ(found->y, 48.86) << cell;
    }
    EXPECT_EQ(written_point("POINT(-74.01 4e1)")->x, -74.01);
    EXPECT_TRUE(std::isnan(written_point("POINT EMPTY")->x));
    for (const char* cell :
         {"POINT", "POINT()", "POINT(1)", "POINT(1 2", "POINT(1 2) x", "MULTIPOINT((1 2))", "LINESTRING(1 2, 3 4)",
          "POINT(a b)", "POINT(1 2 3 4 5)", "SRID=;POINT(1 2)", "pointer(1 2)"})
        EXPECT_FALSE(written_point(cell)) << cell;
}

const Column& column(const Table& table, std::string_view name) {
    const auto found = std::ranges::find(table.columns, name, &Column::name);
    if (found == table.columns.end()) throw InputError("there is no column " + std::string(name));
    return *found;
}
std::string notes(const Table& table) {
    std::string all;
    for (const std::string& note : table.notes) all += note + "\n";
    return all;
}

TEST(DegreeColumns, become_numbers_where_the_name_means_longitude_or_latitude) {
    const Table table = table_of("place,lat,lon\nA,48.86N,2.35E\nB,33.86S,151.21E\nC,40.71N,74.01W\n");
    EXPECT_THAT(column(table, "lat").numbers, ElementsAre(48.86, -33.86, 40.71));
    EXPECT_THAT(column(table, "lon").numbers, ElementsAre(2.35, 151.21, -74.01));
    EXPECT_EQ(column(table, "lat").meaning, CellMeaning::latitude);
    EXPECT_THAT(notes(table), HasSubstr("column 2 ('lat') was read as degrees: '48.86N' on line 2 is 48.86"));
    EXPECT_THAT(notes(table), Not(HasSubstr("as text")));
}

TEST(DegreeColumns, of_degrees_minutes_and_seconds_do_too) {
    const Table table = table_of("place,lat,lon\nA,48°51'24\"N,2°21'03\"E\nB,33°51'31\"S,151°12'36\"E\n"
                                 "C,40°42'46\"N,74°00'22\"W\n");
    EXPECT_THAT(column(table, "lat").numbers,
                ElementsAre(DoubleNear(paris, rounding), DoubleNear(-33.858611111111111, rounding),
                            DoubleNear(40.712777777777777, rounding)));
    EXPECT_THAT(column(table, "lon").numbers,
                ElementsAre(DoubleNear(2.3508333333333333, rounding), DoubleNear(151.21, rounding),
                            DoubleNear(-74.006111111111111, rounding)));
    const Table quoted = table_of("place;lat;lon\nA;\"48°51'24\"\"N\";\"2°21'03\"\"E\"\n");
    EXPECT_THAT(column(quoted, "lat").numbers, ElementsAre(DoubleNear(paris, rounding)));
    const Table spaced = table_of("place,lat,lon\nA,48 51 24 N,2 21 03 E\nB,33 51 31 S,151 12 36 E\n");
    EXPECT_THAT(column(spaced, "lat").numbers,
                ElementsAre(DoubleNear(paris, rounding), DoubleNear(-33.858611111111111, rounding)));
    const Table latin = table_of("place,lat,lon\nA,48\xb0"
                                 "51'24\"N,2\xb0"
                                 "21'03\"E\n");
    EXPECT_THAT(column(latin, "lat").numbers, ElementsAre(DoubleNear(paris, rounding))) << "Windows-1252";
}

TEST(DegreeColumns, keep_missing_cells_and_plain_numbers) {
    const Table table = table_of("place,lat,lon\nA,48.86N,2.35E\nB,,NA\nC,-40.71,74.01W\n");
    EXPECT_EQ(column(table, "lat").numbers[2], -40.71);
    EXPECT_TRUE(std::isnan(column(table, "lat").numbers[1]));
    EXPECT_TRUE(std::isnan(column(table, "lon").numbers[1]));
}

TEST(DegreeColumns, are_read_between_plain_numbers_too) {
    std::string bytes = "lat,lon\n";
    for (int i = 0; i < 400; ++i) bytes += i == 300 ? "33.86S,74.01W\n" : "48.86,2.35\n";
    const Table table = table_of(bytes);
    EXPECT_EQ(column(table, "lat").numbers[300], -33.86);
    EXPECT_EQ(column(table, "lon").numbers[300], -74.01);
    std::string masses = "mass,b\n";
    for (int i = 0; i < 10; ++i) masses += i == 5 ? "5E,1\n" : "5,1\n";
    EXPECT_THAT(refusal([&] { (void)table_of(masses); }), HasSubstr("line 7, column 1 ('mass') has '5E'"))
        << "an exponent that was cut off";
}

TEST(DegreeColumns, without_such_names_need_degree_signs_or_both_kinds_of_letters) {
    const Table signs = table_of("place,a,b\nA,48°51'N,2°21'E\nB,33°51'S,151°12'E\n");
    EXPECT_EQ(column(signs, "a").meaning, CellMeaning::latitude);
    EXPECT_EQ(column(signs, "b").meaning, CellMeaning::longitude);
    const Table letters = table_of("place,a,b\nA,48.5N,2.5E\nB,33.5S,151.5E\n");
    EXPECT_THAT(column(letters, "a").numbers, ElementsAre(48.5, -33.5));
    const Table rooms = table_of("room,x,y\n12E,1,2\n14E,3,4\n12W,5,6\n");
    EXPECT_FALSE(column(rooms, "room").is_numeric()) << "these are rooms of a wing";
    const Table slope = table_of("slope,x,y\n12.5°,1,2\n14.5°,3,4\n");
    EXPECT_FALSE(column(slope, "slope").is_numeric());
}

TEST(DegreeColumns, without_a_header_lose_no_row) {
    const Table table = table_of("48.86N,2.35E\n33.86S,151.21E\n");
    ASSERT_EQ(table.rows, 2);
    EXPECT_THAT(table.columns[0].numbers, ElementsAre(48.86, -33.86));
    EXPECT_THAT(table.columns[1].numbers, ElementsAre(2.35, 151.21));
    const Table points = table_of("A,POINT(2.35 48.86)\nB,POINT(151.21 -33.86)\n");
    EXPECT_EQ(points.rows, 2);
}

TEST(DegreeColumns, refuse_letters_that_do_not_agree) {
    EXPECT_THAT(
        refusal([] { (void)table_of("place,lat,lon\nA,48.86N,2.35E\nB,151.21E,33.86S\n"); }),
        HasSubstr("line 3, column 2 ('lat') has '151.21E', a longitude, but the name of the column or the cells "
                  "above mean a latitude; correct the cell"));
    EXPECT_THAT(refusal([] { (void)table_of("place,lon,lat\nA,48.86N,2.35E\n"); }),
                HasSubstr("line 2, column 2 ('lon')"));
    EXPECT_THAT(refusal([] { (void)table_of("place,lat,lon\nA,48.86N,2.35E\nB,unknown,2.35E\nC,1N,2E\n"); }),
                HasSubstr("line 3, column 2 ('lat') has 'unknown', but other rows have degrees; correct the cell, or "
                          "empty it if the number is missing"));
    const Table mixed = table_of("code,x,y\n12N,1,2\n12E,3,4\n");
    EXPECT_FALSE(column(mixed, "code").is_numeric());
}

TEST(DegreeColumns, say_why_an_angle_is_none) {
    const Table beyond = table_of("place,lat,lon\nA,91N,2.35E\nB,95.5S,151.21E\n");
    EXPECT_THAT(column(beyond, "lat").hint,
                HasSubstr("line 2 has '91N', a latitude beyond 90 degrees; correct the cell"));
    EXPECT_THAT(refusal([] { (void)table_of("place,lat,lon\nA,48N,2E\nB,91N,3E\nC,47N,3E\n"); }),
                HasSubstr("line 3, column 2 ('lat') has '91N', a latitude beyond 90 degrees"));
    EXPECT_THAT(refusal([] { (void)table_of("lat,lon\n48,2\n47,3\n46,361E\n"); }),
                HasSubstr("has '361E', a longitude beyond 360 degrees"));
    EXPECT_THAT(refusal([] { (void)table_of("lat,lon\n48,2\n-33.86S,3\n46,4\n"); }),
                HasSubstr("line 3, column 1 ('lat') has '-33.86S', with a sign and the letter of a hemisphere"));
    EXPECT_THAT(refusal([] { (void)table_of("power,b\n48,2\n47,3\n91 N,4\n"); }), HasSubstr("a number with a unit"))
        << "these may be newtons";
}

TEST(DegreeColumns, in_a_first_line_without_names_are_a_row) {
    EXPECT_THAT(refusal([] { (void)table_of("48.86N,2.35E\n33.8,151.2\n40.7,74.0\n"); }),
                HasSubstr("line 1, column 1 ('column 1') has '48.86N', degrees"));
    EXPECT_EQ(table_of("place,5E,10E\nA,1,2\nB,3,4\n").rows, 2) << "names of columns";
}

TEST(DegreeColumns, among_plain_numbers_are_told) {
    const Table table = table_of("city,lat,lon\na,33.86S,151.2E\nb,20.5,10.25\n");
    EXPECT_EQ(column(table, "lat").numbers[0], -33.86);
    EXPECT_THAT(notes(table), HasSubstr("column 2 ('lat') was read as degrees: '33.86S' on line 2 is -33.86"));
    EXPECT_THAT(notes(table), HasSubstr("column 3 ('lon') was read as degrees: '151.2E' on line 2 is 151.2"));
}

TEST(DegreeColumns, say_that_the_letter_o_is_east_or_west) {
    const Table table = table_of("place,lat,lon\nMadrid,40.4N,3.7O\nLisboa,38.7N,9.1O\n");
    EXPECT_FALSE(column(table, "lon").is_numeric());
    EXPECT_THAT(column(table, "lon").hint,
                HasSubstr("line 2 has '3.7O', degrees with O, which is east in German and west"));
    EXPECT_THAT(refusal([] { (void)table_of("place,lon\nMadrid,3.7O\nRoma,12.5E\nWien,16.4E\n"); }),
                HasSubstr("line 2, column 2 ('lon') has '3.7O', degrees with O, which is east in German and west"));
    EXPECT_THAT(refusal([] { (void)table_of("nom,lat,lon\nA,48.85° N,2.35° E\nB,52.5° N,13.4° E\nC,40° N,8.6° O\n"); }),
                HasSubstr("line 4, column 3 ('lon') has '8.6° O', degrees with O, which is east in German and west"));
    EXPECT_THAT(table_of("Ort,Breite,Länge\nA,48° 51' N,2° 21' O\nB,52° 30' N,13° 24' O\n").columns[2].hint,
                HasSubstr("line 2 has '2° 21' O', degrees with O, which is east in German and west"));
}

TEST(DegreeColumns, are_read_from_text_with_white_space_and_from_cells_that_end_in_a_quote) {
    const Table blanks = table_of("place lat lon\nA 48.86N 2.35E\nB 33.86S 151.21E\n");
    EXPECT_THAT(column(blanks, "lat").numbers, ElementsAre(48.86, -33.86));
    const Table quotes = table_of("place,lat,lon\nA,48°51'24\",-2°21'03\"\nB,48°51'24\",-2°21'03\"\n");
    EXPECT_THAT(column(quotes, "lat").numbers[1], DoubleNear(paris, rounding));
    EXPECT_THAT(column(quotes, "lon").numbers[1], DoubleNear(-2.3508333333333333, rounding));
    const Table commas = table_of("place;lat;lon\nA;48,86N;2,35E\nB;33,86S;151,21E\n");
    EXPECT_THAT(column(commas, "lon").numbers, ElementsAre(2.35, 151.21));
}

TEST(DegreeColumns, of_points_become_two_columns) {
    const Table table =
        table_of("name,geom,height\nA,POINT(2.35 48.86),1\nB,POINT(151.21 -33.86),2\nC,POINT EMPTY,3\n");
    ASSERT_EQ(table.columns.size(), 4u);
    EXPECT_EQ(column(table, "geom x").numbers[1], 151.21);
    EXPECT_EQ(column(table, "geom y").numbers[1], -33.86);
    EXPECT_TRUE(std::isnan(column(table, "geom x").numbers[2]));
    EXPECT_THAT(notes(table), HasSubstr("column 2 ('geom') has points and became the columns 'geom x' and 'geom y'"));
    const ColumnChoice choice = likely_columns(table);
    EXPECT_EQ(choice.x, "geom x");
    EXPECT_EQ(choice.y, "geom y");
    EXPECT_EQ(choice.label, "name");
}

TEST(DegreeColumns, keep_the_text_of_the_file_for_labels) {
    const TemporaryFolder folder;
    const Table table =
        load_table(folder.file("places.csv", "lat,geom,lon\n48.86N,POINT(1 2),2.35E\n33.86S,POINT(3 4),151.21E\n"));
    EXPECT_THAT(column_texts(table, column(table, "lat"), 2), ElementsAre("48.86N", "33.86S"));
    EXPECT_THAT(column_texts(table, column(table, "lon"), 2), ElementsAre("2.35E", "151.21E"));
    EXPECT_THAT(column_texts(table, column(table, "geom y"), 2), ElementsAre("POINT(1 2)", "POINT(3 4)"));
}

TEST(DegreeColumns, with_a_cell_that_is_none_name_this_cell) {
    const auto hint = [](std::string_view bytes, std::string_view name) { return column(table_of(bytes), name).hint; };
    EXPECT_THAT(hint("n,lat,lon\nA,48.85°N,2.35°E\nB,33.86°S,151.2°E\nC,40.71°N,74.006°O\nD,1.5°N,68.3°O\n", "lon"),
                HasSubstr("line 4 has '74.006°O', "));
    EXPECT_THAT(hint("n,lat,lon\nA,48.85N,2.35E\nB,-33.86S,151.2E\nC,-40.71S,-74.006W\nD,-1.5S,-68.3W\n", "lat"),
                HasSubstr("line 3 has '-33.86S', with a sign and the letter of a hemisphere"));
    EXPECT_THAT(hint("lat,lon\n48° 51' 23'' Nord,2° 21' 7'' Ost\n33° 52' 7'' Süd,151° 12' 33'' Ost\n", "lon"),
                HasSubstr("line 2 has '2° 21' 7'' Ost', whose hemisphere is none of N, S, E and W"));
    EXPECT_THAT(hint("lat,lon\n4851.396N,0221.132E\n3352.128S,15112.558E\n", "lon"),
                HasSubstr("line 3 has '15112.558E', a longitude beyond 360 degrees"));
    EXPECT_EQ(hint("long,x,y\n12 km away,1,2\nfar,3,4\n", "long"), "") << "a column of other texts";
}

TEST(DegreeColumns, that_are_nothing_else_stay_as_they_are) {
    const Table table = table_of("name,note,x,y\nPOINT,North 5,1,2\nS,none so far,3,4\n");
    EXPECT_FALSE(column(table, "name").is_numeric());
    EXPECT_FALSE(column(table, "note").is_numeric());
    EXPECT_THAT(table.notes, IsEmpty());
}

} // namespace
} // namespace pairscope
