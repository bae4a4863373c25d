// SPDX-License-Identifier: MIT
// What people are told a vector is: its row in the file, whatever order it was loaded in.
#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/matrix/place_in_matrix.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/output/output.h"
#include "app/subjects/points/points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using ::testing::HasSubstr;

/// Three rows of a file in another order, and a vector that was added by hand.
Dataset sorted_rows() {
    Dataset set{.name = "set", .rows = 4, .dims = 1};
    set.values = std::vector<float>{1, 2, 3, 4};
    set.source_rows = {35, 0, 1200, -1};
    return set;
}

Question asked_about(Dataset set) {
    Question question;
    question.first = std::make_shared<const Dataset>(std::move(set));
    return question;
}

TEST(RowNames, go_into_a_file_as_labels_or_else_as_rows_of_the_file) {
    Dataset set = sorted_rows();
    EXPECT_THAT(names_to_save(set), testing::ElementsAre("35", "0", "1200", "added row 3"));
    set.labels = {"Lyon", "", "Oslo", "Rome"};
    EXPECT_THAT(names_to_save(set), testing::ElementsAre("Lyon", "0", "Oslo", "Rome"));
    const Dataset plain{.name = "plain", .rows = 2, .dims = 1};
    EXPECT_THAT(names_to_save(plain), testing::IsEmpty()) << "it is as it was in its file";
}

TEST(RowNames, are_rows_of_the_file) {
    const Dataset set = sorted_rows();
    EXPECT_EQ(numbered_row(set, 0), "row 35");
    EXPECT_EQ(numbered_row(set, 2, "column"), "column 1 200");
    EXPECT_EQ(numbered_row(set, 3), "added row 3");
    EXPECT_EQ(row_in_file(set, 3), std::nullopt);
    EXPECT_EQ(vector_text(set, 0), "row 35");
    EXPECT_EQ(name_of_row(asked_about(set), 1), "row 0");
}

TEST(RowNames, give_way_to_labels) {
    Dataset set = sorted_rows();
    set.labels = {"Lyon", "", "Nice", "Pau"};
    EXPECT_EQ(label_or_row(set, 0), "Lyon");
    EXPECT_EQ(label_or_row(set, 1), "row 0") << "it has no label";
    EXPECT_EQ(vector_text(set, 2), "row 1 200, Nice");
}

TEST(RowNames, of_data_in_its_own_order_are_its_rows) {
    Dataset set = sorted_rows();
    set.source_rows.clear();
    EXPECT_EQ(numbered_row(set, 2), "row 2");
    EXPECT_EQ(row_from_file(set, 3), 3);
    EXPECT_EQ(row_from_file(set, 4), std::nullopt);
    EXPECT_EQ(rows_in_file(set).last, 3);
}

TEST(RowNames, that_people_type_lead_to_the_vector) {
    const Question question = asked_about(sorted_rows());
    EXPECT_EQ(row_from_file(*question.first, 35), 0);
    EXPECT_EQ(row_from_file(*question.first, -1), std::nullopt) << "an added vector has no row in the file";
    EXPECT_EQ(why_not_in_files(question, {35, 1200}), "");
    EXPECT_EQ(place_from_file(question, {35, 1200}), (PlaceInMatrix{0, 2}));
    EXPECT_EQ(place_from_file(question, {{}, 0}), (PlaceInMatrix{{}, 1}));
    EXPECT_EQ(why_not_in_files(question, {5000, {}}),
              "Row 5 000 does not exist. The rows of this matrix are numbered from 0 to 1 200.");
    EXPECT_THAT(why_not_in_files(question, {0, 7}), HasSubstr("Column 7 was removed"));
}

} // namespace
} // namespace pairscope::app
