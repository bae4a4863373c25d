// SPDX-License-Identifier: MIT
// The words of the glossary: in the table, in the texts of panels, in their own window and in the command palette. With
// PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/subjects/points/drawn_vectors.h"
#include "app/subjects/trace/trace.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/glossary.h"
#include "app/window/widgets/kernel_editor.h"
#include "app/window/widgets/term_text.h"
#include "kernels/ladder/registry.h"
#include "tests/gui/folder_test.h"
#include "tests/gui/shown_trace.h"
#include "tests/gui/tooltips.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <array>
#include <string>
#include <string_view>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Glossary : public FolderTest {};

std::vector<std::string> words_in(std::string_view text) {
    std::vector<std::string> words;
    for (const FoundTerm& found : terms_in(text)) words.emplace_back(found.term->word);
    return words;
}

TEST_F(Glossary, has_every_word_that_a_newcomer_has_to_learn) {
    for (const char* word :
         {"warp", "sector", "request", "wavefront", "bank", "occupancy", "ceiling", "limiting", "arithmetic intensity",
          "coalescing", "ULP", "block", "multiprocessor", "barrier", "latency", "atomic", "texel", "tensor core"}) {
        const Term* const term = find_term(word);
        ASSERT_NE(term, nullptr) << word;
        EXPECT_GT(term->meaning.size(), 40u) << word;
        EXPECT_TRUE(term->meaning.ends_with('.')) << word;
        EXPECT_NE(term->draw, nullptr) << word;
    }
    for (const Term& term : glossary())
        EXPECT_EQ(words_in(std::string("the ") + std::string(term.word) + " is")[0], term.word);
}

TEST_F(Glossary, finds_words_in_sentences_but_not_in_names) {
    EXPECT_THAT(words_in("Warps touch 4 sectors per request."), ElementsAre("warp", "sector", "request"));
    EXPECT_THAT(words_in("A 2-way bank conflict."), ElementsAre("bank"));
    EXPECT_THAT(words_in("The arithmetic intensity, and the LIMITING ceiling."),
                ElementsAre("arithmetic intensity", "limiting", "ceiling"));
    EXPECT_THAT(words_in("a sector beside a sector"), ElementsAre("sector")) << "once is enough";
    EXPECT_THAT(words_in("by coalesced, whose stores are coalesced"), ElementsAre("coalescing"));
    EXPECT_THAT(words_in("128 distances, by coalesced"), IsEmpty()) << "it is the name of a variant";
    EXPECT_THAT(words_in("One atomic maximum per block"), ElementsAre("atomic", "block"));
    EXPECT_THAT(words_in("An SM waits at barriers, and tensor cores read texels."),
                ElementsAre("multiprocessor", "barrier", "tensor core", "texel"));
    EXPECT_THAT(words_in("sm_90, packed_atomic, cpu_blocked, cpu_atomic.cu"), IsEmpty());
    EXPECT_THAT(words_in("warp_shuffle, warp.cu, banking, /data/bank, unlimiting, warp-wide"), IsEmpty());
    EXPECT_EQ(terms_in("two bank conflicts")[0].length, std::string_view("bank conflicts").size());
}

/// What a panel draws with, outside of any panel.
struct Canvas {
    explicit Canvas(Gui& gui)
        : frame{.state = gui.state(),
                .commands = commands,
                .style = gui.session().style(),
                .colormaps = {},
                .datasets = {},
                .help = {},
                .source_view = source_view,
                .kernel_editor = kernel_editor,
                .drawn_vectors = drawn_vectors,
                .matrix = {},
                .cells = {},
                .two = {},
                .picture = {}} {}
    Commands commands;
    SourceView source_view;
    KernelEditor kernel_editor;
    DrawnVectors drawn_vectors;
    Frame frame;
};

