// SPDX-License-Identifier: MIT
// Columns whose numbers are written in another way than programs write them.
#include "kernels/data/cells/odd_numbers.h"
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/readers/number.h"
#include "tests/kernels/loaded_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace pairscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// The column `a` of a table with names and two plain columns beside it.
Table with_cells(const std::vector<std::string>& cells) {
    std::string text = "s,a,b,c\n";
    for (std::size_t i = 0; i < cells.size(); ++i) text += fmt::format("r{},{},{},{}\n", i, cells[i], 7 - i, i * i);
    return table_of(text);
}

std::string notes_in_words(const Table& table) { return fmt::format("{}", fmt::join(table.notes, "; ")); }

double plain_number(std::string_view text) {
    const ParsedCell cell = cell_of(text, '.');
    EXPECT_EQ(cell.kind, CellKind::number) << text;
    return cell.value;
}

} // namespace

TEST(odd_notations, of_signs_digits_and_blanks_are_read) {
    EXPECT_EQ(plain_number("\u201312.5"), -12.5);
    EXPECT_EQ(plain_number("\u2014.5"), -0.5);
    EXPECT_EQ(plain_number("\x96"
                           "3"),
              -3.0)
        << "in Windows-1252";
    EXPECT_EQ(plain_number("1e\u20133"), 1e-3);
    EXPECT_EQ(plain_number("\uff11\uff12\uff0e\uff15"), 12.5);
    EXPECT_EQ(plain_number("\u200b6.5"), 6.5);
    EXPECT_EQ(plain_number("7\u3000"), 7.0);
    EXPECT_EQ(plain_number("8\ufeff"), 8.0);
    EXPECT_EQ(plain_number("'5"), 5.0);
    EXPECT_EQ(plain_number("'-6.5"), -6.5);
    EXPECT_EQ(plain_number("=\"12.5\""), 12.5);
    EXPECT_EQ(plain_number("=\"\"12.5\"\""), 12.5);
    EXPECT_EQ(cell_of("\u3000", '.').kind, CellKind::missing);
    for (const char* other : {"3\u20134", "\u2013", "\u2014", "'", "''5", "=", "=A1", "\u2013a", "'90s"})
        EXPECT_EQ(cell_of(other, '.').kind, CellKind::text) << other;
    EXPECT_THAT(with_cells({"\"=\"\"5\"\"\"", "=\"6\"", "7"}).columns[1].numbers, ElementsAre(5.0, 6.0, 7.0));
    EXPECT_THAT(with_cells({"\u201312", "\u20133", "\u20134.5"}).columns[1].numbers, ElementsAre(-12.0, -3.0, -4.5));
    EXPECT_THAT(with_cells({"'5", "'6.5", "'7"}).columns[1].numbers, ElementsAre(5.0, 6.5, 7.0));
}

TEST(odd_notations, of_fortran_without_a_point_are_read_where_the_whole_column_has_them) {
    const Table table = with_cells({"1D1", "2d1", "4", "-6D2"});
    EXPECT_THAT(table.columns[1].numbers, ElementsAre(10.0, 20.0, 4.0, -600.0));
    EXPECT_THAT(notes_in_words(table),
                HasSubstr("the letters in column 'a' were read as exponents: '1D1' on line 2 is 10"));
    const Table both = table_of("a,b\n2d0,1D1\n3d0,2D1\n5d0,4D1\n");
    EXPECT_THAT(both.columns[0].numbers, ElementsAre(2.0, 3.0, 5.0));
    EXPECT_THAT(both.columns[1].numbers, ElementsAre(10.0, 20.0, 40.0));
    EXPECT_THAT(notes_in_words(both), Not(HasSubstr("degrees")));
    EXPECT_THAT(table_of("2d0,1D1\n3d0,2D1\n5d0,4D1\n").rows, 3) << "the first row is no header";
    EXPECT_FALSE(with_cells({"7D2", "8A1", "9B3"}).columns[1].is_numeric()) << "codes";
    EXPECT_FALSE(table_of("flat,x,y\n1D1,1,2\n1D2,3,4\n").columns[0].is_numeric()) << "codes in front";
    EXPECT_EQ(table_of("lat,lon\n2d30,1d15\n3d0,2d0\n").columns[0].numbers[0], 2.5) << "degrees and minutes";
}

