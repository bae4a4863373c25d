// SPDX-License-Identifier: MIT
// Text in all the ways that programs write tables.
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/errors.h"
#include "kernels/data/table.h"
#include "tests/kernels/loaded_table.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace pairscope {

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names_of(const Table& table) {
    std::vector<std::string> names;
    for (const Column& column : table.columns) names.push_back(column.name);
    return names;
}

/// "x y" of the first two columns of numbers, whatever else there is.
std::string first_point(const Table& table) {
    std::string text;
    for (const Column& column : table.columns) {
        if (column.is_numeric()) text += std::to_string(column.numbers[0]).substr(0, 4) + " ";
    }
    return text;
}

} // namespace

TEST(text_tables, every_separator_is_detected) {
    EXPECT_EQ(table_of("x,y\n1.5,2.5\n").format, "CSV, separated by ',', with a header");
    EXPECT_EQ(table_of("x;y\n1.5;2.5\n").format, "CSV, separated by ';', with a header");
    EXPECT_EQ(table_of("x\ty\n1.5\t2.5\n").format, "TSV, separated by tabs, with a header");
    EXPECT_EQ(table_of("x|y\n1.5|2.5\n").format, "CSV, separated by '|', with a header");
    EXPECT_EQ(table_of("x y\n1.5 2.5\n").format, "text, separated by white space, with a header");
    EXPECT_EQ(table_of("  1.5   2.5\n 10.5 \t 3.5 \n").format, "text, separated by white space, without a header");
}

TEST(text_tables, every_separator_reads_the_same_point) {
    for (const char* bytes :
         {"1.5,2.5\n", "1.5;2.5\n", "1.5\t2.5\n", "1.5|2.5\n", "1.5 2.5\n", "  1.5 \t 2.5  \n", "1.5, 2.5", "1,5;2,5\n",
          "1,5\t2,5\n", "1,5 2,5\n", "\"1.5\",\"2.5\"\n", "+1.5,25e-1\r\n"}) {
        EXPECT_EQ(first_point(table_of(bytes)), "1.50 2.50 ") << bytes;
    }
}

TEST(text_tables, decimal_commas_are_told_from_separators) {
    const Table table = table_of("Ort;x;y\nA;1,5;-2,25\nB;3;4e1\n");
    EXPECT_EQ(table.format, "CSV, separated by ';', decimal commas, with a header");
    EXPECT_THAT(table.columns[1].numbers, ElementsAre(1.5f, 3.0f));
    EXPECT_THAT(table.columns[2].numbers, ElementsAre(-2.25f, 40.0f));
}

TEST(text_tables, decimal_commas_between_bars_are_told_from_separators) {
    for (const std::string header : {"", "x|y\n"}) {
        const Table table = table_of(header + "1,5|2,5\n3,5|4,5\n9,5|9,25\n");
        ASSERT_EQ(table.columns.size(), 2u) << header;
        EXPECT_THAT(table.columns[0].numbers, ElementsAre(1.5, 3.5, 9.5));
        EXPECT_THAT(table.columns[1].numbers, ElementsAre(2.5, 4.5, 9.25));
    }
    EXPECT_THAT(table_of("x|y\n1.5|2\n3.5|4\n").columns[0].numbers, ElementsAre(1.5, 3.5));
    EXPECT_EQ(table_of("a|b,1,2\nc|d,3,4\n").format, "CSV, separated by ',', without a header");
}

TEST(text_tables, a_single_column_of_points_becomes_two_of_numbers) {
    for (const std::string text :
         {"POINT(2.35 48.86)\nPOINT(151.21 -33.86)\n", "geom\nPOINT(2.35 48.86)\nPOINT(151.21 -33.86)\n",
          "\"geom\"\n\"POINT (2.35 48.86)\"\n\"POINT (151.21 -33.86)\"\n"}) {
        const Table table = table_of(text);
        ASSERT_EQ(table.columns.size(), 2u) << text;
        EXPECT_THAT(table.columns[0].numbers, ElementsAre(2.35, 151.21)) << text;
        EXPECT_THAT(table.columns[1].numbers, ElementsAre(48.86, -33.86)) << text;
    }
    EXPECT_THAT(refusal([] { (void)table_of("geom\nPOINT(1 2)\nLINESTRING(1 2, 3 4)\n"); }),
                testing::HasSubstr("no separator"));
}

