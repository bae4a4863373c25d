// SPDX-License-Identifier: MIT
#include "app/cli/reports/bench_report.h"

#include "app/chart/fractions.h"
#include "app/chart/number_text.h"
#include "app/cli/reports/data_json.h"
#include "app/spine/commands.h"
#include "app/spine/files/ceilings_json.h"
#include "app/subjects/measuring/size_chart.h"
#include "kernels/data/text.h"
#include "profiling/input_words.h"
#include "profiling/outcome.h"
#include "profiling/roofline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace pairscope::cli {
namespace {

using ResultColumn = app::TableColumn<app::ResultRow>;
using CeilingKinds = std::set<profiling::CeilingKind>;

/// The first row of the group that was measured; null if there is none.
const BenchRow* baseline_of(const BenchReport& report, const Setting& setting) {
    const auto first = std::ranges::find_if(
        report.rows, [&](const BenchRow& row) { return row.setting == setting && row.row.figure("median_seconds"); });
    return first == report.rows.end() ? nullptr : &*first;
}

std::vector<Setting> settings_of(const BenchReport& report) {
    std::vector<Setting> settings;
    for (const BenchRow& row : report.rows) settings.push_back(row.setting);
    return settings;
}

std::vector<app::ResultRow> rows_of(const BenchReport& report) {
    std::vector<app::ResultRow> rows;
    for (const BenchRow& row : report.rows) rows.push_back(row.row);
    return rows;
}

bool is_simulated(const app::ResultRow& row) { return row.status == name_of(profiling::Outcome::simulated); }

/// In the place of the times: what is known without a GPU.
std::string simulated_text(const app::ResultRow& row) {
    const std::string predicted = app::bytes_text(*row.predicted_bytes);
    if (!row.sectors_per_store) return fmt::format("simulated: right output, {} predicted", predicted);
    return fmt::format("simulated: right output, {} predicted, {:.2f} sectors per store, {} of them used, {} touched",
                       predicted, *row.sectors_per_store, app::percent_text(*row.used_of_stores),
                       app::bytes_text(*row.traced_bytes));
}

/// A row without times has its first cells, and then a sentence that runs on.
std::vector<std::string> cells_with_sentence(std::span<const ResultColumn> columns, const app::ResultRow& row) {
    std::vector<std::string> cells = cells_of(columns, row);
    if (is_simulated(row)) {
        constexpr std::size_t before_the_times = 3;
        cells.resize(before_the_times);
        cells.push_back(simulated_text(row));
    } else if (!row.figure("median_seconds")) {
        cells.resize(1);
        cells.push_back(fmt::format("{}: {}", row.status, row.reason));
    }
    return cells;
}

/// The usual ceilings, and those that limit the variants.
CeilingKinds listed_kinds(const CeilingKinds& limits) {
    using enum profiling::CeilingKind;
    CeilingKinds kinds{fill, copy, read, fma};
    kinds.insert(limits.begin(), limits.end());
    return kinds;
}

std::string ceilings_sentence(const profiling::Ceilings& ceilings, int threads, const CeilingKinds& limits) {
    std::vector<std::string> parts;
    for (const profiling::CeilingKind kind : listed_kinds(limits))
        if (const auto* ceiling = find(ceilings, kind, threads))
            parts.push_back(
                fmt::format("{} {} ({})", title_of(kind), app::rate_text(unit_of(kind), ceiling->value), ceiling->how));
    std::string device = fmt::format("{}, {}", device_id(ceilings.device), ceilings.device.name);
    if (threads > 0) device = fmt::format("{}, {}", device, counted(threads, "thread"));
    return fmt::format("ceilings of {}: {}\n", device, fmt::join(parts, ", "));
}

/// Beside the ceilings: what may be wrong with them, and which of them a variant is compared with. `limits` are the
/// kinds that limit the variants.
std::string notes_on(const profiling::Ceilings& ceilings, const CeilingKinds& limits) {
    std::string text;
    profiling::Ceilings listed = ceilings;
    const CeilingKinds kinds = listed_kinds(limits);
    std::erase_if(listed.found, [&](const profiling::Ceiling& ceiling) { return !kinds.contains(ceiling.kind); });
    for (const std::string& words : doubts_about(listed))
        text += fmt::format("Warning about {}: {}.\n", device_id(ceilings.device), words);
    if (threads_of(ceilings).size() < 2 || limits.empty()) return text;
    return text + fmt::format("A variant of one thread is compared with the {} ceiling of one thread.\n",
                              limits.size() == 1 ? title_of(*limits.begin()) : "limiting");
}

} // namespace

