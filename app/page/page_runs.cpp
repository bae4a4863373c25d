// SPDX-License-Identifier: MIT
#include "app/page/page_runs.h"

#include "app/chart/number_text.h"
#include "app/page/page_chart.h"
#include "app/page/page_code.h"
#include "app/page/page_facts.h"
#include "app/paper/savers.h"
#include "app/spine/state_queries.h"
#include "app/subjects/counters/counter_rows.h"
#include "app/subjects/counters/counters.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/measuring/launch_strip.h"
#include "app/subjects/measuring/measuring.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "app/subjects/measuring/size_chart.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/source/code_rows.h"
#include "app/subjects/source/recorded_code.h"
#include "app/subjects/trace/trace.h"
#include "kernels/ladder/counted_variant.h"
#include "profiling/badges.h"
#include "profiling/ledger.h"
#include "profiling/outcome.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace pairscope::page {
namespace {

using app::Json;
using app::LadderRow;
using app::LadderSection;
using app::RecordedSet;
using app::State;

/// What a chart that can be saved shows now; null: it cannot be drawn.
Json saved_chart(const State& state, std::string_view id, Palette& palette) {
    const app::Saver* const saver = app::find_chart(id);
    if (!saver->why_not(state).empty()) return {};
    const app::ChartWords words = saver->words(state, false);
    PageChart chart{.title = words.title, .charts = saver->drawings(state, false)};
    if (!chart.charts.front().bars.empty())
        chart.wide_height = chart.narrow_height = height_of_bars(chart.charts.front());
    chart.places = places_of_names(chart.charts.front());
    Json json = json_of(chart, palette);
    if (!json.is_null()) json["sentence"] = words.sentence;
    return json;
}

Json roofline_json(const State& state, Palette& palette) {
    const auto chart = app::roofline_chart(state);
    if (!chart) return {};
    const app::Saver* const saver = app::find_chart("roofline");
    PageChart drawn{.title = saver->words(state, false).title,
                    .charts = {app::drawing_of(*chart)},
                    .wide_height = 460,
                    .narrow_height = 380};
    for (const app::ChartDot& dot : chart->dots)
        drawn.places.push_back({{dot.intensity, dot.performance}, app::dot_story(*chart, dot)});
    for (const app::Roof& roof : chart->roofs) {
        const auto ends = app::line_of(*chart, roof);
        const auto middle = [](double a, double b) { return std::sqrt(a * b); };
        drawn.places.push_back({{middle(ends[0].x, ends[1].x), middle(ends[0].y, ends[1].y)}, app::roof_story(roof)});
    }
    Json json = json_of(drawn, palette);
    if (!json.is_null()) json["sentence"] = app::roofline_sentence(state, *chart);
    return json;
}

Json launch_json(const profiling::Measurement& run, const std::string& origin, Palette& palette) {
    if (!run.timeline) return {};
    const app::ShownLaunch launch{.variant_id = run.variant_id, .run = &run, .origin = origin};
    Json json = json_of({.title = fmt::format("inside a launch of {}", short_name(run.variant_id)),
                         .charts = app::launch_drawings({launch}),
                         .wide_height = 220,
                         .narrow_height = 200},
                        palette);
    if (!json.is_null()) json["sentence"] = app::launch_sentence(launch);
    return json;
}

Json counts_json(const profiling::Measurement& run) {
    Json sections = Json::array();
    for (const app::CounterSection& section : app::counter_sections(run)) {
        Json rows = Json::array();
        for (const app::CounterRow& row : section.rows)
            rows.push_back(Json::array({row.title, row.shown, row.meaning, row.provenance}));
        sections.push_back({{"title", section.title}, {"meaning", section.meaning}, {"rows", std::move(rows)}});
    }
    return sections;
}

Json ledger_json(const State& state, const profiling::Measurement& run, Palette& palette) {
    Json json = saved_chart(state, "ledger", palette);
    if (json.is_null()) return json;
    const profiling::Ledger ledger = app::ledger_for(state, run);
    Json bars = Json::array();
    for (const profiling::LedgerBar& bar : ledger.bars)
        bars.push_back(Json::array({bar.name, bar.bytes ? app::bytes_text(*bar.bytes) : std::string("not counted"),
                                    bar.meaning, profiling::name_of(bar.from)}));
    json["bars"] = std::move(bars);
    return json;
}

/// The lines at which warps waited, as samples of instructions tell.
Json waiting_json(const KernelVariant& variant, const profiling::StallSamples& samples) {
    Json rows = Json::array();
    for (const app::WaitingLine& line : app::waiting_lines(variant, samples))
        rows.push_back(Json::array({line.place.line > 0 ? fmt::format("{}", line.place.line) : std::string("-"),
                                    app::percent_text(line.share), app::grouped(std::int64_t(line.samples)),
                                    line.reasons, line.code}));
    return {{"sentence", app::sampled_words(samples)}, {"rows", std::move(rows)}};
}

Json badges_json(const profiling::Measurement& run) {
    Json badges = Json::array();
    for (const profiling::Badge& badge : profiling::badges_of(run))
        badges.push_back(Json::array({badge.word, badge.sentence, badge.warning}));
    return badges;
}

/// A run in a row of the ladder, without its charts.
Json row_json(const LadderRow& row, Palette& palette) {
    const KernelVariant* const variant = find_variant(row.id);
    Json json{{"id", row.id},
              {"name", row.name},
              {"title", variant == nullptr ? std::string() : std::string(variant->title)},
              {"colour", palette.number_of(app::variant_rgb(row.id, app::Theme::dark),
                                           app::variant_rgb(row.id, app::Theme::light))},
              {"shape", int(app::variant_mark(row.id))},
              {"lesson", row.lesson},
              {"waste", row.waste},
              {"verdict", row.verdict},
              {"difference", row.difference},
              {"output", row.output},
              {"failed", row.state == app::RowState::failed},
              {"reason", row.reason},
              {"warnings", row.warnings},
              {"above", Json::array({row.above.word, row.above.sentence})},
              {"origin", row.origin}};
    if (row.bar) json["bar"] = *row.bar;
    if (row.share) json["share"] = Json::array({*row.share, app::share_text(*row.share)});
    if (row.speedup) json["speedup"] = Json::array({*row.speedup, app::speedup_text(*row.speedup)});
    if (row.seconds)
        json["time"] =
            Json::array({*row.seconds, row.low && row.high ? app::time_of_run(*row.seconds, *row.low, *row.high)
                                                           : app::time_of_run(*row.seconds)});
    return json;
}

Json cells_json(const app::ResultRow& row) {
    Json cells = Json::array();
    for (const auto& column : app::result_columns())
        if (column.text != nullptr) cells.push_back(column.text(row));
    return cells;
}

/// The run in the row becomes the selected one, and its panels are added.
void add_panels(State& state, const RecordedSet& set, const LadderRow& row, Json& json, Palette& palette,
                const SectionOptions& options) {
    const profiling::Measurement& run = *row.run;
    state.run.variant_id = row.id;
    state.recordings.chosen = app::RecordedChoice{set.shown->id, *set.device};
    if (const KernelVariant* variant = counted_variant(row.id)) {
        std::optional<double> first = profiling::seconds_of(*set.runs.front());
        const app::ResultRow result = app::result_row(*variant, run, set.ceilings, first);
        json["cells"] = cells_json(result);
        json["values"] = app::row_json(app::result_columns(), result);
    }
    json["badges"] = badges_json(run);
    json["facts"] = facts_json(run, set.ceilings, row.origin);
    json["counters"] = counts_json(run);
    const auto add = [&](const char* name, Json chart) {
        if (!chart.is_null()) json[name] = std::move(chart);
    };
    add("roofline", roofline_json(state, palette));
    add("ledger", ledger_json(state, run, palette));
    if (!options.left_out.has(Part::samples)) add("samples", saved_chart(state, "samples", palette));
    if (!options.left_out.has(Part::timelines)) add("launch", launch_json(run, row.origin, palette));
    json["why"] = why_json(set, run);
    if (app::recorded_code(*set.shown->recording, row.id, run.target) != nullptr) json["has_code"] = true;
    if (const KernelVariant* variant = find_variant(row.id); variant != nullptr && run.stalls) {
        json["waiting"] = waiting_json(*variant, *run.stalls);
        const profiling::RecordedCode* const code = code_of_run(*set.shown->recording, run, options.codes);
        if (Json bars = code == nullptr ? Json() : bars_json(*code, *run.stalls, palette); !bars.is_null())
            json["waiting"]["bars"] = std::move(bars);
    }
}

const RecordedSet* set_of(const std::vector<RecordedSet>& sets, const LadderSection& section) {
    const auto found = std::ranges::find_if(sets, [&](const RecordedSet& set) {
        return set.shown->id == section.recording && *set.device == section.device;
    });
    return found == sets.end() ? nullptr : &*found;
}

/// What tells its recording apart from others with an equal title; empty: none has one.
std::string distinction_of(const RecordedSet& set, const SectionOptions& options) {
    const auto place = static_cast<std::size_t>(set.shown->id - 1);
    return place < options.distinctions.size() ? options.distinctions[place] : std::string();
}

/// Time against size, of the set's recording and of those of other devices. Two recordings of one device would share
/// their curves.
Json sizes_json(State& state, const RecordedSet& set, Palette& palette) {
    std::vector<app::ShownRecording*> hidden;
    const int own = set.shown->id;
    const std::string device = set.device->name;
    for (app::ShownRecording& shown : state.recordings.shown) {
        const bool has_device =
            std::ranges::find(shown.recording->devices, device, &Device::name) != shown.recording->devices.end();
        if (shown.id == own || !shown.visible || !has_device) continue;
        shown.visible = false;
        hidden.push_back(&shown);
    }
    Json json;
    if (const auto chart = app::size_chart(state)) {
        std::set<std::string> devices;
        for (const app::SizeCurve& curve : chart->curves) devices.insert(curve.device.name);
        app::Chart drawing = app::size_drawing(*chart, state.run.variant_id);
        if (devices.size() == 1 && state.recordings.shown.size() > 1) // the marks then do not name it
            drawing.y.title = fmt::format("time of a run on {}", *devices.begin());
        PageChart page{.title = app::find_chart("size")->words(state, false).title, .charts = {std::move(drawing)}};
        page.places = places_of_names(page.charts.front());
        json = json_of(page, palette);
        if (!json.is_null()) json["sentence"] = chart->sentence;
    }
    for (app::ShownRecording* shown : hidden) shown->visible = true;
    return json;
}

/// The sizes that the recording has besides the one of the set's rows; empty: none.
std::string other_sizes(const State& state, const RecordedSet& set, bool has_chart) {
    std::set<Workload> found;
    for (const profiling::RunOutcome& outcome : set.shown->recording->runs) {
        const auto* m = std::get_if<profiling::Measurement>(&outcome);
        const bool belongs = m != nullptr && m->device == *set.device && m->workload.type == set.workload.type &&
                             (m->device.backend == Backend::cpu || m->target == state.run.target);
        if (belongs && m->workload != set.workload) found.insert(m->workload);
    }
    if (found.empty()) return {};
    std::vector<std::string> sizes;
    for (const Workload& workload : found) sizes.push_back(app::size_text(workload));
    const std::string last = sizes.back();
    sizes.pop_back();
    const std::string all = sizes.empty() ? last : fmt::format("{} and {}", fmt::join(sizes, ", "), last);
    return has_chart ? fmt::format("The rows show the runs with {}. The chart of sizes also shows those with {}.",
                                   app::size_of(set), all)
                     : fmt::format("The rows show the runs with {}. This page does not show those with {}.",
                                   app::size_of(set), all);
}

Json section_json(State& state, const LadderSection& section, const RecordedSet& set, Palette& palette,
                  const SectionOptions& options) {
    Json rows = Json::array();
    for (const LadderRow& row : section.rows) {
        Json json = row_json(row, palette);
        if (row.run != nullptr) add_panels(state, set, row, json, palette, options);
        rows.push_back(std::move(json));
    }
    const std::string distinction = distinction_of(set, options);
    Json json{{"title", distinction.empty() ? section.title : fmt::format("{}, {}", section.title, distinction)},
              {"facts", section.facts},
              {"recording", section.recording},
              {"device", section.device.name},
              {"target", name_of(state.run.target)},
              {"architecture", section.device.compute_capability},
              {"rows", std::move(rows)},
              {"ceilings", ceilings_json(set)}};
    if (Json chart = saved_chart(state, "speedup", palette); !chart.is_null()) json["speedup"] = std::move(chart);
    Json sizes = sizes_json(state, set, palette);
    if (const std::string others = other_sizes(state, set, !sizes.is_null()); !others.empty())
        json["other_sizes"] = others;
    if (!sizes.is_null()) json["size"] = std::move(sizes);
    return json;
}

} // namespace

