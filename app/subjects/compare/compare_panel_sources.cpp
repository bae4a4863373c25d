// SPDX-License-Identifier: MIT
#include "app/subjects/compare/compare_panel_parts.h"
#include "app/subjects/compare/line_diff.h"
#include "app/subjects/source/source.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float least_side = 330.0f;  // [px], before scale: of one side, where both stand side by side
constexpr float gutter_width = 46.0f; // for the line's number and its sign

/// The ground of a changed line, and of a changed word in it. Orange and blue can be told apart by everybody.
struct DiffColours {
    ImU32 line, word;
};
DiffColours colours_of(Theme theme, bool first) {
    if (theme == Theme::dark)
        return first ? DiffColours{IM_COL32(96, 56, 20, 110), IM_COL32(150, 88, 28, 200)}
                     : DiffColours{IM_COL32(20, 66, 104, 120), IM_COL32(28, 104, 164, 200)};
    return first ? DiffColours{IM_COL32(255, 226, 196, 160), IM_COL32(252, 190, 128, 230)}
                 : DiffColours{IM_COL32(206, 229, 252, 160), IM_COL32(146, 200, 250, 230)};
}

/// Where one side's text stands.
struct SideBox {
    ImVec2 at;
    float width, height;
};

std::size_t columns(std::string_view text) {
    return std::size_t(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; })); // UTF-8
}

/// The letters that have room. Dots stand for the others.
std::string with_dots(std::string_view text, std::size_t most) {
    constexpr std::size_t dots = 3;
    if (columns(text) <= most) return std::string(text);
    std::size_t end = 0, before = 0;
    while (end < text.size() && before + dots < most) {
        ++before;
        do ++end;
        while (end < text.size() && (text[end] & 0xC0) == 0x80); // UTF-8
    }
    return std::string(text.substr(0, end)) + "...";
}

/// So many letters of the text have room in the box.
std::size_t columns_in(const Frame& frame, float width) {
    const float room = width - frame.style.px(gutter_width);
    return std::size_t(std::max(0.0f, std::floor(room / ImGui::CalcTextSize("0").x)));
}

void draw_side(const Frame& frame, const DiffSide& side, bool first, bool differs, const SideBox& box) {
    if (side.number == 0) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = frame.style.palette;
    const DiffColours colours = colours_of(frame.state.look.theme, first);
    const float letter = ImGui::CalcTextSize("0").x, text = box.at.x + frame.style.px(gutter_width);
    const ImVec2 end{box.at.x + box.width, box.at.y + box.height};
    list.PushClipRect(box.at, end, true);
    if (differs) list.AddRectFilled(box.at, end, colours.line);
    for (const TextRange& range : side.changed)
        list.AddRectFilled({text + letter * float(columns(side.text.substr(0, range.begin))), box.at.y},
                           {text + letter * float(columns(side.text.substr(0, range.end))), end.y}, colours.word);
    const std::string number = fmt::format("{:>4} {}", side.number, !differs ? " " : first ? "-" : "+");
    list.AddText(box.at, ImGui::GetColorU32(palette.dim), number.c_str());
    const std::string shown = with_dots(side.text, columns_in(frame, box.width));
    const std::size_t comment = shown.find("//");
    const char* const begin = shown.data();
    const char* const split = begin + std::min(comment, shown.size());
    list.AddText({text, box.at.y}, ImGui::GetColorU32(palette.text), begin, split);
    if (comment != std::string::npos) {
        const ImU32 colour = ImGui::GetColorU32(frame.state.look.theme == Theme::dark ? ImVec4(0.66f, 0.78f, 0.6f, 1)
                                                                                      : ImVec4(0.2f, 0.35f, 0.16f, 1));
        list.AddText({text + letter * float(columns(shown.substr(0, comment))), box.at.y}, colour, split,
                     begin + shown.size());
    }
    list.PopClipRect();
}

/// A row of the view: of one below the other a changed line has two.
struct ShownRow {
    const DiffRow* row = nullptr;
    bool first = true, second = true; ///< which sides are shown
};

std::vector<ShownRow> shown_rows(const std::vector<DiffRow>& rows, bool side_by_side) {
    std::vector<ShownRow> shown;
    for (const DiffRow& row : rows) {
        if (side_by_side) {
            shown.push_back({&row});
        } else if (row.kind == DiffKind::same) {
            shown.push_back({&row, false, true});
        } else {
            if (row.a.number > 0) shown.push_back({&row, true, false});
            if (row.b.number > 0) shown.push_back({&row, false, true});
        }
    }
    return shown;
}

