// SPDX-License-Identifier: MIT
#include "app/spine/update/update.h"
#include "app/window/menus/actions.h"
#include "kernels/ladder/registry.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

#include <set>

namespace pairscope::app {
namespace {

const Choices choices{.colormaps = {"viridis", "grey"}, .panels = {"Data", "Log"}};

TEST(Actions, every_id_is_there_once) {
    const State state;
    std::set<std::string> ids;
    for (const Action& action : actions(state, choices)) EXPECT_TRUE(ids.insert(action.id).second) << action.id;
    EXPECT_GT(ids.size(), 40u);
}

TEST(Actions, no_key_does_two_things) {
    const State state;
    std::set<std::string> keys;
    for (const Action& action : actions(state, choices))
        for (const std::string& key : action.keys) EXPECT_TRUE(keys.insert(key).second) << key;
}

TEST(Actions, a_group_stands_together) {
    const State state;
    std::set<std::string> closed;
    std::string open;
    for (const Action& action : actions(state, choices)) {
        if (action.group == open) continue;
        if (!open.empty()) closed.insert(open);
        EXPECT_FALSE(closed.contains(action.group)) << action.group;
        open = action.group;
    }
}

TEST(Actions, each_variant_has_the_number_of_its_rung) {
    const State state;
    const auto all = actions(state, choices);
    int place = 0;
    for (const KernelVariant& variant : variants()) {
        if (variant.workload != state.data.now.question.workload) continue;
        const Action* action = find_action(all, "variant." + std::string(short_name(variant.id)));
        ASSERT_NE(action, nullptr) << variant.id;
        if (++place <= 9) {
            EXPECT_THAT(action->keys, testing::ElementsAre(std::to_string(place)));
        }
    }
}

TEST(Actions, what_cannot_be_done_says_why) {
    const State state;
    const auto all = actions(state, choices);
    for (const char* id : {"data.undo", "data.delete", "run.cancel", "file.save_picture"})
        EXPECT_FALSE(find_action(all, id)->why_not().empty()) << id;
    EXPECT_TRUE(find_action(all, "file.open")->why_not().empty());
    EXPECT_EQ(find_action(all, "no.such"), nullptr);
}

TEST(Actions, work_can_be_cancelled_between_two_measurements) {
    State state = laptop_with_points(); // nothing runs yet, and much is to be measured
    choose_cpu_variant(state);
    ASSERT_FALSE(state.run.activity.has_value());
    EXPECT_EQ(find_action(actions(state, choices), "run.cancel")->why_not(), "");
    (void)update(state, command::CancelWork{});
    state.run.live = state.run.measure_all = false;
    state.data.now.question.first = nullptr; // nothing is left to be done
    EXPECT_EQ(find_action(actions(state, choices), "run.cancel")->why_not(), "Nothing is running.");
}

TEST(Actions, every_reason_can_be_asked_for_and_is_a_sentence) {
    for (const State& state : {State{}, laptop_with_points()})
        for (const Action& action : actions(state, choices)) {
            const std::string reason = action.why_not();
            EXPECT_TRUE(reason.empty() || reason.ends_with('.')) << action.id << ": " << reason;
        }
}

TEST(Actions, a_switch_shows_what_it_is_and_does_the_other) {
    State state;
    const auto before = actions(state, choices);
    EXPECT_TRUE(*find_action(before, "theme.dark")->checked);
    std::ignore = update(state, find_action(before, "theme.light")->command);
    std::ignore = update(state, find_action(before, "panel.Log")->command);
    const auto after = actions(state, choices);
    EXPECT_TRUE(*find_action(after, "theme.light")->checked);
    EXPECT_FALSE(*find_action(after, "panel.Log")->checked);
    EXPECT_TRUE(*find_action(after, "panel.Data")->checked);
}

TEST(Actions, a_few_letters_find_an_action_and_the_begin_of_a_title_comes_first) {
    const State state;
    const auto all = actions(state, choices);
    const auto saves = matching_actions(all, "SAVE pic");
    ASSERT_FALSE(saves.empty());
    EXPECT_EQ(saves.front()->id, "file.save_picture");
    const auto light = matching_actions(all, "theme light");
    ASSERT_EQ(light.size(), 1u);
    EXPECT_EQ(light.front()->id, "theme.light");
    EXPECT_TRUE(matching_actions(all, "xyzzy").empty());
    EXPECT_EQ(matching_actions(all, "").size(), all.size());
}

TEST(Actions, a_whole_title_comes_before_one_of_which_the_query_is_a_part) {
    const State state;
    Choices all_panels = choices;
    all_panels.panels = {"Roofline", "Compare", "Trace", "Source", "Counters"};
    const auto all = actions(state, all_panels);
    for (const std::string& panel : all_panels.panels)
        EXPECT_EQ(matching_actions(all, panel).front()->id, "panel." + panel);
}

TEST(Actions, an_exact_name_comes_first_whatever_else_has_its_letters) {
    State state;
    profiling::Recording recording;
    state.recordings.shown.push_back({.id = 1,
                                      .path = "distance_matrix.pairscope",
                                      .recording = std::make_shared<const profiling::Recording>(recording)});
    const auto all = actions(state, choices);
    for (const char* query : {"distance matrix", "Distance Matrix", "distance_matrix", " distance   matrix "})
        EXPECT_EQ(matching_actions(all, query).front()->id, "workload.distance_matrix") << query;
    for (const WorkloadType& type : workload_types())
        EXPECT_EQ(matching_actions(all, type.title).front()->id, "workload." + std::string(type.id)) << type.title;
    const Action* open = find_action(all, "recording.1");
    ASSERT_NE(open, nullptr);
    EXPECT_TRUE(open->checked.value_or(false));
    EXPECT_THAT(open->title_when_on, testing::StartsWith("Hide "));
}

TEST(Actions, fitting_fits_the_matrix_and_the_points) {
    State state;
    state.view.fit = state.view.scatter.fit = false;
    std::ignore = update(state, find_action(actions(state, choices), "view.fit")->command);
    EXPECT_TRUE(state.view.fit);
    EXPECT_TRUE(state.view.scatter.fit);
}

TEST(Actions, a_dialog_opens_empty_in_the_folder_of_the_last) {
    State state;
    state.look.entry = {.text = "rest", .folder = "/data", .chosen = 3};
    std::ignore = update(state, find_action(actions(state, choices), "file.open")->command);
    EXPECT_EQ(state.look.dialog, Dialog::open_file);
    EXPECT_EQ(state.look.entry, (DialogEntry{.text = {}, .folder = "/data", .chosen = 0}));
}

} // namespace
} // namespace pairscope::app
