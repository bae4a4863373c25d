// SPDX-License-Identifier: MIT
// Columns that are named by numbers, and rows that only look like such names.
#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/readers/input_file.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/loaded_table.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

namespace pairscope {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* told_as_row = "the numbers on line 1 were read as a row; if they are a heading, use --header yes";

/// Four rows of fractions below that line, with names A to D in front or without.
std::string spectra(const std::string& first_line, bool with_names, const std::string& names = "ABCD",
                    char comma = ',') {
    const char* const rows[] = {".1,.2,.35", ".4,.5,.65", ".7,.8,.95", ".11,.25,.3"};
    std::string text = first_line + "\n";
    for (std::size_t i = 0; i < 4; ++i) text += (with_names ? fmt::format("{},", names[i]) : "") + rows[i] + "\n";
    std::ranges::replace(text, ',', comma);
    return text;
}

std::string axes_of(const Table& table) {
    std::string axes;
    for (const std::string& name : proposed_columns(table)) axes += (axes.empty() ? "" : " ") + name;
    return axes;
}

Table read_with(const std::string& text, Header header) {
    const TemporaryFolder folder;
    InputFile file = folder.file("points.csv", text);
    file.header = header;
    return load_table(file);
}

TEST(number_headings, beside_a_word_for_names_name_the_columns) {
    for (const char* line :
         {"sample,400.5,401.2,402.9", "sample,400,403,410", "name,410,403,400", "species,1990,1995,2005",
          "site,2019,2020,2020", "depth [m],-5,-10,-20", "sample,1e3,1e4,1e5", "site,010,011,012", "wave,0.5,1.0,1.5",
          "Sample ID,400,403,410", "Wellenlänge,400,403,410", "gene,\"1\",\"2\",\"3\"", "species,1,2,3", "sample,1,1,1",
          "tree species,1,5,2"}) {
        const Table table = table_of(spectra(line, true));
        EXPECT_EQ(table.rows, 4) << line;
        EXPECT_TRUE(table.columns[1].is_named) << line;
        EXPECT_THAT(table.notes, Contains(HasSubstr("were read as the names of columns; if they are a row, use "
                                                    "--header no")))
            << line;
    }
    const Table tabs = table_of(spectra("name,400,403,410", true, "ABCD", '\t'));
    EXPECT_EQ(axes_of(tabs), "400 403 410");
    EXPECT_EQ(table_of("sample,400\nA,.1\nB,.2\n").rows, 2) << "one column of numbers is enough";
}

TEST(number_headings, beside_a_text_that_is_unlike_the_names_name_the_columns) {
    EXPECT_EQ(axes_of(table_of(spectra("lambda,400,403,410", true))), "400 403 410");
    EXPECT_EQ(axes_of(table_of("lambda,400,403,410\ns1,1,2,3\ns2,4,5.5,6\ns3,7,8,9\n")), "400 403 410");
    const Table rises = table_of("lambda,5,6,7\ns1,1,12,3\ns2,4,5.5,6\ns3,7,8,9\n");
    EXPECT_EQ(rises.rows, 4) << "these numbers are among the others";
    EXPECT_THAT(rises.notes, Contains(told_as_row));
}

TEST(number_headings, in_quotes_above_numbers_without_them_name_the_columns) {
    EXPECT_EQ(axes_of(table_of(spectra("\"400\",\"403\",\"410\"", false))), "400 403 410");
    EXPECT_EQ(axes_of(table_of(spectra("\"A\",\"400\",\"403\",\"395\"", true, "BCDE"))), "400 403 395");
    EXPECT_EQ(axes_of(table_of("\"400\" \"403\"\n\"A\" 0.5 1\n\"B\" 2 3\n")), "400 403") << "as R writes a matrix";
    EXPECT_EQ(table_of("\"1\",\"2\"\n\"3\",\"4\"\n").rows, 2) << "everything is quoted";
}

TEST(number_headings, that_may_as_well_be_a_row_are_one_and_a_note_says_so) {
    for (const char* line : {"400,403,410", "400.5,401.2,402.9", "410,403,400", "1990,1995,2005"}) {
        const Table table = table_of(spectra(line, false));
        EXPECT_EQ(table.rows, 5) << line;
        EXPECT_THAT(table.notes, Contains(told_as_row)) << line;
    }
    const Table named = table_of(spectra("A,400,403,410", true, "BCDE"));
    EXPECT_EQ(named.rows, 5) << "A may be a name";
    EXPECT_THAT(named.notes, Contains(told_as_row));
}

TEST(number_headings, are_not_seen_in_rows) {
    for (const char* text :
         {"A,0.5,1.0,1.5\nB,1,2,3\nC,4,5.5,6\nD,7,8,9.25\n", "Rio,1,2\nS\u00e3o Paulo,3,4\nLa Paz,5,6\n",
          "lat,1,2,3\nlon,4,5,6\n", "site 1,5,3\nsite 2,7,1\n", "sample,5,3\ncontrol sample,7,1\n",
          "Union Station,5,3,9\nMain Street,7,1,2\n", "the 0.1 0.2 0.3\nof 0.7 0.8 0.9\n", "1.5,2,3\n4,5,6\n2,9,1\n",
          "1,2,3\n10,20,30\n"}) {
        const Table table = table_of(text);
        EXPECT_THAT(table.format, EndsWith("without a header")) << text;
        EXPECT_THAT(table.notes, IsEmpty()) << text;
    }
}

TEST(number_headings, are_what_a_user_says) {
    const std::string text = spectra("400,403,410", false);
    EXPECT_EQ(axes_of(read_with(text, Header::yes)), "400 403 410");
    EXPECT_THAT(read_with(text, Header::yes).notes, IsEmpty());
    EXPECT_EQ(read_with(text, Header::no).rows, 5);
    EXPECT_THAT(read_with(text, Header::no).notes, IsEmpty());
    EXPECT_EQ(read_with(spectra("sample,400,403,410", true), Header::no).rows, 5);
    EXPECT_EQ(read_with("400 403\nA 0.5 1\nB 2 3\n", Header::yes).rows, 2) << "there is no name above the names";
}

TEST(number_headings, are_pixels_only_where_they_count_from_the_first_one) {
    const InputRule rule{.rows = {1, 1000}, .dims = {1, 4096}};
    const auto width = [&](const char* text) {
        const TemporaryFolder folder;
        return load_vectors(folder.file("vectors.csv", text), rule, rule.rows.most).picture_width;
    };
    EXPECT_EQ(width("sample,400,401,402,403\nA,.1,.2,.3,.4\nB,.2,.3,.4,.6\n"), 0) << "wavelengths";
    EXPECT_EQ(width(",0,1,2,3\nA,.1,.2,.3,.4\nB,.2,.3,.4,.6\n"), 2);
}

TEST(number_headings, have_words_above_names) {
    for (const char* word :
         {"sample", "Sample ID", "sample_name", "species", "depth [m]", "site", "année", "Name", "tree species"})
        EXPECT_TRUE(means_names(word)) << word;
    for (const char* word : {"A", "Paris", "New York City", "site 1", "Union Station", "gene7", "", "7"})
        EXPECT_FALSE(means_names(word)) << word;
}

} // namespace
} // namespace pairscope