TEST(odd_notations, of_thousands_are_decided_by_the_column) {
    const Table lakhs = with_cells({"\"1,00,000.50\"", "\"99,999.25\"", "\"5,000\""});
    EXPECT_THAT(lakhs.columns[1].numbers, ElementsAre(100000.5, 99999.25, 5000.0));
    EXPECT_THAT(with_cells({"\"2,345,678\"", "\"1,000,000\"", "\"987,654\""}).columns[1].numbers,
                ElementsAre(2345678.0, 1000000.0, 987654.0));
    EXPECT_THAT(with_cells({"\"987,654\"", "\"12,345\"", "\"2,345,678\""}).columns[1].numbers,
                ElementsAre(987654.0, 12345.0, 2345678.0));
    EXPECT_THAT(notes_in_words(with_cells({"\"987,654\"", "\"2,345,678\"", "1"})),
                HasSubstr("some of its numbers have thousands separators: '987,654' on line 2 is 987654"));
    EXPECT_FALSE(with_cells({"\"1,234\"", "\"12,345\"", "\"3,567\""}).columns[1].is_numeric()) << "nothing says so";
}

TEST(odd_notations, that_are_not_read_are_named) {
    using Cells = std::vector<std::string>;
    for (const Cells& cells :
         {Cells{"<0.1", "<0.2", "<0.5"}, Cells{"~1", "~2", "~3"}, Cells{"1*", "2*", "3*"},
          Cells{"1.5\u00b10.1", "2\u00b10.1", "3\u00b10.2"}, Cells{"(1.5)", "(2.5)", "(4)"}, Cells{"5-", "6-", "9.5-"},
          Cells{"1/2", "1/3", "2/3"}, Cells{"1_000", "2_000", "10_000"}, Cells{"1.5 e3", "2 e3", "4 e3"},
          Cells{"0x10", "0x0A", "0xff"}, Cells{"1.5-103", "2.5-103", "3-103"}, Cells{"1\u00bd", "2\u00bd", "3\u00bd"},
          Cells{"1.5\u00d710^3", "2\u00d710^2", "4\u00d710^2"}, Cells{"12:30", "12:31", "13:00"},
          Cells{"2020-01-01", "2020-01-02", "2020-01-05"}, Cells{"1st", "2nd", "3rd"},
          Cells{"<0.1", "<0.1", "<0.1", "5.5", "40"}}) {
        const Table table = with_cells(cells);
        EXPECT_FALSE(table.columns[1].is_numeric()) << cells[0];
        EXPECT_THAT(notes_in_words(table),
                    HasSubstr(fmt::format("column 2 ('a') was read as text: line 2 has '{}', ", cells[0])));
    }
    for (const Cells& cells :
         {Cells{"red", "green", "blue"}, Cells{"5 Main Street", "7 Old Avenue", "9 New Street"}, Cells{"", "", ""}})
        EXPECT_THAT(with_cells(cells).notes, IsEmpty()) << cells[0];
    EXPECT_THAT(table_of("day,b,c\n2020-01-01,2,1\n2020-01-02,3,2\n").notes, IsEmpty()) << "they are the names of rows";
    EXPECT_THAT(refusal([] {
                    (void)with_cells({"<0.1", "2.5", "4.5"});
                }),
                HasSubstr("line 2, column 2 ('a') has '<0.1', a number with a sign such as < before it"));
}

TEST(odd_notations, of_points_that_may_divide_thousands_are_told) {
    for (const char* bytes : {"n;a;b\nA;1.234;2.345\nB;4.500;1.000\n", "n\ta\tb\nA\t1.234\t2\nB\t999\t1.000\n",
                              "n|a|b\nA|1.234|2.345\nB|4.500|1.000\n"})
        EXPECT_THAT(table_of(bytes).notes,
                    ElementsAre("its points were read as decimal points: '1.234' on line 2 is 1.234"))
            << bytes;
    EXPECT_THAT(table_of("n;a;b\nA;1.234;2.345\nB;4.5;1.000\n").notes, IsEmpty()) << "4.5 is a decimal number";
    EXPECT_THAT(table_of("n,a,b\nA,1.234,2.345\nB,4.500,1.000\n").notes, IsEmpty());
}

} // namespace pairscope
