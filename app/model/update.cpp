// SPDX-License-Identifier: MIT
#include "app/model/update.h"

#include "app/model/contest.h"
#include "app/model/counters_table.h"
#include "app/model/edit_points.h"
#include "app/model/recordings.h"
#include "app/model/results_table.h"
#include "app/model/schedule.h"
#include "app/model/time_charts.h"
#include "app/model/tracing.h"
#include "kernels/core/errors.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pairscope::app {
namespace {

template <class... Ts> struct Overloaded : Ts... { using Ts::operator()...; };

constexpr std::size_t longest_trail = 12;

/// What is still being read is not wanted any more, unless it is the same table in another way.
void set_source(State& state, const DataSource& source, Effects& effects) {
    const auto *file = std::get_if<FileSource>(&source), *open = std::get_if<FileSource>(&state.data.now.source);
    const bool same = file != nullptr && open != nullptr && open->path == file->path && state.data.now.table;
    effects.cancel_measurements = true;
    if (!same) {
        ++state.data.request;
        state.data.loading.reset();
        effects.cancel_loading = true;
    }
    if (file == nullptr) {
        try {
            auto made = std::make_shared<const Dataset>(generate(std::get<GeneratorSettings>(source)));
            set_dataset(state, {source, nullptr, std::move(made)});
        } catch (const InputError& error) {
            notify(state, Severity::error, error.what(), {Topic::points, {}});
        }
        return;
    }
    settle_all(state, Topic::points);
    state.data.loading = file->path.filename().string();
    effects.files.emplace_back(
        job::Load{.source = *file, .table = same ? state.data.now.table : nullptr, .request = state.data.request});
}

void select_variant(State& state, const std::string& id, Effects& effects) {
    const KernelVariant* variant = find_variant(id);
    if (variant == nullptr || state.run.variant_id == variant->id) return;
    state.run.variant_id = variant->id;
    auto& trail = state.run.trail;
    if (std::find(trail.begin(), trail.end(), state.run.variant_id) == trail.end())
        trail.push_back(state.run.variant_id);
    if (trail.size() > longest_trail) trail.erase(trail.begin());
    start_trace_anew(state.trace);
    settle_all(state, Topic::picture);
    effects.cancel_measurements = true;
}

/// The selected variant is no rival of itself, but the same variant in a recording is one.
void choose_rival(State& state, const command::ChooseRival& chosen, Effects& effects) {
    const KernelVariant* variant = chosen.id.empty() ? nullptr : find_variant(chosen.id);
    ContestState& contest = state.contest;
    const bool again = variant != nullptr && contest.rival == variant->id &&
                       contest.rival_recording == chosen.recording && contest.rival_device == chosen.device;
    const bool same = variant == selected_variant(state) && chosen.recording == 0 && !state.recordings.chosen;
    const bool none = variant == nullptr || again || same;
    contest.rival = none ? std::string{} : std::string(variant->id);
    contest.rival_recording = none ? 0 : chosen.recording;
    contest.rival_device = none ? Device{} : chosen.device;
    effects.cancel_measurements = true;
}

void step_variant(State& state, int by, Effects& effects) {
    const auto rungs = ladder(state);
    if (rungs.empty()) return;
    const auto found = std::find(rungs.begin(), rungs.end(), selected_variant(state));
    const auto at = found == rungs.end() ? 0 : found - rungs.begin();
    const auto to = std::clamp<std::ptrdiff_t>(at + by, 0, std::ssize(rungs) - 1);
    select_variant(state, std::string(rungs[std::size_t(to)]->id), effects);
}

void forget_measurement(State& state) {
    state.run.measure_again = true;
    state.run.cancelled.reset();
    state.picture.failed_for.clear();
    state.contest.made_for.reset();
    state.trace.made_for.reset();
    state.trace.failed_for.reset();
    state.counters.forbidden.clear();
}

void save_matrix(State& state, const std::filesystem::path& path, bool as_picture, Effects& effects) {
    const KernelVariant* variant = selected_variant(state);
    const auto index = variant == nullptr ? std::nullopt : device_for(state.run, *variant);
    if (!index || !state.data.now.dataset || !why_not_now(state, *variant).empty()) {
        notify(state, Severity::error,
               fmt::format("{} was not saved: the selected variant cannot run here.", path.string()),
               {Topic::saving, {}});
        return;
    }
    effects.files.emplace_back(job::SaveMatrix{.path = path,
                                               .dataset = state.data.now.dataset,
                                               .revision = state.data.revision,
                                               .variant = variant,
                                               .device_index = *index,
                                               .device = state.run.devices[*index],
                                               .as_picture = as_picture,
                                               .shown = {},
                                               .facts = picture_facts(state),
                                               .colouring = {}});
}

void save_counters(State& state, const std::filesystem::path& path, Effects& effects) {
    const profiling::Measurement* m = shown_run(state, recorded_run(state)).run;
    if (m == nullptr || !m->counters) {
        notify(state, Severity::error,
               fmt::format("{} was not saved because the selected variant has no counter values. The Counters panel "
                           "(key C) says why.",
                           path.string()),
               {Topic::saving, {}});
        return;
    }
    const bool json = path.extension() == ".json";
    effects.files.emplace_back(job::SaveText{path, json ? counters_json(*m) : counters_csv(*m)});
}

void measure_everything(State& state) {
    std::erase_if(state.run.outcomes, [&](const auto& item) { return item.first.workload == current_workload(state); });
    state.run.measure_all = true;
    state.run.cancelled.reset();
}

void update_data(State& state, const Command& command, Effects& effects) {
    std::visit(Overloaded{
                   [&](const command::SetSource& c) { set_source(state, c.source, effects); },
                   [&](const command::OpenFile& c) {
                       if (c.path.extension() == profiling::recording_ending) {
                           effects.files.emplace_back(job::OpenRecording{c.path});
                           return;
                       }
                       const auto n = state.data.now.dataset ? state.data.now.dataset->rows : std::int64_t{2048};
                       set_source(state,
                                  FileSource{.path = c.path,
                                             .columns = {},
                                             .n = std::max(n, std::int64_t{2048}),
                                             .order = Order::hilbert},
                                  effects);
                       if (auto* load = std::get_if<job::Load>(&effects.files.back())) load->may_be_recording = true;
                   },
                   [&](const command::ForgetRecent& c) { std::erase(state.data.recent, c.path); },
                   [&](const command::MovePoint& c) { move_point(state, c); },
                   [&](const command::AddPoint& c) { add_point(state, c); },
                   [&](const command::DeleteSelected&) { delete_selected(state); },
                   [&](const command::SelectRows& c) {
                       state.data.selected = c.rows;
                       std::sort(state.data.selected.begin(), state.data.selected.end());
                   },
                   [&](const command::Undo&) { undo(state); },
                   [&](const command::Redo&) { redo(state); },
                   [](const auto&) {},
               },
               command);
}

void update_runs(State& state, const Command& command, Effects& effects) {
    std::visit(Overloaded{
                   [&](const command::SelectVariant& c) {
                       state.recordings.chosen.reset();
                       select_variant(state, c.id, effects);
                   },
                   [&](const command::SelectRecorded& c) {
                       state.recordings.chosen = RecordedChoice{c.recording, c.device};
                       select_variant(state, c.variant_id, effects);
                   },
                   [&](const command::ChooseRival& c) { choose_rival(state, c, effects); },
                   [&](const command::StepVariant& c) { step_variant(state, c.by, effects); },
                   [&](const command::SelectDevice& c) {
                       state.run.device = std::min(c.index, state.run.devices.size() - 1);
                       effects.cancel_measurements = true;
                   },
                   [&](const command::SetTarget& c) {
                       state.run.target = c.target;
                       effects.cancel_measurements = true;
                   },
                   [&](const command::SetCaches& c) {
                       state.run.caches = c.caches;
                       effects.cancel_measurements = true;
                   },
                   [&](const command::SetLive& c) { state.run.live = c.on; },
                   [&](const command::RunAgain&) { forget_measurement(state); },
                   [&](const command::MeasureAll&) { measure_everything(state); },
                   [&](const command::MeasureCeilings&) {
                       for (auto& [index, known] : state.run.ceilings) measure_anew(known);
                       state.run.cancelled.reset();
                   },
                   [&](const command::CancelWork&) {
                       effects.cancel = true;
                       state.run.cancelled = CancelledWork{state.run.variant_id, state.data.revision};
                       state.run.measure_all = false;
                       state.run.measure_again = false;
                       for (auto& [index, known] : state.run.ceilings) known.wanted = false;
                       give_up_contest(state);
                       give_up_trace(state);
                   },
                   [](const auto&) {},
               },
               command);
    // Another device, output or state of the caches asks for other measurements of the selected variant.
    if (effects.cancel_measurements) state.run.cancelled.reset();
}

void pick_metric(MetricsQuestion& question, const std::string& metric, bool on) {
    std::erase(question.picked, metric);
    if (on) question.picked.push_back(metric);
}

void update_counters(State& state, const Command& command, Effects& effects) {
    CounterState& counters = state.counters;
    std::visit(Overloaded{
                   [&](const command::CountMore& c) {
                       const KernelVariant* variant = selected_variant(state);
                       const auto key = variant == nullptr ? std::nullopt : key_for(state, *variant);
                       if (key) counters.wanted.insert({*key, c.set});
                       state.run.cancelled.reset();
                   },
                   [&](const command::PickMetric& c) {
                       counters.browsing = true;
                       pick_metric(counters.question, c.metric, c.on);
                       state.run.cancelled.reset();
                   },
                   [&](const command::SearchMetrics& c) {
                       counters.browsing = true;
                       counters.search = c.text;
                   },
                   [&](const command::ChooseMetric& c) { counters.question.chosen = c.name; },
                   [&](const command::ChooseChip& c) {
                       counters.browsing = true;
                       counters.question = {.chip = c.chip, .picked = counters.question.picked, .chosen = {}};
                   },
                   [&](const command::SetCounting& c) {
                       counters.on = c.on;
                       effects.cancel_measurements = true;
                   },
                   [](const auto&) {},
               },
               command);
}

void update_trace(TraceState& trace, const Command& command, Effects& effects) {
    std::visit(Overloaded{
                   [&](const command::ChooseWarp& c) {
                       trace.block = std::max(c.block, std::int64_t{-1});
                       trace.warp = std::max(c.warp, 0);
                       effects.cancel_measurements = true;
                   },
                   [&](const command::ChooseTraceLine& c) {
                       trace.line = c.line;
                       trace.request = 0;
                   },
                   [&](const command::ChooseTraceRequest& c) { trace.request = c.request; },
                   [](const auto&) {},
               },
               command);
}

/// The mouse may have come to another place, which marks its own cell, before the place it left takes its mark away.
void hover(ViewState& view, const command::HoverCell& c) {
    if (!c.cell && c.place != HoverPlace::elsewhere && c.place != view.hovered_in) return;
    view.hovered = c.cell;
    view.hovered_in = c.cell ? c.place : HoverPlace::elsewhere;
}

void update_view(State& state, const Command& command) {
    std::visit(Overloaded{
                   [&](const command::SetView& c) {
                       state.view.heatmap = c.view;
                       state.view.fit = false;
                   },
                   [&](const command::FitView&) {
                       state.view.fit = true;
                       state.view.scatter.fit = true;
                   },
                   [&](const command::OneToOne&) { state.view.one_to_one = true; },
                   [&](const command::HoverCell& c) { hover(state.view, c); },
                   [&](const command::PinCell& c) { state.view.pinned = c.cell; },
                   [&](const command::MarkWrong& c) { state.view.wrong_marks = c.on; },
                   [&](const command::FindCell& c) {
                       state.view.pinned = state.view.reveal = c.cell;
                       state.view.hovered.reset();
                   },
                   [&](const command::SetScatter& c) { state.view.scatter = c.view; },
                   [&](const command::SetColours& c) { state.view.colours = c.colours; },
                   [](const auto&) {},
               },
               command);
}

/// Text that was made larger for the room is as before when the presentation ends.
void set_presentation(State& state, bool on) {
    LookState& look = state.look;
    if (look.presentation == on) return;
    look.presentation = on;
    state.view.hovered.reset(); // the panel under the mouse may be gone
    if (on)
        look.scale_before = look.scale;
    else
        look.scale = look.scale_before;
}

void update_look(State& state, const Command& command) {
    std::visit(Overloaded{
                   [&](const command::SetBars& c) { state.look.bars = c.bars; },
                   [&](const command::SetMemoryLevel& c) { state.look.level = c.level; },
                   [&](const command::SetWorkUnit& c) { state.look.unit = c.unit; },
                   [&](const command::SetTheme& c) { state.look.theme = c.theme; },
                   [&](const command::SetChartTheme& c) { state.look.charts_as_screen = c.as_screen; },
                   [&](const command::SetScale& c) { state.look.scale = std::clamp(c.scale, 0.5f, 3.0f); },
                   [&](const command::SetPresentation& c) { set_presentation(state, c.on); },
                   [&](const command::ResetLayout&) {
                       state.look.reset_layout = true;
                       state.look.panels.clear();
                   },
                   [&](const command::ShowDialog& c) {
                       state.look.dialog = c.dialog;
                       state.look.entry = {.text = {}, .folder = state.look.entry.folder, .chosen = 0};
                   },
                   [&](const command::SetEntry& c) { state.look.entry = c.entry; },
                   [&](const command::ShowPanel& c) { state.look.panels[c.panel] = c.shown; },
                   [&](const command::FocusPanel& c) {
                       state.look.panels[c.panel] = true;
                       state.look.focus = c.panel;
                   },
                   [&](const command::DismissNotice& c) {
                       for (Notice& notice : state.notices)
                           if (notice.id == c.id) notice.read = true;
                   },
                   [&](const command::DismissHints&) { state.look.hints = false; },
                   [&](const command::Quit&) { state.quit = true; },
                   [](const auto&) {},
               },
               command);
}

void update_saving(State& state, const Command& command, Effects& effects) {
    std::visit(
        Overloaded{
            [&](const command::SavePicture& c) { effects.picture = c; },
            [&](const command::SaveCells& c) { save_matrix(state, c.path, true, effects); },
            [&](const command::SaveMatrix& c) { save_matrix(state, c.path, false, effects); },
            [&](const command::SavePoints& c) {
                if (state.data.now.dataset) effects.files.emplace_back(job::SavePoints{c.path, state.data.now.dataset});
            },
            [&](const command::SaveTable& c) {
                const bool json = c.path.extension() == ".json";
                effects.files.emplace_back(job::SaveText{c.path, json ? results_json(state) : results_csv(state)});
            },
            [&](const command::SaveChart& c) { effects.chart = c; },
            [&](const command::SaveCounters& c) { save_counters(state, c.path, effects); },
            [&](const command::Copy& c) { effects.clipboard = c.text; },
            [](const auto&) {},
        },
        command);
}

} // namespace

Effects update(State& state, const Command& command) {
    Effects effects;
    const std::uint64_t revision = state.data.revision;
    const Workload workload = current_workload(state);
    update_data(state, command, effects);
    update_runs(state, command, effects);
    update_recordings(state, command, effects);
    update_counters(state, command, effects);
    update_trace(state.trace, command, effects);
    update_view(state, command);
    update_look(state, command);
    update_saving(state, command, effects);
    if (state.data.revision != revision) {
        effects.cancel_measurements = true;
        settle_all(state, Topic::points);
        settle_all(state, Topic::picture);
    }
    if (current_workload(state) != workload) start_trace_anew(state.trace);
    return effects;
}

} // namespace pairscope::app
