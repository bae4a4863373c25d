// SPDX-License-Identifier: MIT
// Where the CPU draws the window, a frame draws only what has changed, and looks as if everything had been drawn.
#include "app/window/status/changed_parts.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A drawing in a window of 200 x 100 pixels, without a context of ImGui.
class ChangedPartsOfADrawing : public testing::Test {
protected:
    void begin() {
        letters_.Status = ImTextureStatus_OK;
        ImTextureRef letters;
        letters._TexData = &letters_;
        list_._ResetForNewFrame();
        list_.PushTexture(letters);
        list_.PushClipRect({0.0f, 0.0f}, {200.0f, 100.0f});
    }
    std::vector<WindowBox> end(std::uint64_t pictures = 0) {
        ImDrawData data;
        data.DisplaySize = {200.0f, 100.0f};
        data.FramebufferScale = {1.0f, 1.0f};
        data.AddDrawList(&list_);
        return changed_.since_last(data, {pictures, 0});
    }
    void picture(ImVec2 low, ImVec2 high) { list_.AddImage(ImTextureRef(ImTextureID(7)), low, high); }
    void rectangle(ImVec2 low, ImVec2 high) {
        list_.PrimReserve(6, 4);
        list_.PrimRect(low, high, IM_COL32_WHITE);
    }

private:
    ImTextureData letters_;
    ImDrawListSharedData shared_;
    ImDrawList list_{&shared_};
    ChangedParts changed_;
};

constexpr WindowBox all{0, 0, 200, 100};

TEST_F(ChangedPartsOfADrawing, are_everything_at_first_and_nothing_where_the_drawing_is_the_same) {
    begin();
    rectangle({40.0f, 40.0f}, {60.0f, 60.0f});
    EXPECT_THAT(end(), ElementsAre(all));
    begin();
    rectangle({40.0f, 40.0f}, {60.0f, 60.0f});
    EXPECT_THAT(end(), IsEmpty());
}

TEST_F(ChangedPartsOfADrawing, are_the_squares_where_a_thing_was_and_where_it_is) {
    begin();
    rectangle({0.0f, 0.0f}, {20.0f, 20.0f});
    rectangle({70.0f, 70.0f}, {90.0f, 90.0f});
    end();
    begin();
    rectangle({0.0f, 0.0f}, {20.0f, 20.0f});
    rectangle({134.0f, 70.0f}, {150.0f, 90.0f});
    EXPECT_THAT(end(), ElementsAre(WindowBox{64, 64, 96, 96}, WindowBox{128, 64, 160, 96}));
}

TEST_F(ChangedPartsOfADrawing, include_things_whose_order_changed) {
    begin();
    rectangle({0.0f, 0.0f}, {20.0f, 20.0f});
    rectangle({0.0f, 0.0f}, {30.0f, 10.0f});
    end();
    begin();
    rectangle({0.0f, 0.0f}, {30.0f, 10.0f});
    rectangle({0.0f, 0.0f}, {20.0f, 20.0f});
    EXPECT_THAT(end(), ElementsAre(WindowBox{0, 0, 32, 32}));
}

TEST_F(ChangedPartsOfADrawing, include_our_pictures_when_their_pixels_changed) {
    const auto draw = [&](std::uint64_t pictures) {
        begin();
        rectangle({0.0f, 0.0f}, {20.0f, 20.0f});
        picture({100.0f, 34.0f}, {120.0f, 60.0f});
        return end(pictures);
    };
    EXPECT_THAT(draw(1), ElementsAre(all));
    EXPECT_THAT(draw(1), IsEmpty());
    EXPECT_THAT(draw(2), ElementsAre(WindowBox{96, 32, 128, 64}));
}