std::vector<TargetKind> targets_of(State state) {
    std::vector<TargetKind> targets;
    for (const TargetKind target : {TargetKind::linear, TargetKind::surface}) {
        state.run.target = target;
        if (app::target_now(state) == target) targets.push_back(target);
    }
    return targets;
}

Json sections_json(State& state, Palette& palette, const SectionOptions& options) {
    Json sections = Json::array();
    for (const TargetKind target : targets_of(state)) {
        state.run.target = target;
        state.recordings.chosen.reset();
        const std::vector<RecordedSet> sets = app::recorded_sets(state);
        for (const LadderSection& section : app::ladder_sections(state)) {
            const RecordedSet* const set = section.own ? nullptr : set_of(sets, section);
            if (set == nullptr || set->runs.empty()) continue;
            if (set->runs.front()->target != target) continue; // a CPU has one memory, whose section is there already
            sections.push_back(section_json(state, section, *set, palette, options));
        }
    }
    return sections;
}

Json packed_sections(const Json& sections) {
    Json keys = Json::object(), shown = Json::array();
    std::size_t place = 0;
    const auto put = [&](const std::string& key, const Json& value) {
        Json& list = keys[key];
        while (list.size() < place) list.push_back(nullptr);
        list.push_back(value);
    };
    for (const Json& section : sections) {
        Json without = section;
        without["rows"] = Json::array({place, place + section["rows"].size()});
        shown.push_back(std::move(without));
        for (const Json& row : section["rows"]) {
            for (const auto& [key, value] : row.items()) {
                if (!value.is_object() || !value.contains("wide")) {
                    put(key, value);
                    continue;
                }
                for (const auto& [part, of_chart] : value.items()) put(key + "." + part, of_chart);
            }
            ++place;
        }
    }
    return {{"sections", std::move(shown)}, {"rows", std::move(keys)}};
}

std::vector<std::string> variants_in(const Json& sections) {
    std::vector<std::string> ids;
    for (const Json& section : sections)
        for (const Json& row : section["rows"])
            if (const std::string id = row["id"]; std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    return ids;
}

} // namespace pairscope::page
