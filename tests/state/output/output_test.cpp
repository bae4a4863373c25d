// SPDX-License-Identifier: MIT
// One output for all panels: runs into linear memory, or into a texture.
#include "app/spine/files/settings.h"
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/trace/trace.h"
#include "profiling/recording/file.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <unistd.h>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A laptop that shows the recording of an H200 that we ship.
State beside_an_h200() {
    State state = laptop_with_points();
    state.run.variant_id = find_variant("coalesced")->id;
    auto recording = std::make_shared<const profiling::Recording>(
        profiling::load_recording("assets/recordings/NVIDIA H200/distance_matrix.pairscope"));
    apply(state, event::RecordingOpened{"h200.pairscope", std::move(recording), false});
    return state;
}

const LadderRow& row(const std::vector<LadderSection>& sections, std::string_view name) {
    for (const LadderRow& found : sections.front().rows)
        if (found.name == name) return found;
    throw std::out_of_range(std::string(name));
}

TEST(Output, in_linear_memory_which_is_shown_first_the_coalesced_stores_are_faster) {
    const State state = beside_an_h200();
    const auto sections = ladder_sections(state);
    EXPECT_LT(*row(sections, "coalesced").seconds, *row(sections, "row_per_thread").seconds);
    EXPECT_EQ(row(sections, "coalesced").run->target, TargetKind::linear);
    EXPECT_EQ(recorded_run(state)->run->target, TargetKind::linear);
    EXPECT_EQ(wanted_trace(state)->target, TargetKind::linear);
}

TEST(Output, the_texture_turns_that_round_and_every_panel_follows) {
    State state = beside_an_h200();
    (void)update(state, command::SetTarget{TargetKind::surface});
    const auto sections = ladder_sections(state);
    EXPECT_GT(*row(sections, "coalesced").seconds, 2.0 * *row(sections, "row_per_thread").seconds);
    EXPECT_EQ(recorded_run(state)->run->target, TargetKind::surface);
    EXPECT_EQ(wanted_trace(state)->target, TargetKind::surface);
}

TEST(Output, every_rung_that_is_much_slower_in_one_of_them_says_why) {
    State state = beside_an_h200();
    const auto linear = ladder_sections(state);
    (void)update(state, command::SetTarget{TargetKind::surface});
    const auto sections = ladder_sections(state);
    for (const LadderRow& texture : sections.front().rows) {
        const LadderRow& other = row(linear, texture.name);
        if (!texture.recorded || !other.recorded) continue;
        const double ratio = *texture.seconds / *other.seconds;
        if (ratio > 0.67 && ratio < 1.5) continue;
        EXPECT_THAT(texture.lesson + texture.waste, HasSubstr("texture")) << texture.name << ": " << ratio;
    }
}

TEST(Output, a_rung_that_cannot_write_a_texture_says_so_and_what_to_do) {
    State state = beside_an_h200();
    EXPECT_TRUE(row(ladder_sections(state), "store_policy").timed);
    (void)update(state, command::SetTarget{TargetKind::surface});
    const auto sections = ladder_sections(state);
    EXPECT_FALSE(row(sections, "store_policy").timed);
    EXPECT_THAT(row(sections, "store_policy").reason, HasSubstr("linear memory only"));
    EXPECT_THAT(why_not_now(state, *find_variant("store_policy")), IsEmpty()) << "its picture can be made all the same";
}

TEST(Output, a_cpu_has_one_kind_of_memory_and_its_section_says_which) {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    const RunKey before = *key_for(state, *selected_variant(state));
    EXPECT_THAT(whole_title(ladder_sections(state).back()), testing::Not(HasSubstr("memory")));
    (void)update(state, command::SetTarget{TargetKind::surface});
    EXPECT_EQ(*key_for(state, *selected_variant(state)), before) << "what was measured stays";
    EXPECT_THAT(whole_title(ladder_sections(state).back()), HasSubstr("linear memory"));
}