TEST(text_tables, a_single_row_is_a_table) {
    const Table table = table_of("0.5,0.25");
    EXPECT_EQ(table.rows, 1);
    EXPECT_EQ(table.total_rows, 1);
    EXPECT_THAT(names_of(table), ElementsAre("column 1", "column 2"));
}

TEST(text_tables, a_header_is_found_where_there_is_one) {
    EXPECT_THAT(names_of(table_of("name,x,y\nA,1,2\n")), ElementsAre("name", "x", "y"));
    EXPECT_THAT(names_of(table_of("A,1,2\nB,3,4\n")), ElementsAre("column 1", "column 2", "column 3"));
    EXPECT_THAT(names_of(table_of(",x,x\n0,1,2\n1,3,4\n")), ElementsAre("column 1", "x", "x (2)"));
}

TEST(text_tables, a_byte_order_mark_is_not_part_of_the_first_name) {
    EXPECT_THAT(names_of(table_of("\xef\xbb\xbfx,y\n1,2\n")), ElementsAre("x", "y"));
    EXPECT_THAT(table_of("\xef\xbb\xbf"
                         "1 2\n3 4\n")
                    .columns[0]
                    .numbers,
                ElementsAre(1.0f, 3.0f));
}

TEST(text_tables, a_header_may_be_of_years) {
    for (const char* bytes : {"country,2019,2020\nDE,1.5,2\nFR,3,4\n", ",2019,2020\nDE,1.5,2\nFR,3,4\n",
                              "2019,2020\nDE,1.5,2\nFR,3,4\n", "2018,2019,2020\n1.5,2,2019\n3,4,2020\n"}) {
        const Table table = table_of(bytes);
        EXPECT_EQ(table.rows, 2) << bytes;
        EXPECT_THAT(names_of(table), testing::Contains("2020")) << bytes;
        EXPECT_THAT(table.notes, ElementsAre("the years in its header are the names of columns")) << bytes;
    }
    for (const char* bytes : {"1990,2000\n1.5,2\n3,4\n", "A,1600,1800\nB,3,4\n", "A,2019,2020\nB,2021,2022\n",
                              "2018,2019,2021\n1,2,3\n", "A,2020,2019\nB,1,2\n", "A,2019,2020.5\nB,1,2\n"})
        EXPECT_THAT(table_of(bytes).format, testing::EndsWith("without a header")) << bytes << "these may be points";
}

TEST(text_tables, a_header_may_have_numbers_beside_an_empty_corner) {
    EXPECT_THAT(names_of(table_of(",0,1\nA,3,4\nB,5,6\n")), ElementsAre("column 1", "0", "1"));
    EXPECT_EQ(table_of(",0,1\nA,3,4\n,5,6\n").rows, 3) << "texts are missing elsewhere, too";
    EXPECT_EQ(table_of(",0,1\n1,3,4\n2,5,6\n").rows, 3) << "numbers may be missing";
}

TEST(text_tables, rows_may_end_with_a_separator_that_the_header_lacks) {
    for (const char* bytes :
         {"site,a,b\nS1,3,4,\nS2,5,6,\n", "site\ta\tb\nS1\t3\t4\t\nS2\t5\t6\t\n", "site;a;b\n1;3;4;\n2;5;6;\n"}) {
        const Table table = table_of(bytes);
        EXPECT_EQ(table.rows, 2) << bytes;
        ASSERT_GE(table.columns.size(), 3u) << bytes;
        EXPECT_EQ(table.columns[0].name, "site") << bytes;
        EXPECT_EQ(table.columns[1].name, "a") << bytes;
        EXPECT_THAT(table.columns[1].numbers, ElementsAre(3.0, 5.0)) << bytes;
        EXPECT_THAT(table.columns[2].numbers, ElementsAre(4.0, 6.0)) << bytes;
        EXPECT_EQ(count_numeric(table), table.columns[0].is_numeric() ? 3 : 2) << bytes;
    }
    EXPECT_EQ(table_of("a,b\nS1,3,4\nS2,5,6\n").columns[1].name, "a") << "the names of the rows have no name";
    EXPECT_EQ(table_of("a,b\nS1,3,\nS2,5,6\n").columns[1].name, "a") << "a number is missing";
}

TEST(text_tables, all_line_ends_are_understood) {
    for (const char* bytes :
         {"x,y\n1,2\n3,4", "x,y\r\n1,2\r\n3,4\r\n", "x,y\r1,2\r3,4\r", "\nx,y\n\n1,2\n\n\n3,4\n\n"}) {
        EXPECT_THAT(table_of(bytes).columns[1].numbers, ElementsAre(2.0f, 4.0f)) << bytes;
    }
}

