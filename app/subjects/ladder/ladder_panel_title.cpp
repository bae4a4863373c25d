// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/ladder_panel_title.h"

#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <cmath>

namespace pairscope::app {
namespace {

constexpr float room_of_triangle = 14.0f; // [px] before scale
constexpr float room_of_links = 150.0f;   // [px] before scale

/// All that the title says.
std::string full_title(const LadderSection& section) {
    return whole_title(section) + (section.reason.empty() ? std::string{} : ": " + section.reason);
}

std::vector<std::string> lines_within(const Frame& frame, const LadderSection& section, float width, TitleLines lines) {
    const float links = section.recording != 0 ? frame.style.px(room_of_links) : 0.0f;
    const float triangle = frame.style.px(room_of_triangle);
    if (lines == TitleLines::one) return {shortened(full_title(section), width - links - triangle)};
    return title_lines(section, width - links - triangle, width - triangle);
}

/// The buttons of the first line are higher than its words, and would touch those of the second line.
float gap_below_links(const Frame& frame, const LadderSection& section, std::size_t lines) {
    return section.recording != 0 && lines > 1 ? frame.style.px(4) : 0.0f;
}

/// A button that ends at `right`. Returns where it begins.
float draw_link(const Frame& frame, const std::string& id, const char* words, ImVec2 top_right, const char* meaning,
                const Command& command) {
    const float left = std::floor(top_right.x - small_button_width(frame, words));
    ImGui::SetCursorScreenPos({left, top_right.y - frame.style.px(2)});
    if (small_button(frame, id.c_str(), words)) frame.push(command);
    explain(frame, meaning);
    return left;
}

/// At the end of the first line, which leaves room for them.
void draw_links(const Frame& frame, const LadderSection& section, ImVec2 top_right) {
    const std::string of = fmt::format("recording {} {}", section.recording, section.device.name);
    const float left = draw_link(frame, "close " + of, "close", top_right,
                                 "Removes this recording from the charts. File > Recordings shows it again.",
                                 command::CloseRecording{section.recording});
    const float room = frame.style.px(4);
    (void)draw_link(frame, "points of " + of, "use its data", {left - room, top_right.y},
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

float section_title_height(const Frame& frame, const LadderSection& section, float width, TitleLines lines) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    const auto count = lines_within(frame, section, width, lines).size();
    const float height = float(count) * ImGui::GetTextLineHeight() + gap_below_links(frame, section, count) +
                         ImGui::GetStyle().ItemSpacing.y;
    ImGui::PopFont();
    return height;
}

void draw_section_title(const Frame& frame, const LadderSection& section, float right, TitleLines lines) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::vector<std::string> texts = lines_within(frame, section, right - at.x, lines);
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    ImGui::SetCursorScreenPos({at.x + frame.style.px(room_of_triangle), at.y});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, gap_below_links(frame, section, texts.size())});
    ImGui::BeginGroup(); // one text to hover
    for (const std::string& line : texts) ImGui::TextUnformatted(line.c_str());
    ImGui::EndGroup();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    explain(frame, fmt::format("{}.\nThe title of these rows names the device and the data of their runs.",
                               full_title(section)));
    const ImVec2 below{at.x, at.y + section_title_height(frame, section, right - at.x, lines)};
    if (section.recording != 0) draw_links(frame, section, {right, at.y});
    ImGui::SetCursorScreenPos(below);
    ImGui::PopFont();
}

} // namespace pairscope::app
