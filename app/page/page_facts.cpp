// SPDX-License-Identifier: MIT
#include "app/page/page_facts.h"

#include "app/chart/figure_text.h"
#include "app/chart/fractions.h"
#include "app/chart/number_text.h"
#include "app/spine/files/ceilings_json.h"
#include "app/spine/state.h"
#include "app/subjects/compare/why_table.h"
#include "kernels/data/text.h"
#include "kernels/ladder/counted_variant.h"
#include "profiling/figures.h"
#include "profiling/outcome.h"
#include "profiling/roofline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::page {
namespace {

using app::Json;

Json fact(std::string_view name, const std::string& text, std::string_view meaning, std::string_view from) {
    return Json::array({name, text, meaning, from});
}

std::string timed_by(const profiling::Measurement& run, const std::string& origin) {
    return fmt::format("{}, median of {} on {}, {}", run.timer, counted(std::int64_t(run.seconds.size()), "run"),
                       run.device.name, origin);
}

void add_conditions(Json& facts, const profiling::Measurement& run, const std::string& origin) {
    if (!run.conditions) return;
    const profiling::Conditions& seen = *run.conditions;
    const std::string from = fmt::format("seen on {} during the timed runs; {}", run.device.name, origin);
    if (seen.clock)
        facts.push_back(
            fact("clock", app::frequency_text(*seen.clock), "The median clock of the multiprocessors.", from));
    if (seen.memory_clock)
        facts.push_back(
            fact("memory clock", app::frequency_text(*seen.memory_clock), "The clock of the memory.", from));
    if (seen.power)
        facts.push_back(
            fact("power", fmt::format("{} W", app::three_digits(*seen.power)), "The mean power of the board.", from));
    if (seen.joules)
        facts.push_back(fact("energy per launch", fmt::format("{} mJ", app::three_digits(1e3 * *seen.joules)),
                             "The mean power of the board, times the time of one launch.", from));
    if (seen.temperature)
        facts.push_back(fact("temperature", fmt::format("{} °C", app::three_digits(*seen.temperature)),
                             "The temperature of the chip.", from));
    if (seen.other_load)
        facts.push_back(fact("other load", app::percent_text(*seen.other_load),
                             "The share of the processor's time that other programs took.", from));
}

/// The names of the variants with which the run is compared, each once: the parent, the first, and the neighbours.
std::vector<const profiling::Measurement*> others_of(const app::RecordedSet& set, const profiling::Measurement& run) {
    std::vector<const profiling::Measurement*> others;
    const auto add = [&](const profiling::Measurement* other) {
        if (other != nullptr && other != &run && std::ranges::find(others, other) == others.end())
            others.push_back(other);
    };
    if (const KernelVariant* variant = counted_variant(run.variant_id); variant != nullptr && !variant->parent.empty())
        add(app::run_of(set, variant->parent));
    add(set.runs.front());
    const auto here = std::ranges::find(set.runs, &run);
    if (here != set.runs.begin() && here != set.runs.end()) add(*(here - 1));
    if (here != set.runs.end() && here + 1 != set.runs.end()) add(*(here + 1));
    return others;
}

app::WhySide side_of(const app::RecordedSet& set, const profiling::Measurement& run) {
    app::WhySide side{.name = std::string(short_name(run.variant_id)), .run = &run, .ceilings = set.ceilings};
    side.origin = app::origin_of(set);
    side.no_trace = "Nothing was counted for these runs, and a page does not compare runs by their traces.";
    return side;
}

Json table_json(const app::WhyTable& table) {
    Json rows = Json::array();
    for (const app::WhyRow& row : table.rows)
        rows.push_back(Json::array({row.title, row.shown_a, row.shown_b, row.from,
                                    row.share ? app::percent_text(*row.share) : std::string(), row.meaning}));
    return {{"a", table.a}, {"b", table.b}, {"sentence", app::why_sentence(table)}, {"rows", std::move(rows)}};
}

} // namespace

