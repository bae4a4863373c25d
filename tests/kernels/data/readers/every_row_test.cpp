// SPDX-License-Identifier: MIT
// Every row of a text is read, or its loss is said: tables of words, errors of spreadsheets, first lines.
#include "kernels/data/table.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/loaded_table.h"
#include "tests/kernels/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace pairscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The notes of the same bytes, read as vectors.
std::string vector_note(std::string_view bytes) {
    const TemporaryFolder folder;
    const InputRule rule{.rows = {1, 1000}, .dims = {1, 1000}};
    return load_vectors(folder.file("vectors.txt", bytes), rule, 1000).note;
}

std::vector<std::string> words_of(const Table& table) {
    return {table.columns[0].texts.begin(), table.columns[0].texts.end()};
}

} // namespace

TEST(every_row, of_words_is_read_where_some_are_quotation_marks) {
    const char* const words = "the 0.1 0.2\n\" 0.3 0.4\nof 0.35 0.45\n\" 0.5 0.6\nc 0.7 0.8\nd 0.9 1.0\n";
    const Table table = table_of(words);
    EXPECT_THAT(words_of(table), ElementsAre("the", "\"", "of", "\"", "c", "d"));
    EXPECT_THAT(table.columns[1].numbers, ElementsAre(0.1, 0.3, 0.35, 0.5, 0.7, 0.9));
    EXPECT_THAT(table.notes, Contains("the quotation marks on 2 lines were read as text, because the lines that they "
                                      "would join are whole rows; the first is on line 2"));
    EXPECT_THAT(vector_note(words), HasSubstr("quotation marks on 2 lines"));
    EXPECT_EQ(table_of("a 1 2\n\" 3 4\nb 5 6\n").rows, 3) << "a single one, which is never closed";
    EXPECT_EQ(table_of("\" 1 2\na 3 4\n").rows, 2) << "in the first row";
    EXPECT_EQ(table_of("a 1 2\nb 3 4\n\" 5 6").rows, 3) << "in the last row";
    EXPECT_EQ(table_of("a 1 2\n\"the 3 4\nb 5 6\n\"of 7 8\n").rows, 4) << "in front of words";
    EXPECT_EQ(table_of("a\t1\t2\n\"the\t3\t4\nb\t5\t6\n").rows, 3) << "in front of one word";
    EXPECT_THAT(words_of(table_of("word,x,y\n\",1,2\nb,3,4\n\",5,6\n")), ElementsAre("\"", "b", "\""));
    EXPECT_THAT(words_of(table_of("a 1 2\n\"\"\" 3 4\nb 5 6\n")), ElementsAre("a", "\"\"\"", "b"));
}

