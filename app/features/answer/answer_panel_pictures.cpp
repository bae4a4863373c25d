// SPDX-License-Identifier: MIT
#include "app/features/answer/answer_panel_pictures.h"

#include "app/features/answer/answer_pictures.h"
#include "app/shell/widgets/controls.h"
#include "app/shell/widgets/facts.h"
#include "app/state/answer_text.h"

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float largest = 420.0f; // [px] before scale, of a picture's side
constexpr float gap = 16.0f;      // between pictures

ImU32 grey(float value) {
    const int level = int(std::lround(255.0f * value));
    return IM_COL32(level, level, level, 255);
}

ImU32 in_colours(const Frame& frame, float value) {
    if (frame.colormaps.empty()) return grey(value);
    const Rgba colour = colour_at(frame.colormaps.front(), value);
    return IM_COL32(colour.r, colour.g, colour.b, 255);
}

template <class ColourOf>
void draw_picture(const Frame& frame, const char* id, const GreyPicture& picture, const std::string& caption,
                  float side, const char* meaning, ColourOf colour_of) {
    ImGui::BeginGroup();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float pixel = side / float(std::max(picture.width, picture.height));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            const ImVec2 corner(at.x + float(x) * pixel, at.y + float(y) * pixel);
            list.AddRectFilled(corner, {corner.x + pixel, corner.y + pixel}, colour_of(picture.at(x, y)));
        }
    ImGui::InvisibleButton(id, {float(picture.width) * pixel, float(picture.height) * pixel});
    explain(frame, meaning);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + side);
    wrapped_text(caption, frame.style.palette.text);
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
}

} // namespace

void draw_pair_of_pictures(const Frame& frame, const FoundPair& pair) {
    const Question& asked = frame.state.data.now.question;
    const auto first = picture_of(*asked.first, pair.first), second = picture_of(asked.across(), pair.second);
    if (!first || !second || first->width != second->width || first->height != second->height) return;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float between = frame.style.px(gap), below = 3.0f * ImGui::GetTextLineHeightWithSpacing();
    const float side = std::min(
        {frame.style.px(largest), (room.x - 3.0f * between) / 3.0f, std::max(room.y - below, frame.style.px(60))});
    if (side < frame.style.px(20)) return;
    ImGui::Dummy({0.0f, frame.style.px(6)});
    draw_picture(frame, "##first", *first, vector_text(*asked.first, pair.first), side,
                 "The vector of the first row as a picture.", grey);
    ImGui::SameLine(0.0f, between);
    draw_picture(frame, "##second", *second, vector_text(asked.across(), pair.second), side,
                 "The vector of the second row as a picture.", grey);
    ImGui::SameLine(0.0f, between);
    draw_picture(
        frame, "##difference", difference_of(*first, *second), "difference of the two", side,
        "How far the pixels are apart: dark where both are equal, light where one is black and the other white.",
        [&](float value) { return in_colours(frame, value); });
}

} // namespace pairscope::app
