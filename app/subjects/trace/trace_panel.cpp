// SPDX-License-Identifier: MIT
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/panels.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/trace/trace_panel_parts.h"
#include "app/subjects/trace/trace_words.h"
#include "app/subjects/trace/warp_picture.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float least_table = 112.0f;  // [px], before scale: below it the sentences give way
constexpr float cramped_table = 70.0f; // the head and one row, which scrolls
constexpr float most_findings = 84.0f;
constexpr float least_entry = 30.0f, widest_entry = 62.0f;

/// A word in a dashed box: what is simulated is drawn dashed.
void draw_tag(const Frame& frame, const char* word, const char* meaning) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    const ImVec2 text = ImGui::CalcTextSize(word), at = ImGui::GetCursorScreenPos();
    const float pad = frame.style.px(5), dash = frame.style.px(4), gap = frame.style.px(3);
    const ImVec2 end{at.x + text.x + 2 * pad, at.y + text.y + 2};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.dim);
    for (float x = at.x; x < end.x; x += dash + gap)
        for (const float y : {at.y, end.y}) list.AddLine({x, y}, {std::min(x + dash, end.x), y}, colour);
    for (float y = at.y; y < end.y; y += dash + gap)
        for (const float x : {at.x, end.x}) list.AddLine({x, y}, {x, std::min(y + dash, end.y)}, colour);
    list.AddText({at.x + pad, at.y + 1}, colour, word);
    readable_area(fmt::format("tag {}", word).c_str(), {end.x - at.x, end.y - at.y});
    ImGui::PopFont();
    explain(frame, meaning);
}

float tag_width(const Frame& frame) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    const float width = ImGui::CalcTextSize("simulated").x + frame.style.px(10);
    ImGui::PopFont();
    return width;
}

/// What there is room for between the title and the tag.
std::string shortened_beside_tag(const Frame& frame, const std::string& title, const std::string& addition) {
    ImGui::PushFont(frame.style.fonts.bold, frame.style.small_size);
    const float taken = ImGui::CalcTextSize(title.c_str()).x;
    ImGui::PopFont();
    ImGui::PushFont(nullptr, frame.style.small_size);
    const float room = ImGui::GetContentRegionAvail().x - taken - tag_width(frame);
    std::string shown = shortened(addition, room - 2.0f * ImGui::GetStyle().ItemSpacing.x);
    ImGui::PopFont();
    return shown;
}

/// Its own output, which is not the chosen one where the variant cannot write that.
void draw_heading(const Frame& frame, const simt::Trace& trace) {
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    const std::string title = title_with_target(frame.state, "Trace", trace.target);
    const std::string of = &trace == trace_before(frame.state)
                               ? shown_before_words(frame.state, trace)
                               : fmt::format("of {}, {}", short_name(trace.variant_id), size_text(trace.workload));
    const std::string shown = shortened_beside_tag(frame, title, of);
    const std::string meaning = "The trace lists what the warps of a variant touch, line by line. It was found by "
                                "executing the source of the kernel on the CPU.";
    heading(frame, title.c_str(), shown, shown == of ? meaning : fmt::format("{}\n{}", of, meaning));
    ImGui::SameLine(std::max(ImGui::GetCursorPosX(), right - tag_width(frame)));
    draw_tag(
        frame, "simulated",
        "The kernel's own source, executed on the CPU: counted, not measured. A GPU's caches may merge requests, and "
        "its compiler may combine them.");
}

/// A list of faults or of warnings, each with its place; a click chooses its line if the table has it.
void draw_list(const Frame& frame, const simt::Trace& trace, const std::vector<simt::Finding>& list, const char* id) {
    if (list.empty()) return;
    const bool are_faults = &list == &trace.findings;
    ImGui::PushFont(frame.style.fonts.bold, 0.0f);
    const std::string heading =
        are_faults ? fmt::format("{} found", counted(std::ssize(list), "fault")) : counted(std::ssize(list), "warning");
    ImGui::TextColored(are_faults ? frame.style.palette.error : frame.style.palette.warning, "%s", heading.c_str());
    ImGui::PopFont();
    ImGui::BeginChild(id, {0.0f, frame.style.px(most_findings)},
                      ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_NavFlattened);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const simt::Finding& finding = list[i];
        ImGui::PushID(int(i));
        if (clickable_text_with_terms(frame, "finding", describe(finding), frame.style.palette.text))
            for (std::size_t line = 0; line < trace.lines.size(); ++line)
                if (trace.lines[line].file == finding.file && trace.lines[line].line == finding.line)
                    frame.push(command::ChooseTraceLine{line});
        explain(frame, "A click chooses the line.");
        ImGui::PopID();
    }
    ImGui::EndChild();
}

