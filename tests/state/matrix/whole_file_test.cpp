// SPDX-License-Identifier: MIT
// The window loads all rows of a file. Where these are too many for the variants, they are measured with the first
// ones.
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/neighbours/neighbours.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class WholeFile : public ::testing::Test {
protected:
    /// Rows on a line, and the last one beside the first.
    [[nodiscard]] std::filesystem::path points(std::int64_t rows) const {
        std::string text = "x,y\n";
        for (std::int64_t row = 0; row + 1 < rows; ++row) text += fmt::format("{},0\n", 10 * row);
        return folder.file(fmt::format("{}.csv", rows), text + "1,0\n");
    }
    static State after(State state, Effects effects) {
        Workbench bench([](const Task&, double) {});
        for (const Job& job : effects.files) app::apply(state, bench.carry_out(job, {}));
        choose_cpu_variant(state);
        return state;
    }
    static State opened(const std::filesystem::path& path) {
        State state = laptop_with_points();
        Effects effects = update(state, command::OpenFile{path});
        return after(std::move(state), std::move(effects));
    }
    static State with_source(const FileSource& source) {
        State state = laptop_with_points();
        Effects effects = update(state, command::SetSource{.source = source});
        return after(std::move(state), std::move(effects));
    }
    TemporaryFolder folder;
};

const FileSource& source_of(const State& state) { return std::get<FileSource>(state.data.now.source); }

} // namespace

TEST_F(WholeFile, of_few_rows_is_stored_and_measured_as_it_is) {
    const State state = opened(points(2048));
    EXPECT_EQ(state.data.now.question.first->rows, 2048);
    EXPECT_FALSE(state.data.now.measured);
    EXPECT_FALSE(is_deep(state));
    EXPECT_THAT(measured_rows_text(state), IsEmpty());
}

TEST_F(WholeFile, of_more_rows_is_in_the_picture_in_lists_and_in_orders_and_the_ladder_measures_the_first) {
    const State state = opened(points(3000));
    EXPECT_EQ(state.data.now.question.first->rows, 3000);
    EXPECT_THAT(state.data.now.question.first->note, Not(HasSubstr("first")));
    EXPECT_TRUE(is_deep(state));
    EXPECT_EQ(shown_shape(state), (MatrixShape{3000, 3000}));
    EXPECT_EQ(current_workload(state).rows, 2048);
    EXPECT_EQ(current_workload(state).cols, 2048);
    EXPECT_EQ(measured_rows_text(state), "the first 2 048 of 3 000 rows");
    bool is_told = false;
    for (const LadderSection& section : ladder_sections(state))
        is_told |= section.facts.find("n = 2 048 (the first 2 048 of 3 000 rows)") != std::string::npos;
    EXPECT_TRUE(is_told) << "the title of the ladder says so";
    EXPECT_EQ(neighbour_question(state.data.now.question, 1).first.rows, 3000);
    EXPECT_THAT(why_not_ordered(state, OrderKind::clusters), IsEmpty());
}

TEST_F(WholeFile, gives_variants_the_first_rows_and_the_picture_all_of_them) {
    State state = opened(points(3000));
    const Question measured = measured_question(state);
    ASSERT_EQ(measured.first->rows, 2048);
    EXPECT_EQ(coordinates(*measured.first)[2 * 2047], coordinates(*state.data.now.question.first)[2 * 2047]);
    state.deep.sight = Viewport{800, 700};
    bool has_tiles = false, has_measurement = false;
    for (int i = 0; i < 40 && !has_measurement; ++i) { // the picture comes before the times
        const auto job = next(state);
        ASSERT_TRUE(job);
        EXPECT_FALSE(job->what.is<job::MakeOutput>()) << "no variant makes this picture";
        if (const auto* tiles = job->what.as<job::MakeTiles>()) {
            has_tiles = true;
            EXPECT_EQ(tiles->shape, (MatrixShape{3000, 3000}));
            EXPECT_EQ(tiles->question.first->rows, 3000);
        }
        if (const auto* measure = job->what.as<job::Measure>()) {
            has_measurement = true;
            EXPECT_EQ(measure->question.first->rows, 2048);
            EXPECT_EQ(measure->key.workload.rows, 2048);
            break;
        }
        if (job->what.is<job::MeasureCeilings>()) break;
        Workbench bench([](const Task&, double) {});
        app::apply(state, bench.carry_out(*job, {}));
    }
    EXPECT_TRUE(has_tiles);
}

