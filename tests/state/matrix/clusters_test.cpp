// SPDX-License-Identifier: MIT
// Clusters belong to the view, as the order does: the tree is cut, the cut can be undone, and files say the same.
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/clusters/cluster_fit.h"
#include "app/subjects/matrix/clusters/cluster_table.h"
#include "app/subjects/matrix/clusters/clusters.h"
#include "app/subjects/matrix/clusters/group_gaps.h"
#include "app/subjects/matrix/clusters/tree_cut.h"
#include "app/subjects/matrix/order/dendrogram.h"
#include "app/subjects/matrix/order/make_order.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/view_text.h"
#include "app/subjects/points/colour_legend.h"
#include "kernels/data/errors.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TreeCut into(std::int64_t number) { return {.by = TreeCut::By::number, .number = number}; }
TreeCut at(double height) { return {.by = TreeCut::By::height, .height = height}; }

OrderChoice clusters_cut(TreeCut cut, seriation::TreeChoice tree = {}) {
    return {.kind = OrderKind::clusters, .tree = tree, .cut = cut};
}

/// The worker does what is asked for until only measurements are missing.
void draw_by_worker(State& state) {
    Workbench bench([](const Task&, double) {});
    for (int jobs = 0; jobs < 10; ++jobs) {
        const auto job = next_job(state, Clock::now() + std::chrono::hours(1), {});
        if (!job || !(job->what.is<job::MakeOutput>() || job->what.is<job::MakeOrder>())) break;
        app::apply(state, bench.carry_out(*job, {}));
    }
    update_clusters(state);
}

State shown(const OrderChoice& choice) {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    make_picture(state);
    (void)update(state, command::OrderMatrix{choice});
    draw_by_worker(state);
    return state;
}

TEST(ClustersOfTheMatrix, have_other_colours_than_classes_and_categories_where_there_are_enough) {
    const auto first_with = [](std::vector<std::size_t> counts) {
        Tracks tracks{.list = {Track{.name = "depth", .kind = TrackKind::numbers}}};
        for (const std::size_t count : counts)
            tracks.list.push_back(Track{.name = "habitat", .categories = std::vector<std::string>(count)});
        State state = laptop_with_points();
        state.data.now.tracks = std::make_shared<const Tracks>(std::move(tracks));
        return first_cluster_colour(state);
    };
    EXPECT_EQ(first_cluster_colour(laptop_with_points()), 0u);
    EXPECT_EQ(first_with({}), 0u);
    EXPECT_EQ(first_with({3}), 6u) << "the second track begins with the fourth colour";
    EXPECT_EQ(first_with({2, 5, 3}), 0u) << "the last colours have other meanings";
    EXPECT_EQ(first_with({20}), 0u) << "all colours mean something already";
}

TEST(ClustersOfTheMatrix, have_no_colour_of_a_track_while_others_are_left) {
    const auto of_categories = [](std::size_t count, bool is_class) {
        return Track{.name = "habitat", .is_class = is_class, .categories = std::vector<std::string>(count)};
    };
    for (std::size_t classes = 0; classes < 7; ++classes)
        for (std::size_t others = 0; others < 7; ++others) {
            const std::vector<Track> tracks{of_categories(classes, true), of_categories(others, false),
                                            Track{.name = "depth", .kind = TrackKind::numbers}};
            const Rgb first = group_rgb(first_cluster_colour(tracks));
            for (std::size_t place : {0u, 1u})
                for (std::size_t i = 0; i < tracks[place].categories.size(); ++i)
                    EXPECT_NE(colour_in_track(tracks[place], place, {.category = std::int32_t(i)}), first)
                        << classes << " classes and " << others << " others, colour " << i << " of track " << place;
        }
}

