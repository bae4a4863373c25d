// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "app/subjects/ladder/results_table.h"
#include "kernels/ladder/counted_variant.h"
#include "kernels/ladder/registry.h"
#include "profiling/roofline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace pairscope::app {
namespace {

using Row = const ResultRow&;

std::string variant_text(Row row) {
    const bool is_another = row.output_bits != 32 || row.different_entries.has_value();
    return fmt::format("{}{}", short_name(row.variant), is_another ? " (approximate output)" : "");
}

std::string interval_text(Row row) {
    if (!row.low_seconds) return "-";
    return "+-" + half_width(1e3 * *row.median_seconds, 1e3 * *row.low_seconds, 1e3 * *row.high_seconds);
}

std::string or_dash(const std::optional<double>& value, std::string (*words)(double)) {
    return value ? words(*value) : "-";
}

std::string percents_apart(double fraction) { return fmt::format("{:.2g}", 100.0 * fraction); }
std::string gigabytes(double bytes) { return three_digits(bytes / 1e9); }

/// Is it above 1 though neither a cache nor less work explains it? Then the ceiling was measured too low.
bool has_doubtful_fraction(Row row) {
    const KernelVariant* const variant = counted_variant(row.variant);
    const bool fits = std::ranges::any_of(
        row.badges, [](const auto& badge) { return badge.kind == profiling::BadgeKind::fits_in_cache; });
    const bool does_less = variant != nullptr && variant->does_less;
    return row.useful_fraction.value_or(0.0) > 1.0 + profiling::fraction_noise && !fits && !does_less;
}

/// What the heading does not say of the times: the caches are in it, and replayed runs were not timed.
std::string notes_of(Row row) {
    std::vector<std::string> words;
    for (const profiling::Badge& badge : row.badges)
        if (badge.kind != profiling::BadgeKind::caches && badge.kind != profiling::BadgeKind::replayed)
            words.push_back((badge.warning ? "! " : "") + badge.word);
    if (const KernelVariant* const variant = counted_variant(row.variant); variant != nullptr && variant->does_less)
        words.emplace_back("cheaper work");
    if (has_doubtful_fraction(row)) words.emplace_back("! useful fraction doubtful");
    return fmt::format("{}", fmt::join(words, ", "));
}

Json badge_words(Row row) {
    std::vector<std::string_view> words;
    for (const profiling::Badge& badge : row.badges) words.push_back(badge.word);
    return fmt::format("{}", fmt::join(words, "; "));
}

Json badge_list(Row row) {
    Json list = Json::array();
    for (const profiling::Badge& badge : row.badges)
        list.push_back({{"word", badge.word}, {"sentence", badge.sentence}, {"warning", badge.warning}});
    return list;
}

/// The name of the ceiling that the useful fraction is of.
Json ceiling_name(Row row) { return row.limited_by ? Json(name_of(*row.limited_by)) : Json(); }

Json kernel_list(Row row) {
    Json list = Json::array();
    for (const profiling::KernelTime& time : row.kernel_times)
        list.push_back({{"kernel", time.kernel}, {"seconds", time.seconds}});
    return list;
}

constexpr std::array columns_of_results{
    Column<ResultRow>{
        .title = "variant", .key = "variant", .text = variant_text, .value = [](Row row) { return Json(row.variant); }},
    Column<ResultRow>{.title = "device",
                      .key = "device",
                      .text = [](Row row) { return row.device; },
                      .value = [](Row row) { return Json(row.device); }},
    Column<ResultRow>{.title = "target",
                      .key = "target",
                      .text = [](Row row) { return row.target; },
                      .value = [](Row row) { return Json(row.target); }},
    Column<ResultRow>{.key = "n", .value = [](Row row) { return Json(row.n); }},
    Column<ResultRow>{.key = "block", .value = [](Row row) { return row.block > 0 ? Json(row.block) : Json(); }},
    Column<ResultRow>{.key = "caches", .value = [](Row row) { return or_null(row.caches); }},
    Column<ResultRow>{.key = "status", .value = [](Row row) { return Json(row.status); }},
    Column<ResultRow>{.title = "median",
                      .unit = "ms",
                      .key = "median_seconds",
                      .align = Align::right,
                      .text = [](Row row) { return or_dash(row.median_seconds, milliseconds); },
                      .value = [](Row row) { return or_null(row.median_seconds); }},
    Column<ResultRow>{.title = "95 %", .align = Align::right, .text = interval_text},
    Column<ResultRow>{.key = "low_seconds", .value = [](Row row) { return or_null(row.low_seconds); }},
    Column<ResultRow>{.key = "high_seconds", .value = [](Row row) { return or_null(row.high_seconds); }},
    Column<ResultRow>{.title = "turn spread",
                      .unit = "%",
                      .key = "turn_spread",
                      .align = Align::right,
                      .text = [](Row row) { return or_dash(row.turn_spread, percents_apart); },
                      .value = [](Row row) { return or_null(row.turn_spread); }},
    Column<ResultRow>{.key = "turns", .value = [](Row row) { return row.turns > 0 ? Json(row.turns) : Json(); }},
    Column<ResultRow>{.title = "samples",
                      .key = "samples",
                      .align = Align::right,
                      .text = [](Row row) { return fmt::format("{}", row.samples); },
                      .value = [](Row row) { return Json(row.samples); }},
    Column<ResultRow>{.title = "ns/pair",
                      .key = "nanoseconds_per_pair",
                      .align = Align::right,
                      .text = [](Row row) { return or_dash(row.nanoseconds_per_pair, three_digits); },
                      .value = [](Row row) { return or_null(row.nanoseconds_per_pair); }},
    Column<ResultRow>{.title = "GB/s",
                      .key = "compulsory_bytes_per_second",
                      .align = Align::right,
                      .text = [](Row row) { return or_dash(row.compulsory_bytes_per_second, gigabytes); },
                      .value = [](Row row) { return or_null(row.compulsory_bytes_per_second); }},
    Column<ResultRow>{.title = "useful fraction",
                      .key = "useful_fraction",
                      .align = Align::right,
                      .text = [](Row row) { return or_dash(row.useful_fraction, share_text); },
                      .value = [](Row row) { return or_null(row.useful_fraction); }},
    Column<ResultRow>{.key = "limited_by", .value = ceiling_name},
    Column<ResultRow>{.title = "bandwidth used",
                      .key = "bandwidth_used",
                      .align = Align::right,
                      .text = [](Row row) { return or_dash(row.bandwidth_used, share_text); },
                      .value = [](Row row) { return or_null(row.bandwidth_used); }},
    Column<ResultRow>{.title = "speed-up",
                      .key = "speedup",
                      .align = Align::right,
                      .text = [](Row row) { return or_dash(row.speedup, speedup_text); },
                      .value = [](Row row) { return or_null(row.speedup); }},
    Column<ResultRow>{.key = "timer", .value = [](Row row) { return Json(row.timer); }},
    Column<ResultRow>{.key = "stopped_by", .value = [](Row row) { return or_null(row.stopped_by); }},
    Column<ResultRow>{
        .title = "notes", .key = "badges", .text = notes_of, .value = badge_words, .programs = Programs::csv},
    Column<ResultRow>{.key = "badges", .value = badge_list, .programs = Programs::json},
    Column<ResultRow>{.key = "layout_seconds", .value = [](Row row) { return or_null(row.layout_seconds); }},
    Column<ResultRow>{.key = "kernels", .value = kernel_list, .programs = Programs::json},
    Column<ResultRow>{.key = "predicted_bytes", .value = [](Row row) { return or_null(row.predicted_bytes); }},
    Column<ResultRow>{.key = "traced_bytes", .value = [](Row row) { return or_null(row.traced_bytes); }},
    Column<ResultRow>{.key = "sectors_per_store", .value = [](Row row) { return or_null(row.sectors_per_store); }},
    Column<ResultRow>{.key = "used_of_stores", .value = [](Row row) { return or_null(row.used_of_stores); }},
    Column<ResultRow>{.key = "output_bits", .value = [](Row row) { return Json(row.output_bits); }},
    Column<ResultRow>{.key = "different_entries",
                      .value = [](Row row) { return row.different_entries ? Json(*row.different_entries) : no_key(); },
                      .programs = Programs::json},
    Column<ResultRow>{.key = "reason", .value = [](Row row) { return Json(row.reason); }},
};

} // namespace

std::span<const Column<ResultRow>> result_columns() { return columns_of_results; }

std::string csv_of(std::span<const ResultRow> rows) {
    constexpr int digits = 6;
    return rows_csv(result_columns(), rows, digits);
}
Json json_of(std::span<const ResultRow> rows) { return rows_json(result_columns(), rows); }

} // namespace pairscope::app
