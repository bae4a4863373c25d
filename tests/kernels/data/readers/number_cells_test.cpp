// SPDX-License-Identifier: MIT
// Numbers as programs and people write them in cells, one by one.
#include "kernels/data/readers/money.h"
#include "kernels/data/readers/number.h"
#include "tests/kernels/loaded_table.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace pairscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

double number_in(std::string_view text, char mark = '.') {
    const ParsedCell cell = cell_of(text, mark);
    EXPECT_EQ(cell.kind, CellKind::number) << text;
    return cell.value;
}

bool is_no_number(std::string_view text, char mark = '.') { return cell_of(text, mark).kind == CellKind::text; }

} // namespace

TEST(number_cells, thousands_among_decimals_are_named_so) {
    EXPECT_THAT(near_number("1,007,012", ','), HasSubstr("a number with commas between its thousands"));
    EXPECT_THAT(near_number("1.007.012", '.'), HasSubstr("a number with points between its thousands"));
    EXPECT_THAT(near_number("1.234,5", '.'), HasSubstr("a number with a decimal comma"));
    EXPECT_THAT(near_number("12.5", ','), HasSubstr("a number with a decimal point"));
}

TEST(number_cells, minus_signs_of_typesetters_are_read) {
    EXPECT_EQ(number_in("\u22121.5"), -1.5);
    EXPECT_EQ(number_in("2e\u22123"), 2e-3);
    EXPECT_EQ(number_in("\u22121.234,5", ','), -1234.5);
    EXPECT_TRUE(is_no_number("\u2212"));
    EXPECT_TRUE(is_no_number("3\u22124"));
    const Table table = table_of("city,lon,lat\nAmur,\u22121.5,50\nBela,\u22123.5,51\nCora,2.0,52\n");
    EXPECT_THAT(table.columns[1].numbers, ElementsAre(-1.5, -3.5, 2.0));
}

TEST(number_cells, thousands_may_be_divided_by_any_space) {
    for (const char* space : {" ", "\u00a0", "\u202f", "\u2009", "'", "\u2019"})
        EXPECT_EQ(number_in(std::string("1") + space + "234" + space + "567.5"), 1234567.5) << space;
}

TEST(number_cells, exponents_of_fortran_are_read) {
    EXPECT_EQ(number_in("1.5D+03"), 1500.0);
    EXPECT_EQ(number_in("-5.0d-01"), -0.5);
    EXPECT_EQ(number_in("+2D+00"), 2.0);
    EXPECT_EQ(number_in("1.D0"), 1.0);
    EXPECT_EQ(number_in(".25D2"), 25.0);
    EXPECT_EQ(number_in("1,5D+03", ','), 1500.0);
    EXPECT_EQ(cell_of("1.0D+99", '.').kind, CellKind::too_large);
    EXPECT_EQ(number_in("1.0D-999"), std::numeric_limits<double>::denorm_min());
    for (const char* code : {"7D2", "3D", "D5", "1.5D", "1.5D+", "1.5DD+3", "1D+3+4", "0D", "2D\u2212"})
        EXPECT_TRUE(is_no_number(code)) << code;
    EXPECT_THAT(table_of("x,y\n1.5D+03,2.0D+00\n2.5D+03,3.0D+00\n").columns[0].numbers, ElementsAre(1500.0, 2500.0));
}

TEST(number_cells, lakhs_are_divided_by_two_digits) {
    EXPECT_EQ(number_in("1,23,456"), 123456.0);
    EXPECT_EQ(number_in("-12,34,567.5"), -1234567.5);
    EXPECT_EQ(number_in("1,23,45,678"), 12345678.0);
    EXPECT_TRUE(cell_of("1,23,456", '.').grouped);
    for (const char* other : {"1,23,45", "12,34", "123,45,678", "1,234,56,789", "1,23,456,789", "01,23,456"})
        EXPECT_TRUE(is_no_number(other)) << other;
}

