// SPDX-License-Identifier: MIT
#include "app/subjects/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace pairscope::app {
namespace {

ImVec4 colour_of(const Palette& palette, Severity severity) {
    switch (severity) {
    case Severity::info:
        return palette.dim;
    case Severity::warning:
        return palette.warning;
    case Severity::error:
        return palette.error;
    }
    return palette.text;
}

const char* word_of(Severity severity) {
    switch (severity) {
    case Severity::info:
        return "info";
    case Severity::warning:
        return "warning";
    case Severity::error:
        return "error";
    }
    return "";
}

void notice_row(const Frame& frame, const Notice& notice) {
    const std::time_t when = std::chrono::system_clock::to_time_t(notice.when);
    const Palette& palette = frame.style.palette;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, palette.dim);
    ImGui::TextUnformatted(fmt::format("{:%H:%M:%S}", fmt::localtime(when)).c_str());
    ImGui::PopStyleColor();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, colour_of(palette, notice.severity));
    ImGui::TextUnformatted(word_of(notice.severity));
    ImGui::PopStyleColor();
    ImGui::TableNextColumn();
    ImGui::PushID(int(notice.id));
    if (clickable_text("line", notice.text, palette.text)) frame.push(command::Copy{notice.text, "A line of the log"});
    explain(frame, "A click copies the line.");
    ImGui::PopID();
}

} // namespace

void draw_log_panel(const Frame& frame) {
    heading(frame, "Log", {}, "The log keeps all messages of the program since its start.");
    if (frame.state.notices.empty()) {
        wrapped_text("The messages of the program are kept here: files that were read or saved, warnings and errors.",
                     frame.style.palette.dim);
        return;
    }
    if (!ImGui::BeginTable("##log", 3, ImGuiTableFlags_ScrollY)) return;
    ImGui::TableSetupColumn("time", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("kind", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("text", ImGuiTableColumnFlags_WidthStretch);
    const bool at_end = ImGui::GetScrollY() >= ImGui::GetScrollMaxY();
    for (const Notice& notice : frame.state.notices) notice_row(frame, notice);
    if (at_end) ImGui::SetScrollHereY(1.0f);
    ImGui::EndTable();
}

} // namespace pairscope::app
