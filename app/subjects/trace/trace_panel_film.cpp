// SPDX-License-Identifier: MIT
// The requests of a whole block as a film: buttons, a slider for the time, and what the present request does.
#include "app/spine/state_queries.h"
#include "app/subjects/panels.h"
#include "app/subjects/trace/trace_panel_parts.h"
#include "app/subjects/trace/warp_picture.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float width_of_told = 620.0f;      // [px], before scale: nearly every sentence about a request is shorter
constexpr float least_for_teaching = 430.0f; // [px], before scale: a narrower panel has no room for the button
constexpr float narrowest_slider = 60.0f, widest_slider = 260.0f, speed_slider = 70.0f; // [px], before scale

/// Where the controls are: behind those for block and warp, in a line of their own, and in another one for the time.
struct FilmLines {
    bool buttons_first = false, time_alone = false;
};

std::string position_text(std::size_t step, std::size_t steps) {
    return fmt::format("{} of {}", grouped(std::int64_t(step) + 1), grouped(std::int64_t(steps)));
}

FilmLines lines_for(const Frame& frame, const FilmState& film, float room) {
    const float gap = frame.style.px(control_gap), padding = 2 * ImGui::GetStyle().FramePadding.x;
    const auto button = [&](const char* words) { return ImGui::CalcTextSize(words).x + padding + gap; };
    float line = ImGui::CalcTextSize("speed").x + frame.style.px(speed_slider + narrowest_slider) + 3 * gap;
    if (film.film->cells.rows > 0) line += button("Find cells");
    const std::size_t steps = film_length(film);
    line += ImGui::CalcTextSize(position_text(steps - 1, steps).c_str()).x;
    return {.buttons_first = button("<") + button("Pause") + button(">") <= room,
            .time_alone = line > ImGui::GetContentRegionAvail().x};
}

struct StepButton {
    const char* label;
    const char* meaning;
    const char* why_not; ///< null: it can be pressed
};
void step_button(const Frame& frame, const StepButton& button, std::size_t to) {
    ImGui::BeginDisabled(button.why_not != nullptr);
    if (ImGui::Button(button.label)) frame.push(command::StepFilm{to});
    ImGui::EndDisabled();
    explain(frame, button.why_not != nullptr ? button.why_not : button.meaning);
}

void draw_play_button(const Frame& frame) {
    const bool plays = frame.state.trace.film.playing;
    const float width = ImGui::CalcTextSize("Pause").x + 2 * ImGui::GetStyle().FramePadding.x;
    if (ImGui::Button(plays ? "Pause##film_play" : "Play##film_play", {width, 0.0f}))
        frame.push(command::PlayFilm{!plays});
    explain(frame, fmt::format("Plays the requests of all warps of this block, one after the other, and stops. Between "
                               "two barriers the warps take turns. On a GPU their order differs from run to run. The "
                               "trace keeps the first {} requests of a warp, and more of the chosen warp.",
                               simt::most_of_other_warps));
}

void draw_time(const Frame& frame, std::size_t steps) {
    const FilmState& film = frame.state.trace.film;
    const float gap = frame.style.px(control_gap);
    const float words = ImGui::CalcTextSize(position_text(steps - 1, steps).c_str()).x + gap;
    const float room = ImGui::GetContentRegionAvail().x - words;
    ImGui::SetNextItemWidth(std::clamp(room, frame.style.px(narrowest_slider), frame.style.px(widest_slider)));
    double step = double(film.step);
    if (thin_slider(frame, "##film_time", {.min = 0.0, .max = double(steps - 1), .whole = true}, step))
        frame.push(command::StepFilm{std::size_t(step)});
    explain(frame,
            "Which request of the block is shown, in the order in which they are played. Drag to move through time.");
    ImGui::SameLine(0.0f, gap);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(frame.style.palette.dim, "%s", position_text(film.step, steps).c_str());
}

void draw_speed(const Frame& frame) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(frame.style.palette.dim, "speed");
    ImGui::SameLine(0.0f, frame.style.px(control_gap));
    ImGui::SetNextItemWidth(frame.style.px(speed_slider));
    double speed = frame.state.trace.film.per_second;
    if (thin_slider(frame, "##film_speed", {.min = slowest_film, .max = fastest_film, .logarithmic = true}, speed))
        frame.push(command::SetFilmSpeed{speed});
    explain(frame, fmt::format("How fast the film plays: {:.3g} requests per second. A GPU makes billions per second.",
                               speed));
}

