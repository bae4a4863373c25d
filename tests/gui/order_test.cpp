// SPDX-License-Identifier: MIT
// The order of the matrix, as a user chooses and reads it.
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/order/order.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

class OrderOfTheMatrix : public WindowTest {};

StartOptions clusters_on_the_cpu(int width = 0, int height = 0) {
    StartOptions options = with_points(Shape::clusters, 300);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_parallel";
    options.width = width;
    options.height = height;
    return options;
}

/// The cell that the state says is under the mouse holds the distance of its two points.
void expect_the_hovered_cell_to_be_that_of_the_picture(const State& state) {
    ASSERT_TRUE(state.view.marked);
    const auto [row, col] = state.view.marked->cell;
    const auto points = coordinates(*state.data.now.question.first);
    const auto of = [&](std::int64_t i, int axis) { return double(points[std::size_t(2 * i + axis)]); };
    EXPECT_NEAR(state.view.marked->value, std::hypot(of(row, 0) - of(col, 0), of(row, 1) - of(col, 1)), 1e-5);
    EXPECT_EQ(state.view.hovered, state.view.marked->cell);
}

TEST_F(OrderOfTheMatrix, each_order_is_chosen_from_the_menu_and_hovering_names_the_cell_that_is_seen) {
    Gui gui(clusters_on_the_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        const auto data = gui.state().data.now.question.first;
        for (const auto& known : order_kind_names) {
            if (known.value == OrderKind::as_loaded || is_of_tracks(known.value)) continue;
            person.MenuClick(fmt::format("//##MainMenuBar/View/Order of the matrix/{}", title_of(known.value)).c_str());
            ASSERT_TRUE(Gui::wait_until(person, [&] {
                return gui.session().picture_ready() && gui.state().output.order &&
                       gui.state().order.made_for->choice.kind == known.value;
            })) << known.name;
            EXPECT_TRUE(seriation::is_permutation(gui.state().output.order->rows));
            person.MouseMoveToPos(gui.center_of(person, "//Matrix/##heatmap"));
            person.Yield(4);
            expect_the_hovered_cell_to_be_that_of_the_picture(gui.state());
            EXPECT_EQ(person.ItemExists("//Matrix/##row tree"), known.value == OrderKind::clusters) << known.name;
            EXPECT_TRUE(person.ItemExists("//Points/##values")) << "the points have the colours of their ranks";
            gui.keep_screen(person, fmt::format("order_{}", known.name));
        }
        EXPECT_EQ(gui.state().data.now.question.first, data);
        person.KeyDown(ImGuiMod_Ctrl);
        person.KeyPress(ImGuiKey_Z);
        person.KeyUp(ImGuiMod_Ctrl);
        person.Yield(2);
        EXPECT_EQ(gui.state().view.order.kind, OrderKind::spanning_tree);
        EXPECT_EQ(gui.state().data.now.question.first, data);
    }));
}

TEST_F(OrderOfTheMatrix, the_button_above_the_picture_offers_all_orders_and_a_change_is_animated) {
    Gui gui(clusters_on_the_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.ItemClick("//Matrix/###order");
        person.Yield(2);
        gui.keep_screen(person, "order_menu");
        person.ItemClick("//$FOCUSED/by clusters");
        int between = 0;
        ASSERT_TRUE(Gui::wait_until(person, [&] {
            const auto& order = gui.state().output.order;
            between += order && order != order_now(gui.state());
            return order && order == order_now(gui.state()) && gui.session().picture_ready();
        }));
        EXPECT_GT(between, 0) << "the picture passed through orders between";
        person.ItemClick("//Matrix/###order");
        person.ItemClick("//$FOCUSED/animate##order");
        EXPECT_FALSE(gui.state().order.animated);
    }));
}

TEST_F(OrderOfTheMatrix, a_point_that_is_clicked_is_where_the_distances_begin) {
    Gui gui(clusters_on_the_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.MouseMoveToPos(gui.center_of(person, "//Matrix/##heatmap"));
        person.Yield(2);
        person.MouseClick();
        person.Yield(2);
        ASSERT_TRUE(gui.state().view.pinned);
        const Cell pinned = *gui.state().view.pinned;
        person.MenuClick("//##MainMenuBar/View/Order of the matrix/by distance from a vector");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.session().picture_ready() && gui.state().output.order; }));
        EXPECT_EQ(gui.state().output.order->rows.front(), pinned.row);
        EXPECT_EQ(gui.state().view.pinned, pinned) << "the mark stays on its vectors";
    }));
}

