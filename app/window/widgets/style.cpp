// SPDX-License-Identifier: MIT
#include "app/window/widgets/style.h"

#include "app/chart/theme_colours.h"
#include "kernels/data/errors.h"

#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

namespace pairscope::app {
namespace {

ImVec4 opaque(Rgb colour) {
    return {float(colour >> 16 & 255) / 255.0f, float(colour >> 8 & 255) / 255.0f, float(colour & 255) / 255.0f, 1.0f};
}

Palette palette_from(const ThemeColours& c) {
    return {.background = opaque(c.background),
            .panel = opaque(c.panel),
            .raised = opaque(c.raised),
            .line = opaque(c.line),
            .text = opaque(c.text),
            .dim = opaque(c.dim),
            .faint = opaque(c.faint),
            .accent = opaque(c.accent),
            .grid = opaque(c.grid),
            .good = opaque(c.good),
            .warning = opaque(c.warning),
            .error = opaque(c.error)};
}

void set_sizes(ImGuiStyle& style) {
    style.WindowPadding = {12, 8};
    style.FramePadding = {8, 4};
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 4};
    style.CellPadding = {4, 2};
    style.IndentSpacing = 16;
    style.ScrollbarSize = 10;
    style.GrabMinSize = 12;
    style.WindowBorderSize = 0;
    style.ChildBorderSize = 0;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 1;
    style.TabBorderSize = 0;
    style.TabBarBorderSize = 1;
    style.TabBarOverlineSize = 2;
    style.DockingSeparatorSize = 1;
    style.WindowRounding = 0;
    style.ChildRounding = 0;
    style.FrameRounding = 3;
    style.PopupRounding = 3;
    style.ScrollbarRounding = 5;
    style.GrabRounding = 6;
    style.TabRounding = 0;
    style.WindowMenuButtonPosition = ImGuiDir_None;
    style.SeparatorTextBorderSize = 1;
    style.HoverStationaryDelay = 0.25f;
}

void set_surfaces(ImGuiStyle& style, const Palette& p) {
    auto* c = style.Colors;
    c[ImGuiCol_Text] = p.text;
    c[ImGuiCol_TextDisabled] = p.dim;
    c[ImGuiCol_TextLink] = p.accent;
    c[ImGuiCol_WindowBg] = p.panel;
    c[ImGuiCol_ChildBg] = {0, 0, 0, 0};
    c[ImGuiCol_PopupBg] = p.panel;
    c[ImGuiCol_Border] = p.line;
    c[ImGuiCol_BorderShadow] = {0, 0, 0, 0};
    c[ImGuiCol_FrameBg] = p.raised;
    c[ImGuiCol_FrameBgHovered] = p.line;
    c[ImGuiCol_FrameBgActive] = p.line;
    c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgActive] = c[ImGuiCol_TitleBgCollapsed] = p.panel;
    c[ImGuiCol_MenuBarBg] = p.panel;
    c[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
    c[ImGuiCol_ScrollbarGrab] = p.line;
    c[ImGuiCol_ScrollbarGrabHovered] = c[ImGuiCol_ScrollbarGrabActive] = p.faint;
    c[ImGuiCol_DockingPreview] = p.accent;
    c[ImGuiCol_DockingEmptyBg] = p.background;
    c[ImGuiCol_ModalWindowDimBg] = {0, 0, 0, 0.35f};
}

void set_controls(ImGuiStyle& style, const Palette& p) {
    auto* c = style.Colors;
    c[ImGuiCol_CheckMark] = p.accent;
    c[ImGuiCol_SliderGrab] = p.text;
    c[ImGuiCol_SliderGrabActive] = p.accent;
    c[ImGuiCol_Button] = p.raised;
    c[ImGuiCol_ButtonHovered] = p.line;
    c[ImGuiCol_ButtonActive] = p.line;
    c[ImGuiCol_Header] = p.raised;
    c[ImGuiCol_HeaderHovered] = p.raised;
    c[ImGuiCol_HeaderActive] = p.line;
    c[ImGuiCol_Separator] = p.line;
    c[ImGuiCol_SeparatorHovered] = c[ImGuiCol_SeparatorActive] = p.accent;
    c[ImGuiCol_ResizeGrip] = {0, 0, 0, 0};
    c[ImGuiCol_ResizeGripHovered] = c[ImGuiCol_ResizeGripActive] = p.faint;
    c[ImGuiCol_InputTextCursor] = p.accent;
    c[ImGuiCol_Tab] = c[ImGuiCol_TabDimmed] = p.panel;
    c[ImGuiCol_TabSelected] = c[ImGuiCol_TabDimmedSelected] = p.raised;
    c[ImGuiCol_TabHovered] = p.raised;
    c[ImGuiCol_TabSelectedOverline] = c[ImGuiCol_TabDimmedSelectedOverline] = p.accent;
    c[ImGuiCol_PlotLines] = c[ImGuiCol_PlotHistogram] = p.accent;
    c[ImGuiCol_TableHeaderBg] = p.panel;
    c[ImGuiCol_TableBorderStrong] = c[ImGuiCol_TableBorderLight] = p.line;
    c[ImGuiCol_TableRowBg] = c[ImGuiCol_TableRowBgAlt] = {0, 0, 0, 0};
    c[ImGuiCol_TextSelectedBg] = {p.accent.x, p.accent.y, p.accent.z, 0.35f};
    c[ImGuiCol_DragDropTarget] = p.accent;
    c[ImGuiCol_NavCursor] = p.accent;
}

void set_plots(const Palette& p) {
    ImPlotStyle& plot = ImPlot::GetStyle();
    plot.PlotBorderSize = 0;
    plot.PlotPadding = {4, 6};
    plot.LabelPadding = {4, 4};
    plot.MajorTickLen = {4, 4};
    plot.MinorTickLen = {0, 0};
    auto* c = plot.Colors;
    c[ImPlotCol_FrameBg] = {0, 0, 0, 0};
    c[ImPlotCol_PlotBg] = {0, 0, 0, 0};
    c[ImPlotCol_PlotBorder] = p.line;
    c[ImPlotCol_LegendBg] = p.panel;
    c[ImPlotCol_LegendBorder] = p.line;
    c[ImPlotCol_LegendText] = p.text;
    c[ImPlotCol_TitleText] = c[ImPlotCol_InlayText] = p.text;
    c[ImPlotCol_AxisText] = p.dim;
    c[ImPlotCol_AxisGrid] = p.line;
    c[ImPlotCol_AxisTick] = p.faint;
    c[ImPlotCol_AxisBg] = c[ImPlotCol_AxisBgHovered] = c[ImPlotCol_AxisBgActive] = {0, 0, 0, 0};
    c[ImPlotCol_Selection] = p.accent;
    c[ImPlotCol_Crosshairs] = p.dim;
}

/// Letters that our faces lack, such as those of some cities' names, come from the system's DejaVu where it is
/// installed.
void add_fallback(ImFontAtlas& atlas, float size) {
    const char* path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
    if (!std::filesystem::exists(path)) return;
    ImFontConfig config;
    config.MergeMode = true;
    atlas.AddFontFromFileTTF(path, size, &config);
}

} // namespace

