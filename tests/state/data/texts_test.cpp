// SPDX-License-Identifier: MIT
// A table of texts in the window: it is compared by edit distances, and other workloads do not take its codes.
#include "app/spine/commands.h"
#include "app/spine/update/update.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/open_texts.h"
#include "app/subjects/matrix/relation/two_matrices.h"
#include "kernels/data/sequences/text_vectors.h"
#include "tests/kernels/loaded_table.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// What the worker gives for a file that was opened.
event::Loaded opened(const std::filesystem::path& file, std::string_view workload, DataSource source) {
    Workbench bench([](const Task&, double) {});
    const job::Load load{
        .source = std::move(source), .workload = workload, .table = nullptr, .parameters = {}, .files = {file}};
    return bench.carry_out(load, {}).what.get<event::Loaded>();
}

TEST(TextsInTheWindow, of_a_table_without_numbers_are_compared_by_edit_distances) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.file("names.csv", "id,name\n1,Ann\n2,Anna\n3,Bob\n");
    const event::Loaded loaded = opened(file, "distance_matrix", FileSource{.path = file, .columns = {}});
    EXPECT_EQ(loaded.data.question.workload, "edit_distance");
    EXPECT_THAT(loaded.data.question.first->labels, ElementsAre("Ann", "Anna", "Bob"));
    ASSERT_FALSE(loaded.remarks.empty());
    EXPECT_THAT(loaded.remarks.front(), HasSubstr("its texts are compared by their edit distances"));
    EXPECT_FALSE(carried_over(loaded.data, type_of("manhattan_distance"))) << "codes are no coordinates";
    EXPECT_FALSE(carried_over(loaded.data, type_of("dtw_distance")));
    const auto metrics = metrics_of_rows(loaded.data, {});
    ASSERT_EQ(metrics.size(), 1u) << "a second matrix of the same rows";
    EXPECT_EQ(metrics.front()->id, "edit_distance");
    EXPECT_GT(metrics_of_rows(loaded.data, {.file = "other.csv"}).size(), 10u);
}

TEST(TextsInTheWindow, are_read_again_from_the_file_that_is_open) {
    DataSnapshot points;
    points.source = FileSource{.path = "towns.csv", .columns = {}};
    points.question = {.workload = "distance_matrix", .first = nullptr};
    points.table = std::make_shared<const Table>(table_of("name,x,y\nRome,1,2\nBonn,3,4\n"));
    const auto texts = texts_of_open_file(points, type_of("edit_distance"));
    ASSERT_TRUE(texts);
    EXPECT_EQ(texts->a, "towns.csv");
    EXPECT_FALSE(texts_of_open_file(points, type_of("manhattan_distance")));
    EXPECT_FALSE(texts_of_open_file(points, type_of("cross_edit_distance")));
    points.table = std::make_shared<const Table>(table_of("x,y\n1,2\n3,4\n"));
    EXPECT_FALSE(texts_of_open_file(points, type_of("edit_distance"))) << "there are none";
}

TEST(TextsInTheWindow, are_meant_only_where_no_numbers_may_be_coordinates) {
    EXPECT_NE(workload_for_texts(table_of("first,last\nAnn,Lee\nBob,Kerr\n")), nullptr);
    EXPECT_NE(workload_for_texts(table_of("id,name\n1,Ann\n2,Bob\n")), nullptr);
    EXPECT_EQ(workload_for_texts(table_of("name,height\nAnn,1.7\nBob,1.8\n")), nullptr);
    EXPECT_EQ(workload_for_texts(table_of("id,year,name\n1,2001,Ann\n2,2007,Bob\n")), nullptr);
    EXPECT_EQ(workload_for_texts(table_of("x,y\n1,2\n3,4\n")), nullptr);
}

} // namespace
} // namespace pairscope::app
