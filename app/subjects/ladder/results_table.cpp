// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/results_table.h"

#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/overloaded.h"
#include "kernels/ladder/counted_variant.h"
#include "profiling/outcome.h"
#include "profiling/roofline.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace pairscope::app {
namespace {

void add_measurement(ResultRow& row, const profiling::Measurement& m, const profiling::Ceilings* ceilings,
                     std::optional<double> baseline_seconds) {
    row.device = m.device.name;
    row.target = name_of(m.target);
    set_size(row, m.workload);
    row.block = m.block;
    row.caches = name_of(m.caches);
    row.samples = int(m.seconds.size());
    row.timer = m.timer;
    row.stopped_by = name_of(m.stopped_by);
    row.badges = profiling::badges_of(m);
    row.different_entries = m.check.comparison.different_entries;
    for (std::size_t i = 0; i < row.figures.size(); ++i)
        row.figures[i] = value_of(profiling::figure_list[i], {m, ceilings, baseline_seconds});
    if (ceilings != nullptr)
        if (const auto limit = profiling::limit_for(m, *ceilings)) row.limited_by = limit->ceiling->kind;
    row.predicted_bytes = m.predicted_bytes;
    row.kernel_times = m.kernel_times;
}

void add_simulation(ResultRow& row, const profiling::Simulated& s) {
    row.device = s.device.name;
    row.target = name_of(s.target);
    set_size(row, s.workload);
    row.block = s.block;
    row.reason = s.check.right() ? fmt::format("executed on the CPU, which says nothing about its time on a GPU; {}",
                                               short_text(s.check))
                                 : describe(s.check);
    row.different_entries = s.check.comparison.different_entries;
    row.predicted_bytes = s.predicted_bytes;
    if (!s.trace) return;
    row.traced_bytes = profiling::traced_bytes(*s.trace);
    row.sectors_per_store = profiling::sectors_per_store(*s.trace);
    row.used_of_stores = profiling::used_of_stores(*s.trace);
}

} // namespace

void set_size(ResultRow& row, const Workload& size) {
    row.n = n_of(size);
    row.m = m_of(size);
    row.d = d_of(size);
}

ResultRow result_row(const KernelVariant& variant, const profiling::RunOutcome& outcome,
                     const profiling::Ceilings* ceilings, std::optional<double> baseline_seconds) {
    ResultRow row;
    row.variant = variant.id;
    row.output_bits = int(8 * bytes_of(variant.entry));
    row.status = name_of(profiling::outcome_of(outcome));
    std::visit(Overloaded{
                   [&](const profiling::Measurement& m) { add_measurement(row, m, ceilings, baseline_seconds); },
                   [&](const profiling::Simulated& s) { add_simulation(row, s); },
                   [&](const profiling::Skipped& s) { row.reason = s.reason; },
                   [&](const profiling::Failed& f) { row.reason = f.message; },
               },
               outcome);
    return row;
}

std::vector<ResultRow> result_rows(const State& state) {
    std::vector<ResultRow> rows;
    std::optional<double> baseline;
    for (const KernelVariant* variant : ladder(state)) {
        const profiling::RunOutcome* outcome = outcome_for(state, *variant);
        const std::string reason = why_not_measured(state, *variant);
        if (const auto* m = measurement_for(state, *variant); m != nullptr && !baseline)
            baseline = profiling::seconds_of(*m);
        if (outcome == nullptr) {
            ResultRow row;
            row.variant = variant->id;
            row.output_bits = int(8 * bytes_of(variant->entry));
            set_size(row, current_workload(state));
            row.n = current_workload(state).rows;
            row.status = reason.empty() ? "not yet" : name_of(profiling::Outcome::skipped);
            row.reason = reason;
            rows.push_back(std::move(row));
            continue;
        }
        rows.push_back(result_row(*variant, *outcome, ceilings_for(state, *variant), baseline));
    }
    return rows;
}

namespace {

/// With a line for each member, as the rest of the file.
std::string lines_of(const nlohmann::json& json) {
    return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string point_json(const Dataset& data, std::int64_t row) {
    const auto i = std::size_t(row);
    nlohmann::json point{{"x", coordinate_in_file(data, row, 0)},
                         {"y", coordinate_in_file(data, row, 1)},
                         {"source_row", data.source_rows.empty() ? row : data.source_rows[i]}};
    if (!data.labels.empty()) point["label"] = data.labels[i];
    std::string text = lines_of(point);
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 3) text.insert(at + 1, 2, ' ');
    return text;
}

} // namespace