/// The letters are as large as the longest line allows, within reason.
float letter_size(const Frame& frame, const std::vector<DiffRow>& rows, float width) {
    constexpr float smallest = 10.5f;
    std::size_t longest = 1;
    for (const DiffRow& row : rows) longest = std::max({longest, columns(row.a.text), columns(row.b.text)});
    const float usual = frame.style.small_size;
    ImGui::PushFont(frame.style.fonts.mono, usual);
    const float needed = float(longest) * ImGui::CalcTextSize("0").x + frame.style.px(gutter_width);
    ImGui::PopFont();
    return std::clamp(std::floor(2.0f * usual * width / needed) / 2.0f, smallest, usual);
}

/// A line that has no room is told whole.
void explain_row(const Frame& frame, const ShownRow& row, float width) {
    const std::size_t room = columns_in(frame, width);
    std::string whole;
    for (const auto& [side, is_shown] : {std::pair(&row.row->a, row.first), std::pair(&row.row->b, row.second)})
        if (is_shown && side->number > 0 && columns(side->text) > room)
            whole += fmt::format("{}{}: {}", whole.empty() ? "" : "\n", side->number, side->text);
    explain(frame, whole);
}

void draw_rows(const Frame& frame, const std::vector<DiffRow>& rows) {
    const float gap = frame.style.px(8), whole = ImGui::GetContentRegionAvail().x;
    const float half = (whole - gap) / 2;
    const bool side_by_side = half >= frame.style.px(least_side);
    const auto shown = shown_rows(rows, side_by_side);
    ImGui::PushFont(frame.style.fonts.mono, letter_size(frame, rows, side_by_side ? half : whole));
    const float height = std::ceil(1.15f * ImGui::GetTextLineHeight());
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGuiListClipper clipper;
    clipper.Begin(int(shown.size()), height);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto& [row, first, second] = shown[std::size_t(i)];
            const ImVec2 at = ImGui::GetCursorScreenPos();
            const bool differs = row->kind != DiffKind::same;
            const float width = side_by_side ? half : whole;
            if (first) draw_side(frame, row->a, true, differs, {at, width, height});
            if (second)
                draw_side(frame, row->b, false, differs,
                          {{side_by_side ? at.x + half + gap : at.x, at.y}, width, height});
            ImGui::Dummy({whole, height});
            explain_row(frame, shown[std::size_t(i)], width);
        }
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

std::string summary_of(const std::vector<DiffRow>& rows, const KernelVariant& a, const KernelVariant& b) {
    return fmt::format("{} changed, {} only in {}, {} only in {}",
                       counted(std::int64_t(rows_of_kind(rows, DiffKind::changed)), "line"),
                       rows_of_kind(rows, DiffKind::only_a), short_name(a.id), rows_of_kind(rows, DiffKind::only_b),
                       short_name(b.id));
}

} // namespace

void draw_sources(const Frame& frame, const KernelVariant& a, const KernelVariant& b) {
    const auto [file_a, file_b] = compared_sources(a, b);
    const auto rows = line_diff(text_of_source(file_a), text_of_source(file_b));
    heading(frame, "Sources", summary_of(rows, a, b),
            fmt::format("This compares {} with {}. A line with - is only in {}, and a line with + is only in {}. In "
                        "changed lines, the words that differ have a background of a more intense colour.",
                        file_a, file_b, short_name(a.id), short_name(b.id)));
    if (frame.state.look.dialog != Dialog::sources) {
        ImGui::PushFont(nullptr, frame.style.small_size);
        if (small_button(frame, "full_width", "Full width")) frame.push(command::ShowDialog{Dialog::sources});
        explain(frame, "Shows both sources side by side, as wide as the window. Escape returns to the panels.");
        ImGui::PopFont();
    }
    const float room = ImGui::GetContentRegionAvail().y, height = std::max(room, frame.style.px(160));
    if (frame.state.look.presentation && room < height) return; // a class cannot scroll
    const float below = frame.state.look.dialog == Dialog::sources ? ImGui::GetFrameHeightWithSpacing() : 0.0f;
    if (ImGui::BeginChild("sources", {0, height - below}, ImGuiChildFlags_NavFlattened)) draw_rows(frame, rows);
    ImGui::EndChild();
}

} // namespace pairscope::app
