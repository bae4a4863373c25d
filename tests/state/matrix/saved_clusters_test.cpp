// SPDX-License-Identifier: MIT
// The clusters that the window shows, as files.
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/clusters/cluster_table.h"
#include "app/subjects/matrix/order/order.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class SavedClusters : public testing::Test {
protected:
    TemporaryFolder folder;
    State state = laptop_with_points();

    void cut_into(std::int64_t number) {
        const OrderChoice choice{.kind = OrderKind::clusters,
                                 .tree = {.linkage = seriation::Linkage::complete},
                                 .cut = {.by = TreeCut::By::number, .number = number}};
        state.view.order = choice;
        auto tree = std::make_shared<const seriation::Clustering>(
            seriation::clusters(*state.data.now.question.first, {}, {}, choice.tree));
        state.order.clusters = {.trees = {tree, tree}, .cut = choice.cut};
    }
    /// The contents of a file of this ending, as the worker writes it.
    [[nodiscard]] std::string saved(std::string_view ending, const std::stop_token& stop = {}) {
        const std::filesystem::path path = folder.path() / ("clusters" + std::string(ending));
        const Effects effects = update(state, command::SaveClusters{path});
        EXPECT_THAT(effects.files, SizeIs(1));
        Workbench bench([](const Task&, double) {});
        const Event event = bench.carry_out(effects.files.front(), stop);
        EXPECT_EQ(event.failure.has_value(), stop.stop_requested());
        std::ifstream stream(path);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
};

} // namespace

TEST_F(SavedClusters, are_a_table_of_rows_with_their_silhouettes) {
    cut_into(3);
    const std::string csv = saved(".csv");
    EXPECT_THAT(csv, HasSubstr("row,id,label,cluster,place,silhouette\n0,0,"));
    EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + state.data.now.question.first->rows);
    const auto json = nlohmann::json::parse(saved(".json"));
    EXPECT_EQ(json.at("linkage"), "complete");
    EXPECT_EQ(json.at("cut").at("number"), 3);
    EXPECT_THAT(json.at("clusters"), SizeIs(3));
    EXPECT_FALSE(json.at("silhouette").is_null());
}

TEST_F(SavedClusters, are_a_tree_in_newick) {
    cut_into(3);
    EXPECT_EQ(saved(".nwk"), newick_of(*state.data.now.question.first, *state.order.clusters.trees[0]));
}

TEST_F(SavedClusters, leave_no_file_where_saving_was_cancelled) {
    cut_into(3);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THAT(saved(".csv", stop.get_token()), IsEmpty());
}

TEST_F(SavedClusters, need_the_order_by_clusters) {
    EXPECT_THAT(why_no_clusters(state), HasSubstr("Choose the order"));
    EXPECT_THAT(update(state, command::SaveClusters{folder.path() / "x.csv"}).files, IsEmpty());
    cut_into(3);
    EXPECT_THAT(why_no_clusters(state), IsEmpty());
}

} // namespace pairscope::app
