// SPDX-License-Identifier: MIT
// Notes on numbers that are no measurements: codes of missing numbers, rows of sums, and parts of numbers.
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/columns/odd_values.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/loaded_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

namespace pairscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// All notes on a table with these bytes, by its proposed columns.
std::string notes_on(std::string_view bytes) {
    const Table table = table_of(bytes);
    const ColumnRoles roles = column_roles(table);
    return fmt::format("{}", fmt::join(notes_on_odd_values(table, roles.coordinates, table.rows), "; "));
}

TEST(OddValues, codes_of_missing_numbers_are_counted_and_named) {
    EXPECT_EQ(notes_on("salt,oxygen\n35.1,7\n-999,6.5\n34.2,-999\n34.9,6\n"),
              "2 numbers in columns 'salt', 'oxygen' are -999, which often stands for a missing number and is far from "
              "all others; empty such cells if their numbers are missing");
    EXPECT_THAT(notes_on("salt,oxygen\n35.1,7\n33,6.5\n34.2,-9999.0\n34.9,6\n"),
                HasSubstr("1 number in column 'oxygen' is -9999,"))
        << "all others are above 0";
    EXPECT_THAT(notes_on("a,b\n35.1,7\n9999,6.5\n34.2,2\n9999,6\n"), HasSubstr("2 numbers in column 'a' are 9999"));
    EXPECT_THAT(notes_on("a,b\n35.1,7\n1e20,6.5\n34.2,2\n1e20,6\n"), HasSubstr("are 1e+20"));
    EXPECT_THAT(notes_on("q1,q2\n5,7\n99,6.5\n1,2\n99,6\n"), HasSubstr("2 numbers in column 'q1' are 99,"));
    EXPECT_THAT(notes_on("q1,q2\n5,7\n99,6.5\n1,99\n3,-9\n-9,6\n"),
                AllOf(HasSubstr("2 numbers in columns 'q1', 'q2' are 99,"), HasSubstr("are -9,")))
        << "each code is named";
    EXPECT_THAT(notes_on("q1,q2\n5,7\n-9,6.5\n0,2\n-9,6\n"), HasSubstr("2 numbers in column 'q1' are -9,"));
    EXPECT_THAT(notes_on("a,b\n5.1,7\n-99.9,6.5\n4.2,2\n-99.9,6\n"), HasSubstr("are -99.9"));
}

TEST(OddValues, numbers_that_may_be_measured_are_no_codes) {
    for (const char* bytes : {
             "a,b\n-1999,7\n-999,6.5\n34.2,2\n-999,6\n",           // it is between others
             "a,b\n900,7\n999,6.5\n100,2\n999,6\n",                // others come near
             "a,b\n35.1,7\n9999,6.5\n34.2,2\n33,6\n",              // one number above 0
             "a,b\n0,7\n99,6.5\n1,2\n99,6\n",                      // a count
             "a,b\n1,7\n-9,6.5\n-1,2\n-9,6\n",                     // numbers below 0
             "a,b\n1,7\n-9,6.5\n0,2\n2,6\n",                       // one number
             "a,b\n0,7\n999,6.5\n0,2\n999,6\n",                    // the others are all equal
             "a,b\n-5.1,7\n-999,6.5\n4.2,2\n5,6\n",                // one outlier beside numbers below 0
             "a,b\n-999,1\n-999,2\n-999,3\n-999,4\n",              // nothing else
             "a,b\n35.1,7\n-998,6.5\n34.2,2\n-998,6\n33,5\n1,1\n", // no code
         })
        EXPECT_THAT(notes_on(bytes), IsEmpty()) << bytes;
}

