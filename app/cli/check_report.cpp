// SPDX-License-Identifier: MIT
#include "app/cli/check_report.h"

#include "app/cli/data_json.h"
#include "app/cli/output.h"
#include "app/model/numbers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

namespace pairscope::cli {
namespace {

constexpr std::array<std::string_view, 5> all_results{"right", "wrong", "faulty", "failed", "skipped"};

/// Most rows are right: their line is short.
std::string told_by(const profiling::CheckVerdict& verdict) {
    if (!verdict.right()) return describe(verdict);
    const std::int64_t entries = verdict.comparison.entries_checked;
    const std::string answer =
        fmt::format("{} {} with the reference", app::grouped(entries), entries == 1 ? "entry agrees" : "entries agree");
    const std::string examined = describe_examination(verdict);
    return examined.empty() ? answer : fmt::format("{}. {}", answer, examined);
}

/// The threads per block of a run, where 0 stands for the usual number. It is absent for a variant without blocks.
std::optional<int> block_of(const CheckRow& row) {
    const KernelVariant* variant = find_variant(row.variant);
    const int block = variant == nullptr ? row.setting.block : block_of_run(*variant, row.setting.block);
    return block == 0 ? std::nullopt : std::optional(block);
}

std::string optional_text(const std::optional<int>& value) { return value ? fmt::format("{}", *value) : ""; }

/// "12 right, 1 faulty, 3 skipped"
std::string counts_text(const std::vector<CheckRow>& rows) {
    std::vector<std::string> parts;
    for (const std::string_view result : all_results)
        if (const auto count = std::ranges::count(rows, result, &CheckRow::result); count > 0)
            parts.push_back(fmt::format("{} {}", app::grouped(count), result));
    return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace

CheckRow row_of(const Step& step, const profiling::CheckOutcome& outcome) {
    const Planned& run = step.planned;
    CheckRow row{.setting = step.setting,
                 .variant = std::string(run.id),
                 .device = run.device ? device_id(*run.device) : "",
                 .simulated = run.variant != nullptr && run.device && simulated(*run.variant, *run.device)};
    if (const auto* checked = std::get_if<profiling::Checked>(&outcome)) {
        row.verdict = checked->verdict;
        row.result = name_of(checked->verdict.judgement());
        row.told = row.simulated ? describe_simulation(checked->verdict) : told_by(checked->verdict);
    } else if (const auto* failed = std::get_if<profiling::Failed>(&outcome)) {
        row.result = "failed";
        row.told = failed->message;
    } else {
        row.told = std::get<profiling::Skipped>(outcome).reason;
    }
    return row;
}

/// Absent for a wrong answer: there it would be the largest error of the entries that are right.
std::optional<double> worst_error_of(const CheckRow& row) {
    if (!row.verdict || !row.verdict->comparison.right()) return {};
    return row.verdict->comparison.worst_error;
}

std::string text_of(const std::vector<CheckRow>& rows, const std::vector<LoadedData>& sizes) {
    using enum TextTable::Align;
    TextTable table({{"variant"},
                     {"device"},
                     {"n", right},
                     {"target"},
                     {"block", right},
                     {"verdict"},
                     {"worst error", right},
                     {"what was found"}});
    for (const CheckRow& row : rows) {
        const std::string block = optional_text(block_of(row));
        const auto worst_error = worst_error_of(row);
        table.add({std::string(short_name(row.variant)), row.device.empty() ? "-" : row.device,
                   app::grouped(row.setting.n), std::string(name_of(row.setting.target)), block.empty() ? "-" : block,
                   std::string(row.result), worst_error ? fmt::format("{:.2e}", *worst_error) : "-", row.told});
    }
    const std::string head = describe(sizes) + "\n" + table.text();
    return rows.size() > 1 ? head + "\n" + counts_text(rows) + "\n" : head;
}

std::string csv_of(const std::vector<CheckRow>& rows) {
    std::string text = "variant,device,n,target,block,verdict,worst_error,entries_checked,wrong_entries,"
                       "unwritten_entries,guard_damage,faults,blocks,blocks_examined,examined_n,message\n";
    for (const CheckRow& row : rows) {
        std::string figures = ",,,,", examined = ",,,";
        if (row.verdict) {
            const Comparison& found = row.verdict->comparison;
            const auto worst_error = worst_error_of(row);
            figures =
                fmt::format("{},{},{},{},{}", worst_error ? fmt::format("{:.6g}", *worst_error) : "",
                            found.entries_checked, found.wrong_entries, found.unwritten_entries, found.guard_damage);
            if (const auto& seen = row.verdict->examination)
                examined = fmt::format("{},{},{},{}", seen->faults, seen->blocks, seen->blocks_examined, seen->rows);
        }
        text += fmt::format("{},{},{},{},{},{},{},{},{}\n", row.variant, row.device, row.setting.n,
                            name_of(row.setting.target), optional_text(block_of(row)), row.result, figures, examined,
                            csv_field(row.told));
    }
    return text;
}

std::string json_of(const std::vector<CheckRow>& rows, const std::vector<LoadedData>& sizes) {
    auto list = nlohmann::ordered_json::array();
    for (const CheckRow& row : rows) {
        nlohmann::ordered_json json{{"variant", row.variant}, {"device", row.device},
                                    {"n", row.setting.n},     {"target", name_of(row.setting.target)},
                                    {"block", nullptr},       {"simulated", row.simulated},
                                    {"verdict", row.result}};
        if (const auto block = block_of(row)) json["block"] = *block;
        if (row.verdict) {
            const Comparison& found = row.verdict->comparison;
            const auto worst_error = worst_error_of(row);
            json["worst_error"] = worst_error ? nlohmann::ordered_json(*worst_error) : nlohmann::ordered_json();
            json["entries_checked"] = found.entries_checked;
            json["wrong_entries"] = found.wrong_entries;
            json["unwritten_entries"] = found.unwritten_entries;
            json["guard_damage"] = found.guard_damage;
            if (const auto& seen = row.verdict->examination)
                json["examination"] = {{"n", seen->rows},
                                       {"blocks", seen->blocks},
                                       {"blocks_examined", seen->blocks_examined},
                                       {"faults", seen->faults},
                                       {"findings", seen->findings}};
        }
        json["message"] = row.told;
        list.push_back(std::move(json));
    }
    return dumped({{"data", data_json(sizes.front())}, {"results", std::move(list)}});
}

ExitCode exit_code_of(const std::vector<CheckRow>& rows) {
    const auto any = [&](std::string_view result) {
        return std::ranges::find(rows, result, &CheckRow::result) != rows.end();
    };
    if (any("wrong") || any("faulty") || any("failed")) return ExitCode::failed;
    return any("right") ? ExitCode::ok : ExitCode::nothing_ran;
}

} // namespace pairscope::cli
