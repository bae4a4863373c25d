// SPDX-License-Identifier: MIT
// Tables that look like distances, and are read as points: a sentence says why.
#include "kernels/data/distances/nearly_distances.h"
#include "tests/kernels/loaded_table.h"

#include <gmock/gmock.h>

namespace pairscope {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::string why_in(std::string_view text) { return why_only_nearly_distances(table_of(text)); }

TEST(NearlyDistances, a_square_of_two_rows_is_too_small) {
    EXPECT_THAT(why_in("0,1\n1,0\n"), HasSubstr("it has only 2 rows, and a distance matrix needs at least 3"));
    EXPECT_THAT(why_in("name,p,q\np,0,2.5\nq,2.5,0\n"), HasSubstr("only 2 rows"));
    EXPECT_THAT(why_in("0,1\n2,0\n"), IsEmpty()) << "two different distances";
    EXPECT_THAT(why_in("1,1\n1,0\n"), IsEmpty());
    EXPECT_THAT(why_in("0,0\n0,0\n"), IsEmpty());
}

TEST(NearlyDistances, a_list_of_pairs_with_two_columns_of_numbers_does_not_say_which_is_the_distance) {
    EXPECT_THAT(why_in("a,b,3,0.5\na,c,4,0.6\nb,c,5,0.7\n"), HasSubstr("several of its columns may be the distance"));
    EXPECT_THAT(why_in("u,v,p,q\na,b,3,0.5\nc,a,4,0.6\nb,c,5,0.7\na,a,0,0\n"), HasSubstr("a list of pairs"));
    EXPECT_THAT(why_in("a,b,3,0.5\na,c,4,0.6\nb,d,5,0.7\n"), IsEmpty()) << "pairs are missing";
    EXPECT_THAT(why_in("kind,town,x,y\na,b,3,0.5\na,c,4,0.6\na,d,5,0.7\n"), IsEmpty());
}

TEST(NearlyDistances, a_list_of_numbered_pairs_may_lack_some) {
    EXPECT_THAT(why_in("1,2,0.5\n1,3,0.7\n2,4,0.9\n3,4,0.2\n"), HasSubstr("only 4 of 6 pairs are there"));
    EXPECT_THAT(why_in("i,j,d\n1,0,0.5\n2,0,0.7\n3,1,0.9\n"), HasSubstr("only 3 of 6 pairs are there"));
    EXPECT_THAT(why_in("1,2,0.5\n3,1,0.7\n2,4,0.9\n3,4,0.2\n"), IsEmpty()) << "in no order";
    EXPECT_THAT(why_in("1,2,0.5\n1,3,0.7\n2,9,0.9\n3,4,0.2\n"), IsEmpty()) << "not all numbers occur";
    EXPECT_THAT(why_in("1,2,0.5\n1,3,-0.7\n2,4,0.9\n3,4,0.2\n"), IsEmpty()) << "a negative number is no distance";
    EXPECT_THAT(why_in("1,2,0.5\n1,2,0.7\n2,4,0.9\n3,4,0.2\n"), IsEmpty()) << "a pair twice";
}

} // namespace
} // namespace pairscope
