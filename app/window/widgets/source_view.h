// SPDX-License-Identifier: MIT
// A variant's source, coloured as C++ and CUDA, to read, select and copy but not to edit. The session owns one, because
// the scroll position and the selection outlive a frame.
#pragma once

#include "app/window/widgets/style.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

class TextEditor;

namespace pairscope::app {

class SourceView {
public:
    SourceView();
    ~SourceView();
    SourceView(SourceView&&) noexcept;
    SourceView& operator=(SourceView&&) noexcept;

    /// Shows this text, which lives as long as the program, from a line on, 0 for its beginning; does nothing if it was
    /// shown from this line already.
    void show(std::string_view path, std::string_view text, int line = 0);
    /// Marks these lines with a sentence each on hover, the chosen one stronger. If `follows`, it scrolls to the chosen
    /// line when this changes.
    struct MarkedLine {
        int line = 0; ///< from 1
        std::string sentence;
        bool chosen = false;
        bool operator==(const MarkedLine&) const = default;
    };
    void mark(std::vector<MarkedLine> lines, Theme theme, bool follows);
    /// What stands in the margin of a line: a bar of coloured parts, and a short warning behind it.
    struct MarginPart {
        ImU32 colour = 0;
        float width = 0.0f; ///< share of the bar's place, 0 to 1
        bool operator==(const MarginPart&) const = default;
    };
    struct Margin {
        int line = 0; ///< from 1
        std::vector<MarginPart> bar{};
        std::string warning{};
        bool operator==(const Margin&) const = default;
    };
    /// Without any, there is no room for a margin.
    void set_margins(std::vector<Margin> margins, Theme theme);
    /// Draws the text into the current window, as large as it is told, 0 for all that is left. The line that was
    /// clicked, from 1; 0: none was.
    [[nodiscard]] int draw(const char* id, const Style& style, Theme theme, ImVec2 size = {});

private:
    void scroll_to(int line, bool at_top, float height);
    struct Text; ///< the editor and its language
    std::unique_ptr<Text> text_;
    std::string path_;                 ///< the file that is shown
    const char* text_shown_ = nullptr; ///< its text: a kernel of the user's own changes under its path
    int first_line_ = 0;               ///< where show() began
    std::optional<Theme> theme_;
    int line_to_show_ = 0; ///< draw() scrolls to this line; 0: it does not scroll
    bool at_top_ = false;  ///< the line comes to the top, not to the middle
    int followed_ = 0;     ///< the chosen line that it has scrolled to
    std::vector<MarkedLine> marked_;
    std::optional<Theme> marked_theme_;
    std::vector<Margin> margins_;
    std::optional<Theme> margins_theme_;
};

} // namespace pairscope::app
