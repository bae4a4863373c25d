// SPDX-License-Identifier: MIT
// The state of the window with workloads that only the tests have: choosing one, its sets and parameters, undo, jobs,
// answers, the ladder, and the recording of the session.
#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/matches/match_list.h"
#include "app/subjects/matches/match_table.h"
#include "app/subjects/output/output.h"
#include "app/subjects/output/output_table.h"
#include "app/subjects/recordings/recordings.h"
#include "app/window/menus/actions.h"
#include "profiling/recording/file.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

namespace pairscope::app {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// A laptop whose workers' jobs are done at once.
struct Desk {
    State state = laptop_with_points();
    Workbench bench{[](const Task&, double) {}};

    void act(const Command& command) {
        Effects effects = update(state, command);
        for (const Job& job : effects.files) app::apply(state, bench.carry_out(job, {}));
    }
    void choose(const char* workload) { act(command::ChooseWorkload{workload}); }
    /// Does one job of the schedule. False if there is none.
    bool work() {
        const auto job = next(state);
        if (job) app::apply(state, bench.carry_out(*job, {}));
        return job.has_value();
    }
    void work_until_output() {
        for (int i = 0; i < 50 && !output_is_current(state); ++i) ASSERT_TRUE(work());
    }
    void measure(std::string_view variant) {
        select(variant);
        for (int i = 0; i < 200 && outcome_for(state, *find_variant(variant)) == nullptr; ++i) ASSERT_TRUE(work());
    }
    void select(std::string_view variant) { act(command::SelectVariant{std::string(variant)}); }
};

std::vector<std::string> errors_of(const State& state) {
    std::vector<std::string> errors;
    for (const Notice& notice : state.notices)
        if (notice.severity == Severity::error) errors.push_back(notice.text);
    return errors;
}

TEST(WorkloadState, a_workload_begins_with_its_example_and_its_usual_variant) {
    Desk desk;
    desk.choose("byte_matches");
    EXPECT_EQ(current_workload(desk.state), (Workload{"byte_matches", 256, 128, 16}));
    EXPECT_THAT(desk.state.data.now.question.parameters, ElementsAre(1.0));
    EXPECT_EQ(selected_variant(desk.state)->workload, "byte_matches");
    EXPECT_EQ(selected_variant(desk.state), ladder(desk.state).front()) << "its simulation is quick";
    EXPECT_EQ(size_text(current_workload(desk.state)), "n = 256, m = 128, d = 16");
    desk.choose("no_such_workload");
    EXPECT_EQ(desk.state.data.now.question.workload, "byte_matches");
    EXPECT_THAT(errors_of(desk.state), IsEmpty());
}

TEST(WorkloadState, what_was_left_is_there_again) {
    Desk desk;
    const auto points = desk.state.data.now.question.first;
    const std::string variant = "distance_matrix/cpu_naive";
    desk.select(variant);
    desk.choose("byte_matches");
    desk.act(command::SetParameter{0, 2.5});
    desk.choose("distance_matrix");
    EXPECT_EQ(desk.state.data.now.question.first, points);
    EXPECT_EQ(desk.state.run.variant_id, variant);
    desk.choose("byte_matches");
    EXPECT_THAT(desk.state.data.now.question.parameters, ElementsAre(2.5));
}

TEST(WorkloadState, a_workload_that_takes_points_keeps_them) {
    Desk desk;
    const auto points = desk.state.data.now.question.first;
    desk.choose("distance_sum");
    EXPECT_EQ(desk.state.data.now.question.first, points);
    EXPECT_EQ(current_workload(desk.state).type, "distance_sum");
    EXPECT_FALSE(asks_for_matrix(desk.state));
}

TEST(WorkloadState, undo_leads_back_over_workloads_and_parameters) {
    Desk desk;
    const auto points = desk.state.data.now.question.first;
    desk.choose("byte_matches");
    for (const double weight : {1.5, 2.0, 2.5}) desk.act(command::SetParameter{0, weight});
    desk.act(command::Undo{});
    EXPECT_THAT(desk.state.data.now.question.parameters, ElementsAre(1.0)) << "the way of a slider is one step";
    EXPECT_EQ(desk.state.data.now.question.workload, "byte_matches");
    desk.act(command::Undo{});
    EXPECT_EQ(desk.state.data.now.question.workload, "distance_matrix");
    EXPECT_EQ(desk.state.data.now.question.first, points);
    EXPECT_EQ(selected_variant(desk.state)->workload, "distance_matrix");
    desk.act(command::Redo{});
    EXPECT_EQ(desk.state.data.now.question.workload, "byte_matches");
    EXPECT_EQ(selected_variant(desk.state)->workload, "byte_matches");
    desk.act(command::Redo{});
    EXPECT_THAT(desk.state.data.now.question.parameters, ElementsAre(2.5));
}

TEST(WorkloadState, a_parameter_stays_in_its_range) {
    Desk desk;
    desk.choose("byte_matches");
    desk.act(command::SetParameter{0, 1e9});
    EXPECT_THAT(desk.state.data.now.question.parameters, ElementsAre(4.0));
    desk.act(command::SetParameter{7, 1.0});
    desk.act(command::SetParameter{0, std::numeric_limits<double>::quiet_NaN()});
    EXPECT_THAT(desk.state.data.now.question.parameters, ElementsAre(4.0));
}

TEST(WorkloadState, the_schedule_asks_for_every_kind_of_output) {
    Desk desk;
    desk.choose("byte_matches");
    desk.work_until_output();
    const auto* matches = std::get_if<std::vector<FoundMatch>>(&desk.state.output.values);
    ASSERT_NE(matches, nullptr);
    EXPECT_THAT(*matches, SizeIs(256));
    const double first = matches->front().best_value;
    desk.act(command::SetParameter{0, 2.0});
    EXPECT_FALSE(output_is_current(desk.state)) << "it belongs to the other parameter";
    desk.work_until_output();
    EXPECT_EQ(std::get<std::vector<FoundMatch>>(desk.state.output.values).front().best_value, 2.0 * first);

    desk.choose("distance_sum");
    desk.work_until_output();
    const auto* sum = std::get_if<double>(&desk.state.output.values);
    ASSERT_NE(sum, nullptr);
    EXPECT_GT(*sum, 0.0);
    desk.choose("distance_matrix");
    desk.work_until_output();
    EXPECT_TRUE(std::holds_alternative<std::monostate>(desk.state.output.values));
    EXPECT_EQ(desk.state.output.shape, (MatrixShape{64, 64}));
    EXPECT_THAT(errors_of(desk.state), IsEmpty());
}

TEST(WorkloadState, every_variant_is_measured_or_simulated_and_stands_in_the_ladder) {
    Desk desk;
    desk.state.run.max_seconds = 0.05;
    desk.choose("byte_matches");
    for (const char* id : {"byte_matches/cpu_rows", "byte_matches/cpu_columns"}) {
        desk.measure(id);
        const auto* m = measurement_for(desk.state, *find_variant(id));
        ASSERT_NE(m, nullptr) << id;
        EXPECT_TRUE(m->check.right());
        EXPECT_EQ(m->workload, current_workload(desk.state));
    }
    desk.measure("byte_matches/query_per_thread");
    ASSERT_NE(simulation_for(desk.state, *find_variant("byte_matches/query_per_thread")), nullptr);
    std::vector<std::string> names;
    for (const LadderSection& section : ladder_sections(desk.state)) {
        EXPECT_THAT(section.facts, Not(HasSubstr("distance_matrix")));
        for (const LadderRow& row : section.rows) {
            names.push_back(row.name);
            EXPECT_TRUE(row.reason.empty() || section.backend == Backend::cuda) << row.reason;
        }
    }
    EXPECT_THAT(names,
                testing::UnorderedElementsAre("query_per_thread", "cpu_both", "cpu_coarse", "cpu_rows", "cpu_columns"));
    EXPECT_THAT(results_csv(desk.state), HasSubstr("byte_matches/cpu_columns"));
}

const LadderRow& row_named(const std::vector<LadderSection>& sections, std::string_view name) {
    for (const LadderSection& section : sections)
        for (const LadderRow& row : section.rows)
            if (row.name == name) return row;
    throw std::logic_error("no such row");
}

TEST(WorkloadState, another_output_is_called_so_wherever_it_is_shown) {
    Desk desk;
    desk.state.run.max_seconds = 0.05;
    desk.choose("byte_matches");
    EXPECT_EQ(row_named(ladder_sections(desk.state), "cpu_coarse").output, "approximate output");
    EXPECT_EQ(row_named(ladder_sections(desk.state), "cpu_coarse").difference, "") << "not counted yet";
    desk.measure("byte_matches/cpu_coarse");
    desk.work_until_output();
    const KernelVariant& coarse = *find_variant("cpu_coarse");
    const auto* verdict = verdict_on(desk.state, coarse);
    ASSERT_NE(verdict, nullptr);
    const std::string words = difference_text(verdict->comparison);
    EXPECT_THAT(words, testing::MatchesRegex("approximate output: [0-9]+ of 256 rows differ"));
    EXPECT_EQ(row_named(ladder_sections(desk.state), "cpu_coarse").difference, words);
    EXPECT_EQ(row_named(ladder_sections(desk.state), "cpu_coarse").state, RowState::measured);
    EXPECT_EQ(origin_of_output(desk.state), "by cpu_coarse, " + words);
    EXPECT_THAT(results_csv(desk.state), HasSubstr(words));
    EXPECT_THAT(results_json(desk.state), HasSubstr("\"different_entries\""));
    EXPECT_EQ(row_named(ladder_sections(desk.state), "cpu_rows").output, "");
    update_matches(desk.state);
    EXPECT_EQ(std::ranges::count(desk.state.matches.all, true, &Match::differs), verdict->comparison.different_entries)
        << "the list marks these rows";
}

TEST(WorkloadState, an_output_of_both_directions_says_which_matches_are_mutual) {
    Desk desk;
    desk.choose("byte_matches");
    desk.work_until_output();
    update_matches(desk.state);
    const DataSnapshot& data = desk.state.data.now;
    EXPECT_FALSE(data.backward) << "they depend on the parameter";
    EXPECT_THAT(why_mutual_is_unknown(data, desk.state.matches.all), HasSubstr("depend on its parameters"));
    EXPECT_EQ(desk.state.matches.all.size(), 256u);
    desk.select("byte_matches/cpu_both");
    desk.work_until_output();
    const auto& output = std::get<std::vector<FoundMatch>>(desk.state.output.values);
    ASSERT_EQ(output.size(), 256u + 128u);
    update_matches(desk.state);
    EXPECT_EQ(why_mutual_is_unknown(data, desk.state.matches.all), "");
    ASSERT_EQ(desk.state.matches.all.size(), 256u);
    for (const Match& match : desk.state.matches.all)
        EXPECT_EQ(match.mutual, output[std::size_t(256 + match.found.best)].best == match.row) << match.row;
    EXPECT_GT(desk.state.matches.counts.mutual, 10);
    const std::string csv = matches_csv(desk.state.data.now, desk.state.matches, output);
    EXPECT_THAT(csv, AllOf(HasSubstr("set,row,best,"), HasSubstr("\n1,0,"), HasSubstr("\n2,0,")));
    EXPECT_THAT(csv, Not(HasSubstr("\n1,256,")));
}

TEST(WorkloadState, a_session_of_vectors_is_recorded_and_its_data_comes_back) {
    const TemporaryFolder folder;
    Desk desk;
    desk.state.run.max_seconds = 0.05;
    desk.choose("byte_matches");
    desk.act(command::SetParameter{0, 0.5});
    desk.measure("byte_matches/cpu_rows");
    const auto path = folder.path() / "matches.pairscope";
    desk.act(command::SaveRecording{path});
    const profiling::Recording recording = profiling::load_recording(path);
    EXPECT_THAT(recording.sets, SizeIs(2));
    EXPECT_THAT(recording.parameters, ElementsAre(0.5));
    EXPECT_THAT(recording.runs, SizeIs(1)) << "only of this workload";

    Desk later;
    later.act(command::OpenRecording{path});
    ASSERT_THAT(later.state.recordings.shown, SizeIs(1));
    later.act(command::UseRecordedPoints{later.state.recordings.last_id});
    EXPECT_THAT(errors_of(later.state), IsEmpty());
    EXPECT_EQ(later.state.data.now.question.workload, "byte_matches");
    EXPECT_EQ(later.state.data.now.question.second->values, desk.state.data.now.question.second->values);
    EXPECT_THAT(later.state.data.now.question.parameters, ElementsAre(0.5));
    later.act(command::SetParameter{0, 1.0});
    EXPECT_THAT(shell_command_of(later.state.data.now), HasSubstr("--weight 1")) << "the recording has another one";
}

TEST(WorkloadState, files_of_two_sets_are_opened_one_after_the_other) {
    const TemporaryFolder folder;
    const auto a = folder.file("a.csv", "1,2\n3,4\n5,6\n7,8\n"), b = folder.file("b.csv", "9,9\n8,8\n");
    const auto other = folder.file("long.csv", "1,2,3\n");
    Desk desk;
    desk.choose("byte_matches");
    desk.act(command::OpenFile{a});
    EXPECT_EQ(current_workload(desk.state), (Workload{"byte_matches", 2, 2, 2})) << "one file is split";
    desk.act(command::OpenFile{b, 1});
    EXPECT_EQ(current_workload(desk.state), (Workload{"byte_matches", 4, 2, 2}));
    EXPECT_THAT(shell_command_of(desk.state.data.now),
                HasSubstr("--workload byte_matches --a " + a.string() + " --b " + b.string()));
    desk.act(command::OpenFile{other, 1});
    EXPECT_THAT(errors_of(desk.state), ElementsAre(HasSubstr("the same number of coordinates")));
    EXPECT_EQ(current_workload(desk.state).cols, 2) << "nothing is lost";
    desk.act(command::SetSource{default_settings(Shape::ring, 60)});
    EXPECT_THAT(errors_of(desk.state).back(), HasSubstr("Open a file of vectors"));
}

TEST(WorkloadState, points_that_are_not_finite_are_kept_from_a_workload_with_one_output) {
    const TemporaryFolder folder;
    Desk desk;
    desk.act(command::OpenFile{folder.file("odd.csv", "x,y\n1,2\n3,inf\n5,6\n")});
    EXPECT_EQ(desk.state.data.now.question.first->name, "odd.csv");
    desk.choose("distance_sum");
    EXPECT_EQ(desk.state.data.now.question.workload, "distance_sum");
    EXPECT_NE(desk.state.data.now.question.first->name, "odd.csv");
    EXPECT_THAT(
        desk.state.notices,
        Contains(Field(&Notice::text, HasSubstr("opened instead, because distance_sum takes finite numbers only"))));
    desk.act(command::OpenFile{folder.file("other.csv", "x,y\n1,2\n3,nan\n5,6\n")});
    EXPECT_THAT(errors_of(desk.state),
                ElementsAre(HasSubstr("coordinate 1 in row 1 (counted from 0) of other.csv is missing or nan")));
}

TEST(WorkloadState, an_output_is_saved_as_a_table) {
    EXPECT_EQ(output_csv(2.5), "value\n2.5\n");
    EXPECT_EQ(output_csv(FoundPair{3, 7, 0.1}), "first,second,value\n3,7,0.10000000000000001\n");
    Desk desk;
    desk.choose("distance_sum");
    desk.work_until_output();
    const TemporaryFolder folder;
    desk.act(command::SaveOutput{folder.path() / "sum.csv"});
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "sum.csv"));
}

