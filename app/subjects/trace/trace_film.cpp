// SPDX-License-Identifier: MIT
#include "app/subjects/trace/trace_film.h"

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/trace/trace.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace pairscope::app {
namespace {

/// How many entries a request may store to for each lane.
std::int64_t entries_of(const simt::TraceLine& line, std::int64_t entry_bytes) {
    return std::max<std::int64_t>(1, line.bytes_per_lane / std::max<std::int64_t>(1, entry_bytes));
}

Cell first_cell(const simt::Trace& trace, const simt::WarpRequest& request, std::int64_t offset) {
    if (request.texel_bytes > 0) return {offset >> 32, (offset & 0xffffffff) / request.texel_bytes};
    const std::int64_t entry = offset / trace.entry_bytes;
    return {entry / trace.out_pitch, entry % trace.out_pitch};
}

bool is_store(const simt::Trace& trace, const simt::WarpRequest& request) {
    const simt::AccessKind kind = trace.lines[request.line].kind;
    return kind == simt::AccessKind::global_store || kind == simt::AccessKind::surface_store;
}

bool stores_cells(const simt::Trace& trace, const simt::WarpRequest& request) {
    return is_store(trace, request) && request.memory == "out" && trace.out_pitch > 0 && trace.entry_bytes > 0;
}

/// By phase, then by the number of the request of its warp in this phase, then by warp.
std::vector<std::size_t> order_of(const std::vector<simt::WarpRequest>& requests) {
    std::map<std::pair<int, int>, std::size_t> made; // requests so far, by phase and warp
    std::vector<std::tuple<int, std::size_t, int, std::size_t>> places;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const auto& [phase, warp] = std::pair(requests[i].phase, requests[i].warp);
        places.emplace_back(phase, made[{phase, warp}]++, warp, i);
    }
    std::ranges::sort(places);
    std::vector<std::size_t> order;
    for (const auto& place : places) order.push_back(std::get<3>(place));
    return order;
}

Region region_of(const std::vector<FilmStep>& steps) {
    std::optional<Region> found;
    for (const FilmStep& step : steps)
        for (const StoredCells& cells : step.cells) {
            if (!found) found = Region{cells.row, cells.col, 1, cells.cols};
            const std::int64_t row_end = std::max(found->row + found->rows, cells.row + 1);
            const std::int64_t col_end = std::max(found->col + found->cols, cells.col + cells.cols);
            found->row = std::min(found->row, cells.row);
            found->col = std::min(found->col, cells.col);
            found->rows = row_end - found->row;
            found->cols = col_end - found->col;
        }
    return found.value_or(Region{});
}

} // namespace

std::vector<StoredCells> stored_cells(const simt::Trace& trace, const simt::WarpRequest& request) {
    std::vector<StoredCells> found;
    if (type_of(trace.workload.type).output != OutputKind::matrix || !stores_cells(trace, request)) return found;
    const MatrixShape shape = output_of(trace.workload).extent;
    for (int lane = 0; lane < simt::warp_size; ++lane) {
        const std::int64_t offset = request.offset[std::size_t(lane)];
        if (offset < 0) continue;
        const Cell first = first_cell(trace, request, offset);
        if (first.row >= shape.rows || first.col >= shape.cols) continue; // a surface leaves such stores out
        const std::int64_t wanted = entries_of(trace.lines[request.line], trace.entry_bytes);
        found.push_back({first.row, first.col, std::min(wanted, shape.cols - first.col), lane});
    }
    return found;
}

namespace {

/// Leaves the steps without this property out, if some have it.
template <class Property> bool keep_only(std::vector<FilmStep>& steps, Property has) {
    if (std::ranges::none_of(steps, has)) return false;
    std::erase_if(steps, [&](const FilmStep& step) { return !has(step); });
    return true;
}

void keep_stores(Film& film) {
    const auto fills_cells = [](const FilmStep& step) { return !step.cells.empty(); };
    const auto stores = [&](const FilmStep& step) { return is_store(*film.trace, film.trace->block[step.request]); };
    if (!keep_only(film.steps, fills_cells)) keep_only(film.steps, stores);
}

void count_sectors(Film& film) {
    std::int64_t sectors = 0;
    for (FilmStep& step : film.steps) {
        sectors += film.trace->block[step.request].sectors;
        step.sectors_so_far = sectors;
    }
}

} // namespace

