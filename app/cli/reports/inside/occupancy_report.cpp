// SPDX-License-Identifier: MIT
#include "app/cli/reports/inside/occupancy_report.h"

#include "app/chart/number_text.h"
#include "app/cli/reports/output.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace pairscope::cli {
namespace {

using app::Json;
using profiling::OccupancyLimit;

constexpr std::array usual_threads{32, 64, 96, 128, 192, 256, 384, 512, 768, 1024};

constexpr const char* name_of(OccupancyLimit limit) {
    switch (limit) {
    case OccupancyLimit::warps:
        return "warps";
    case OccupancyLimit::blocks:
        return "blocks";
    case OccupancyLimit::registers:
        return "registers";
    case OccupancyLimit::shared_memory:
        return "shared memory";
    }
    return "";
}

std::vector<std::string> names_of(const std::vector<OccupancyLimit>& limits) {
    std::vector<std::string> names;
    for (const OccupancyLimit limit : limits) names.emplace_back(name_of(limit));
    return names;
}

/// A kernel for blocks of so many threads; absent: the variant has none, or it does not say.
std::optional<std::size_t> kernel_for(const KernelVariant& variant, const profiling::CompiledKernels& compiled,
                                      TargetKind target, int threads) {
    if (std::ranges::find(variant.blocks, threads) == variant.blocks.end()) return std::nullopt;
    return usual_kernel(compiled.kernels, variant, target, threads);
}

profiling::BlockNeeds needs_of(const profiling::CubinKernel& kernel, int threads, const AssumedNeeds& assumed) {
    return {.threads = threads,
            .registers = std::max(1, assumed.registers.value_or(kernel.registers.value_or(1))),
            .shared_bytes = kernel.shared_bytes + assumed.dynamic_shared_bytes};
}

} // namespace

OccupancyTable occupancy_table(const KernelVariant& variant, const profiling::CompiledKernels& compiled,
                               std::size_t kernel, bool was_named, TargetKind target, const AssumedNeeds& assumed) {
    const auto limits = profiling::limits_of(compiled.architecture);
    if (!limits)
        throw InputError(fmt::format("the limits of a multiprocessor of sm_{} are not known here: choose another "
                                     "architecture with --architecture",
                                     compiled.architecture));
    OccupancyTable table{.limits = *limits, .assumed = assumed};
    std::set<int> threads(usual_threads.begin(), usual_threads.end());
    threads.insert(variant.blocks.begin(), variant.blocks.end());
    for (const int each : threads) {
        const auto own = was_named ? std::nullopt : kernel_for(variant, compiled, target, each);
        const profiling::BlockNeeds needs = needs_of(compiled.kernels.at(own.value_or(kernel)), each, assumed);
        table.rows.push_back({.needs = needs,
                              .is_compiled = own.has_value(),
                              .occupancy = profiling::occupancy_of(table.limits, needs)});
    }
    return table;
}

std::string text_of(const OccupancyTable& table) {
    using app::Align;
    TextTable text({{"threads", Align::right},
                    {"", Align::left},
                    {"registers", Align::right},
                    {"shared", Align::right},
                    {"blocks", Align::right},
                    {"warps", Align::right},
                    {"occupancy", Align::right},
                    {"limited by", Align::left}});
    for (const OccupancyRow& row : table.rows) {
        const profiling::Occupancy& occupancy = row.occupancy;
        const std::string limits = fmt::format("{}", fmt::join(names_of(occupancy.limited_by), ", "));
        text.add({app::grouped(row.needs.threads), row.is_compiled ? "*" : "", fmt::format("{}", row.needs.registers),
                  app::bytes_text(double(row.needs.shared_bytes)), fmt::format("{}", occupancy.blocks),
                  fmt::format("{}", occupancy.warps), app::percent_text(occupancy.share), limits});
    }
    std::string notes =
        fmt::format("A multiprocessor of sm_{} holds at most {} blocks and {} warps, and it has {} registers and {} of "
                    "shared memory. The table is computed, and nothing was run.",
                    table.limits.architecture, table.limits.blocks, table.limits.warps,
                    app::grouped(table.limits.registers), app::bytes_text(double(table.limits.shared_bytes)));
    if (std::ranges::any_of(table.rows, [](const OccupancyRow& row) { return row.occupancy.blocks == 0; }))
        notes += " Where the table says 0, not a single block fits, and a launch fails.";
    const bool has_compiled = std::ranges::any_of(table.rows, &OccupancyRow::is_compiled);
    notes += has_compiled ? " The variant has kernels for the sizes with *; for the others, its usual kernel's needs "
                            "are assumed."
                          : " The needs of the kernel above are assumed for all sizes.";
    if (table.assumed.registers)
        notes += fmt::format(" {} per thread are assumed, as you asked.",
                             counted(std::int64_t{*table.assumed.registers}, "register"));
    notes += table.assumed.dynamic_shared_bytes > 0
                 ? fmt::format(" {} of dynamic shared memory are assumed, as you asked.",
                               app::bytes_text(double(table.assumed.dynamic_shared_bytes)))
                 : " Dynamic shared memory is not known before a launch: --dynamic-shared BYTES adds it.";
    return text.text() + "\n" + folded(notes, 120) + "\n";
}

Json json_of(const OccupancyTable& table) {
    auto shapes = Json::array();
    for (const OccupancyRow& row : table.rows)
        shapes.push_back({{"threads", row.needs.threads},
                          {"compiled", row.is_compiled},
                          {"registers", row.needs.registers},
                          {"shared_bytes", row.needs.shared_bytes},
                          {"blocks", row.occupancy.blocks},
                          {"warps", row.occupancy.warps},
                          {"occupancy", row.occupancy.share},
                          {"limited_by", names_of(row.occupancy.limited_by)}});
    return {{"architecture", table.limits.architecture},
            {"most_blocks", table.limits.blocks},
            {"most_warps", table.limits.warps},
            {"registers", table.limits.registers},
            {"shared_bytes", table.limits.shared_bytes},
            {"assumed_registers", app::or_null(table.assumed.registers)},
            {"dynamic_shared_bytes", table.assumed.dynamic_shared_bytes},
            {"shapes", std::move(shapes)}};
}

} // namespace pairscope::cli
