// SPDX-License-Identifier: MIT
#include "app/window/dialogs/dialogs.h"

#include "app/paper/savers.h"
#include "app/subjects/panels.h"
#include "app/window/dialogs/native_files.h"
#include "app/window/panels.h"
#include "app/window/widgets/dialog_window.h"

namespace pairscope::app {
namespace {

/// Asks the desktop where it can, in its own window; the picture stays in sight and nothing waits.
void ask_for_file(const Frame& frame) {
    const auto question = file_question(frame.state);
    if (!question) return close_dialog(frame);
    NativeFiles* desktop = frame.native_files;
    if (desktop == nullptr || frame.state.look.builtin_files || !desktop->available()) {
        draw_file_dialog(frame);
        return;
    }
    desktop->ask(*question);
    const auto answer = desktop->take_answer();
    if (!answer) return;
    if (answer->path) frame.push(command_for(frame.state.look, *answer->path));
    close_dialog(frame);
}

} // namespace

void draw_dialogs(const Frame& frame) {
    if (frame.native_files != nullptr && !file_question(frame.state)) frame.native_files->close();
    switch (frame.state.look.dialog) {
    case Dialog::none:
        return;
    case Dialog::open_file:
    case Dialog::open_kernel:
    case Dialog::open_second:
    case Dialog::open_other:
    case Dialog::open_tracks:
    case Dialog::save:
        ask_for_file(frame);
        return;
    case Dialog::page:
        draw_page_dialog(frame);
        return;
    case Dialog::sources:
        draw_sources_dialog(frame);
        return;
    case Dialog::reading:
        draw_reading_dialog(frame);
        return;
    case Dialog::go_to:
        draw_go_to(frame);
        return;
    case Dialog::palette:
        draw_command_palette(frame);
        return;
    case Dialog::shortcuts:
        draw_shortcuts(frame);
        return;
    case Dialog::glossary:
        draw_glossary(frame);
        return;
    case Dialog::help:
        draw_help(frame);
        return;
    case Dialog::about:
        draw_about_panel(frame);
        return;
    }
}

} // namespace pairscope::app