Film film_of(std::shared_ptr<const simt::Trace> trace, FilmContent content) {
    Film film{.trace = std::move(trace), .steps = {}, .cells = {}};
    for (const std::size_t i : order_of(film.trace->block))
        film.steps.push_back({.request = i, .cells = stored_cells(*film.trace, film.trace->block[i])});
    if (content == FilmContent::stores) keep_stores(film);
    count_sectors(film);
    film.cells = region_of(film.steps);
    return film;
}

bool shows_only_stores(const Film& film) {
    const auto stores = [&](const FilmStep& step) { return is_store(*film.trace, film.trace->block[step.request]); };
    return !film.steps.empty() && std::ranges::all_of(film.steps, stores);
}

const FilmStep* film_step(const FilmState& state) {
    if (!state.shown || !state.film || state.film->steps.empty()) return nullptr;
    return &state.film->steps[std::min(state.step, state.film->steps.size() - 1)];
}

const FilmStep* other_film_step(const FilmState& state) {
    if (film_step(state) == nullptr || !state.other || state.other->steps.empty()) return nullptr;
    return &state.other->steps[std::min(state.step, state.other->steps.size() - 1)];
}

std::size_t film_length(const FilmState& state) {
    const std::size_t own = state.film ? state.film->steps.size() : 0;
    return std::max(own, state.other ? state.other->steps.size() : 0);
}

namespace {

/// The compared variant's trace of the same question; null: there is none yet.
std::shared_ptr<const simt::Trace> trace_to_compare(const State& state) {
    const simt::Trace* const other = other_trace_of(state);
    const simt::Trace& own = *state.trace.trace;
    if (other == nullptr || other->variant_id == own.variant_id || other->workload != own.workload) return {};
    return state.trace.other;
}

/// Makes what is shown, where it was not made yet.
void make_films(const State& state, FilmState& film) {
    const auto compared = trace_to_compare(state);
    const bool is_made = film.film && film.film->trace == state.trace.trace && film.made_of == film.content &&
                         film.made_with == compared;
    if (is_made) return;
    film.made_of = film.content;
    film.made_with = compared;
    film.step = 0;
    film.other.reset();
    if (compared) {
        Film own = film_of(state.trace.trace, FilmContent::stores), other = film_of(compared, FilmContent::stores);
        if (shows_only_stores(own) && shows_only_stores(other)) {
            film.film = std::make_shared<const Film>(std::move(own));
            film.other = std::make_shared<const Film>(std::move(other));
            return;
        }
    }
    film.film = std::make_shared<const Film>(film_of(state.trace.trace, film.content));
}

} // namespace

void update_film(State& state, std::chrono::steady_clock::time_point now) {
    FilmState& film = state.trace.film;
    if (trace_of(state) == nullptr) { // it goes on with the trace of another variant, once that is there
        const auto wanted = wanted_trace(state);
        film.stepped.reset();
        if (trace_before(state) == nullptr) {
            film.film.reset();
            film.other.reset();
        }
        film.playing = film.playing && wanted && state.trace.failed_for != wanted;
        return;
    }
    if (film.shown) make_films(state, film);
    if (!film.playing || !film.film) {
        film.stepped.reset();
        return;
    }
    if (!film.stepped) film.stepped = now;
    const std::chrono::duration<double> passed = now - *film.stepped;
    const auto steps = std::size_t(std::max(0.0, passed.count() * film.per_second));
    if (steps == 0) return;
    film.stepped = now;
    const std::size_t last = std::max<std::size_t>(film_length(film), 1) - 1;
    film.step = std::min(film.step + steps, last);
    film.playing = film.step < last;
}

} // namespace pairscope::app