TEST(text_tables, comments_are_skipped) {
    const Table table =
        table_of("# \"made by hand, x,y\nx,y # no comment\n1,2\n  # a comment, in the middle\n3,4\n#5,6\n");
    EXPECT_THAT(names_of(table), ElementsAre("x", "y # no comment"));
    EXPECT_THAT(table.columns[0].numbers, ElementsAre(1.0f, 3.0f));
}

TEST(text_tables, quotes_may_hold_separators_line_ends_and_quotes) {
    const Table table = table_of(
        "name,x,y\n\"Washington, D.C.\",1,2\n\"two\nlines\",3,4\n\"the \"\"old\"\" town\", 5 ,6\n5\" disk,7,8\n"
        "\"\",9,10\n");
    EXPECT_THAT(table.columns[0].texts,
                ElementsAre("Washington, D.C.", "two\nlines", "the \"old\" town", "5\" disk", ""));
    EXPECT_THAT(table.columns[2].numbers, ElementsAre(2.0f, 4.0f, 6.0f, 8.0f, 10.0f));
}

TEST(text_tables, separators_within_quotes_and_points_divide_nothing) {
    const Table quoted = table_of("n,lat,lon\nParis,\"48 51 23.76\",\"2 21 7.92\"\nSydney,\"-33 52 7.68\",\"151 12 "
                                  "33.48\"\n");
    EXPECT_THAT(names_of(quoted), ElementsAre("n", "lat", "lon"));
    EXPECT_NEAR(quoted.columns[1].numbers[0], 48.8566, 1e-12);
    EXPECT_THAT(
        names_of(table_of("place name,a b,c d\n\"x; 1; 2\",\"3; 4\",\"5; 6\"\n\"y; 1; 2\",\"3; 4\",\"5; 6\"\n")),
        ElementsAre("place name", "a b", "c d"));
    const Table points =
        table_of("n,geom\nParis,SRID=4326;POINT(2.3522 48.8566)\nNY,SRID=4326;POINT(-74.006 40.7128)\n");
    EXPECT_THAT(names_of(points), ElementsAre("n", "geom x", "geom y"));
    const Table several = table_of("n,kind,geom\nParis,city,SRID=4326;POINT(2.3522 48.8566)\n"
                                   "NY,city,SRID=4326;POINT(-74.006 40.7128)\n");
    EXPECT_THAT(names_of(several), ElementsAre("n", "kind", "geom x", "geom y"));
    EXPECT_THROW((void)table_of("a title, of 2020\nA;1,5;2,5\nB;2,5;3,5\n"), InputError)
        << "decimal commas divide nothing";
}

TEST(text_tables, quotes_hold_blanks_in_white_space_text) {
    const Table table = table_of("city x y\n\"New York\" 1 2\nParis 3 4\n");
    EXPECT_THAT(table.columns[0].texts, ElementsAre("New York", "Paris"));
}

TEST(text_tables, nan_and_infinity_are_values) {
    const Table table = table_of("x,y\n1,NaN\n2,-inf\n3,Infinity\n4,nan\n5,1\n");
    const auto& y = table.columns[1].numbers;
    EXPECT_TRUE(std::isnan(y[0]) && std::isnan(y[3]));
    EXPECT_TRUE(std::isinf(y[1]) && y[1] < 0.0f);
    EXPECT_TRUE(std::isinf(y[2]) && y[2] > 0.0f);
}

TEST(text_tables, missing_numbers_are_nan) {
    const Table table = table_of("x,y\n1,2\n,4\n5,NA\n6,n/a\n7,null\n");
    EXPECT_TRUE(std::isnan(table.columns[0].numbers[1]));
    for (const std::size_t row : {2u, 3u, 4u}) EXPECT_TRUE(std::isnan(table.columns[1].numbers[row])) << row;
}

TEST(text_tables, a_column_of_texts_keeps_what_looks_like_a_number) {
    const Table table = table_of("code,country,x,y\n7A,NA,1,2\n12,NA,3,4\nB9,DE,5,6\nNan,FR,7,8\n");
    EXPECT_THAT(table.columns[0].texts, ElementsAre("7A", "12", "B9", "Nan"));
    EXPECT_THAT(table.columns[1].texts, ElementsAre("NA", "NA", "DE", "FR"));
}

