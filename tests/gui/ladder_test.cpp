// SPDX-License-Identifier: MIT
// The ladder teaches: every row can be reached, groups fold, and the lesson of the selected row can be read. With
// PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/ladder_groups.h"
#include "app/subjects/ladder/ladder_panel_text.h"
#include "tests/contrast.h"
#include "tests/gui/folder_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

class LadderPanel : public FolderTest {};

struct Size {
    int width, height;
};
constexpr Size sizes[]{{1280, 720}, {1600, 900}, {2560, 1440}};

StartOptions window_of(Size size) {
    StartOptions options = with_points(Shape::clusters, 200);
    options.device = "cpu";
    options.width = size.width;
    options.height = size.height;
    return options;
}

const ImGuiWindow* rows_window(bool presented) {
    const char* const name = presented ? "Ladder###Ladder, presented/rows" : "Ladder/rows";
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->WasActive && std::string(window->Name).starts_with(name)) return window;
    return nullptr;
}

ImRect rect_of_row(ImGuiTestContext& person, const ImGuiWindow& rows, std::string_view variant) {
    const ImGuiID id = ImHashStr(fmt::format("row_{}", short_name(variant)).c_str(), 0, rows.ID);
    return person.ItemInfo(id, ImGuiTestOpFlags_NoError).RectFull;
}

/// All of the selected row and of its lesson is in sight.
void expect_lesson_in_sight(ImGuiTestContext& person, Gui& gui, bool presented) {
    const ImGuiWindow* rows = rows_window(presented);
    ASSERT_NE(rows, nullptr);
    const ImRect row = rect_of_row(person, *rows, gui.state().run.variant_id);
    ASSERT_GT(row.GetHeight(), 0.0f) << gui.state().run.variant_id << " has no row";
    EXPECT_GE(row.Min.y, rows->InnerClipRect.Min.y - 1.0f) << gui.state().run.variant_id;
    EXPECT_LE(row.Max.y, rows->InnerClipRect.Max.y + 1.0f) << gui.state().run.variant_id;
    const float height = 24.0f * ImGui::GetStyle().FontScaleMain; // height of the row itself
    const ImRect lesson(row.Min.x + 4.0f, row.Min.y + height, row.Max.x - 4.0f, row.Max.y - 2.0f);
    EXPECT_GE(contrast_in(gui.screen(person), lesson), 7.0) << gui.state().run.variant_id;
}

TEST(LadderWords, the_reason_of_a_skipped_row_is_a_sentence_of_its_own) {
    LadderRow row{.id = "w/a", .name = "a", .state = RowState::skipped};
    row.reason = why_not_stored({"distance_matrix", 40'000, 40'000, 2});
    EXPECT_EQ(doubts_of(row), "a was skipped because it stores the whole matrix, which is possible up to "
                              "32 768 x 32 768 entries; this one has 40 000 x 40 000.");
    row.reason = "not simulated: it uses hardware that only a GPU has";
    EXPECT_EQ(doubts_of(row), "a is not simulated: it uses hardware that only a GPU has.");
    row.reason = "There is no data yet.";
    EXPECT_EQ(doubts_of(row), "a was skipped. There is no data yet.");
    row.state = RowState::failed;
    row.reason = "row 3 is wrong";
    EXPECT_EQ(doubts_of(row), row.reason) << "a verdict is shown as it was given";
}

TEST_F(LadderPanel, a_lesson_is_about_the_chosen_output_first) {
    LadderRow row;
    row.lesson = "Neighbours write neighbours. So sectors are full.";
    row.waste = "Each entry costs a division. In a texture a sector is a tile. So half of each is empty.";
    EXPECT_EQ(lesson_of(row, {}), row.lesson + " " + row.waste);
    EXPECT_EQ(lesson_of(row, {.is_brief = true}), row.lesson);
    EXPECT_EQ(lesson_of(row, {.is_presented = true}), "Neighbours write neighbours. Each entry costs a division.");
    EXPECT_EQ(lesson_of(row, {.output = TargetKind::surface, .is_presented = true}),
              "In a texture a sector is a tile. So half of each is empty.");
    EXPECT_EQ(lesson_of(row, {.output = TargetKind::surface}),
              row.lesson + " In a texture a sector is a tile. So half of each is empty. Each entry costs a division.");
    row.waste = "In linear memory each store occupies a whole sector. In a texture two threads share one.";
    EXPECT_EQ(lesson_of(row, {.output = TargetKind::surface, .is_presented = true}),
              "In a texture two threads share one.")
        << "the sentence about linear memory would contradict it";
    row.warnings = {"The clock was low."};
    EXPECT_EQ(doubts_of(row), "The clock was low.");
    EXPECT_EQ(doubts_of(row, true), "") << "a mark stands beside the name";
}