void add_row(BenchReport& report, const BenchRun& run) {
    BenchRow added{.setting = run.setting, .row = {}, .speedup_over = {}};
    const BenchRow* baseline = baseline_of(report, run.setting);
    if (run.planned.variant == nullptr) {
        added.row.variant = run.planned.id;
        added.row.status = name_of(profiling::Outcome::skipped);
        added.row.reason = std::get<profiling::Skipped>(run.outcome).reason;
    } else {
        const profiling::Ceilings* roofs = nullptr;
        for (const profiling::Ceilings& ceilings : report.ceilings)
            if (ceilings.device == *run.planned.device) roofs = &ceilings;
        std::optional<double> seconds;
        if (baseline != nullptr) seconds = baseline->row.figure("median_seconds");
        if (const auto* m = std::get_if<profiling::Measurement>(&run.outcome); m != nullptr && !seconds)
            seconds = profiling::seconds_of(*m); // it is the first itself
        added.row = app::result_row(*run.planned.variant, run.outcome, roofs, seconds);
        added.row.device = device_id(*run.planned.device);
    }
    const bool timed = added.row.figure("median_seconds").has_value();
    if (timed) added.speedup_over = baseline == nullptr ? added.row.variant : baseline->row.variant;
    const auto size = std::ranges::find(report.sizes, run.setting.n, &LoadedData::n);
    if (size != report.sizes.end()) set_size(added.row, size->question.size());
    added.row.n = run.setting.n;
    added.row.target = name_of(run.setting.target);
    if (added.row.block == 0) added.row.block = run.setting.block;
    if (!timed && !is_simulated(added.row)) added.row.caches = profiling::name_of(run.setting.caches);
    report.rows.push_back(std::move(added));
}