TEST(WorkloadState, an_output_says_who_gave_it_and_which_vectors_it_means) {
    Desk desk;
    desk.choose("byte_matches");
    desk.work_until_output();
    EXPECT_THAT(origin_of_output(desk.state), HasSubstr("not checked yet"));
    Dataset named{.name = "towns", .rows = 2, .dims = 1, .labels = {"Lyon", ""}};
    EXPECT_EQ(vector_text(named, 0), "row 0, Lyon");
    EXPECT_EQ(vector_text(named, 1), "row 1");
    EXPECT_EQ(vector_text(named, -1), "none");
    EXPECT_THAT(vector_text(named, 2), HasSubstr("does not exist")) << "a wrong kernel may say so";
}

TEST(WorkloadState, actions_offer_the_workloads_and_what_fits_the_output) {
    Desk desk;
    desk.choose("byte_matches");
    const auto all = actions(desk.state, {});
    EXPECT_NE(find_action(all, "workload.distance_sum"), nullptr);
    EXPECT_TRUE(*find_action(all, "workload.byte_matches")->checked);
    EXPECT_THAT(find_action(all, "file.save_matrix")->why_not(), HasSubstr("not a matrix"));
    EXPECT_THAT(find_action(all, "file.save_points")->why_not(), Not(IsEmpty()));
    EXPECT_NE(find_action(all, "file.save_output"), nullptr);
    EXPECT_EQ(find_action(all, "output.texture"), nullptr) << "no texture holds matches";
    EXPECT_EQ(find_action(all, "shape.ring"), nullptr) << "points in the plane are not asked for";
}

} // namespace
} // namespace pairscope::app