TEST_F(LadderPanel, the_lesson_of_the_first_and_the_last_row_can_be_read_at_every_size_and_when_presented) {
    for (const Size size : sizes) {
        Gui gui(window_of(size));
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture_alone(person);
            for (const Theme theme : {Theme::dark, Theme::light})
                for (const bool presented : {false, true}) {
                    gui.session().push(command::SetTheme{theme});
                    gui.session().push(command::SetPresentation{presented});
                    person.Yield(8);
                    const auto rungs = ladder(gui.state());
                    for (const KernelVariant* variant : {rungs.front(), rungs.back()}) {
                        gui.session().push(command::SelectVariant{std::string(variant->id)});
                        gui.session().push(command::CancelWork{});
                        person.Yield(8);
                        expect_lesson_in_sight(person, gui, presented);
                    }
                    gui.keep_screen(person, fmt::format("ladder_{}_{}{}", size.width, name_of(theme),
                                                        presented ? "_presented" : ""));
                }
        }));
    }
}

TEST_F(LadderPanel, of_every_workload_shows_the_selected_row_without_scrolling) {
    Gui gui(window_of(sizes[0]));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        for (const WorkloadType& type : workload_types()) {
            if (type.inputs.takes_distances) continue; // its ladder is empty
            gui.session().push(command::ChooseWorkload{std::string(type.id)});
            gui.wait_for_picture_alone(person);
            gui.session().push(command::SelectVariant{std::string(ladder(gui.state()).front()->id)});
            gui.session().push(command::CancelWork{});
            person.Yield(8);
            expect_lesson_in_sight(person, gui, false);
            gui.keep_screen(person, fmt::format("ladder_of_{}", type.id));
        }
    }));
}

TEST_F(LadderPanel, has_its_share_of_a_high_presentation) {
    Gui gui(window_of(sizes[2]));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::SetPresentation{true});
        person.Yield(8);
        const ImGuiWindow* const rows = rows_window(true);
        ASSERT_NE(rows, nullptr);
        EXPECT_GT(rows->ParentWindow->Size.y, 0.38f * float(sizes[2].height)) << "the roofline below it has room left";
        gui.keep_screen(person, "ladder_high_presented");
    }));
}

/// No row and no heading lies across the upper edge of the list.
void expect_whole_lines(ImGuiTestContext& person, const std::string& where) {
    const ImGuiWindow* const rows = rows_window(false);
    ASSERT_NE(rows, nullptr);
    const float edge = rows->InnerClipRect.Min.y;
    ImGuiTestItemList items;
    person.GatherItems(&items, ImGuiTestRef(rows->ID));
    EXPECT_GT(items.GetSize(), 0) << where;
    for (int i = 0; i < items.GetSize(); ++i) {
        const ImGuiTestItemInfo& item = *items.GetByIndex(i);
        EXPECT_FALSE(item.RectFull.Min.y < edge - 1.0f && item.RectFull.Max.y > edge + 1.0f)
            << where << ": " << item.DebugLabel;
    }
}

TEST_F(LadderPanel, that_is_too_low_for_all_rows_cuts_no_line_at_its_upper_edge) {
    int scrolled = 0;
    for (const int height : {720, 500, 420}) {
        Gui gui(window_of({1280, height}));
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            for (const char* workload : {"distance_matrix", "best_match"}) {
                gui.session().push(command::ChooseWorkload{workload});
                gui.wait_for_picture_alone(person);
                for (const KernelVariant* variant : ladder(gui.state())) {
                    if (variant->backend != Backend::cpu) continue;
                    gui.session().push(command::SelectVariant{std::string(variant->id)});
                    gui.session().push(command::CancelWork{});
                    person.Yield(8);
                    expect_whole_lines(person, fmt::format("{} at {} px", variant->id, height));
                    scrolled += rows_window(false)->Scroll.y > 0.0f ? 1 : 0;
                }
                gui.keep_screen(person, fmt::format("ladder_low_{}_{}", workload, height));
            }
        }));
    }
    EXPECT_GT(scrolled, 0) << "else the test says nothing";
}

TEST(LadderWords, do_not_cover_the_bar_of_a_recorded_run_while_its_output_is_checked) {
    LadderRow row{.id = "x", .name = "x", .state = RowState::measuring, .simulated = true};
    EXPECT_EQ(word_of(row), "checking");
    row.bar = 0.5;
    EXPECT_EQ(word_of(row), "");
}

TEST(LadderWords, of_a_recorded_run_say_why_its_kernel_is_not_simulated_beside_it) {
    LadderRow row{.id = "x", .name = "x", .state = RowState::recorded, .simulated = true};
    row.reason = "not simulated: it uses hardware that only a GPU has";
    EXPECT_EQ(reason_sentence(row), "x is not simulated: it uses hardware that only a GPU has.");
}