TEST_F(Glossary, a_text_with_terms_has_the_lines_of_the_plain_text) {
    Gui gui(with_points(Shape::ring, 20));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const Canvas canvas(gui);
        const ImVec4 colour = gui.session().style().palette.text;
        int terms = 0;
        for (const float width : {140.0f, 222.0f, 371.0f, 640.0f}) {
            ImGui::SetNextWindowSize({width, 500.0f});
            ImGui::Begin("Lines");
            const float room = ImGui::GetContentRegionAvail().x;
            for (const KernelVariant& variant : variants())
                for (const std::string_view text : {variant.teaches, variant.wastes}) {
                    if (text.empty()) continue;
                    wrapped_text(text, colour);
                    const ImVec2 plain = ImGui::GetItemRectSize();
                    text_with_terms(canvas.frame, text, colour);
                    EXPECT_EQ(ImGui::GetItemRectSize().x, plain.x) << text;
                    EXPECT_EQ(ImGui::GetItemRectSize().y, plain.y) << text;
                    for (const TermPlace& place : places_of_terms(text, room)) {
                        ++terms;
                        EXPECT_LE(place.max.x, plain.x + 0.5f) << place.term->word << " in: " << text;
                        EXPECT_LE(place.max.y, plain.y + 0.5f) << place.term->word << " in: " << text;
                        EXPECT_GT(place.max.x - place.min.x, 4.0f) << place.term->word << " in: " << text;
                    }
                }
            ImGui::End();
        }
        EXPECT_GT(terms, 100);
    }));
}

TEST_F(Glossary, a_term_stands_where_its_letters_are) {
    Gui gui(with_points(Shape::ring, 20));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const auto width = [](const char* text) { return ImGui::CalcTextSize(text).x; };
        const auto one = places_of_terms("The warp waits.", 0.0f);
        ASSERT_EQ(one.size(), 1u);
        EXPECT_NEAR(one[0].min.x, width("The "), 1.0f); // which is a whole number
        EXPECT_NEAR(one[0].max.x, width("The warp"), 1.0f);
        EXPECT_EQ(one[0].min.y, 0.0f);
        // "arithmetic" ends the first line, and "intensity" begins the second one.
        const auto broken = places_of_terms("An arithmetic intensity", width("An arithmetic in"));
        ASSERT_EQ(broken.size(), 2u);
        EXPECT_EQ(broken[0].term, broken[1].term);
        EXPECT_EQ(broken[1].min.x, 0.0f);
        EXPECT_EQ(broken[1].min.y, ImGui::GetFontSize());
    }));
}

/// The mouse on every part of the area, until the tooltip has the picture of the word. False if it never has.
bool hovering_shows(ImGuiTestContext& person, const ImRect& area, const std::string& word) {
    show_tooltips_at_once();
    for (float y = area.Min.y + 5.0f; y < area.Max.y; y += 8.0f)
        for (float x = area.Min.x + 5.0f; x < area.Max.x; x += 14.0f) {
            person.MouseTeleportToPos({x, y});
            person.Yield(2);
            const ImGuiWindow* const tooltip = ImGui::FindWindowByName("##Tooltip_00");
            if (tooltip == nullptr || !tooltip->WasActive) continue;
            if (person.ItemExists(("//##Tooltip_00/picture of " + word).c_str())) return true;
        }
    return false;
}

StartOptions with_coalesced(Theme theme, ImVec2 size) {
    StartOptions options = with_points(Shape::clusters, 128);
    options.device = "cpu";
    options.variant = "distance_matrix/coalesced";
    options.theme = theme;
    options.width = int(size.x);
    options.height = int(size.y);
    return options;
}

