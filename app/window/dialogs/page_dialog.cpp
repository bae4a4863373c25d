// SPDX-License-Identifier: MIT
// Says what travels with an HTML page before anybody gets it.
#include "app/chart/number_text.h"
#include "app/subjects/page/page.h"
#include "app/window/dialogs/dialogs.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/dialog_window.h"
#include "app/window/widgets/facts.h"

#include <algorithm>

namespace pairscope::app {
namespace {

void draw_part(const Frame& frame, const TravellingPart& part, bool stays) {
    const Palette& palette = frame.style.palette;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    wrapped_text(part.name, palette.dim);
    ImGui::TableNextColumn();
    wrapped_text(stays ? "They stay here." : part.what, stays ? palette.dim : palette.text);
    ImGui::TableNextColumn();
    right_aligned_text(stays ? "0 B" : bytes_text(double(part.bytes)), stays ? palette.dim : palette.text);
}

void draw_parts(const Frame& frame, const PageState& page) {
    if (!ImGui::BeginTable("##parts", 3)) return;
    ImGui::TableSetupColumn("part", ImGuiTableColumnFlags_WidthFixed, frame.style.px(150.0f));
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("size", ImGuiTableColumnFlags_WidthFixed, frame.style.px(80.0f));
    for (const TravellingPart& part : page.parts) draw_part(frame, part, part.is_of_labels && !page.labels);
    ImGui::EndTable();
}

void draw_answers(const Frame& frame) {
    bool leaves_out = !frame.state.page.labels;
    if (ImGui::Checkbox("Leave out texts of the data, and names of files and systems###no_labels", &leaves_out))
        frame.push(command::SetPageLabels{!leaves_out});
    explain(frame, "The page then has numbers in place of labels, and no name of a file, of a column or of this "
                   "system. The source of your own kernels stays, with the names and comments in it. The command line "
                   "does the same with pairscope page --no-labels.");
    if (ImGui::Button("Choose the file...###choose")) frame.push(command::ShowDialog{Dialog::save, "page"});
    explain(frame, "Asks for the name of the HTML file, and then writes it.");
    ImGui::SameLine();
    if (ImGui::Button("Cancel")) close_dialog(frame);
    explain(frame, "Closes the dialog and saves nothing. Escape does the same.");
}

} // namespace

void draw_page_dialog(const Frame& frame) {
    if (begin_dialog(frame, "Page", {frame.style.px(620.0f), 0.0f})) {
        heading(frame, "Save an HTML page", {},
                "One file that any browser opens, without a server and without a request to any host.");
        wrapped_text("Whoever gets the page also gets what is listed here. The sizes are those before packing.",
                     frame.style.palette.text);
        draw_parts(frame, frame.state.page);
        draw_answers(frame);
    }
    end_dialog();
}

} // namespace pairscope::app
