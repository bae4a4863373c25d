// SPDX-License-Identifier: MIT
// States that more than one test begins with: machines without a GPU, with points.
#pragma once

#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/data/data.h"
#include "app/subjects/ladder/ladder_rows.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

namespace pairscope::app {

inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// A CPU of four threads, and points that all lie in the origin.
inline State state_with_origin_points(std::int64_t rows) {
    State state;
    Dataset data{.name = "points",
                 .rows = rows,
                 .dims = 2,
                 .values = std::vector<float>(std::size_t(2 * rows)),
                 .labels = {},
                 .source_rows = {},
                 .axes = {"x", "y"},
                 .unit = {},
                 .credit = {},
                 .note = {}};
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(data));
    state.run.devices = {Device{.backend = Backend::cpu, .name = "a CPU", .units = 4, .driver = {}}};
    return state;
}

inline void make_points(State& state, std::int64_t n) {
    const GeneratorSettings settings = default_settings(Shape::ring, n);
    set_dataset(state, {.source = settings,
                        .table = nullptr,
                        .question = {.first = std::make_shared<const Dataset>(generate(settings))}});
}

/// A program on a machine without a GPU, with 64 points; no variant is chosen.
inline State laptop_with_points() {
    State state;
    Device cpu;
    cpu.name = "a CPU";
    cpu.units = 2;
    cpu.memory_bytes = std::int64_t{8} << 30;
    state.run.devices = {cpu};
    state.run.no_gpu = "There is no GPU.";
    state.look.no_interop = "There is no GPU.";
    make_points(state, 64);
    return state;
}

/// The worker could not make the output of the selected variant.
inline Event failed_output(const State& state, Failure failure) {
    event::OutputMade none{};
    none.variant_id = state.run.variant_id;
    none.revision = state.data.revision;
    return failed(none, std::move(failure));
}

/// The worker answered: the picture of the selected variant is on the screen.
inline void make_picture(State& state) {
    apply(state, event::OutputMade{.variant_id = state.run.variant_id,
                                   .revision = state.data.revision,
                                   .device_index = 0,
                                   .written = matrix_output(64, 64),
                                   .seconds = 1e-3,
                                   .values = {},
                                   .shape = {64, 64},
                                   .summary = {},
                                   .host = {},
                                   .overview = {}});
}

/// The next job, long after the last edit.
inline std::optional<Job> next(const State& state) {
    using namespace std::chrono_literals;
    return next_job(state, Clock::time_point{} + 10s, Clock::time_point{});
}

/// Chooses the last CPU variant of the ladder.
inline void choose_cpu_variant(State& state) {
    for (const KernelVariant* variant : ladder(state))
        if (variant->backend == Backend::cpu) state.run.variant_id = variant->id;
    state.run.proposed.clear();
}

/// The row of that name; null if there is none.
inline const LadderRow* row_named(const LadderSection& section, std::string_view name) {
    const auto found = std::ranges::find(section.rows, name, &LadderRow::name);
    return found == section.rows.end() ? nullptr : &*found;
}

/// Returns the number that the session gives it.
inline int open(State& state, profiling::Recording recording, bool by_itself = false) {
    const auto shared = std::make_shared<const profiling::Recording>(std::move(recording));
    apply(state, event::RecordingOpened{"/somewhere/" + shared->label + ".pairscope", shared, by_itself});
    return state.recordings.last_id;
}

} // namespace pairscope::app