TEST(text_tables, a_column_that_is_empty_at_first_becomes_what_it_holds_later) {
    std::string bytes = "x,y,z,name,void\n";
    for (int i = 0; i < 400; ++i) bytes += "1,2,,,\n";
    const Table table = table_of(bytes + "1,2,3,last,\n");
    EXPECT_TRUE(std::isnan(table.columns[2].numbers[0]));
    EXPECT_EQ(table.columns[2].numbers[400], 3.0f);
    EXPECT_EQ(table.columns[3].texts[400], "last");
    EXPECT_THAT(table.columns[4].numbers, IsEmpty());
    EXPECT_EQ(table.columns[4].texts.size(), 401u);
}

TEST(text_tables, numbers_are_those_nearest_to_the_text_and_no_other_is_zero) {
    const Table table = table_of("x,y\n16777217,0.1\n1e-60,1e-400\n3.4028235e38,-0.000012345678901\n-.5,7.\n"
                                 "9007199254740993,0.30000000000000004\n");
    EXPECT_THAT(table.columns[0].numbers, ElementsAre(16777217.0, 1e-60, 3.4028235e38, -0.5, 9007199254740992.0));
    EXPECT_THAT(table.columns[1].numbers, ElementsAre(0.1, std::numeric_limits<double>::denorm_min(),
                                                      -0.000012345678901, 7.0, 0.30000000000000004));
}

TEST(text_tables, bytes_that_are_not_utf8_are_read_as_windows_1252) {
    EXPECT_EQ(table_of("Ort;x;y\nM\xfcnchen;11,6;48,1\n").columns[0].texts[0], "München");
    EXPECT_EQ(table_of("Ort;x;y\nMünchen;11,6;48,1\n").columns[0].texts[0], "München");
    constexpr const char* note =
        "it is not UTF-8, so its letters were read as those of Windows-1252: 'München' on line "
        "2; save it as UTF-8 if they are wrong";
    EXPECT_THAT(table_of("Ort;x;y\nM\xfcnchen;11,6;48,1\n").notes, ElementsAre(note));
    EXPECT_THAT(table_of("Ort;x;y\nMünchen;11,6;48,1\n").notes, IsEmpty());
    EXPECT_THAT(table_of("L\xe4nge;x;y\n1;11,6;48,1\n").notes, Contains(testing::HasSubstr("'Länge' on line 1")));
}

TEST(text_tables, the_first_rows_are_kept_and_the_others_counted) {
    std::string bytes = "name,x,y\n";
    for (int i = 0; i < 1'000'006; ++i) bytes += "\"row\n" + std::to_string(i) + "\"," + std::to_string(i) + ",1\n";
    const Table table = table_of(bytes + "this row, too, is only counted\n");
    EXPECT_EQ(table.rows, max_rows);
    EXPECT_EQ(table.total_rows, 1'000'007);
    EXPECT_EQ(table.columns[1].numbers.size(), 1'000'000u);
    EXPECT_EQ(table.columns[0].texts.back(), "row\n999999");
}

TEST(text_tables, fewer_rows_are_kept_of_many_columns_but_enough_for_a_stored_matrix) {
    EXPECT_EQ(most_rows(0), max_rows);
    EXPECT_EQ(most_rows(33), max_rows);
    EXPECT_EQ(most_rows(64), std::int64_t{1} << 19);
    EXPECT_EQ(most_rows(100'000), max_stored_rows);
}

TEST(text_tables, a_name_that_is_not_utf8_can_be_opened_and_shown) {
    const TemporaryFolder folder;
    EXPECT_EQ(load_table(folder.file("caf\xe9.csv", "1,2\n")).name, "caf\xef\xbf\xbd.csv");
}

TEST(text_tables, the_data_we_ship_load_with_their_credit) {
    const Table cities = load_table("assets/datasets/cities.csv.gz");
    EXPECT_EQ(cities.total_rows, 34'006);
    EXPECT_EQ(cities.rows, 34'006);
    EXPECT_EQ(cities.credit, "GeoNames (geonames.org), CC BY 4.0");
    EXPECT_EQ(cities.columns[0].texts[0], "Shanghai");
    const Table places = load_table("assets/datasets/tz_places.csv");
    EXPECT_EQ(places.rows, 418);
    EXPECT_EQ(places.credit, "tzdata, public domain");
    const TemporaryFolder folder;
    EXPECT_EQ(load_table(folder.file("tz_places.csv", "x,y\n1,2\n")).credit, "") << "the name alone is not enough";
}

} // namespace pairscope
