// SPDX-License-Identifier: MIT
// A variant's source, coloured as C++ and CUDA, to read, select and copy but not to edit. The session owns one, because
// the scroll position and the selection outlive a frame.
#pragma once

#include "app/window/widgets/style.h"
#include "kernels/ladder/variant.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

class TextEditor;

namespace pairscope::app {

class SourceView {
public:
    SourceView();
    ~SourceView();
    SourceView(SourceView&&) noexcept;
    SourceView& operator=(SourceView&&) noexcept;

    /// Shows this variant's file from its first line; does nothing if it is shown already.
    void show(const KernelVariant& variant);
    /// Marks these lines with a sentence each on hover, the chosen one stronger; scrolls to it when it changes.
    struct MarkedLine {
        int line = 0; ///< from 1
        std::string sentence;
        bool chosen = false;
        bool operator==(const MarkedLine&) const = default;
    };
    void mark(std::vector<MarkedLine> lines, Theme theme);
    /// Draws the text into the rest of the current window.
    void draw(const char* id, const Style& style, Theme theme);

private:
    void scroll_to(int line);
    struct Text; ///< the editor and its language
    std::unique_ptr<Text> text_;
    std::string variant_id_; ///< the variant that is shown
    std::optional<Theme> theme_;
    int line_to_show_ = 0; ///< draw() scrolls to this line; 0: it does not scroll
    std::vector<MarkedLine> marked_;
    std::optional<Theme> marked_theme_;
};

} // namespace pairscope::app
