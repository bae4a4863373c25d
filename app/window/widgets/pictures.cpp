// SPDX-License-Identifier: MIT
#include "app/window/widgets/pictures.h"

#include "app/spine/state_queries.h"
#include "app/subjects/output/output.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace pairscope::app {
namespace {

constexpr float in_tooltip = 96.0f; // [px] before scale, of a picture's side
constexpr float gap = 12.0f;        // between pictures

ImU32 grey(float value) {
    const int level = int(std::lround(255.0f * value));
    return IM_COL32(level, level, level, 255);
}

/// A ground in the colour of 0, and on it the pixels that differ from 0: most pictures are mostly empty.
template <class ColourOf>
void draw_pixels(ImDrawList& list, ImVec2 at, float pixel, const GreyPicture& picture, ColourOf colour_of) {
    list.AddRectFilled(at, {at.x + float(picture.width) * pixel, at.y + float(picture.height) * pixel},
                       colour_of(0.0f));
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            const float value = picture.at(x, y);
            if (value <= 0.0f) continue;
            const ImVec2 corner(at.x + float(x) * pixel, at.y + float(y) * pixel);
            list.AddRectFilled(corner, {corner.x + pixel, corner.y + pixel}, colour_of(value));
        }
}

float pixel_in(const GreyPicture& picture, float side) { return side / float(std::max(picture.width, picture.height)); }

void draw_small(const Frame& frame, std::string_view words) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

template <class Draw>
void draw_with_words(const Frame& frame, const GreyPicture& picture, std::string_view words, Draw draw) {
    const float side = frame.style.px(in_tooltip), pixel = pixel_in(picture, side);
    ImGui::BeginGroup();
    draw(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), pixel);
    ImGui::Dummy({side, float(picture.height) * pixel});
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + side);
    draw_small(frame, words);
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
}

} // namespace

void draw_grey_picture(ImDrawList& list, ImVec2 at, float pixel, const GreyPicture& picture) {
    draw_pixels(list, at, pixel, picture, grey);
}

void draw_coloured_picture(const Frame& frame, ImDrawList& list, ImVec2 at, float pixel, const GreyPicture& picture) {
    if (frame.colormaps.empty()) return draw_grey_picture(list, at, pixel, picture);
    draw_pixels(list, at, pixel, picture, [&](float value) {
        const Rgba colour = colour_at(frame.colormaps.front(), value);
        return IM_COL32(colour.r, colour.g, colour.b, 255);
    });
}

void draw_colour_strip(const char* id, float width, const std::function<ImU32(float)>& colour) {
    constexpr int steps = 64;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    for (int k = 0; k < steps; ++k)
        ImGui::GetWindowDrawList()->AddRectFilled({at.x + width * float(k) / steps, at.y + 0.25f * height},
                                                  {at.x + width * float(k + 1) / steps, at.y + 0.75f * height},
                                                  colour((float(k) + 0.5f) / steps));
    ImGui::InvisibleButton(id, {width, height});
}

bool thumbnail(const Frame& frame, const Dataset& set, std::int64_t row, float side) {
    if (!has_pictures(set) || !(side >= 1.0f)) return false;
    const float white = white_of(frame.state.data.now.question);
    const auto picture = picture_of(set, row, white, std::max(1, int(side)));
    if (!picture) return false;
    const float pixel = pixel_in(*picture, side);
    draw_grey_picture(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), pixel, *picture);
    ImGui::Dummy({float(picture->width) * pixel, float(picture->height) * pixel});
    return true;
}

void draw_pictures_of_cell(const Frame& frame, Cell cell) {
    const Question& asked = frame.state.data.now.question;
    const auto pictures = pictures_of(asked, cell);
    if (!pictures) return;
    const auto plain = [](const GreyPicture& picture) {
        return [&picture](ImDrawList& list, ImVec2 at, float pixel) { draw_grey_picture(list, at, pixel, picture); };
    };
    draw_with_words(frame, pictures->first, vector_text(*asked.first, cell.row), plain(pictures->first));
    ImGui::SameLine(0.0f, frame.style.px(gap));
    std::string second = vector_text(asked.across(), cell.col);
    if (asks_for_matrix(frame.state) && second.starts_with("row ")) second.replace(0, 3, "column");
    draw_with_words(frame, pictures->second, second, plain(pictures->second));
    ImGui::SameLine(0.0f, frame.style.px(gap));
    draw_with_words(frame, pictures->difference, "difference", [&](ImDrawList& list, ImVec2 at, float pixel) {
        draw_coloured_picture(frame, list, at, pixel, pictures->difference);
    });
    draw_small(frame, white_text(asked));
}

void explain_pair(const Frame& frame, std::string_view text, Cell cell) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip) || !begin_tooltip(frame)) return;
    ImGui::PushTextWrapPos(frame.style.px(tooltip_width));
    tooltip_text(frame, text, frame.style.palette.text);
    ImGui::PopTextWrapPos();
    draw_pictures_of_cell(frame, cell);
    ImGui::EndTooltip();
}

} // namespace pairscope::app