TEST(number_cells, amounts_of_money_are_read) {
    EXPECT_EQ(number_in("$5"), 5.0);
    EXPECT_EQ(number_in("-$1,234.50"), -1234.5);
    EXPECT_EQ(number_in("$-5"), -5.0);
    EXPECT_EQ(number_in("($5.25)"), -5.25);
    EXPECT_EQ(number_in("\u20ac 12"), 12.0);
    EXPECT_EQ(number_in("1.234,50 \u20ac", ','), 1234.5);
    EXPECT_EQ(number_in("12 EUR"), 12.0);
    EXPECT_EQ(number_in("\u20b91,23,456.00"), 123456.0);
    EXPECT_EQ(number_in("Rs. 500"), 500.0);
    EXPECT_EQ(number_in("\xa3"
                        "7"),
              7.0)
        << "in Windows-1252";
    EXPECT_EQ(number_in("$.5"), 0.5);
    EXPECT_EQ(number_in("\u2212$5"), -5.0);
    EXPECT_EQ(cell_of("12 EUR", '.').currency, cell_of("\u20ac12", '.').currency);
    EXPECT_NE(cell_of("$12", '.').currency, cell_of("\u20ac12", '.').currency);
    EXPECT_EQ(name_of_currency(cell_of("12 EUR", '.').currency), "\u20ac");
    for (const char* other : {"$", "$$5", "--$5", "$5$", "(5)", "$abc", "$nan", "USD", "($)", "5 km", "$5 km"})
        EXPECT_TRUE(is_no_number(other)) << other;
}

TEST(number_cells, columns_of_money_say_so_and_hold_one_currency) {
    const Table table = table_of("name;price\na;$1,234.50\nb;$2\nc;3\n");
    EXPECT_THAT(table.columns[1].numbers, ElementsAre(1234.5, 2.0, 3.0));
    EXPECT_THAT(table.notes, testing::Contains("column 'price' holds amounts of money in $: '$1,234.50' on line 2 is "
                                               "1234.5"));
    EXPECT_THAT(refusal([] {
                    (void)table_of("name;price\na;$1\nb;\u20ac"
                                   "2\nc;$3\n");
                }),
                HasSubstr("line 3, column 2 ('price') has '\u20ac2', and line 2 has '$1', which is another currency; "
                          "convert the amounts to one currency"));
}

TEST(number_cells, thousands_of_money_are_known_by_the_currency_or_by_the_other_numbers) {
    EXPECT_EQ(number_in("$658,788"), 658788.0);
    EXPECT_EQ(number_in("(\u00a3"
                        "12,000)"),
              -12000.0);
    EXPECT_TRUE(cell_of("$658,788", '.').grouped);
    EXPECT_TRUE(is_no_number("$658,788", ',')) << "no dollar has three decimals";
    EXPECT_TRUE(is_no_number("658,788 \u20ac")) << "alone it may be 658.788";
    struct {
        const char* bytes;
        double first;
        const char* note;
    } constexpr cases[] = {
        {"name,price\na,\"$658,788\"\nb,\"$12,000\"\n", 658788.0,
         "column 'price' holds amounts of money in $: '$658,788' on line 2 is 658788"},
        {"name\tprice\na\t$658,788\nb\t$12,000\n", 658788.0,
         "some of its numbers have thousands separators: '$658,788' on line 2 is 658788"},
        {"name;price;x\na;658,788 \u20ac;1.5\nb;12,000 \u20ac;2.5\n", 658788.0,
         "column 'price' holds amounts of money in \u20ac: '658,788 \u20ac' on line 2 is 658788"},
        {"name;price\nSuper;1,459 \u20ac\nDiesel;1,399 \u20ac\n", 1.459,
         "its commas were read as decimal commas: '1,459 \u20ac' on line 2 is 1.459"},
        {"name;price\na;1.234 \u20ac\nb;999 \u20ac\n", 1.234,
         "its points were read as decimal points: '1.234 \u20ac' on line 2 is 1.234"},
        {"name;price\na;1.234 \u20ac\nb;99,50 \u20ac\n", 1234.0,
         "some of its numbers have thousands separators: '1.234 \u20ac' on line 2 is 1234"},
        {"name;price;x\na;1.234 \u20ac;1,5\nb;99,50 \u20ac;2,5\n", 1234.0,
         "some of its numbers have thousands separators: '1.234 \u20ac' on line 2 is 1234"},
    };
    for (const auto& [bytes, first, note] : cases) {
        const Table table = table_of(bytes);
        ASSERT_TRUE(table.columns[1].is_numeric()) << bytes;
        EXPECT_EQ(table.columns[1].numbers[0], first) << bytes;
        EXPECT_THAT(table.notes, testing::Contains(note)) << bytes;
    }
}