TEST(ClustersOfTheMatrix, a_cut_gives_each_vector_a_cluster_and_changes_no_order) {
    State state = shown(clusters_cut({}));
    EXPECT_EQ(clusters_of_set(state, 0), nullptr);
    const auto order = state.output.order;
    ASSERT_TRUE(order);
    const Effects effects = update(state, command::OrderMatrix{clusters_cut(into(5))});
    EXPECT_FALSE(effects.cancel_measurements) << "no picture has to be made";
    EXPECT_EQ(order_now(state), order);
    update_clusters(state);
    ASSERT_NE(clusters_of_set(state, 0), nullptr);
    EXPECT_EQ(clusters_of_set(state, 0)->count(), 5);
    EXPECT_EQ(clusters_of_set(state, 1)->count(), 5) << "the columns are the same vectors";
    EXPECT_FALSE(sets_have_colours(state));
}

TEST(ClustersOfTheMatrix, that_are_cut_stand_apart_by_gaps) {
    State state = shown(clusters_cut({}));
    EXPECT_THAT(group_gaps(state, 0), IsEmpty());
    (void)update(state, command::OrderMatrix{clusters_cut(into(5))});
    update_clusters(state);
    ASSERT_NE(clusters_of_set(state, 0), nullptr);
    std::vector<std::int64_t> ends;
    for (const std::int64_t size : clusters_of_set(state, 0)->sizes)
        ends.push_back((ends.empty() ? 0 : ends.back()) + size);
    ASSERT_EQ(ends.size(), 5u);
    ends.pop_back(); // the end of the picture
    EXPECT_EQ(group_gaps(state, 0), ends);
    EXPECT_EQ(group_gaps(state, 1), ends) << "the columns are the same vectors";
}

TEST(ClustersOfTheMatrix, a_cut_and_a_linkage_can_be_undone) {
    State state = shown(clusters_cut(into(4)));
    (void)update(state, command::OrderMatrix{clusters_cut(at(0.25)), 1.0});
    (void)update(state, command::OrderMatrix{clusters_cut(at(0.5)), 1.0});
    update_clusters(state);
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.view.order.cut, into(4)) << "all changes of one drag are one step";
    update_clusters(state);
    EXPECT_EQ(clusters_of_set(state, 0)->count(), 4);
    (void)update(state, command::OrderMatrix{clusters_cut(into(4), {.linkage = seriation::Linkage::single})});
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.view.order.tree.linkage, seriation::Linkage::average);
}

TEST(ClustersOfTheMatrix, have_a_silhouette_for_each_row) {
    State state = shown(clusters_cut(into(4)));
    EXPECT_FALSE(fit_job(state)) << "nobody asked";
    (void)update(state, command::MeasureClusters{});
    const auto job = fit_job(state);
    ASSERT_TRUE(job);
    Workbench bench([](const Task&, double) {});
    app::apply(state, bench.carry_out(*job, {}));
    EXPECT_FALSE(fit_job(state));
    const ClusterFit* const fit = fit_now(state);
    ASSERT_NE(fit, nullptr);
    const Dataset& set = *state.data.now.question.first;
    const auto expected = seriation::silhouettes(set, {.metric = Metric::euclidean}, fit->clusters);
    EXPECT_EQ(fit->silhouettes.of_row, expected.of_row);
    ASSERT_EQ(std::ssize(fit->rows), set.rows);
    for (std::size_t i = 1; i < fit->rows.size(); ++i) {
        const auto a = std::size_t(fit->rows[i - 1]), b = std::size_t(fit->rows[i]);
        const bool is_sorted = fit->clusters.of_row[a] < fit->clusters.of_row[b] ||
                               fit->silhouettes.of_row[a] >= fit->silhouettes.of_row[b];
        EXPECT_TRUE(is_sorted) << i;
    }
    (void)update(state, command::OrderMatrix{clusters_cut(into(3))});
    update_clusters(state);
    EXPECT_EQ(fit_now(state), nullptr) << "another cut has other silhouettes";
}

