// SPDX-License-Identifier: MIT
#include "app/subjects/trace/trace.h"

#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/data/data.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"
#include "profiling/examination.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace pairscope::app {
namespace {

/// Where the variant writes in the trace: as chosen, if it can.
TargetKind target_for(const State& state, const KernelVariant& variant) {
    if (!variant.writes_linear) return TargetKind::surface;
    return variant.writes_surface ? state.run.target : TargetKind::linear;
}

/// Into memory that outlives the kernel.
bool is_store(simt::AccessKind kind) {
    return kind == simt::AccessKind::global_store || kind == simt::AccessKind::surface_store;
}

std::optional<double> per(double amount, double count) {
    return count > 0.0 ? std::optional(amount / count) : std::nullopt;
}

} // namespace

std::optional<TraceKey> wanted_trace(const State& state) {
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr || variant->backend != Backend::cuda || !state.data.now.question.first) return {};
    const Workload workload = current_workload(state);
    if (!simt::why_not_simulated(*variant).empty() || !why_not(workload).empty()) return {};
    return TraceKey{.variant_id = std::string(variant->id),
                    .workload = workload,
                    .target = target_for(state, *variant),
                    .block = state.trace.block,
                    .warp = state.trace.warp};
}

std::optional<TraceKey> wanted_other_trace(const State& state) {
    const KernelVariant* variant = other_variant(state);
    const auto selected = wanted_trace(state);
    if (variant == nullptr || variant == selected_variant(state) || !selected) return {};
    if (variant->backend != Backend::cuda || !simt::why_not_simulated(*variant).empty()) return {};
    TraceKey key = *selected;
    key.variant_id = variant->id;
    key.target = target_for(state, *variant);
    return key;
}

void use_kept_traces(State& state) {
    TraceState& traces = state.trace;
    if (traces.kept.empty()) return;
    const auto kept = [&](const std::optional<TraceKey>& key) -> std::shared_ptr<const simt::Trace> {
        if (!key) return {};
        const auto found = std::ranges::find(traces.kept, *key, &TraceState::Kept::key);
        return found == traces.kept.end() ? nullptr : found->trace;
    };
    const auto wanted = wanted_trace(state), other = wanted_other_trace(state);
    if (wanted != traces.made_for)
        if (auto trace = kept(wanted)) {
            traces.trace = std::move(trace);
            traces.made_for = wanted;
        }
    if (other != traces.other_made_for)
        if (auto trace = kept(other)) {
            traces.other = std::move(trace);
            traces.other_made_for = other;
        }
}

std::optional<Job> trace_job(const State& state) {
    const auto wanted = wanted_trace(state);
    if (wanted && state.trace.made_for != wanted && state.trace.failed_for != wanted)
        return job::Trace{.question = measured_question(state), .variant = selected_variant(state), .key = *wanted};
    const auto other = wanted_other_trace(state);
    if (other && state.trace.other_made_for != other && state.trace.other_failed_for != other)
        return job::Trace{.question = measured_question(state), .variant = other_variant(state), .key = *other};
    return {};
}

const simt::Trace* trace_of(const State& state) {
    const simt::Trace* trace = state.trace.trace.get();
    return trace != nullptr && trace->variant_id == state.run.variant_id ? trace : nullptr;
}

const simt::Trace* trace_before(const State& state) {
    const simt::Trace* const trace = state.trace.trace.get();
    if (trace == nullptr || trace_of(state) != nullptr || find_variant(trace->variant_id) == nullptr) return nullptr;
    const auto wanted = wanted_trace(state);
    const bool is_awaited = wanted && state.trace.failed_for != wanted;
    return is_awaited && trace->workload == wanted->workload ? trace : nullptr;
}

const simt::Trace* other_trace_of(const State& state) {
    const simt::Trace* trace = state.trace.other.get();
    const KernelVariant* variant = other_variant(state);
    return trace != nullptr && variant != nullptr && trace->variant_id == variant->id ? trace : nullptr;
}

std::optional<DataSource> data_before_teaching(const State& state) {
    const auto& before = state.trace.before_teaching;
    const bool is_cut = before && current_workload(state).rows == rows_for_teaching &&
                        source_of_first(state.data.now, rows_for_teaching) == state.data.now.source;
    return is_cut ? before : std::nullopt;
}

std::string why_not_for_teaching(const State& state) {
    if (!asks_for_matrix(state)) return "The stores of this workload fill no matrix.";
    if (!wanted_trace(state)) return "Only a CUDA variant that can be simulated has such a film.";
    const Question& question = state.data.now.question;
    const std::int64_t rows = std::min(question.first->rows, question.across().rows);
    if (rows < rows_for_teaching && !source_of_first(state.data.now, rows_for_teaching))
        return fmt::format("The data has fewer than {} rows.", rows_for_teaching);
    return {};
}

