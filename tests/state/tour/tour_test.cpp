// SPDX-License-Identifier: MIT
// The guided tour: a step is done by what the user does, and by nothing else.
#include "app/spine/files/paths.h"
#include "app/subjects/tour/tour_steps.h"
#include "app/subjects/tour/tour_words.h"
#include "app/subjects/trace/trace.h"
#include "kernels/engines/simt/executor.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

namespace pairscope::app {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

void act_in(State& state, const Command& command) { std::ignore = update(state, command); }

/// A laptop with points and a CPU variant, at this step of the tour.
State at_step(TourStep step) {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    act_in(state, command::ShowTour{true});
    act_in(state, command::GoToTourStep{std::size_t(step)});
    return state;
}

bool is_done(const State& state) { return state.tour.done[state.tour.step]; }

/// Another variant of the ladder than the selected one.
std::string other_variant_id(const State& state) {
    for (const KernelVariant* variant : ladder(state))
        if (variant->id != state.run.variant_id) return std::string(variant->id);
    return {};
}

TEST(Tour, begins_at_its_first_step_and_takes_the_place_of_the_hints) {
    State state = laptop_with_points();
    EXPECT_FALSE(state.tour.shown) << "nothing comes unasked";
    state.look.hints = true;
    act_in(state, command::ShowTour{true});
    EXPECT_TRUE(state.tour.shown);
    EXPECT_EQ(state.tour.step, 0u);
    EXPECT_FALSE(state.look.hints);
    EXPECT_TRUE(state.tour.offered);
}

TEST(Tour, only_another_kernel_that_the_user_chose_is_a_switch) {
    State state = at_step(TourStep::switch_kernel);
    act_in(state, command::SelectVariant{state.run.variant_id});
    EXPECT_FALSE(is_done(state)) << "it is the same kernel";
    act_in(state, command::FitView{});
    EXPECT_FALSE(is_done(state));
    act_in(state, command::SelectVariant{other_variant_id(state)});
    EXPECT_TRUE(is_done(state));
    EXPECT_TRUE(is_at(state.tour, TourStep::switch_kernel)) << "the user says when the next step comes";
}

TEST(Tour, a_trace_is_read_by_choosing_in_it_or_playing_it) {
    State state = at_step(TourStep::read_trace);
    act_in(state, command::ChooseTraceLine{0});
    EXPECT_FALSE(is_done(state)) << "there is no trace yet";
    for (const KernelVariant* variant : ladder(state))
        if (variant->backend == Backend::cuda && simt::why_not_simulated(*variant).empty())
            state.run.variant_id = variant->id;
    const auto wanted = wanted_trace(state);
    ASSERT_TRUE(wanted);
    auto trace = std::make_shared<simt::Trace>();
    trace->variant_id = state.run.variant_id;
    trace->workload = wanted->workload;
    apply(state, event::Traced{.key = *wanted, .trace = trace});
    ASSERT_NE(trace_of(state), nullptr);
    EXPECT_FALSE(is_done(state)) << "it was made, but the user did nothing";
    act_in(state, command::PlayFilm{false});
    EXPECT_FALSE(is_done(state)) << "the panel pauses the film by itself";
    State played = state;
    act_in(played, command::PlayFilm{true});
    EXPECT_TRUE(is_done(played));
    act_in(state, command::ChooseTraceLine{0});
    EXPECT_TRUE(is_done(state));
}

TEST(Tour, a_drag_is_done_when_it_ends) {
    State state = at_step(TourStep::drag_point);
    act_in(state, command::MovePoint{3, 0.5f, 0.5f, false});
    EXPECT_FALSE(is_done(state));
    act_in(state, command::MovePoint{3, 0.25f, 0.5f, true});
    EXPECT_TRUE(is_done(state));
}

TEST(Tour, a_bar_can_be_predicted_once_the_ladder_has_asked) {
    State state = at_step(TourStep::predict_bar);
    EXPECT_FALSE(tour_words(state).can_predict);
    act_in(state, command::PredictBar{0.5});
    EXPECT_FALSE(is_done(state)) << "nothing was asked";
    act_in(state, command::AskAboutBar{{.variant_id = other_variant_id(state), .bar = 0.75}});
    EXPECT_TRUE(tour_words(state).can_predict);
    act_in(state, command::PredictBar{1.5});
    EXPECT_TRUE(is_done(state));
    EXPECT_EQ(state.tour.guessed, 1.0) << "no bar is longer than the full length";
    EXPECT_THAT(tour_words(state).what, HasSubstr("You predicted 100 %"));
    EXPECT_THAT(tour_words(state).what, HasSubstr("has 75 % of the full length"));
}

TEST(Tour, a_comparison_needs_another_variant) {
    State state = at_step(TourStep::compare);
    act_in(state, command::CompareWith{""});
    EXPECT_FALSE(is_done(state));
    act_in(state, command::CompareWith{other_variant_id(state)});
    EXPECT_TRUE(is_done(state));
}

TEST(Tour, a_file_counts_when_it_was_read_and_not_when_it_failed) {
    State state = at_step(TourStep::open_file);
    act_in(state, command::OpenFile{"/somewhere/paper.pdf"});
    EXPECT_FALSE(is_done(state));
    apply(state, failed(event::Loaded{.data = {}, .request = state.data.request}, {.message = "it is a PDF"}));
    EXPECT_FALSE(is_done(state));
    const auto before = state.data.now;
    act_in(state, command::OpenFile{"/somewhere/towns.csv"});
    DataSnapshot towns = before;
    towns.source = FileSource{.path = "/somewhere/towns.csv", .columns = {}};
    apply(state, event::Loaded{.data = towns, .request = state.data.request});
    EXPECT_TRUE(is_done(state));
}

TEST(Tour, a_file_that_comes_with_the_program_is_not_the_users_own) {
    State state = at_step(TourStep::open_file);
    const auto before = state.data.now;
    for (const bool shipped : {true, false}) {
        const std::filesystem::path file = shipped ? default_dataset() : "/somewhere/towns.csv";
        act_in(state, command::OpenFile{file});
        DataSnapshot read = before;
        read.source = FileSource{.path = file, .columns = {}};
        apply(state, event::Loaded{.data = read, .request = state.data.request});
        EXPECT_EQ(is_done(state), !shipped);
        if (shipped) {
            EXPECT_THAT(tour_words(state).what, HasSubstr("cities.csv.gz comes with the program"));
        }
    }
}

TEST(Tour, a_chart_counts_when_it_is_saved_even_under_the_name_of_an_older_one) {
    State state = at_step(TourStep::save_chart);
    apply(state, event::Saved{"/somewhere/roofline.svg"});
    EXPECT_FALSE(is_done(state)) << "this step did not ask for it";
    act_in(state, command::SaveChart{"roofline", "/somewhere/roofline.svg"});
    EXPECT_FALSE(is_done(state)) << "it is not written yet";
    apply(state, failed(event::Saved{"/somewhere/roofline.svg"}, {.message = "the disk is full"}));
    EXPECT_FALSE(is_done(state));
    act_in(state, command::SaveChart{"roofline", "/somewhere/roofline.svg"});
    apply(state, event::Saved{"/somewhere/roofline.svg"});
    EXPECT_TRUE(is_done(state));
}

TEST(Tour, nothing_is_ticked_off_while_it_is_not_shown) {
    State state = at_step(TourStep::drag_point);
    act_in(state, command::ShowTour{false});
    act_in(state, command::MovePoint{3, 0.25f, 0.5f, true});
    EXPECT_THAT(state.tour.done, Each(false));
}

TEST(Tour, goes_on_where_it_was_left_and_begins_again_after_its_end) {
    State state = at_step(TourStep::drag_point);
    act_in(state, command::ShowTour{false});
    act_in(state, command::ShowTour{true});
    EXPECT_TRUE(is_at(state.tour, TourStep::drag_point));
    act_in(state, command::MovePoint{3, 0.25f, 0.5f, true});
    act_in(state, command::ShowTour{false});
    act_in(state, command::ShowTour{true});
    EXPECT_TRUE(is_at(state.tour, TourStep::predict_bar)) << "the step before is done";
    state.tour.done.fill(true);
    act_in(state, command::ShowTour{false});
    act_in(state, command::ShowTour{true});
    EXPECT_EQ(state.tour.step, 0u);
    EXPECT_THAT(state.tour.done, Each(false));
}

TEST(Tour, every_step_says_what_to_do_where_and_why) {
    for (std::size_t step = 0; step < tour_steps; ++step) {
        State state = at_step(TourStep(step));
        const TourWords now = tour_words(state);
        EXPECT_THAT(now.title, Not(IsEmpty())) << step;
        EXPECT_THAT(now.what, testing::EndsWith(".")) << step;
        EXPECT_THAT(now.why, testing::EndsWith(".")) << step;
        EXPECT_THAT(now.panel, Not(IsEmpty())) << step;
        state.tour.done[step] = true;
        EXPECT_EQ(tour_words(state).title, now.title) << step;
        EXPECT_NE(tour_words(state).what, now.what) << step;
        EXPECT_THAT(tour_words(state).why, IsEmpty()) << step;
    }
}

TEST(Tour, sends_the_user_of_a_cpu_variant_to_a_kernel_that_has_warps) {
    const State state = at_step(TourStep::read_trace);
    EXPECT_THAT(tour_words(state).what, HasSubstr("Only CUDA kernels have warps"));
    EXPECT_EQ(tour_words(state).panel, "Ladder");
}

TEST(Tour, does_not_ask_to_drag_vectors) {
    State state = at_step(TourStep::drag_point);
    state.data.now.source = VectorSource{};
    EXPECT_THAT(tour_words(state).what, HasSubstr("Choose the workload"));
    EXPECT_EQ(tour_words(state).panel, "Data");
}

/// All words of the tour, before and after each step.
std::vector<std::string> words_about(State state) {
    std::vector<std::string> words;
    for (std::size_t step = 0; step < tour_steps; ++step)
        for (const bool is_done : {false, true}) {
            state.tour.step = step;
            state.tour.done[step] = is_done;
            const TourWords said = tour_words(state);
            words.push_back(said.what + " " + said.why);
        }
    return words;
}

TEST(Tour, speaks_of_a_matrix_only_where_the_workload_has_one) {
    int without = 0;
    for (const WorkloadType& type : workload_types()) {
        if (type.inputs.takes_distances) continue;
        State state = laptop_with_points();
        state.data.now.question.workload = type.id;
        state.run.variant_id = ladder(state).front()->id;
        if (!takes_points(type)) state.data.now.source = VectorSource{};
        without += asks_for_matrix(state) ? 0 : 1;
        int spoken = 0;
        for (const std::string& words : words_about(state)) {
            const bool speaks =
                words.find("matrix") != std::string::npos && words.find("workload \"") == std::string::npos;
            spoken += speaks ? 1 : 0;
            EXPECT_TRUE(asks_for_matrix(state) || !speaks) << type.id << ": " << words;
            EXPECT_TRUE(takes_points(type) || words.find("these points") == std::string::npos)
                << type.id << ": " << words;
        }
        EXPECT_EQ(spoken > 0, asks_for_matrix(state)) << type.id;
    }
    EXPECT_GE(without, 4);
}

} // namespace
} // namespace pairscope::app
