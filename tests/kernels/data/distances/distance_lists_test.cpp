// SPDX-License-Identifier: MIT
// Distances that are not written as a square.
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/errors.h"
#include "tests/kernels/loaded_table.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace pairscope {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

DistanceTable list_in(std::string_view bytes, const std::string& name = "d.txt") {
    const TemporaryFolder folder;
    return read_distances(folder.file(name, bytes));
}

void expect_triangle(std::string_view text, const std::vector<std::string>& names) {
    const DistanceTable found = list_in(text);
    ASSERT_TRUE(found.set) << text << found.why_not;
    EXPECT_THAT(coordinates(*found.set), ElementsAre(0, 3, 5, 9, 3, 0, 4, 10, 5, 4, 0, 8, 9, 10, 8, 0)) << text;
    EXPECT_EQ(found.set->labels, names) << text;
}

const std::vector<std::string> names{"Alpha", "Beta", "Gamma", "Delta"};

TEST(DistanceLists, triangles_of_phylip_are_read) {
    expect_triangle("4\nAlpha\nBeta 3\nGamma 5 4\nDelta 9 10 8\n", names);
    expect_triangle("   4\nAlpha      0\nBeta   3 0\nGamma  5 4 0\nDelta  9 10 8 0\n", names);
    expect_triangle("4\nAlpha 3 5 9\nBeta 4 10\nGamma 8\nDelta\n", names);
    expect_triangle("4\nAlpha 0 3 5 9\nBeta 3 0 4 10\nGamma 5 4 0 8\nDelta 9 10 8 0\n", names);
}

TEST(DistanceLists, triangles_that_R_prints_are_read) {
    expect_triangle("      Alpha Beta Gamma\nBeta      3           \nGamma     5    4      \nDelta     9   10     8\n",
                    names);
    expect_triangle("      Alpha Beta Gamma Delta\nAlpha 0\nBeta 3 0\nGamma 5 4 0\nDelta 9 10 8 0\n", names);
}

/// What R prints of six objects in a narrow console, where the distance of i and j is 10 i + j.
std::string wrapped_print(const std::vector<std::string>& objects, std::size_t columns_at_once) {
    std::string text;
    for (std::size_t first = 0; first + 1 < objects.size(); first += columns_at_once) {
        const std::size_t last = std::min(first + columns_at_once, objects.size() - 1);
        text += "     ";
        for (std::size_t col = first; col < last; ++col) text += fmt::format("{:>6}", objects[col]);
        text += "\n";
        for (std::size_t row = 1; row < objects.size(); ++row) {
            text += fmt::format("{:<5}", objects[row]);
            for (std::size_t col = first; col < last; ++col)
                text += col < row ? fmt::format("{:>6}", 10 * row + col) : std::string(6, ' ');
            text += "\n";
        }
    }
    return text;
}

/// The same with print(..., diag = TRUE), upper = TRUE, or both.
std::string printed(const std::vector<std::string>& objects, std::size_t columns_at_once, bool diagonal, bool upper) {
    std::string text;
    const auto is_shown = [&](std::size_t row, std::size_t col) {
        return col < row || (col == row && diagonal) || (col > row && upper);
    };
    for (std::size_t first = 0; first < objects.size(); first += columns_at_once) {
        const std::size_t last = std::min(first + columns_at_once, objects.size());
        text += "     ";
        for (std::size_t col = first; col < last; ++col) text += fmt::format("{:>6}", objects[col]);
        text += "\n";
        for (std::size_t row = 0; row < objects.size(); ++row) {
            text += fmt::format("{:<5}", objects[row]);
            for (std::size_t col = first; col < last; ++col)
                text += is_shown(row, col)
                            ? fmt::format("{:>6}", row == col ? 0 : 10 * std::max(row, col) + std::min(row, col))
                            : std::string(6, ' ');
            text += "\n";
        }
    }
    return text;
}

