// SPDX-License-Identifier: MIT
// Identifiers are no coordinates, and what only looks like one is.
#include "kernels/data/columns/column_doubts.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/loaded_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

namespace pairscope {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A table under that header: the column of this place counts the rows, the others hold fractions. A name "" stays so.
Table counting(const std::string& header, std::size_t counting_column, int first = 1, int rows = 10) {
    const auto columns = std::size_t(std::ranges::count(header, ',')) + 1;
    std::string bytes = header.empty() ? "" : header + "\n";
    for (int row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < columns; ++k)
            bytes += (k == counting_column ? fmt::format("{}", first + row)
                                           : fmt::format("{}.5", (7 * row + 3 * int(k)) % 11)) +
                     (k + 1 < columns ? "," : "\n");
    return table_of(bytes);
}

/// "a b c": the coordinates, where nobody chooses.
std::string coordinates_of(const Table& table) { return fmt::format("{}", fmt::join(proposed_columns(table), " ")); }

std::string note_of(const Table& table) { return column_roles(table).note; }

/// The note on its rows as vectors of these columns; of those that are proposed if there are none.
std::string load_note(const Table& table, const std::vector<std::string>& columns) {
    const InputRule rule{.rows = {1, 100}, .dims = {1, 9}};
    const VectorRequest request{.most_rows = 100, .columns = {.names = columns}};
    return finished(read_vectors(table, rule, request), rule, request).note;
}

TEST(column_doubts, a_counting_first_column_is_left_out) {
    EXPECT_EQ(coordinates_of(counting("sample,a,b,c", 0)), "a b c");
    EXPECT_EQ(coordinates_of(counting("observation,a,b", 0, 0)), "a b");
    EXPECT_EQ(coordinates_of(counting("X,sepal,petal", 0)), "sepal petal") << "as R calls the numbers of rows";
    EXPECT_EQ(coordinates_of(counting("X.1,a,b", 0)), "a b");
    EXPECT_EQ(coordinates_of(counting("case7,a,b", 0)), "a b");
    EXPECT_EQ(coordinates_of(table_of("1 0.5 2.5\n2 0.7 1.5\n3 0.1 9.5\n4 0.2 7.5\n5 0.3 6.5\n6 0.4 5.5\n7 0.6 4.5\n"
                                      "8 0.8 3.5\n")),
              "column 2 column 3");
    EXPECT_THAT(note_of(counting("sample,a,b,c", 0)),
                HasSubstr("column 'sample' is not a coordinate, because it only counts the rows"));
}

TEST(column_doubts, a_counting_column_stays_where_it_may_be_a_coordinate) {
    EXPECT_EQ(coordinates_of(counting("t,a,b", 0, 0)), "t a b") << "a time series";
    EXPECT_EQ(coordinates_of(counting("time_s,a,b", 0)), "time_s a b");
    EXPECT_EQ(coordinates_of(counting("year,rain,wind", 0)), "year rain wind");
    EXPECT_EQ(coordinates_of(counting("x,sine,cosine", 0, 0)), "x sine cosine") << "the x of a curve";
    EXPECT_EQ(coordinates_of(counting("X,Y,Z", 0)), "X Y Z") << "a place";
    EXPECT_EQ(coordinates_of(counting("depth [m],a,b", 0, 0)), "depth [m] a b") << "a bore hole";
    EXPECT_EQ(coordinates_of(counting("a,sample,b", 1)), "a sample b") << "it is not the first column";
    EXPECT_EQ(coordinates_of(counting("level,a,b", 0, 5)), "level a b") << "it counts from 5";
    EXPECT_EQ(coordinates_of(counting("level,a,b", 0, 1, 7)), "level a b") << "seven rows may do so by chance";
    EXPECT_EQ(coordinates_of(counting("level,a", 0)), "level a") << "only one other column is left";
    EXPECT_EQ(coordinates_of(table_of("row,col,value\n0,0,5\n0,1,6\n1,0,7\n1,1,8\n")), "row col value") << "a raster";
    EXPECT_EQ(coordinates_of(table_of("easting,northing,height\n1,5,9\n2,6,8\n3,7,7\n4,8,6\n5,9,5\n6,1,4\n7,2,3\n"
                                      "8,3,2\n")),
              "easting northing height");
}

/// A table whose column of this name has these numbers; the others hold fractions.
Table numbered(const std::string& header, std::size_t place, const std::vector<double>& numbers) {
    const auto columns = std::size_t(std::ranges::count(header, ',')) + 1;
    std::string bytes = header + "\n";
    for (std::size_t row = 0; row < numbers.size(); ++row)
        for (std::size_t k = 0; k < columns; ++k)
            bytes += (k == place ? fmt::format("{}", numbers[row]) : fmt::format("{}.5", (7 * row + 3 * k) % 11)) +
                     (k + 1 < columns ? "," : "\n");
    return table_of(bytes);
}

TEST(column_doubts, a_numbered_thing_is_left_out_where_its_numbers_look_like_identifiers) {
    const std::vector<double> tags{4711, 4713, 4720, 5001, 5002, 5003, 5100, 5101};
    for (const char* name : {"sample", "Sample", "patient", "station", "Probe", "subject"})
        EXPECT_EQ(coordinates_of(numbered(fmt::format("{},a,b", name), 0, tags)), "a b") << name;
    EXPECT_EQ(coordinates_of(numbered("sample,a,b", 0, {101, 102, 103, 104, 105, 106, 107, 108})), "a b");
    EXPECT_EQ(coordinates_of(numbered("sample,a,b", 0, {19, 12, 17, 5, 3, 8, 21, 2})), "a b") << "in any order";
    EXPECT_THAT(note_of(numbered("sample,a,b", 0, tags)),
                HasSubstr("column 'sample' is not a coordinate, because its name looks like an identifier"));
    EXPECT_THAT(note_of(numbered("a,sample,b", 1, tags)),
                HasSubstr("('sample', because its name looks like an identifier or a row number); to leave it out"));
}

TEST(column_doubts, a_numbered_thing_stays_where_its_numbers_may_be_measured) {
    const std::vector<double> tags{4711, 4713, 4720, 5001, 5002, 5003, 5100, 5101};
    EXPECT_EQ(coordinates_of(numbered("a,sample,b", 1, tags)), "a sample b") << "it is not the first column";
    EXPECT_EQ(coordinates_of(numbered("sample,a", 0, tags)), "sample a") << "only one other column is left";
    EXPECT_EQ(coordinates_of(numbered("sample,a,b", 0, {1, 2, 4, 8, 9, 11, 12})), "sample a b") << "seven rows";
    for (const auto& [numbers, why] : std::vector<std::pair<std::vector<double>, const char*>>{
             {{4711, 4713, 4720, 5001, 5002, 5003, 5100, 5100.5}, "a fraction"},
             {{4711, 4713, 4720, 5001, 5002, 5003, 5100, 4711}, "two are equal"},
             {{-3, 4, 8, 15, 16, 23, 42, 108}, "a number below 0"},
             {{0, 10, 20, 30, 40, 50, 60, 70}, "every tenth sample of a signal"},
             {{0.12, 0.5, 0.7, 0.1, 0.9, 0.3, 0.25, 0.44}, "a signal"}})
        EXPECT_EQ(coordinates_of(numbered("sample,a,b", 0, numbers)), "sample a b") << why;
    for (const char* name : {"samples", "sample size", "sample_mean", "orders", "product", "users", "sampled"})
        EXPECT_EQ(coordinates_of(numbered(fmt::format("{},a,b", name), 0, tags)), fmt::format("{} a b", name));
}

TEST(column_doubts, a_series_counts_no_rows) {
    for (const char* name : {"week",
                             "month",
                             "hour",
                             "minute",
                             "step",
                             "frame",
                             "Zeit",
                             "Jahr",
                             "Tag",
                             "Monat",
                             "Woche",
                             "année",
                             "annee",
                             "jour",
                             "mois",
                             "año",
                             "fecha",
                             "elevation",
                             "wavelength [nm]",
                             "dose",
                             "time_step",
                             "Kalenderwoche Woche"})
        EXPECT_EQ(coordinates_of(counting(fmt::format("{},a,b", name), 0)), fmt::format("{} a b", name));
    for (const char* name : {"sample", "observation", "case", "run", "tree"})
        EXPECT_EQ(coordinates_of(counting(fmt::format("{},a,b", name), 0)), "a b") << name;
}

TEST(column_doubts, what_is_left_out_is_named_with_the_option_that_takes_it) {
    EXPECT_EQ(note_of(counting("sample,u,v", 0)),
              "column 'sample' is not a coordinate, because it only counts the rows; "
              "to use it too, use --columns sample,u,v");
    EXPECT_THAT(note_of(counting("id,no,a,b", 0)), HasSubstr("; to use them too, use --columns id,no,a,b"));
    const Table two = counting("sample,u,v", 0);
    EXPECT_THAT(dataset_from(two, likely_columns(two), max_rows, Order::as_loaded).note,
                HasSubstr("column 'sample' is not a coordinate, because it only counts the rows; --x and --y choose "
                          "others"));
    const Table places = table_of("id,x,y\n7,1.5,2\n9,2.5,4\n");
    EXPECT_THAT(dataset_from(places, likely_columns(places), max_rows, Order::as_loaded).note,
                HasSubstr("column 'id' is not a coordinate"));
    EXPECT_THAT(dataset_from(places, {.x = "x", .y = "id", .label = {}}, max_rows, Order::as_loaded).note, IsEmpty());
}

TEST(column_doubts, labels_may_have_more_digits_than_numbers) {
    const Table table =
        table_of("id,a,b,c\n1000000000000000000001,40,4,8\n1000000000000000000002,11,9,40\n17,43,29,1\n");
    EXPECT_THAT(load_note(table, {}), testing::Not(HasSubstr("rounded")));
    EXPECT_THAT(load_note(table, {"id", "a", "b"}), HasSubstr("in column 'id'"));
}

TEST(column_doubts, what_stays_is_named_with_the_option_that_leaves_it_out) {
    EXPECT_EQ(
        note_of(counting("a,sample,b", 1)),
        "1 column is used as a coordinate, although it may be something else ('sample', because it only counts the "
        "rows); to leave it out, use --columns a,b");
    EXPECT_THAT(note_of(counting("year,rain,wind", 0)),
                HasSubstr("('year', because its name looks like a time); to leave "
                          "it out, use --columns rain,wind"));
    EXPECT_EQ(note_of(table_of("mass,species,year\n1.5,0,2007\n2.5,1,2008\n3.5,1,2009\n")),
              "2 columns are used as coordinates, although they may be something else ('species', because its name "
              "looks like a group; 'year', because its name looks like a time); to leave them out, use --columns mass");
    EXPECT_THAT(note_of(table_of("id,mass\n7,1.5\n9,2.5\n")),
                HasSubstr("'id', because its name looks like an identifier"));
    EXPECT_THAT(note_of(table_of("x,y,d1,d2,d3\n1.5,2,3,4,5\n2,3,4,5,6\n")),
                HasSubstr("('x', because its name looks like a place; 'y', because its name looks like a place); to "
                          "leave them out, use --columns d1,d2,d3"));
    EXPECT_THAT(note_of(table_of("a b,year,c\n1,2007,3\n2,2008,4\n")),
                HasSubstr("to leave it out, use --columns with the names of the others"));
    EXPECT_THAT(note_of(table_of("mass,height\n1,2\n3,4\n")), IsEmpty());
    EXPECT_THAT(note_of(table_of("x,y,z,intensity\n1,2,3,4\n5,6,7,8\n")), IsEmpty()) << "places are what is compared";
    EXPECT_THAT(note_of(table_of("species,mass,height\n0.5,2,3\n1,3,4\n")), IsEmpty()) << "half a species is none";
}

/// Rows of a class 1, 2 or 3, and two fractions.
std::string classes_and_fractions(std::string_view header, int first_class = 1) {
    std::string bytes(header);
    for (int row = 0; row < 24; ++row)
        bytes += fmt::format("{},{}.5,{}.25\n", first_class + row % 3, (7 * row) % 11, (5 * row) % 13);
    return bytes;
}

TEST(column_doubts, few_whole_numbers_beside_fractions_may_be_classes_where_no_header_says_what_they_are) {
    const char* const told = "because it has few different whole numbers, as classes have";
    EXPECT_THAT(note_of(table_of(classes_and_fractions(""))), HasSubstr(told));
    EXPECT_THAT(note_of(table_of(classes_and_fractions("", -1))), HasSubstr(told));
    EXPECT_EQ(coordinates_of(table_of(classes_and_fractions(""))), "column 1 column 2 column 3") << "it stays";
    EXPECT_THAT(note_of(table_of(classes_and_fractions("floors,width,height\n"))), IsEmpty()) << "they have names";
    std::string counts, many, middle;
    for (int row = 0; row < 24; ++row) {
        counts += fmt::format("{},{},{}\n", row % 3, row % 7, row % 5);
        many += fmt::format("{},{}.5,{}.5\n", (row * 7) % 23, row % 7, row % 5);
        middle += fmt::format("{}.5,{},{}.5\n", row % 5, row % 3, row % 7);
    }
    for (const std::string& bytes : {counts, many, middle}) EXPECT_THAT(note_of(table_of(bytes)), IsEmpty()) << bytes;
}

TEST(column_doubts, arrays_have_no_names_and_only_their_outer_columns_are_looked_at) {
    const auto fraction = [](std::int64_t row, std::int64_t k) { return double((7 * row + 3 * k) % 11) + 0.5; };
    const auto with = [&](std::int64_t column, const std::function<double(std::int64_t)>& number) {
        return note_on_array(40, 3, [&, column](std::int64_t row, std::int64_t k) {
            return k == column ? number(row) : fraction(row, k);
        });
    };
    const auto row_number = [](std::int64_t row) { return double(row); };
    const auto kind = [](std::int64_t row) { return double(row % 2); };
    EXPECT_EQ(with(0, row_number),
              "1 column is used as a coordinate, although it may be something else ('column 1', because it only counts "
              "the rows); to leave it out, save the array without it");
    EXPECT_THAT(with(0, kind), HasSubstr("'column 1', because it has few different whole numbers"));
    EXPECT_THAT(with(2, kind), HasSubstr("'column 3', because it has few different whole numbers"));
    EXPECT_THAT(with(1, kind), IsEmpty());
    EXPECT_THAT(with(2, row_number), IsEmpty()) << "the last column of a series may count";
    EXPECT_THAT(note_on_array(40, 3, fraction), IsEmpty());
    EXPECT_THAT(note_on_array(40, 2, [&](std::int64_t row, std::int64_t k) { return k == 0 ? double(row) : 0.5; }),
                IsEmpty())
        << "a curve over its rows";
    EXPECT_THAT(note_on_array(7, 3, [](std::int64_t row, std::int64_t) { return double(row); }), IsEmpty());
    EXPECT_EQ(rows_looked_at(1'000'000, 784), 83);
    EXPECT_EQ(rows_looked_at(5, 4096), 5);
}

TEST(column_doubts, names_of_identifiers_leave_columns_out) {
    for (const char* name : {"id",       "ID",        "sample_id",    "customerId", "PassengerId", "userid",
                             "entrez",   "Entrez ID", "gene",         "barcode",    "accession",   "specimen",
                             "plot",     "Plot No.",  "plotno",       "site",       "site_code",   "passenger",
                             "customer", "rowname",   "row.names",    "Row Number", "Unnamed: 0",  "Unnamed: 0.1",
                             "no",       "Nr",        "index",        "#",          "sample no",   "record number",
                             "UUID",     "zip",       "Zip Code",     "zipcode",    "postcode",    "Postal Code",
                             "PLZ",      "phone",     "phone_number", "telephone",  "mobile",      "ISBN"})
        EXPECT_TRUE(means_identifier(name)) << name;
    for (const char* name : {"width",
                             "x",
                             "gene7",
                             "site1",
                             "ID [mm]",
                             "body mass index",
                             "refractive_index",
                             "atomic_number",
                             "number",
                             "wave number",
                             "plot_area",
                             "customer_age",
                             "passenger_count",
                             "gene_length",
                             "solid",
                             "humid",
                             "grid",
                             "fluid",
                             "note",
                             "nodes",
                             "north",
                             "key",
                             "code",
                             "identity",
                             "acid",
                             "liquid",
                             "Unnamed river",
                             "order",
                             "subject",
                             "rows",
                             "zipper",
                             "phone_minutes",
                             "mobile_share"})
        EXPECT_FALSE(means_identifier(name)) << name;
    EXPECT_EQ(coordinates_of(table_of("entrez,s1,s2,s3\n7157,5.1,2,9.3\n672,5,2.1,9.2\n675,0.3,8.8,1.1\n")),
              "s1 s2 s3");
    EXPECT_EQ(coordinates_of(table_of("Unnamed: 0,f1,f2\n0,0.1,5\n1,9,1\n")), "f1 f2");
    EXPECT_EQ(coordinates_of(table_of(",f1,f2\n17,0.1,5\n4,9,1\n")), "f1 f2") << "it has no name";
    EXPECT_EQ(coordinates_of(table_of("specimen,a,b\n1001,1,2\n1002,3,4\n")), "a b");
    EXPECT_EQ(coordinates_of(table_of("a,b,site_code\n1,2,44\n3,4,17\n")), "a b");
}

TEST(column_doubts, cells_with_leading_zeros_are_codes) {
    const Table areas = table_of("area,x,y\n01234,0,0\n00501,1,0\n98765,0,2\n");
    EXPECT_EQ(coordinates_of(areas), "x y");
    EXPECT_THAT(note_of(areas), HasSubstr("column 'area' is not a coordinate, because its cells have leading zeros"));
    EXPECT_EQ(coordinates_of(table_of("x,y,area\n0,0,1234\n1,0,0501\n0,2,98765\n")), "x y");
    const Table one = table_of("area,x\n01234,0\n00501,1\n");
    EXPECT_EQ(coordinates_of(one), "area x") << "nothing else is left";
    EXPECT_THAT(note_of(one), HasSubstr("its cells have leading zeros"));
    EXPECT_EQ(coordinates_of(table_of("a,b,c\n0.5,1,2\n0,3,4\n-0.25,5,6\n")), "a b c");
    EXPECT_EQ(coordinates_of(table_of("a,b,c\n00.5,1,2\n01.5,3,4\n")), "a b c") << "filled up to a width";
    EXPECT_EQ(coordinates_of(table_of("a,b,c\n007,012,255\n001,002,003\n")), "a b c") << "all are filled up";
}

TEST(column_doubts, names_of_measurements_leave_none_out) {
    EXPECT_EQ(coordinates_of(table_of("NO,NO2,CO\n1,2,3\n4,5,6\n")), "NO NO2 CO") << "gases";
    EXPECT_EQ(coordinates_of(table_of("gene1,gene2,gene3\n1,2,3\n4,5,6\n")), "gene1 gene2 gene3");
    EXPECT_EQ(coordinates_of(table_of("plot_x,plot_area,b\n1,2,3\n4,5,6\n")), "plot_x plot_area b");
    EXPECT_EQ(coordinates_of(table_of("id,index\n1,2\n4,5\n")), "id index") << "nothing else is left";
    EXPECT_EQ(coordinates_of(table_of("id,index,a\n1,2,3\n4,5,6\n")), "index a") << "two are left";
    const Table table = table_of("id,a,b\n1,2,3\n4,5,6\n");
    const std::vector<std::string> chosen{"id", "a"};
    EXPECT_EQ(column_roles(table, {.coordinates = chosen}).coordinates.size(), 2u) << "somebody chose it";
    EXPECT_THAT(column_roles(table, {.coordinates = chosen}).note, IsEmpty());
}

TEST(column_doubts, points_leave_out_the_same_columns) {
    const auto choice = [](const Table& table) {
        const ColumnChoice found = likely_columns(table);
        return found.x + " " + found.y;
    };
    EXPECT_EQ(choice(counting("a,b,sample_id", 2)), "a b");
    EXPECT_EQ(choice(table_of("a,b,Unnamed: 0\n1,2,0\n3,4,1\n")), "a b");
    EXPECT_EQ(choice(counting("t,value", 0)), "t value");
    EXPECT_EQ(choice(counting("sample,value", 0)), "sample value");
    EXPECT_EQ(likely_columns(table_of("a,b,c\n1,2,3\n4,5,6\n"), "c").x, "a") << "labels are no coordinates";
    EXPECT_EQ(likely_columns(table_of("x,y,c\n1,2,3\n4,5,6\n"), "x").x, "x") << "but these are";
    const auto note = [](const Table& table) {
        return dataset_from(table, likely_columns(table), max_rows, Order::as_loaded).note;
    };
    EXPECT_EQ(note(counting("sample,value", 0)),
              "column 'sample' is a coordinate, because no other is left, although it only counts the rows");
    EXPECT_THAT(note(table_of("id,mass\n7,1.5\n9,2.5\n")), HasSubstr("although its name looks like an identifier"));
    EXPECT_THAT(note(counting("t,value", 0)), IsEmpty());
    EXPECT_THAT(note(counting("x,y", 0)), IsEmpty());
    const Table chosen = table_of("mass,id,size\n1.5,7,3\n2.5,8,4\n");
    EXPECT_THAT(dataset_from(chosen, {.x = "mass", .y = "id", .label = {}}, 2, Order::as_loaded).note, IsEmpty());
}

TEST(name_words, are_cut_at_capital_letters_and_at_all_that_is_no_letter) {
    using testing::ElementsAre;
    EXPECT_THAT(name_words("pickup_latitude"), ElementsAre("pickup", "latitude"));
    EXPECT_THAT(name_words("sampleNo 7"), ElementsAre("sample", "no"));
    EXPECT_THAT(name_words("row.names"), ElementsAre("row", "names"));
    EXPECT_THAT(name_words("#12"), IsEmpty());
}

} // namespace
} // namespace pairscope