void draw_findings(const Frame& frame, const simt::Trace& trace) {
    draw_list(frame, trace, trace.findings, "findings");
    draw_list(frame, trace, trace.warnings, "warnings");
}

std::string capitalised(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = char(text[0] - 'a' + 'A');
    return text;
}

std::vector<std::string> sentences_of(const simt::Trace& trace) {
    std::vector<std::string> sentences;
    for (const std::string& sentence : traffic_of(trace)) sentences.push_back(capitalised(sentence) + ".");
    std::vector<std::string> launches = launches_of(trace);
    if (launches.size() == 1) launches = {capitalised(coverage_of({trace.blocks(), trace.blocks_traced()}))};
    if (trace.findings.empty()) launches.back() = fmt::format("{}; no faults found", launches.back());
    for (const std::string& launch : launches) sentences.push_back(launch + ".");
    return sentences;
}

/// What the whole trace says. Where the panel is low, the sentences share a line, and hovering it shows all of them.
struct Sentences {
    std::vector<std::string> each;
    bool in_one_line = false;
};

float height_of(const Frame& frame, const Sentences& sentences) {
    if (sentences.in_one_line) return small_text_height(frame, "");
    float height = 0.0f;
    for (const std::string& sentence : sentences.each) height += small_text_height(frame, sentence);
    return height;
}

void draw_sentences(const Frame& frame, const Sentences& sentences) {
    if (sentences.in_one_line) {
        small_line(frame, fmt::format("{}", fmt::join(sentences.each, " ")), frame.style.palette.dim);
        return;
    }
    for (const std::string& sentence : sentences.each) small_text(frame, sentence, frame.style.palette.dim);
}

std::int64_t linear_block(const simt::Trace& trace) {
    const auto& [x, y, z] = trace.chosen_block;
    const simt::Index3 grid = trace.first_launch().grid;
    return x + std::int64_t(grid.x) * (y + std::int64_t(grid.y) * z);
}

std::int64_t blocks_of(const simt::Trace& trace) { return std::max<std::int64_t>(trace.first_launch().blocks, 1); }

std::int64_t warps_of(const simt::Trace& trace) {
    const simt::Index3 block = trace.first_launch().block;
    const std::int64_t threads = std::int64_t(block.x) * block.y * block.z;
    return std::max<std::int64_t>(1, (threads + simt::warp_size - 1) / simt::warp_size);
}