/// "After barrier 2" matters only where there are barriers.
std::string told_step(const simt::Trace& trace, const simt::WarpRequest& request) {
    const simt::TraceLine& line = trace.lines[request.line];
    if (trace.block.back().phase == 0)
        return fmt::format("Warp {}, line {}: {}.", request.warp, line.line, told(request, line));
    if (request.phase == 0)
        return fmt::format("Warp {}, line {}, before the first barrier: {}.", request.warp, line.line,
                           told(request, line));
    return fmt::format("Warp {}, line {}, after barrier {}: {}.", request.warp, line.line, request.phase,
                       told(request, line));
}

/// A sentence for one of two films, the shorter of which waits for the other one at its end.
std::string told_step_of_two(const Film& film, const FilmState& state) {
    const std::string name(short_name(film.trace->variant_id));
    if (state.step >= film.steps.size())
        return fmt::format("{}: all {} of this block are done. The last one is shown below.", name,
                           counted(std::int64_t(film.steps.size()), "store"));
    const simt::WarpRequest& request = film.trace->block[film.steps[state.step].request];
    return fmt::format("{}, w{}", name, told_step(*film.trace, request).substr(1));
}

/// "row_per_thread 2 048", or without the name.
std::string count_of(const Film& film, const FilmStep& step, bool with_name) {
    const std::string sectors = grouped(step.sectors_so_far);
    return with_name ? fmt::format("{} {}", short_name(film.trace->variant_id), sectors) : sectors;
}

/// "sectors so far: row_per_thread 2 048 | coalesced 256", without the names where they have no room. A class compares
/// these numbers while both films play.
void draw_counts(const Frame& frame) {
    const FilmState& film = frame.state.trace.film;
    const FilmStep &own = *film_step(film), &other = *other_film_step(film);
    const auto [own_colour, other_colour] = colours_of_compared(frame.style.palette);
    const float gap = frame.style.px(control_gap);
    constexpr const char *words = "sectors so far:", *between = "|";
    ImGui::PushFont(frame.style.fonts.bold, 0.0f);
    const std::string all = words + count_of(*film.film, own, true) + between + count_of(*film.other, other, true);
    const bool with_names = ImGui::CalcTextSize(all.c_str()).x + 3 * gap <= ImGui::GetContentRegionAvail().x;
    explained_text(frame, "film_counts", words,
                   "How many sectors of 32 bytes the stores of each variant have touched up to this step. Each "
                   "number has the same colour as the cells of its variant in the matrix.",
                   frame.style.palette.text);
    ImGui::SameLine(0.0f, gap);
    ImGui::TextColored(own_colour, "%s", count_of(*film.film, own, with_names).c_str());
    ImGui::SameLine(0.0f, gap);
    ImGui::TextColored(frame.style.palette.dim, "%s", between);
    ImGui::SameLine(0.0f, gap);
    ImGui::TextColored(other_colour, "%s", count_of(*film.other, other, with_names).c_str());
    ImGui::PopFont();
}

std::string teaching_words() { return fmt::format("n = {}", rows_for_teaching); }

/// Nothing where it has no room, or where it would change nothing.
/// Are the stores of so few points played already?
bool is_ready_for_teaching(const State& state) {
    const FilmState& film = state.trace.film;
    const bool shows_stores = film.content == FilmContent::stores || (film.shown && film.other != nullptr);
    return current_workload(state).rows == rows_for_teaching && shows_stores;
}

