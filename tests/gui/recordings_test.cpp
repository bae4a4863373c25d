// SPDX-License-Identifier: MIT
// A recording of an H200 beside the runs of a machine that has no GPU, as a person sees it. With PAIRSCOPE_SCREENSHOTS
// set, pictures go to that folder.
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/compare/compare_words.h"
#include "app/subjects/ladder/ladder_panel_title.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/recordings/recordings.h"
#include "profiling/recording/file.h"
#include "render/png.h"
#include "tests/gui/folder_test.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/ranges.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>

namespace pairscope::app {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Recordings : public FolderTest {
protected:
    /// The ladder as it was measured on an H200, for n = 30 336.
    [[nodiscard]] std::filesystem::path h200() const {
        constexpr std::array<std::pair<const char*, double>, 8> times{{{"row_per_thread", 16.3e-3},
                                                                       {"coalesced", 8.24e-3},
                                                                       {"shared_tile", 4.56e-3},
                                                                       {"no_division", 2.99e-3},
                                                                       {"grid2d", 2.17e-3},
                                                                       {"symmetric", 0.978e-3},
                                                                       {"store_policy", 0.8e-3},
                                                                       {"vec4_rows", 0.792e-3}}};
        profiling::Recording recording = profiling::sample_recording();
        recording.label = "H200";
        recording.devices = {profiling::sample_gpu()};
        recording.ceilings.resize(1);
        recording.runs.clear();
        for (const auto& [name, seconds] : times) {
            profiling::Measurement m = profiling::sample_measurement();
            m.variant_id = find_variant(name)->id;
            m.target = TargetKind::linear;
            m.predicted_bytes = predicted_bytes(*find_variant(name), m.workload);
            m.seconds.clear();
            for (int i = 0; i < 40; ++i) m.seconds.push_back(seconds * (1.0 + 0.002 * (i * 7 % 11)));
            recording.runs.push_back(m);
        }
        profiling::save_recording(folder() / "h200.pairscope", recording);
        return folder() / "h200.pairscope";
    }
};

bool has_gpu(const State& state) { return state.run.no_gpu.empty(); }

} // namespace

TEST_F(Recordings, an_h200_lies_beside_the_cpu_variants_of_this_machine) {
    Gui gui(with_points(Shape::two_moons, 600));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().open({h200()});
        gui.wait_for_rest(person);
        ASSERT_EQ(gui.state().recordings.shown.size(), 1u);
        gui.session().push(command::FocusPanel{"Roofline"});
        person.Yield(4);
        gui.keep_screen(person, "recorded_beside");
        if (has_gpu(gui.state())) return; // its rows then have a section of their own
        person.KeyPress(ImGuiKey(ImGuiKey_0 + 8));
        person.Yield(4);
        const auto run = recorded_run(gui.state());
        ASSERT_TRUE(run) << gui.state().run.variant_id;
        EXPECT_EQ(run->set.device->name, "NVIDIA H200");
        gui.wait_for_rest(person);
        gui.keep_screen(person, "recorded_roofline");
        gui.session().push(command::FocusPanel{"Time"});
        person.MouseMoveToPos({2, 2});
        person.Yield(4);
        gui.keep_screen(person, "recorded_time");
        gui.session().push(command::FocusPanel{"Counters"});
        person.Yield(4);
        gui.keep_screen(person, "recorded_counters");
        gui.session().push(command::SetTheme{Theme::light});
        gui.session().push(command::FocusPanel{"Roofline"});
        person.Yield(4);
        gui.keep_screen(person, "recorded_light");
        person.MenuClick("//##MainMenuBar/File/Recordings/Close h200: H200");
        person.Yield(3);
        EXPECT_TRUE(gui.state().recordings.shown.empty());
        EXPECT_FALSE(recorded_run(gui.state()));
    }));
}

