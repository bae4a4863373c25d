// SPDX-License-Identifier: MIT
// Which files hold distances, which nearly do, and which only are square.
#include "kernels/data/coordinates.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/distance_samples.h"
#include "tests/kernels/loaded_table.h"

#include <gmock/gmock.h>

#include <cstring>
#include <limits>
#include <stop_token>

namespace pairscope {
namespace {

using samples::csv_of;
using samples::npy_of;
using samples::random_distances;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

DistanceTable found_in(std::string_view bytes, const std::string& name = "distances.csv") {
    const TemporaryFolder folder;
    return proposed_distances(folder.file(name, bytes));
}

void expect_no_distances(std::string_view bytes) {
    const DistanceTable found = found_in(bytes);
    EXPECT_FALSE(found.set) << bytes;
    EXPECT_THAT(found.why_not, IsEmpty()) << "nobody thinks of distances: " << bytes;
}

std::string reason_in(std::string_view bytes) {
    const DistanceTable found = found_in(bytes);
    EXPECT_FALSE(found.set) << bytes;
    return found.why_not;
}

TEST(DistanceTable, is_read_with_and_without_names) {
    const Dataset expected = random_distances(40);
    for (const bool with_names : {false, true}) {
        const DistanceTable found = found_in(csv_of(expected, with_names));
        ASSERT_TRUE(found.set) << found.why_not;
        EXPECT_TRUE(found.set->holds_distances);
        EXPECT_EQ(found.set->rows, 40);
        EXPECT_EQ(found.set->dims, 40);
        EXPECT_EQ(found.set->values, expected.values);
        EXPECT_EQ(found.set->labels.size(), with_names ? 40u : 0u);
        EXPECT_EQ(with_names ? found.set->labels[7] : "p7", "p7");
        EXPECT_EQ(what_it_holds(*found.set),
                  "distances.csv holds the distances between 40 rows, so it is shown as a distance matrix.");
    }
}

TEST(DistanceTable, of_a_diagonal_alone_is_told_to_hold_similarities) {
    const std::string identity = "1,0,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n";
    EXPECT_EQ(reason_in(identity), "its diagonal is 1 and all other entries are 0, as in a table of similarities");
    EXPECT_EQ(reason_in(",A,B,C\nA,2,0,0\nB,0,2,0\nC,0,0,2\n"),
              "its diagonal is 2 and all other entries are 0, as in a table of similarities");
    EXPECT_EQ(reason_in(",A,B,C\nA,1,0,0\nB,0,2,0\nC,0,0,3\n"),
              "all entries beside the diagonal are 0, so it holds no distances");
    EXPECT_EQ(reason_in(",A,B,C\nA,0,0,0\nB,0,0,0\nC,0,0,0\n"), "all entries are 0");
}

TEST(DistanceTable, with_one_empty_name_on_both_sides_is_read) {
    for (const char* bytes : {",,B,C\n,0,1,2\nB,1,0,3\nC,2,3,0\n", ",A,B,\nA,0,1,2\nB,1,0,3\n,2,3,0\n"}) {
        const DistanceTable found = found_in(bytes);
        ASSERT_TRUE(found.set) << found.why_not << bytes;
        EXPECT_THAT(found.set->labels, testing::Contains(""));
    }
    EXPECT_THAT(reason_in(",,B,C\nA,0,1,2\nB,1,0,3\nC,2,3,0\n"), HasSubstr("different names"));
}

TEST(DistanceTable, says_how_many_distances_are_equal_in_float32_only) {
    const DistanceTable found = found_in("0,100000001,100000002\n100000001,0,100000003\n100000002,100000003,0\n");
    ASSERT_TRUE(found.set);
    EXPECT_EQ(found.set->note,
              "3 distances that differ in the file are equal to others in float32, the precision of kernels and "
              "pictures; lists and counts of pairs have the digits of the file");
    ASSERT_EQ(found.set->low.size(), 9u) << "their order is kept";
    for (const auto& [at, distance] : {std::pair(1u, 100000001.0), {2u, 100000002.0}, {5u, 100000003.0}, {4u, 0.0}})
        EXPECT_EQ(double(coordinates(*found.set)[at]) + double(found.set->low[at]), distance);
}

TEST(DistanceTable, keeps_digits_that_float32_would_lose) {
    const DistanceTable found = found_in("0,0.1,0.1\n0.1,0,0.3\n0.1,0.3,0\n");
    EXPECT_THAT(found.set->note, IsEmpty());
    EXPECT_EQ(coordinate_in_file(*found.set, 0, 1), 0.1);
    EXPECT_EQ(coordinate_in_file(*found.set, 2, 1), 0.3);
    EXPECT_THAT(found_in("0,0.5,3\n0.5,0,0.25\n3,0.25,0\n").set->low, IsEmpty()) << "these are float32 numbers";
    for (const std::int64_t rows : {7, 1100}) { // arrays of more than 1024 columns are read as vectors
        Dataset given = random_distances(rows);
        std::string bytes = npy_of<double>(given);
        const double distance = 1.06665389537811;
        for (const std::int64_t at : {std::int64_t{1}, rows}) // row 0, column 1, and its mirror image
            std::memcpy(bytes.data() + std::ssize(bytes) - 8 * (rows * rows - at), &distance, sizeof(distance));
        const DistanceTable array = found_in(bytes, "d.npy");
        ASSERT_TRUE(array.set) << array.why_not;
        EXPECT_EQ(coordinate_in_file(*array.set, 0, 1), distance) << rows;
        EXPECT_EQ(coordinate_in_file(*array.set, 1, 0), distance) << rows;
        EXPECT_THAT(found_in(npy_of<float>(given), "d.npy").set->low, IsEmpty());
    }
}

TEST(DistanceTable, first_lines_with_missing_numbers_are_rows) {
    for (const char* text : {"NA,1,2,4\n1,NA,3,5\n2,3,NA,6\n4,5,6,NA\n", "nan 1 2 4\n1 nan 3 5\n2 3 nan 6\n4 5 6 nan\n",
                             ",1,2,4\n1,,3,5\n2,3,,6\n4,5,6,\n", "NA;1;2;4\n1;0;3;5\n2;3;0;6\n4;5;6;0\n"}) {
        const TemporaryFolder folder;
        const auto path = folder.file("d.csv", text);
        const DistanceTable found = read_distances(path, {}, {.is_chosen = true});
        ASSERT_TRUE(found.set) << text << found.why_not;
        EXPECT_THAT(coordinates(*found.set), ElementsAre(0, 1, 2, 4, 1, 0, 3, 5, 2, 3, 0, 6, 4, 5, 6, 0)) << text;
        const DistanceTable unasked = read_distances(path);
        EXPECT_TRUE(unasked.must_ask);
        EXPECT_EQ(unasked.rows, 4) << text;
    }
    const TemporaryFolder folder;
    const DistanceTable three =
        read_distances(folder.file("d.csv", "NA,1,2\n1,NA,3\n2,3,NA\n"), {}, {.is_chosen = true});
    ASSERT_TRUE(three.set) << three.why_not;
    EXPECT_EQ(three.set->rows, 3);
    const DistanceTable named = read_distances(folder.file("n.csv", ",1,2,4\n1,0,3,5\n2,3,0,6\n4,5,6,0\n"));
    ASSERT_TRUE(named.set) << named.why_not;
    EXPECT_THAT(named.set->labels, ElementsAre("1", "2", "4")) << "an empty corner above a zero diagonal";
}

TEST(DistanceTable, a_first_line_that_counts_the_columns_is_a_header) {
    const auto expect_names = [](std::string_view text, const std::vector<std::string>& names) {
        const DistanceTable found = found_in(text);
        ASSERT_TRUE(found.set) << text << found.why_not;
        EXPECT_THAT(coordinates(*found.set), ElementsAre(0, 1, 2, 1, 0, 3, 2, 3, 0)) << text;
        EXPECT_EQ(found.set->labels, names) << text;
    };
    expect_names("0,1,2\n0,1,2\n1,0,3\n2,3,0\n", {"0", "1", "2"});
    expect_names("1;2;3\n0;1;2\n1;0;3\n2;3;0\n", {"1", "2", "3"});
    expect_names("01\t02\t03\n0\t1\t2\n1\t0\t3\n2\t3\t0\n", {"01", "02", "03"});
    expect_names("\"1\" \"2\" \"3\"\n\"1\" 0 1 2\n\"2\" 1 0 3\n\"3\" 2 3 0\n", {"1", "2", "3"});
    std::string large; // more rows than decide how a text is written
    for (int col = 0; col < 300; ++col) large += fmt::format("{}{}", col == 0 ? "" : ",", col);
    large += "\n" + csv_of(random_distances(300), false);
    const DistanceTable found = found_in(large);
    ASSERT_TRUE(found.set) << found.why_not;
    EXPECT_EQ(found.set->rows, 300);
    EXPECT_EQ(found.set->labels[299], "299");
}

TEST(DistanceTable, a_first_line_of_other_numbers_is_named) {
    const std::string reason = reason_in("10,20,30\n0,1,2\n1,0,3\n2,3,0\n");
    EXPECT_THAT(reason, HasSubstr("line 1 stands above a square of 3 rows"));
    EXPECT_FALSE(found_in("10,20,30\n0,1,2\n1,0,3\n2,3,0\n").must_ask);
    expect_no_distances("0,1,2\n0,1,2\n1,5,3\n2,3,0\n");
    expect_no_distances("0,1,2\n0,1,2\n1,0,3\n2,4,0\n");
    expect_no_distances("0,1,2\n0,0,0\n0,0,0\n0,0,0\n");
}

TEST(DistanceTable, takes_the_header_for_names_where_no_column_has_them) {
    const DistanceTable found = found_in("a,b,c\n0,1,2\n1,0,3\n2,3,0\n");
    ASSERT_TRUE(found.set);
    EXPECT_THAT(found.set->labels, ElementsAre("a", "b", "c"));
}

TEST(DistanceTable, takes_numbers_at_the_edges_for_names) {
    const DistanceTable first_column = found_in("id,11,12,13\n11,0,1,2\n12,1,0,3\n13,2,3,0\n");
    ASSERT_TRUE(first_column.set);
    EXPECT_THAT(first_column.set->labels, ElementsAre("11", "12", "13"));
    const DistanceTable as_written = found_in("id,0E8,1E3,1000,007\n0E8,0,1,2,3\n1E3,1,0,4,5\n1000,2,4,0,6\n"
                                              "007,3,5,6,0\n");
    ASSERT_TRUE(as_written.set) << as_written.why_not;
    EXPECT_THAT(as_written.set->labels, ElementsAre("0E8", "1E3", "1000", "007"));
    const DistanceTable both_edges = found_in(",0,1,2\n0,0,4,5\n1,4,0,6\n2,5,6,0\n");
    ASSERT_TRUE(both_edges.set) << "as pandas writes a table without names";
    EXPECT_THAT(both_edges.set->labels, ElementsAre("0", "1", "2"));
    EXPECT_THAT(coordinates(*both_edges.set), ElementsAre(0, 4, 5, 4, 0, 6, 5, 6, 0));
}

TEST(DistanceTable, is_read_as_r_writes_it) {
    const DistanceTable found = found_in("\"a\" \"b\" \"c\"\n\"a\" 0 1 2\n\"b\" 1 0 3\n\"c\" 2 3 0\n", "distances.txt");
    ASSERT_TRUE(found.set) << found.why_not;
    EXPECT_THAT(found.set->labels, ElementsAre("a", "b", "c"));
    const DistanceTable numbered = found_in("site,101,102,103\n101,0,1,2\n102,1,0,3\n103,2,3,0\n");
    ASSERT_TRUE(numbered.set) << numbered.why_not;
    EXPECT_THAT(numbered.set->labels, ElementsAre("101", "102", "103"));
}

TEST(DistanceTable, is_read_from_arrays_of_both_precisions_and_from_gzip) {
    const Dataset expected = random_distances(33);
    for (const std::string& bytes : {npy_of<float>(expected), npy_of<double>(expected)}) {
        const DistanceTable found = found_in(bytes, "distances.npy");
        ASSERT_TRUE(found.set) << found.why_not;
        EXPECT_EQ(found.set->values, expected.values);
        EXPECT_THAT(found.set->note, IsEmpty());
        EXPECT_THAT(found.set->labels, IsEmpty());
    }
    EXPECT_TRUE(found_in(gzipped(csv_of(expected, true)), "distances.csv.gz").set);
}

TEST(DistanceTable, may_have_more_columns_than_vectors_have_coordinates) {
    const Dataset expected = random_distances(1200);
    const DistanceTable found = found_in(csv_of(expected, true));
    ASSERT_TRUE(found.set) << found.why_not;
    EXPECT_EQ(found.set->values, expected.values);
}

TEST(DistanceTable, may_differ_in_the_last_digit_that_was_printed) {
    EXPECT_TRUE(found_in("0,1.000001,2\n1,0,3\n2,3,1e-9\n").set);
    EXPECT_THAT(reason_in("0,1.001,2\n1,0,3\n2,3,0\n"), HasSubstr("not symmetric"));
}

TEST(DistanceTable, says_which_entries_do_not_fit) {
    EXPECT_EQ(reason_in("0,1,2\n5,0,3\n2,3,0\n"),
              "the entry in row 0, column 1 (counted from 0, on line 1 of the file) is 1, and the entry in row 1, "
              "column 0 is 5, so the table is not symmetric");
    EXPECT_EQ(
        reason_in("0,1,2\n1,7,3\n2,3,0\n"),
        "the entry in row 1, column 1 (counted from 0, on line 2 of the file) is 7, where the diagonal must be 0");
    EXPECT_EQ(
        reason_in("0,1,-2\n1,0,3\n-2,3,0\n"),
        "the entry in row 0, column 2 (counted from 0, on line 1 of the file) is -2, and no distance is negative");
    for (const char* gaps : {"0,1,nan\n1,0,3\nnan,3,0\n", "0,1,\n1,0,3\n,3,0\n"})
        EXPECT_EQ(reason_in(gaps), "2 numbers are missing or not finite, the first in row 0, column 2 (counted from 0, "
                                   "on line 1 of the file)");
    EXPECT_EQ(reason_in("0,0,0\n0,0,0\n0,0,0\n"), "all entries are 0");
}

TEST(DistanceTable, counts_rows_from_0_as_the_matrix_does_and_lines_from_1_as_editors_do) {
    EXPECT_THAT(reason_in("# measured twice\nid,x,y,z\nx,0,1,2\ny,1,4,3\nz,2,3,0\n"),
                HasSubstr("the entry in row 1, column 1 (counted from 0, on line 4 of the file) is 4"));
    EXPECT_THAT(reason_in(",7,8,9\n7,0,1,2\n8,1,4,3\n9,2,3,0\n"),
                HasSubstr("row 1, column 1 (counted from 0, on line 3"))
        << "the first row holds names";
    Dataset odd = random_distances(3);
    std::get<std::vector<float>>(odd.values)[4] = 4.0f;
    EXPECT_EQ(found_in(npy_of<float>(odd), "odd.npy").why_not,
              "the entry in row 1, column 1 (counted from 0) is 4, where the diagonal must be 0");
}

TEST(DistanceTable, says_where_the_largest_asymmetry_hides) {
    Dataset odd = random_distances(150);
    std::get<std::vector<float>>(odd.values)[149 * 150 + 130] += 0.25f;
    EXPECT_THAT(reason_in(csv_of(odd, false)), HasSubstr("row 130, column 149"));
}

TEST(DistanceTable, is_not_seen_in_tables_of_something_else) {
    expect_no_distances("0,1\n1,0\n");                       // too small
    expect_no_distances("0,1,2\n1,0,3\n");                   // not square
    expect_no_distances("0,1\n1,0\n2,3\n");                  // not square
    expect_no_distances("1,2,3\n4,5,6\n7,8,9\n");            // square, and nothing else
    expect_no_distances("x,y\n1,2\n3,4\n5,6\n7,8\n");        // points
    expect_no_distances("name,x\na,1\nb,2\nc,3\n");          // one column
    expect_no_distances("no table at all");                  // prose
    expect_no_distances("%PDF-1.4\n0,1,2\n1,0,3\n2,3,0\n");  // another format
    expect_no_distances(npy_of<float>(random_distances(2))); // too small
}

TEST(DistanceTable, of_many_rows_is_refused_with_the_limit) {
    Dataset many{.name = "many", .rows = 33000, .dims = 33000};
    EXPECT_EQ(why_too_many(many.rows), "it has 33 000 rows, and a matrix of at most 32 768 can be stored");
    std::string header = npy_of<float>(random_distances(3));
    header.replace(header.find("(3, 3)"), 17, "(33000, 33000), }");
    const TemporaryFolder folder;
    EXPECT_EQ(read_distances(folder.file("many.npy", header)).why_not, why_too_many(33000));
}

TEST(DistanceTable, gives_the_table_of_a_small_array_to_those_who_read_points) {
    Dataset odd = random_distances(5);
    std::get<std::vector<float>>(odd.values)[1] = 9.0f;
    const TemporaryFolder folder;
    const auto path = folder.file("odd.npy", npy_of<double>(odd));
    const DistanceTable found = proposed_distances(path);
    EXPECT_FALSE(found.set);
    ASSERT_TRUE(found.table) << "the file would be read a second time";
    const Table again = load_table(path);
    ASSERT_EQ(found.table->columns.size(), again.columns.size());
    for (std::size_t k = 0; k < again.columns.size(); ++k) {
        EXPECT_EQ(found.table->columns[k].name, again.columns[k].name);
        EXPECT_EQ(found.table->columns[k].numbers, again.columns[k].numbers);
    }
}

TEST(DistanceTable, is_not_looked_for_in_a_long_table) {
    std::string rows;
    for (int i = 0; i < 200'000; ++i) rows += "0.25,0.75,1\n";
    const TemporaryFolder folder;
    const auto file = folder.file("long.csv", rows + "this line, is refused\n");
    EXPECT_FALSE(read_distances(file).set) << "nobody read so far";
}

TEST(DistanceTable, that_must_be_there_is_refused_with_the_reason) {
    const TemporaryFolder folder;
    const auto refused = [&](std::string_view bytes) {
        return refusal([&] { (void)load_distances(folder.file("t.csv", bytes)); });
    };
    EXPECT_THAT(refused("0,1,2\n5,0,3\n2,3,0\n"),
                HasSubstr("as a distance matrix: the entry in row 0, column 1 (counted"));
    EXPECT_THAT(refused("1,2\n3,4\n5,6\n"),
                HasSubstr("as a distance matrix, because it has 3 rows and 2 columns of numbers; "
                          "give a square table"));
    EXPECT_THAT(refused("0,1,2\n1,0,3\n2,3,x y\n"), HasSubstr("t.csv"));
}

TEST(DistanceTable, that_is_read_can_be_cancelled) {
    const TemporaryFolder folder;
    const auto file = folder.file("distances.csv", csv_of(random_distances(20), false));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)proposed_distances(file, stop.get_token()), InputError);
}

TEST(DistanceTable, loses_rows_and_columns_together) {
    const Dataset whole = random_distances(9), part = first_rows(whole, 4);
    EXPECT_EQ(part.rows, 4);
    EXPECT_EQ(part.dims, 4);
    for (std::int64_t row = 0; row < 4; ++row)
        for (std::int64_t col = 0; col < 4; ++col)
            EXPECT_EQ(coordinates(part)[static_cast<std::size_t>(4 * row + col)],
                      coordinates(whole)[static_cast<std::size_t>(9 * row + col)]);
}

TEST(DistanceTable, has_one_workload_that_takes_only_square_tables) {
    const WorkloadType* const type = workload_of_distances();
    ASSERT_NE(type, nullptr);
    EXPECT_THAT(why_not(Workload{.type = type->id, .rows = 5, .cols = 5, .dims = 5}), IsEmpty());
    EXPECT_THAT(why_not(Workload{.type = type->id, .rows = 5, .cols = 5, .dims = 4}), HasSubstr("square"));
    const Dataset example = type->example(0, 50, 50, {});
    EXPECT_TRUE(distances_in(Dataset(example)).set) << "the example holds distances";
    EXPECT_EQ(example.labels.size(), 50u);
}

} // namespace
} // namespace pairscope