TEST_F(OrderOfTheMatrix, fits_into_small_and_large_windows) {
    for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{2560, 1440}}) {
        StartOptions options = clusters_on_the_cpu(width, height);
        options.view_order = {OrderKind::clusters};
        Gui gui(options);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            ASSERT_TRUE(
                Gui::wait_until(person, [&] { return gui.session().picture_ready() && gui.state().output.order; }));
            person.MouseMoveToPos(gui.center_of(person, "//Matrix/##heatmap"));
            person.Yield(4);
            gui.keep_screen(person, fmt::format("order_clusters_{}", width));
        }));
    }
}

TEST_F(OrderOfTheMatrix, a_tree_goes_when_a_matrix_comes_that_is_too_large_to_store) {
    Gui gui(clusters_on_the_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::OrderMatrix{{.kind = OrderKind::clusters}});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return person.ItemExists("//Matrix/##row tree"); }));
        gui.session().push(command::SetSource{default_settings(Shape::clusters, 40'000, 1)});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().deep.sight.has_value(); }));
        person.Yield(2);
        EXPECT_FALSE(person.ItemExists("//Matrix/##row tree"));
        EXPECT_TRUE(person.ItemExists("//Matrix/###order")) << "the button says why there is no other order";
        gui.keep_screen(person, "order_after_a_large_matrix");
    }));
}

TEST_F(OrderOfTheMatrix, dragging_in_the_tree_cuts_it_and_a_click_on_a_branch_selects_its_vectors) {
    StartOptions options = clusters_on_the_cpu(1600, 900);
    options.view_order = {OrderKind::clusters};
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return person.ItemExists("//Matrix/##row tree"); }));
        gui.wait_for_rest(person);
        const ImVec2 middle = gui.center_of(person, "//Matrix/##row tree");
        person.MouseMoveToPos(middle);
        person.MouseDown();
        person.MouseMoveToPos({middle.x + 6.0f, middle.y + 20.0f});
        person.MouseUp();
        person.Yield(2);
        EXPECT_EQ(gui.state().view.order.cut.by, TreeCut::By::height);
        EXPECT_GT(gui.state().view.order.cut.height, 0.0);
        ASSERT_NE(clusters_of_set(gui.state(), 0), nullptr);
        const auto clusters = clusters_of_set(gui.state(), 0)->count();
        EXPECT_GT(clusters, 1);
        person.MouseMoveToPos(gui.center_of(person, "//Matrix/##heatmap"));
        person.Yield(2);
        gui.keep_screen(person, "order_cut");
        person.MouseMoveToPos(middle);
        person.MouseClick();
        person.Yield(2);
        EXPECT_GT(gui.state().data.selected.size(), 1u);
        EXPECT_FALSE(gui.state().view.fit) << "it zooms to the branch";
        EXPECT_TRUE(person.ItemExists("//Matrix/##row tree")) << "the tree stays";
        gui.session().push(command::Undo{});
        person.Yield(2);
        EXPECT_TRUE(gui.state().view.fit);
        EXPECT_TRUE(gui.state().data.selected.empty()) << "selection and zoom are one step";
        gui.session().push(command::Undo{});
        person.Yield(2);
        EXPECT_EQ(gui.state().view.order.cut, TreeCut{}) << "the whole drag is one step";
    }));
}

TEST_F(OrderOfTheMatrix, the_menu_has_linkages_a_leaf_order_and_a_number_of_clusters) {
    StartOptions options = clusters_on_the_cpu(1280, 720);
    options.view_order = {OrderKind::clusters};
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return person.ItemExists("//Matrix/##row tree"); }));
        gui.wait_for_rest(person);
        person.ItemClick("//Matrix/###order");
        person.ItemInputValue("//$FOCUSED/##number of clusters", 5);
        person.Yield(2);
        EXPECT_EQ(gui.state().view.order.cut.number, 5);
        ASSERT_NE(clusters_of_set(gui.state(), 0), nullptr);
        EXPECT_EQ(clusters_of_set(gui.state(), 0)->count(), 5);
        gui.keep_screen(person, "order_tree_menu");
        person.ItemClick("//$FOCUSED/optimal leaf order");
        ASSERT_TRUE(Gui::wait_until(
            person, [&] { return gui.state().output.order && gui.state().output.order == order_now(gui.state()); }));
        EXPECT_EQ(gui.state().view.order.tree.leaves, seriation::LeafOrder::optimal);
        person.ItemClick("//Matrix/###order");
        person.SetRef("//$FOCUSED");
        person.MenuClick("linkage/Ward's linkage");
        EXPECT_EQ(gui.state().view.order.tree.linkage, seriation::Linkage::ward);
        EXPECT_EQ(gui.state().view.order.cut.number, 5) << "the cut stays";
    }));
}

} // namespace
} // namespace pairscope::app
