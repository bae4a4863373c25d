// SPDX-License-Identifier: MIT
// Undo by words: the editor keeps a step for each letter, and this says which of them belong together.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

/// What one step of an editor has done to one place of the text.
struct TextChange {
    bool is_insert = false; ///< else it was deleted
    int line = 0, begin = 0, end = 0;
    std::string text;
    bool operator==(const TextChange&) const = default;
};

class UndoWords {
public:
    /// After a step forwards or backwards, also by undo and redo: `step` is the number of steps that can be undone now.
    void note(std::size_t step, std::optional<TextChange> change);
    /// Does the step of this number, from 0, go on with the word of the one before it?
    [[nodiscard]] bool continues(std::size_t step) const;

private:
    std::vector<std::optional<TextChange>> changes_; ///< absent: it changed more than one place
    std::size_t step_ = 0;
};

} // namespace pairscope::app
