// SPDX-License-Identifier: MIT
// The panel Clusters: silhouettes of the rows, and how the categories are spread over the clusters.
#include "app/subjects/matrix/clusters/cluster_fit.h"
#include "app/subjects/matrix/order/order.h"
#include "tests/gui/flowers.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"
#include "tests/kernels/temporary_folder.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>

namespace pairscope::app {
namespace {

class ClustersPanel : public WindowTest {
protected:
    [[nodiscard]] StartOptions flowers() const {
        StartOptions options;
        options.workload = "manhattan_distance";
        options.variant = "manhattan_distance/cpu_parallel";
        options.vectors = VectorSource{.a = write_flowers(folder_.path()), .b = {}, .n = {}, .m = {}};
        options.device = "cpu";
        return options;
    }

private:
    TemporaryFolder folder_;
};

TEST_F(ClustersPanel, shows_a_bar_for_each_row_and_a_table_of_kinds) {
    Gui gui(flowers());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::FocusPanel{"Clusters"});
        person.Yield(3);
        EXPECT_FALSE(person.ItemExists("//Clusters/##silhouettes")) << "the tree is not cut";
        gui.keep_screen(person, "clusters_not_cut");
        gui.session().push(
            command::OrderMatrix{{.kind = OrderKind::clusters, .cut = {.by = TreeCut::By::number, .number = 3}}});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return fit_now(gui.state()) != nullptr; }));
        gui.wait_for_rest(person);
        person.Yield(3);
        const ClusterFit& fit = *fit_now(gui.state());
        EXPECT_GT(fit.silhouettes.mean, 0.6) << "the kinds lie far apart";
        const CategoryTable table = categories_in(gui.state(), fit.clusters);
        ASSERT_EQ(table.names.size(), 3u);
        for (const auto& counts : table.counts)
            EXPECT_EQ(*std::max_element(counts.begin(), counts.end()), 20) << "each cluster is one kind";
        const ImRect box = person.ItemInfo("//Clusters/##silhouettes").RectFull;
        person.MouseMoveToPos({box.GetCenter().x, box.Min.y + 0.25f * box.GetHeight()});
        person.Yield(3);
        gui.keep_screen(person, "clusters_panel");
        person.MouseClick(0);
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.pinned) << "a click pins the row";
        const auto pinned = std::size_t(gui.state().view.pinned->row);
        EXPECT_EQ(fit.clusters.of_row[pinned], 0) << "the bars of the first cluster come first";
    }));
}

} // namespace
} // namespace pairscope::app