TEST(OddValues, rows_that_sum_up_others_are_named) {
    EXPECT_EQ(notes_on("species,a,b\nx,1,5\ny,2,6\nz,4,0\nTotal,7,11\n"),
              "the row on line 5 seems to sum up the others and is compared like any other; delete it if it is no "
              "measurement");
    EXPECT_THAT(notes_on("Art;a;b\nx;1;5\ny;2;6\nz;4;0\nSumme:;7;11\n"), HasSubstr("the row on line 5 seems"));
    EXPECT_THAT(notes_on("species,a,b\nx,1,5\ny,2,6\nz,4.5,0\nMean,2.5,3.667\nSD,1.8,3.2\n"),
                HasSubstr("2 rows from line 5 on seem to sum up the others and are compared like these; delete them"));
    EXPECT_EQ(notes_on("a,b\n1.1,5\n2.2,6\n4.4,0\n0.3,1\n8.0,12\n"),
              "the row on line 6 has the sum of the others in each column and is compared like any other; delete it if "
              "it is no measurement");
}

TEST(OddValues, rows_that_are_no_sums_are_not_named) {
    for (const char* bytes : {
             "species,a,b\nx,1,5\ny,2,6\nz,4,0\nTotoro,7,12\n", // another word
             "species,a,b\nx,1,5\ny,2,6\nz,4,0\nMax,4,7\n",     // a name
             "a,b\n1,5\n2,6\n4,0\n7,12\n",                      // one column only
             "a,b\n0,0\n1,2\n0,0\n0,0\n1,2\n",                  // the same as another row
             "a,b\n0,0\n0,0\n0,0\n0,0\n",                       // nothing
             "a,b\n1,5\n2,6\n3,11\n",                           // three rows
         })
        EXPECT_THAT(notes_on(bytes), IsEmpty()) << bytes;
}

TEST(OddValues, decimal_commas_between_commas_are_suspected) {
    EXPECT_THAT(notes_on("12,05,3,70\n11,50,4,01\n10,25,5,5\n9,75,6,1\n"),
                HasSubstr("its columns seem to be parts of numbers with decimal commas"));
    EXPECT_THAT(notes_on("12,15,3,70\n11,50,4,11\n10,25,5,5\n9,75,6,1\n"), IsEmpty()) << "they may be whole numbers";
    EXPECT_THAT(notes_on("a,b,c,d\n12,05,3,70\n11,50,4,01\n10,25,5,5\n9,75,6,1\n"), IsEmpty()) << "a header says so";
}

TEST(OddValues, eastings_of_several_zones_are_told) {
    for (const char* bytes : {"name,zone,E,N\na,32U,691000,5334000\nb,33U,389000,5819000\nc,32U,565000,5934000\n",
                              "easting,northing,utm_zone\n691000,5334000,32\n389000,5819000,33\n"})
        EXPECT_THAT(notes_on(bytes), HasSubstr("has several zones, and eastings begin anew in each")) << bytes;
    for (const char* bytes : {"name,zone,E,N\na,32U,691000,5334000\nb,32U,389000,5819000\n", // one zone
                              "name,zone,a,b\na,1,2,3\nb,2,4,5\n", "climate_zone,E,N\n1,2,3\n2,4,5\n",
                              "utm_e,utm_n\n691000,5334000\n389000,5819000\n"})
        EXPECT_THAT(notes_on(bytes), Not(HasSubstr("zones"))) << bytes;
}

TEST(OddValues, notes_come_with_the_vectors_and_with_the_points) {
    const Table table = table_of("site,a,b,c\nx,1,5,2\ny,2,6,3\nz,-999,0,4\nu,3,-999,5\nTotal,7,11,9\n");
    const InputRule rule{.rows = {1, 100}, .dims = {1, 9}};
    const VectorRequest request{.most_rows = 100};
    EXPECT_THAT(finished(read_vectors(table, rule, request), rule, request).note,
                AllOf(HasSubstr("are -999"), HasSubstr("the row on line 6")));
    EXPECT_THAT(dataset_from(table, {.x = "a", .y = "b", .label = "site"}, 5, Order::as_loaded).note,
                AllOf(HasSubstr("are -999"), HasSubstr("the row on line 6")));
    EXPECT_THAT(dataset_from(table, {.x = "a", .y = "b", .label = "site"}, 4, Order::as_loaded).note,
                Not(HasSubstr("line 6")));
}

} // namespace
} // namespace pairscope
