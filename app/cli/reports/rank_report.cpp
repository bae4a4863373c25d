// SPDX-License-Identifier: MIT
#include "app/cli/reports/rank_report.h"

#include "app/chart/number_text.h"
#include "app/cli/reports/output.h"
#include "app/subjects/workshop/built_kernel.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/records.h"
#include "kernels/data/text.h"
#include "profiling/comparing/speed_ratio.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace pairscope::cli {
namespace {

using app::Json;
using app::workshop::TryReport;

double median_ratio(const RankRow& row) {
    std::vector<double> sorted = row.ratios;
    std::ranges::sort(sorted);
    return sorted[sorted.size() / 2];
}

std::string dash_or_grouped(const std::optional<std::int64_t>& value) { return value ? app::grouped(*value) : "-"; }

using RankColumn = app::TableColumn<RankRow>;
constexpr RankColumn rank_column{
    .title = "rank",
    .key = "rank",
    .align = app::Align::right,
    .text = [](const RankRow& row) { return row.rank ? fmt::format("{}", *row.rank) : "-"; },
    .value = [](const RankRow& row) { return app::or_null(row.rank); }};
constexpr RankColumn file_column{.title = "file",
                                 .key = "file",
                                 .text = [](const RankRow& row) { return row.file; },
                                 .value = [](const RankRow& row) { return Json(row.file); }};
constexpr RankColumn bytes_column{
    .title = "in whole sectors",
    .key = "bytes_in_sectors",
    .align = app::Align::right,
    .text = [](const RankRow& row) { return row.bytes ? app::bytes_text(double(*row.bytes)) : "-"; },
    .value = [](const RankRow& row) { return app::or_null(row.bytes); }};
constexpr RankColumn wavefronts_column{.title = "wavefronts",
                                       .key = "shared_wavefronts",
                                       .align = app::Align::right,
                                       .text = [](const RankRow& row) { return dash_or_grouped(row.wavefronts); },
                                       .value = [](const RankRow& row) { return app::or_null(row.wavefronts); }};
constexpr RankColumn time_column{
    .title = "time",
    .key = "seconds_of_run",
    .align = app::Align::right,
    .text = [](const RankRow& row) { return row.time ? app::duration_text(*row.time) : "-"; },
    .value = [](const RankRow& row) { return app::or_null(row.time); }};
constexpr RankColumn ratio_column{
    .title = "of the parent's",
    .key = "time_over_parent",
    .align = app::Align::right,
    .text = [](const RankRow& row) { return row.ratios.empty() ? "-" : fmt::format("{:.3g}", median_ratio(row)); },
    .value = [](const RankRow& row) { return row.ratios.empty() ? Json() : Json(median_ratio(row)); }};
constexpr RankColumn verdict_column{.title = "verdict",
                                    .key = "verdict",
                                    .text = [](const RankRow& row) { return row.verdict; },
                                    .value = [](const RankRow& row) { return Json(row.verdict); }};
constexpr RankColumn told_column{.title = "",
                                 .key = "told",
                                 .text = [](const RankRow& row) { return row.told; },
                                 .value = [](const RankRow& row) { return app::or_null(row.told); }};
constexpr std::array kernel_columns{rank_column,       file_column,    bytes_column,
                                    wavefronts_column, verdict_column, told_column};
constexpr std::array function_columns{rank_column, file_column, time_column, ratio_column, verdict_column, told_column};
constexpr std::array all_rank_columns{
    RankColumn{.key = "workload", .value = [](const RankRow& row) { return app::or_null(row.workload); }},
    RankColumn{.key = "runs_on",
               .value = [](const RankRow& row) { return Json(is_for_cpu(row) ? "cpu" : "executor"); }},
    rank_column,
    file_column,
    bytes_column,
    wavefronts_column,
    time_column,
    ratio_column,
    verdict_column,
    told_column,
    RankColumn{.key = "seed", .value = [](const RankRow& row) { return app::or_null(row.seed); }},
    RankColumn{.key = "seconds", .value = [](const RankRow& row) { return Json(row.seconds); }},
    RankColumn{.key = "text", .value = [](const RankRow& row) { return Json(row.text); }}};
constexpr std::span<const RankColumn> rank_columns = all_rank_columns;

/// Files that have no rank come behind the others.
auto rank_order_of(const RankRow& row) {
    constexpr std::int64_t none = std::int64_t{1} << 62;
    const double ratio = row.ratios.empty() ? std::numeric_limits<double>::max() : median_ratio(row);
    return std::tuple(std::string_view(row.workload), is_for_cpu(row), row.bytes.value_or(none),
                      row.wavefronts.value_or(none), ratio, std::string_view(row.file));
}

template <class Number> std::optional<Number> number_in(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The records of a CSV text, the names of its columns first.
std::vector<std::vector<std::string>> records_in(std::string_view text) {
    constexpr Separators separators{.field = ',', .line = '\n'};
    std::vector<std::vector<std::string>> records;
    std::vector<Field> fields;
    while (!text.empty()) {
        const RecordEnd end = end_of_record(text, separators);
        split_into(fields, text.substr(0, end.length), separators);
        std::vector<std::string>& record = records.emplace_back();
        for (const Field& field : fields) record.push_back(unescaped(field));
        text.remove_prefix(std::min(text.size(), end.length + 1));
    }
    return records;
}

/// A field of a record by the name of its column; empty: it has none.
class NamedFields {
public:
    explicit NamedFields(std::vector<std::string> names) : names_(std::move(names)) {}
    [[nodiscard]] bool has(const char* name) const { return std::ranges::find(names_, name) != names_.end(); }
    [[nodiscard]] std::string in(const std::vector<std::string>& record, const char* name) const {
        const auto place = static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
        return place < record.size() ? record[place] : std::string();
    }

private:
    std::vector<std::string> names_;
};

/// What is wrong, in one sentence.
std::string told_about(const TryReport& report) {
    if (!report.errors.empty()) return report.errors.front();
    if (report.first && !report.first->right()) return app::workshop::fault_of(*report.first);
    if (report.wrong_at)
        return fmt::format("n = {}: {}", app::grouped(n_of(report.wrong_at->size)),
                           app::workshop::fault_of(report.wrong_at->judged));
    return report.took_too_long
               ? fmt::format("The full check took too long: {} of {} runs were made.", report.tried, report.planned)
               : std::string();
}

} // namespace

RankRow row_of(const std::string& file, const TryReport& report) {
    return {.file = file,
            .workload = report.workload,
            .verdict = report.verdict(),
            .told = told_about(report),
            .seed = report.seed,
            .seconds = report.seconds};
}

std::string fingerprint_of(std::string_view text) {
    std::uint64_t hash = 14695981039346656037ull; // FNV-1a
    for (const std::string_view part : {std::string_view(PAIRSCOPE_VERSION), text})
        for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return fmt::format("{:016x}", hash);
}

bool is_for_cpu(const RankRow& row) { return row.file.ends_with(".cpp"); }

namespace {

/// Do the rounds, which both have had together, say nothing about who is faster?
bool are_equal(const RankRow& a, const RankRow& b) {
    std::vector<profiling::AbbaRound> rounds;
    for (std::size_t i = 0; i < std::min(a.ratios.size(), b.ratios.size()); ++i)
        rounds.push_back({.a = a.ratios[i], .b = b.ratios[i]});
    return profiling::verdict_of(profiling::speed_ratio(rounds)) != profiling::Verdict::slower;
}

} // namespace

void add_ranks(std::vector<RankRow>& rows) {
    std::ranges::sort(rows, {}, rank_order_of);
    int place = 0;
    const RankRow* first = nullptr; // the first row with the rank that was given last
    for (RankRow& row : rows) {
        const bool goes_on =
            first != nullptr && first->workload == row.workload && is_for_cpu(*first) == is_for_cpu(row);
        place = goes_on ? place + 1 : 1;
        row.rank.reset();
        if (is_for_cpu(row) ? row.ratios.empty() : !row.bytes) continue;
        const bool is_equal =
            goes_on && (is_for_cpu(row) ? are_equal(*first, row)
                                        : first->bytes == row.bytes && first->wavefronts == row.wavefronts);
        row.rank = is_equal ? first->rank : place;
        if (!is_equal) first = &row;
    }
}

std::string text_of(const std::vector<RankRow>& rows, const std::vector<std::string>& parents) {
    std::map<std::pair<std::string, bool>, std::vector<RankRow>> groups;
    for (const RankRow& row : rows) groups[{row.workload, !row.workload.empty() && is_for_cpu(row)}].push_back(row);
    std::string text;
    bool has_functions = false, has_kernels = false;
    for (const auto& [group, some] : groups) {
        const auto& [workload, is_cpu] = group;
        text += workload.empty() ? "refused\n"
                : is_cpu         ? fmt::format("{}, functions for the CPU\n", workload)
                                 : workload + "\n";
        text += text_table(is_cpu ? std::span<const RankColumn>(function_columns) : kernel_columns, some) + "\n";
        has_functions |= is_cpu;
        has_kernels |= !is_cpu && !workload.empty();
    }
    for (const std::string& sentence : parents) text += sentence + "\n";
    const auto right = std::ranges::count(rows, true, [](const RankRow& row) { return row.rank.has_value(); });
    text += fmt::format("{} of {} right in the full check.", right, counted(std::ssize(rows), "file"));
    if (has_kernels || !has_functions)
        text += fmt::format(" {} are ranked by the bytes that all warps ask from memory, in whole sectors of 32 "
                            "bytes,\nand then by the wavefronts of shared memory, both counted by the executor at n = "
                            "{}. These are no times.",
                            has_functions ? "Kernels" : "They", app::grouped(size_of_rank));
    if (has_functions)
        text += fmt::format("{}Functions for the CPU are ranked by their times in {} rounds, in which the parent ran "
                            "before and after each.\nThose of which the rounds cannot tell which is faster have an "
                            "equal rank.",
                            has_kernels ? "\n" : " ", rounds_of_rank);
    return text + "\n";
}

std::string json_of(const std::vector<RankRow>& rows) {
    return app::dumped({{"version", PAIRSCOPE_VERSION},
                        {"ranked_by", {"bytes_in_sectors", "shared_wavefronts"}},
                        {"functions_ranked_by", "time_over_parent"},
                        {"rounds", rounds_of_rank},
                        {"n", size_of_rank},
                        {"files", rows_json(rank_columns, rows)}});
}

std::string csv_of(const std::vector<RankRow>& rows) { return rows_csv(rank_columns, rows, 0); }

std::vector<RankRow> rows_in_csv(const std::string& path, std::string_view text) {
    const std::vector<std::vector<std::string>> records = records_in(text);
    const NamedFields fields(records.empty() ? std::vector<std::string>{} : records.front());
    if (records.empty() || !fields.has("file") || !fields.has("verdict") || !fields.has("text"))
        throw InputError(fmt::format("{} is no table of pairscope try --rank: name another file", shown(path)));
    std::vector<RankRow> rows;
    for (const std::vector<std::string>& record : std::span(records).subspan(1)) {
        const auto field = [&](const char* name) { return fields.in(record, name); };
        rows.push_back({.file = field("file"),
                        .workload = field("workload"),
                        .verdict = field("verdict"),
                        .told = field("told"),
                        .seed = number_in<std::uint64_t>(field("seed")),
                        .bytes = number_in<std::int64_t>(field("bytes_in_sectors")),
                        .wavefronts = number_in<std::int64_t>(field("shared_wavefronts")),
                        .time = number_in<double>(field("seconds_of_run")),
                        .seconds = number_in<double>(field("seconds")).value_or(0.0),
                        .text = field("text")});
    }
    return rows;
}

} // namespace pairscope::cli
