// SPDX-License-Identifier: MIT
// The names beside marked vectors, and the pictures below these names.
#include "app/subjects/points/points_panel_scatter.h"
#include "app/window/widgets/pictures.h"

#include <algorithm>
#include <string>

namespace pairscope::app {
namespace {

constexpr float picture_side = 56.0f; // [px] before scale

struct Tag {
    std::string name;
    std::optional<GreyPicture> picture;
    float line = 0.0f;  ///< height of the name [px]
    float pixel = 0.0f; ///< the side of the picture's pixel on the screen
    ImVec2 corner{}, size{};

    [[nodiscard]] bool overlaps(const Tag& other) const {
        return corner.x < other.corner.x + other.size.x && other.corner.x < corner.x + size.x &&
               corner.y < other.corner.y + other.size.y && other.corner.y < corner.y + size.y;
    }
};

std::optional<GreyPicture> picture_of_vector(const Scatter& s, PlacedVector vector) {
    const Question& now = s.frame.state.data.now.question;
    const Dataset& set = vector.set == 0 ? *now.first : now.across();
    const bool has_room = s.size.y >= s.frame.style.px(4.0f * picture_side);
    return has_pictures(set) && has_room ? picture_of(set, vector.row, white_of(now), 64) : std::nullopt;
}

/// Beside its point, on the side where there is room.
std::optional<Tag> tag_of(const Scatter& s, PlacedVector vector, bool above) {
    const ImVec2 at = on_screen(s, vector);
    if (!is_visible(s, at)) return {};
    Tag tag{.name = name_of_vector(s.frame.state, vector), .picture = picture_of_vector(s, vector)};
    tag.size = ImGui::CalcTextSize(tag.name.c_str());
    tag.line = tag.size.y;
    const float gap = s.frame.style.px(6.0f), side = s.frame.style.px(picture_side);
    if (tag.picture) {
        tag.pixel = side / float(std::max(tag.picture->width, tag.picture->height));
        tag.size = {std::max(tag.size.x, side), tag.line + tag.pixel * float(tag.picture->height) + gap / 2.0f};
    }
    tag.corner = {at.x + gap, above ? at.y - tag.size.y - 1.0f : at.y + 1.0f};
    if (tag.corner.x + tag.size.x > s.origin.x + s.size.x) tag.corner.x = at.x - gap - tag.size.x;
    tag.corner.x = std::max(tag.corner.x, s.origin.x + 2.0f);
    tag.corner.y = std::max(s.origin.y, std::min(tag.corner.y, s.origin.y + s.size.y - tag.size.y));
    return tag;
}

/// Below the other one, or where there is no room, above it.
void make_way(const Scatter& s, Tag& tag, const Tag& other) {
    if (!tag.overlaps(other)) return;
    const float below = other.corner.y + other.size.y + 1.0f;
    const bool has_room = below + tag.size.y <= s.origin.y + s.size.y;
    tag.corner.y = has_room ? below : std::max(s.origin.y, other.corner.y - tag.size.y - 1.0f);
}

void draw_tag(const Scatter& s, ImDrawList& list, const Tag& tag) {
    const float rim = s.frame.style.px(2.0f);
    ImVec4 ground = s.frame.style.palette.background;
    ground.w *= 0.8f;
    list.AddRectFilled({tag.corner.x - rim, tag.corner.y}, {tag.corner.x + tag.size.x + rim, tag.corner.y + tag.size.y},
                       ImGui::GetColorU32(ground), rim);
    list.AddText(tag.corner, ImGui::GetColorU32(s.frame.style.palette.text), tag.name.c_str());
    if (tag.picture) draw_grey_picture(list, {tag.corner.x, tag.corner.y + tag.line}, tag.pixel, *tag.picture);
}

} // namespace

void draw_tags(const Scatter& s, ImDrawList& list, PlacedVector first, std::optional<PlacedVector> second) {
    ImGui::PushFont(nullptr, s.frame.style.small_size);
    const auto upper = tag_of(s, first, true);
    auto lower = second ? tag_of(s, *second, false) : std::nullopt;
    if (upper && lower) make_way(s, *lower, *upper);
    if (upper) draw_tag(s, list, *upper);
    if (lower) draw_tag(s, list, *lower);
    ImGui::PopFont();
}

} // namespace pairscope::app
