// SPDX-License-Identifier: MIT
#include "profiling/recording/read_parts.h"

#include "profiling/recording/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pairscope::profiling {
namespace {

simt::TraceTotals totals_in(const JsonPlace& place) {
    const auto total = [&](const char* key) { return place.at(key).number(0.0, most_figure); };
    return {.requests = total("requests"),
            .sectors = total("sectors"),
            .useful_bytes = total("useful_bytes"),
            .wavefronts = total("wavefronts"),
            .needed = total("needed")};
}

} // namespace

/// "2026-11-21T08:36:39Z"
std::chrono::sys_seconds time_at(const JsonPlace& place) {
    const std::string text = place.text();
    std::array<int, 6> parts{};
    constexpr std::string_view pattern = "0000-00-00T00:00:00Z";
    bool fits = text.size() == pattern.size();
    for (std::size_t i = 0, part = 0; fits && i < text.size(); ++i) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        fits = pattern[i] == '0' ? digit : text[i] == pattern[i];
        if (pattern[i] != '0')
            ++part;
        else if (digit)
            parts[part] = 10 * parts[part] + (text[i] - '0');
    }
    using namespace std::chrono;
    const year_month_day date{year{parts[0]}, month{unsigned(parts[1])}, day{unsigned(parts[2])}};
    const bool counts = date.year() >= year{1970} && date.year() <= year{2200}; // in nanoseconds since 1970
    if (!fits || !date.ok() || !counts || parts[3] > 23 || parts[4] > 59 || parts[5] > 60)
        place.refuse("a time such as 2026-11-21T08:36:39Z");
    return sys_days(date) + hours(parts[3]) + minutes(parts[4]) + seconds(parts[5]);
}

std::optional<double> figure(const JsonPlace& place, const char* key, double low, double high) {
    const auto found = place.find(key);
    return found ? std::optional(found->number(low, high)) : std::nullopt;
}
std::string text_or_none(const JsonPlace& place, const char* key) {
    const auto found = place.find(key);
    return found ? found->text() : std::string();
}
int count_at(const JsonPlace& place, const char* key) { return int(place.at(key).whole(0, INT32_MAX)); }

Device device_in(const JsonPlace& place) {
    const auto cache = place.find("cache_bytes");
    return {.backend = place.at("backend").word(backend_names),
            .ordinal = count_at(place, "ordinal"),
            .name = place.at("name").text(),
            .units = count_at(place, "units"),
            .compute_capability = count_at(place, "compute_capability"),
            .memory_bytes = place.at("memory_bytes").whole(0, most_whole),
            .max_surface = place.at("max_surface").whole(0, most_whole),
            .driver = text_or_none(place, "driver"),
            .cache_bytes = cache ? cache->whole(1, most_whole) : 0};
}

GeneratorSettings settings_in(const JsonPlace& place) {
    const JsonPlace name = place.at("shape");
    const auto shape = shape_named(name.text());
    if (!shape) name.unknown(name.text());
    GeneratorSettings settings = default_settings(*shape);
    settings.n = place.at("n").whole(min_generated_rows, max_rows);
    settings.seed = place.at("seed").unsigned_whole();
    const JsonPlace parameters = place.at("parameters");
    const auto known = parameters_of(*shape);
    for (std::size_t k = 0; k < known.size(); ++k) {
        const JsonPlace value = parameters.at(std::string(known[k].name).c_str());
        settings.parameters[k] = value.number(known[k].min, known[k].max);
        if (known[k].whole && std::trunc(settings.parameters[k]) != settings.parameters[k])
            value.refuse("a whole number");
    }
    return settings;
}

Workload workload_in(const JsonPlace& place) {
    const JsonPlace name = place.at("kind");
    const WorkloadType* const type = find_workload(name.text());
    if (type == nullptr) name.unknown(name.text());
    const InputRule& rule = type->inputs;
    const Workload found{.type = type->id,
                         .rows = place.at("rows").whole(rule.rows.least, rule.rows.most),
                         .cols = place.at("cols").whole(rule.rows.least, rule.rows.most),
                         .dims = place.at("dims").whole(rule.dims.least, rule.dims.most)};
    if (rule.sets == 1 && found.cols != found.rows)
        place.at("cols").refuse(fmt::format("the number of its rows, {},", found.rows));
    return found;
}

double predicted_bytes_in(const JsonPlace& run) {
    const double bytes = figure(run, "predicted_bytes", 0.0, most_figure).value_or(0.0);
    if (bytes > 0.0 && bytes < least_bytes)
        run.at("predicted_bytes").refuse(fmt::format("0 or a number of at least {:g}", least_bytes));
    return bytes;
}

namespace {

Examination examination_in(const JsonPlace& place) {
    Examination found{.rows = place.at("rows").whole(0, most_whole),
                      .blocks = place.at("blocks").whole(0, most_whole),
                      .blocks_examined = place.at("blocks_examined").whole(0, most_whole),
                      .faults = place.at("faults").whole(0, most_whole)};
    for (const JsonPlace& finding : place.at("findings").items(1000)) found.findings.push_back(finding.text());
    return found;
}

} // namespace