Json facts_json(const profiling::Measurement& run, const profiling::Ceilings* ceilings, const std::string& origin) {
    Json facts = Json::array();
    for (const profiling::Figure& figure : profiling::figure_list) {
        const auto value = figure.name.empty() ? std::nullopt : value_of(figure, {run, ceilings});
        if (value)
            facts.push_back(
                fact(figure.name, app::text_with_unit(figure.unit, *value), figure.meaning, timed_by(run, origin)));
        if (figure.key != "median_seconds") continue;
        if (const auto interval = profiling::interval_of(run))
            facts.push_back(
                fact("95 % interval",
                     fmt::format("{} to {}", app::time_of_run(interval->low), app::time_of_run(interval->high)),
                     "The median lies between these with 95 % confidence, for any distribution of the "
                     "times.",
                     timed_by(run, origin)));
    }
    facts.push_back(fact("timed runs", app::grouped(std::int64_t(run.seconds.size())),
                         "The number of runs that the median is taken from.", timed_by(run, origin)));
    const auto limit = ceilings == nullptr ? std::nullopt : profiling::limit_for(run, *ceilings);
    if (limit) {
        facts.push_back(fact("useful fraction", app::share_text(*profiling::useful_fraction(run, *ceilings)),
                             app::useful_fraction_meaning(limit->ceiling->kind, type_of(run.workload.type)),
                             app::ceiling_text(*limit->ceiling, origin)));
        if (const auto used = profiling::bandwidth_used(run, *ceilings)) {
            const profiling::Ceiling& memory = *profiling::memory_ceiling_for(run, *ceilings);
            facts.push_back(fact("bandwidth used", app::share_text(*used), app::bandwidth_used_meaning(memory.kind),
                                 app::ceiling_text(memory, origin)));
        }
    }
    facts.push_back(fact("check", profiling::describe(run.check),
                         "The output was compared with the double-precision reference before the first timed run.",
                         origin));
    add_conditions(facts, run, origin);
    return facts;
}

Json ceilings_json(const app::RecordedSet& set) {
    Json list = Json::array();
    if (set.ceilings == nullptr) return list;
    for (const profiling::Ceiling& ceiling : set.ceilings->found) {
        const std::string name = ceiling.threads == 1 ? fmt::format("{} of one thread", title_of(ceiling.kind))
                                                      : std::string(title_of(ceiling.kind));
        list.push_back(Json::array({name, app::rate_text(unit_of(ceiling.kind), ceiling.value),
                                    app::ceiling_text(ceiling, app::origin_of(set))}));
    }
    return list;
}

Json why_json(const app::RecordedSet& set, const profiling::Measurement& run) {
    Json tables = Json::array();
    for (const profiling::Measurement* other : others_of(set, run))
        tables.push_back(table_json(app::why_table(side_of(set, run), side_of(set, *other), {})));
    return tables;
}

Json conditions_json(const profiling::Recording& recording, const std::string& file, bool with_names) {
    Json lines = Json::array();
    const auto line = [&](std::string_view name, const std::string& text) {
        if (!text.empty()) lines.push_back(Json::array({name, text}));
    };
    if (with_names) line("file", file);
    line("name", with_names ? recording.label : std::string());
    line("made by", recording.made_by);
    line("recorded", app::utc_text(recording.when));
    const profiling::Host& host = recording.host;
    line("computer", fmt::format("{}, {}, {}", host.cpu, counted(host.threads, "thread"),
                                 app::bytes_text(double(host.memory_bytes))));
    line("system", host.system);
    for (const Device& device : recording.devices) {
        std::vector<std::string> parts{device.name};
        if (device.whole_units > 0)
            parts.push_back(fmt::format("{} of {} multiprocessors", device.units, device.whole_units));
        if (!device.driver.empty()) parts.push_back(device.driver);
        line("device", fmt::format("{}", fmt::join(parts, ", ")));
    }
    for (const profiling::RunOutcome& run : recording.runs) {
        const std::string name(short_name(profiling::variant_id_of(run)));
        if (const std::string failed = profiling::failure_of(run); !failed.empty())
            line("failed", fmt::format("{}: {}", name, failed));
        else if (const auto* skipped = std::get_if<profiling::Skipped>(&run))
            line("skipped", fmt::format("{}: {}", name, skipped->reason));
        else if (const auto* simulated = std::get_if<profiling::Simulated>(&run))
            line("simulated", fmt::format("{}: {}", name, profiling::describe(simulated->check)));
    }
    for (const profiling::UnknownRun& run : recording.unknown)
        line("not shown", fmt::format("{}: {}", short_name(run.variant_id), run.reason));
    if (const std::string rule = profiling::work_rule_note(recording.work_rule); !rule.empty()) line("fractions", rule);
    return lines;
}

} // namespace pairscope::page
