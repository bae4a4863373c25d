// SPDX-License-Identifier: MIT
// The matrix of now and another one of the same items: whatever the other one is made of, their items are joined
// rightly.
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/relation/two_matrices.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class TwoMatricesOf : public testing::Test {
protected:
    std::filesystem::path file(const std::string& name, const std::string& text) {
        const std::filesystem::path path = folder_.path() / name;
        std::ofstream(path) << text;
        return path;
    }
    void open(State& state, const DataSource& source, std::string_view workload) {
        Effects effects;
        have_read(state, source, workload, effects);
        ASSERT_EQ(effects.files.size(), 1u);
        app::apply(state, bench_.carry_out(effects.files.front(), {}));
    }
    /// Does what is missing; the two, or null.
    const TwoMatrices* compared(State& state, const OtherMatrix& other) {
        (void)update(state, command::CompareMatrix{other});
        const auto job = two_job(state);
        if (!job) return nullptr;
        app::apply(state, bench_.carry_out(*job, {}));
        if (const auto test = two_job(state)) {
            EXPECT_TRUE(test->what.is<job::TestMatrices>()) << "the pictures come first";
            EXPECT_NE(two_now(state), nullptr);
            app::apply(state, bench_.carry_out(*test, {}));
        }
        EXPECT_FALSE(two_job(state)) << "it is not made twice";
        return two_now(state);
    }
    static float entry(const TwoMatrices& two, std::size_t which, std::int64_t row, std::int64_t col) {
        const LinearMemory memory = two.matrices[which].entries.memory();
        return memory.data[row * memory.pitch + col];
    }
    /// The place in the picture of the item with this name.
    static std::int64_t place_of(const TwoMatrices& two, const std::string& name) {
        const auto& labels = two.sets.first.first->labels;
        const auto found =
            std::ranges::find_if(two.items.first, [&](std::int32_t row) { return labels[std::size_t(row)] == name; });
        return found - two.items.first.begin();
    }

private:
    TemporaryFolder folder_;
    Workbench bench_{[](const Task&, double) {}};
};

TEST_F(TwoMatricesOf, the_same_rows_by_another_metric_have_both_distances) {
    State state = laptop_with_points();
    const TwoMatrices* two = compared(state, {.workload = "manhattan_distance"});
    ASSERT_NE(two, nullptr) << state.two.failure;
    const auto& points = std::get<std::vector<float>>(state.data.now.question.first->values);
    const std::int64_t n = state.data.now.question.first->rows;
    ASSERT_EQ(std::ssize(two->items.first), n);
    for (const auto& [row, col] : {std::pair<std::int64_t, std::int64_t>{0, 1}, {3, 2}, {n - 1, 0}, {5, 5}}) {
        const double x = double(points[std::size_t(2 * row)]) - double(points[std::size_t(2 * col)]);
        const double y = double(points[std::size_t(2 * row + 1)]) - double(points[std::size_t(2 * col + 1)]);
        EXPECT_EQ(entry(*two, 0, row, col), float(std::hypot(x, y)));
        EXPECT_EQ(entry(*two, 1, row, col), float(std::abs(x) + std::abs(y)));
        EXPECT_EQ(entry(*two, 2, row, col), entry(*two, 0, row, col) - entry(*two, 1, row, col));
    }
    ASSERT_TRUE(two->relation);
    EXPECT_GT(two->relation->mantel.correlation, 0.9);
    EXPECT_THAT(two_words(*two).front(), HasSubstr("p = 0.001: 0 of 999 random orders are as high"));
}

