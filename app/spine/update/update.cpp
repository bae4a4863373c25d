// SPDX-License-Identifier: MIT
#include "app/spine/update/update.h"

#include "app/spine/state_queries.h"
#include "app/spine/update/undo.h"
#include "app/spine/update/update_saving.h"
#include "app/subjects/counters/update_counters.h"
#include "app/subjects/data/update_points.h"
#include "app/subjects/ladder/update_runs.h"
#include "app/subjects/matrix/differences/update_differences.h"
#include "app/subjects/matrix/order/view_order.h"
#include "app/subjects/matrix/update_view.h"
#include "app/subjects/matrix/zoom/update_deep.h"
#include "app/subjects/neighbours/update_neighbours.h"
#include "app/subjects/points/edit_points.h"
#include "app/subjects/recordings/update_recordings.h"
#include "app/subjects/tour/update_tour.h"
#include "app/subjects/trace/tracing.h"
#include "kernels/data/overloaded.h"

#include <algorithm>

namespace pairscope::app {
namespace {

struct PointCommands {
    State& state;
    Effects& effects;
    void operator()(const command::SetSource& c) const { set_source(state, c, effects); }
    void operator()(const command::OpenFile& c) const { open_file(state, c, effects); }
    void operator()(const command::ChooseWorkload& c) const { choose_workload(state, c.id, effects); }
    void operator()(const command::AskAboutVectors& c) const { ask_about_vectors(state, c, effects); }
    void operator()(const command::MeasureInKilometres&) const { measure_in_kilometres(state, effects); }
    void operator()(const command::SetParameter& c) const { set_parameter(state, c, effects); }
    void operator()(const command::ForgetRecent& c) const { std::erase(state.data.recent, c.path); }
    void operator()(const command::MovePoint& c) const { move_point(state, c); }
    void operator()(const command::AddPoint& c) const { add_point(state, c); }
    void operator()(const command::DeleteSelected&) const { delete_selected(state); }
    void operator()(const command::SelectRows& c) const { state.data.selected = c.rows; }
    void operator()(const command::Undo&) const { undo(state); }
    void operator()(const command::Redo&) const { redo(state); }
};

struct RunCommands {
    State& state;
    Effects& effects;
    void operator()(const command::SelectVariant& c) const {
        state.recordings.chosen.reset();
        select_variant(state, c.id, effects);
    }
    void operator()(const command::SelectRecorded& c) const {
        state.recordings.chosen = RecordedChoice{c.recording, c.device};
        select_variant(state, c.variant_id, effects);
    }
    void operator()(const command::CompareWith& c) const { compare_with(state, c, effects); }
    void operator()(const command::StepVariant& c) const { step_variant(state, c.by, effects); }
    void operator()(const command::SelectDevice& c) const { select_device(state, c.index, effects); }
    void operator()(const command::SetTarget& c) const {
        state.run.target = c.target;
        want_other_measurements(state, effects);
    }
    void operator()(const command::SetCaches& c) const {
        state.run.caches = c.caches;
        want_other_measurements(state, effects);
    }
    void operator()(const command::SetLive& c) const { state.run.live = c.on; }
    void operator()(const command::RunAgain&) const { run_again(state); }
    void operator()(const command::MeasureAll&) const { measure_all(state); }
    void operator()(const command::MeasureCeilings&) const { measure_ceilings(state.run); }
    void operator()(const command::CancelWork&) const { cancel_work(state, effects); }
};

struct RecordingCommands {
    State& state;
    Effects& effects;
    void operator()(const command::OpenRecording& c) const { open_recording(state, c, effects); }
    void operator()(const command::UseRecordedPoints& c) const { use_recorded_points(state, c.id, effects); }
    void operator()(const command::CloseRecording& c) const { close_recording(state.recordings, c.id); }
    void operator()(const command::ShowRecording& c) const { show_recording(state.recordings, c); }
    void operator()(const command::SaveRecording& c) const { save_session(state, c.path, effects); }
};

struct CounterCommands {
    State& state;
    Effects& effects;
    void operator()(const command::CountMore& c) const { count_more(state, c.set); }
    void operator()(const command::PickMetric& c) const { pick_metric(state, c); }
    void operator()(const command::SearchMetrics& c) const { search_metrics(state.counters, c.text); }
    void operator()(const command::ChooseMetric& c) const { state.counters.question.chosen = c.name; }
    void operator()(const command::ChooseChip& c) const { choose_chip(state.counters, c.chip); }
    void operator()(const command::SetCounting& c) const {
        state.counters.on = c.on;
        effects.cancel_measurements = true;
    }
    void operator()(const command::SampleLaunch&) const { sample_again(state); }
};

void play_film(FilmState& film, bool on) {
    film.shown = true;
    film.playing = on;
    if (on && film.film && film.step + 1 >= film.film->steps.size()) film.step = 0;
}

struct TraceCommands {
    TraceState& trace;
    Effects& effects;
    void operator()(const command::ChooseWarp& c) const {
        trace.block = std::max(c.block, std::int64_t{-1});
        trace.warp = std::max(c.warp, 0);
        effects.cancel_measurements = true;
    }
    void operator()(const command::ChooseTraceLine& c) const {
        trace.line = c.line;
        trace.request = 0;
        trace.film.shown = trace.film.playing = false;
    }
    void operator()(const command::ChooseTraceRequest& c) const {
        trace.request = c.request;
        trace.film.shown = trace.film.playing = false;
    }
    void operator()(const command::ShowFilm& c) const {
        trace.film.shown = c.on;
        trace.film.playing = trace.film.playing && c.on;
    }
    void operator()(const command::PlayFilm& c) const { play_film(trace.film, c.on); }
    void operator()(const command::StepFilm& c) const {
        trace.film.shown = true;
        trace.film.playing = false;
        trace.film.step = c.step;
    }
    void operator()(const command::SetFilmSpeed& c) const {
        trace.film.per_second = std::clamp(c.per_second, slowest_film, fastest_film);
    }
};

struct OrderCommands {
    State& state;
    Effects& effects;
    void operator()(const command::OrderMatrix& c) const {
        if (state.view.order == c.order) return;
        choose_order(state, c.order);
        effects.cancel_measurements = true; // they begin again; the user waits for the order
    }
    void operator()(const command::AnimateOrder& c) const { state.order.animated = c.on; }
};

struct DifferenceCommands {
    State& state;
    Effects& effects;
    void operator()(const command::FindWorst&) const {
        find_worst(state);
        focus_panel(state.look, "Differences"); // it writes the entry out
    }
    void operator()(const command::ShowDifferencePart& c) const { state.view.difference_steps = c.steps; }
    void operator()(const command::UsePreset& c) const { use_preset(state, c.name, effects); }
};

struct ViewCommands {
    ViewState& view;
    void operator()(const command::SetView& c) const {
        view.heatmap = c.view;
        view.fit = false;
    }
    void operator()(const command::FitView&) const {
        view.fit = view.scatter.fit = true;
        view.coordinates.reset();
    }
    void operator()(const command::OneToOne&) const { view.one_to_one = true; }
    void operator()(const command::HoverCell& c) const { hover(view, c); }
    void operator()(const command::PinCell& c) const { view.pinned = c.cell; }
    void operator()(const command::MarkWrong& c) const { view.wrong_marks = c.on; }
    void operator()(const command::ShowContent& c) const { show_content(view, c); }
    void operator()(const command::FindCell& c) const { find_cell(view, c.cell); }
    void operator()(const command::RevealRegion& c) const { view.reveal_region = c.region; }
    void operator()(const command::SetScatter& c) const { view.scatter = c.view; }
    void operator()(const command::SetPointAxes& c) const {
        view.point_axes = c.axes;
        view.scatter.fit = true;
    }
    void operator()(const command::SetCoordinates& c) const { view.coordinates = c.axis; }
    void operator()(const command::SetMatchFilter& c) const {
        view.match_filter = c.filter;
        view.match_filter.most_ratio = std::clamp(c.filter.most_ratio, 0.0, 1.0);
    }
    void operator()(const command::SortMatches& c) const { view.match_order = c.order; }
    void operator()(const command::SetColours& c) const { view.colours = c.colours; }
};

struct DeepCommands {
    State& state;
    void operator()(const command::GoTo& c) const { go_to(state, c); }
    void operator()(const command::ShowMinimap& c) const { state.deep.minimap = c.on; }
    void operator()(const command::UseViewText& c) const { use_view_text(state, c.text); }
};

struct NeighbourCommands {
    State& state;
    Effects& effects;
    void operator()(const command::SetNeighbourCount& c) const { set_neighbour_count(state.neighbours, c.k); }
    void operator()(const command::ShowGraph& c) const { show_graph(state.neighbours, c.on); }
    void operator()(const command::ShowNeighbours& c) const {
        state.neighbours.shown = c.view;
        focus_panel(state.look, "Nearest");
    }
    void operator()(const command::SetRadius& c) const { set_radius(state.neighbours, c.radius); }
    void operator()(const command::StepRow& c) const { step_row(state, c.by); }
    void operator()(const command::StepRank& c) const { step_rank(state, c.by); }
    void operator()(const command::PinPair& c) const { pin_pair(state, c.cell); }
    void operator()(const command::UnpinPair& c) const { unpin_pair(state.data, c.index); }
    void operator()(const command::NamePair& c) const { name_pair(state.data, c); }
    void operator()(const command::SaveRow& c) const { save_row(state, c.path, effects); }
    void operator()(const command::SortNeighbours& c) const { state.neighbours.order = c.order; }
    void operator()(const command::ArrangeForData& c) const { state.look.data_arrangement = c.on; }
    void operator()(const command::SaveFigure& c) const { effects.figure = c; }
    void operator()(const command::SaveNeighbours& c) const { save_neighbours(state, c.path, effects); }
    void operator()(const command::SavePairs& c) const { save_pairs(state, c.path, effects); }
};

struct LookCommands {
    State& state;
    void operator()(const command::SetBars& c) const { state.look.bars = c.bars; }
    void operator()(const command::FoldGroup& c) const { state.look.folded[c.group] = c.folded; }
    void operator()(const command::SetMemoryLevel& c) const { state.look.level = c.level; }
    void operator()(const command::SetWorkUnit& c) const { state.look.unit = c.unit; }
    void operator()(const command::SetTheme& c) const { state.look.theme = c.theme; }
    void operator()(const command::SetChartTheme& c) const { state.look.charts_as_screen = c.as_screen; }
    void operator()(const command::SetScale& c) const { state.look.scale = std::clamp(c.scale, 0.5f, 3.0f); }
    void operator()(const command::SetPresentation& c) const { set_presentation(state, c.on); }
    void operator()(const command::ResetLayout&) const { reset_layout(state.look); }
    void operator()(const command::ShowDialog& c) const { show_dialog(state.look, c.dialog); }
    void operator()(const command::SetEntry& c) const { state.look.entry = c.entry; }
    void operator()(const command::ShowPanel& c) const { state.look.panels[c.panel] = c.shown; }
    void operator()(const command::FocusPanel& c) const { focus_panel(state.look, c.panel); }
    void operator()(const command::DismissNotice& c) const { dismiss_notice(state, c.id); }
    void operator()(const command::DismissHints&) const { state.look.hints = false; }
    void operator()(const command::Quit&) const { state.quit = true; }
};

struct TourCommands {
    State& state;
    void operator()(const command::ShowTour& c) const { show_tour(state, c.on); }
    void operator()(const command::GoToTourStep& c) const { go_to_tour_step(state, c.step); }
    void operator()(const command::AskAboutBar& c) const { ask_about_bar(state.tour, c.asked); }
    void operator()(const command::PredictBar& c) const { predict_bar(state.tour, c.guessed); }
    void operator()(const command::ShowTerm& c) const { show_term(state.look, c.word); }
};

struct SaveCommands {
    State& state;
    Effects& effects;
    void operator()(const command::SavePicture& c) const { effects.picture = c; }
    void operator()(const command::SaveCells& c) const { save_matrix(state, c.path, true, effects); }
    void operator()(const command::SaveMatrix& c) const { save_matrix(state, c.path, false, effects); }
    void operator()(const command::SaveAnswer& c) const { save_answer(state, c.path, effects); }
    void operator()(const command::SavePoints& c) const { save_points(state, c.path, effects); }
    void operator()(const command::SaveTable& c) const { save_table(state, c.path, effects); }
    void operator()(const command::SaveChart& c) const { effects.chart = c; }
    void operator()(const command::SaveCounters& c) const { save_counters(state, c.path, effects); }
    void operator()(const command::OpenFolder& c) const { effects.folder = c.path; }
    void operator()(const command::HideSaved&) const { state.look.saved.reset(); }
    void operator()(const command::Copy& c) const { effects.clipboard = c.text; }
};

/// Changes of the view become steps of undo, whatever command made them. Where the data changed, its step has the view.
void remember_view_before(State& state, const ViewSnapshot& before, const Command& command) {
    ViewChange change{.command = command.index()};
    if (const auto* c = std::get_if<command::SetView>(&command)) change.gesture = c->gesture;
    if (const auto* c = std::get_if<command::SetScatter>(&command)) change.gesture = c->gesture;
    if (const auto* c = std::get_if<command::PinCell>(&command)) change.gesture = c->gesture;
    change.comes_often =
        std::holds_alternative<command::SetView>(command) || std::holds_alternative<command::SetScatter>(command) ||
        std::holds_alternative<command::SetColours>(command) ||
        std::holds_alternative<command::SetCoordinates>(command) || std::holds_alternative<command::StepRow>(command) ||
        std::holds_alternative<command::StepRank>(command);
    remember_view(state, before, change);
}

bool is_about_steps(const Command& command) {
    return std::holds_alternative<command::Undo>(command) || std::holds_alternative<command::Redo>(command);
}

} // namespace

Effects update(State& state, const Command& command) {
    Effects effects;
    const ViewSnapshot view = view_snapshot(state);
    const std::uint64_t revision = state.data.revision;
    const Workload workload = current_workload(state);
    // A command without an overload, or with two, does not compile.
    const Overloaded carry_out{PointCommands{state, effects},
                               RunCommands{state, effects},
                               RecordingCommands{state, effects},
                               CounterCommands{state, effects},
                               TraceCommands{state.trace, effects},
                               OrderCommands{state, effects},
                               DifferenceCommands{state, effects},
                               ViewCommands{state.view},
                               NeighbourCommands{state, effects},
                               DeepCommands{state},
                               LookCommands{state},
                               TourCommands{state},
                               SaveCommands{state, effects}};
    std::visit(carry_out, command);
    observe_command(state, command);
    if (state.data.revision == revision && !is_about_steps(command)) remember_view_before(state, view, command);
    if (state.data.revision != revision) {
        leave_impossible_differences(state);
        effects.cancel_measurements = true;
        settle_all(state, Topic::points);
        settle_all(state, Topic::picture);
    }
    if (current_workload(state) != workload) start_trace_anew(state.trace);
    return effects;
}

} // namespace pairscope::app
