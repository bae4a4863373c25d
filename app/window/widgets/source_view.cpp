// SPDX-License-Identifier: MIT
#include "app/window/widgets/source_view.h"

#include "app/window/widgets/source_colours.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::app {
struct SourceView::Text {
    TextEditor::Language language = cuda_language();
    TextEditor editor;
};

SourceView::SourceView() = default;
SourceView::~SourceView() = default;
SourceView::SourceView(SourceView&&) noexcept = default;
SourceView& SourceView::operator=(SourceView&&) noexcept = default;

void SourceView::show(std::string_view path, std::string_view text, int line) {
    if (!text_) {
        text_ = std::make_unique<Text>();
        text_->editor.SetLanguage(&text_->language);
        text_->editor.SetReadOnlyEnabled(true);
        text_->editor.SetCaretsVisible(false);
        text_->editor.SetShowWhitespacesEnabled(false);
        text_->editor.SetShowMatchingBrackets(false);
        text_->editor.SetShowScrollbarMiniMapEnabled(false);
        text_->editor.SetLineSpacing(source_line_spacing);
    }
    const bool is_same = path_ == path && text_shown_ == text.data();
    if (is_same && first_line_ == line) return;
    if (!is_same) {
        text_shown_ = text.data();
        text_->editor.SetText(text);
        text_->editor.ClearMarkers();
        marked_.clear();
        path_ = path;
    }
    first_line_ = line;
    followed_ = 0;
    line_to_show_ = std::max(line, 1);
    at_top_ = true;
}

void SourceView::mark(std::vector<MarkedLine> lines, Theme theme, bool follows) {
    if (!text_) return;
    const auto chosen = std::ranges::find_if(lines, &MarkedLine::chosen);
    const int to_follow = follows && chosen != lines.end() ? chosen->line : 0;
    if (to_follow != followed_ && to_follow > 0) {
        line_to_show_ = to_follow;
        at_top_ = false;
    }
    followed_ = to_follow;
    if (marked_ == lines && marked_theme_ == theme) return;
    text_->editor.ClearMarkers();
    for (const MarkedLine& line : lines) {
        ImVec4 strong = palette_of(theme).accent, quiet = strong;
        strong.w = 0.28f;
        quiet.w = 0.10f;
        const ImU32 number = ImGui::ColorConvertFloat4ToU32(line.chosen ? strong : quiet);
        const ImU32 ground = line.chosen ? ImGui::ColorConvertFloat4ToU32(strong) : 0;
        text_->editor.AddMarker(std::size_t(line.line - 1), number, ground, line.sentence, line.sentence);
    }
    marked_ = std::move(lines);
    marked_theme_ = theme;
}

void SourceView::set_margins(std::vector<Margin> margins, Theme theme) {
    if (!text_ || (margins_ == margins && margins_theme_ == theme)) return;
    margins_ = std::move(margins);
    margins_theme_ = theme;
    if (margins_.empty()) {
        text_->editor.ClearLineDecorator();
        return;
    }
    const bool has_bars = std::ranges::any_of(margins_, [](const Margin& margin) { return !margin.bar.empty(); });
    const std::size_t glyphs = has_bars ? 12 : 6; // with bars, they take the first half, and the warning the second
    const ImU32 ink = ImGui::ColorConvertFloat4ToU32(palette_of(theme).warning);
    text_->editor.SetLineDecorator(glyphs, [all = margins_, ink, has_bars](TextEditor::Decorator& place) {
        const auto found = std::ranges::find(all, int(place.line) + 1, &Margin::line);
        if (found == all.end()) return;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float half = has_bars ? std::floor(place.width / 2.0f) : 0.0f, inset = std::floor(place.height * 0.25f);
        float x = at.x;
        for (const MarginPart& part : found->bar) {
            const float end = x + std::max(1.0f, part.width * (half - place.glyphSize.x));
            list.AddRectFilled({x, at.y + inset}, {end, at.y + place.height - inset}, part.colour);
            x = end;
        }
        if (!found->warning.empty()) list.AddText({at.x + half, at.y}, ink, found->warning.c_str());
    });
}

/// The line comes to the top or to the middle, and the first line in sight is whole, also at the end of the text.
void SourceView::scroll_to(int line, bool at_top, float height) {
    const float rows = (height > 0.0f ? height : ImGui::GetContentRegionAvail().y) /
                       (source_line_spacing * ImGui::GetTextLineHeight());
    const int last = int(text_->editor.GetLineCount()) - int(std::ceil(rows));
    const int above = at_top ? 0 : int(rows) / 2;
    const int first = std::clamp(line - 1 - above, 0, std::max(last, 0));
    text_->editor.ScrollToLine(std::size_t(first), TextEditor::Scroll::alignTop);
}

int SourceView::draw(const char* id, const Style& style, Theme theme, ImVec2 size) {
    if (!text_) return 0;
    if (theme_ != theme) {
        text_->editor.SetPalette(text_palette(theme));
        theme_ = theme;
    }
    ImGui::PushFont(style.fonts.mono, style.small_size);
    if (line_to_show_ > 0) scroll_to(std::exchange(line_to_show_, 0), at_top_, size.y);
    ImGuiIO& io = ImGui::GetIO();
    const bool text = io.WantTextInput, keyboard = io.WantCaptureKeyboard;
    text_->editor.Render(id, size);
    io.WantTextInput = text; // it asks for all keys when focused; what is only read leaves 1-9 to the ladder
    io.WantCaptureKeyboard = keyboard;
    const ImVec2 mouse = ImGui::GetMousePos(), end = ImGui::GetItemRectMax();
    const float bars = ImGui::GetStyle().ScrollbarSize;
    const bool clicked = ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                         mouse.x < end.x - bars && mouse.y < end.y - bars;
    const int line = clicked ? int(text_->editor.GetDocPosAtMousePos(mouse).line) + 1 : 0;
    ImGui::PopFont();
    return line;
}

} // namespace pairscope::app
