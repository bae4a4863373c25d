// SPDX-License-Identifier: MIT
// Numbers as people write them: read where they can mean only one thing, and else named with what to do.
#include "kernels/data/readers/number.h"
#include "kernels/data/table.h"
#include "tests/kernels/loaded_table.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

namespace pairscope {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string message_about(std::string_view bytes) {
    return refusal([&] { (void)table_of(bytes); });
}

std::string no_points_in(std::string_view bytes) {
    return refusal([&] { (void)likely_columns(table_of(bytes)); });
}

} // namespace

TEST(load_messages, divided_thousands_are_read_and_told) {
    const Table german = table_of("x;y\n1.234,5;2\n2.345.678;3,25\n");
    EXPECT_THAT(german.columns[0].numbers, ElementsAre(1234.5, 2345678.0));
    EXPECT_THAT(german.notes,
                ElementsAre("some of its numbers have thousands separators: '1.234,5' on line 2 is 1234.5"));
    EXPECT_THAT(table_of("x;y\n1 234,5;2\n-12 345,25;3\n").columns[0].numbers, ElementsAre(1234.5, -12345.25));
    EXPECT_THAT(table_of("x;y\n1\xc2\xa0"
                         "234,5;2\n7,5;3\n")
                    .columns[0]
                    .numbers,
                ElementsAre(1234.5, 7.5));
    EXPECT_THAT(table_of("x\ty\n1'234.5\t2\n1,234.5\t3\n").columns[0].numbers, ElementsAre(1234.5, 1234.5));
    EXPECT_THAT(table_of("x,y\n\"1,234.5\",2\n\"2,345,678\",3\n").columns[0].numbers, ElementsAre(1234.5, 2345678.0));
    EXPECT_THAT(message_about("x;y\n1,5;2\n2,5;2\n1.234;3\n"),
                HasSubstr("line 4, column 1 ('x') has '1.234', which may have a decimal point or a thousands "
                          "separator; write it as the other numbers are written, or without the point"));
}

TEST(load_messages, quoted_decimal_commas_are_read_where_they_cannot_be_thousands) {
    const Table table = table_of("name,x,y\nA,\"1,5\",\"2,25\"\nB,\"3\",\"-4,125\"\n");
    EXPECT_EQ(table.format, "CSV, separated by ',', decimal commas, with a header");
    EXPECT_THAT(table.columns[1].numbers, ElementsAre(1.5, 3.0));
    EXPECT_THAT(table.columns[2].numbers, ElementsAre(2.25, -4.125));
    EXPECT_EQ(
        no_points_in("x,y\n\"1,234\",\"2,345\"\n\"3,456\",\"4,567\"\n"),
        "cannot take points from points.csv: it has no column of numbers, but x and y need two; line 2 has '1,234', "
        "which may have a decimal comma or a thousands separator; write it with a decimal point, or without the comma");
}

TEST(load_messages, commas_that_may_mean_thousands_are_told) {
    EXPECT_THAT(table_of("1,234;2,345\n3,456;4,567\n").notes,
                ElementsAre("its commas were read as decimal commas: '1,234' on line 1 is 1.234"));
    EXPECT_THAT(table_of("1,234;2,345\n3,45;4,567\n").notes, IsEmpty()) << "one shows what all mean";
    EXPECT_THAT(table_of("0,234;2\n3,456;4\n").notes, IsEmpty());
}

TEST(load_messages, points_between_thousands_are_no_decimal_comma) {
    EXPECT_THAT(no_points_in("x,y\n1.500.000,3\n1.600.000,4\n"),
                HasSubstr("line 2 has '1.500.000', a number with points between its thousands; write it without them"));
    EXPECT_THAT(message_about("x;y\n1,5;2\n2,5;2\n1,500,000;3\n"),
                HasSubstr("'1,500,000', a number with commas between its thousands; write it without them"));
}

TEST(load_messages, texts_where_numbers_are_needed_are_named_by_cell_and_line) {
    const auto message = [](const std::string& cell) {
        return no_points_in("name,x,y\nA,1,\nB,2," + cell + "\nC,3," + cell + "\n");
    };
    EXPECT_EQ(message("oak1"),
              "cannot take points from points.csv: it has one column of numbers, but x and y need two; "
              "column 'y' holds text: line 3 has 'oak1'; write numbers there, or open a table with two");
    EXPECT_THAT(message("True"), HasSubstr("line 3 has 'True', a truth value; write 1 for true and 0 for false"));
    EXPECT_THAT(message("0x10"), HasSubstr("line 3 has '0x10', a hexadecimal number; write it as a decimal number"));
    EXPECT_THAT(message("1/2"), HasSubstr("line 3 has '1/2', a fraction; write it as a decimal number"));
    EXPECT_THAT(message("12:30"), HasSubstr("line 3 has '12:30', which may be a date or a time; write it as a number"));
    EXPECT_THAT(no_points_in("name,x\nA,1\nB,2\n"), HasSubstr("column 'name' holds text: line 2 has 'A'"));
}

