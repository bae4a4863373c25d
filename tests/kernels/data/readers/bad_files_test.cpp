// SPDX-License-Identifier: MIT
// The zoo of files that cannot be used. Each gets one sentence: what was attempted, where, what was found, what to do.
#include "kernels/data/columns/named_column.h"
#include "kernels/data/table.h"
#include "tests/kernels/loaded_table.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <sys/stat.h>
#include <unistd.h>

namespace pairscope {

namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// What loading a path says to somebody who needs all columns of numbers, after "cannot read PATH: ".
std::string finding(const std::filesystem::path& path) {
    const std::string text = refusal([&] { require_numbers(load_table(path)); });
    const std::string start = "cannot read " + path.string() + ": ";
    EXPECT_THAT(text, StartsWith(start));
    EXPECT_THAT(text, HasSubstr("; ")) << "it does not say what to do";
    EXPECT_THAT(text, Not(HasSubstr("\n")));
    EXPECT_THAT(text, Not(EndsWith(".")));
    return text.size() > start.size() ? text.substr(start.size()) : text;
}

std::string finding_in(std::string_view bytes) {
    const TemporaryFolder folder;
    return finding(folder.file("points.csv", bytes));
}

} // namespace

TEST(bad_files, a_missing_file_is_named) {
    EXPECT_EQ(finding("/tmp/no such folder/points.csv"), "there is no such file; check its name and folder");
}

TEST(bad_files, a_folder_is_no_file) { EXPECT_EQ(finding("/tmp"), "it is a folder; open a file in it"); }

TEST(bad_files, a_device_is_no_file) {
    EXPECT_EQ(finding("/dev/null"), "it is a pipe or a device; save the data to a file and open that");
}

TEST(bad_files, a_pipe_nobody_writes_to_does_not_block) {
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
    EXPECT_THAT(finding(folder.path() / "pipe"), HasSubstr("it is a pipe or a device"));
}

TEST(bad_files, a_file_without_permission_is_refused) {
    const TemporaryFolder folder;
    const auto path = folder.file("secret.csv", "1,2\n3,4\n");
    ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
    ASSERT_EQ(::chmod(path.c_str(), 0), 0);
    const bool is_root = ::geteuid() == 0;
    constexpr uid_t nobody = 65534;
    if (is_root && ::seteuid(nobody) != 0)
        GTEST_SKIP() << "root reads everything, and this root cannot become another user";
    const std::string found = finding(path);
    ASSERT_TRUE(!is_root || ::seteuid(0) == 0);
    EXPECT_EQ(found, "no permission to read it; allow it with chmod, or copy the file to where you may read it");
}

TEST(bad_files, an_empty_file_is_refused) {
    EXPECT_EQ(finding_in(""), "it is empty; open a file with rows of at least two numbers");
    EXPECT_THAT(finding_in(gzipped("")), HasSubstr("it is empty"));
    EXPECT_THAT(finding_in("\xef\xbb\xbf"), HasSubstr("it holds no rows"));
}

TEST(bad_files, comments_alone_are_no_rows) {
    EXPECT_EQ(finding_in("# x, y\n\n  \n# end\n"),
              "it holds no rows, only comments or empty lines; add rows of at least two numbers");
}

TEST(bad_files, a_header_alone_is_refused) {
    EXPECT_EQ(finding_in("# made by hand\nx,y\n"), "line 2 is a header and no rows follow; add rows below it");
    EXPECT_THAT(finding_in("name;longitude;latitude"), HasSubstr("line 1 is a header"));
}

TEST(bad_files, a_ragged_row_is_named_by_line_and_column) {
    EXPECT_EQ(finding_in("x,y\n1,2\n3\n4,5\n6,7\n"),
              "line 3 ends after column 1, where most rows have 2 columns; correct that "
              "line, or begin it with # if it is a comment");
    EXPECT_THAT(finding_in("x,y\n1,2\n3,4\n4,5,6\n6,7\n"),
                HasSubstr("line 4 goes on at column 3 with '6', where most rows"));
}

TEST(bad_files, a_title_above_the_table_is_named) {
    EXPECT_THAT(finding_in("My points\nx,y\n1,2\n3,4\n5,6\n"), HasSubstr("line 1 ends after column 1"));
}

TEST(bad_files, text_among_numbers_is_named_by_line_and_column) {
    EXPECT_EQ(finding_in("name,x,y\nA,1,2\nB,3,4\nC,oops,6\n"),
              "line 4, column 2 ('x') has 'oops' where numbers belong; correct the cell, or empty it if the number is "
              "missing");
}