std::size_t heaviest_line(const simt::Trace& trace) {
    const auto weight = [](const simt::TraceLine& line) { return std::pair(is_store(line.kind), line.sectors); };
    const auto most =
        std::max_element(trace.lines.begin(), trace.lines.end(),
                         [&](const simt::TraceLine& a, const simt::TraceLine& b) { return weight(a) < weight(b); });
    return most == trace.lines.end() ? 0 : std::size_t(most - trace.lines.begin());
}

std::optional<std::size_t> heaviest_line_like(const simt::Trace& trace, simt::AccessKind kind) {
    using simt::AccessKind;
    const auto group_of = [](AccessKind each) {
        if (each == AccessKind::surface_store) return AccessKind::global_store;
        return each == AccessKind::surface_load || each == AccessKind::async_copy ? AccessKind::global_load : each;
    };
    std::optional<std::size_t> most;
    const auto weight = [&](std::size_t i) { return std::pair(trace.lines[i].sectors, trace.lines[i].wavefronts); };
    for (std::size_t i = 0; i < trace.lines.size(); ++i)
        if (group_of(trace.lines[i].kind) == group_of(kind) && (!most || weight(i) > weight(*most))) most = i;
    return most;
}

std::size_t chosen_line(const State& state, const simt::Trace& trace) {
    return state.trace.line && *state.trace.line < trace.lines.size() ? *state.trace.line : heaviest_line(trace);
}

void start_trace_anew(TraceState& trace) {
    trace.block = -1;
    trace.warp = 0;
    trace.line.reset();
    trace.request = 0;
}

void give_up_trace(State& state) {
    const auto wanted = wanted_trace(state);
    if (!wanted || state.trace.made_for == wanted) return;
    state.trace.failed_for = wanted;
    state.trace.failure = "it was cancelled; Space starts it again";
}

void give_up_other_trace(State& state) {
    const auto wanted = wanted_other_trace(state);
    if (wanted && state.trace.other_made_for != wanted) state.trace.other_failed_for = wanted;
}