TEST(every_row, far_below_the_sample_is_read_where_quotation_marks_are_words) {
    std::string bytes;
    for (int i = 0; i < 100'000; ++i) bytes += i % 40'000 == 30'000 ? "\" 0.25 0.5\n" : "word 0.25 0.5\n";
    const Table table = table_of(bytes);
    EXPECT_EQ(table.rows, 100'000) << "they stand more than a mebibyte apart, or not";
    EXPECT_EQ(table.columns[0].texts[30'000], "\"");
    EXPECT_EQ(table.columns[0].texts[70'000], "\"");
}

TEST(every_row, of_quoted_cells_that_go_on_over_lines_stays_one_row) {
    const Table table = table_of("name,x,y\n\"two\nlines\",1,2\n\"a\n\nb,c\",3,4\nd,5,6\n");
    EXPECT_THAT(words_of(table), ElementsAre("two\nlines", "a\n\nb,c", "d"));
    EXPECT_THAT(table.notes, IsEmpty());
    EXPECT_EQ(table_of("x,y,remark\n1,2,\"first\nsecond\"\n3,4,none\n").rows, 2);
}

TEST(every_row, that_begins_with_a_lone_hash_is_read) {
    const Table table = table_of("the 0.1 0.2\n# 0.3 0.4\n## 0.5 0.6\n#1 0.7 0.8\nof 0.9 1.0\n");
    EXPECT_THAT(words_of(table), ElementsAre("the", "#", "##", "#1", "of"));
    EXPECT_THAT(table.notes, IsEmpty());
    EXPECT_THAT(words_of(table_of("word,x,y\na,1,2\n#,3,4\n")), ElementsAre("a", "#"));
    EXPECT_THAT(table_of("# 3 4\nthe 0.1 0.2\nof 0.3 0.4\n").notes,
                ElementsAre("1 line that begins with # was taken for a comment"))
        << "above all rows it tells their number";
    EXPECT_THAT(vector_note("# made by hand\na 1 2\nb 3 4\n"), HasSubstr("1 line that begins with # was taken"));
}

TEST(every_row, that_begins_with_an_error_of_a_spreadsheet_is_read) {
    for (const char* error : {"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!", "#NV", "#n/a"}) {
        const Table table = table_of(fmt::format("x,y\n1,2\n{},4\n5,{}\n{},{}\n", error, error, error, error));
        EXPECT_EQ(table.rows, 4) << error;
        EXPECT_TRUE(std::isnan(table.columns[0].numbers[1]) && table.columns[1].numbers[1] == 4.0) << error;
        EXPECT_THAT(table.notes, IsEmpty()) << error;
    }
    EXPECT_TRUE(std::isnan(table_of("x,y\n1,<NA>\n-1.#IND,2\n").columns[1].numbers[0]));
    EXPECT_THAT(vector_note("x,y\n1,2\n#N/A,4\n5,6\n"), HasSubstr("1 vector has a coordinate that is missing"));
}

TEST(every_row, follows_a_line_with_their_number) {
    const Table table = table_of("4 3\nthe 0.1 0.2 0.3\nof 0.7 0.8 0.9\nand 1.3 1.4 1.5\nto 1.6 1.7 1.8\n");
    EXPECT_EQ(table.rows, 4);
    EXPECT_EQ(table.columns.size(), 4u);
    EXPECT_THAT(words_of(table), ElementsAre("the", "of", "and", "to"));
    EXPECT_THAT(table.notes, ElementsAre("line 1, '4 3', tells how many rows and coordinates follow and is no row"));
    EXPECT_THAT(table_of("9 3\nthe 0.1 0.2 0.3\nof 0.7 0.8 0.9\n").notes,
                Contains("it promises 9 rows, and 2 are there"));
    EXPECT_EQ(table_of("1 3\nthe 0.1 0.2 0.3\n").rows, 1);
    EXPECT_EQ(table_of("2 3\n0.5 1 2\n3 4 5\n").rows, 2) << "without words";
    EXPECT_EQ(table_of("4 2\n0.5 1\n3 4\n").rows, 3) << "it may be a row of its own";
    std::string many = "300 2\n";
    for (int i = 0; i < 300; ++i) many += fmt::format("w{} {}.5 2\n", i, i);
    EXPECT_EQ(table_of(many).rows, 300);
    EXPECT_EQ(table_of(many).columns[1].numbers[0], 0.5);
}

TEST(every_row, that_may_be_a_heading_of_numbers_is_told) {
    constexpr const char* told = "the numbers on line 1 were read as a row; if they are a heading, use --header yes";
    for (const char* bytes : {"2019,2020\n1.5,2\n3,4\n", "0,1,2\n0.5,2,3\n3,4.5,7\n", "10 20 30\n0.5 2 3\n",
                              "0,1\n0.5,0.25\n1.5,2.25\n", "1;2\n0.5;2\n"}) {
        EXPECT_THAT(table_of(bytes).notes, ElementsAre(told)) << bytes;
        EXPECT_THAT(vector_note(bytes), HasSubstr(told)) << bytes;
    }
    for (const char* bytes :
         {"0,2\n0.5,2\n", "5,6\n0.5,2\n", "0,1\n1,2\n4,3\n", "0,1,2\n3,4,5\n6,7,8\n", "0.5,1,2\n3,4,5.5\n",
          "2019,2020\n2021,2022\n", "x,y\n1,2\n0.5,3\n", "0,1,2\n1,0,1.5\n2,1.5,0\n"})
        EXPECT_THAT(table_of(bytes).notes, IsEmpty()) << bytes;
}

TEST(every_row, without_numbers_is_no_header_where_it_names_nothing) {
    for (const char* cell : {"-", "?", "..", "*", "\u2013"})
        EXPECT_THAT(refusal([&] { (void)table_of(fmt::format("A,{},{}\nB,1,2\nC,3,4\n", cell, cell)); }),
                    HasSubstr("line 1, column 2"))
            << cell;
    for (const char* bytes : {"NA,NA\n1,2\n3,4\n9,9\n", "nan nan\n1 2\n3 4\n9 9\n", "NA;1\n1;2\n3;4\n9;9\n",
                              "Paris,NA,NA\nRome,1,2\nBonn,3,4\nOslo,9,9\n"}) {
        const Table table = table_of(bytes);
        EXPECT_EQ(table.rows, 4) << bytes;
        EXPECT_FALSE(table.columns.back().is_named) << bytes;
    }
    EXPECT_EQ(table_of("name,-,y\nB,1,2\nC,3,4\n").rows, 2) << "y is a name";
}

TEST(every_row, of_a_table_that_pandas_or_r_numbered_is_read) {
    const Table pandas = table_of(",0,1\n0,0.5,3\n1,4.5,5\n");
    EXPECT_EQ(pandas.rows, 2);
    EXPECT_THAT(pandas.columns[1].numbers, ElementsAre(0.5, 4.5));
    const Table r = table_of("\"a\" \"b\"\n\"1\" 5.1 3.5\n\"2\" 4.9 3\n");
    EXPECT_EQ(r.rows, 2);
    EXPECT_EQ(r.columns[1].name, "a");
    EXPECT_FALSE(r.columns[0].is_named);
    EXPECT_THAT(table_of("5 km,10 km\n1.5,2\n3,4\n").notes,
                ElementsAre("its first line, with '10 km', was read as the names of columns"));
}

TEST(every_row, of_blocks_that_blank_lines_divide_is_read_and_the_blocks_are_counted) {
    const auto note_on_blocks = [](std::string_view bytes) {
        for (const std::string& note : table_of(bytes).notes)
            if (note.find("blank lines") != std::string::npos) return note;
        return std::string();
    };
    constexpr std::string_view two = "the rows of 2 blocks, which blank lines divide, were read as one table; the "
                                     "second block begins on line ";
    EXPECT_EQ(note_on_blocks("0 0\n1 1\n\n0 0\n1 2\n"), fmt::format("{}4", two));
    EXPECT_EQ(note_on_blocks("# a\n0 0\n1 1\n\n\n# b\n0 0\n1 2\n"), fmt::format("{}7", two));
    EXPECT_EQ(note_on_blocks("name,x,y\r\na,1,2\r\nb,3,4\r\n\r\nc,5,6\r\n"), fmt::format("{}5", two));
    EXPECT_THAT(note_on_blocks("0 0\n1 1\n\n0 0\n\n1 2\n\n\n5 6\n"), HasSubstr("of 4 blocks"));
    EXPECT_EQ(table_of("0 0\n1 1\n\n0 0\n1 2\n").rows, 4);
    for (const char* innocent :
         {"0 0\n1 1\n2 2\n", "\n\n0 0\n1 1\n\n\n", "x,y\n\n1,2\n3,4\n", "# a\n\n1,2\n3,4\n",
          "x,y\n\n1,2\n\n3,4\n\n5,6\n", "1,2\r\r\n3,4\r\r\n", "x,y,name\n1,2,\"a\n\nb\"\n3,4,c\n"})
        EXPECT_EQ(note_on_blocks(innocent), "") << innocent;
}

TEST(every_row, of_blocks_with_other_columns_is_refused) {
    EXPECT_THAT(refusal([] { (void)table_of("0 0 1\n1 1 1\n2 2 2\n\n\n0 0\n1 2\n"); }),
                HasSubstr("line 6 ends after column 2, where most rows have 3 columns; if another table begins below "
                          "the blank line, save each table in a separate file"));
    EXPECT_THAT(refusal([] { (void)table_of("a,1,2\nb,3,4\n\nSource: ministry\n"); }), HasSubstr("line 4 ends"));
    EXPECT_THAT(refusal([] { (void)table_of("a,1,2\nb,3,4\n# why\nc,5\n"); }), HasSubstr("correct that line"));
}

} // namespace pairscope