namespace {

/// The ceilings that limit the rows, as far as those were measured.
CeilingKinds limits_of(const BenchReport& report) {
    CeilingKinds limits;
    for (const BenchRow& row : report.rows)
        if (row.row.limited_by) limits.insert(*row.row.limited_by);
    return limits;
}

/// Then the bytes that every variant has to move say nothing about how good a time is.
bool only_arithmetic_limits(const BenchReport& report) {
    const auto limits = limits_of(report);
    return !limits.empty() &&
           std::ranges::all_of(limits, [](auto kind) { return profiling::arithmetic_of(kind).has_value(); });
}

const WorkloadType& type_in(const BenchReport& report) {
    return pairscope::type_of(report.sizes.front().question.workload);
}

/// What the fractions of this report mean.
std::string fractions_note(const BenchReport& report) {
    const auto limits = limits_of(report);
    const auto any = [&](const auto& fits) { return std::ranges::any_of(report.rows, fits); };
    std::string text;
    if (!limits.empty())
        text += fmt::format(
            "{}\n", app::useful_fraction_meaning(limits.size() == 1 ? std::optional(*limits.begin()) : std::nullopt,
                                                 type_in(report)));
    std::set<std::string> told; // a variant may have rows of several sizes
    for (const BenchRow& row : report.rows)
        if (const std::string counted = app::counted_work_sentence(find_variant(row.row.variant));
            !counted.empty() && row.row.figure("useful_fraction") && told.insert(row.row.variant).second)
            text += fmt::format("{}: {}\n", short_name(row.row.variant), counted);
    if (any([](const BenchRow& row) { return row.row.figure("bandwidth_used").has_value(); }))
        text += fmt::format(
            "{}\n", app::bandwidth_used_meaning(profiling::memory_ceiling(report.sizes.front().question.size())));
    if (!any([](const BenchRow& row) { return row.row.figure("useful_fraction").value_or(0.0) > 1.0; })) return text;
    if (only_arithmetic_limits(report))
        return text +
               "A useful fraction above 1 has one of two reasons. The device was slower while the ceiling was "
               "measured, or the variant does less arithmetic than the workload counts or uses narrower numbers.\n";
    return text + fmt::format("A useful fraction above 1 has one of two reasons. The {} stayed in caches, which are "
                              "faster than memory, or memory was slower while the {} ceiling was measured.\n",
                              limits.contains(profiling::CeilingKind::fill) ? "matrix" : "data",
                              title_of(*limits.begin()));
}

/// Then the time of a pair is the time of the run.
bool asks_about_one_pair(const BenchReport& report) {
    return std::ranges::all_of(report.sizes,
                               [](const LoadedData& data) { return work_of(data.question.size()).pairs == 1.0; });
}

/// A heading before each group, where there are several.
std::string table_of(const BenchReport& report, const Varying& varying) {
    const bool counted = std::ranges::any_of(
        report.rows, [](const BenchRow& row) { return row.row.figure("bandwidth_used").has_value(); });
    std::vector<ResultColumn> columns(app::result_columns().begin(), app::result_columns().end());
    if (!counted) std::erase_if(columns, [](const ResultColumn& column) { return column.key == "bandwidth_used"; });
    const bool has_energy = std::ranges::any_of(
        report.rows, [](const BenchRow& row) { return row.row.figure("joules_per_run").has_value(); });
    if (!has_energy) std::erase_if(columns, [](const ResultColumn& column) { return column.key == "joules_per_run"; });
    if (only_arithmetic_limits(report))
        std::erase_if(columns, [](const ResultColumn& column) { return column.key == "compulsory_bytes_per_second"; });
    if (asks_about_one_pair(report))
        std::erase_if(columns, [](const ResultColumn& column) { return column.key == "nanoseconds_per_pair"; });
    TextTable table = empty_table<app::ResultRow>(columns);
    std::optional<Setting> group;
    for (const BenchRow& row : report.rows) {
        if (varying.any() && group != row.setting) {
            table.add({""});
            table.add({heading_of(row.setting, varying)});
        }
        group = row.setting;
        table.add(cells_with_sentence(columns, row.row));
    }
    return table.text();
}

std::string speedup_note(const BenchReport& report, const Varying& varying) {
    std::set<std::string> over;
    for (const BenchRow& row : report.rows)
        if (!row.speedup_over.empty()) over.insert(row.speedup_over);
    if (over.empty()) return {};
    const std::string bytes =
        only_arithmetic_limits(report)
            ? ""
            : fmt::format("GB/s counts compulsory bytes: {} are read once and the output is written once. ",
                          profiling::inputs_in_words(type_in(report)));
    if (over.size() > 1) return bytes + "Speed-up is over the first variant of each group that was measured.\n";
    const std::string_view first = short_name(*over.begin());
    return varying.any() ? fmt::format("{}Speed-up is over {} of the same group.\n", bytes, first)
                         : fmt::format("{}Speed-up is over {}.\n", bytes, first);
}

/// What more multiprocessors are good for, where several numbers of them were tried.
std::string multiprocessors_note(const BenchReport& report) {
    std::map<std::pair<std::string, Setting>, app::TimesOnParts> times; // the setting without their number
    for (const BenchRow& row : report.rows) {
        const auto seconds = row.row.figure("median_seconds");
        if (!seconds || row.setting.multiprocessors == 0) continue;
        Setting rest = row.setting;
        const int number = std::exchange(rest.multiprocessors, 0);
        app::TimesOnParts& of_variant = times[{row.row.variant, rest}];
        of_variant.variant_id = row.row.variant;
        of_variant.seconds[number] = *seconds;
    }
    std::map<Setting, std::vector<app::TimesOnParts>> groups;
    for (auto& [key, of_variant] : times) groups[key.second].push_back(std::move(of_variant));
    std::string text;
    for (const auto& [setting, group] : groups) {
        const std::string sentence = app::multiprocessors_sentence(group);
        if (sentence.empty()) continue;
        std::vector<Setting> settings;
        for (const auto& [one, all] : groups) settings.push_back(one);
        const std::string heading = heading_of(setting, varying(settings));
        text += heading.empty() ? sentence + "\n" : fmt::format("{}: {}\n", heading, sentence);
    }
    return text;
}

/// What the two figures beside a time mean.
std::string turns_note(const BenchReport& report) {
    const bool any =
        std::ranges::any_of(report.rows, [](const BenchRow& row) { return row.row.figure("turn_spread").has_value(); });
    if (!any) return {};
    return "The column 95 % shows the 95 % interval of the median of this run; it is never narrower than +-0.5 %. Each "
           "variant was measured in several turns, between which other variants may have run. The turn spread is the "
           "difference between the largest and the smallest median of its turns, in percent of the median; another "
           "run may differ by as much.\n";
}

} // namespace

