// SPDX-License-Identifier: MIT
#include "app/panels/style.h"

#include "kernels/core/errors.h"
#include "kernels/core/registry.h"

#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace pairscope::app {
namespace {

constexpr ImVec4 rgb(unsigned hex, float alpha = 1.0f) {
    return {float(hex >> 16 & 255) / 255.0f, float(hex >> 8 & 255) / 255.0f, float(hex & 255) / 255.0f, alpha};
}

constexpr Palette dark{.background = rgb(0x0f1113),
                       .panel = rgb(0x15181b),
                       .raised = rgb(0x1c2024),
                       .line = rgb(0x262b30),
                       .text = rgb(0xe8eaed),
                       .dim = rgb(0x98a2ad),
                       .faint = rgb(0x5d6670),
                       .accent = rgb(0x6cb6ff),
                       .grid = rgb(0x22272c),
                       .good = rgb(0x2fb98a),
                       .warning = rgb(0xe6a23c),
                       .error = rgb(0xff7b6b)};
constexpr Palette light{.background = rgb(0xf4f5f6),
                        .panel = rgb(0xffffff),
                        .raised = rgb(0xeef1f4),
                        .line = rgb(0xd9dee3),
                        .text = rgb(0x16191d),
                        .dim = rgb(0x4c5661),
                        .faint = rgb(0x98a2ad),
                        .accent = rgb(0x0a63c2),
                        .grid = rgb(0xe8ebee),
                        .good = rgb(0x00795a),
                        .warning = rgb(0x9a5b00),
                        .error = rgb(0xb3261e)};

// Okabe and Ito's colours. On white the yellow is darkened, on black the deep blue is lightened, so that marks keep
// 3:1.
constexpr std::array<unsigned, 8> dark_variants{0xd55e00, 0xe69f00, 0xcc79a7, 0x56b4e9,
                                                0x009e73, 0xf0e442, 0x3b8fd0, 0x999999};
constexpr std::array<unsigned, 8> light_variants{0xd55e00, 0xb87c00, 0xb4568b, 0x2b88c4,
                                                 0x007a58, 0x8f8600, 0x0072b2, 0x6f7780};

std::size_t place_of(std::string_view id) {
    const auto all = variants();
    const auto found = std::find_if(all.begin(), all.end(), [&](const KernelVariant& v) { return v.id == id; });
    return found == all.end() ? all.size() : std::size_t(found - all.begin());
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

/// The corners of a regular shape, for marks that are not circles.
std::vector<ImVec2> corners(Mark mark, ImVec2 center, float radius) {
    const auto regular = [&](int count, float start) {
        std::vector<ImVec2> points;
        for (int i = 0; i < count; ++i) {
            const float angle = start + float(i) * 6.2831853f / float(count);
            points.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
        }
        return points;
    };
    constexpr float quarter = 1.5707963f;
    switch (mark) {
    case Mark::circle:
        return {};
    case Mark::square:
        return regular(4, quarter / 2);
    case Mark::diamond:
        return regular(4, 0);
    case Mark::triangle_up:
        return regular(3, -quarter);
    case Mark::triangle_down:
        return regular(3, quarter);
    case Mark::triangle_left:
        return regular(3, 2 * quarter);
    case Mark::triangle_right:
        return regular(3, 0);
    case Mark::hexagon:
        return regular(6, 0);
    }
    return {};
}

} // namespace

const Palette& palette_of(Theme theme) { return theme == Theme::dark ? dark : light; }

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
            throw InputError(fmt::format("Loading the fonts: {} is missing; install Pairscope again.", path.string()));
        ImFont* font = atlas.AddFontFromFileTTF(path.string().c_str(), size);
        add_fallback(atlas, size);
        return font;
    };
    return {.text = load("Roboto-Regular.ttf", 15.0f),
            .bold = load("Roboto-Bold.ttf", 15.0f),
            .mono = load("Inconsolata-Medium.ttf", 15.0f)};
}

ImU32 series_colour(std::size_t i, Theme theme) {
    const auto& colours = theme == Theme::dark ? dark_variants : light_variants;
    return ImGui::ColorConvertFloat4ToU32(rgb(colours[i % colours.size()]));
}

ImU32 ink_on(ImU32 colour) {
    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
    const float luminance = 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z;
    return luminance > 0.45f ? IM_COL32(0, 0, 0, 255) : IM_COL32(255, 255, 255, 255);
}

ImU32 variant_colour(std::string_view id, Theme theme) { return series_colour(place_of(id), theme); }

Mark variant_mark(std::string_view id) { return Mark(place_of(id) % 8); }

void draw_mark(ImDrawList& list, Mark mark, ImVec2 center, float radius, ImU32 colour, bool filled) {
    const float line = std::max(1.5f, radius / 3.0f);
    if (mark == Mark::circle) {
        if (filled)
            list.AddCircleFilled(center, radius, colour);
        else
            list.AddCircle(center, radius, colour, 0, line);
        return;
    }
    const auto points = corners(mark, center, radius * 1.15f);
    if (filled)
        list.AddConvexPolyFilled(points.data(), int(points.size()), colour);
    else
        list.AddPolyline(points.data(), int(points.size()), colour, line, ImDrawFlags_Closed);
}

void draw_cross(ImDrawList& list, ImVec2 center, float radius, ImU32 colour) {
    const float reach = 0.72f * radius, line = std::max(1.0f, radius / 3.5f);
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
