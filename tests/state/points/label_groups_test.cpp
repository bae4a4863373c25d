// SPDX-License-Identifier: MIT
// Vectors with few different labels fall into groups.
#include "app/subjects/points/points.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Dataset set_with(std::vector<std::string> labels) {
    Dataset data{.name = "set", .rows = std::ssize(labels), .dims = 1, .labels = std::move(labels)};
    data.values = std::vector<float>(std::size_t(data.rows), 1.0f);
    return data;
}

TEST(LabelGroups, ascend_and_are_common_to_both_sets) {
    const Dataset second = set_with({"9", "7"});
    const LabelGroups found = label_groups(set_with({"7", "3", "", "7"}), &second);
    EXPECT_THAT(found.names, ElementsAre("3", "7", "9"));
    EXPECT_THAT(found.of_vectors[0], ElementsAre(1, 0, no_label_group, 1));
    EXPECT_THAT(found.of_vectors[1], ElementsAre(2, 1));
}

TEST(LabelGroups, are_none_where_labels_are_names_or_all_equal) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i <= most_label_groups; ++i) names.push_back("city " + std::to_string(i));
    EXPECT_THAT(label_groups(set_with(names), nullptr).names, IsEmpty());
    names.pop_back();
    EXPECT_EQ(label_groups(set_with(names), nullptr).names.size(), most_label_groups);
    EXPECT_THAT(label_groups(set_with({"a", "a"}), nullptr).names, IsEmpty());
    EXPECT_THAT(label_groups(set_with({"", ""}), nullptr).names, IsEmpty());
}

TEST(LabelGroups, follow_the_data) {
    State state = laptop_with_points();
    update_label_groups(state);
    EXPECT_THAT(state.view.label_groups.names, IsEmpty());
    DataSnapshot data = state.data.now;
    Dataset labelled = *data.question.first;
    labelled.labels.assign(std::size_t(labelled.rows), "a");
    labelled.labels.front() = "b";
    data.question.first = std::make_shared<const Dataset>(std::move(labelled));
    set_dataset(state, std::move(data));
    update_label_groups(state);
    EXPECT_THAT(state.view.label_groups.names, ElementsAre("a", "b"));
    EXPECT_EQ(state.view.label_groups.of_vectors[0].front(), 1);
}

} // namespace
} // namespace pairscope::app
