// SPDX-License-Identifier: MIT
#include "app/window/widgets/sketch.h"

#include <cmath>

namespace pairscope::app {
namespace {

constexpr float sketch_word_size = 12.0f; // [px], before scale
constexpr float arrow_head = 4.0f;        // length

} // namespace

Sketch::Sketch(const Frame& frame)
    : frame_(frame), corner_(ImGui::GetCursorScreenPos()), list_(*ImGui::GetWindowDrawList()) {}

ImVec2 Sketch::place(ImVec2 unit) const {
    return {corner_.x + frame_.style.px(unit.x), corner_.y + frame_.style.px(unit.y)};
}

void Sketch::box(ImVec2 from, ImVec2 size, ImU32 fill) const {
    list_.AddRectFilled(place(from), place({from.x + size.x, from.y + size.y}), fill);
}

void Sketch::outline(ImVec2 from, ImVec2 size, ImU32 colour) const {
    list_.AddRect(place(from), place({from.x + size.x, from.y + size.y}), colour);
}

void Sketch::line(ImVec2 from, ImVec2 to, ImU32 colour) const {
    list_.AddLine(place(from), place(to), colour, frame_.style.px(1.0f));
}

void Sketch::arrow(ImVec2 from, ImVec2 to, ImU32 colour) const {
    const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    const ImVec2 along{arrow_head * dx / length, arrow_head * dy / length}, neck{to.x - along.x, to.y - along.y};
    line(from, neck, colour);
    list_.AddTriangleFilled(place(to), place({neck.x - along.y * 0.7f, neck.y + along.x * 0.7f}),
                            place({neck.x + along.y * 0.7f, neck.y - along.x * 0.7f}), colour);
}

void Sketch::dot(ImVec2 centre, ImU32 colour) const {
    list_.AddCircleFilled(place(centre), frame_.style.px(4.0f), colour);
}

void Sketch::words(ImVec2 at, std::string_view text, const ImVec4& colour, Align align) const {
    const char *begin = text.data(), *end = begin + text.size();
    const float size = frame_.style.px(sketch_word_size);
    const float width = frame_.style.fonts.text->CalcTextSizeA(size, FLT_MAX, 0.0f, begin, end).x;
    ImVec2 from = place(at);
    from.x -= align == Align::left ? 0.0f : align == Align::middle ? width / 2.0f : width;
    list_.AddText(frame_.style.fonts.text, size, {std::floor(from.x), std::floor(from.y)}, ink(colour), begin, end);
}

} // namespace pairscope::app
