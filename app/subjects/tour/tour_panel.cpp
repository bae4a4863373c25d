// SPDX-License-Identifier: MIT
#include "app/subjects/tour/tour_panel.h"

#include "app/subjects/tour/tour_words.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"

#include <imgui_internal.h> // BeginViewportSideBar

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float progress_width = 132.0f, buttons_width = 204.0f; // [px], before scale
constexpr float widest_card_text = 780.0f, narrowest_card_text = 240.0f;
constexpr float zone_gap = 20.0f;
constexpr float step_radius = 4.0f, step_pitch = 15.0f;
constexpr float guess_width = 220.0f;
constexpr float frame_width = 2.0f, frame_rounding = 3.0f;

bool is_done(const TourState& tour) { return tour.done[tour.step]; }

float text_width(const Frame& frame, float width) {
    const Style& style = frame.style;
    const float room =
        width - style.px(progress_width + buttons_width + 2 * zone_gap) - 2 * ImGui::GetStyle().WindowPadding.x;
    return std::clamp(room, style.px(narrowest_card_text), style.px(widest_card_text));
}

float text_height(const std::string& text, float width) {
    return text.empty() ? 0.0f : ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y;
}

/// Draws a dot for each step. It is filled if the step is done, and has a ring if it is the current step. A click goes
/// to the step.
void draw_dots(const Frame& frame) {
    const TourState& tour = frame.state.tour;
    const Palette& palette = frame.style.palette;
    const float radius = frame.style.px(step_radius), pitch = frame.style.px(step_pitch);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < tour_steps; ++i) {
        if (i > 0) ImGui::SameLine(0.0f, 0.0f);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const std::string id = fmt::format("step {}", i + 1);
        if (ImGui::InvisibleButton(id.c_str(), {pitch, pitch}, ImGuiButtonFlags_EnableNav))
            frame.push(command::GoToTourStep{i});
        explain(frame, tour.done[i]
                           ? fmt::format("Step {} of {} is done. A click goes to this step.", i + 1, tour_steps)
                           : fmt::format("Step {} of {}. A click goes to this step.", i + 1, tour_steps));
        const ImVec2 centre{at.x + pitch / 2, at.y + pitch / 2};
        if (tour.done[i])
            list.AddCircleFilled(centre, radius, ImGui::GetColorU32(palette.good));
        else
            list.AddCircle(centre, radius, ImGui::GetColorU32(palette.dim));
        if (i == tour.step)
            list.AddCircle(centre, radius + frame.style.px(2), ImGui::GetColorU32(palette.accent), 0,
                           frame.style.px(1.5f));
    }
}

void draw_progress(const Frame& frame) {
    ImGui::PushFont(frame.style.fonts.bold, 0.0f);
    explained_text(frame, "tour", "Guided tour",
                   "The tour has seven steps, in which you do something yourself. A step is ticked off as soon as you "
                   "have done it. You can leave at any time: Help > Guided tour continues at the same step.");
    ImGui::PopFont();
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    ImGui::TextUnformatted(fmt::format("step {} of {}", frame.state.tour.step + 1, tour_steps).c_str());
    ImGui::PopStyleColor();
    draw_dots(frame);
}

void draw_tick(const Frame& frame) {
    const float size = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.good);
    const float line = frame.style.px(2.0f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({at.x + 0.15f * size, at.y + 0.55f * size}, {at.x + 0.4f * size, at.y + 0.8f * size}, colour, line);
    list.AddLine({at.x + 0.4f * size, at.y + 0.8f * size}, {at.x + 0.9f * size, at.y + 0.25f * size}, colour, line);
    ImGui::Dummy({size, size});
    ImGui::SameLine(0.0f, frame.style.px(4));
}

/// The slider and the button for the guess, which are drawn until the user has guessed.
void draw_prediction(const Frame& frame) {
    ImGuiStorage& memory = *ImGui::GetStateStorage(); // it keeps a slider that was not let go of yet
    const ImGuiID id = ImGui::GetID("guess");
    double guess = memory.GetFloat(id, 50.0f);
    ImGui::SetNextItemWidth(frame.style.px(guess_width));
    if (thin_slider(frame, "##guess", {.min = 0.0, .max = 100.0, .whole = true}, guess))
        memory.SetFloat(id, float(guess));
    explain(frame, "The length that you expect of the hidden bar, in percent of the full length.");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(fmt::format("{:.0f} %", guess).c_str());
    ImGui::SameLine(0.0f, frame.style.px(16));
    if (ImGui::Button("Predict")) frame.push(command::PredictBar{guess / 100.0});
    explain(frame, "Shows the bar, with a mark at your guess.");
}

void draw_text(const Frame& frame, const TourWords& words) {
    const Palette& palette = frame.style.palette;
    if (is_done(frame.state.tour)) draw_tick(frame);
    ImGui::PushFont(frame.style.fonts.bold, 0.0f);
    ImGui::TextUnformatted(words.title.c_str());
    ImGui::PopFont();
    text_with_terms(frame, words.what, palette.text);
    if (words.can_predict) draw_prediction(frame);
    if (!words.why.empty()) text_with_terms(frame, words.why, palette.dim);
}

