// SPDX-License-Identifier: MIT
#include "app/cli/reports/rank_report.h"

#include "app/chart/number_text.h"
#include "app/cli/reports/output.h"
#include "app/subjects/workshop/built_kernel.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/records.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace pairscope::cli {
namespace {

using app::Json;
using app::workshop::TryReport;

std::string dash_or_grouped(const std::optional<std::int64_t>& value) { return value ? app::grouped(*value) : "-"; }

using RankColumn = app::TableColumn<RankRow>;
constexpr std::array all_rank_columns{
    RankColumn{.key = "workload", .value = [](const RankRow& row) { return app::or_null(row.workload); }},
    RankColumn{.title = "rank",
               .key = "rank",
               .align = app::Align::right,
               .text = [](const RankRow& row) { return row.rank ? fmt::format("{}", *row.rank) : "-"; },
               .value = [](const RankRow& row) { return app::or_null(row.rank); }},
    RankColumn{.title = "file",
               .key = "file",
               .text = [](const RankRow& row) { return row.file; },
               .value = [](const RankRow& row) { return Json(row.file); }},
    RankColumn{.title = "in whole sectors",
               .key = "bytes_in_sectors",
               .align = app::Align::right,
               .text = [](const RankRow& row) { return row.bytes ? app::bytes_text(double(*row.bytes)) : "-"; },
               .value = [](const RankRow& row) { return app::or_null(row.bytes); }},
    RankColumn{.title = "wavefronts",
               .key = "shared_wavefronts",
               .align = app::Align::right,
               .text = [](const RankRow& row) { return dash_or_grouped(row.wavefronts); },
               .value = [](const RankRow& row) { return app::or_null(row.wavefronts); }},
    RankColumn{.title = "verdict",
               .key = "verdict",
               .text = [](const RankRow& row) { return row.verdict; },
               .value = [](const RankRow& row) { return Json(row.verdict); }},
    RankColumn{.title = "",
               .key = "told",
               .text = [](const RankRow& row) { return row.told; },
               .value = [](const RankRow& row) { return app::or_null(row.told); }},
    RankColumn{.key = "seed", .value = [](const RankRow& row) { return app::or_null(row.seed); }},
    RankColumn{.key = "seconds", .value = [](const RankRow& row) { return Json(row.seconds); }},
    RankColumn{.key = "text", .value = [](const RankRow& row) { return Json(row.text); }}};
constexpr std::span<const RankColumn> rank_columns = all_rank_columns;

/// Files that have no rank come behind the others.
auto rank_order_of(const RankRow& row) {
    constexpr std::int64_t none = std::int64_t{1} << 62;
    return std::tuple(std::string_view(row.workload), row.bytes.value_or(none), row.wavefronts.value_or(none),
                      std::string_view(row.file));
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

void add_ranks(std::vector<RankRow>& rows) {
    std::ranges::sort(rows, {}, rank_order_of);
    int place = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        RankRow& row = rows[i];
        const RankRow* const before = i == 0 || rows[i - 1].workload != row.workload ? nullptr : &rows[i - 1];
        place = before == nullptr ? 1 : place + 1;
        row.rank.reset();
        if (!row.bytes) continue;
        const bool is_equal = before != nullptr && before->bytes == row.bytes && before->wavefronts == row.wavefronts;
        row.rank = is_equal ? before->rank : place;
    }
}

std::string text_of(const std::vector<RankRow>& rows, const std::vector<std::string>& parents) {
    std::map<std::string, std::vector<RankRow>> by_workload;
    for (const RankRow& row : rows) by_workload[row.workload].push_back(row);
    std::string text;
    for (const auto& [workload, some] : by_workload)
        text += fmt::format("{}\n{}\n", workload.empty() ? "refused" : workload, text_table(rank_columns, some));
    for (const std::string& sentence : parents) text += sentence + "\n";
    const auto right = std::ranges::count(rows, true, [](const RankRow& row) { return row.rank.has_value(); });
    return text +
           fmt::format("{} of {} right in the full check. They are ranked by the bytes that all warps ask from memory, "
                       "in whole sectors of 32 bytes,\nand then by the wavefronts of shared memory, both counted by "
                       "the executor at n = {}. These are no times.\n",
                       right, counted(std::ssize(rows), "file"), app::grouped(size_of_rank));
}

std::string json_of(const std::vector<RankRow>& rows) {
    return app::dumped({{"version", PAIRSCOPE_VERSION},
                        {"ranked_by", {"bytes_in_sectors", "shared_wavefronts"}},
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
                        .seconds = number_in<double>(field("seconds")).value_or(0.0),
                        .text = field("text")});
    }
    return rows;
}

} // namespace pairscope::cli
