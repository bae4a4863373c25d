// SPDX-License-Identifier: MIT
// The panels in one list. Each draws the inside of its own window; the layout gives the window its place.
#pragma once

#include "app/window/menus/actions.h"
#include "app/window/widgets/frame.h"

#include <span>

namespace pairscope::app {

struct Panel {
    const char* name; ///< window title and id
    void (*draw)(const Frame&);
    enum class Dock { data, points, neighbours, matrix, ladder, details } dock;
    bool (*belongs)(const State&) = nullptr; ///< to the workload of now; null: always
    void (*rest)(const Frame&) = nullptr;    ///< while it cannot be seen; null: then there is nothing to do
};
/// In the order of the View menu. The list is written by hand, because people read it.
[[nodiscard]] std::span<const Panel> panels();
[[nodiscard]] inline bool belongs(const Panel& panel, const State& state) {
    return panel.belongs == nullptr || panel.belongs(state);
}

/// What the table of actions needs from the window.
[[nodiscard]] Choices choices_of(const Frame& frame);

// Not panels, but drawn by the same rule.
void draw_menu_bar(const Frame& frame);
void draw_notice_strip(const Frame& frame); // errors and warnings under the menu, until they are read
void draw_status_line(const Frame& frame);  // a sentence about the selected variant, with provenance
void draw_dialogs(const Frame& frame);      // files, command palette, shortcuts, about
void draw_hints(const Frame& frame);        // three hints of the first start
void handle_keys(const Frame& frame);       // what a click can do, a key can do
/// At the end of a frame. Where the control with the keyboard's frame is gone, Tab begins anew: else the toolkit would
/// look for it in vain.
void forget_lost_control();

} // namespace pairscope::app
