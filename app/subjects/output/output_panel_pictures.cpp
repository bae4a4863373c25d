// SPDX-License-Identifier: MIT
#include "app/subjects/output/output_panel_pictures.h"

#include "app/subjects/output/output.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float largest = 600.0f; // [px] before scale, of a picture's side
constexpr float gap = 16.0f;      // between pictures

/// A picture on the screen.
struct PlacedPicture {
    const char* id;
    const GreyPicture& picture;
    std::string caption;
    std::string meaning; ///< for the tooltip
    float side;          ///< [px]
};

template <class Draw> void place(const Frame& frame, const PlacedPicture& placed, Draw draw) {
    const GreyPicture& picture = placed.picture;
    ImGui::BeginGroup();
    const float pixel = placed.side / float(std::max(picture.width, picture.height));
    draw(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), pixel);
    ImGui::InvisibleButton(placed.id, {float(picture.width) * pixel, float(picture.height) * pixel});
    explain(frame, placed.meaning);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + placed.side);
    ImGui::TextUnformatted(placed.caption.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
}

void place_grey(const Frame& frame, const PlacedPicture& placed) {
    place(frame, placed,
          [&](ImDrawList& list, ImVec2 at, float pixel) { draw_grey_picture(list, at, pixel, placed.picture); });
}

/// The colours of the differences, from equal pixels to a black one beside a white one.
void draw_scale(const Frame& frame, float width, float white) {
    if (frame.colormaps.empty()) return;
    const std::string most = fmt::format("{:.4g}", white);
    const float space = ImGui::GetStyle().ItemInnerSpacing.x;
    const float bar = width - ImGui::CalcTextSize("0").x - ImGui::CalcTextSize(most.c_str()).x - 2.0f * space;
    if (bar < frame.style.px(8)) return;
    ImGui::TextUnformatted("0");
    ImGui::SameLine(0.0f, space);
    draw_colour_strip("##difference scale", bar, [&](float difference) {
        const Rgba colour = colour_at(frame.colormaps.front(), difference);
        return IM_COL32(colour.r, colour.g, colour.b, 255);
    });
    explain(frame, fmt::format("The colours of the differences: from 0, where both pixels are equal, to {}, where one "
                               "is black and the other white.",
                               most));
    ImGui::SameLine(0.0f, space);
    ImGui::TextUnformatted(most.c_str());
}

/// Three pictures in a row, or the difference below the other two: whichever makes them larger.
struct PictureArrangement {
    float side; ///< [px] of each picture
    bool in_a_row;
};
PictureArrangement arrangement_in(const Frame& frame, ImVec2 room) {
    const float between = frame.style.px(gap), caption = 2.0f * ImGui::GetTextLineHeightWithSpacing();
    const float height = room.y - frame.style.px(6) - ImGui::GetStyle().ItemSpacing.y;
    const float least = frame.style.px(60); // in a low panel
    const float row = std::min((room.x - 2.0f * between) / 3.0f, std::max(height - caption, least));
    const float two = std::min((room.x - between) / 2.0f, height / 2.0f - caption);
    return {std::floor(std::min(std::max(row, two), frame.style.px(largest))), row >= two};
}

} // namespace

void draw_pair_of_pictures(const Frame& frame, const FoundPair& pair) {
    const Question& asked = frame.state.data.now.question;
    const auto pictures = pictures_of(asked, {pair.first, pair.second});
    if (!pictures) return;
    const auto [side, in_a_row] = arrangement_in(frame, ImGui::GetContentRegionAvail());
    if (side < frame.style.px(20)) return;
    const float between = frame.style.px(gap);
    const std::string white = white_text(asked);
    ImGui::Dummy({0.0f, frame.style.px(6)});
    place_grey(frame, {"##first", pictures->first, vector_text(*asked.first, pair.first),
                       fmt::format("The vector of the first row as a picture. {}", white), side});
    ImGui::SameLine(0.0f, between);
    place_grey(frame, {"##second", pictures->second, vector_text(asked.across(), pair.second),
                       fmt::format("The vector of the second row as a picture. {}", white), side});
    if (in_a_row) ImGui::SameLine(0.0f, between);
    const PlacedPicture difference{"##difference", pictures->difference, "difference",
                                   "The absolute difference of the pixels. It is dark where both are equal, and light "
                                   "where one is black and the other white.",
                                   side};
    ImGui::BeginGroup();
    place(frame, difference, [&](ImDrawList& list, ImVec2 at, float pixel) {
        draw_coloured_picture(frame, list, at, pixel, difference.picture);
    });
    draw_scale(frame, side, white_of(asked));
    ImGui::EndGroup();
}

} // namespace pairscope::app