Output output_in(const JsonPlace& place, OutputKind kind) {
    const auto value = [](const JsonPlace& at, const char* key) {
        return figure(at, key, -most_figure, most_figure).value_or(std::numeric_limits<double>::quiet_NaN());
    };
    switch (kind) {
    case OutputKind::matrix:
        break;
    case OutputKind::scalar:
        return place.number(-std::numeric_limits<double>::max(), std::numeric_limits<double>::max());
    case OutputKind::pair:
        return FoundPair{place.at("first").whole(0, most_vectors), place.at("second").whole(0, most_vectors),
                         value(place, "value")};
    case OutputKind::matches: {
        std::vector<FoundMatch> found;
        for (const JsonPlace& at : place.items(most_matches_kept))
            found.push_back({static_cast<std::int32_t>(at.at("best").whole(-1, INT32_MAX)),
                             static_cast<std::int32_t>(at.at("second").whole(-1, INT32_MAX)),
                             static_cast<float>(value(at, "best_value")),
                             static_cast<float>(value(at, "second_value"))});
        return found;
    }
    case OutputKind::values: {
        std::vector<float> found;
        for (const JsonPlace& at : place.items(most_matches_kept))
            found.push_back(static_cast<float>(at.number(-most_figure, most_figure)));
        return found;
    }
    }
    return {};
}

CheckVerdict check_that_ran_in(const JsonPlace& place) {
    CheckVerdict verdict = check_in(place);
    const Comparison& check = verdict.comparison;
    if (check.right() && check.entries_checked == 0) place.at("entries_checked").refuse("a number above 0");
    if (check.kind != OutputKind::matrix) return verdict;
    if (check.rows_checked > check.rows)
        place.at("rows_checked").refuse(fmt::format("at most the number of its rows, {},", check.rows));
    return verdict;
}

CheckVerdict check_in(const JsonPlace& place) {
    const auto count = [&](const char* key) { return place.at(key).whole(0, most_whole); };
    CheckVerdict verdict;
    Comparison& check = verdict.comparison;
    check.entries_checked = count("entries_checked");
    check.rows_checked = count("rows_checked");
    check.rows = count("rows");
    check.cols = place.find("cols") ? count("cols") : check.rows; // older files have square matrices
    if (const auto output = place.find("output")) check.kind = output->word(output_names);
    for (const char* key : {"answer", "output_values"}) // files before version 0.2 have the first one
        if (const auto values = place.find(key)) verdict.output = output_in(*values, check.kind);
    check.wrong_entries = count("wrong_entries");
    check.unwritten_entries = count("unwritten_entries");
    check.guard_damage = count("guard_damage");
    if (place.find("different_entries")) check.different_entries = count("different_entries");
    check.first_different = text_or_none(place, "first_different");
    check.worst_error = figure(place, "worst_error", 0.0, most_figure).value_or(0.0);
    if (const auto examination = place.find("examination")) verdict.examination = examination_in(*examination);
    verdict.not_examined = text_or_none(place, "not_examined");
    check.sampled = text_or_none(place, "sampled");
    return verdict;
}

LaunchFacts kernel_in(const JsonPlace& place) {
    const auto three = [&](const char* key) {
        const auto sizes = place.at(key).items(3);
        if (sizes.size() != 3) place.at(key).refuse("a list of 3 whole numbers");
        std::array<int, 3> found{};
        for (std::size_t i = 0; i < 3; ++i) found[i] = int(sizes[i].whole(0, INT32_MAX));
        return found;
    };
    return {.kernel = place.at("kernel").text(),
            .grid = three("grid"),
            .block = three("block"),
            .registers = count_at(place, "registers"),
            .shared_bytes = place.at("shared_bytes").whole(0, most_whole),
            .blocks_per_unit = count_at(place, "blocks_per_unit"),
            .occupancy = place.at("occupancy").number(0.0, 1.0)};
}

std::string counter_of_chip(const JsonPlace& place) {
    return text_or_none(place, place.find("counter") ? "counter" : "metric");
}

Counters counters_in(const JsonPlace& place) {
    constexpr std::size_t most_counts = 10'000;
    Counters counters{.chip = place.at("chip").text(), .passes = count_at(place, "passes"), .counts = {}};
    for (const JsonPlace& count : place.at("counts").items(most_counts))
        counters.counts.push_back({.name = count.at("name").text(),
                                   .counter = counter_of_chip(count),
                                   .value = count.at("value").number(-most_figure, most_figure)});
    return counters;
}

Conditions conditions_in(const JsonPlace& place) {
    Conditions conditions{.clock = figure(place, "clock", 0.0, most_figure),
                          .lowest_clock = figure(place, "lowest_clock", 0.0, most_figure),
                          .highest_clock = figure(place, "highest_clock", 0.0, most_figure),
                          .memory_clock = figure(place, "memory_clock", 0.0, most_figure),
                          .power = figure(place, "power", 0.0, most_figure),
                          .joules = figure(place, "joules", 0.0, most_figure),
                          .temperature = figure(place, "temperature", -300.0, 1000.0),
                          .slowed_by = {},
                          .drew_the_screen = place.at("drew_the_screen").flag(),
                          .other_load = figure(place, "other_load", 0.0, 1.0)};
    for (const JsonPlace& reason : place.at("slowed_by").items(100)) conditions.slowed_by.push_back(reason.text());
    return conditions;
}

TraceSummary trace_in(const JsonPlace& place) {
    return {.stores = totals_in(place.at("stores")),
            .loads = totals_in(place.at("loads")),
            .findings = place.at("findings").whole(0, most_whole),
            .blocks = place.at("blocks").whole(0, most_whole),
            .blocks_traced = place.at("blocks_traced").whole(0, most_whole)};
}

} // namespace pairscope::profiling