std::string text_of(const BenchReport& report) {
    const std::vector<Setting> settings = settings_of(report);
    const Varying varies = varying(settings);
    std::string text = describe(report.sizes);
    if (const std::string common = settings.empty() ? "" : common_text(settings.front(), varies); !common.empty())
        text = fmt::format("{}, {}", text, common);
    text += fmt::format("\n{}\n", table_of(report, varies));
    for (const profiling::Ceilings& ceilings : report.ceilings) {
        for (const int threads : threads_of(ceilings)) text += ceilings_sentence(ceilings, threads, limits_of(report));
        text += notes_on(ceilings, limits_of(report));
    }
    text += speedup_note(report, varies);
    text += multiprocessors_note(report);
    text += turns_note(report);
    const auto any = [&](const auto& fits) { return std::ranges::any_of(report.rows, fits); };
    if (any([](const BenchRow& row) { return std::ranges::any_of(row.row.badges, &profiling::Badge::warning); }))
        text += "! marks a time that may mislead; --json gives the reason in a sentence.\n";
    if (any([](const BenchRow& row) { return is_simulated(row.row); }))
        text += "Simulated variants are CUDA kernels that the CPU executed: the memory that they touch is known, but "
                "not their time on a GPU.\n";
    text += fractions_note(report);
    return text;
}

std::string json_of(const BenchReport& report) {
    auto ceilings = nlohmann::ordered_json::array(), sizes = nlohmann::ordered_json::array();
    for (const profiling::Ceilings& roofs : report.ceilings) ceilings.push_back(app::json_of(roofs));
    for (const LoadedData& data : report.sizes) sizes.push_back(data.n());
    auto rows = app::json_of(rows_of(report));
    std::string first_over;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string& over = report.rows[i].speedup_over;
        rows[i]["speedup_over"] = app::or_null(over);
        if (const int number = report.rows[i].setting.multiprocessors; number > 0) rows[i]["multiprocessors"] = number;
        if (first_over.empty()) first_over = over;
    }
    return dumped({{"version", PAIRSCOPE_VERSION},
                   {"data", data_json(report.sizes.front())},
                   {"sizes", std::move(sizes)},
                   {"ceilings", std::move(ceilings)},
                   {"speedup_over", first_over},
                   {"results", std::move(rows)}});
}

std::string csv_of(const BenchReport& report) { return app::csv_of(rows_of(report)); }

} // namespace pairscope::cli