std::vector<TraceRow> trace_rows(const simt::Trace& trace, const KernelVariant& variant) {
    std::vector<TraceRow> rows;
    for (const simt::TraceLine& line : trace.lines) {
        const bool shared = is_shared(line.kind);
        TraceRow row{.file = line.file,
                     .line = line.line,
                     .code = {},
                     .access = fmt::format("{}, {} B", name_of(line.kind), line.bytes_per_lane),
                     .shared = shared,
                     .requests = line.requests};
        const bool own = line.file == variant.source;
        if (!own) row.other_file = std::filesystem::path(line.file).filename().string();
        row.code = line_of_text(own ? variant.source_text : text_of_source(line.file), line.line);
        if (shared) {
            row.ways = per(line.wavefronts, line.requests);
            row.needed = per(line.needed, line.requests);
            row.conflicts = line.wavefronts - line.needed;
        } else {
            row.sectors = per(line.sectors, line.requests);
            if (line.requests > 0.0)
                row.least = std::max(1.0, line.useful_bytes / (simt::sector_bytes * line.requests));
            row.useful = per(line.useful_bytes, line.sectors);
            row.bytes = simt::sector_bytes * line.sectors;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string conflict_text(const TraceRow& row) {
    const std::string brief = brief_conflict_text(row);
    if (brief.empty()) return {};
    return brief == "none" ? "no conflict" : fmt::format("{} conflict", brief);
}

std::string brief_conflict_text(const TraceRow& row) {
    if (!row.ways || !row.needed) return {};
    const double ways = *row.needed > 0.0 ? *row.ways / *row.needed : 1.0;
    if (row.conflicts.value_or(0.0) <= 0.0 || ways < 1.005) return "none";
    const bool whole = std::abs(ways - std::round(ways)) < 0.05;
    return fmt::format("{:.{}f}-way", ways, whole ? 0 : 1);
}

std::string code_text(const TraceRow& row) {
    if (row.other_file.empty()) return row.code;
    return row.code.empty() ? fmt::format("a line of {}", row.file) : fmt::format("{}: {}", row.other_file, row.code);
}

std::string_view line_of_text(std::string_view text, int number) {
    for (int i = 1; i < number; ++i) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::optional<LaneCells> cells_of_lane(const simt::Trace& trace, const simt::WarpRequest& request, int lane) {
    const auto stored_by = [&](const simt::WarpRequest& made) -> std::optional<StoredCells> {
        for (const StoredCells& cells : stored_cells(trace, made))
            if (cells.lane == lane) return cells;
        return {};
    };
    if (const auto cells = stored_by(request)) return LaneCells{*cells, true};
    for (const auto* requests : {&trace.warp, &trace.block})
        for (const simt::WarpRequest& made : *requests)
            if (made.warp == request.warp)
                if (const auto cells = stored_by(made)) return LaneCells{*cells, false};
    return {};
}

profiling::Ledger ledger_for(const State& state, const profiling::Measurement& m) {
    const simt::Trace* trace = trace_of(state);
    if (trace == nullptr || trace->workload != m.workload || trace->target != m.target) return profiling::ledger_of(m);
    const profiling::TraceSummary summary = profiling::summary_of(*trace);
    return profiling::ledger_of(m, &summary);
}

void judge_by_trace(State& state) {
    const simt::Trace* const trace = state.trace.trace.get();
    if (trace == nullptr || trace->findings.empty()) return;
    for (auto& [key, outcome] : state.run.outcomes) {
        if (key.variant_id != trace->variant_id || key.workload != trace->workload) continue;
        const profiling::CheckVerdict* before = verdict_in(outcome);
        if (before == nullptr || !before->right()) continue;
        profiling::CheckVerdict verdict = *before;
        profiling::add(verdict, *trace);
        outcome = profiling::Failed{key.variant_id, describe(verdict), verdict};
    }
}

namespace {

/// Is it the trace of the variant that the selected one is compared with?
bool is_of_other(const event::Traced& traced, const State& state) {
    return traced.key.variant_id != state.run.variant_id && traced.key.variant_id == state.compare.other;
}

/// The accesses of one block are kept, about a megabyte.
void keep(TraceState& traces, const event::Traced& traced) {
    constexpr std::size_t most_kept = 24; // all variants of a ladder
    std::erase_if(traces.kept, [&](const TraceState::Kept& kept) { return kept.key == traced.key; });
    traces.kept.insert(traces.kept.begin(), {traced.key, traced.trace});
    if (traces.kept.size() > most_kept) traces.kept.pop_back();
}

} // namespace

namespace command {

void carry_out(const ChooseWarp& c, State& state, Effects& effects) {
    state.trace.block = std::max(c.block, std::int64_t{-1});
    state.trace.warp = std::max(c.warp, 0);
    effects.cancel_measurements = true;
}
void carry_out(const ChooseTraceLine& c, State& state, Effects&) {
    state.trace.line = c.line;
    state.trace.request = 0;
    state.trace.film.shown = state.trace.film.playing = false;
}
void carry_out(const ChooseTraceRequest& c, State& state, Effects&) {
    state.trace.request = c.request;
    state.trace.film.shown = state.trace.film.playing = false;
}
void carry_out(const ShowFilm& c, State& state, Effects&) {
    state.trace.film.shown = c.on;
    state.trace.film.playing = state.trace.film.playing && c.on;
}
void carry_out(const PlayFilm& c, State& state, Effects&) {
    FilmState& film = state.trace.film;
    film.shown = true;
    film.playing = c.on;
    state.look.front = "Trace"; // the film stops where it is not seen
    if (c.on && film.film && film.step + 1 >= film_length(film)) film.step = 0;
}
void carry_out(const StepFilm& c, State& state, Effects&) {
    state.trace.film.shown = true;
    state.trace.film.playing = false;
    state.trace.film.step = c.step;
}
void carry_out(const SetFilmSpeed& c, State& state, Effects&) {
    state.trace.film.per_second = std::clamp(c.per_second, slowest_film, fastest_film);
}
void carry_out(const ShowFilmContent& c, State& state, Effects&) { state.trace.film.content = c.content; }
void carry_out(const LeaveTeaching&, State& state, Effects& effects) {
    if (const auto source = data_before_teaching(state)) set_source(state, *source, effects);
    state.trace.before_teaching.reset();
    state.view.fit = true;
}
void carry_out(const PlayForTeaching&, State& state, Effects& effects) {
    if (!why_not_for_teaching(state).empty()) return;
    if (current_workload(state).rows != rows_for_teaching)
        if (const auto source = source_of_first(state.data.now, rows_for_teaching)) {
            state.trace.before_teaching = state.data.now.source;
            set_source(state, *source, effects, rows_for_teaching);
        }
    state.view.fit = true;
    carry_out(ShowFilmContent{FilmContent::stores}, state, effects);
    carry_out(PlayFilm{true}, state, effects);
    state.trace.film.step = 0;
}

} // namespace command

namespace event {

void take(const Traced& traced, State& state) {
    if (!traced.trace) return; // cancelled
    keep(state.trace, traced);
    if (is_of_other(traced, state)) {
        state.trace.other = traced.trace;
        state.trace.other_made_for = traced.key;
        return;
    }
    state.trace.trace = traced.trace;
    state.trace.made_for = traced.key;
    judge_by_trace(state);
    if (state.trace.line && *state.trace.line >= traced.trace->lines.size()) state.trace.line.reset();
}

void take_failure(const Traced& traced, const Failure& failure, State& state) {
    if (is_of_other(traced, state)) {
        state.trace.other_failed_for = traced.key;
        return;
    }
    state.trace.failed_for = traced.key;
    state.trace.failure = failure.message;
}

} // namespace event

} // namespace pairscope::app
