// SPDX-License-Identifier: MIT
#include "app/features/ladder/ladder_panel_title.h"

#include "app/shell/widgets/controls.h"
#include "app/shell/widgets/facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace pairscope::app {
namespace {

constexpr float room_of_links = 126.0f; // [px] before scale

std::vector<std::string> lines_within(const Frame& frame, const LadderSection& section, float width) {
    const float links = section.recording != 0 ? frame.style.px(room_of_links) : 0.0f;
    return title_lines(section, width - links, width);
}

/// Quiet words that answer a click, ending at `right`. Returns where they begin.
float draw_link(const Frame& frame, const std::string& id, const char* words, ImVec2 top_right, const char* meaning,
                const Command& command) {
    const ImVec2 size = ImGui::CalcTextSize(words);
    const ImVec2 at{std::floor(top_right.x - size.x), top_right.y};
    ImGui::SetCursorScreenPos(at);
    if (ImGui::InvisibleButton(id.c_str(), size)) frame.push(command);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const Palette& palette = frame.style.palette;
    ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(hovered ? palette.accent : palette.dim), words);
    explain(frame, meaning);
    return at.x;
}

/// At the end of the first line, which leaves room for them.
void draw_links(const Frame& frame, const LadderSection& section, ImVec2 top_right) {
    const std::string of = fmt::format(" recording {} {}", section.recording, section.device.name);
    const float left = draw_link(frame, "close" + of, "close", top_right,
                                 "Removes this recording from the charts. File > Recordings shows it again.",
                                 command::CloseRecording{section.recording});
    const float room = frame.style.px(12);
    (void)draw_link(frame, "points of" + of, "load points", {left - room, top_right.y},
                    "Loads the points of this recording into the session, so that its runs and the runs of this "
                    "machine have the same n.",
                    command::UseRecordedPoints{section.recording});
}

} // namespace

std::vector<std::string> title_lines(const LadderSection& section, float first_width, float second_width) {
    const std::string reason = section.reason.empty() ? std::string{} : ": " + section.reason;
    const std::string whole = whole_title(section);
    if (section.facts.empty() || ImGui::CalcTextSize(whole.c_str()).x <= first_width)
        return {shortened(whole + reason, first_width)};
    return {shortened(section.title, first_width), shortened(section.facts + reason, second_width)};
}

float section_title_height(const Frame& frame, const LadderSection& section, float width) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    const auto lines = float(lines_within(frame, section, width).size());
    const float height = lines * ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y;
    ImGui::PopFont();
    return height;
}

void draw_section_title(const Frame& frame, const LadderSection& section, float right) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string whole = whole_title(section) + (section.reason.empty() ? std::string{} : ": " + section.reason);
    const std::vector<std::string> lines = lines_within(frame, section, right - at.x);
    const std::string shown = fmt::format("{}", fmt::join(lines, "\n"));
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    ImGui::TextUnformatted(shown.c_str());
    ImGui::PopStyleColor();
    if (section.recording != 0 || shown != whole) explain(frame, whole);
    const ImVec2 below = ImGui::GetCursorScreenPos();
    if (section.recording != 0) draw_links(frame, section, {right, at.y});
    ImGui::SetCursorScreenPos(below);
    ImGui::PopFont();
}

} // namespace pairscope::app
