// SPDX-License-Identifier: MIT
// The Trace panel with its trace, for tests that read its tooltips.
#pragma once

#include "app/subjects/trace/trace.h"
#include "tests/gui/gui.h"
#include "tests/gui/tooltips.h"

#include <imgui_te_context.h>

namespace pairscope::app {

/// From now on, all tooltips appear at once. Returns whether the trace came.
inline bool show_trace_with_tooltips(Gui& gui, ImGuiTestContext& person) {
    show_tooltips_at_once();
    ImGui::GetStyle().HoverDelayNormal = 0.0f;
    if (!Gui::wait_until(person, [&] { return trace_of(gui.state()) != nullptr; })) return false;
    gui.wait_for_picture_alone(person);
    gui.session().push(command::FocusPanel{"Trace"});
    person.Yield(20); // the widths of the columns follow from that of the panel
    return true;
}

} // namespace pairscope::app
