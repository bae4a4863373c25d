// SPDX-License-Identifier: MIT
// pairscope check: every entry of every variant's answer against the double-precision reference.
#include "app/cli/data_json.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/cli/run_options.h"
#include "app/cli/stations.h"
#include "app/cli/target_option.h"
#include "app/cli/verbs.h"
#include "app/model/numbers.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace pairscope::cli {
namespace {

struct CheckOptions {
    DataOptions data;
    RunOptions run;
    TargetKind target = TargetKind::linear;
    Format format;
};

enum class Verdict : std::uint8_t { right, wrong, failed, skipped };
std::string_view name_of(Verdict verdict) {
    switch (verdict) {
    case Verdict::right:
        return "right";
    case Verdict::wrong:
        return "wrong";
    case Verdict::failed:
        return "failed";
    case Verdict::skipped:
        return "skipped";
    }
    return {};
}

struct CheckRow {
    std::string variant;
    std::string device; ///< empty: none
    Verdict verdict = Verdict::skipped;
    bool simulated = false;
    std::optional<Comparison> comparison; ///< of those that ran
    std::string told;                     ///< what was found, or why it did not run
};

CheckRow row_of(const Planned& run, const profiling::CheckOutcome& outcome) {
    CheckRow row{.variant = std::string(run.id),
                 .device = run.device ? device_id(*run.device) : "",
                 .simulated = run.variant != nullptr && run.device && simulated(*run.variant, *run.device),
                 .comparison = {},
                 .told = {}};
    if (const auto* checked = std::get_if<profiling::Checked>(&outcome)) {
        row.verdict = checked->comparison.right() ? Verdict::right : Verdict::wrong;
        row.comparison = checked->comparison;
        row.told = (row.simulated ? "simulated: " : "") +
                   (checked->comparison.right()
                        ? app::grouped(checked->comparison.entries_checked) + " entries agree with the reference"
                        : describe(checked->comparison));
    } else if (const auto* failed = std::get_if<profiling::Failed>(&outcome)) {
        row.verdict = Verdict::failed;
        row.told = failed->message;
    } else {
        row.told = std::get<profiling::Skipped>(outcome).reason;
    }
    return row;
}

profiling::CheckOutcome checked(const Planned& run, TargetKind kind, Stations& stations, const RunControl& control) {
    const std::string id(run.id);
    if (auto reason = stations.why_not(run, kind); !reason.empty()) return profiling::Skipped{id, std::move(reason)};
    const Workload workload = stations.workload(run.variant->workload);
    ProgressLine line;
    profiling::RunnerOptions options;
    options.rows_checked = workload.rows;
    options.progress = [&](std::string_view doing, double share) {
        line.show(fmt::format("{} {}", doing, short_name(id)), share);
    };
    const profiling::RunTarget target = stations.target(*run.device, kind, run.variant->entry);
    return profiling::check(stations.engine(*run.device), *run.variant, workload, target, options, control);
}

std::string as_text(const std::vector<CheckRow>& rows) {
    using enum TextTable::Align;
    TextTable table({{"variant"}, {"device"}, {"verdict"}, {"worst error", right}, {"what was found"}});
    for (const CheckRow& row : rows)
        table.add({std::string(short_name(row.variant)), row.device.empty() ? "-" : row.device,
                   std::string(name_of(row.verdict)),
                   row.comparison ? fmt::format("{:.2e}", row.comparison->worst_error) : "-", row.told});
    return table.text();
}

std::string as_csv(const std::vector<CheckRow>& rows) {
    std::string text =
        "variant,device,verdict,worst_error,entries_checked,wrong_entries,unwritten_entries,guard_damage,told\n";
    for (const CheckRow& row : rows) {
        const std::string figures = row.comparison
                                        ? fmt::format("{:.6g},{},{},{},{}", row.comparison->worst_error,
                                                      row.comparison->entries_checked, row.comparison->wrong_entries,
                                                      row.comparison->unwritten_entries, row.comparison->guard_damage)
                                        : ",,,,";
        text += fmt::format("{},{},{},{},{}\n", row.variant, row.device, name_of(row.verdict), figures,
                            csv_field(row.told));
    }
    return text;
}

std::string as_json(const std::vector<CheckRow>& rows, const LoadedData& data) {
    auto list = nlohmann::ordered_json::array();
    for (const CheckRow& row : rows) {
        nlohmann::ordered_json json{{"variant", row.variant},
                                    {"device", row.device},
                                    {"simulated", row.simulated},
                                    {"verdict", name_of(row.verdict)}};
        if (row.comparison) {
            json["worst_error"] = row.comparison->worst_error;
            json["entries_checked"] = row.comparison->entries_checked;
            json["wrong_entries"] = row.comparison->wrong_entries;
            json["unwritten_entries"] = row.comparison->unwritten_entries;
            json["guard_damage"] = row.comparison->guard_damage;
        }
        json["told"] = row.told;
        list.push_back(std::move(json));
    }
    return dumped({{"data", data_json(data)}, {"results", std::move(list)}});
}

ExitCode verdict_on(const std::vector<CheckRow>& rows) {
    const auto any = [&](Verdict verdict) {
        return std::ranges::find(rows, verdict, &CheckRow::verdict) != rows.end();
    };
    if (any(Verdict::wrong) || any(Verdict::failed)) return ExitCode::failed;
    return any(Verdict::right) ? ExitCode::ok : ExitCode::nothing_ran;
}

ExitCode check(const CheckOptions& options) {
    Interrupt interrupt;
    const std::vector<Planned> runs = plan(options.run);
    const LoadedData data = load(options.data);
    const RunControl control{.stop = interrupt.token(), .rows_done = nullptr, .threads = options.run.threads};
    Stations stations(data.dataset);
    std::vector<CheckRow> rows;
    interrupt.stop_gently();
    for (const Planned& run : runs) {
        if (interrupt.happened()) break;
        rows.push_back(row_of(run, checked(run, options.target, stations, control)));
    }
    if (options.format.json)
        print(as_json(rows, data));
    else if (options.format.csv)
        print(as_csv(rows));
    else
        print(fmt::format("{}\n{}", describe(*data.dataset), as_text(rows)));
    return interrupt.happened() ? ExitCode::interrupted : verdict_on(rows);
}

} // namespace

void add_check(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<CheckOptions>();
    CLI::App* verb = program.add_subcommand("check", "Compare every entry with the double-precision reference");
    verb->footer(std::string(exit_code_help));
    add_data_options(*verb, options->data, Files::one);
    add_run_options(*verb, options->run);
    add_target_option(*verb, options->target);
    add_json_and_csv(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return check(*options); }; });
}

} // namespace pairscope::cli