TEST(DistanceLists, what_R_prints_with_its_diagonal_or_its_upper_triangle_is_read) {
    for (const std::vector<std::string>& objects :
         {std::vector<std::string>{"a", "b", "c", "d", "e", "f"}, {"1", "2", "3", "4", "5", "6"}, {"x", "y", "z"}})
        for (const std::size_t columns :
             {std::size_t{2}, std::size_t{3}, std::size_t{4}, std::size_t{5}, std::size_t{6}})
            for (const auto& [diagonal, upper] : {std::pair(true, false), {false, true}, {true, true}}) {
                if (diagonal && upper && columns >= objects.size()) continue; // a plain square
                const std::string text = printed(objects, columns, diagonal, upper);
                const DistanceTable found = list_in(text);
                ASSERT_TRUE(found.set) << text << found.why_not;
                EXPECT_EQ(found.set->labels, objects) << text;
                const auto n = int(objects.size());
                ASSERT_EQ(found.set->rows, n) << text;
                for (int row = 0; row < n; ++row)
                    for (int col = 0; col < n; ++col) {
                        const int expected = row == col ? 0 : 10 * std::max(row, col) + std::min(row, col);
                        EXPECT_EQ(coordinates(*found.set)[std::size_t(n * row + col)], float(expected)) << text;
                    }
            }
}

TEST(DistanceLists, three_objects_that_R_names_by_their_numbers_are_read) {
    const DistanceTable found = list_in("  1 2\n2 3  \n3 5 4\n");
    ASSERT_TRUE(found.set) << found.why_not;
    EXPECT_EQ(found.set->labels, (std::vector<std::string>{"1", "2", "3"}));
    EXPECT_EQ(std::get<std::vector<float>>(found.set->values), (std::vector<float>{0, 3, 5, 3, 0, 4, 5, 4, 0}));
}

TEST(DistanceLists, triangles_that_R_prints_in_several_blocks_are_read) {
    for (const std::vector<std::string>& objects :
         {std::vector<std::string>{"a", "b", "c", "d", "e", "f"}, {"1", "2", "3", "4", "5", "6"}})
        for (const std::size_t columns : {std::size_t{2}, std::size_t{3}, std::size_t{4}, std::size_t{5}}) {
            const std::string text = wrapped_print(objects, columns);
            const DistanceTable found = list_in(text);
            ASSERT_TRUE(found.set) << text << found.why_not;
            EXPECT_EQ(found.set->labels, objects) << text;
            ASSERT_EQ(found.set->rows, 6);
            for (int row = 0; row < 6; ++row)
                for (int col = 0; col < row; ++col)
                    EXPECT_EQ(coordinates(*found.set)[std::size_t(6 * row + col)], float(10 * row + col)) << text;
        }
}

TEST(DistanceLists, blocks_that_do_not_fit_together_are_refused) {
    std::string text = wrapped_print({"a", "b", "c", "d", "e", "f"}, 3);
    text.erase(text.rfind("f  ")); // the last row of the second block
    EXPECT_FALSE(list_in(text).set);
    std::string other = wrapped_print({"a", "b", "c", "d", "e", "f"}, 3);
    other.replace(other.rfind("f  "), 1, "g");
    EXPECT_FALSE(list_in(other).set);
}

TEST(DistanceLists, triangles_of_numbers_are_read) {
    expect_triangle("0\n3,0\n5,4,0\n9,10,8,0\n", {});
    expect_triangle("3\n5,4\n9,10,8\n", {});
    expect_triangle("0,3,5,9\n0,4,10\n0,8\n0\n", {});
    expect_triangle("3 5 9\n4 10\n8\n", {});
    expect_triangle("Alpha,0\nBeta,3,0\nGamma,5,4,0\nDelta,9,10,8,0\n", names);
    EXPECT_THAT(list_in("3\n5,4\n9,10,8\n").set->note,
                HasSubstr("it was read as a lower triangle, which gives a matrix of 4 x 4"));
}

TEST(DistanceLists, a_triangle_with_a_fault_is_told_by_its_line) {
    const DistanceTable missing = list_in("5\nAlpha\nBeta 3\nGamma 5 4\nDelta 9 10 8\n");
    EXPECT_TRUE(missing.must_ask);
    EXPECT_THAT(missing.why_not, HasSubstr("its first line promises 5 rows, and 4 follow"));
    EXPECT_THAT(list_in("4\nAlpha\nBeta 3\nGamma 5 4\nDelta 9 8\n").why_not,
                HasSubstr("line 5 has 2 numbers, where row 3 of a lower triangle has 3"));
    EXPECT_THROW((void)list_in("  4\nAlpha  0\nBe a  3 0\nGamma  5 4 0\nD\nAlpha  8 0\n"), InputError) << "D is empty";
    EXPECT_THAT(list_in("0\n3,0\n5,4,0\n9,ten,8,0\n").why_not, HasSubstr("line 4 has a word where a number belongs"));
}