Palette palette_of(Theme theme) { return palette_from(theme_colours(theme)); }

void apply_style(const Palette& palette, float scale) {
    ImGuiStyle style;
    set_sizes(style);
    set_surfaces(style, palette);
    set_controls(style, palette);
    style.ScaleAllSizes(scale);
    style.FontSizeBase = 15.0f;
    style.FontScaleMain = scale;
    style.DockingSeparatorSize = std::max(1.0f, std::floor(scale));
    ImGui::GetStyle() = style;
    set_plots(palette);
}

Fonts load_fonts(const std::filesystem::path& assets) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    const auto load = [&](const char* name, float size) {
        const auto path = assets / "fonts" / name;
        if (!std::filesystem::exists(path))
            throw InputError(fmt::format("The font {} is missing: install Pairscope again.", path.string()));
        ImFont* font = atlas.AddFontFromFileTTF(path.string().c_str(), size);
        add_fallback(atlas, size);
        return font;
    };
    return {.text = load("Roboto-Regular.ttf", 15.0f),
            .bold = load("Roboto-Bold.ttf", 15.0f),
            .mono = load("Inconsolata-Medium.ttf", 15.0f)};
}

ImU32 series_colour(std::size_t i, Theme theme) { return ImGui::ColorConvertFloat4ToU32(opaque(series_rgb(i, theme))); }

