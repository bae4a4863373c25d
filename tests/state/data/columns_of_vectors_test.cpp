// SPDX-License-Identifier: MIT
// Columns that are chosen and standardised: the command line that gives them again, undo, and other workloads.
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/column_words.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/load_sets.h"
#include "app/subjects/points/points.h"
#include "kernels/data/errors.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* five_columns = "name,a,b,c,d,e\n"
                                     "p,1,10,5,0,2\nq,2,20,6,0,4\nr,3,30,7,0,6\ns,4,40,9,0,8\nt,5,50,1,0,1\n";

class ColumnsOfVectors : public testing::Test {
protected:
    TemporaryFolder folder;
    std::filesystem::path file = folder.file("five.csv", five_columns);

    [[nodiscard]] VectorSource vectors(VectorColumns columns = {}) const {
        VectorSource source{.a = file, .b = {}, .n = {}, .m = {}};
        source.columns = std::move(columns);
        return source;
    }
    /// Does the reading that the command asks for.
    static void carry_out(State& state, const Command& command) {
        const Effects effects = update(state, command);
        Workbench bench([](const Task&, double) {});
        for (const Job& job : effects.files) pairscope::app::apply(state, bench.carry_out(job, {}));
    }
    [[nodiscard]] State state_with_vectors() const {
        State state = laptop_with_points();
        carry_out(state, command::AskAboutVectors{std::string(matrix_workload_for(5)->id), vectors()});
        return state;
    }
};

TEST_F(ColumnsOfVectors, names_survive_the_command_line) {
    const std::vector<std::string> names{"plain", "with, comma", "back\\slash", "two words"};
    EXPECT_EQ(columns_in(column_list(names)), names);
    EXPECT_THAT(columns_in(""), IsEmpty());
    EXPECT_THAT(columns_in("a,b"), ElementsAre("a", "b"));
}

TEST_F(ColumnsOfVectors, are_in_the_command_that_gives_the_data_again) {
    DataSnapshot data{.source = vectors({.names = {"a", "c d"}, .standardise = true})};
    data.question.workload = matrix_workload_for(5)->id;
    data.question.parameters = usual_parameters(*matrix_workload_for(5));
    EXPECT_THAT(shell_command_of(data), HasSubstr(" --columns 'a,c d' --standardise"));
    FileSource points{.path = file, .columns = {.x = "a", .y = "b", .label = {}, .standardise = true}};
    EXPECT_THAT(shell_command_of({.source = points}), HasSubstr("--x a --y b --standardise"));
}

TEST_F(ColumnsOfVectors, have_a_workload_that_takes_as_many) {
    ASSERT_NE(matrix_workload_for(5), nullptr);
    EXPECT_LE(matrix_workload_for(5)->inputs.dims.least, 5);
    EXPECT_GE(matrix_workload_for(5)->inputs.dims.most, 5);
    EXPECT_EQ(matrix_workload_for(2)->inputs.sets, 1) << "one that asks about one set goes before one with two";
    EXPECT_EQ(matrix_workload_for(std::int64_t{1} << 40), nullptr);
}

TEST_F(ColumnsOfVectors, are_asked_about_by_another_workload_in_one_step) {
    const State state = state_with_vectors();
    EXPECT_EQ(state.data.now.question.workload, matrix_workload_for(5)->id);
    EXPECT_EQ(state.data.now.question.first->dims, 5);
    EXPECT_THAT(used_columns(*state.data.now.question.first), ElementsAre("a", "b", "c", "d", "e"));
    EXPECT_EQ(numeric_columns(*state.data.now.question.first), 5);
}