TEST(DistanceLists, the_triangle_that_R_prints_of_three_objects_is_read) {
    const DistanceTable found = list_in("  a b\nb 1  \nc 2 3\n");
    ASSERT_TRUE(found.set) << found.why_not;
    EXPECT_THAT(coordinates(*found.set), ElementsAre(0, 1, 2, 1, 0, 3, 2, 3, 0));
    EXPECT_THAT(found.set->labels, ElementsAre("a", "b", "c"));
}

TEST(DistanceLists, phylip_has_names_with_blanks_and_wrapped_rows) {
    expect_triangle("   4\nHomo sapie0.0 3.0 5.0 9.0\nPan troglo3.0 0.0 4.0 10\nGorilla   5.0 4.0 0.0 8.0\n"
                    "Pongo     9.0 10  8.0 0.0\n",
                    {"Homo sapie", "Pan troglo", "Gorilla", "Pongo"});
    expect_triangle("4\nSample 12 0.0 3.0 5.0 9.0\nSample 13 3.0 0.0 4.0 10\nSample 14 5.0 4.0 0.0 8.0\n"
                    "Sample 15 9.0 10  8.0 0.0\n",
                    {"Sample 12", "Sample 13", "Sample 14", "Sample 15"});
    expect_triangle("4\nAlpha 0 3\n 5 9\nBeta 3 0\n 4 10\nGamma 5 4\n 0 8\nDelta 9 10\n 8 0\n", names);
    expect_triangle("4\nAlpha 0 3 5\n 9\nBeta 3 0 4\n 10\nGamma 5 4 0\n 8\nDelta 9 10 8\n 0\n", names);
}

DistanceTable chosen_in(std::string_view text, const DistanceReading& reading) {
    const TemporaryFolder folder;
    return read_distances(folder.file("d.csv", text), {}, reading);
}

TEST(DistanceLists, two_distances_of_a_pair_are_refused_with_both_lines) {
    const std::string list = "from,to,distance\nA,B,1\nA,C,2\nB,C,3\nA,D,4\nB,D,5\nC,D,6\n";
    for (const char* last : {"A,B,100\n", "B,A,100\n"}) {
        const DistanceTable found = list_in(list + last);
        EXPECT_TRUE(found.must_ask) << last;
        EXPECT_EQ(found.remedy, Remedy::symmetrise) << last;
        EXPECT_THAT(found.why_not, HasSubstr("line 2 has the distance 1 and line 8 has 100, for ")) << last;
        for (const auto& [symmetrise, value] :
             {std::pair(Symmetrise::min, 1.0f), {Symmetrise::mean, 50.5f}, {Symmetrise::max, 100.0f}}) {
            const DistanceTable one = chosen_in(list + last, {.symmetrise = symmetrise});
            ASSERT_TRUE(one.set) << one.why_not;
            EXPECT_EQ(coordinates(*one.set)[1], value);
            EXPECT_EQ(coordinates(*one.set)[4], value);
            EXPECT_THAT(one.set->note,
                        HasSubstr("1 pair has several distances, which differ at most by 99 ('A' and 'B')"));
        }
    }
    const DistanceTable repeated = list_in(list + "A,B,1\nB,A,1\n");
    ASSERT_TRUE(repeated.set) << repeated.why_not;
    EXPECT_EQ(repeated.set->rows, 4);
    EXPECT_THAT(list_in("from,to,distance\nA,B,1\nA,B,2\nA,C,2\nB,C,3\n").why_not, HasSubstr("line 3 has 2"));
}