/// The contrast of what is drawn in front of the number of the row.
double contrast_before_number(Gui& gui, ImGuiTestContext& person, std::string_view variant) {
    const ImRect row = rect_of_row(person, *rows_window(false), variant);
    return contrast_in(gui.screen(person),
                       ImRect(row.Min.x + 2.0f, row.Min.y + 2.0f, row.Min.x + 15.0f, row.Min.y + 18.0f));
}

TEST_F(LadderPanel, an_arrow_before_the_number_says_that_the_key_needs_shift) {
    Gui gui(window_of(sizes[1]));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::SelectVariant{"distance_matrix/coalesced"});
        gui.session().push(command::CancelWork{});
        person.Yield(8);
        EXPECT_EQ(contrast_before_number(gui, person, "distance_matrix/shared_tile"), 1.0) << "nothing is there";
        EXPECT_GE(contrast_before_number(gui, person, "distance_matrix/cpu_simd"), 3.0);
    }));
}

/// How far the list can be scrolled, with a recording beside the runs of this machine [px].
float scroll_of_ladder(Gui& gui, ImGuiTestContext& person, bool presented) {
    gui.wait_for_rest(person);
    EXPECT_EQ(gui.state().recordings.shown.size(), 1u);
    gui.session().push(command::SetPresentation{presented});
    person.Yield(8);
    const ImGuiWindow* const rows = rows_window(presented);
    EXPECT_NE(rows, nullptr);
    for (int frame = 0; frame < 60 && rows != nullptr && rows->ScrollMax.y != 0.0f; ++frame) person.Yield();
    return rows == nullptr ? -1.0f : rows->ScrollMax.y;
}

TEST_F(LadderPanel, with_a_recording_has_room_for_its_first_title_in_a_small_window) {
    for (const char* workload : {"distance_matrix", "best_match"}) {
        StartOptions options = window_of(sizes[0]);
        options.workload = workload;
        options.offer_recording = true;
        if (std::string_view(workload) == "best_match") {
            options.generator.reset();
            options.vectors = VectorSource{.a = {}, .b = {}, .n = 300, .m = 200, .dims = 16};
        }
        Gui gui(options);
        if (gui.state().run.no_gpu.empty()) GTEST_SKIP() << "with a GPU the ladder has other rows";
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            EXPECT_EQ(scroll_of_ladder(gui, person, false), 0.0f) << workload;
            gui.keep_screen(person, fmt::format("ladder_recorded_{}", workload));
            if (!options.generator) return; // presented, the ladder of best_match has more rows than there is room for
            EXPECT_EQ(scroll_of_ladder(gui, person, true), 0.0f) << workload << ", presented";
            gui.keep_screen(person, fmt::format("ladder_recorded_{}_presented", workload));
        }));
    }
}

TEST_F(LadderPanel, keys_with_alt_select_the_tenth_variant_and_those_after_it) {
    Gui gui(window_of(sizes[1]));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const auto rungs = ladder(gui.state());
        person.KeyPress(ImGuiMod_Alt | ImGuiKey_3);
        person.Yield(3);
        EXPECT_EQ(gui.state().run.variant_id, rungs[12]->id);
        person.KeyPress(ImGuiMod_Alt | ImGuiKey_0);
        person.Yield(3);
        EXPECT_EQ(gui.state().run.variant_id, rungs[9]->id);
        EXPECT_NE(ImGui::GetCurrentContext()->NavLayer, ImGuiNavLayer_Menu)
            << "Alt with a digit does not open the menu";
        person.KeyPress(ImGuiKey_1);
        person.Yield(6);
        EXPECT_EQ(gui.state().run.variant_id, rungs[0]->id);
        expect_lesson_in_sight(person, gui, false);
    }));
}

TEST_F(LadderPanel, a_click_folds_a_group_and_the_settings_keep_it) {
    keep_settings_in_folder();
    const std::string group = "distance_matrix/further variants";
    bool was_folded = false; // by itself, where there is no room for all rows
    {
        Gui gui(window_of(sizes[2]), Gui::Settings::kept);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture_alone(person);
            gui.session().push(command::SelectVariant{"distance_matrix/coalesced"});
            gui.session().push(command::CancelWork{});
            person.Yield(8);
            const ImGuiWindow* rows = rows_window(false);
            ASSERT_NE(rows, nullptr);
            was_folded = rect_of_row(person, *rows, "distance_matrix/vec4_rows").GetHeight() == 0.0f;
            person.ItemClick(ImHashStr(("fold_" + group).c_str(), 0, rows->ID));
            person.Yield(3);
            EXPECT_EQ(gui.state().look.folded.at(group), !was_folded);
            EXPECT_EQ(rect_of_row(person, *rows, "distance_matrix/vec4_rows").GetHeight() == 0.0f, !was_folded);
            gui.keep_screen(person, "ladder_folded");
        }));
    }
    Gui again(window_of(sizes[2]), Gui::Settings::kept);
    EXPECT_EQ(again.state().look.folded.at(group), !was_folded);
}

} // namespace
} // namespace pairscope::app
