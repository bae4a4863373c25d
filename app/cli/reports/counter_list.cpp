// SPDX-License-Identifier: MIT
#include "app/cli/reports/counter_list.h"

#include "app/cli/reports/data_json.h"
#include "kernels/data/errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace pairscope::cli {
namespace {

using app::Json;
using profiling::MetricFact;
using profiling::Metrics;

std::string names_nearby(const std::vector<std::string>& near) {
    return near.empty() ? "" : fmt::format("; similar names are {}", fmt::join(near, ", "));
}

std::vector<std::string> names_of(const std::vector<MetricFact>& facts) {
    std::vector<std::string> names;
    for (const MetricFact& fact : facts) names.push_back(fact.name);
    return names;
}

const MetricFact* find(const Metrics& metrics, std::string_view name) {
    const auto found = std::ranges::lower_bound(metrics.all(), name, {}, &MetricFact::name);
    return found != metrics.all().end() && found->name == name ? &*found : nullptr;
}

std::string complaint(const Metrics& metrics, const std::string& chip, const std::string& name) {
    const std::size_t dot = name.find('.');
    if (const MetricFact* base = find(metrics, name.substr(0, dot))) {
        std::vector<std::string> endings = metrics.endings(*base);
        std::erase_if(endings, [](const std::string& ending) { return ending.find('.', 1) != std::string::npos; });
        return fmt::format(
            "{} is not a metric of {}, because an ending such as {} must follow {}: --list-metrics {} lists them", name,
            chip, endings.empty() ? metrics.endings(*base).back() : endings.back(), base->name, base->name);
    }
    std::vector<std::string> near;
    for (const std::string& base : profiling::near_names(names_of(metrics.all()), name.substr(0, dot)))
        near.push_back(dot == std::string::npos ? base : base + name.substr(dot));
    return fmt::format("{} has no metric {}{}; --list-metrics WORDS searches them", chip, name, names_nearby(near));
}

int passes_alone(const Metrics& metrics, const std::string& metric) {
    return metrics.passes({{.name = metric, .metric = metric}});
}

using MetricRow = const MetricFact* const&;
using MetricColumn = app::Column<const MetricFact*>;
using app::Programs;
constexpr std::array all_metric_columns{
    MetricColumn{.title = "metric",
                 .key = "metric",
                 .text = [](MetricRow fact) { return fact->name; },
                 .value = [](MetricRow fact) { return Json(fact->name); },
                 .programs = Programs::csv},
    MetricColumn{.key = "name", .value = [](MetricRow fact) { return Json(fact->name); }, .programs = Programs::json},
    MetricColumn{.title = "kind",
                 .key = "kind",
                 .text = [](MetricRow fact) { return std::string(name_of(fact->kind)); },
                 .value = [](MetricRow fact) { return Json(name_of(fact->kind)); }},
    MetricColumn{.title = "unit",
                 .key = "unit",
                 .text = [](MetricRow fact) { return fact->unit.empty() ? "-" : fact->unit; },
                 .value = [](MetricRow fact) { return Json(fact->unit); }},
    MetricColumn{.key = "hardware", .value = [](MetricRow fact) { return Json(fact->hardware); }},
    MetricColumn{.title = "what it counts",
                 .key = "description",
                 .text = [](MetricRow fact) { return fact->description; },
                 .value = [](MetricRow fact) { return Json(fact->description); }}};
constexpr std::span<const MetricColumn> metric_columns = all_metric_columns;

std::string text_of(const Metrics& metrics, const std::vector<const MetricFact*>& found) {
    std::string text = text_table(metric_columns, found);
    if (found.size() != 1) return text + fmt::format("\n{} metrics; each needs an ending\n", found.size());
    text += "\nIts endings, and the passes that each needs:\n";
    for (const std::string& ending : metrics.endings(*found.front()))
        text +=
            fmt::format("{}{}  {}\n", found.front()->name, ending, passes_alone(metrics, found.front()->name + ending));
    return text;
}

Json json_of(const Metrics& metrics, const std::vector<const MetricFact*>& found) {
    Json list = rows_json(metric_columns, found);
    if (found.size() == 1) list[0]["endings"] = metrics.endings(*found.front());
    return list;
}

} // namespace

Metrics metrics_of(const std::string& chip) {
    const std::vector<std::string> chips = Metrics::chips();
    if (!chips.empty() && std::ranges::find(chips, chip) == chips.end())
        throw InputError(fmt::format("CUPTI knows no chip {}{}; it knows {}", chip,
                                     names_nearby(profiling::near_names(chips, chip)), fmt::join(chips, ", ")));
    return Metrics(chip);
}

void check_metrics(const Metrics& metrics, const std::string& chip, const std::vector<std::string>& names) {
    for (const std::string& name : names)
        if (profiling::find_quantity(name) == nullptr && !metrics.knows(name))
            throw InputError(complaint(metrics, chip, name));
}

std::string listed(const Metrics& metrics, const std::string& chip, const std::string& words, Format format) {
    const std::vector<const MetricFact*> found = matching(metrics.all(), words);
    if (found.empty()) throw InputError(complaint(metrics, chip, words));
    if (format.json) return dumped({{"chip", chip}, {"metrics", json_of(metrics, found)}});
    if (format.csv) return rows_csv(metric_columns, found, 0);
    return text_of(metrics, found);
}

std::string planned(const Metrics& metrics, const std::string& chip, const profiling::CounterChoice& choice,
                    Format format) {
    const profiling::Resolved resolved = metrics.resolve(choice);
    const int passes = metrics.passes(resolved.asked);
    if (format.json) {
        auto list = Json::array();
        for (const profiling::Asked& asked : resolved.asked)
            list.push_back({{"name", asked.name}, {"metric", asked.metric}});
        return dumped({{"chip", chip}, {"passes", passes}, {"counts", list}, {"absent", resolved.absent}});
    }
    if (format.csv) {
        std::string text = "name,metric\n"; // a metric that the chip lacks is empty
        for (const profiling::Asked& asked : resolved.asked)
            text += fmt::format("{},{}\n", csv_field(asked.name), csv_field(asked.metric));
        for (const std::string& name : resolved.absent) text += csv_field(name) + ",\n";
        return text;
    }
    TextTable table({{"count"}, {"metric"}});
    for (const profiling::Asked& asked : resolved.asked) table.add({asked.name, asked.metric});
    for (const std::string& name : resolved.absent) table.add({name, "- (the chip has none for it)"});
    return fmt::format("{}\non {} together in {} {}\n", table.text(), chip, passes, passes == 1 ? "pass" : "passes");
}

} // namespace pairscope::cli