TEST_F(TwoMatricesOf, a_row_without_a_distance_from_itself_has_none_on_the_diagonal) {
    State state = laptop_with_points();
    const std::string sites = "name,u,v,w\np,1,0,2\nq,0,0,0\nr,3,1,1\ns,0,2,1\n";
    open(state, VectorSource{.a = file("sites.csv", sites), .b = {}, .n = {}, .m = {}}, "euclidean_distance");
    for (const char* workload : {"bray_curtis", "jaccard_distance"}) {
        const TwoMatrices* two = compared(state, {.workload = workload});
        ASSERT_NE(two, nullptr) << state.two.failure;
        const std::int64_t p = place_of(*two, "p"), q = place_of(*two, "q");
        EXPECT_EQ(entry(*two, 0, q, q), 0.0f);
        EXPECT_TRUE(std::isnan(entry(*two, 1, q, q))) << workload << ": 0 / 0, as in the matrix alone";
        EXPECT_EQ(entry(*two, 1, p, q), 1.0f) << workload;
        EXPECT_EQ(entry(*two, 1, p, p), 0.0f) << workload;
    }
}

TEST_F(TwoMatricesOf, two_files_join_their_items_by_name) {
    State state = laptop_with_points();
    open(
        state,
        VectorSource{
            .a = file("a.csv", "name,u,v,w\np,0,0,0\nq,3,4,0\nr,0,0,9\ns,1,1,1\nt,2,2,2\n"), .b = {}, .n = {}, .m = {}},
        "euclidean_distance");
    // Another order, one item that is not in the first file, and one that is missing.
    const auto table = file("b.csv", ",t,z,r,q,p\nt,0,1,2,3,4\nz,1,0,5,6,7\nr,2,5,0,8,9\nq,3,6,8,0,10\np,4,7,9,10,0\n");
    const TwoMatrices* two = compared(state, {.file = table});
    ASSERT_NE(two, nullptr) << state.two.failure;
    ASSERT_EQ(two->items.first.size(), 4u);
    const std::int64_t p = place_of(*two, "p"), q = place_of(*two, "q"), r = place_of(*two, "r");
    EXPECT_EQ(entry(*two, 0, p, q), 5.0f);
    EXPECT_EQ(entry(*two, 1, p, q), 10.0f);
    EXPECT_EQ(entry(*two, 1, q, r), 8.0f);
    EXPECT_EQ(entry(*two, 2, p, r), 0.0f);
    const std::vector<std::string> words = two_words(*two);
    EXPECT_THAT(words, testing::Contains("4 items have the same names in both."));
    EXPECT_THAT(words, testing::Contains("1 item is only in a.csv: s."));
    EXPECT_THAT(words, testing::Contains("1 item is only in b.csv: z."));
}

TEST_F(TwoMatricesOf, identifiers_of_which_too_few_are_common_join_nothing) {
    State state = laptop_with_points();
    open(state,
         VectorSource{
             .a = file("a.csv", "site,u,v,w\n101,0,0,0\n7,3,4,0\n33,0,0,9\n5,1,1,1\n"), .b = {}, .n = {}, .m = {}},
         "euclidean_distance");
    const auto other = file("b.csv", "site,u,v,w\n101,0,0,0\n8,3,4,0\n34,0,0,9\n6,1,1,1\n");
    EXPECT_EQ(compared(state, {.file = other, .workload = "euclidean_distance"}), nullptr);
    EXPECT_THAT(state.two.failure, HasSubstr("1 item in common"));
}

TEST_F(TwoMatricesOf, identifiers_that_two_rows_share_are_said_to_name_no_rows) {
    State state = laptop_with_points();
    open(state,
         VectorSource{
             .a = file("a.csv", "plot,u,v,w\n101,0,0,0\n7,3,4,0\n7,0,0,9\n5,1,1,1\n"), .b = {}, .n = {}, .m = {}},
         "euclidean_distance");
    const auto other = file("b.csv", "plot,u,v,w\n101,0,0,0\n8,3,4,0\n34,0,0,9\n6,1,1,1\n");
    const TwoMatrices* two = compared(state, {.file = other, .workload = "euclidean_distance"});
    ASSERT_NE(two, nullptr) << state.two.failure;
    EXPECT_TRUE(two->items.by_position);
    EXPECT_THAT(two->remarks,
                testing::Contains("Rows are not matched by names: rows 1 and 2 of a.csv (counted from 0) both have '7' "
                                  "in column 'plot', so it does not name the rows."));
}

