// SPDX-License-Identifier: MIT
#include "app/subjects/counters/counters_table.h"

#include "app/spine/files/columns.h"
#include "profiling/cupti/catalogue.h"

#include <algorithm>
#include <array>

namespace pairscope::app {
namespace {

using CountColumn = TableColumn<CountRow>;

/// About the run: CSV repeats them in every line, JSON has them once.
constexpr std::array run_columns{
    CountColumn{.key = "variant", .value = [](const CountRow& row) { return Json(row.run.variant_id); }},
    CountColumn{.key = "device", .value = [](const CountRow& row) { return Json(row.run.device.name); }},
    CountColumn{.key = "target", .value = [](const CountRow& row) { return Json(name_of(row.run.target)); }},
    CountColumn{.key = "n", .value = [](const CountRow& row) { return Json(n_of(row.run.workload)); }},
    CountColumn{.key = "chip", .value = [](const CountRow& row) { return Json(row.run.counters->chip); }},
    CountColumn{.key = "passes", .value = [](const CountRow& row) { return Json(row.run.counters->passes); }}};
constexpr std::array count_columns{
    CountColumn{.key = "set", .value = [](const CountRow& row) { return Json(row.set); }},
    CountColumn{.key = "name", .value = [](const CountRow& row) { return Json(row.count.name); }},
    CountColumn{.key = "quantity", .value = [](const CountRow& row) { return Json(row.title); }},
    CountColumn{.key = "value", .value = [](const CountRow& row) { return Json(row.count.value); }},
    CountColumn{.key = "unit", .value = [](const CountRow& row) { return Json(row.unit); }},
    CountColumn{.key = "counter", .value = [](const CountRow& row) { return Json(row.count.counter); }}};

/// What the catalogue says of a count; of a picked one only its name.
CountRow row_of(const profiling::Measurement& m, const profiling::Count& count) {
    const profiling::Quantity* quantity = profiling::find_quantity(count.name);
    if (quantity == nullptr) return {m, count, "picked", count.name, {}};
    return {m, count, name_of(quantity->set), quantity->title, quantity->unit};
}

} // namespace

std::vector<CountRow> count_rows(const profiling::Measurement& m, const std::vector<CounterUnit>& units) {
    std::vector<CountRow> rows;
    for (const profiling::Count& count : m.counters->counts) {
        rows.push_back(row_of(m, count));
        if (const auto unit = std::ranges::find(units, count.counter, &CounterUnit::counter); unit != units.end())
            rows.back().unit = unit->unit;
    }
    return rows;
}

std::string counters_csv(const profiling::Measurement& m, const std::vector<CounterUnit>& units) {
    std::vector<CountColumn> columns(run_columns.begin(), run_columns.end());
    columns.insert(columns.end(), count_columns.begin(), count_columns.end());
    constexpr int all_digits = 0;
    return rows_csv<CountRow>(columns, count_rows(m, units), all_digits);
}

std::string counters_json(const profiling::Measurement& m) {
    const std::vector<CountRow> rows = count_rows(m, {});
    const profiling::Count none;
    Json json = row_json<CountRow>(run_columns, row_of(m, none)); // a run without counts, too, is an object
    json["counts"] = rows_json<CountRow>(count_columns, rows);
    return dumped(json);
}

} // namespace pairscope::app