TEST(bad_files, lines_are_counted_through_quotes_comments_and_crlf) {
    EXPECT_THAT(finding_in("name,x,y\r\n# two lines in quotes:\r\n\"A\r\nA\",1,2\r\n\r\nB,3,4\r\nC,5,?\r\n"),
                HasSubstr("line 7, column 3 ('y') has '?'"));
}

TEST(bad_files, text_in_the_first_row_without_a_header_is_named) {
    EXPECT_THAT(finding_in("abc,2\n3,4\n5,6\n"), HasSubstr("line 1, column 1 ('column 1') has 'abc'"));
}

TEST(bad_files, text_far_below_the_sample_is_named) {
    std::string bytes = "x y\n";
    for (int i = 0; i < 5000; ++i) bytes += "0.25 0.75\n";
    EXPECT_THAT(finding_in(bytes + "0.25 0.7.5\n"), HasSubstr("line 5 002, column 2 ('y') has '0.7.5'"));
}

TEST(bad_files, a_number_beyond_float_is_named) {
    EXPECT_EQ(finding_in("x,y\n1,2\n3,-1e39\n"),
              "line 3, column 2 ('y') has '-1e39', beyond the 3.4e38 that float32 can hold; "
              "scale the column down");
    EXPECT_THAT(finding_in("x,y\n1,2\n3,1e999\n"), HasSubstr("has '1e999', beyond"));
}

TEST(bad_files, a_point_among_decimal_commas_is_not_guessed_at) {
    EXPECT_THAT(finding_in("x;y\n1,5;2,5\n3,5;4,5\n1.234;2,5\n"), HasSubstr("line 4, column 1 ('x') has '1.234'"));
}

TEST(bad_files, a_quote_never_closed_is_named) {
    EXPECT_EQ(
        finding_in("name,x,y\nA,1,2\n\"B,3,4\nC,5,6\n"),
        "line 3, column 1 has '\"B,3,4', whose quote is not closed up to the end of the file; close it, or delete "
        "it");
    const std::string endless = "name,x,y\nA,1,2\n\"B,3,4\n" + std::string(std::size_t{3} << 20, 'b');
    EXPECT_THAT(finding_in(endless),
                HasSubstr("line 3, column 1 has '\"B,3,4', whose quote is not closed within 1 MiB; "));
}

TEST(bad_files, one_column_or_prose_is_no_table) {
    for (const char* numbers : {"1\n2\n3\n4\n", "height\n1\n2\n3\n4\n", "1.5\n2.5\nNA\n3.5\n"})
        EXPECT_EQ(finding_in(numbers), "it has one column of numbers; name it with --columns, to compare its numbers")
            << numbers;
    EXPECT_THAT(finding_in("Call me Ishmael.\nSome years ago - never\nmind how long precisely -\n"),
                HasSubstr("no separator"));
}

TEST(bad_files, too_many_columns_are_refused) {
    std::string row = "0";
    for (int i = 1; i < 4097; ++i) row += ",0";
    EXPECT_EQ(finding_in(row + "\n" + row + "\n"),
              "it has 4 097 columns, and at most 4 096 can be read; keep only those that you need");
}

TEST(bad_files, a_cell_is_shown_on_one_short_line) {
    const std::string cell = "\"no\nnumber " + std::string(200, 'x') + "\"";
    EXPECT_THAT(finding_in("x,y\n1,2\n3,4\n5," + cell + "\n"),
                HasSubstr("has 'no number xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' where"));
}