TEST(ClustersOfTheMatrix, count_the_rows_of_each_category) {
    State state = shown(clusters_cut(into(3)));
    const seriation::Clusters& clusters = *clusters_of_set(state, 0);
    EXPECT_TRUE(categories_in(state, clusters).names.empty()) << "these points have no labels";
    state.view.label_groups.names = {"even", "odd"};
    auto& groups = state.view.label_groups.of_vectors[0];
    for (std::size_t row = 0; row < clusters.of_row.size(); ++row) groups.push_back(std::uint8_t(row % 2));
    groups[0] = no_label_group;
    const CategoryTable table = categories_in(state, clusters);
    ASSERT_EQ(table.names.size(), 2u);
    std::int64_t even = 0;
    for (std::size_t row = 2; row < clusters.of_row.size(); row += 2) even += clusters.of_row[row] == 1 ? 1 : 0;
    EXPECT_EQ(table.counts[0][1], even);
    std::int64_t all = 0;
    for (const auto& counts : table.counts)
        for (const std::int64_t count : counts) all += count;
    EXPECT_EQ(all, std::ssize(clusters.of_row) - 1) << "one row has no category";
}

TEST(ClustersOfTheMatrix, end_with_the_tree) {
    State state = shown(clusters_cut(into(4)));
    (void)update(state, command::OrderMatrix{{.kind = OrderKind::by_x}});
    draw_by_worker(state);
    EXPECT_EQ(clusters_of_set(state, 0), nullptr);
    EXPECT_THAT(why_not_cut(state), IsEmpty());
}

TEST(ClustersOfTheMatrix, another_linkage_makes_another_tree) {
    State state = shown(clusters_cut(into(4)));
    const auto heights = [&] { return state.output.order->row_tree->merges; };
    const auto average = heights();
    (void)update(state, command::OrderMatrix{clusters_cut(into(4), {.linkage = seriation::Linkage::ward})});
    draw_by_worker(state);
    EXPECT_NE(heights(), average);
}

TEST(ClustersOfTheMatrix, a_linkage_that_the_metric_does_not_allow_is_refused_with_a_sentence) {
    const State state = shown(clusters_cut({}));
    const OrderChoice ward = clusters_cut({}, {.linkage = seriation::Linkage::ward});
    EXPECT_THAT(why_not_ordered(state, ward), IsEmpty());
    State other = state;
    other.data.now.question.workload = "manhattan_distance";
    EXPECT_THAT(why_not_ordered(other, ward), HasSubstr("only right for Euclidean distances"));
    other.view.order = ward;
    EXPECT_EQ(order_in_force(other), OrderChoice{});
    make_points(other, seriation::most_optimal + 1);
    EXPECT_THAT(why_not_ordered(other, clusters_cut({}, {.leaves = seriation::LeafOrder::optimal})),
                HasSubstr("at most 4 096 vectors"));
}

TEST(ClustersOfTheMatrix, a_cancelled_tree_is_not_begun_again_until_it_is_chosen_again) {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    make_picture(state);
    (void)update(state, command::OrderMatrix{clusters_cut({})});
    const auto job = order_job(state);
    ASSERT_TRUE(job);
    (void)update(state, command::CancelWork{});
    app::apply(state, event::OrderMade{.key = job->what.get<job::MakeOrder>().key, .order = nullptr});
    EXPECT_FALSE(order_job(state));
    (void)update(state, command::OrderMatrix{clusters_cut({})});
    EXPECT_TRUE(order_job(state));
}

TEST(ClustersOfTheMatrix, a_tree_counts_the_rows_that_are_done) {
    const State state = laptop_with_points();
    job::MakeOrder job;
    job.key.choice = clusters_cut({});
    job.key.first = state.data.now.question.first;
    const std::int64_t rows = job.key.first->rows;
    std::atomic<std::int64_t> done = 0;
    ASSERT_TRUE(make_order(job, {.rows_done = &done}));
    EXPECT_EQ(rows_to_count(job), 2 * rows);
    EXPECT_NEAR(double(done), double(rows_to_count(job)), 2.0);
}

