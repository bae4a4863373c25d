// SPDX-License-Identifier: MIT
#include "app/window/widgets/kernel_editor.h"

#include "app/window/widgets/source_colours.h"
#include "app/window/widgets/undo_words.h"

#include <algorithm>
#include <optional>

#include <imgui_internal.h> // WantTextInputNextFrame

namespace pairscope::app {
namespace {

TextChange change_of(const TextEditor::Change& change) {
    return {.is_insert = change.insert,
            .line = int(change.start.line),
            .begin = int(change.start.index),
            .end = int(change.end.index),
            .text = change.text};
}

} // namespace

struct KernelEditor::Text {
    TextEditor::Language language = cuda_language();
    TextEditor editor;
    std::optional<std::uint64_t> version;
    std::optional<Theme> theme, marked_theme;
    std::vector<KernelMark> marks;
    UndoWords words;
    bool is_changed = false;

    Text() {
        editor.SetLanguage(&language);
        editor.SetShowWhitespacesEnabled(false);
        editor.SetShowScrollbarMiniMapEnabled(false);
        editor.SetInsertSpacesOnTabs(true);
        editor.SetTabSize(4);
        editor.SetLineSpacing(source_line_spacing);
        editor.SetChangeCallback([this] { is_changed = true; });
        editor.SetTransactionCallback([this](const std::vector<TextEditor::Change>& changes) {
            std::optional<TextChange> change;
            if (changes.size() == 1) change = change_of(changes.front());
            words.note(editor.GetUndoIndex(), std::move(change));
        });
    }
    /// After a step of undo or redo by the editor, which goes by letters.
    void finish_word(std::size_t steps_before) {
        const std::size_t steps = editor.GetUndoIndex();
        if (steps < steps_before)
            while (editor.CanUndo() && words.continues(editor.GetUndoIndex())) editor.Undo();
        if (steps > steps_before)
            while (editor.CanRedo() && words.continues(editor.GetUndoIndex())) editor.Redo();
    }
};

KernelEditor::KernelEditor() = default;
KernelEditor::~KernelEditor() = default;

void KernelEditor::show(const OwnKernel& kernel) {
    auto& text = texts_[kernel.path];
    if (!text) text = std::make_unique<Text>();
    shown_ = text.get();
    if (text->version == kernel.version) return;
    text->version = kernel.version;
    text->editor.SetText(kernel.text);
    text->words = UndoWords(); // this text has no steps yet
    text->editor.ClearMarkers();
    text->marks.clear();
}

void KernelEditor::mark(const std::vector<KernelMark>& marks, Theme theme) {
    if (shown_ == nullptr || (shown_->marks == marks && shown_->marked_theme == theme)) return;
    shown_->marks = marks;
    shown_->marked_theme = theme;
    shown_->editor.ClearMarkers();
    ImVec4 number = palette_of(theme).error, ground = number;
    number.w = 0.55f;
    ground.w = 0.18f;
    for (const KernelMark& mark : marks)
        shown_->editor.AddMarker(std::size_t(std::max(mark.line, 1) - 1), ImGui::ColorConvertFloat4ToU32(number),
                                 ImGui::ColorConvertFloat4ToU32(ground), mark.sentence, mark.sentence);
}

bool KernelEditor::draw(const char* id, float height, const Style& style, Theme theme) {
    if (shown_ == nullptr) return false;
    if (shown_->theme != theme) {
        shown_->editor.SetPalette(text_palette(theme));
        shown_->theme = theme;
    }
    ImGui::PushFont(style.fonts.mono, style.small_size);
    ImGuiIO& io = ImGui::GetIO();
    const bool text = io.WantTextInput;
    io.WantTextInput = false;
    const std::size_t steps = shown_->editor.GetUndoIndex();
    shown_->editor.Render(id, ImVec2(0.0f, height));
    shown_->finish_word(steps);
    has_keyboard_ = io.WantTextInput;
    io.WantTextInput = text || has_keyboard_;
    // The keys of the program are looked at before panels are drawn: they must see in the next frame that it writes.
    if (has_keyboard_) ImGui::GetCurrentContext()->WantTextInputNextFrame = 1;
    ImGui::PopFont();
    return std::exchange(shown_->is_changed, false);
}

std::string KernelEditor::text() const { return shown_ == nullptr ? std::string() : shown_->editor.GetText(); }

void KernelEditor::keep_only(const std::vector<OwnKernel>& open) {
    if (texts_.size() == open.size()) return;
    std::erase_if(texts_, [&](const auto& entry) {
        const bool is_open = std::ranges::find(open, entry.first, &OwnKernel::path) != open.end();
        if (!is_open && shown_ == entry.second.get()) shown_ = nullptr;
        return !is_open;
    });
}

} // namespace pairscope::app
