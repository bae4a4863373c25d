// SPDX-License-Identifier: MIT
// The text editor of the workshop. The session owns one: the caret, the selection and the steps of undo of each open
// file outlive a frame.
#pragma once

#include "app/subjects/workshop/workshop.h"
#include "app/window/widgets/style.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace pairscope::app {

class KernelEditor {
public:
    KernelEditor();
    ~KernelEditor();
    KernelEditor(const KernelEditor&) = delete;
    KernelEditor& operator=(const KernelEditor&) = delete;

    /// Shows the text of this file. Where its version has changed, the text takes the place of the edited one.
    void show(const OwnKernel& kernel);
    /// Marks lines, with a sentence each on hover.
    void mark(const std::vector<KernelMark>& marks, Theme theme);
    /// Draws the text into an area of this height. True if the user has changed it.
    [[nodiscard]] bool draw(const char* id, float height, const Style& style, Theme theme);
    [[nodiscard]] std::string text() const;
    /// Does the keyboard write into it?
    [[nodiscard]] bool has_keyboard() const { return has_keyboard_; }
    /// Lets go of files that are not open any more.
    void keep_only(const std::vector<OwnKernel>& open);

private:
    struct Text; ///< an editor with what it shows
    std::map<std::filesystem::path, std::unique_ptr<Text>> texts_;
    Text* shown_ = nullptr;
    bool has_keyboard_ = false;
};

} // namespace pairscope::app