TEST_F(Glossary, hovering_an_underlined_word_of_a_panel_shows_its_picture) {
    Gui gui(with_coalesced(Theme::dark, {1600, 900}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return trace_of(gui.state()) != nullptr; }));
        gui.wait_for_picture_alone(person);
        const ImRect row = person.ItemInfo("//Ladder/**/row_coalesced").RectFull;
        EXPECT_TRUE(hovering_shows(person, {{row.Min.x, row.Min.y + 23.0f}, row.Max}, "sector"))
            << "in the lesson of the ladder";
        gui.keep_screen(person, "glossary_lesson");
        gui.session().push(command::FocusPanel{"Trace"});
        person.Yield(4);
        ImRect trace = person.WindowInfo("//Trace").Window->Rect();
        trace.Max.y = trace.Min.y + 150.0f;
        EXPECT_TRUE(hovering_shows(person, trace, "request")) << "in the trace";
        gui.keep_screen(person, "glossary_trace");
        gui.session().push(command::SelectVariant{"distance_matrix/cpu_simd"});
        gui.session().push(command::FocusPanel{"Roofline"});
        gui.wait_for_rest(person); // the roofs are measured
        const ImRect heading = person.ItemInfo("//Roofline/heading Roofline, linear memory").RectFull;
        EXPECT_TRUE(hovering_shows(person, heading, "roofline")) << "in the heading of the roofline";
        gui.keep_screen(person, "glossary_heading");
        ImRect axis = person.WindowInfo("//Roofline").Window->Rect();
        axis.Min.y = axis.Max.y - 34.0f;
        EXPECT_TRUE(hovering_shows(person, axis, "arithmetic intensity")) << "at the axis of the roofline";
    }));
}

TEST_F(Glossary, the_status_line_and_messages_explain_their_words_too) {
    StartOptions options = with_coalesced(Theme::dark, {1280, 720});
    options.variant = "distance_matrix/cpu_simd";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        EXPECT_TRUE(hovering_shows(person, person.WindowInfo("//Status").Window->Rect(), "useful fraction"));
        gui.keep_screen(person, "glossary_status");
        auto& notices = const_cast<State&>(gui.state()).notices;
        notices.push_back({.id = 7777,
                           .severity = Severity::warning,
                           .text = "The occupancy could not be counted.",
                           .when = {},
                           .about = {}});
        person.Yield(4);
        EXPECT_TRUE(hovering_shows(person, person.WindowInfo("//Notices").Window->Rect(), "occupancy"));
        gui.keep_screen(person, "glossary_notice");
    }));
}

bool tooltip_has_picture_of(ImGuiTestContext& person, const std::string& word) {
    const ImGuiWindow* const tooltip = ImGui::FindWindowByName("##Tooltip_00");
    return tooltip != nullptr && tooltip->WasActive && person.ItemExists(("//##Tooltip_00/picture of " + word).c_str());
}

/// The keyboard's frame on an item.
void set_frame_on(ImGuiTestContext& person, ImGuiID item) {
    person.NavMoveTo(item);
    person.Yield(4);
    EXPECT_EQ(ImGui::GetCurrentContext()->NavId, item);
}

TEST_F(Glossary, a_key_explains_the_words_of_a_tooltip_one_after_the_other) {
    Gui gui(with_coalesced(Theme::dark, {1600, 900}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        ASSERT_TRUE(show_trace_with_tooltips(gui, person));
        // The mouse cannot go to the words in a tooltip either.
        person.MouseMove("//Trace/**/column what it does"); // its tooltip has the word "lane"
        ASSERT_TRUE(Gui::wait_until(person, tooltip_is_shown));
        person.Yield(3);
        EXPECT_FALSE(tooltip_has_picture_of(person, "lane"));
        gui.keep_screen(person, "glossary_key_offer");
        person.KeyPress(ImGuiKey_X);
        person.Yield(3);
        EXPECT_TRUE(tooltip_has_picture_of(person, "lane"));
        gui.keep_screen(person, "glossary_key_picture");
        person.KeyPress(ImGuiKey_X);
        person.Yield(3);
        EXPECT_FALSE(tooltip_has_picture_of(person, "lane")) << "there is no other word, so the key hides the picture";
        person.KeyPress(ImGuiKey_X);
        person.Yield(3);
        person.MouseMove("//Trace/**/column requests");
        ASSERT_TRUE(Gui::wait_until(person, tooltip_is_shown));
        person.Yield(3);
        EXPECT_FALSE(tooltip_has_picture_of(person, "lane")) << "another tooltip begins without a picture";
        EXPECT_FALSE(tooltip_has_picture_of(person, "warp"));
    }));
}