float entry_width(const Frame& frame, std::int64_t count) {
    const float widest = ImGui::CalcTextSize(grouped(count - 1).c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
    return std::clamp(widest, frame.style.px(least_entry), frame.style.px(widest_entry));
}

/// A label, an entry and how many there are. What was typed, if it is one of them.
std::optional<std::int64_t> index_entry(const Frame& frame, const char* label, std::int64_t now, std::int64_t count) {
    const float gap = frame.style.px(control_gap);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(frame.style.palette.dim, "%s", label);
    mark_terms(frame, label);
    ImGui::SameLine(0.0f, gap);
    const auto typed = entry(fmt::format("##trace_{}", label).c_str(), grouped(now), entry_width(frame, count));
    explain(frame, fmt::format("The {} whose addresses are shown: 0 to {}.", label, grouped(count - 1)));
    ImGui::SameLine(0.0f, gap);
    const auto value = typed ? number_in(*typed) : std::nullopt;
    if (!value) return {};
    return std::clamp(std::int64_t(*value), std::int64_t{0}, count - 1);
}

float button_width(const char* words) { return ImGui::CalcTextSize(words).x + 2 * ImGui::GetStyle().FramePadding.x; }

/// The room that the controls for block and warp leave in their line.
float room_of_stepper(const Frame& frame, const simt::Trace& trace) {
    const float gaps = 5 * frame.style.px(control_gap);
    const float words = ImGui::CalcTextSize("block").x + ImGui::CalcTextSize("warp").x + button_width("Play block");
    const float entries = entry_width(frame, blocks_of(trace)) + entry_width(frame, warps_of(trace));
    return ImGui::GetContentRegionAvail().x - words - entries - gaps - width_of_teaching_button(frame);
}

struct StepperWords {
    std::string shown;
    bool own_line = false; ///< there is no room for them behind the controls for block and warp
};
StepperWords words_of_stepper(const Frame& frame, const simt::Trace& trace, std::size_t now, std::size_t count) {
    const float buttons = button_width("<") + button_width(">") + 2 * frame.style.px(control_gap);
    const float room = room_of_stepper(frame, trace) - buttons, line = ImGui::GetContentRegionAvail().x - buttons;
    const std::string few = fmt::format("{} of {}", grouped(std::int64_t(now) + 1), grouped(std::int64_t(count)));
    const std::string all = "request " + few;
    const auto fits = [](const std::string& words, float width) {
        return ImGui::CalcTextSize(words.c_str()).x <= width;
    };
    if (fits(all, room)) return {.shown = all};
    if (fits(few, room)) return {.shown = few};
    return {.shown = fits(all, line) ? all : few, .own_line = true};
}

/// Steps through the requests that the warp makes from one line. The one that is shown.
std::size_t draw_stepper(const Frame& frame, const StepperWords& words, std::size_t count) {
    const std::size_t now = std::min(frame.state.trace.request, count - 1);
    const float gap = frame.style.px(control_gap);
    if (!words.own_line && count >= 2) ImGui::SameLine(0.0f, gap);
    if (count < 2) return now;
    ImGui::BeginDisabled(now == 0);
    if (ImGui::Button("<##request_before")) frame.push(command::ChooseTraceRequest{now - 1});
    ImGui::EndDisabled();
    explain(frame, now == 0 ? "This is the first request that the warp makes from this line."
                            : "Shows the request before this one that the warp makes from the same line.");
    ImGui::SameLine(0.0f, gap);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(frame.style.palette.dim, "%s", words.shown.c_str());
    mark_terms(frame, words.shown);
    ImGui::SameLine(0.0f, gap);
    ImGui::BeginDisabled(now + 1 >= count);
    if (ImGui::Button(">##request_after")) frame.push(command::ChooseTraceRequest{now + 1});
    ImGui::EndDisabled();
    explain(frame, now + 1 >= count ? "This is the last request that the warp makes from this line."
                                    : "Shows the request after this one that the warp makes from the same line.");
    return now;
}

/// The cell that the lane under the mouse works for lights up in the matrix.
void mark_cell(const Frame& frame, const std::optional<Cell>& cell) {
    const ViewState& view = frame.state.view;
    const bool mine = view.hovered_in == HoverPlace::trace;
    if ((cell && cell != view.hovered) || (!cell && mine)) frame.push(command::HoverCell{cell, HoverPlace::trace});
}

/// The film of its stores goes on in step with that of the selected variant.
bool shows_two_films(const Frame& frame) { return other_film_step(frame.state.trace.film) != nullptr; }

/// The trace whose request is shown below that of the selected variant; null: none.
const simt::Trace* trace_below(const Frame& frame) {
    const FilmState& film = frame.state.trace.film;
    if (film_step(film) == nullptr) return other_trace_of(frame.state);
    return film.other ? film.other->trace.get() : nullptr;
}

/// Takes the other variant's heaviest line with accesses of the same kind, and draws a sentence about its request with
/// the same number, which is returned. Null, and another sentence: there is none.
const simt::WarpRequest* draw_other_line(const Frame& frame, const simt::Trace& trace, simt::AccessKind kind) {
    const std::string name(short_name(trace.variant_id));
    const auto line = heaviest_line_like(trace, kind);
    const auto requests = line ? requests_of(trace, *line) : std::vector<const simt::WarpRequest*>{};
    if (requests.empty()) {
        draw_told(frame, fmt::format("{}: this warp makes no {}, so no request is shown here.", name, name_of(kind)));
        return nullptr;
    }
    const simt::WarpRequest& request = *requests[std::min(frame.state.trace.request, requests.size() - 1)];
    draw_told(frame, fmt::format("{}, line {}: {}.", name, trace.lines[*line].line, told(request, trace.lines[*line])));
    return &request;
}

/// A request of the variant that the selected one is compared with, in the room that is left.
std::optional<Cell> draw_other_request(const Frame& frame, const simt::Trace& trace, simt::AccessKind kind) {
    const simt::WarpRequest* const shown =
        shows_two_films(frame) ? &draw_other_film(frame) : draw_other_line(frame, trace, kind);
    if (shown == nullptr) return {};
    const simt::WarpRequest& request = *shown;
    ImGui::PushID("other");
    const auto cell = draw_warp_request(frame, trace, request, ImGui::GetContentRegionAvail().y);
    ImGui::PopID();
    return cell;
}

/// The request, and below it that of the compared variant.
void draw_requests(const Frame& frame, const simt::Trace& trace, const simt::WarpRequest& request) {
    const simt::Trace* const other = trace_below(frame);
    const float room = ImGui::GetContentRegionAvail().y;
    if (other == nullptr) {
        mark_cell(frame, draw_warp_request(frame, trace, request, room));
        return;
    }
    const auto cell = draw_warp_request(frame, trace, request, (room - told_height(frame)) / 2);
    const auto cell_of_other = draw_other_request(frame, *other, trace.lines[request.line].kind);
    mark_cell(frame, cell ? cell : cell_of_other);
}

void draw_warp(const Frame& frame, const simt::Trace& trace, std::size_t line) {
    const auto requests = requests_of(trace, line);
    const std::size_t now = std::min(frame.state.trace.request, std::max<std::size_t>(requests.size(), 1) - 1);
    const StepperWords words = words_of_stepper(frame, trace, now, requests.size());
    const float room = room_of_stepper(frame, trace);
    const std::int64_t block = linear_block(trace);
    if (const auto chosen = index_entry(frame, "block", block, blocks_of(trace)))
        frame.push(command::ChooseWarp{*chosen, trace.chosen_warp});
    if (const auto chosen = index_entry(frame, "warp", trace.chosen_warp, warps_of(trace)))
        frame.push(command::ChooseWarp{block, int(*chosen)});
    draw_film_switch(frame);
    if (const simt::WarpRequest* const request = draw_film(frame, trace, room)) {
        draw_requests(frame, trace, *request);
        return;
    }
    if (requests.empty()) {
        small_line(frame, fmt::format("This warp does not execute line {}.", trace.lines[line].line),
                   frame.style.palette.dim);
        mark_cell(frame, {});
        return;
    }
    const simt::WarpRequest& request = *requests[draw_stepper(frame, words, requests.size())];
    draw_told(frame, fmt::format("Line {}: {}.", trace.lines[line].line, told(request, trace.lines[line])));
    draw_requests(frame, trace, request);
}

/// The lines of controls above the picture of a request.
float rows_of_controls(const Frame& frame, const simt::Trace& trace, std::size_t line) {
    const FilmState& film = frame.state.trace.film;
    if (film_step(film) != nullptr && film.film->trace.get() == &trace)
        return lines_of_film(frame, room_of_stepper(frame, trace));
    const std::size_t count = requests_of(trace, line).size();
    const std::size_t now = std::min(frame.state.trace.request, std::max<std::size_t>(count, 1) - 1);
    return count >= 2 && words_of_stepper(frame, trace, now, count).own_line ? 2.0f : 1.0f;
}

/// What stands below the table, but for the picture of a request.
float warp_height(const Frame& frame, const Sentences& sentences, float rows) {
    return height_of(frame, sentences) + told_height(frame) + rows * ImGui::GetFrameHeightWithSpacing() +
           4 * ImGui::GetStyle().ItemSpacing.y;
}

void draw_trace(const Frame& frame, const simt::Trace& trace) {
    draw_findings(frame, trace);
    if (trace.lines.empty()) {
        text_with_terms(frame, "No line of this kernel touched memory.", frame.style.palette.dim);
        return;
    }
    Sentences sentences{.each = sentences_of(trace)};
    RequestHeights request = warp_request_heights(frame, trace);
    if (const simt::Trace* const other = trace_below(frame)) {
        const RequestHeights below = warp_request_heights(frame, *other);
        request.usual += below.usual + told_height(frame);
        request.least += below.least + told_height(frame);
    }
    const float controls = rows_of_controls(frame, trace, chosen_line(frame.state, trace));
    const auto room = [&](float of_request) {
        return ImGui::GetContentRegionAvail().y - warp_height(frame, sentences, controls) - of_request;
    };
    const float rows = trace_table_height(frame, trace.lines.size()), least = frame.style.px(least_table);
    sentences.in_one_line = room(request.usual) < std::min(least, rows);
    const float wanted = std::max(room(request.usual), std::min(room(request.least), least));
    const float table = std::min(rows, std::max(wanted, frame.style.px(cramped_table)));
    const float whole = whole_trace_rows(frame, {table, std::max(table, room(request.least))}, trace.lines.size());
    const auto hovered = draw_trace_table(frame, trace, whole);
    draw_sentences(frame, sentences);
    ImGui::Separator();
    draw_warp(frame, trace, hovered.value_or(chosen_line(frame.state, trace)));
}

} // namespace

void draw_trace_panel(const Frame& frame) {
    const simt::Trace *const own = trace_of(frame.state), *const before = trace_before(frame.state);
    if (own == nullptr && before == nullptr) {
        text_with_terms(frame, trace_awaits(frame.state), frame.style.palette.dim);
        return;
    }
    draw_heading(frame, own != nullptr ? *own : *before);
    ImGui::BeginDisabled(own == nullptr); // what is about to be replaced can be looked at, but nothing chosen in it
    draw_trace(frame, own != nullptr ? *own : *before);
    ImGui::EndDisabled();
}

} // namespace pairscope::app
