// SPDX-License-Identifier: MIT
#include "app/subjects/tour/tour_steps.h"

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/subjects/trace/trace.h"

#include <algorithm>

namespace pairscope::app {
namespace {

bool switches_kernel(const State& state, const Command& command) {
    if (!command.is<command::SelectVariant, command::StepVariant, command::SelectRecorded>()) return false;
    return state.run.variant_id != state.tour.variant_before || state.recordings.chosen.has_value();
}

/// The panel pauses the film by itself: only a user starts it.
bool reads_trace(const State& state, const Command& command) {
    if (trace_of(state) == nullptr) return false;
    if (const auto* film = command.as<command::PlayFilm>()) return film->on;
    return command.is<command::ChooseTraceLine, command::ChooseTraceRequest, command::StepFilm, command::ChooseWarp>();
}

bool ends_drag(const Command& command) {
    const auto* moved = command.as<command::MovePoint>();
    return moved != nullptr && moved->last;
}

bool compares(const State& state, const Command& command) {
    return command.is<command::CompareWith>() && !state.compare.other.empty();
}

} // namespace

std::optional<std::filesystem::path> file_asked_by(const State& state, const Command& command) {
    if (is_at(state.tour, TourStep::open_file))
        if (const auto* open = command.as<command::OpenFile>()) return open->file.path;
    if (!is_at(state.tour, TourStep::save_chart)) return {};
    if (const auto* save = command.as<command::SaveChart>()) return save->path;
    if (const auto* save = command.as<command::SaveFigure>()) return save->path;
    return {};
}

bool completes_step(const State& state, const Command& command) {
    if (!state.tour.shown) return false;
    switch (step_of(state.tour)) {
    case TourStep::switch_kernel:
        return switches_kernel(state, command);
    case TourStep::read_trace:
        return reads_trace(state, command);
    case TourStep::drag_point:
        return ends_drag(command);
    case TourStep::predict_bar:
        return command.is<command::PredictBar>() && state.tour.guessed.has_value();
    case TourStep::compare:
        return compares(state, command);
    case TourStep::open_file:
    case TourStep::save_chart:
        return false; // when the file is there
    }
    return false;
}

bool has_asked_file(const State& state) {
    const auto& asked = state.tour.asked_file;
    if (!state.tour.shown || !asked) return false;
    if (is_at(state.tour, TourStep::open_file)) {
        if (state.data.loading || asked->shipped) return false;
        const auto files = files_of(state.data.now.source);
        return std::ranges::find(files, asked->path) != files.end();
    }
    const auto& saved = state.look.saved;
    return saved && saved->path == std::filesystem::absolute(asked->path) && saved->when != asked->saved_before;
}

std::optional<std::size_t> step_to_resume(const TourState& tour) {
    for (std::size_t i = 0; i < tour_steps; ++i)
        if (const std::size_t step = (tour.step + i) % tour_steps; !tour.done[step]) return step;
    return {};
}

} // namespace pairscope::app
