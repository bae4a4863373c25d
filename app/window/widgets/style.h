// SPDX-License-Identifier: MIT
// The look: colours, faces, sizes. Dark and light are equally finished.
#pragma once

#include "app/chart/mark_shapes.h"
#include "app/spine/commands.h"

#include <cstdint>
#include <string_view>

#include <imgui.h>

namespace pairscope::app {

inline constexpr float mouse_reach = 9.0f;   // [px] before scale: how near the mouse has to be to a mark or a line
inline constexpr double wheel_factor = 1.25; // zoom per notch

struct Palette {
    ImVec4 background, panel, raised, line, text, dim, faint, accent, grid;
    ImVec4 good, warning, error;
};

/// The colour of what belongs to the selected variant where the compared one is shown beside it, and of what belongs to
/// that one.
struct ComparedColours {
    ImVec4 own, compared;
};
[[nodiscard]] inline ComparedColours colours_of_compared(const Palette& palette) {
    return {palette.accent, palette.warning};
}

struct Fonts {
    ImFont* text = nullptr;
    ImFont* bold = nullptr; ///< headings and the selected
    ImFont* mono = nullptr; ///< code
};

struct Style {
    Palette palette;
    Fonts fonts;
    float scale = 1.0f;       ///< display scale times the user's own
    float text_size = 15.0f;  ///< [px], before scale
    float small_size = 13.0f; ///< headings in dim text, tick labels

    [[nodiscard]] float px(float size) const { return size * scale; }
};

[[nodiscard]] Palette palette_of(Theme theme);
/// Puts palette and sizes into ImGui and ImPlot.
void apply_style(const Palette& palette, float scale);
/// Reads the fonts from the assets folder. Throws InputError if one is missing.
[[nodiscard]] Fonts load_fonts(const std::filesystem::path& assets);

/// The colour of the i-th of things that lie side by side: Okabe and Ito's, over and over.
[[nodiscard]] ImU32 series_colour(std::size_t i, Theme theme);
/// The colour of the i-th group of vectors: other colours than those of variants, which mean something else. There are
/// ten, over and over.
[[nodiscard]] ImU32 group_colour(std::size_t i);
/// The i-th sector that a request touches. Variants have other colours, so that the two are not confused.
[[nodiscard]] ImU32 sector_colour(std::size_t i, Theme theme);
/// The relative luminance of an opaque colour, as WCAG 2 defines it: from 0 for black to 1 for white.
[[nodiscard]] float luminance_of(ImU32 colour);
/// Black or white, whichever has the higher contrast on this opaque colour.
[[nodiscard]] ImU32 ink_on(ImU32 colour);

/// A variant keeps its colour everywhere, as it keeps its mark.
[[nodiscard]] ImU32 variant_colour(std::string_view id, Theme theme);
/// Draws the mark: filled for measured, hollow for predicted.
void draw_mark(ImDrawList& list, MarkShape mark, ImVec2 center, float radius, ImU32 colour, bool filled);
/// Crosses a mark out: recorded, not measured here. In the colour behind the mark if that is filled, else in its own.
void draw_cross(ImDrawList& list, ImVec2 center, float radius, ImU32 colour);
/// Thin strokes across a recorded bar, `step` apart [px], in the colour behind it.
void draw_hatch(ImDrawList& list, ImVec2 from, ImVec2 to, float step, ImU32 colour);

} // namespace pairscope::app
