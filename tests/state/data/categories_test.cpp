// SPDX-License-Identifier: MIT
// Columns of texts in the window: categories of one metric are no numbers of another.
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/open_texts.h"
#include "app/subjects/matrix/relation/two_matrices.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

namespace pairscope::app {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class CategoriesInTheWindow : public ::testing::Test {
protected:
    TemporaryFolder folder;

    [[nodiscard]] event::Loaded opened(std::string_view text, std::string_view workload) const {
        const std::filesystem::path file = folder.file("traits.csv", text);
        Workbench bench([](const Task&, double) {});
        const job::Load load{.source = FileSource{.path = file, .columns = {}},
                             .workload = workload,
                             .table = nullptr,
                             .parameters = {},
                             .files = {file}};
        return bench.carry_out(load, {}).what.get<event::Loaded>();
    }
};

TEST_F(CategoriesInTheWindow, are_columns_of_the_vectors) {
    const event::Loaded loaded = opened("name,colour,x,y\nA,red,1,2\nB,red,1,3\nC,blue,1,4\n", "hamming_distance");
    const Dataset& set = *loaded.data.question.first;
    EXPECT_THAT(set.axes, ElementsAre("colour", "x", "y"));
    EXPECT_THAT(set.labels, ElementsAre("A", "B", "C"));
    EXPECT_THAT(set.note, HasSubstr("the texts of column 'colour' are categories"));
    const ColumnUse& colour = (*set.columns)[1];
    EXPECT_TRUE(colour.is_used && colour.is_numeric) << "a check box can leave it out";
    EXPECT_EQ(colour.why, "It holds texts, which are categories.");
}

TEST_F(CategoriesInTheWindow, are_read_again_for_a_metric_of_numbers) {
    const DataSnapshot data = opened("name,colour,x,y\nA,red,1,2\nB,red,1,3\nC,blue,1,4\n", "hamming_distance").data;
    for (const char* other : {"manhattan_distance", "jaccard_distance", "edit_distance"}) {
        EXPECT_FALSE(carried_over(data, type_of(other))) << other;
        ASSERT_TRUE(texts_of_open_file(data, type_of(other))) << other;
        EXPECT_EQ(texts_of_open_file(data, type_of(other))->a.filename(), "traits.csv");
    }
    std::vector<std::string_view> metrics;
    for (const WorkloadType* type : metrics_of_rows(data, {})) metrics.push_back(type->id);
    EXPECT_THAT(metrics, Contains("hamming_distance")) << "a second matrix of the same rows";
    EXPECT_THAT(metrics, Not(Contains("manhattan_distance")));
}

TEST_F(CategoriesInTheWindow, that_are_none_go_with_the_numbers_to_other_metrics) {
    const DataSnapshot data = opened("name,x,y,z\nA,1,2,3\nB,1,3,3\nC,1,4,4\n", "hamming_distance").data;
    EXPECT_TRUE(carried_over(data, type_of("manhattan_distance")));
    EXPECT_TRUE(carried_over(data, type_of("jaccard_distance")));
}

} // namespace
} // namespace pairscope::app