/// A picture of 60 x 40 texels with the GL name 7, in a window of 200 x 100 pixels.
class PartialDrawingOfAPicture : public testing::Test {
protected:
    /// The commands of the parts of an image that is drawn there.
    ImVector<ImDrawCmd> drawn(ImVec2 low, ImVec2 high, ImVec2 first_uv = {0, 0}, ImU32 tint = IM_COL32_WHITE) {
        list_._ResetForNewFrame();
        list_.PushTexture(ImTextureRef(ImTextureID(7)));
        list_.PushClipRect({0.0f, 0.0f}, {200.0f, 100.0f});
        list_.AddImage(ImTextureRef(ImTextureID(7)), low, high, first_uv, {1, 1}, tint);
        ImDrawData data;
        data.DisplaySize = {200.0f, 100.0f};
        data.FramebufferScale = {1.0f, 1.0f};
        data.AddDrawList(&list_);
        const ImDrawData& partial =
            partial_.of(data, {{0, 0, 64, 64}, {64, 0, 96, 32}}, {.texture = 7, .width = 60, .height = 40},
                        {.first = &nothing, .copy = &copy, .target = 9});
        return partial.CmdLists[0]->CmdBuffer;
    }
    static void nothing(const ImDrawList*, const ImDrawCmd*) {}
    static void copy(const ImDrawList*, const ImDrawCmd*) {}

private:
    std::unique_ptr<ImGuiContext, decltype(&ImGui::DestroyContext)> context_{ImGui::CreateContext(),
                                                                             &ImGui::DestroyContext};
    ImDrawList list_{ImGui::GetDrawListSharedData()};
    PartialDrawing partial_;
};

TEST_F(PartialDrawingOfAPicture, copies_it_where_each_texel_lies_on_a_pixel) {
    const ImVector<ImDrawCmd> commands = drawn({20.0f, 30.0f}, {80.0f, 70.0f});
    ASSERT_EQ(commands.Size, 3);
    const auto copied = [&](int i) {
        EXPECT_EQ(commands[i].UserCallback, &copy);
        return *static_cast<const PartialDrawing::Copy*>(commands[i].UserCallbackData);
    };
    const PartialDrawing::Copy first = copied(1), second = copied(2);
    EXPECT_EQ(first.from, 7U);
    EXPECT_EQ(first.to, 9U);
    EXPECT_EQ(first.box, (WindowBox{20, 30, 64, 64}));
    EXPECT_EQ(first.x, 0);
    EXPECT_EQ(first.y, 0);
    EXPECT_EQ(second.box, (WindowBox{64, 30, 80, 32}));
    EXPECT_EQ(second.x, 44);
    EXPECT_EQ(second.y, 0);
}

TEST_F(PartialDrawingOfAPicture, draws_it_where_it_looks_otherwise) {
    const auto expect_drawn = [](const ImVector<ImDrawCmd>& commands) {
        ASSERT_GE(commands.Size, 2);
        for (int i = 1; i < commands.Size; ++i) EXPECT_EQ(commands[i].UserCallback, nullptr);
    };
    expect_drawn(drawn({20.5f, 30.0f}, {80.5f, 70.0f}));
    expect_drawn(drawn({20.0f, 30.0f}, {90.0f, 70.0f}));
    expect_drawn(drawn({20.0f, 30.0f}, {80.0f, 70.0f}, {0.5f, 0.0f}));
    expect_drawn(drawn({20.0f, 30.0f}, {80.0f, 70.0f}, {0, 0}, IM_COL32(255, 255, 255, 128)));
}

class DrawnParts : public WindowTest {};

/// screen() fails where the window is not what a drawing of everything is.
TEST_F(DrawnParts, look_as_if_everything_had_been_drawn) {
    StartOptions options = with_points(Shape::clusters, 600);
    options.device = "cpu";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.draw_all_frames();
        const ImVec2 matrix = Gui::center_of(person, "//Matrix/##heatmap");
        const ImVec2 points = Gui::center_of(person, "//Points/##scatter");
        for (int i = 0; i < 6; ++i) {
            person.MouseTeleportToPos({matrix.x + 7.0f * float(i), matrix.y - 5.0f * float(i)});
            person.MouseWheelY(1.0f);
            (void)gui.screen(person);
            person.MouseDown();
            person.MouseTeleportToPos({matrix.x + 40.5f, matrix.y + 20.0f});
            (void)gui.screen(person);
            person.MouseUp();
            person.MouseTeleportToPos({points.x + 9.0f * float(i), points.y});
            person.SleepNoSkip(0.7f, 0.1f); // a tooltip appears
            (void)gui.screen(person);
        }
        for (const char* panel : {"Trace", "Roofline", "Ladder", "Source"}) {
            gui.session().push(command::FocusPanel{panel});
            person.Yield(3);
            (void)gui.screen(person);
        }
        person.MenuClick("//##MainMenuBar/Help/Glossary");
        (void)gui.screen(person);
    }));
}

} // namespace
} // namespace pairscope::app
