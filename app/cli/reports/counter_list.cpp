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
using profiling::ChipCounters;
using profiling::CounterFact;

/// `none` says what does not exist.
std::string with_names_nearby(const std::string& none, const std::vector<std::string>& near) {
    return near.empty() ? none : fmt::format("{}; similar names are {}", none, fmt::join(near, ", "));
}

std::vector<std::string> names_of(const std::vector<CounterFact>& facts) {
    std::vector<std::string> names;
    for (const CounterFact& fact : facts) names.push_back(fact.name);
    return names;
}

const CounterFact* find(const ChipCounters& counters, std::string_view name) {
    const auto found = std::ranges::lower_bound(counters.all(), name, {}, &CounterFact::name);
    return found != counters.all().end() && found->name == name ? &*found : nullptr;
}

std::string complaint(const ChipCounters& counters, const std::string& chip, const std::string& name) {
    const std::size_t dot = name.find('.');
    if (const CounterFact* base = find(counters, name.substr(0, dot))) {
        std::vector<std::string> endings = counters.endings(*base);
        std::erase_if(endings, [](const std::string& ending) { return ending.find('.', 1) != std::string::npos; });
        return fmt::format(
            "{} is not a counter of {}, because an ending such as {} must follow {}: --list-counters {} lists them",
            name, chip, endings.empty() ? counters.endings(*base).back() : endings.back(), base->name, base->name);
    }
    std::vector<std::string> near;
    for (const std::string& base : profiling::near_names(names_of(counters.all()), name.substr(0, dot)))
        near.push_back(dot == std::string::npos ? base : base + name.substr(dot));
    return fmt::format("{}; --list-counters WORDS searches them",
                       with_names_nearby(fmt::format("{} has no counter {}", chip, name), near));
}

int passes_alone(const ChipCounters& counters, const std::string& counter) {
    return counters.passes({{.name = counter, .counter = counter}});
}

using FactRow = const CounterFact* const&;
using FactColumn = app::TableColumn<const CounterFact*>;
using app::Programs;
constexpr std::array all_fact_columns{
    FactColumn{.title = "counter",
               .key = "counter",
               .text = [](FactRow fact) { return fact->name; },
               .value = [](FactRow fact) { return Json(fact->name); },
               .programs = Programs::csv},
    FactColumn{.key = "name", .value = [](FactRow fact) { return Json(fact->name); }, .programs = Programs::json},
    FactColumn{.title = "kind",
               .key = "kind",
               .text = [](FactRow fact) { return std::string(name_of(fact->kind)); },
               .value = [](FactRow fact) { return Json(name_of(fact->kind)); }},
    FactColumn{.title = "unit",
               .key = "unit",
               .text = [](FactRow fact) { return fact->unit.empty() ? "-" : fact->unit; },
               .value = [](FactRow fact) { return Json(fact->unit); }},
    FactColumn{.key = "hardware", .value = [](FactRow fact) { return Json(fact->hardware); }},
    FactColumn{.title = "what it counts",
               .key = "description",
               .text = [](FactRow fact) { return fact->description; },
               .value = [](FactRow fact) { return Json(fact->description); }}};
constexpr std::span<const FactColumn> fact_columns = all_fact_columns;

std::string text_of(const ChipCounters& counters, const std::vector<const CounterFact*>& found) {
    std::string text = text_table(fact_columns, found);
    if (found.size() != 1) return text + fmt::format("\n{} counters; each needs an ending\n", found.size());
    text += "\nIts endings, and the passes that each needs:\n";
    for (const std::string& ending : counters.endings(*found.front()))
        text += fmt::format("{}{}  {}\n", found.front()->name, ending,
                            passes_alone(counters, found.front()->name + ending));
    return text;
}

Json json_of(const ChipCounters& counters, const std::vector<const CounterFact*>& found) {
    Json list = rows_json(fact_columns, found);
    if (found.size() == 1) list[0]["endings"] = counters.endings(*found.front());
    return list;
}

} // namespace

ChipCounters chip_counters_of(const std::string& chip) {
    const std::vector<std::string> chips = ChipCounters::chips();
    if (!chips.empty() && std::ranges::find(chips, chip) == chips.end())
        throw InputError(fmt::format(
            "{}; it knows {}",
            with_names_nearby(fmt::format("CUPTI knows no chip {}", chip), profiling::near_names(chips, chip)),
            fmt::join(chips, ", ")));
    return ChipCounters(chip);
}

void check_counters(const ChipCounters& counters, const std::string& chip, const std::vector<std::string>& names) {
    for (const std::string& name : names)
        if (profiling::find_quantity(name) == nullptr && !counters.knows(name))
            throw InputError(complaint(counters, chip, name));
}

std::string listed(const ChipCounters& counters, const std::string& chip, const std::string& words, Format format) {
    const std::vector<const CounterFact*> found = matching(counters.all(), words);
    if (found.empty()) throw InputError(complaint(counters, chip, words));
    if (format.json) return dumped({{"chip", chip}, {"counters", json_of(counters, found)}});
    if (format.csv) return rows_csv(fact_columns, found, 0);
    return text_of(counters, found);
}

std::string planned(const ChipCounters& counters, const std::string& chip, const profiling::CounterChoice& choice,
                    Format format) {
    const profiling::Resolved resolved = counters.resolve(choice);
    const int passes = counters.passes(resolved.asked);
    if (format.json) {
        auto list = Json::array();
        for (const profiling::Asked& asked : resolved.asked)
            list.push_back({{"name", asked.name}, {"counter", asked.counter}});
        return dumped({{"chip", chip}, {"passes", passes}, {"counts", list}, {"absent", resolved.absent}});
    }
    if (format.csv) {
        std::string text = "name,counter\n"; // a counter that the chip lacks is empty
        for (const profiling::Asked& asked : resolved.asked)
            text += fmt::format("{},{}\n", csv_field(asked.name), csv_field(asked.counter));
        for (const std::string& name : resolved.absent) text += csv_field(name) + ",\n";
        return text;
    }
    TextTable table({{"count"}, {"counter"}});
    for (const profiling::Asked& asked : resolved.asked) table.add({asked.name, asked.counter});
    for (const std::string& name : resolved.absent) table.add({name, "- (the chip has none for it)"});
    return fmt::format("{}\non {} together in {} {}\n", table.text(), chip, passes, passes == 1 ? "pass" : "passes");
}

} // namespace pairscope::cli
