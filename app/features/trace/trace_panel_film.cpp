// SPDX-License-Identifier: MIT
// The requests of a whole block as a film: buttons, a slider for the time, and what the present request does.
#include "app/features/trace/trace_panel.h"
#include "app/features/trace/trace_panel_parts.h"
#include "app/features/trace/warp_picture.h"
#include "app/shell/widgets/controls.h"
#include "app/shell/widgets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float width_of_told = 620.0f; // [px], before scale: nearly every sentence about a request is shorter
constexpr float narrowest_slider = 60.0f, widest_slider = 260.0f, speed_slider = 90.0f; // [px], before scale

void step_button(const Frame& frame, const char* label, std::size_t to, bool possible, const char* meaning) {
    ImGui::BeginDisabled(!possible);
    if (ImGui::Button(label)) frame.push(command::StepFilm{to});
    ImGui::EndDisabled();
    explain(frame, meaning);
    ImGui::SameLine();
}

void draw_play_button(const Frame& frame) {
    const bool plays = frame.state.trace.film.playing;
    const float width = ImGui::CalcTextSize("Pause").x + 2 * ImGui::GetStyle().FramePadding.x;
    if (ImGui::Button(plays ? "Pause##film_play" : "Play##film_play", {width, 0.0f}))
        frame.push(command::PlayFilm{!plays});
    explain(frame,
            "Plays the requests of all warps of this block, one after the other, and stops. Between two barriers the "
            "warps take turns. On a GPU their order differs from run to run.");
    ImGui::SameLine();
}

void draw_time(const Frame& frame, std::size_t steps) {
    const FilmState& film = frame.state.trace.film;
    const std::string position =
        fmt::format("{} of {}", grouped(std::int64_t(film.step) + 1), grouped(std::int64_t(steps)));
    const float words = ImGui::CalcTextSize(position.c_str()).x + ImGui::GetStyle().ItemSpacing.x;
    if (ImGui::GetContentRegionAvail().x < words + frame.style.px(narrowest_slider)) ImGui::NewLine();
    const float room = ImGui::GetContentRegionAvail().x - words;
    ImGui::SetNextItemWidth(std::clamp(room, frame.style.px(narrowest_slider), frame.style.px(widest_slider)));
    double step = double(film.step);
    if (thin_slider(frame, "##film_time", {.min = 0.0, .max = double(steps - 1), .whole = true}, step))
        frame.push(command::StepFilm{std::size_t(step)});
    explain(frame,
            "Which request of the block is shown, in the order in which they are played. Drag to move through time.");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(frame.style.palette.dim, "%s", position.c_str());
}

void draw_speed(const Frame& frame) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(frame.style.palette.dim, "speed");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(frame.style.px(speed_slider));
    double speed = frame.state.trace.film.per_second;
    if (thin_slider(frame, "##film_speed", {.min = slowest_film, .max = fastest_film, .logarithmic = true}, speed))
        frame.push(command::SetFilmSpeed{speed});
    explain(frame, fmt::format("How fast the film plays: {:.3g} requests per second. A GPU makes billions per second.",
                               speed));
    ImGui::SameLine();
}

/// "Phase 2: behind the first barrier" matters only where there are barriers.
std::string told_step(const simt::Trace& trace, const simt::WarpRequest& request) {
    const simt::TraceLine& line = trace.lines[request.line];
    const std::string barriers = trace.block.back().phase == 0 ? ""
                                                               : fmt::format(", after {} barrier{}", request.phase,
                                                                             request.phase == 1 ? "" : "s");
    return fmt::format("Warp {}, line {}{}: {}.", request.warp, line.line, barriers, told(request, line));
}

} // namespace

float told_height(const Frame& frame) {
    const bool needs_two = ImGui::GetContentRegionAvail().x < frame.style.px(width_of_told);
    return small_text_height(frame, needs_two ? " \n " : " ");
}

void draw_told(const Frame& frame, const std::string& sentence) {
    const float top = ImGui::GetCursorPosY(), height = told_height(frame);
    small_text(frame, sentence, frame.style.palette.text);
    ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), top + height));
}

void pause_film(const Frame& frame) {
    if (frame.state.trace.film.playing) frame.push(command::PlayFilm{false});
}

void draw_film_switch(const Frame& frame) {
    const bool on = frame.state.trace.film.shown;
    if (ImGui::Button(on ? "One line##film" : "Play block##film")) {
        if (on)
            frame.push(command::ShowFilm{false});
        else
            frame.push(command::PlayFilm{true});
    }
    explain(frame, on ? "Returns to the requests that one warp makes from the chosen line."
                      : "Plays the requests of all warps of this block like a film: the lanes, the memory that they "
                        "touch, and, in "
                        "the matrix, the cells that they fill.");
}

const simt::WarpRequest* draw_film(const Frame& frame, const simt::Trace& trace) {
    const FilmState& film = frame.state.trace.film;
    const FilmStep* const step = film_step(film);
    if (step == nullptr || film.film->trace.get() != &trace) return nullptr;
    const std::size_t steps = film.film->steps.size();
    step_button(frame, "<##film_before", film.step - 1, film.step > 0, "Shows the request before this one.");
    draw_play_button(frame);
    step_button(frame, ">##film_after", film.step + 1, film.step + 1 < steps, "Shows the request after this one.");
    draw_speed(frame);
    if (film.film->cells.rows > 0) {
        if (ImGui::Button("Find cells##film")) frame.push(command::RevealRegion{film.film->cells});
        explain(frame, "Zooms the matrix to the cells that this block stores to.");
        ImGui::SameLine();
    }
    draw_time(frame, steps);
    const simt::WarpRequest& request = trace.block[step->request];
    draw_told(frame, told_step(trace, request));
    return &request;
}

} // namespace pairscope::app