TEST(load_messages, a_name_that_stands_twice_is_told) {
    const Table table = table_of("x,x,y\n1,2,3\n4,5,6\n");
    EXPECT_THAT(table.notes,
                ElementsAre("several columns have the name 'x': it stands for the first one, and the next is 'x (2)'"));
    EXPECT_THAT(table_of("x,,\n1,2,3\n4,5,6\n").notes, IsEmpty());
}

TEST(load_messages, a_quote_that_is_not_closed_in_a_small_file_is_named) {
    EXPECT_THAT(
        message_about("x,y\n\"1,2\n3,4\n"),
        HasSubstr("line 2, column 1 has '\"1,2', whose quote is not closed up to the end of the file; close it"));
    EXPECT_THAT(message_about("x;y\n1;\"2\n"), HasSubstr("line 2, column 2 has '\"2', whose quote is not closed"));
}

TEST(load_messages, units_in_cells_are_named) {
    EXPECT_EQ(
        no_points_in("x,y\n12 km,3\n13 km,4\n"),
        "cannot take points from points.csv: it has one column of numbers, but x and y need two; line 2 has "
        "'12 km', a number with a unit; write the unit into the column's name, as in 'x [km]', and only the number "
        "into the cell");
    EXPECT_THAT(message_about("x,y\n1,2\n3,4\n5,6%\n"),
                HasSubstr("line 2, column 2 ('y') has 2 without a percent sign, and line 4 has '6%'; write all"));
    EXPECT_THAT(message_about("x,y\n1,2\n3,4\n5,6 m\n"),
                HasSubstr("line 4, column 2 ('y') has '6 m', a number with a unit; write the unit into"));
    EXPECT_THAT(
        table_of("x,y,length\n1,2,3 m\n4,5,6 m\n").notes,
        ElementsAre(StartsWith("column 3 ('length') was read as text: line 2 has '3 m', a number with a unit")));
    EXPECT_THAT(table_of("x,y,place\n1,2,A\n4,5,B\n7,8,9 B\n").notes, IsEmpty());
    const Table table = table_of("x,y,z\n1 m,2,3\n4 m,5,6\n");
    EXPECT_THAT(
        refusal([&] {
            (void)dataset_from(table, {"x", "y", {}}, 2, Order::as_loaded);
        }),
        StartsWith("cannot take column 'x' of points.csv as numbers, because it holds text: line 2 has '1 m', a "
                   "number with a unit; "));
}

TEST(load_messages, a_quote_that_is_not_closed_is_named_by_line_column_and_cell) {
    EXPECT_THAT(
        message_about("name,x,y\nA,1,2\nB,\"3,4\nC,5,6\n"),
        HasSubstr("line 3, column 2 has '\"3,4', whose quote is not closed up to the end of the file; close it, "
                  "or delete it"));
    EXPECT_THAT(message_about("name,x,y\nA,1,2\n\"B,3,4\nC,5,6\"\nE,9,10\n"),
                HasSubstr("line 3, with a quote that goes on to line 4, ends after column 1, where"));
}

TEST(load_messages, the_separator_line_of_excel_is_obeyed) {
    for (const char* bytes :
         {"sep=;\nx;y\n1,5;2\n", "sep=;\r\nx;y\r\n1,5;2\r\n", "\xef\xbb\xbf\"sep=;\"\nx;y\n1,5;2\n"}) {
        const Table table = table_of(bytes);
        EXPECT_THAT(table.columns[0].name, "x") << bytes;
        EXPECT_THAT(table.columns[0].numbers, ElementsAre(1.5)) << bytes;
        EXPECT_THAT(table.lines, ElementsAre(3)) << bytes;
    }
}

TEST(load_messages, utf16_without_its_mark_is_named) {
    for (const bool big : {false, true}) {
        std::string bytes;
        for (const char c : std::string("x,y\n1,2\n3,4\n"))
            bytes += big ? std::string(1, '\0') + c : c + std::string(1, '\0');
        EXPECT_THAT(message_about(bytes), HasSubstr("it is UTF-16 text without a byte order mark; save it as UTF-8"));
    }
}

TEST(load_messages, a_control_z_at_the_end_ends_the_text) {
    for (const char* bytes : {"x,y\n1,2\n\x1a", "x,y\n1,2\x1a", "x,y\r\n1,2\r\n\x1a"}) {
        const Table table = table_of(bytes);
        EXPECT_EQ(table.total_rows, 1) << bytes;
        EXPECT_THAT(table.columns[1].numbers, ElementsAre(2.0)) << bytes;
    }
}

TEST(load_messages, telephone_numbers_and_dates_are_no_numbers) {
    for (const char* text : {"030 123 456", "2024-01-31", "12.05.2024", "1,23,456", "12 34", "1.234", "1 2345"})
        EXPECT_EQ(cell_of(text, ',').kind, CellKind::text) << text;
}

} // namespace pairscope
