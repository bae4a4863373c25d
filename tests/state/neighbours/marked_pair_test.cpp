// SPDX-License-Identifier: MIT
#include "app/spine/worker/workbench.h"
#include "app/subjects/neighbours/marked_pair.h"
#include "app/subjects/neighbours/neighbour_charts.h"
#include "app/subjects/neighbours/neighbour_words.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

State with_places(std::vector<float> values) {
    State state = laptop_with_points();
    Dataset data{.name = "places", .rows = std::ssize(values) / 2, .dims = 2};
    data.values = std::move(values);
    set_dataset(state, {.source = FileSource{.path = "places.csv", .columns = {}},
                        .question = {.first = std::make_shared<const Dataset>(std::move(data))}});
    return state;
}

std::vector<std::int64_t> rows_of(const MarkedPair& marked) {
    std::vector<std::int64_t> rows;
    for (const Neighbour& neighbour : marked.neighbours) rows.push_back(neighbour.row);
    return rows;
}

TEST(MarkedPair, the_nearest_come_first_and_the_point_itself_is_left_out) {
    const State state = with_places({0, 0, 1, 0, 3, 0, 7, 0, 15, 0});
    const MarkedPair marked = marked_pair(state, {1, 3}, 6.25f);
    EXPECT_EQ(marked.value, 6.25f) << "the entry of the matrix, whatever the vectors say";
    EXPECT_THAT(rows_of(marked), ElementsAre(0, 2, 3, 4));
    EXPECT_EQ(marked.column->rank, 3);
    EXPECT_EQ(marked.column->distance, 6.0f);
    EXPECT_EQ(marked.farthest->row, 4);
    EXPECT_EQ(marked.others, 4);
}

TEST(MarkedPair, says_which_neighbours_are_mutual_and_how_close_the_next_one_is) {
    State state = with_places({0, 0, 1, 0, 3, 0, 7, 0, 15, 0});
    state.neighbours.k = 1;
    EXPECT_EQ(marked_pair(state, {1, 1}, 0.0f).neighbours.front().mutual, true);
    EXPECT_EQ(marked_pair(state, {4, 4}, 0.0f).neighbours.front().mutual, false) << "row 3 has a nearer one";
    state.neighbours.k = 3;
    const MarkedPair marked = marked_pair(state, {0, 0}, 0.0f);
    EXPECT_EQ(ratio_to_next(marked, marked.neighbours[0]), 1.0 / 3.0);
    EXPECT_FALSE(ratio_to_next(marked, marked.neighbours[2])) << "there is no next one in the list";
    EXPECT_THAT(neighbour_story(state, marked, marked.neighbours[1]), HasSubstr("Rank 2 of 4, 3.00 away."));
}

TEST(MarkedPair, tells_ties_and_coincident_points) {
    const State state = with_places({1, 1, 1, 1, 1, 1, 2, 1});
    const MarkedPair marked = marked_pair(state, {1, 1}, 0.0f);
    EXPECT_THAT(rows_of(marked), ElementsAre(0, 2, 3));
    EXPECT_THAT(list_notes(state, marked), HasSubstr("2 of these neighbours are at the same place as this row."));
    EXPECT_THAT(list_notes(state, marked), HasSubstr("Equally near vectors are listed in the order of the matrix."));
    EXPECT_THAT(list_notes(state, marked), HasSubstr("There are only 3 neighbours to list."));
}

TEST(MarkedPair, of_a_row_that_is_not_finite_has_no_neighbours_and_is_left_out_elsewhere) {
    const State state = with_places({0, 0, NAN, 0, 2, 0});
    EXPECT_THAT(marked_pair(state, {1, 0}, NAN).neighbours, IsEmpty());
    EXPECT_THAT(list_notes(state, marked_pair(state, {1, 0}, NAN)), HasSubstr("so it has no neighbours"));
    const MarkedPair other = marked_pair(state, {0, 2}, 2.0f);
    EXPECT_THAT(rows_of(other), ElementsAre(2));
    EXPECT_THAT(list_notes(state, other), HasSubstr("1 vector with a coordinate that is not finite is left out."));
}

TEST(MarkedPair, alone_has_no_neighbours) {
    const State state = with_places({4, 4});
    EXPECT_THAT(marked_pair(state, {0, 0}, 0.0f).neighbours, IsEmpty());
    EXPECT_THAT(list_notes(state, marked_pair(state, {0, 0}, 0.0f)), HasSubstr("There is no other vector"));
}

TEST(Profile, has_the_distances_by_column_and_sorted) {
    const RowProfile profile = profile_of({3.0, NAN, 1.0, 2.0}, 10);
    ASSERT_EQ(profile.by_column.size(), 4u);
    EXPECT_EQ(profile.by_column[0].high, 3.0);
    EXPECT_GT(profile.by_column[1].low, profile.by_column[1].high) << "a gap";
    ASSERT_EQ(profile.sorted.size(), 3u);
    EXPECT_EQ(profile.sorted[0].low, 1.0);
    EXPECT_EQ(profile.sorted[2].low, 3.0);
    EXPECT_EQ(profile.highest, 3.0);
}

TEST(Profile, of_many_columns_keeps_the_least_and_the_largest) {
    std::vector<double> distances(1000, 10.0);
    distances[537] = 1.0;
    distances[538] = 100.0;
    const RowProfile profile = profile_of(distances, 10);
    ASSERT_EQ(profile.by_column.size(), 10u);
    EXPECT_EQ(profile.by_column[5].low, 1.0);
    EXPECT_EQ(profile.by_column[5].high, 100.0);
}

TEST(Histogram, counts_every_distance_once) {
    std::vector<double> distances;
    for (int i = 0; i < 1000; ++i) distances.push_back(double(i) / 1000.0);
    const Histogram even = histogram_of(distances);
    EXPECT_FALSE(even.logarithmic);
    EXPECT_EQ(even.coincident, 1);
    std::int64_t counted = 0;
    for (const HistogramBin& bin : even.bins) counted += bin.count;
    EXPECT_EQ(counted, 1000);
    distances.assign(900, 0.0);
    for (int i = 0; i < 100; ++i) distances.push_back(std::pow(10.0, double(i % 7)));
    std::ranges::sort(distances);
    const Histogram uneven = histogram_of(distances);
    EXPECT_TRUE(uneven.logarithmic);
    EXPECT_EQ(uneven.coincident, 900);
    counted = 0;
    for (const HistogramBin& bin : uneven.bins) counted += bin.count;
    EXPECT_EQ(counted, 100);
    EXPECT_THAT(histogram_of(std::vector<double>(5, 0.0)).bins, IsEmpty());
    EXPECT_THAT(histogram_of({}).bins, IsEmpty());
}

} // namespace
} // namespace pairscope::app