/// A tree of all points would need memory to be destroyed, which ends the program where there is none.
std::string points_json(const Dataset& data) {
    std::string text = lines_of({{"name", data.name}, {"axes", data.axes}, {"credit", data.credit}});
    text.erase(text.rfind("\n}"));
    text = fmt::format("{},\n \"points\": [", text);
    for (std::int64_t row = 0; row < data.rows; ++row) {
        text += row == 0 ? "\n  " : ",\n  ";
        text += point_json(data, row);
    }
    return text + "\n ],\n \"unit\": " + lines_of(data.unit) + "\n}\n";
}

std::vector<ResultRow> recorded_rows(const State& state) {
    std::vector<ResultRow> rows;
    for (const RecordedSet& set : recorded_sets(state)) {
        std::optional<double> baseline;
        for (const profiling::Measurement* m : set.runs) {
            const KernelVariant* variant = counted_variant(m->variant_id);
            if (variant == nullptr) continue;
            if (!baseline) baseline = profiling::seconds_of(*m);
            ResultRow row = result_row(*variant, *m, set.ceilings, baseline);
            row.status = "recorded";
            row.reason = origin_of(set);
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

namespace {

/// What the ladder shows: the runs of this machine, and those of the recordings beside them.
std::vector<ResultRow> rows_in_sight(const State& state) {
    std::vector<ResultRow> rows = result_rows(state), recorded = recorded_rows(state);
    std::ranges::move(recorded, std::back_inserter(rows));
    return rows;
}

} // namespace

std::string results_csv(const State& state) { return csv_of(rows_in_sight(state)); }
std::string results_json(const State& state) { return dumped(json_of(rows_in_sight(state))); }

namespace {

/// "big.npy", "the first 2 048 of 50 000 rows of big.npy"
std::string rows_of(const Dataset& data) {
    if (data.rows_in_source <= data.rows) return data.name;
    return fmt::format("the first {} of {} rows of {}", grouped(data.rows), grouped(data.rows_in_source), data.name);
}

/// "8192 x 8192 distances of cities.csv.gz"; of a workload with another kind of output its title.
std::string picture_title(const State& state) {
    const WorkloadType& type = current_type(state);
    const Dataset& first = *state.data.now.question.first;
    const Dataset* second = state.data.now.question.second.get();
    const std::string sets =
        second == nullptr ? rows_of(first) : fmt::format("{} and {}", rows_of(first), rows_of(*second));
    if (type.output != OutputKind::matrix) return fmt::format("{} of {}", type.title, sets);
    const MatrixContent content = state.output.content;
    const std::string other =
        state.output.against.empty() ? std::string() : fmt::format("from {}, ", short_name(state.output.against));
    const std::string errors = content == MatrixContent::values ? std::string()
                               : content == MatrixContent::errors
                                   ? fmt::format("errors {}of the ", other)
                                   : fmt::format("{}s {}of the ", title_of(content), other);
    return fmt::format("{} x {} {}{} of {}", first.rows, (second == nullptr ? first : *second).rows, errors,
                       type.matrix.entries, sets);
}

} // namespace

std::vector<PngText> picture_facts(const State& state) {
    if (!state.data.now.question.first) return {};
    const Dataset& data = *state.data.now.question.first;
    const ValueRange range = shown_range(state);
    std::vector<PngText> facts{
        {"Title", picture_title(state)},
        {"Software", "Pairscope"},
        is_deep(state) ? PngText{"View", view_text_of(state)} : PngText{"Variant", state.run.variant_id},
        {"Range", fmt::format("{:.6g} to {:.6g} {}, {}", range.low, range.high, unit_of_entries(state),
                              state.view.colours.colormap)},
    };
    if (shown_order(state) != nullptr) facts.push_back({std::string(order_keyword), title_of(state.view.order)});
    if (std::string sorted = sorted_how(state.data.now.source); !sorted.empty())
        facts.push_back({"Sorted", std::move(sorted)});
    if (const auto* settings = std::get_if<GeneratorSettings>(&state.data.now.source))
        facts.push_back({"Source", command_line_of(*settings)});
    if (!data.credit.empty()) facts.push_back({"Copyright", data.credit});
    return facts;
}

} // namespace pairscope::app