void draw_teaching_button(const Frame& frame) {
    const float width = width_of_teaching_button(frame);
    const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    if (width == 0.0f || ImGui::GetItemRectMax().x + width > end) return;
    ImGui::SameLine(0.0f, frame.style.px(control_gap));
    if (data_before_teaching(frame.state) && is_ready_for_teaching(frame.state)) {
        if (ImGui::Button("All points##film_teach")) frame.push(command::LeaveTeaching{});
        explain(frame, "Takes the data again that was there before only its first points were taken.");
        return;
    }
    if (ImGui::Button((teaching_words() + "##film_teach").c_str())) frame.push(command::PlayForTeaching{});
    explain(frame, fmt::format("Takes the first {} points and plays the stores of one block alone. So each cell that a "
                               "lane fills can be seen in the matrix. Ctrl+Z brings the other points back.",
                               rows_for_teaching));
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

void leave_film(const Frame& frame) {
    const FilmState& film = frame.state.trace.film;
    const LookState& look = frame.state.look;
    const bool is_matrix_large = look.presentation && look.presents_output; // the cells are looked at there
    if (film.shown && !is_matrix_large)
        frame.push(command::ShowFilm{false});
    else if (film.playing)
        frame.push(command::PlayFilm{false});
}

float width_of_teaching_button(const Frame& frame) {
    const State& state = frame.state;
    const bool is_ready = is_ready_for_teaching(state), leads_back = is_ready && data_before_teaching(state);
    if ((is_ready && !leads_back) || ImGui::GetWindowWidth() < frame.style.px(least_for_teaching)) return 0.0f;
    if (!why_not_for_teaching(state).empty()) return 0.0f;
    return ImGui::CalcTextSize(leads_back ? "All points" : teaching_words().c_str()).x +
           2 * ImGui::GetStyle().FramePadding.x + frame.style.px(control_gap);
}

void draw_film_switch(const Frame& frame) {
    const bool on = frame.state.trace.film.shown;
    if (ImGui::Button(on ? "Leave the film##film" : "Play block##film")) {
        if (on)
            frame.push(command::ShowFilm{false});
        else
            frame.push(command::PlayFilm{true});
    }
    explain(frame, on ? "Returns to the requests that one warp makes from the chosen line."
                      : "Plays the requests of all warps of this block like a film. It shows the lanes, the memory "
                        "that they touch, and the cells of the matrix that they fill. The key P plays and pauses.");
    draw_teaching_button(frame);
}

float lines_of_film(const Frame& frame, float room) {
    const FilmLines lines = lines_for(frame, frame.state.trace.film, room);
    const float counts = other_film_step(frame.state.trace.film) != nullptr ? 1.0f : 0.0f;
    return 1.0f + (lines.buttons_first ? 0.0f : 1.0f) + 1.0f + (lines.time_alone ? 1.0f : 0.0f) + counts;
}

const simt::WarpRequest* draw_film(const Frame& frame, const simt::Trace& trace, float room) {
    const FilmState& film = frame.state.trace.film;
    const FilmStep* const step = film_step(film);
    if (step == nullptr || film.film->trace.get() != &trace) return nullptr;
    const std::size_t steps = film_length(film);
    const FilmLines lines = lines_for(frame, film, room);
    const float gap = frame.style.px(control_gap);
    if (lines.buttons_first) ImGui::SameLine(0.0f, gap);
    step_button(frame,
                {"<##film_before", "Shows the request before this one.",
                 film.step > 0 ? nullptr : "This is the first request of the block."},
                film.step - 1);
    ImGui::SameLine(0.0f, gap);
    draw_play_button(frame);
    ImGui::SameLine(0.0f, gap);
    step_button(frame,
                {">##film_after", "Shows the request after this one.",
                 film.step + 1 < steps ? nullptr : "This is the last request of the block."},
                film.step + 1);
    draw_speed(frame);
    if (film.film->cells.rows > 0) {
        ImGui::SameLine(0.0f, gap);
        if (ImGui::Button("Find cells##film")) frame.push(command::RevealRegion{film.film->cells});
        explain(frame, "Zooms the matrix to the cells that this block stores to.");
    }
    if (!lines.time_alone) ImGui::SameLine(0.0f, gap);
    draw_time(frame, steps);
    const simt::WarpRequest& request = trace.block[step->request];
    if (film.other) draw_counts(frame);
    draw_told(frame, film.other ? told_step_of_two(*film.film, film) : told_step(trace, request));
    return &request;
}

const simt::WarpRequest& draw_other_film(const Frame& frame) {
    const FilmState& film = frame.state.trace.film;
    draw_told(frame, told_step_of_two(*film.other, film));
    return film.other->trace->block[other_film_step(film)->request];
}

} // namespace pairscope::app
