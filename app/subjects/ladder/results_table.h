// SPDX-License-Identifier: MIT
// The table of variants and what they cost, as a user saves it. The command line prints the same rows.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/files/columns.h"
#include "app/spine/state.h"
#include "profiling/badges.h"
#include "profiling/ceilings/kinds.h"
#include "profiling/figures.h"
#include "render/png.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// One line of the table, in the ladder's order. Absent figures are absent.
struct ResultRow {
    std::string variant;
    std::string device;
    std::string target;                              ///< "texture", "linear"
    int output_bits = 32;                            ///< the bits of an entry
    std::optional<std::int64_t> different_entries{}; ///< see Comparison::different_entries
    std::int64_t n = 0;
    std::optional<std::int64_t> m{}, d{}; ///< see size_parts.h; absent where the workload has no such number
    int block = 0;                        ///< threads of a block; 0: of a CPU variant, or not known
    std::string caches;                   ///< "warm", "cold"; empty: nothing was timed
    std::string status;                   ///< "measured", "recorded", "simulated", "skipped", "failed", "not yet"
    std::string reason;                   ///< why a row has no times, or where a recorded one comes from
    std::array<std::optional<double>, profiling::figure_list.size()> figures{}; ///< in the order of profiling/figures.h
    int samples = 0;
    std::optional<profiling::CeilingKind> limited_by; ///< the ceiling that the useful fraction is of
    std::vector<profiling::KernelTime> kernel_times;  ///< the times of the kernels, if a launch has several
    std::string timer;
    std::string stopped_by;                  ///< what ended the timed runs: "interval", "time", "count", "cancelled"
    std::vector<profiling::Badge> badges;    ///< what to know before believing the times
    std::optional<double> predicted_bytes;   ///< DRAM traffic by the variant's own model [B]
    std::optional<double> traced_bytes;      ///< the whole sectors of the loads and stores of a simulated variant [B]
    std::optional<double> sectors_per_store; ///< sectors per request of a simulated run
    std::optional<double> used_of_stores;    ///< the fraction of those sectors that is written

    /// A figure by its key; absent if it cannot be had.
    [[nodiscard]] std::optional<double> figure(std::string_view key) const {
        return figures.at(profiling::figure_place(key));
    }
};

void set_size(ResultRow& row, const Workload& size);
/// The variants of the ladder on this machine.
[[nodiscard]] std::vector<ResultRow> result_rows(const State& state);
/// The runs of the recordings that the ladder shows, those of one device after those of another.
[[nodiscard]] std::vector<ResultRow> recorded_rows(const State& state);
[[nodiscard]] std::string results_csv(const State& state);
[[nodiscard]] std::string results_json(const State& state);

/// The texts are of rows with times; what stands in the place of the times elsewhere is the caller's.
[[nodiscard]] std::span<const TableColumn<ResultRow>> result_columns();
[[nodiscard]] std::string csv_of(std::span<const ResultRow> rows);
[[nodiscard]] Json json_of(std::span<const ResultRow> rows);

/// The points with everything that is known of them: name, axes, unit, credit, and one object a point.
[[nodiscard]] std::string points_json(const Dataset& data);

/// One row from an outcome; `baseline_seconds` of the first variant, if it was measured.
[[nodiscard]] ResultRow result_row(const KernelVariant& variant, const profiling::RunOutcome& outcome,
                                   const profiling::Ceilings* ceilings, std::optional<double> baseline_seconds);

/// How the matrix of a picture was ordered, if not as loaded.
inline constexpr std::string_view order_keyword = "Order";
/// What a saved picture says of itself, as PNG text: title, software, source, variant, range, order.
[[nodiscard]] std::vector<PngText> picture_facts(const State& state);

} // namespace pairscope::app
