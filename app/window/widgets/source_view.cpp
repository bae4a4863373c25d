// SPDX-License-Identifier: MIT
#include "app/window/widgets/source_view.h"

#include <TextEditor.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::app {
namespace {

using Color = TextEditor::Color;

constexpr float line_spacing = 1.15f; // height of a line divided by that of the letters

/// C++, and the words CUDA adds to it.
TextEditor::Language cuda_language() {
    TextEditor::Language language = *TextEditor::Language::Cpp();
    language.name = "CUDA C++";
    language.keywords.insert({"__global__", "__device__", "__host__", "__shared__", "__constant__", "__restrict__",
                              "__forceinline__", "__launch_bounds__"});
    language.declarations.insert({"float2", "float4", "int2", "uint4", "dim3", "cudaStream_t", "cudaSurfaceObject_t"});
    language.identifiers.insert({"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "__syncthreads",
                                 "__syncwarp", "__shfl_sync", "surf2Dwrite", "sqrtf", "fmaf", "__fsqrt_rn", "__stcs"});
    return language;
}

ImU32 rgb(unsigned hex) { return IM_COL32(hex >> 16 & 255, hex >> 8 & 255, hex & 255, 255); }

/// The colours of the words: comments are what is read first, so they are not the faintest.
struct Words {
    unsigned keyword, declaration, number, string, preprocessor, known, comment;
};
constexpr Words dark_words{.keyword = 0x8fc4ff,
                           .declaration = 0x7fd6c2,
                           .number = 0xe8b873,
                           .string = 0xe8b873,
                           .preprocessor = 0xc9a3d8,
                           .known = 0x9fd3f5,
                           .comment = 0xa9c79a};
constexpr Words light_words{.keyword = 0x0a4fa0,
                            .declaration = 0x00594a,
                            .number = 0x7a3d00,
                            .string = 0x7a3d00,
                            .preprocessor = 0x6b2a86,
                            .known = 0x0b4a6e,
                            .comment = 0x33582a};

TextEditor::Palette text_palette(Theme theme) {
    const Palette house = palette_of(theme);
    const Words& words = theme == Theme::dark ? dark_words : light_words;
    TextEditor::Palette palette;
    palette.fill(ImGui::ColorConvertFloat4ToU32(house.text));
    const auto set = [&](Color what, ImU32 colour) { palette[std::size_t(what)] = colour; };
    set(Color::keyword, rgb(words.keyword));
    set(Color::declaration, rgb(words.declaration));
    set(Color::number, rgb(words.number));
    set(Color::string, rgb(words.string));
    set(Color::preprocessor, rgb(words.preprocessor));
    set(Color::knownIdentifier, rgb(words.known));
    set(Color::comment, rgb(words.comment));
    set(Color::background, ImGui::ColorConvertFloat4ToU32(house.panel));
    ImVec4 selection = house.accent;
    selection.w = 0.3f;
    set(Color::selection, ImGui::ColorConvertFloat4ToU32(selection));
    set(Color::whitespace, ImGui::ColorConvertFloat4ToU32(house.faint));
    for (const Color number : {Color::lineNumber, Color::currentLineNumber})
        set(number, ImGui::ColorConvertFloat4ToU32(house.dim));
    set(Color::matchingBracketBackground, ImGui::ColorConvertFloat4ToU32(house.line));
    return palette;
}

} // namespace

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
        text_->editor.SetLineSpacing(line_spacing);
    }
    if (path_ == path && first_line_ == line) return;
    if (path_ != path) {
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

/// The line comes to the top or to the middle, and the first line in sight is whole, also at the end of the text.
void SourceView::scroll_to(int line, bool at_top) {
    const float rows = ImGui::GetContentRegionAvail().y / (line_spacing * ImGui::GetTextLineHeight());
    const int last = int(text_->editor.GetLineCount()) - int(std::ceil(rows));
    const int above = at_top ? 0 : int(rows) / 2;
    const int first = std::clamp(line - 1 - above, 0, std::max(last, 0));
    text_->editor.ScrollToLine(std::size_t(first), TextEditor::Scroll::alignTop);
}

void SourceView::draw(const char* id, const Style& style, Theme theme) {
    if (!text_) return;
    if (theme_ != theme) {
        text_->editor.SetPalette(text_palette(theme));
        theme_ = theme;
    }
    ImGui::PushFont(style.fonts.mono, style.small_size);
    if (line_to_show_ > 0) scroll_to(std::exchange(line_to_show_, 0), at_top_);
    ImGuiIO& io = ImGui::GetIO();
    const bool text = io.WantTextInput, keyboard = io.WantCaptureKeyboard;
    text_->editor.Render(id);
    io.WantTextInput = text; // it asks for all keys when focused; what is only read leaves 1-9 to the ladder
    io.WantCaptureKeyboard = keyboard;
    ImGui::PopFont();
}

} // namespace pairscope::app