TEST(bad_files, other_formats_are_called_by_name) {
    EXPECT_EQ(finding_in("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"),
              "it is a PDF document, not a table; save its numbers as CSV");
    EXPECT_THAT(finding_in("PK\x03\x04 and so on"), HasSubstr("it is a ZIP archive (.xlsx and .ods are)"));
    EXPECT_THAT(finding_in("\x89PNG\r\n\x1a\n"), HasSubstr("it is a PNG image"));
    EXPECT_THAT(finding_in(std::string("\xff\xfe\0\0x\0\0\0,\0\0\0", 12)), HasSubstr("it is UTF-32 text; save"));
    EXPECT_THAT(finding_in(std::string("\0\0\xfe\xff\0\0\0x\0\0\0,", 12)), HasSubstr("it is UTF-32 text; save"));
    EXPECT_THAT(finding_in("\xff\xfex\0,\0y\0"), HasSubstr("it is UTF-16 text; save it as UTF-8"));
    for (const char* page : {"<!DOCTYPE html>\n<html>", "<!doctype html>", "<html><body>1,2\n3,4\n"})
        EXPECT_THAT(finding_in(page), HasSubstr("it is a web page, not a table; download the file itself")) << page;
    EXPECT_THAT(finding_in("<?xml version=\"1.0\"?>\n<svg/>\n"), HasSubstr("it is an XML document"));
    for (const char* json : {"{\"x\": [1, 2]}\n", "{\n  \"x\": 1,\n  \"y\": 2\n}\n", "[{\"x\":1,\"y\":2}]\n",
                             "[[1,2],\n[3,4]]\n", "[\r\n1,\r\n2]"})
        EXPECT_THAT(finding_in(json), HasSubstr("it is JSON, not a table; save its numbers as CSV")) << json;
    for (const char* code : {"A =\n\n     1     4\n     2     5\n", "A=[1 4; 2 5];\n", "ans =\r\n\r\n  1.5  2\r\n",
                             "data_2 = [[1, 2],\n          [3, 4]]\n"})
        EXPECT_THAT(finding_in(code), HasSubstr("it gives a name to a matrix, as MATLAB and Python do; save the matrix "
                                                "as CSV"))
            << code;
    for (const char* list : {"{{1, 4, 7}, {2, 5, 8}}\n", "{ {1., 4.*^-3},\n {2, 5} }\n"})
        EXPECT_THAT(finding_in(list), HasSubstr("it is a list of Mathematica, not a table")) << list;
    EXPECT_THAT(finding_in("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9\n$GPGGA,123520,4807.040,N,01131.010,E,1\n"),
                HasSubstr("it is a log of a receiver (NMEA); convert it to CSV with longitude and latitude"));
    EXPECT_THAT(finding_in("# by Blender\nv 1 2 3\nv 4 5 6\nf 1 2 3\n"), HasSubstr("it is a model in the OBJ format"));
    EXPECT_THAT(finding_in("v 1 2 3\nv 4 5 6\nv 7 8 10\nf 1 2 3\n"), HasSubstr("it is a model in the OBJ format"));
    EXPECT_THAT(finding_in("structure(list(a = c(1, 2), b = c(4, 5)), class = \"data.frame\")\n"),
                HasSubstr("it is code of R; save the table as CSV"));
    for (const auto& [bytes, what] :
         {std::pair("#NEXUS\nBEGIN DATA;\n", "a NEXUS file"),
          {"CLUSTAL W (1.82)\n\na ACGT\n", "an alignment of Clustal"},
          {"# STOCKHOLM 1.0\na ACGT\n//\n", "an alignment in the Stockholm format"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 0.5\n", "a sparse matrix of Matrix Market"},
          {"% from Weka\n\n@RELATION iris\n@ATTRIBUTE a numeric\n@DATA\n1\n", "an ARFF file"},
          {"NCOLS 4\nnrows 3\ncellsize 1\n1 2 3 4\n", "a grid of Esri"},
          {"File type = \"ooTextFile\"\nxmin = 0\n", "an object of Praat"},
          {"((A:0.1,B:0.2):0.05,C:0.3);\n", "a tree in the Newick format"},
          {"##TITLE=spectrum\n400, 0.1\n401, 0.2\n", "a spectrum in the JCAMP-DX format"},
          {"HEADER    HYDROLASE\nATOM      1  N   MET A   1\n", "a PDB file"}})
        EXPECT_THAT(finding_in(bytes), HasSubstr(std::string("it is ") + what)) << bytes;
    EXPECT_EQ(refusal([] { (void)table_of("ncols nrows\n1 2\n3 4\n"); }), "") << "names of columns";
    EXPECT_THAT(finding_in(gzipped(gzipped("1,2\n"))), HasSubstr("it is gzipped twice; unpack it once"));
    EXPECT_THAT(finding_in(gzipped("%PDF-1.7")), HasSubstr("it is a PDF document"));
    EXPECT_THAT(finding_in(std::string("1,2\n3,\0\n", 8)), HasSubstr("it holds binary data, not a table"));
}

TEST(bad_files, a_table_of_texts_has_no_points) {
    const TemporaryFolder folder;
    const Table table = load_table(folder.file("words.csv", "a,b\nc,d\ne,f\n"));
    EXPECT_EQ(refusal([&] { (void)likely_columns(table); }),
              "cannot take points from words.csv: it has no column of numbers, but x and y need two; column 'a' "
              "holds text: line 2 has 'c'; write numbers there, or open a table with two");
}

} // namespace pairscope