TEST_F(Glossary, the_keyboard_on_a_sentence_shows_its_first_word_and_a_key_the_next_one) {
    Gui gui(with_coalesced(Theme::light, {1600, 900}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        ASSERT_TRUE(show_trace_with_tooltips(gui, person));
        ImGuiTestItemList items;
        person.GatherItems(&items, "//Trace");
        ImGuiID sentence = 0;
        for (int i = 0; i < items.GetSize(); ++i)
            if (std::string_view(items.GetByIndex(i)->DebugLabel) == "sentence") sentence = items.GetByIndex(i)->ID;
        ASSERT_NE(sentence, 0u) << "the last one says what the request does";
        set_frame_on(person, sentence);
        ASSERT_TRUE(Gui::wait_until(person, tooltip_is_shown));
        person.Yield(3);
        EXPECT_TRUE(tooltip_has_picture_of(person, "lane"));
        gui.keep_screen(person, "glossary_sentence");
        person.KeyPress(ImGuiKey_X);
        person.Yield(3);
        EXPECT_TRUE(tooltip_has_picture_of(person, "sector"));
        EXPECT_FALSE(tooltip_has_picture_of(person, "lane"));
    }));
}

/// How many pixels of the item differ from the ground around them.
int inked_pixels(Gui& gui, ImGuiTestContext& person, const char* item) {
    const ImRect box = person.ItemInfo(item).RectFull;
    const Image screen = gui.screen(person);
    const Rgba ground = screen.at(std::int64_t(box.Max.x) + 2, std::int64_t(box.Max.y) + 2);
    int count = 0;
    for (auto y = std::int64_t(box.Min.y); y < std::int64_t(box.Max.y); ++y)
        for (auto x = std::int64_t(box.Min.x); x < std::int64_t(box.Max.x); ++x) count += screen.at(x, y) != ground;
    return count;
}

TEST_F(Glossary, its_window_draws_a_picture_for_every_word) {
    Gui gui(with_coalesced(Theme::light, {1280, 720}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.MenuClick("//##MainMenuBar/Help/Glossary");
        person.Yield(4);
        EXPECT_EQ(gui.state().look.dialog, Dialog::glossary);
        gui.keep_screen(person, "glossary_1280_light");
        for (const Term& term : glossary()) {
            gui.session().push(command::ShowDialog{Dialog::none}); // else the field keeps what is typed in it
            person.Yield(3);
            gui.session().push(command::ShowTerm{std::string(term.word)});
            person.Yield(4);
            const std::string item = "//Glossary/**/picture of " + std::string(term.word);
            EXPECT_GT(inked_pixels(gui, person, item.c_str()), 500) << term.word;
            gui.keep_screen(person, "glossary_of_" + std::string(term.word));
        }
        person.ItemClick("//Glossary/Close");
        person.Yield(2);
        EXPECT_EQ(gui.state().look.dialog, Dialog::none);
    }));
}

TEST_F(Glossary, its_window_finds_words_by_their_letters) {
    EXPECT_EQ(terms_with("").size(), glossary().size());
    ASSERT_FALSE(terms_with("BANK").empty());
    EXPECT_EQ(terms_with("BANK").front()->word, "bank");
    EXPECT_EQ(terms_with("conflict").front()->word, "bank");
    EXPECT_THAT(terms_with("xyzzy"), IsEmpty());
}

TEST_F(Glossary, the_command_palette_opens_a_word) {
    Gui gui(with_coalesced(Theme::dark, {2560, 1440}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
        person.Yield(3);
        person.KeyChars("wavefr");
        person.Yield(2);
        person.KeyPress(ImGuiKey_Enter);
        person.Yield(4);
        EXPECT_EQ(gui.state().look.dialog, Dialog::glossary);
        EXPECT_EQ(gui.state().look.entry.text, "wavefront");
        EXPECT_TRUE(person.ItemExists("//Glossary/**/picture of wavefront"));
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
        gui.session().push(command::SetEntry{});
        person.Yield(3);
        gui.keep_screen(person, "glossary_2560_dark");
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(2);
        EXPECT_EQ(gui.state().look.dialog, Dialog::none);
    }));
}

} // namespace
} // namespace pairscope::app