TEST(number_cells, percentages_are_read_where_the_whole_column_has_them) {
    EXPECT_EQ(number_in("12.5%"), 12.5);
    EXPECT_EQ(number_in("-3 %"), -3.0);
    EXPECT_EQ(number_in("3,5\u00a0%", ','), 3.5);
    EXPECT_EQ(number_in("1,234.5%"), 1234.5);
    for (const char* other : {"%", "5%%", "$5%", "a%", "%5", "5% $", "nan%"}) EXPECT_TRUE(is_no_number(other)) << other;
    const Table table = table_of("name,share,x\na,5%,1\nb,0,2\nc,,3\nd,12.5%,4\n");
    EXPECT_THAT(table.columns[1].numbers, ElementsAre(5.0, 0.0, testing::IsNan(), 12.5));
    EXPECT_THAT(table.notes, ElementsAre("column 'share' holds percentages: '5%' on line 2 is 5"));
    EXPECT_THAT(table_of("10%,20%\n30%,40%\n").columns[0].numbers, ElementsAre(10.0, 30.0)) << "a row, and no names";
    const Table quantiles = table_of("0%,25%,50%\n1,2,3\n4,5,6\n");
    EXPECT_EQ(quantiles.columns[1].name, "25%");
    EXPECT_EQ(quantiles.rows, 2);
    for (const char* mixed : {"name,share,x\na,5%,1\nb,0.5,2\n", "name,share,x\nb,0.5,2\na,5%,1\n",
                              "name,share,x\na,0,3\nb,5%,2\nc,0.5,1\nd,6%,1\n"})
        EXPECT_THAT(refusal([mixed] { (void)table_of(mixed); }),
                    HasSubstr("column 2 ('share') has 0.5 without a percent sign, and line "))
            << mixed;
}

TEST(number_cells, of_other_countries_are_read_or_named) {
    EXPECT_EQ(number_in("\u0661\u066c\u0662\u0663\u0664\u066b\u0665"), 1234.5) << "Arabic digits and marks";
    EXPECT_EQ(cell_of("\uffe5100", '.').currency, cell_of("\u00a5100", '.').currency);
    EXPECT_EQ(number_in("\u20bf 1.5"), 1.5);
    EXPECT_EQ(number_in("500\u5186"), 500.0);
    for (const auto& [cell, what] : {std::pair("%12", "a percentage with its sign in front"),
                                     {"\u00bd", "a fraction"},
                                     {"\u2460", "a number in a circle"},
                                     {"=1+1", "a formula"},
                                     {"yes", "a truth value"},
                                     {"Nein", "a truth value"}}) {
        EXPECT_TRUE(is_no_number(cell)) << cell;
        const Table table = table_of(std::string("name,c,x\na,") + cell + ",1\nb," + cell + ",2\nc,,4\n");
        ASSERT_EQ(table.notes.size(), 1u) << cell;
        EXPECT_THAT(table.notes.front(), HasSubstr("column 2 ('c') was read as text: line 2 has")) << cell;
        EXPECT_THAT(table.notes.front(), HasSubstr(what)) << cell;
    }
    EXPECT_THAT(table_of("name,c,x\na,F,1\nb,T,2\n").notes,
                ElementsAre(HasSubstr("line 2 has 'F', a truth value; write 1 for true")));
    for (const char* sexes : {"name,c,x\na,F,1\nb,M,2\nc,F,2\n", "name,c,x\na,F,1\nb,F,2\n"})
        EXPECT_TRUE(table_of(sexes).notes.empty()) << sexes;
}