TEST_F(TwoMatricesOf, similarities_keep_their_diagonal_and_are_said_to_be_some) {
    State state = laptop_with_points();
    open(
        state,
        VectorSource{.a = file("a.csv", "name,u,v,w\np,0,0,0\nq,3,4,0\nr,0,0,9\ns,1,1,1\n"), .b = {}, .n = {}, .m = {}},
        "euclidean_distance");
    const auto other =
        file("b.csv", "name,p,q,r,s\np,1,0.5,0.2,0.1\nq,0.5,1,0.3,0.2\nr,0.2,0.3,1,0.4\ns,0.1,0.2,0.4,1\n");
    const TwoMatrices* two = compared(state, {.file = other});
    ASSERT_NE(two, nullptr) << state.two.failure;
    EXPECT_EQ(entry(*two, 1, 1, 1), 1.0f);
    EXPECT_EQ(entry(*two, 0, 1, 1), 0.0f);
    EXPECT_THAT(two->remarks, testing::Contains(HasSubstr(
                                  "b.csv seems to hold similarities, and they are shown as they stand. Choose")));
}

TEST_F(TwoMatricesOf, a_row_without_distances_has_none_to_itself) {
    State state = laptop_with_points();
    open(state,
         VectorSource{.a = file("a.csv", "site,u,v\np,0,\nq,3,4\nr,0,9\ns,1,1\nt,5,2\n"), .b = {}, .n = {}, .m = {}},
         "euclidean_distance");
    const TwoMatrices* two = compared(state, {.workload = "manhattan_distance"});
    ASSERT_NE(two, nullptr) << state.two.failure;
    const auto at = std::ranges::find(two->items.first, 0) - two->items.first.begin();
    EXPECT_TRUE(std::isnan(entry(*two, 0, at, at)));
    EXPECT_TRUE(std::isnan(entry(*two, 1, at, at)));
    EXPECT_EQ(entry(*two, 0, at + 1, at + 1), 0.0f);
}

TEST_F(TwoMatricesOf, rows_without_names_are_joined_by_their_place_in_the_file) {
    State state = laptop_with_points();
    // Sorted along a curve, the rows of the first file have another order than in the file.
    open(state,
         FileSource{.path = file("a.csv", "x,y\n9,9\n0,0\n9,8\n0,1\n5,5\n"),
                    .columns = {},
                    .order = Order::hilbert,
                    .whole = true},
         "distance_matrix");
    const auto table = file("b.csv", "0,1,2,3,4\n1,0,5,6,7\n2,5,0,8,9\n3,6,8,0,10\n4,7,9,10,0\n");
    const TwoMatrices* two = compared(state, {.file = table});
    ASSERT_NE(two, nullptr) << state.two.failure;
    ASSERT_EQ(two->items.first.size(), 5u);
    const Dataset& first = *two->sets.first.first;
    bool is_another_order = false;
    for (std::size_t i = 0; i < 5; ++i) {
        const std::int64_t id = first.source_rows.empty() ? std::int64_t(two->items.first[i])
                                                          : first.source_rows[std::size_t(two->items.first[i])];
        EXPECT_EQ(id, two->items.second[i]) << "row " << i;
        is_another_order |= id != std::int64_t(i);
    }
    EXPECT_TRUE(is_another_order);
}

TEST_F(TwoMatricesOf, other_columns_of_the_same_file_are_read_again) {
    State state = laptop_with_points();
    const auto flowers = file("f.csv", "a,b,c,kind\n1,2,9,x\n2,2,7,x\n4,1,5,x\n8,3,1,y\n16,0,2,y\n");
    open(state, VectorSource{.a = flowers, .b = {}, .n = {}, .m = {}}, "manhattan_distance");
    const TwoMatrices* two = compared(state, {.columns = {"c"}});
    ASSERT_NE(two, nullptr) << state.two.failure << " names occur twice, and rows of one file need none";
    EXPECT_EQ(entry(*two, 0, 0, 1), 3.0f);
    EXPECT_EQ(entry(*two, 1, 0, 1), 2.0f);
    const TwoMatrices* other = compared(state, {.workload = "chebyshev_distance", .columns = {"a", "c"}});
    ASSERT_NE(other, nullptr) << state.two.failure;
    EXPECT_EQ(entry(*other, 1, 0, 3), 8.0f);
}

