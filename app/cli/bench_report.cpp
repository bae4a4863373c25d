// SPDX-License-Identifier: MIT
#include "app/cli/bench_report.h"

#include "app/cli/data_json.h"
#include "app/model/ceilings_json.h"
#include "app/model/numbers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::cli {
namespace {

std::optional<double> baseline_seconds(const BenchReport& report) {
    const auto first = std::ranges::find(report.rows, report.baseline, &app::ResultRow::variant);
    return first == report.rows.end() ? std::nullopt : first->median_seconds;
}

std::string or_dash(const std::optional<double>& value, std::string (*words)(double)) {
    return value ? words(*value) : "-";
}

/// In the place of the times: what is known without a GPU.
std::string simulated_text(const app::ResultRow& row) {
    std::string text = fmt::format("simulated: right answer, {} predicted", app::bytes_text(*row.predicted_bytes));
    if (row.sectors_per_store)
        text += fmt::format(", {:.2f} sectors a store, {} of them used, {} touched", *row.sectors_per_store,
                            app::percent_text(*row.used_of_stores), app::bytes_text(*row.traced_bytes));
    return text;
}

std::vector<std::string> cells_of(const app::ResultRow& row) {
    std::vector<std::string> cells{std::string(short_name(row.variant))};
    if (row.answer_bits != 32) cells[0] += fmt::format(" ({}-bit answer)", row.answer_bits);
    if (row.status == "simulated") {
        cells.insert(cells.end(), {row.device, row.target, simulated_text(row)});
        return cells;
    }
    if (!row.median_seconds) {
        cells.push_back(fmt::format("{}: {}", row.status, row.reason));
        return cells;
    }
    const std::string interval =
        row.low_seconds
            ? "+-" + app::half_width(1e3 * *row.median_seconds, 1e3 * *row.low_seconds, 1e3 * *row.high_seconds)
            : "-";
    cells.insert(cells.end(),
                 {row.device, row.target, app::milliseconds(*row.median_seconds), interval,
                  fmt::format("{}", row.samples), or_dash(row.nanoseconds_per_pair, app::three_digits),
                  row.compulsory_bytes_per_second ? app::three_digits(*row.compulsory_bytes_per_second / 1e9) : "-",
                  row.share_of_fill ? app::three_digits(100.0 * *row.share_of_fill) : "-",
                  or_dash(row.speedup, app::speedup_text)});
    return cells;
}

std::string sentence_of(const profiling::Ceilings& ceilings, int threads) {
    using enum profiling::CeilingKind;
    std::vector<std::string> parts;
    for (const profiling::CeilingKind kind : {fill, copy, read, fma})
        if (const auto* ceiling = find(ceilings, kind, threads))
            parts.push_back(
                fmt::format("{} {} ({})", title_of(kind), app::rate_text(unit_of(kind), ceiling->value), ceiling->how));
    const std::string of_threads = threads > 0 ? fmt::format(", {} thread{}", threads, threads == 1 ? "" : "s") : "";
    return fmt::format("ceilings of {}, {}{}: {}\n", device_id(ceilings.device), ceilings.device.name, of_threads,
                       fmt::join(parts, ", "));
}

} // namespace

void add_row(BenchReport& report, const Planned& run, const profiling::RunOutcome& outcome) {
    if (run.variant == nullptr) {
        app::ResultRow row;
        row.variant = run.id;
        row.n = report.data.dataset->rows;
        row.status = "skipped";
        row.reason = run.reason;
        report.rows.push_back(std::move(row));
        return;
    }
    const profiling::Ceilings* roofs = nullptr;
    for (const profiling::Ceilings& ceilings : report.ceilings)
        if (run.device && ceilings.device == *run.device) roofs = &ceilings;
    std::optional<double> baseline = baseline_seconds(report);
    if (const auto* m = std::get_if<profiling::Measurement>(&outcome); m != nullptr && report.baseline.empty()) {
        report.baseline = run.id;
        baseline = profiling::seconds_of(*m);
    }
    app::ResultRow row = app::result_row(*run.variant, outcome, roofs, baseline);
    row.n = report.data.dataset->rows;
    if (run.device) row.device = device_id(*run.device);
    report.rows.push_back(std::move(row));
}

std::string text_of(const BenchReport& report) {
    using enum TextTable::Align;
    TextTable table({{"variant"},
                     {"device"},
                     {"target"},
                     {"median [ms]", right},
                     {"95 %", right},
                     {"samples", right},
                     {"ns/pair", right},
                     {"GB/s", right},
                     {"% of fill", right},
                     {"speed-up", right}});
    for (const app::ResultRow& row : report.rows) table.add(cells_of(row));
    std::string text = fmt::format("{}\n{}\n", describe(*report.data.dataset), table.text());
    for (const profiling::Ceilings& ceilings : report.ceilings)
        for (const int threads : threads_of(ceilings)) text += sentence_of(ceilings, threads);
    if (!report.baseline.empty())
        text += fmt::format(
            "GB/s counts compulsory bytes: every input read once, every entry written once. Speed-up is over {}.\n",
            short_name(report.baseline));
    if (std::ranges::find(report.rows, "simulated", &app::ResultRow::status) != report.rows.end())
        text +=
            "Simulated variants are CUDA kernels that the CPU executed: what they touch is known, their time is not.\n";
    if (std::ranges::any_of(report.rows,
                            [](const app::ResultRow& row) { return row.share_of_fill.value_or(0.0) > 1.0; }))
        text +=
            "Above 100 % of fill: the answer stays in the caches, or memory was slower while the fill was measured.\n";
    return text;
}

std::string json_of(const BenchReport& report) {
    auto ceilings = nlohmann::ordered_json::array();
    for (const profiling::Ceilings& roofs : report.ceilings) ceilings.push_back(app::json_of(roofs));
    return dumped({{"version", PAIRSCOPE_VERSION},
                   {"data", data_json(report.data)},
                   {"ceilings", std::move(ceilings)},
                   {"speedup_over", report.baseline},
                   {"results", nlohmann::ordered_json::parse(app::json_of(report.rows))}});
}

} // namespace pairscope::cli
