// SPDX-License-Identifier: MIT
// Asks how a file is to be read that looks like a distance matrix and is none as it stands.
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
            wrapped_text(sentence_of(*question), frame.style.palette.text);
            wrapped_text(std::string(words_for(question->remedy)), frame.style.palette.dim);
            for (const ReadingChoice& choice : choices_for(*question)) {
                if (ImGui::Button(fmt::format("{}###{}", choice.title, choice.id).c_str())) {
                    close_dialog(frame);
                    frame.push(command::AskAboutVectors{std::string(choice.read.workload), choice.read.source});
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
