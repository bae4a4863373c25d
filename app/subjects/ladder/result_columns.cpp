// SPDX-License-Identifier: MIT
#include "app/chart/figure_text.h"
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
#include <functional>
#include <utility>

namespace pairscope::app {
namespace {

using Row = const ResultRow&;

std::string variant_text(Row row) {
    const bool is_another = row.output_bits != 32 || row.different_entries.has_value();
    return is_another ? fmt::format("{} (approximate output)", short_name(row.variant))
                      : std::string(short_name(row.variant));
}

std::string interval_text(Row row) {
    const auto low = row.figure("low_seconds"), high = row.figure("high_seconds");
    if (!low || !high) return "-";
    return "+-" + half_width(1e3 * *row.figure("median_seconds"), 1e3 * *low, 1e3 * *high);
}

/// Is it above 1 though neither a cache nor less work explains it? Then the ceiling was measured too low.
bool has_doubtful_fraction(Row row) {
    const KernelVariant* const variant = counted_variant(row.variant);
    const bool fits = std::ranges::any_of(
        row.badges, [](const auto& badge) { return badge.kind == profiling::BadgeKind::fits_in_cache; });
    const bool does_less = variant != nullptr && variant->does_less;
    return row.figure("useful_fraction").value_or(0.0) > 1.0 + profiling::fraction_noise && !fits && !does_less;
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

template <std::size_t place> std::string figure_text(Row row) {
    const auto& value = row.figures[place];
    return value ? table_text(profiling::figure_list[place].unit, *value) : "-";
}
template <std::size_t place> Json figure_value(Row row) {
    const auto& value = row.figures[place];
    if (value && profiling::figure_list[place].unit == profiling::FigureUnit::count) return std::int64_t(*value);
    return or_null(value);
}

template <std::size_t place> constexpr TableColumn<ResultRow> figure_column() {
    constexpr const profiling::Figure& figure = profiling::figure_list[place];
    TableColumn<ResultRow> column{.key = figure.key, .value = figure_value<place>};
    if (figure.title.empty()) return column;
    column.title = figure.title;
    column.unit = table_unit(figure.unit);
    column.align = Align::right;
    column.text = figure_text<place>;
    return column;
}
constexpr auto figure_columns = []<std::size_t... places>(std::index_sequence<places...>) {
    return std::array{figure_column<places>()...};
}
(std::make_index_sequence<profiling::figure_list.size()>());
constexpr TableColumn<ResultRow> of_figure(std::string_view key) {
    return figure_columns[profiling::figure_place(key)];
}

constexpr std::array columns_before{
    TableColumn<ResultRow>{
        .title = "variant", .key = "variant", .text = variant_text, .value = [](Row row) { return Json(row.variant); }},
    TableColumn<ResultRow>{.title = "device",
                           .key = "device",
                           .text = [](Row row) { return row.device; },
                           .value = [](Row row) { return Json(row.device); }},
    TableColumn<ResultRow>{.title = "target",
                           .key = "target",
                           .text = [](Row row) { return row.target; },
                           .value = [](Row row) { return Json(row.target); }},
    TableColumn<ResultRow>{.key = "n", .value = [](Row row) { return Json(row.n); }},
    TableColumn<ResultRow>{.key = "m", .value = [](Row row) { return row.m ? Json(*row.m) : no_key(); }},
    TableColumn<ResultRow>{.key = "d", .value = [](Row row) { return row.d ? Json(*row.d) : no_key(); }},
    TableColumn<ResultRow>{.key = "block", .value = [](Row row) { return row.block > 0 ? Json(row.block) : Json(); }},
    TableColumn<ResultRow>{.key = "caches", .value = [](Row row) { return or_null(row.caches); }},
    TableColumn<ResultRow>{.key = "status", .value = [](Row row) { return Json(row.status); }},
    of_figure("median_seconds"),
    TableColumn<ResultRow>{.title = "95 %", .align = Align::right, .text = interval_text},
    of_figure("low_seconds"),
    of_figure("high_seconds"),
    of_figure("turn_spread"),
    of_figure("turns"),
    TableColumn<ResultRow>{.title = "samples",
                           .key = "samples",
                           .align = Align::right,
                           .text = [](Row row) { return fmt::format("{}", row.samples); },
                           .value = [](Row row) { return Json(row.samples); }},
    of_figure("nanoseconds_per_pair"),
    of_figure("compulsory_bytes_per_second"),
    of_figure("useful_fraction"),
    TableColumn<ResultRow>{.key = "limited_by", .value = ceiling_name},
    of_figure("bandwidth_used"),
    of_figure("speedup"),
};
constexpr std::array columns_after{
    TableColumn<ResultRow>{.key = "timer", .value = [](Row row) { return or_null(row.timer); }},
    TableColumn<ResultRow>{.key = "stopped_by", .value = [](Row row) { return or_null(row.stopped_by); }},
    TableColumn<ResultRow>{
        .title = "notes", .key = "badges", .text = notes_of, .value = badge_words, .programs = Programs::csv},
    TableColumn<ResultRow>{.key = "badges", .value = badge_list, .programs = Programs::json},
    of_figure("layout_seconds"),
    TableColumn<ResultRow>{.key = "kernels", .value = kernel_list, .programs = Programs::json},
    TableColumn<ResultRow>{.key = "predicted_bytes", .value = [](Row row) { return or_null(row.predicted_bytes); }},
    TableColumn<ResultRow>{.key = "traced_bytes", .value = [](Row row) { return or_null(row.traced_bytes); }},
    TableColumn<ResultRow>{.key = "sectors_per_store", .value = [](Row row) { return or_null(row.sectors_per_store); }},
    TableColumn<ResultRow>{.key = "used_of_stores", .value = [](Row row) { return or_null(row.used_of_stores); }},
    TableColumn<ResultRow>{.key = "output_bits", .value = [](Row row) { return Json(row.output_bits); }},
    TableColumn<ResultRow>{
        .key = "different_entries",
        .value = [](Row row) { return row.different_entries ? Json(*row.different_entries) : no_key(); },
        .programs = Programs::json},
    TableColumn<ResultRow>{.key = "reason", .value = [](Row row) { return Json(row.reason); }},
};

/// A figure that neither list has stands between them.
constexpr bool is_placed(const TableColumn<ResultRow>& column) {
    const auto has_its_key = [&](const TableColumn<ResultRow>& other) { return other.key == column.key; };
    return std::ranges::any_of(columns_before, has_its_key) || std::ranges::any_of(columns_after, has_its_key);
}
constexpr std::size_t other_figures =
    figure_columns.size() - std::size_t(std::ranges::count_if(figure_columns, is_placed));

constexpr auto columns_of_results = [] {
    std::array<TableColumn<ResultRow>, columns_before.size() + other_figures + columns_after.size()> all;
    auto end = std::ranges::copy(columns_before, all.begin()).out;
    end = std::ranges::copy_if(figure_columns, end, std::not_fn(is_placed)).out;
    std::ranges::copy(columns_after, end);
    return all;
}();

} // namespace

std::span<const TableColumn<ResultRow>> result_columns() { return columns_of_results; }

std::string csv_of(std::span<const ResultRow> rows) {
    constexpr int digits = 6;
    return rows_csv(result_columns(), rows, digits);
}
Json json_of(std::span<const ResultRow> rows) { return rows_json(result_columns(), rows); }

} // namespace pairscope::app
