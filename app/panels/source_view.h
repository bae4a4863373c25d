// SPDX-License-Identifier: MIT
// A variant's source, coloured as C++ and CUDA, to read, select and copy but not to edit. The session owns one, because
// the scroll position and the selection outlive a frame.
#pragma once

#include "app/panels/style.h"
#include "kernels/core/variant.h"

#include <memory>
#include <optional>
#include <string>

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
    /// Draws the text into the rest of the current window.
    void draw(const char* id, const Style& style, Theme theme);

private:
    struct Text; ///< the editor and its language
    std::unique_ptr<Text> text_;
    std::string variant_id_; ///< the variant that is shown
    std::optional<Theme> theme_;
};

} // namespace pairscope::app