TEST_F(Recordings, their_titles_keep_device_date_and_size_in_a_narrow_window) {
    for (const int width : {1600, 1280, 1000}) {
        SCOPED_TRACE(width);
        StartOptions options = with_points(Shape::two_moons, 60);
        options.variant = "distance_matrix/coalesced";
        options.width = width;
        options.height = 720;
        options.device = "cpu";
        Gui gui(options);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture(person);
            gui.session().open({h200()});
            ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().recordings.shown.size() == 1; }));
            person.Yield(3);
            const std::string ladder = width < 1100 ? "//Ladder###Ladder, narrow" : "//Ladder";
            const ImRect panel = person.WindowInfo(ladder.c_str()).Window->Rect();
            const ImRect link = person.ItemInfo((ladder + "/**/points of recording 1 NVIDIA H200").c_str()).RectFull;
            const float left = panel.Min.x + 12.0f, first = link.Min.x - left, second = panel.Max.x - 12.0f - left;
            ImGui::PushFont(nullptr, gui.session().style().small_size);
            const auto sections = ladder_sections(gui.state());
            const auto recorded = std::ranges::find(sections, 1, &LadderSection::recording);
            ASSERT_NE(recorded, sections.end());
            const auto lines = title_lines(*recorded, first, second);
            for (const std::string& line : lines)
                EXPECT_LT(ImGui::CalcTextSize(line.c_str()).x, line == lines.front() ? first : second) << line;
            ImGui::PopFont();
            EXPECT_THAT(fmt::format("{}", fmt::join(lines, "\n")),
                        AllOf(HasSubstr("NVIDIA H200"), HasSubstr("2026-11-21"), HasSubstr("n = 30 336")));
            gui.keep_screen(person, "recorded_titles_" + std::to_string(width));
        }));
    }
}

TEST_F(Recordings, recorded_rows_are_compared_by_ctrl_and_a_click) {
    StartOptions options = with_points(Shape::two_moons, 600);
    options.variant = "distance_matrix/coalesced";
    options.device = "cpu";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().open({h200()});
        gui.wait_for_rest(person);
        ASSERT_TRUE(sizes_differ(ladder_sections(gui.state()))) << "600 points here, 30 336 there";
        gui.session().push(
            command::FoldGroup{"distance_matrix/six published kernels", true}); // the row is in sight then
        gui.session().push(command::FoldGroup{"distance_matrix/further variants", false});
        person.Yield(3);
        person.KeyDown(ImGuiMod_Ctrl);
        person.ItemClick("//Ladder/**/row_vec4_rows");
        person.KeyUp(ImGuiMod_Ctrl);
        gui.wait_for_rest(person);
        EXPECT_THAT(comparison_sentence(gui.state()),
                    AllOf(HasSubstr("as fast as coalesced (99 % interval, 40 and 40 samples). Both: NVIDIA H200"),
                          HasSubstr("recorded 2026-11-21 by pairscope 0.1.0")));
        EXPECT_FALSE(contradiction(gui.state()).size());
        gui.keep_screen(person, "compare_recorded");
        gui.session().push(command::CompareWith{"distance_matrix/cpu_simd"});
        gui.wait_for_rest(person);
        EXPECT_THAT(comparison_sentence(gui.state()),
                    AllOf(HasSubstr("for one pair of points"), HasSubstr("n = 600, measured in this session"),
                          HasSubstr("n = 30 336, recorded 2026-11-21")));
        gui.keep_screen(person, "compare_recorded_with_session");
    }));
}

TEST_F(Recordings, dropped_with_a_table_each_goes_to_its_place) {
    std::ofstream(folder() / "points.csv") << "x,y\n1,2\n3,4\n5,7\n";
    std::ofstream(folder() / "broken.pairscope") << "{\"format\": \"pairscope recording\", \"version\": 99}";
    Gui gui;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().open({h200(), folder() / "points.csv", folder() / "broken.pairscope"});
        gui.wait_for_rest(person);
        EXPECT_EQ(gui.state().data.now.question.first->rows, 3);
        EXPECT_EQ(gui.state().recordings.shown.size(), 1u);
        const bool told = std::ranges::any_of(gui.state().notices, [](const Notice& notice) {
            return notice.severity == Severity::error && notice.text.find("newer Pairscope") != std::string::npos;
        });
        EXPECT_TRUE(told);
        gui.keep_screen(person, "recorded_newer");
    }));
}