TEST(DistanceLists, names_of_pairs_may_be_numbers) {
    const auto expect_list = [](const DistanceTable& found, const std::vector<std::string>& labels) {
        ASSERT_TRUE(found.set) << found.why_not;
        EXPECT_THAT(coordinates(*found.set), ElementsAre(0, 1, 2, 1, 0, 3, 2, 3, 0));
        EXPECT_EQ(found.set->labels, labels);
        EXPECT_THAT(found.set->note, HasSubstr("it was read as a list of pairs"));
    };
    expect_list(list_in("from,to,distance\n1,2,1\n1,3,2\n2,3,3\n"), {"1", "2", "3"});
    expect_list(list_in("id1;id2;km\n01;02;1,0\n01;03;2,0\n02;03;3,0\n"), {"01", "02", "03"});
    expect_list(list_in("Source\tTarget\tWeight\n7\t9\t1\n7\t8\t2\n8\t9\t3\n"), {"7", "9", "8"});
    EXPECT_FALSE(list_in("1,2,1\n1,3,2\n2,3,3\n").set) << "these may be points";
    expect_list(chosen_in("1,2,1\n1,3,2\n2,3,3\n", {.is_chosen = true}), {"1", "2", "3"});
    EXPECT_FALSE(list_in("from,to,distance\n1,2,1\n1,3,2\n2,3,3\n3,4,1\n").set) << "not all pairs";
    EXPECT_THAT(chosen_in("from,to,distance\n1,2,1\n1,3,2\n2,3,3\n3,4,1\n", {.is_chosen = true}).why_not,
                HasSubstr("4 names have 6 pairs, but only 4 lines are there; the distances of '1' and '4' and of 1 "
                          "other pair are missing"));
    EXPECT_EQ(chosen_in("0,1,2\n1,0,3\n2,3,0\n", {.is_chosen = true}).set->labels.size(), 0u) << "a square";
}

/// All ordered pairs of four numbers, with those of a number and itself or without.
std::string numbered_pairs(std::string_view header, bool both_ways, bool with_self, int first = 0) {
    constexpr std::array<std::array<int, 4>, 4> distances{{{0, 3, 5, 9}, {3, 0, 4, 10}, {5, 4, 0, 8}, {9, 10, 8, 0}}};
    std::string text(header);
    for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b)
            if (a == b ? with_self : both_ways || a < b)
                text += fmt::format("{},{},{}.5\n", a + first, b + first,
                                    distances[std::size_t(a)][std::size_t(b)] - (a == b ? 0 : 1));
    for (std::size_t at = text.find(",0.5\n"); at != std::string::npos; at = text.find(",0.5\n"))
        text.replace(at, 5, ",0\n");
    return text;
}

TEST(DistanceLists, numbered_pairs_are_known_by_their_header_in_every_form) {
    for (const char* header : {"from,to,dist\n", "source,target,weight\n", "i,j,distance\n", "id1,id2,d\n",
                               "a,b,distance\n", "row,col,value\n", "src,dst,km\n"})
        for (const bool both_ways : {false, true})
            for (const bool with_self : {false, true}) {
                const std::string text = numbered_pairs(header, both_ways, with_self);
                const DistanceTable found = list_in(text);
                ASSERT_TRUE(found.set) << text << found.why_not;
                EXPECT_THAT(coordinates(*found.set), ElementsAre(0, 2.5f, 4.5f, 8.5f, 2.5f, 0, 3.5f, 9.5f, 4.5f, 3.5f,
                                                                 0, 7.5f, 8.5f, 9.5f, 7.5f, 0));
            }
    std::string uneven = numbered_pairs("from,to,dist\n", true, true);
    uneven.replace(uneven.find("0,1,2.5"), 7, "0,1,2.7");
    EXPECT_TRUE(list_in(uneven).must_ask) << "both directions must agree";
    EXPECT_FALSE(list_in(numbered_pairs("from,to,dist\n", true, true) + "0,1,7\n").set) << "a pair stands there twice";
}

TEST(DistanceLists, numbered_pairs_without_such_a_header_are_asked_about) {
    for (const char* header : {"", "a,b,c\n", "x,y,z\n"})
        for (const bool both_ways : {false, true})
            for (const bool with_self : {false, true}) {
                const std::string text = numbered_pairs(header, both_ways, with_self, 1);
                const DistanceTable found = list_in(text);
                EXPECT_FALSE(found.set) << text;
                EXPECT_TRUE(found.must_ask) << text;
                EXPECT_EQ(found.remedy, Remedy::say_which);
                EXPECT_THAT(options_for(found.remedy), AllOf(HasSubstr("--as matrix"), HasSubstr("--as vectors")));
                EXPECT_TRUE(chosen_in(text, {.is_chosen = true}).set) << text;
            }
    std::string grid; // the points of a grid are no pairs with distances
    for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b) grid += fmt::format("{},{},{}\n", a, b, a + 3 * b);
    EXPECT_FALSE(list_in(grid).must_ask);
    EXPECT_FALSE(list_in("1,2,5\n1,3,6\n2,4,7\n3,4,8\n").must_ask) << "not all pairs";
}

