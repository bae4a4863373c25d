// SPDX-License-Identifier: MIT
// pairscope check: every entry of every variant's answer against the double-precision reference.
#include "app/cli/data_json.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/cli/run_options.h"
#include "app/cli/stations.h"
#include "app/cli/sweep.h"
#include "app/cli/verbs.h"
#include "app/model/numbers.h"
#include "kernels/core/errors.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace pairscope::cli {
namespace {

struct CheckOptions {
    DataOptions data;
    RunOptions run;
    SweepOptions sweep;
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
    Setting setting;
    std::string variant;
    std::string device; ///< empty: none
    Verdict verdict = Verdict::skipped;
    bool simulated = false;
    std::optional<Comparison> comparison; ///< of those that ran
    std::string told;                     ///< what was found, or why it did not run
};

CheckRow row_of(const Step& step, const profiling::CheckOutcome& outcome) {
    const Planned& run = step.planned;
    CheckRow row{.setting = step.setting,
                 .variant = std::string(run.id),
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

profiling::CheckOutcome checked(const Step& step, Stations& stations, const RunControl& control) {
    const Planned& run = step.planned;
    const std::string id(run.id);
    if (!step.why_not.empty()) return profiling::Skipped{id, step.why_not};
    const TargetKind kind = step.setting.target;
    if (auto reason = stations.why_not(run, kind); !reason.empty()) return profiling::Skipped{id, std::move(reason)};
    const Workload workload = stations.workload(run.variant->workload);
    ProgressLine line;
    profiling::RunnerOptions options;
    options.rows_checked = workload.rows;
    options.progress = [&](std::string_view doing, double share) {
        line.show(fmt::format("{} {}", doing, short_name(id)), share);
    };
    RunControl with_block = control;
    with_block.block = step.setting.block;
    const profiling::RunTarget target = stations.target(*run.device, kind, run.variant->entry);
    return profiling::check(stations.engine(*run.device), *run.variant, workload, target, options, with_block);
}

/// Too little memory, or a device that fails: the others are still checked.
CheckRow row_for(const Step& step, Stations& stations, const RunControl& control) {
    try {
        return row_of(step, checked(step, stations, control));
    } catch (const std::exception& error) {
        return row_of(step, profiling::Failed{std::string(step.planned.id), sentence_of(error)});
    }
}

std::vector<Setting> settings_of(const std::vector<CheckRow>& rows) {
    std::vector<Setting> settings;
    for (const CheckRow& row : rows) settings.push_back(row.setting);
    return settings;
}

std::string as_text(const std::vector<CheckRow>& rows, const std::vector<LoadedData>& sizes) {
    using enum TextTable::Align;
    TextTable table({{"variant"}, {"device"}, {"verdict"}, {"worst error", right}, {"what was found"}});
    const std::vector<Setting> settings = settings_of(rows);
    const Varying varies = varying(settings);
    std::optional<Setting> group;
    for (const CheckRow& row : rows) {
        if (varies.any() && group != row.setting) {
            table.add({""});
            table.add({heading_of(row.setting, varies)});
        }
        group = row.setting;
        table.add({std::string(short_name(row.variant)), row.device.empty() ? "-" : row.device,
                   std::string(name_of(row.verdict)),
                   row.comparison ? fmt::format("{:.2e}", row.comparison->worst_error) : "-", row.told});
    }
    return describe(sizes) + (settings.empty() ? "" : common_text(settings.front(), varies)) + "\n" + table.text();
}

/// Of a run: of 0 the usual threads of its blocks; absent for a variant that has none.
std::optional<int> block_of(const CheckRow& row) {
    const KernelVariant* variant = find_variant(row.variant);
    const int block = variant == nullptr ? row.setting.block : block_of_run(*variant, row.setting.block);
    return block == 0 ? std::nullopt : std::optional(block);
}

std::string as_csv(const std::vector<CheckRow>& rows) {
    std::string text = "variant,device,n,target,block,verdict,worst_error,entries_checked,wrong_entries,"
                       "unwritten_entries,guard_damage,told\n";
    for (const CheckRow& row : rows) {
        const std::string figures = row.comparison
                                        ? fmt::format("{:.6g},{},{},{},{}", row.comparison->worst_error,
                                                      row.comparison->entries_checked, row.comparison->wrong_entries,
                                                      row.comparison->unwritten_entries, row.comparison->guard_damage)
                                        : ",,,,";
        const std::optional<int> block = block_of(row);
        text += fmt::format("{},{},{},{},{},{},{},{}\n", row.variant, row.device, row.setting.n,
                            target_name(row.setting.target), block ? fmt::format("{}", *block) : "",
                            name_of(row.verdict), figures, csv_field(row.told));
    }
    return text;
}

std::string as_json(const std::vector<CheckRow>& rows, const std::vector<LoadedData>& sizes) {
    auto list = nlohmann::ordered_json::array();
    for (const CheckRow& row : rows) {
        nlohmann::ordered_json json{{"variant", row.variant},
                                    {"device", row.device},
                                    {"n", row.setting.n},
                                    {"target", target_name(row.setting.target)},
                                    {"block", nullptr},
                                    {"simulated", row.simulated},
                                    {"verdict", name_of(row.verdict)}};
        if (const auto block = block_of(row)) json["block"] = *block;
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
    return dumped({{"data", data_json(sizes.front())}, {"results", std::move(list)}});
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
    const std::vector<Planned> planned = plan(options.run);
    const std::vector<LoadedData> sizes = load_each(options.data);
    const std::vector<Step> steps = steps_of(planned, options.sweep, sizes);
    const RunControl control{.stop = interrupt.token(), .rows_done = nullptr, .threads = options.run.threads};
    std::vector<CheckRow> rows;
    interrupt.stop_gently();
    for (const LoadedData& data : sizes) {
        Stations stations(data.dataset);
        for (const Step& step : steps)
            if (step.setting.n == data.dataset->rows && !interrupt.happened())
                rows.push_back(row_for(step, stations, control));
    }
    print(options.format.json ? as_json(rows, sizes) : options.format.csv ? as_csv(rows) : as_text(rows, sizes));
    return interrupt.happened() ? ExitCode::interrupted : verdict_on(rows);
}

} // namespace

void add_check(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<CheckOptions>();
    CLI::App* verb = program.add_subcommand("check", "Compare every entry with the double-precision reference");
    verb->footer(std::string(exit_code_help));
    add_data_options(*verb, options->data, Files::one, Sizes::many);
    add_run_options(*verb, options->run);
    add_targets_option(*verb, options->sweep);
    add_blocks_option(*verb, options->sweep);
    add_json_and_csv(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return check(*options); }; });
}

} // namespace pairscope::cli