TEST(number_cells, whole_numbers_are_plain_where_they_tell_their_text) {
    for (const char* text : {"0", "7", "-12", "10", "-100", "999", "1000", "123456789012345"})
        EXPECT_TRUE(is_plain(text)) << text;
    for (const char* text : {"", "-", "007", "-0", "+5", "1.0", "5.", "1e3", "1E2", "1e1", "25E1", "1e03", "1D+1",
                             "$100", "00100", "1234567890123456", " 1", "1 000", "nan"})
        EXPECT_FALSE(is_plain(text)) << text;
}

/// A column of amounts beside one of numbers, with the mark between the columns.
Table amounts(std::string_view mark, const std::vector<std::string>& cells, const std::vector<std::string>& numbers) {
    std::string text = "name" + std::string(mark) + "price" + std::string(mark) + "w\n";
    for (std::size_t i = 0; i < cells.size(); ++i)
        text += "abcdef"[i] + std::string(mark) + cells[i] + std::string(mark) + numbers[i] + "\n";
    return table_of(text);
}

TEST(number_cells, an_amount_with_three_digits_behind_its_mark_is_said_or_decided) {
    const std::string said = "its points were read as decimal points: '7.782 \u20ac' on line 2 is 7.782";
    for (const char* mark : {";", ",", "\t"}) {
        SCOPED_TRACE(mark);
        EXPECT_THAT(amounts(mark, {"7.782 \u20ac", "12 \u20ac", "15 \u20ac"}, {"1", "2", "3"}).notes,
                    testing::Contains(said))
            << "nothing decides";
        EXPECT_THAT(amounts(mark, {"7.782 \u20ac", "1.500 \u20ac", "15 \u20ac"}, {"1", "2", "3"}).notes,
                    testing::Contains(said));
        const Table decimals = amounts(mark, {"7.782 \u20ac", "12.5 \u20ac", "15 \u20ac"}, {"1", "2", "3"});
        EXPECT_EQ(decimals.columns[1].numbers.front(), 7.782) << "another cell has decimals";
        EXPECT_THAT(decimals.notes, testing::Not(testing::Contains(HasSubstr("decimal points"))));
    }
    EXPECT_THAT(amounts(",", {"12 \u20ac", "7.782 \u20ac", "15 \u20ac"}, {"1", "2", "3"}).notes,
                testing::Contains(HasSubstr("'7.782 \u20ac' on line 3 is 7.782")));
    for (const char* cell : {"$7.782", "\u00a37.782", "CHF 7.782"})
        EXPECT_THAT(amounts(",", {cell, cell, cell}, {"1", "2", "3"}).notes,
                    testing::Not(testing::Contains(HasSubstr("decimal points"))))
            << "it is paid with decimal points";
    const Table commas = amounts(";", {"7.782 \u20ac", "12,50 \u20ac", "15 \u20ac"}, {"1", "2", "3"});
    EXPECT_THAT(commas.columns[1].numbers, ElementsAre(7782, 12.5, 15));
    EXPECT_THAT(commas.notes, testing::Contains("some of its numbers have thousands separators: '7.782 \u20ac' on "
                                                "line 2 is 7782"));
    EXPECT_EQ(amounts(";", {"7.782 \u20ac", "12 \u20ac", "15 \u20ac"}, {"1,5", "2,5", "3"}).columns[1].numbers.front(),
              7782)
        << "another column has decimal commas";
}

} // namespace pairscope