TEST(DistanceLists, numbers_that_may_be_similarities_are_told) {
    const DistanceTable weights = list_in("from,to,weight\nA,B,1\nA,C,2\nB,C,3\n");
    ASSERT_TRUE(weights.set) << weights.why_not;
    EXPECT_THAT(weights.set->note, HasSubstr("its column 'weight' is taken for distances"));
    EXPECT_EQ(list_in("from,to,dist\nA,B,1\nA,C,2\nB,C,3\n").set->note.find("is taken for"), std::string::npos);
    for (const char* name : {"similarity", "score", "correlation"}) {
        const std::string text = fmt::format("from,to,{}\nA,B,1\nA,C,2\nB,C,3\n", name);
        EXPECT_TRUE(list_in(text).must_ask) << text;
        EXPECT_THAT(list_in(text).why_not, HasSubstr("holds similarities"));
        EXPECT_TRUE(chosen_in(text, {.is_chosen = true}).set) << text;
    }
}

TEST(DistanceLists, the_condensed_form_may_be_a_text) {
    for (const char* text : {"3\n5\n9\n4\n10\n8\n", "3,5,9,4,10,8\n", "3 5 9 4 10 8", "dist\n3\n5\n9\n4\n10\n8\n",
                             "# made by pdist\n3\n5\n9\n4\n10\n8\n"}) {
        const DistanceTable found = chosen_in(text, {.is_chosen = true});
        ASSERT_TRUE(found.set) << text << found.why_not;
        EXPECT_THAT(coordinates(*found.set), ElementsAre(0, 3, 5, 9, 3, 0, 4, 10, 5, 4, 0, 8, 9, 10, 8, 0)) << text;
        EXPECT_THAT(found.set->note, HasSubstr("the condensed form of SciPy"));
        const TemporaryFolder folder;
        EXPECT_FALSE(proposed_distances(folder.file("c.txt", text)).must_ask) << "nobody has said so";
    }
    EXPECT_THROW((void)chosen_in("3\n5\n9\n4\n10\n", {.is_chosen = true}), InputError) << "no square has 5 pairs";
}

TEST(DistanceLists, further_columns_are_left_out_if_one_is_the_distance) {
    const DistanceTable found = list_in("from,to,distance,n\nA,B,1,5\nA,C,2,5\nB,C,3,5\n");
    ASSERT_TRUE(found.set) << found.why_not;
    EXPECT_THAT(coordinates(*found.set), ElementsAre(0, 1, 2, 1, 0, 3, 2, 3, 0));
    EXPECT_THAT(found.set->note, HasSubstr("a list of pairs by its column 'distance'"));
    const DistanceTable unclear = list_in("from,to,distance,km\nA,B,1,5\nA,C,2,5\nB,C,3,5\n");
    EXPECT_TRUE(unclear.must_ask);
    EXPECT_THAT(unclear.why_not, HasSubstr("several of its columns may be the distance"));
}

TEST(DistanceLists, short_lists_and_decimal_commas_are_known) {
    for (const char* text : {"x;y;dist\nX;Y;1,5\nX;Z;2,0\nY;Z;3,0\n", "X,Y,1.5\nX,Z,2\nY,Z,3\n",
                             "from,to,d\nX,New York,1.5\nX,Z,2\nNew York,Z,3\n"}) {
        const DistanceTable found = list_in(text);
        ASSERT_TRUE(found.set) << text << found.why_not;
        EXPECT_THAT(coordinates(*found.set), ElementsAre(0, 1.5f, 2, 1.5f, 0, 3, 2, 3, 0)) << text;
    }
    const DistanceTable gap = list_in("from,to,distance\nA,B,1\nA,C,2\n");
    EXPECT_TRUE(gap.must_ask);
    EXPECT_THAT(gap.why_not, HasSubstr("it looks like a list of pairs, and 3 names have 3 pairs, but only 2 lines are "
                                       "there; the distance of 'B' and 'C' is missing"));
}

