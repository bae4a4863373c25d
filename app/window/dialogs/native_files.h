// SPDX-License-Identifier: MIT
// The desktop's own file dialog, where the desktop has one (zenity, kdialog and their like).
#pragma once

#include "app/spine/files/file_question.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace pairscope::app {

/// One dialog at a time, in its own process. Closed with the object.
class NativeFiles {
public:
    /// `wake` is called from another thread when there is an answer.
    explicit NativeFiles(std::function<void()> wake);
    ~NativeFiles();
    NativeFiles(const NativeFiles&) = delete;
    NativeFiles& operator=(const NativeFiles&) = delete;

    /// Is there a display and a program that shows dialogs? Looks once.
    [[nodiscard]] bool available();
    /// Opens a dialog, unless the one with this question is open; any other is closed.
    void ask(const FileQuestion& question);

    void close();
    [[nodiscard]] bool is_open() const { return asked_ != nullptr; }

    /// Shows the folder in the desktop's file manager. The reason, one sentence, if it cannot; else empty.
    [[nodiscard]] static std::string show_folder(const std::filesystem::path& folder);

    struct Answer {
        std::optional<std::filesystem::path> path; ///< absent: the user chose nothing
    };
    /// The answer, once; absent while the dialog is open.
    [[nodiscard]] std::optional<Answer> take_answer();

private:
    struct Asked;
    std::function<void()> wake_;
    std::optional<bool> available_;
    std::unique_ptr<Asked> asked_;
};

} // namespace pairscope::app
