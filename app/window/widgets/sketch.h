// SPDX-License-Identifier: MIT
// A small picture of 320 x 96 units that explains a word: boxes, lines and words in the colours of the theme.
#pragma once

#include "app/window/widgets/frame.h"

#include <string_view>

namespace pairscope::app {

inline constexpr ImVec2 sketch_size{320.0f, 96.0f}; // [px], before scale

class Sketch {
public:
    /// Draws with its upper left corner at the cursor's place.
    explicit Sketch(const Frame& frame);

    [[nodiscard]] const Palette& palette() const { return frame_.style.palette; }
    [[nodiscard]] ImU32 sector(std::size_t i) const { return sector_colour(i, frame_.state.look.theme); }
    [[nodiscard]] ImU32 ink(const ImVec4& colour) const { return ImGui::GetColorU32(colour); }

    void box(ImVec2 from, ImVec2 size, ImU32 fill) const;
    void outline(ImVec2 from, ImVec2 size, ImU32 colour) const;
    void line(ImVec2 from, ImVec2 to, ImU32 colour) const;
    void arrow(ImVec2 from, ImVec2 to, ImU32 colour) const; ///< its head is at `to`
    void dot(ImVec2 centre, ImU32 colour) const;
    enum class Align { left, middle, right };
    /// `at` is the left, middle or right end of the upper edge.
    void words(ImVec2 at, std::string_view text, const ImVec4& colour, Align align = Align::left) const;

private:
    [[nodiscard]] ImVec2 place(ImVec2 unit) const;
    const Frame& frame_;
    ImVec2 corner_;
    ImDrawList& list_;
};

} // namespace pairscope::app
