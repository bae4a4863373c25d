// SPDX-License-Identifier: MIT
// Tables as other programs and other countries write them: what each column holds, and what is said of it.
#include "tests/kernels/loaded_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <limits>
#include <string>
#include <vector>

namespace pairscope {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::NanSensitiveDoubleEq;

struct ForeignTable {
    std::string about, bytes;
    std::size_t column = 0; ///< one that would be read as something else
    std::string name;
    std::vector<double> numbers{}; ///< empty: it holds texts
    std::string note{};            ///< one of the notes, or a part of it; empty: there is none
};

std::vector<ForeignTable> foreign_tables() {
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    return {
        {"Excel in Germany, with its first line and a byte order mark",
         "\xef\xbb\xbfsep=;\r\nname;x;y\r\nA;1,5;2\r\nB;3,25;4\r\nC;1.000,5;7\r\n",
         1,
         "x",
         {1.5, 3.25, 1000.5},
         "some of its numbers have thousands separators: '1.000,5' on line 5 is 1000.5"},
        {"blanks between the digits of each number of a table with tabs",
         "city\tpopulation\tarea\nWien\t897 491\t415\nGraz\t289 440\t128\nLinz\t205 726\t96\n",
         1,
         "population",
         {897491, 289440, 205726},
         "some of its numbers have thousands separators: '897 491' on line 2 is 897491"},
        {"dates with a blank in a table with tabs",
         "day\twhen\tc1\tc2\n1\t10 Jan\t3\t4\n2\t11 Jan\t5\t6\n3\t12 Jan\t7\t9\n",
         2,
         "c1",
         {3, 5, 7},
         "column 2 ('when') was read as text"},
        {"places in one cell of a table with tabs",
         "site\tcoords\tcount\nA\t48.1 16.3\t4\nB\t47.2 15.1\t9\nC\t46.3 14.2\t2\n",
         2,
         "count",
         {4, 9, 2},
         "column 2 ('coords') was read as text"},
        {"blanks and a single tab in rows without a header",
         "A\t1 2 3\nB\t4 5 6\nC\t7 8 9\n",
         2,
         "column 3",
         {2, 5, 8}},
        {"a copy from Excel in Germany, whose points divide thousands or decimals",
         "town\tpeople\tarea\nA\t12.345\t891\nB\t987\t1.234\n",
         1,
         "people",
         {12.345, 987.0},
         "its points were read as decimal points: '12.345' on line 2 is 12.345"},
        {"house prices, whose currency says what all commas are",
         "house,price,sqft\nA,\"$658,788\",\"1,234\"\nB,\"$712,000\",\"2,345\"\n",
         2,
         "sqft",
         {1234.0, 2345.0},
         "some of its numbers have thousands separators: '$658,788' on line 2 is 658788"},
        {"lines that were converted twice", "x,y\r\r\n1,2\r\r\n3,4\r\r\n", 1, "y", {2.0, 4.0}},
        {"numbers between single quotes", "'x','y'\n'1','2.5'\n'-3','4'\n", 1, "'y'", {2.5, 4.0}},
        {"digits of an Arabic, a Persian and an Indian keyboard",
         "name,x,y\nA,\u0661\u0662\u066b\u0665,3\nB,\u06f4\u06f5,6\nC,\u096d,8\n",
         1,
         "x",
         {12.5, 45.0, 7.0}},
        {"points with heights",
         "name;place\nA;POINT Z (2 48 10)\nB;POINT Z(13 52 -20.5)\nC;POINT (1 2)\n",
         3,
         "place z",
         {10.0, -20.5, missing},
         "column 2 ('place') has points and became the columns 'place x', 'place y' and 'place z'"},
        {"points with measures",
         "name;place\nA;POINT M (2 48 10)\nB;POINT ZM (13 52 5 7)\n",
         3,
         "place z",
         {missing, 5.0},
         "the measures (M) of the points in column 2 ('place') are left out"},
        {"truth values",
         "name,on,x,y\nA,True,1,2\nB,False,3,4\n",
         1,
         "on",
         {},
         "column 2 ('on') was read as text: line 2 has 'True', a truth value; write 1 for true and 0 for false to "
         "compare it"},
        {"a coordinate with marks that nobody knows",
         "x,y,z\n1,2,3\n-,3,1\n.,4,2\n?,5,6\nk.A.,5,7\n6,7,8\n",
         0,
         "x",
         {},
         "column 1 ('x') was read as text: line 3 has '-', and 2 of its first 6 cells are numbers; empty the cells "
         "whose number is missing"},
        {"quantiles of R", "\"0%\",\"50%\",\"100%\"\n1,2,3\n4,5,6\n", 1, "50%", {2.0, 5.0}},
        {"names of rows of R without one of their own",
         "\"mpg\" \"cyl\"\n\"Mazda RX4\" 21 6\n\"Mazda RX4 Wag\" 22.8 4\n",
         1,
         "mpg",
         {21.0, 22.8}},
    };
}

} // namespace

TEST(foreign_tables, are_read_as_what_they_are_and_what_is_lost_or_doubtful_is_said) {
    for (const ForeignTable& table : foreign_tables()) {
        SCOPED_TRACE(table.about);
        const Table found = table_of(table.bytes);
        ASSERT_GT(found.columns.size(), table.column);
        const Column& column = found.columns[table.column];
        EXPECT_EQ(column.name, table.name);
        std::vector<testing::Matcher<double>> expected;
        for (const double x : table.numbers) expected.push_back(NanSensitiveDoubleEq(x));
        EXPECT_THAT(column.numbers, ElementsAreArray(expected));
        const std::string notes = fmt::format("{}", fmt::join(found.notes, "; "));
        EXPECT_THAT(notes, HasSubstr(table.note));
        EXPECT_EQ(notes.empty(), table.note.empty()) << notes;
    }
}

} // namespace pairscope