TEST(ClustersOfTheMatrix, the_view_as_text_has_the_tree_and_the_cut) {
    ViewText ward;
    ward.order = clusters_cut(into(5), {.linkage = seriation::Linkage::ward, .leaves = seriation::LeafOrder::optimal});
    EXPECT_THAT(text_of(ward), HasSubstr(",order=clusters:ward:optimal,cut=number:5"));
    EXPECT_EQ(view_in_text(text_of(ward)), ward);
    ViewText usual;
    usual.order = clusters_cut(at(1.5));
    EXPECT_THAT(text_of(usual), HasSubstr(",order=clusters,cut=height:1.5"));
    EXPECT_EQ(view_in_text("cut=height:1.5,order=clusters"), usual) << "in any order";
    for (const char* wrong : {"cut=height:-1", "cut=number:0", "cut=five", "order=clusters:nearest"})
        EXPECT_THROW(std::ignore = view_in_text(wrong), InputError) << wrong;
}

TEST(TreeOfClusters, the_places_below_a_branch_stand_side_by_side) {
    const State state = shown(clusters_cut(into(4)));
    const seriation::Clustering& tree = *state.output.order->row_tree;
    const auto all = std::ssize(tree.rows);
    EXPECT_EQ(places_below(tree, tree.merges.size() - 1), (PlacesBelow{0, all}));
    for (std::size_t i = 0; i < tree.merges.size(); ++i) {
        const PlacesBelow below = places_below(tree, i);
        EXPECT_EQ(below.end - below.begin, tree.merges[i].size);
        if (tree.merges[i].left >= all) continue;
        const auto left =
            std::ranges::find(tree.order, tree.rows[std::size_t(tree.merges[i].left)]) - tree.order.begin();
        EXPECT_TRUE(left >= below.begin && left < below.end);
    }
}

TEST(TreeOfClusters, a_branch_has_the_colour_of_its_cluster_and_the_lowest_one_is_clicked) {
    const State state = shown(clusters_cut(into(4)));
    const MatrixOrder& order = *state.output.order;
    const CutTree cut{*order.row_tree, *clusters_of_set(state, 0)};
    const std::size_t merges = order.row_tree->merges.size();
    for (std::size_t i = 0; i < merges; ++i) {
        const auto cluster = cluster_of_branch(cut, i, order.row_branches[i]);
        EXPECT_EQ(cluster.has_value(), i + 3 < merges);
        if (!cluster) continue;
        const PlacesBelow below = places_below(*order.row_tree, i);
        for (std::int64_t place = below.begin; place < below.end; ++place)
            EXPECT_EQ(cut.clusters.of_row[std::size_t(order.rows[std::size_t(place)])], std::int32_t(*cluster));
    }
    const seriation::Branch& root = order.row_branches.back();
    EXPECT_EQ(branch_around(order.row_branches, 0.5f * (root.left + root.right), root.height), merges - 1);
    EXPECT_FALSE(branch_around(order.row_branches, 1.0f, 2.0f * root.height));
    const double height = height_of_cut(*order.row_tree, 4);
    EXPECT_EQ(seriation::number_at(order.row_tree->merges, height), 4);
    EXPECT_EQ(seriation::number_at(order.row_tree->merges, height_of_cut(*order.row_tree, 1)), 1);
}

TEST(ClusterTable, quotes_names_and_has_a_line_for_each_row) {
    Dataset set{.name = "towns", .rows = 3, .dims = 1};
    set.values = std::vector<float>{0.0f, 10.0f, 1.0f};
    set.labels = {"a,b", "it's", ""};
    Question question{.workload = "distance_matrix", .first = std::make_shared<const Dataset>(set)};
    const seriation::Clustering tree = seriation::clusters(set);
    EXPECT_EQ(newick_of(set, tree), "('it''s':9.5,('2':1,'a,b':1):8.5);\n");
    const seriation::Silhouettes none;
    const DataSource source = VectorSource{};
    const ClusterReport report{.source = source,
                               .question = question,
                               .choice = {},
                               .tree = tree,
                               .cut = into(2),
                               .clusters = clusters_of(tree, into(2)),
                               .silhouettes = none};
    EXPECT_THAT(clusters_csv(report), HasSubstr("0,0,\"a,b\","));
    const std::vector<ClusterLine> lines = cluster_lines(report);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].size + lines[1].size, 3);
}

} // namespace
} // namespace pairscope::app