TEST(DistanceLists, lists_of_pairs_are_read) {
    expect_triangle("from,to,d\nAlpha,Beta,3\nAlpha,Gamma,5\nAlpha,Delta,9\nBeta,Gamma,4\nBeta,Delta,10\n"
                    "Gamma,Delta,8\n",
                    names);
    const DistanceTable both = list_in("A\tA\t0\nA\tB\t3\nA\tC\t5\nB\tA\t3\nB\tB\t0\nB\tC\t4\nC\tA\t5\nC\tB\t4\n"
                                       "C\tC\t0\n");
    ASSERT_TRUE(both.set) << both.why_not;
    EXPECT_THAT(coordinates(*both.set), ElementsAre(0, 3, 5, 3, 0, 4, 5, 4, 0));
    EXPECT_THAT(both.set->labels, ElementsAre("A", "B", "C"));
    EXPECT_THAT(both.set->note, HasSubstr("it was read as a list of pairs between 3 names"));
    const DistanceTable gap = list_in("A\tB\t3\nA\tC\t5\nA\tD\t5\nB\tC\t4\nB\tD\t4\nC\tB\t4\n");
    EXPECT_TRUE(gap.must_ask);
    EXPECT_THAT(gap.why_not, HasSubstr("the distance of 'C' and 'D' is missing"));
    EXPECT_EQ(options_for(gap.remedy),
              "add the missing pairs to the file, or show them as missing with --missing-pairs nan");
    EXPECT_THAT(list_in("A\tB\t3\nB\tC\t5\nC\tD\t5\nD\tE\t4\nE\tF\t4\n").why_not,
                HasSubstr("6 names have 15 pairs, but only 5 lines are there"));
    EXPECT_TRUE(list_in("A\tB\t3\nB\tA\t9\nA\tC\t5\nB\tC\t4\n").must_ask) << "two distances of one pair";
}

std::string condensed(const std::vector<double>& numbers, const std::string& shape) {
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
    header.append(63 - (10 + header.size()) % 64, ' ');
    header += '\n';
    std::string bytes = "\x93NUMPY" + std::string{'\1', '\0', char(header.size() & 0xff), char(header.size() >> 8)};
    bytes += header;
    const std::size_t start = bytes.size();
    bytes.resize(start + numbers.size() * sizeof(double));
    std::memcpy(bytes.data() + start, numbers.data(), numbers.size() * sizeof(double));
    return bytes;
}

TEST(DistanceLists, the_condensed_form_of_scipy_is_read) {
    const DistanceTable found = list_in(condensed({3, 5, 9, 4, 10, 8}, "(6,)"), "c.npy");
    ASSERT_TRUE(found.set) << found.why_not;
    EXPECT_THAT(coordinates(*found.set), ElementsAre(0, 3, 5, 9, 3, 0, 4, 10, 5, 4, 0, 8, 9, 10, 8, 0));
    EXPECT_TRUE(found.is_condensed) << "it may also be one vector";
    EXPECT_FALSE(list_in(condensed({3, 5, 9, 4, 10}, "(5,)"), "c.npy").set) << "no square has 5 pairs";
    EXPECT_FALSE(list_in(condensed({3, 5, 9, 4, 10, 8}, "(6, 1)"), "c.npy").set) << "a column of points";
    const DistanceTable negative = list_in(condensed({3, -5, 9, 4, 10, 8}, "(6,)"), "c.npy");
    EXPECT_FALSE(negative.set);
    EXPECT_FALSE(negative.must_ask);
}

TEST(DistanceLists, other_texts_are_no_lists) {
    for (const char* text : {"x,y\n1,2\n3,4\n5,6\n", "5\n7\n9\n11\n", "name,country,x\nA,B,1\nC,D,2\nE,F,3\nG,H,4\n",
                             "it is\na text of\nthree lines or more\n", "4 3\nking 1 2 3\nman 1 2 3\nboy 1 2 3\n",
                             "3\nwater\nO 0.0 0.0 0.1\nH 0.7 0.5 -0.4\nH -0.7 0.5 -0.4\n",
                             "4\nO 0.000 0.000 0.100\nH 0.700 0.5 1\nH -0.7 0.5 1\nH -0.7 0.5 1\n"}) {
        const TemporaryFolder folder;
        const DistanceTable found = proposed_distances(folder.file("t.txt", text));
        EXPECT_FALSE(found.set) << text;
        EXPECT_FALSE(found.must_ask) << text;
    }
}

} // namespace
} // namespace pairscope