TEST(Output, a_recording_without_runs_into_it_says_so) {
    State state = beside_an_h200();
    auto only_linear = std::make_shared<profiling::Recording>(*state.recordings.shown.front().recording);
    std::erase_if(only_linear->runs, [](const profiling::RunOutcome& run) {
        const auto* m = std::get_if<profiling::Measurement>(&run);
        return m != nullptr && m->target == TargetKind::surface;
    });
    state.recordings.shown.front().recording = only_linear;
    (void)update(state, command::SetTarget{TargetKind::surface});
    EXPECT_THAT(whole_title(ladder_sections(state).front()), HasSubstr("no runs that write to the texture"));
    EXPECT_FALSE(recorded_run(state));
}

TEST(Output, the_picture_goes_straight_into_the_texture_whatever_is_measured) {
    State state = laptop_with_points();
    state.run.devices.push_back(Device{.backend = Backend::cuda, .name = "a GPU", .driver = {}});
    state.run.device = 1;
    state.run.interop_device = 1;
    state.look.no_interop.clear();
    for (const TargetKind target : {TargetKind::linear, TargetKind::surface}) {
        (void)update(state, command::SetTarget{target});
        EXPECT_TRUE(wants_surface(state, *find_variant("coalesced")));
        EXPECT_EQ(key_for(state, *find_variant("coalesced"))->target, target);
        EXPECT_FALSE(wants_surface(state, *find_variant("store_policy"))) << "it has no code for textures";
        EXPECT_TRUE(fills_texture(state, *find_variant("store_policy"))) << "the GPU copies it";
        EXPECT_FALSE(fills_texture(state, *find_variant("cpu_naive")));
    }
    state.look.no_interop = "asked for";
    EXPECT_FALSE(fills_texture(state, *find_variant("store_policy")));
}

TEST(Output, and_the_open_recordings_are_remembered) {
    const auto folder = std::filesystem::temp_directory_path() / ("pairscope_output_" + std::to_string(getpid()));
    setenv("XDG_CONFIG_HOME", folder.c_str(), 1);
    State state = beside_an_h200();
    state.recordings.shown.front().path = folder / "mine.pairscope";
    (void)update(state, command::SetTarget{TargetKind::surface});
    (void)update(state, command::ShowRecording{state.recordings.shown.front().id, false});
    save_settings(state);
    State next;
    load_settings(next);
    unsetenv("XDG_CONFIG_HOME");
    std::filesystem::remove_all(folder);
    EXPECT_EQ(next.run.target, TargetKind::surface);
    EXPECT_THAT(next.recordings.of_last_session, testing::ElementsAre(folder / "mine.pairscope"));
    apply(next, event::RecordingOpened{folder / "mine.pairscope", state.recordings.shown.front().recording, false});
    EXPECT_FALSE(next.recordings.shown.front().visible) << "it was hidden";
}

TEST(Output, undo_does_not_switch_it) {
    State state = laptop_with_points();
    (void)update(state, command::SetTarget{TargetKind::surface});
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.run.target, TargetKind::surface);
}

TEST(Output, while_another_variant_is_simulated_the_caption_says_so_and_how_far_it_is) {
    State state = laptop_with_points();
    state.output.variant_id = find_variant("cpu_naive")->id;
    state.output.revision = state.data.revision;
    state.run.variant_id = find_variant("coalesced")->id;
    const auto working_since = [&](double seconds) {
        const auto since =
            Clock::now() - std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
        state.run.activity =
            Activity{.task = {TaskKind::simulating, {state.run.variant_id}}, .share = 0.4, .since = since};
        return picture_to_come(state);
    };
    EXPECT_EQ(working_since(1.0), "simulating coalesced, 40 %; the picture is still that of cpu_naive");
    EXPECT_THAT(working_since(0.0), IsEmpty()) << "nobody could read it";
    state.output.variant_id = state.run.variant_id;
    EXPECT_THAT(working_since(1.0), IsEmpty());
}

TEST(Output, a_picture_names_what_the_entries_of_its_workload_are) {
    const State state = laptop_with_points();
    const auto facts = picture_facts(state);
    ASSERT_FALSE(facts.empty());
    EXPECT_THAT(facts.front().text, HasSubstr(" " + std::string(current_type(state).matrix.entries) + " of "));
    for (const WorkloadType& type : workload_types())
        if (type.output == OutputKind::matrix) {
            EXPECT_NE(type.matrix.entries, "entries") << type.id;
        }
}

} // namespace
} // namespace pairscope::app
