// SPDX-License-Identifier: MIT
// Every action that a click can start can also be started by a key: the keys of the table of actions.
#include "app/window/dialogs/native_files.h"
#include "app/window/layout.h"
#include "app/window/menus/actions.h"
#include "app/window/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/kernel_editor.h"

#include <imgui_internal.h> // ClosePopupToLevel, InputEventsTrail

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {
namespace {

bool typed(char character) {
    const auto& queue = ImGui::GetIO().InputQueueCharacters;
    return std::any_of(queue.begin(), queue.end(), [&](ImWchar c) { return c == ImWchar(character); });
}

/// In most frames nothing is, and then no list of actions is made.
bool anything_is_pressed() {
    if (!ImGui::GetIO().InputQueueCharacters.empty()) return true;
    for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key)
        if (ImGui::IsKeyPressed(ImGuiKey(key), true)) return true;
    return false;
}

/// The key of the last part of "Ctrl+Shift+Z"; a name with more than one place on keyboards has several.
std::vector<ImGuiKey> keys_named(std::string_view name) {
    if (name == "Plus") return {ImGuiKey_Equal, ImGuiKey_KeypadAdd};
    if (name == "Minus") return {ImGuiKey_Minus, ImGuiKey_KeypadSubtract};
    if (name == "Space") return {ImGuiKey_Space};
    if (name == "Delete") return {ImGuiKey_Delete, ImGuiKey_Backspace};
    if (name == "Escape") return {ImGuiKey_Escape};
    if (name == "Up") return {ImGuiKey_UpArrow};
    if (name == "Down") return {ImGuiKey_DownArrow};
    if (name == "Left") return {ImGuiKey_LeftArrow};
    if (name == "Right") return {ImGuiKey_RightArrow};
    if (name == "Enter") return {ImGuiKey_Enter, ImGuiKey_KeypadEnter};
    if (name == "F1") return {ImGuiKey_F1};
    if (name == "F11") return {ImGuiKey_F11};
    if (name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z') return {ImGuiKey(ImGuiKey_A + (name[0] - 'A'))};
    if (name.size() == 1 && name[0] >= '0' && name[0] <= '9')
        return {ImGuiKey(ImGuiKey_0 + (name[0] - '0')), ImGuiKey(ImGuiKey_Keypad0 + (name[0] - '0'))};
    return {};
}

/// The modifiers that were held when the key went down. A quick user, or a remote desktop, releases Ctrl before the
/// frame that sees the key begins. The keys that are held now are then the wrong ones.
ImGuiKeyChord modifiers_of(ImGuiKey key) {
    const auto& events = ImGui::GetCurrentContext()->InputEventsTrail; // the events of this frame, in their order
    ImGuiKeyChord held = ImGui::GetIO().KeyMods;
    for (int i = events.Size - 1; i >= 0; --i) {
        const ImGuiInputEvent& event = events[i];
        if (event.Type != ImGuiInputEventType_Key) continue;
        if (event.Key.Key == key && event.Key.Down) return held;
        if ((event.Key.Key & ImGuiMod_Mask_) == 0) continue;
        held = event.Key.Down ? held & ~event.Key.Key : held | event.Key.Key; // as before the event
    }
    return ImGui::GetIO().KeyMods; // it repeats, and went down in an earlier frame
}

ImGuiID own_keys() { return ImHashStr("keys of pairscope"); }

/// Tab reaches every control. Then a frame around it is seen, and these keys belong to that control.
bool belongs_to_control(std::string_view chord) {
    constexpr std::array<std::string_view, 6> keys{"Up", "Down", "Left", "Right", "Space", "Enter"};
    return ImGui::GetIO().NavVisible && std::ranges::find(keys, chord) != keys.end();
}

bool is_pressed(std::string_view chord, bool may_repeat) {
    if (chord == "?") return typed('?');
    if (belongs_to_control(chord)) return false;
    ImGuiKeyChord wanted = 0;
    for (auto plus = chord.find('+'); plus != std::string_view::npos; plus = chord.find('+')) {
        const auto modifier = chord.substr(0, plus);
        wanted |= modifier == "Ctrl" ? ImGuiMod_Ctrl : modifier == "Shift" ? ImGuiMod_Shift : ImGuiMod_Alt;
        chord.remove_prefix(plus + 1);
    }
    const bool shifted = chord == "Plus"; // where + is the shifted =
    const auto keys = keys_named(chord);
    return std::any_of(keys.begin(), keys.end(), [&](ImGuiKey key) {
        if (!ImGui::IsKeyPressed(key, may_repeat)) return false;
        const ImGuiKeyChord held = modifiers_of(key);
        if ((shifted ? held & ~ImGuiMod_Shift : held) != wanted) return false;
        // A key that is pressed with Alt does not enter the menu, as Alt alone does.
        if ((wanted & ImGuiMod_Alt) != 0) ImGui::SetKeyOwner(ImGuiMod_Alt, own_keys());
        return true;
    });
}

/// Before Tab was pressed, the arrows belong to the ladder and to the marked cell. The toolkit must not move its own
/// frame by them.
void keep_arrows() {
    constexpr std::array keys{ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_LeftArrow, ImGuiKey_RightArrow,
                              ImGuiKey_PageUp,  ImGuiKey_PageDown,  ImGuiKey_Home,      ImGuiKey_End};
    for (const ImGuiKey key : keys) ImGui::SetKeyOwner(key, own_keys());
}

/// Windows that are no panels, at the edge of the whole window. F6 reaches their controls, too.
std::vector<const char*> strips_in_sight() {
    std::vector<const char*> names;
    for (const char* name : {"Notices", "Hints", "Status", "Tour"})
        if (const ImGuiWindow* window = ImGui::FindWindowByName(name); window != nullptr && window->WasActive)
            names.push_back(name);
    return names;
}

void focus_strip(const char* name) {
    ImGuiWindow* const window = ImGui::FindWindowByName(name);
    ImGui::FocusWindow(window);
    if (ImGui::GetCurrentContext()->NavId == 0) ImGui::NavInitWindow(window, false);
}

/// F6 goes to the next panel, as in other programs with several panels; Shift+F6 to the one before. Tab goes through
/// its controls.
void step_panel(const Frame& frame, int by) {
    std::vector<std::string> shown;
    for (const Panel& panel : panels())
        if (is_in_sight(frame, panel)) shown.emplace_back(panel.name);
    const std::size_t panel_count = shown.size();
    for (const char* strip : strips_in_sight()) shown.emplace_back(strip);
    if (shown.empty()) return;
    const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
    const std::string name = focused == nullptr ? "" : std::string(focused->RootWindow->Name);
    const auto at = std::ranges::find_if(
        shown, [&](const std::string& panel) { return name == panel || name.starts_with(panel + "###"); });
    const auto count = std::ssize(shown);
    const auto next = std::size_t(at == shown.end() ? 0 : (at - shown.begin() + by + count) % count);
    if (next < panel_count)
        frame.push(command::FocusPanel{shown[next]});
    else
        focus_strip(shown[next].c_str());
    ImGui::SetNavCursorVisible(true); // around its first control, or the one that it was around before
}

/// F10 goes to the menus, as in other programs; then the arrows open and choose.
void focus_menus() {
    ImGuiWindow* const bar = ImGui::FindWindowByName("##MainMenuBar");
    if (bar == nullptr || !bar->WasActive) return; // a presentation has none
    ImGui::FocusWindow(bar);
    ImGui::GetCurrentContext()->NavLayer = ImGuiNavLayer_Menu;
    ImGui::NavInitWindow(bar, true);
    ImGui::SetNavCursorVisibleAfterMove();
}

/// What Escape does when nothing can be cancelled: it leaves the presentation, or clears the mark or the selection.
void let_go(const Frame& frame) {
    if (frame.state.look.presentation)
        frame.push(command::SetPresentation{false});
    else if (frame.state.view.pinned)
        frame.push(command::PinCell{});
    else if (!frame.state.data.selected.empty())
        frame.push(command::SelectRows{});
}

bool may_repeat(const Action& action) {
    return action.id == "run.previous" || action.id == "run.next" || action.id == "view.larger" ||
           action.id == "view.smaller" || action.id == "data.undo" || action.id == "data.redo" ||
           action.id == "neighbours.previous_row" || action.id == "neighbours.next_row" ||
           action.id == "neighbours.nearer" || action.id == "neighbours.farther" || action.id == "trace.step" ||
           action.id == "trace.step_back";
}

bool has_function_key(const Action& action) {
    return std::ranges::any_of(action.keys, [](const std::string& keys) { return keys == "F1" || keys == "F11"; });
}

/// Was a list open in the frame before? The toolkit closes it by Escape before anything is drawn.
bool remember_list(bool is_open) {
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID("list is open");
    const bool was_open = memory.GetBool(id);
    memory.SetBool(id, is_open);
    return was_open;
}

/// Without this, the tooltip of the control that has the keyboard would cover a picture after a key.
void hide_tooltip_of_control() { ImGui::GetCurrentContext()->NavHighlightItemUnderNav = false; }

/// A dialog gives the keyboard back to the control that had it before. Tab shows the frame around it again.
void hide_frame_after_dialog(const Frame& frame) {
    constexpr int frames_until_closed = 3;
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID("dialog was open");
    int left = memory.GetInt(id);
    if (frame.state.look.dialog != Dialog::none)
        left = frames_until_closed;
    else if (left > 0) {
        --left;
        ImGui::SetNavCursorVisible(false);
        hide_tooltip_of_control();
    }
    memory.SetInt(id, left);
}

} // namespace

void handle_keys(const Frame& frame) {
    hide_frame_after_dialog(frame);
    const bool list_is_open =
        ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); // it obeys the arrows
    const bool list_was_open = remember_list(list_is_open);
    if (!ImGui::GetIO().NavVisible && !list_is_open && !ImGui::GetIO().WantTextInput) keep_arrows();
    const bool escape = ImGui::IsKeyPressed(ImGuiKey_Escape, false);
    if (escape && list_was_open && !list_is_open) return; // it has closed the list
    if (list_is_open) {
        if (escape) ImGui::ClosePopupToLevel(0, true);
        return;
    }
    if (frame.state.look.dialog != Dialog::none) {
        if (escape) frame.push(command::ShowDialog{Dialog::none});
        const bool elsewhere = frame.native_files != nullptr && frame.native_files->is_open();
        if (escape || !elsewhere) return; // beside a window of the desktop one may go on working
    }
    if (!anything_is_pressed()) return;
    const bool is_in_editor = frame.kernel_editor.has_keyboard();
    if (ImGui::GetIO().WantTextInput && !is_in_editor) return;
    if (ImGui::IsKeyPressed(ImGuiKey_F6, false)) step_panel(frame, ImGui::GetIO().KeyShift ? -1 : 1);
    if (ImGui::IsKeyPressed(ImGuiKey_F10, false)) focus_menus();
    if (escape && ImGui::GetIO().NavVisible) return; // it only takes the frame around the control away
    const auto all = actions(frame.state, choices_of(frame));
    for (const Action& action : all) {
        if (is_in_editor && !has_function_key(action)) continue; // the other keys write
        const bool pressed = std::any_of(action.keys.begin(), action.keys.end(),
                                         [&](const std::string& keys) { return is_pressed(keys, may_repeat(action)); });
        if (!pressed) continue;
        hide_tooltip_of_control();
        if (action.why_not().empty())
            frame.push(action.command);
        else if (action.id == "run.cancel")
            let_go(frame);
    }
}

void forget_lost_control() {
    constexpr int patience = 5; // frames in which a control may be missing, as when another panel comes to the front
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    int& frames = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("frames without control"));
    const bool is_lost = context.NavCursorVisible && (context.NavId == 0 || !context.NavIdIsAlive);
    frames = is_lost ? frames + 1 : 0;
    if (frames > patience) ImGui::SetNavCursorVisible(false);
}

} // namespace pairscope::app