TEST_F(Recordings, of_several_tables_one_is_opened_and_the_others_are_named) {
    std::vector<std::filesystem::path> tables;
    for (const char* name : {"a.csv", "b.csv", "c.csv"}) {
        tables.push_back(folder() / name);
        std::ofstream(tables.back()) << "x,y\n1,2\n3,4\n5,7\n";
    }
    const auto told = [](const Gui& gui) {
        return std::ranges::count_if(gui.state().notices, [](const Notice& notice) {
            return notice.text == "The window shows one table at a time, so these files were not opened: b.csv, "
                                  "c.csv. The list of recent files in the Data panel has them.";
        });
    };
    StartOptions options = with_points(Shape::ring, 200);
    options.generator.reset();
    options.files = {tables.begin(), tables.end()};
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        EXPECT_EQ(gui.state().data.now.question.first->name, "a.csv");
        EXPECT_EQ(told(gui), 1);
        gui.session().open({tables.begin(), tables.end()});
        gui.wait_for_rest(person);
        EXPECT_EQ(told(gui), 2);
        for (const auto& table : tables) EXPECT_THAT(gui.state().data.recent, testing::Contains(table));
    }));
}

TEST_F(Recordings, given_as_an_argument_it_is_there_from_the_start_and_the_session_can_be_saved) {
    StartOptions options = with_points(Shape::ring, 200);
    options.files = {h200()};
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        EXPECT_EQ(gui.state().recordings.shown.size(), 1u);
        person.MenuClick("//##MainMenuBar/File");
        person.Yield(3);
        gui.keep_screen(person, "recorded_menu");
        person.KeyPress(ImGuiKey_Escape);
        gui.session().push(command::SaveRecording{folder() / "mine.pairscope"});
        gui.wait_for_rest(person);
    }));
    const profiling::Recording saved = profiling::load_recording(folder() / "mine.pairscope");
    EXPECT_FALSE(saved.runs.empty());
    EXPECT_FALSE(saved.ceilings.empty());
    EXPECT_EQ(std::get<GeneratorSettings>(saved.points), default_settings(Shape::ring, 200));
}

TEST_F(Recordings, of_another_workload_select_it) {
    profiling::Recording other = profiling::sample_recording();
    other.label = "similarities";
    other.parameters = usual_parameters(type_of("rbf_matrix"));
    other.runs.clear();
    profiling::Measurement m = profiling::sample_measurement();
    m.variant_id = "rbf_matrix/cpu_naive";
    m.workload.type = "rbf_matrix";
    other.runs.push_back(m);
    profiling::save_recording(folder() / "rbf.pairscope", other);
    Gui gui(with_points(Shape::uniform_disk, 200));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().open({folder() / "rbf.pairscope"});
        EXPECT_TRUE(Gui::wait_until(person, [&] { return current_type(gui.state()).id == "rbf_matrix"; }));
        EXPECT_EQ(gui.state().data.now.question.first->rows, 200) << "it is asked about the same points";
        gui.session().push(command::ChooseWorkload{"distance_matrix"});
        gui.wait_for_picture(person);
        EXPECT_EQ(current_type(gui.state()).id, "distance_matrix") << "it is selected once only";
    }));
}

TEST_F(Recordings, an_own_one_lies_beside_the_one_that_is_shipped) {
    StartOptions options = with_points(Shape::ring, 60);
    options.device = "cpu";
    options.offer_recording = true;
    options.files = {h200()};
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        if (has_gpu(gui.state())) return; // then none is shown unasked
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().recordings.shown.size() == 2; }));
        EXPECT_FALSE(gui.state().recordings.shown.front().by_itself) << "the own one stands in the rows of this ladder";
        const auto sections = ladder_sections(gui.state());
        for (const ShownRecording& shown : gui.state().recordings.shown)
            EXPECT_NE(std::ranges::find(sections, shown.id, &LadderSection::recording), sections.end()) << shown.path;
    }));
}

TEST_F(Recordings, the_shipped_one_is_opened_once_however_its_path_is_written) {
    StartOptions options = with_points(Shape::ring, 60);
    options.device = "cpu";
    options.offer_recording = true;
    const std::string workload(workload_types().front().id);
    const std::filesystem::path shipped =
        assets_folder() / "recordings" / "NVIDIA H200" / (workload + std::string(profiling::recording_ending));
    ASSERT_TRUE(std::filesystem::exists(shipped));
    options.files = {shipped.parent_path() / "." / shipped.filename()};
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        EXPECT_EQ(gui.state().recordings.shown.size(), 1u);
    }));
}

} // namespace pairscope::app