/// Next if the step is done, else Skip; Finish after the last one.
void draw_forward(const Frame& frame, ImVec2 size) {
    const TourState& tour = frame.state.tour;
    const bool is_last = tour.step + 1 == tour_steps, done = is_done(tour);
    const char* const words = is_last ? "Finish###forward" : done ? "Next###forward" : "Skip###forward";
    if (done) ImGui::PushStyleColor(ImGuiCol_Border, frame.style.palette.accent);
    const bool pressed = ImGui::Button(words, size);
    if (done) ImGui::PopStyleColor();
    explain(frame,
            is_last ? "Ends the tour. Help > Guided tour shows it again."
                    : (done ? "Goes to the next step."
                            : "Goes to the next step. This step is not ticked off; a click on its dot returns to it."));
    if (!pressed) return;
    if (is_last)
        frame.push(command::ShowTour{false});
    else
        frame.push(command::GoToTourStep{tour.step + 1});
}

void draw_buttons(const Frame& frame, const TourWords& words) {
    const float between = ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 size{std::floor((frame.style.px(buttons_width) - between) / 2), 0.0f};
    const TourState& tour = frame.state.tour;
    ImGui::BeginDisabled(tour.step == 0);
    if (ImGui::Button("Back", size)) frame.push(command::GoToTourStep{tour.step - 1});
    ImGui::EndDisabled();
    explain(frame, tour.step == 0 ? "This is the first step." : "Goes to the step before this one.");
    ImGui::SameLine();
    draw_forward(frame, size);
    if (ImGui::Button("Show me", size)) frame.push(command::FocusPanel{std::string(words.panel)});
    explain(frame, fmt::format("Brings the {} panel to the front. A frame is drawn around it.", words.panel));
    ImGui::SameLine();
    if (ImGui::Button("Leave", size)) frame.push(command::ShowTour{false});
    explain(frame, "Leaves the tour. Help > Guided tour continues at this step.");
}

float card_height(const Frame& frame, float width) {
    const TourWords words = tour_words(frame.state);
    const float room = text_width(frame, width), between = ImGui::GetStyle().ItemSpacing.y;
    float text = ImGui::GetTextLineHeight() + between + text_height(words.what, room);
    if (words.can_predict) text += between + ImGui::GetFrameHeight();
    if (!words.why.empty()) text += between + text_height(words.why, room);
    // Most steps fit into the height of the one with a slider. So the panels do not move from step to step.
    const float usual = 3 * (ImGui::GetTextLineHeight() + between) + ImGui::GetFrameHeight();
    return std::ceil(std::max(text, usual)) + 2 * ImGui::GetStyle().WindowPadding.y;
}

void draw_inside(const Frame& frame) {
    const TourWords words = tour_words(frame.state);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float room = text_width(frame, ImGui::GetWindowWidth());
    const float text_left = start.x + frame.style.px(progress_width + zone_gap);
    draw_progress(frame);
    ImGui::SetCursorScreenPos({text_left, start.y});
    if (ImGui::BeginChild("text", {room, 0.0f}, ImGuiChildFlags_NavFlattened, ImGuiWindowFlags_NoScrollbar))
        draw_text(frame, words);
    ImGui::EndChild();
    ImGui::SetCursorScreenPos({text_left + room + frame.style.px(zone_gap), start.y});
    ImGui::BeginGroup();
    draw_buttons(frame, words);
    ImGui::EndGroup();
}

/// Draws the frame in a window above the panels and below tooltips. The mouse still reaches what lies under it.
void draw_frame_around(const Frame& frame, const ImRect& box) {
    const float line = frame.style.px(frame_width), half = line / 2;
    ImGui::SetNextWindowPos(box.Min);
    ImGui::SetNextWindowSize({box.Max.x - box.Min.x, box.Max.y - box.Min.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0f, 1.0f));
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                       ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                                       ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::Begin("Tour frame", nullptr, flags))
        ImGui::GetWindowDrawList()->AddRect({box.Min.x + half, box.Min.y + half}, {box.Max.x - half, box.Max.y - half},
                                            ImGui::GetColorU32(frame.style.palette.accent),
                                            frame.style.px(frame_rounding), line);
    ImGui::End();
    ImGui::PopStyleVar();
}

void draw_card(const Frame& frame) {
    ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.style.palette.raised);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(frame.style.px(12.0f), frame.style.px(10.0f)));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoFocusOnAppearing;
    ImGuiViewport* const viewport = ImGui::GetMainViewport();
    const float height = card_height(frame, viewport->Size.x);
    if (ImGui::BeginViewportSideBar("Tour", viewport, ImGuiDir_Down, height, flags)) draw_inside(frame);
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

} // namespace

void draw_tour_panel(const Frame& frame, const PlaceOfPanel& place_of) {
    if (!frame.state.tour.shown || frame.state.look.presentation) return;
    draw_card(frame);
    const bool is_dialog_open = frame.state.look.dialog != Dialog::none;
    if (is_dialog_open || frame.state.tour.done[frame.state.tour.step]) return;
    if (const auto box = place_of(tour_words(frame.state).panel)) draw_frame_around(frame, *box);
}

} // namespace pairscope::app