ImU32 group_colour(std::size_t i) {
    const Rgb rgb = group_rgb(i);
    return IM_COL32(rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff, 255);
}

float luminance_of(ImU32 colour) {
    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
    const auto linear = [](float x) { return x <= 0.04045f ? x / 12.92f : std::pow((x + 0.055f) / 1.055f, 2.4f); };
    return 0.2126f * linear(c.x) + 0.7152f * linear(c.y) + 0.0722f * linear(c.z);
}

ImU32 sector_colour(std::size_t i, Theme theme) {
    // Steps of one cool hue and of violet, in turns, so that neighbours differ in lightness and in hue.
    static constexpr std::array<std::uint32_t, 4> on_dark{0x7fd8e8, 0xb9a3f5, 0x3f9fb8, 0x8b6fd6};
    static constexpr std::array<std::uint32_t, 4> on_light{0x1b8aa3, 0x7a54c7, 0x5fb7c9, 0xa88be0};
    const std::uint32_t rgb = (theme == Theme::dark ? on_dark : on_light)[i % on_dark.size()];
    return IM_COL32(rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff, 255);
}

ImU32 ink_on(ImU32 colour) {
    constexpr float equal_contrast = 0.179f; // black and white have the same contrast on this luminance
    return luminance_of(colour) > equal_contrast ? IM_COL32(0, 0, 0, 255) : IM_COL32(255, 255, 255, 255);
}

ImU32 variant_colour(std::string_view id, Theme theme) {
    return ImGui::ColorConvertFloat4ToU32(opaque(variant_rgb(id, theme)));
}

void draw_mark(ImDrawList& list, MarkShape mark, ImVec2 center, float radius, ImU32 colour, bool filled) {
    const float line = outline_width(radius);
    if (mark == MarkShape::circle) {
        if (filled)
            list.AddCircleFilled(center, radius, colour);
        else
            list.AddCircle(center, radius, colour, 0, line);
        return;
    }
    std::vector<ImVec2> points;
    for (const auto [x, y] : corners_of(mark)) points.push_back({center.x + radius * x, center.y + radius * y});
    if (filled)
        list.AddConvexPolyFilled(points.data(), int(points.size()), colour);
    else
        list.AddPolyline(points.data(), int(points.size()), colour, line, ImDrawFlags_Closed);
}

void draw_cross(ImDrawList& list, ImVec2 center, float radius, ImU32 colour) {
    const float reach = cross_reach(radius), line = cross_width(radius);
    list.AddLine({center.x - reach, center.y - reach}, {center.x + reach, center.y + reach}, colour, line);
    list.AddLine({center.x - reach, center.y + reach}, {center.x + reach, center.y - reach}, colour, line);
}

void draw_hatch(ImDrawList& list, ImVec2 from, ImVec2 to, float step, ImU32 colour) {
    const float height = to.y - from.y;
    list.PushClipRect(from, to, true);
    for (float x = from.x - height + step; x < to.x; x += step)
        list.AddLine({x, to.y}, {x + height, from.y}, colour, step / 4);
    list.PopClipRect();
}

} // namespace pairscope::app