TEST_F(WholeFile, keeps_the_nearest_neighbour_that_the_first_rows_lack) {
    const State state = opened(points(2500));
    const auto found = find_neighbours(state.data.now.question, {.revision = 0, .k = 1}, state.run.devices.front(), {});
    ASSERT_TRUE(found);
    const auto& first = *state.data.now.question.first;
    for (std::int64_t row = 0; row < first.rows; ++row) {
        if (first.source_rows[std::size_t(row)] != 0) continue;
        EXPECT_EQ(first.source_rows[std::size_t(found->table.neighbours_of(row)[0])], 2499);
    }
}

TEST_F(WholeFile, is_stored_whole_where_a_user_asks_for_a_number_of_rows) {
    const auto path = points(3000);
    const State all = with_source({.path = path, .columns = {}, .n = 3000});
    EXPECT_FALSE(is_deep(all));
    EXPECT_EQ(current_workload(all).rows, 3000);
    const State part = with_source({.path = path, .columns = {}, .n = 500});
    EXPECT_EQ(part.data.now.question.first->rows, 500);
    EXPECT_THAT(part.data.now.question.first->note, HasSubstr("first 500 of 3 000 rows"));
}

TEST_F(WholeFile, stays_whole_with_other_columns_and_another_order) {
    State state = opened(points(3000));
    FileSource changed = source_of(state);
    changed.order = Order::as_loaded;
    Effects effects = update(state, command::SetSource{.source = changed});
    state = after(std::move(state), std::move(effects));
    EXPECT_EQ(state.data.now.question.first->rows, 3000);
    EXPECT_EQ(current_workload(state).rows, 2048);
    EXPECT_TRUE(source_of(state).whole);
}

TEST_F(WholeFile, stays_whole_when_a_point_is_moved_and_when_that_is_undone) {
    State state = opened(points(3000));
    (void)update(state, command::MovePoint{.row = 5, .x = -7.0f, .y = 3.0f, .last = true});
    ASSERT_TRUE(state.data.now.measured);
    EXPECT_EQ(coordinates(*measured_question(state).first)[10], -7.0f);
    (void)update(state, command::Undo{});
    EXPECT_NE(coordinates(*measured_question(state).first)[10], -7.0f);
    EXPECT_EQ(current_workload(state).rows, 2048);
}

TEST_F(WholeFile, of_vectors_is_in_the_picture_although_no_matrix_can_hold_it) {
    constexpr std::int64_t rows = max_stored_rows + 232;
    std::string text = "a,b,c\n";
    for (std::int64_t row = 0; row < rows; ++row) text += fmt::format("{},{},{}\n", row % 97, row % 31, row % 7);
    const auto path = folder.file("vectors.csv", text);
    State state = laptop_with_points();
    Effects effects =
        update(state, command::AskAboutVectors{.workload = "cross_distance",
                                               .source = VectorSource{.a = path, .b = path, .n = {}, .m = {}}});
    state = after(std::move(state), std::move(effects));
    ASSERT_EQ(state.data.now.question.workload, "cross_distance");
    EXPECT_EQ(state.data.now.question.first->rows, rows);
    EXPECT_EQ(state.data.now.question.second, state.data.now.question.first);
    EXPECT_TRUE(is_deep(state));
    EXPECT_EQ(current_workload(state).rows, 2048);
    const Question measured = measured_question(state);
    EXPECT_EQ(measured.first, measured.second) << "no row is its own neighbour";
}

TEST_F(WholeFile, can_be_saved_as_a_matrix_as_long_as_one_can_be_stored) {
    State state = opened(points(2100));
    const Effects effects = update(state, command::SaveMatrix{.path = folder.path() / "all.npy"});
    ASSERT_EQ(effects.files.size(), 1u);
    EXPECT_EQ(effects.files.front().what.get<job::SaveMatrix>().question.first->rows, 2100);
    EXPECT_THAT(state.notices.back().text, HasSubstr("are sorted along a Hilbert curve"));
    State large = laptop_with_points();
    make_points(large, max_stored_rows + 1);
    choose_cpu_variant(large);
    EXPECT_TRUE(update(large, command::SaveMatrix{.path = folder.path() / "all.npy"}).files.empty());
}

TEST_F(WholeFile, is_not_what_a_generator_or_a_shipped_file_begins_with) {
    State state = laptop_with_points();
    make_points(state, 5000);
    EXPECT_FALSE(state.data.now.measured) << "somebody asked for 5 000 points";
    make_points(state, max_stored_rows + 1);
    ASSERT_TRUE(state.data.now.measured);
    EXPECT_EQ(current_workload(state).rows, 2048);
}

} // namespace pairscope::app
