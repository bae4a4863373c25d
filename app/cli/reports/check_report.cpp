// SPDX-License-Identifier: MIT
#include "app/cli/reports/check_report.h"

#include "app/chart/number_text.h"
#include "app/cli/options/limits_notes.h"
#include "app/cli/reports/check_notes.h"
#include "app/cli/reports/data_json.h"
#include "app/cli/reports/equal_findings.h"
#include "app/cli/reports/output.h"
#include "app/subjects/data/size_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

namespace pairscope::cli {
namespace {

using app::Json;

using profiling::Judgement;
using profiling::Outcome;

/// In the order in which they are counted below the table.
constexpr std::array all_results{name_of(Judgement::right),  name_of(Judgement::different), name_of(Judgement::wrong),
                                 name_of(Judgement::faulty), name_of(Outcome::failed),      name_of(Outcome::skipped)};

/// The message of CSV and JSON.
std::string told_by(const profiling::CheckVerdict& verdict) {
    if (!verdict.right() || verdict.comparison.different_entries) return describe(verdict);
    const std::int64_t entries = verdict.comparison.entries_checked;
    const std::string told = in_words(verdict.output), &sampled = verdict.comparison.sampled;
    std::string output = !sampled.empty() ? sampled
                         : entries == 1
                             ? fmt::format("1 {} agrees with the reference", parts_of(verdict.comparison.kind, 1))
                             : fmt::format("{} {} agree with the reference", app::grouped(entries),
                                           parts_of(verdict.comparison.kind, entries));
    if (!told.empty())
        output =
            sampled.empty() ? fmt::format("{}: {}", output, told) : fmt::format("{}. The output is {}", output, told);
    if (const std::string bound = bound_text(verdict.comparison); !bound.empty()) output += ". " + bound;
    const std::string examined = describe_examination(verdict);
    return examined.empty() ? output : fmt::format("{}. {}", output, examined);
}

/// The threads per block of a run, where 0 stands for the usual number. It is absent for a variant without blocks.
std::optional<int> block_of(const CheckRow& row) {
    const KernelVariant* variant = find_variant(row.variant);
    const int block = variant == nullptr ? row.setting.block : block_of_run(*variant, row.setting.block);
    return block == 0 ? std::nullopt : std::optional(block);
}

/// "12 right, 1 faulty, 3 skipped"
std::string counts_text(const std::vector<CheckRow>& rows) {
    std::vector<std::string> parts;
    for (const std::string_view result : all_results)
        if (const auto count = std::ranges::count(rows, result, &CheckRow::result); count > 0)
            parts.push_back(fmt::format("{} {}", app::grouped(count), result));
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// Absent for a wrong output: there it would be the largest error of the entries that are right.
std::optional<double> worst_error_of(const CheckRow& row) {
    if (!row.verdict || !row.verdict->comparison.right()) return {};
    return row.verdict->comparison.worst_error;
}

std::string worst_error_text(const CheckRow& row) {
    const auto worst_error = worst_error_of(row);
    return worst_error ? fmt::format("{:.2e}", *worst_error) : "-";
}

std::string block_text(const CheckRow& row) {
    const auto block = block_of(row);
    return block ? fmt::format("{}", *block) : "-";
}

/// What the comparison with the reference found; no such key where nothing was compared.
template <std::int64_t Comparison::*count> Json found(const CheckRow& row) {
    return row.verdict ? Json(row.verdict->comparison.*count) : app::no_key();
}

template <std::int64_t profiling::Examination::*count> Json examined(const CheckRow& row) {
    return row.verdict && row.verdict->examination ? Json((*row.verdict->examination).*count) : app::no_key();
}

Json examination_of(const CheckRow& row) {
    if (!row.verdict || !row.verdict->examination) return app::no_key();
    const profiling::Examination& seen = *row.verdict->examination;
    return {{"n", seen.rows},
            {"blocks", seen.blocks},
            {"blocks_examined", seen.blocks_examined},
            {"faults", seen.faults},
            {"findings", seen.findings}};
}

using SizePart = std::optional<std::int64_t> (*)(const Workload&);

template <SizePart part> std::string size_part_text(const CheckRow& row) {
    const auto number = part(row.workload);
    return number ? app::grouped(*number) : "-";
}

/// No such key where the workload has no such number.
template <SizePart part> Json size_part(const CheckRow& row) {
    const auto number = part(row.workload);
    return number ? Json(*number) : app::no_key();
}

using CheckColumn = app::TableColumn<CheckRow>;
using app::Programs;
constexpr std::array all_check_columns{
    CheckColumn{.title = "variant",
                .key = "variant",
                .text = [](const CheckRow& row) { return std::string(short_name(row.variant)); },
                .value = [](const CheckRow& row) { return Json(row.variant); }},
    CheckColumn{.title = "device",
                .key = "device",
                .text = [](const CheckRow& row) { return row.device.empty() ? "-" : row.device; },
                .value = [](const CheckRow& row) { return Json(row.device); }},
    CheckColumn{.title = "n",
                .key = "n",
                .align = app::Align::right,
                .text = [](const CheckRow& row) { return app::grouped(row.setting.n); },
                .value = [](const CheckRow& row) { return Json(row.setting.n); }},
    CheckColumn{.title = "m",
                .key = "m",
                .align = app::Align::right,
                .text = size_part_text<app::m_of>,
                .value = size_part<app::m_of>},
    CheckColumn{.title = "d",
                .key = "d",
                .align = app::Align::right,
                .text = size_part_text<app::d_of>,
                .value = size_part<app::d_of>},
    CheckColumn{.title = "target",
                .key = "target",
                .text = [](const CheckRow& row) { return std::string(name_of(row.setting.target)); },
                .value = [](const CheckRow& row) { return Json(name_of(row.setting.target)); }},
    CheckColumn{.title = "block",
                .key = "block",
                .align = app::Align::right,
                .text = block_text,
                .value = [](const CheckRow& row) { return app::or_null(block_of(row)); }},
    CheckColumn{.title = "data",
                .key = "data",
                .text = [](const CheckRow& row) { return std::string(row.data); },
                .value = [](const CheckRow& row) { return Json(row.data); }},
    CheckColumn{.key = "simulated",
                .value = [](const CheckRow& row) { return Json(row.simulated); },
                .programs = Programs::json},
    CheckColumn{.title = "verdict",
                .key = "verdict",
                .text = [](const CheckRow& row) { return std::string(row.result); },
                .value = [](const CheckRow& row) { return Json(row.result); }},
    CheckColumn{
        .title = "worst error",
        .key = "worst_error",
        .align = app::Align::right,
        .text = worst_error_text,
        .value = [](const CheckRow& row) { return row.verdict ? app::or_null(worst_error_of(row)) : app::no_key(); }},
    CheckColumn{.key = "entries_checked", .value = found<&Comparison::entries_checked>},
    CheckColumn{.key = "wrong_entries", .value = found<&Comparison::wrong_entries>},
    CheckColumn{.key = "different_entries",
                .value =
                    [](const CheckRow& row) {
                        const auto count = row.verdict ? row.verdict->comparison.different_entries : std::nullopt;
                        return count ? Json(*count) : app::no_key();
                    },
                .programs = Programs::json},
    CheckColumn{.key = "unwritten_entries", .value = found<&Comparison::unwritten_entries>},
    CheckColumn{.key = "guard_damage", .value = found<&Comparison::guard_damage>},
    CheckColumn{.key = "faults", .value = examined<&profiling::Examination::faults>, .programs = Programs::csv},
    CheckColumn{.key = "blocks", .value = examined<&profiling::Examination::blocks>, .programs = Programs::csv},
    CheckColumn{.key = "blocks_examined",
                .value = examined<&profiling::Examination::blocks_examined>,
                .programs = Programs::csv},
    CheckColumn{.key = "examined_n", .value = examined<&profiling::Examination::rows>, .programs = Programs::csv},
    CheckColumn{.key = "examination", .value = examination_of, .programs = Programs::json},
    CheckColumn{.title = "what was found", .key = "message", .text = finding_text, .value = [](const CheckRow& row) {
                    return Json(row.told);
                }}};
constexpr std::span<const CheckColumn> check_columns = all_check_columns;

/// The columns of the text: m and d only where the workload has them, and the data only where it is of several kinds.
std::vector<CheckColumn> check_columns_of_text(const std::vector<CheckRow>& rows) {
    std::vector<CheckColumn> shown(check_columns.begin(), check_columns.end());
    const bool is_usual = std::ranges::all_of(rows, [](const CheckRow& row) { return row.data == CheckRow{}.data; });
    std::erase_if(shown, [&](const CheckColumn& column) {
        if (column.key == "data") return is_usual;
        const SizePart part = column.key == "m" ? app::m_of : column.key == "d" ? app::d_of : nullptr;
        return part != nullptr &&
               std::ranges::none_of(rows, [&](const CheckRow& row) { return part(row.workload).has_value(); });
    });
    return shown;
}

} // namespace

CheckRow row_of(const Step& step, const profiling::CheckOutcome& outcome) {
    const Planned& run = step.planned;
    CheckRow row{.setting = step.setting,
                 .workload = step.workload,
                 .variant = std::string(run.id),
                 .device = run.device ? device_id(*run.device) : "",
                 .simulated = run.variant != nullptr && run.device && simulated(*run.variant, *run.device)};
    if (const auto* checked = std::get_if<profiling::Checked>(&outcome)) {
        row.verdict = checked->verdict;
        row.result = name_of(checked->verdict.judgement());
        row.told = row.simulated ? describe_simulation(checked->verdict) : told_by(checked->verdict);
    } else if (const auto* failed = std::get_if<profiling::Failed>(&outcome)) {
        row.result = name_of(Outcome::failed);
        row.told = failed->message;
    } else {
        row.told = std::get<profiling::Skipped>(outcome).reason;
    }
    return row;
}

std::string text_of(const std::vector<CheckRow>& rows, const std::vector<LoadedData>& sizes,
                    const std::string& left_out) {
    constexpr std::size_t most_columns = 120;
    const std::vector<CheckColumn> columns = check_columns_of_text(rows);
    const EqualFindings equal(rows);
    TextTable table = empty_table<CheckRow>(columns);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::vector<std::string> cells = cells_of<CheckRow>(columns, rows[i]);
        if (const std::string name = equal.name_of(i); !name.empty()) cells.back() = name;
        table.add(std::move(cells));
    }
    std::string text = describe(sizes) + "\n" + table.text(most_columns);
    if (rows.size() > 1) text += "\n" + counts_text(rows) + "\n";
    for (const std::string& sentence : equal.sentences()) text += folded(sentence, most_columns) + "\n";
    std::vector<std::string> notes = notes_on(rows);
    if (!left_out.empty()) notes.push_back(left_out);
    for (std::string& note : limits_notes(rows, sizes.back())) notes.push_back(std::move(note));
    if (!notes.empty() && rows.size() == 1) text += "\n";
    for (const std::string& note : notes) text += folded(note, most_columns) + "\n";
    return text;
}

std::string csv_of(const std::vector<CheckRow>& rows) {
    constexpr int digits = 6;
    return rows_csv(check_columns, rows, digits);
}

std::string json_of(const std::vector<CheckRow>& rows, const std::vector<LoadedData>& sizes) {
    return dumped({{"data", data_json(sizes.front())}, {"results", rows_json(check_columns, rows)}});
}

ExitCode exit_code_of(const std::vector<CheckRow>& rows) {
    const auto any = [&](auto result) {
        return std::ranges::find(rows, name_of(result), &CheckRow::result) != rows.end();
    };
    if (any(Judgement::wrong) || any(Judgement::faulty) || any(Outcome::failed)) return ExitCode::failed;
    return any(Judgement::right) || any(Judgement::different) ? ExitCode::ok : ExitCode::nothing_ran;
}

} // namespace pairscope::cli