TEST_F(TwoMatricesOf, asymmetric_tables_are_shown_as_they_stand_and_not_tested) {
    State state = laptop_with_points();
    open(
        state,
        VectorSource{.a = file("a.csv", "name,u,v,w\np,0,0,0\nq,3,4,0\nr,0,0,9\ns,1,1,1\n"), .b = {}, .n = {}, .m = {}},
        "euclidean_distance");
    const auto table = file("b.csv", ",p,q,r,s\np,0,1,2,3\nq,4,0,5,6\nr,2,5,0,\ns,3,6,,0\n");
    const TwoMatrices* two = compared(state, {.file = table});
    ASSERT_NE(two, nullptr) << state.two.failure;
    EXPECT_EQ(entry(*two, 1, 0, 1), 1.0f);
    EXPECT_EQ(entry(*two, 1, 1, 0), 4.0f);
    EXPECT_TRUE(std::isnan(entry(*two, 1, 2, 3)));
    EXPECT_FALSE(two->relation);
    EXPECT_THAT(two_words(*two).front(), HasSubstr("There is no Mantel correlation"));
    EXPECT_THAT(two->remarks, testing::Contains(HasSubstr("shown as they stand")));
}

TEST_F(TwoMatricesOf, what_cannot_be_compared_is_a_sentence) {
    State state = laptop_with_points();
    open(
        state,
        VectorSource{.a = file("a.csv", "name,u,v,w\np,0,0,0\nq,3,4,0\nr,0,0,9\ns,1,1,1\n"), .b = {}, .n = {}, .m = {}},
        "euclidean_distance");
    EXPECT_EQ(compared(state, {.file = file("none.csv", "name,u,v\nA,1,2\nB,2,3\nC,3,4\nD,3,9\n")}), nullptr);
    EXPECT_THAT(state.two.failure, HasSubstr("in common"));
    EXPECT_EQ(compared(state, {.file = "/nowhere/b.csv"}), nullptr);
    EXPECT_THAT(state.two.failure, HasSubstr("there is no such file"));
    EXPECT_EQ(compared(state, {.columns = {"nothing"}}), nullptr);
    EXPECT_THAT(state.two.failure, HasSubstr("nothing"));
    (void)update(state, command::ChooseWorkload{"cross_distance"});
    (void)update(state, command::CloseOtherMatrix{});
    EXPECT_FALSE(two_job(state));
}

TEST_F(TwoMatricesOf, the_items_stand_in_the_order_of_the_matrix) {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    make_picture(state);
    const TwoMatrices* as_loaded = compared(state, {.workload = "manhattan_distance"});
    ASSERT_NE(as_loaded, nullptr);
    const double p = as_loaded->relation->mantel.p();
    EXPECT_TRUE(std::ranges::is_sorted(as_loaded->items.first));
    (void)update(state, command::OrderMatrix{{.kind = OrderKind::by_x}});
    Workbench bench([](const Task&, double) {});
    const auto ordering = order_job(state);
    ASSERT_TRUE(ordering);
    app::apply(state, bench.carry_out(*ordering, {}));
    const auto again = two_job(state);
    ASSERT_TRUE(again) << "another order makes other pictures";
    EXPECT_NE(two_now(state), nullptr) << "the old ones stay until then";
    app::apply(state, bench.carry_out(*again, {}));
    app::apply(state, bench.carry_out(*two_job(state), {}));
    const TwoMatrices* by_x = two_now(state);
    ASSERT_NE(by_x, nullptr);
    const auto& points = std::get<std::vector<float>>(state.data.now.question.first->values);
    EXPECT_TRUE(
        std::ranges::is_sorted(by_x->items.first, {}, [&](std::int32_t row) { return points[std::size_t(2 * row)]; }));
    EXPECT_EQ(by_x->relation->mantel.p(), p) << "a test does not depend on the order of the picture";
}

} // namespace
} // namespace pairscope::app
