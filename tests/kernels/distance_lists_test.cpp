// SPDX-License-Identifier: MIT
// Distances that are not written as a square.
#include "kernels/core/distance_table.h"
#include "kernels/core/errors.h"

#include "tests/kernels/loaded_table.h"

#include <gmock/gmock.h>

#include <cstring>

namespace pairscope {
namespace {

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
    EXPECT_EQ(options_for(gap.remedy), "add the missing pairs to the file");
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
                             "it is\na text of\nthree lines or more\n", "4 3\nking 1 2 3\nman 1 2 3\nboy 1 2 3\n"}) {
        const TemporaryFolder folder;
        const DistanceTable found = proposed_distances(folder.file("t.txt", text));
        EXPECT_FALSE(found.set) << text;
        EXPECT_FALSE(found.must_ask) << text;
    }
}

} // namespace
} // namespace pairscope
