// SPDX-License-Identifier: MIT
// Asks how a file is to be read that can be read in several ways.
#include "app/subjects/data/data.h"
#include "app/window/dialogs/dialogs.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/dialog_window.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <string>

namespace pairscope::app {

void draw_reading_dialog(const Frame& frame) {
    if (begin_dialog(frame, "Reading", {frame.style.px(560.0f), 0.0f})) {
        if (const auto& question = frame.state.data.asked_reading) {
            wrapped_text(question->sentence, frame.style.palette.text);
            wrapped_text(question->advice, frame.style.palette.dim);
            for (const ReadingChoice& choice : question->choices) {
                if (ImGui::Button(fmt::format("{}###{}", choice.title, choice.id).c_str())) {
                    close_dialog(frame);
                    frame.push(command::AskAboutVectors{.workload = std::string(choice.read.workload),
                                                        .source = choice.read.source,
                                                        .may_be_recording = choice.may_be_recording});
                }
                explain(frame, choice.explanation);
            }
        }
        if (ImGui::Button("Cancel")) close_dialog(frame);
        explain(frame, "Leaves the file closed. Escape does the same.");
    }
    end_dialog();
}

} // namespace pairscope::app