TEST_F(ColumnsOfVectors, each_choice_is_a_step_of_undo) {
    State state = state_with_vectors();
    const std::size_t steps = state.data.undo.size();
    carry_out(state, command::SetSource{vectors({.names = with_toggled(*state.data.now.question.first, "d")})});
    carry_out(state, command::SetSource{vectors({.names = with_toggled(*state.data.now.question.first, "b")})});
    EXPECT_THAT(used_columns(*state.data.now.question.first), ElementsAre("a", "c", "e"));
    EXPECT_EQ(state.data.undo.size(), steps + 2);
    (void)update(state, command::Undo{});
    EXPECT_THAT(used_columns(*state.data.now.question.first), ElementsAre("a", "b", "c", "e"));
    EXPECT_THAT(std::get<VectorSource>(state.data.now.source).columns.names, ElementsAre("a", "b", "c", "e"));
}

TEST_F(ColumnsOfVectors, never_become_none) {
    State state = state_with_vectors();
    carry_out(state, command::SetSource{vectors({.names = {"a"}})});
    EXPECT_THAT(with_toggled(*state.data.now.question.first, "a"), ElementsAre("a"));
}

TEST_F(ColumnsOfVectors, that_are_not_there_are_told_and_the_data_stay) {
    State state = state_with_vectors();
    carry_out(state, command::SetSource{vectors({.names = {"a", "z"}})});
    EXPECT_THAT(state.notices.back().text, HasSubstr("there is no such column"));
    EXPECT_EQ(state.data.now.question.first->dims, 5);
}

TEST_F(ColumnsOfVectors, are_standardised_together_where_one_file_is_split) {
    VectorSource source{.a = file, .b = {}, .n = 3, .m = {}};
    source.columns.standardise = true;
    const LoadedSets sets = load_sets(*matrix_workload_for(5), source);
    ASSERT_TRUE(sets.first);
    const Dataset& last = sets.second ? *sets.second : *sets.first;
    EXPECT_EQ(sets.first->scales, last.scales);
    EXPECT_EQ(last.scales.front().mean, sets.second ? 3.0 : 2.0) << "of all rows that were read";
    EXPECT_THAT(column_summary(*sets.first), HasSubstr("5 of 5, standardised: a, b"));
}

TEST_F(ColumnsOfVectors, are_labelled_by_the_first_column_of_texts_or_by_the_one_that_is_chosen) {
    file = folder.file("pets.csv", "name,kind,a,b,c\np,cat,1,10,5\nq,dog,2,20,6\nr,cat,3,30,7\n");
    State state = laptop_with_points();
    VectorSource source = vectors();
    carry_out(state, command::AskAboutVectors{std::string(matrix_workload_for(3)->id), source});
    EXPECT_THAT(state.data.now.question.first->labels, ElementsAre("p", "q", "r"));
    source.label = "kind";
    carry_out(state, command::SetSource{source});
    EXPECT_THAT(state.data.now.question.first->labels, ElementsAre("cat", "dog", "cat"));
    EXPECT_EQ((*state.data.now.question.first->columns)[0].why, "It holds text.");
    EXPECT_EQ((*state.data.now.question.first->columns)[1].why, "It holds the labels.");
    EXPECT_THAT(label_groups(*state.data.now.question.first, nullptr).names, ElementsAre("cat", "dog"));
    EXPECT_THAT(shell_command_of(state.data.now), HasSubstr(" --label kind"));
    source.label = "a";
    carry_out(state, command::SetSource{source});
    EXPECT_THAT(state.data.now.question.first->labels, ElementsAre("1", "2", "3"));
    EXPECT_THAT(state.data.now.question.first->axes, ElementsAre("b", "c")) << "labels are no coordinates";
    source.label = "colour";
    carry_out(state, command::SetSource{source});
    EXPECT_THAT(state.notices.back().text, HasSubstr("there is no such column"));
}

TEST_F(ColumnsOfVectors, of_nothing_but_an_example_are_refused) {
    VectorSource source;
    source.columns.standardise = true;
    EXPECT_THROW((void)load_sets(*matrix_workload_for(5), source), InputError);
}

} // namespace
} // namespace pairscope::app
