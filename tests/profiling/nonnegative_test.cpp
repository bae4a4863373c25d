// SPDX-License-Identifier: MIT
// Counts, bytes and ratios are never negative: for every workload, variant, size and set of counters.
#include "kernels/ladder/registry.h"
#include "profiling/ledger.h"
#include "profiling/roofline.h"
#include "tests/profiling/sample_recording.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <vector>

namespace pairscope::profiling {
namespace {

/// Counters that each tell `bytes`, or the sectors of so many bytes.
Counters counters_of(double bytes) {
    return {.chip = "GH100",
            .passes = 3,
            .counts = {{"dram_bytes_written", "m", bytes},
                       {"dram_bytes_read", "m", bytes},
                       {"l2_bytes", "m", bytes},
                       {"l1_bytes", "m", bytes},
                       {"global_store_sectors", "m", bytes / 32.0},
                       {"global_load_sectors", "m", bytes / 32.0}}};
}

std::vector<std::optional<Counters>> counter_sets(double predicted) {
    Counters loads_only = counters_of(predicted), stores_only = loads_only, nothing;
    std::erase_if(loads_only.counts, [](const auto& count) { return count.name.find("stor") != std::string::npos; });
    std::erase_if(stores_only.counts, [](const auto& count) { return count.name.find("load") != std::string::npos; });
    return {std::nullopt,
            nothing,
            counters_of(0.0),
            counters_of(1.0),
            counters_of(0.1 * predicted),
            counters_of(predicted),
            counters_of(50.0 * predicted),
            loads_only,
            stores_only};
}

std::vector<Workload> sizes_of(const WorkloadType& type) {
    Workload small = type.classic;
    small.rows = std::max<std::int64_t>(type.inputs.rows.least, std::min<std::int64_t>(3, type.inputs.rows.most));
    small.cols = type.inputs.sets == 2 ? std::min<std::int64_t>(small.rows + 4, type.inputs.rows.most) : small.rows;
    small.dims = type.inputs.takes_distances ? small.rows : type.inputs.dims.least;
    return {type.classic, small};
}

bool has_negative_number(const std::string& text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i)
        if (text[i] == '-' && std::isdigit(static_cast<unsigned char>(text[i + 1])) && (i == 0 || text[i - 1] == ' '))
            return true;
    return false;
}

void expect_no_negative(const Measurement& m, const TraceSummary* trace) {
    const Ledger ledger = ledger_of(m, trace);
    for (const LedgerBar& bar : ledger.bars) EXPECT_GE(bar.bytes.value_or(0.0), 0.0) << bar.name;
    for (const std::string& sentence : ledger.sentences) EXPECT_FALSE(has_negative_number(sentence)) << sentence;
    const Work work = counted_for(m).work;
    for (const double amount :
         {work.flops, work.integer_operations, work.exponentials, work.pairs, work.compulsory_bytes})
        EXPECT_GE(amount, 0.0);
    for (const MemoryLevel level : {MemoryLevel::dram, MemoryLevel::l2, MemoryLevel::l1})
        for (const WorkUnit unit : units_of(m.workload))
            if (const auto point = place(m, level, unit)) {
                EXPECT_TRUE(std::isfinite(point->intensity) && point->intensity >= 0.0);
                EXPECT_TRUE(std::isfinite(point->performance) && point->performance >= 0.0);
            }
    Ceilings ceilings{.device = m.device, .found = {}};
    for (const CeilingKind kind : all_ceiling_kinds()) ceilings.found.push_back({.kind = kind, .value = 1e12});
    const auto fraction = useful_fraction(m, ceilings);
    EXPECT_TRUE(fraction && std::isfinite(*fraction) && *fraction >= 0.0);
    EXPECT_GE(useful_rate(m, &ceilings).value, 0.0);
    EXPECT_GE(bandwidth_used(m, ceilings).value_or(0.0), 0.0);
}

TEST(Nonnegative, are_all_counts_bytes_and_ratios_of_every_variant) {
    TraceSummary trace = *sample_simulated().trace;
    for (const KernelVariant& variant : variants())
        for (const Workload& size : sizes_of(type_of(variant.workload)))
            for (const auto& counters : counter_sets(predicted_bytes(variant, size))) {
                SCOPED_TRACE(fmt::format("{} of {} x {} x {}", variant.id, size.rows, size.cols, size.dims));
                Measurement m;
                m.variant_id = variant.id;
                m.workload = size;
                m.entry = variant.entry;
                m.device = sample_gpu();
                m.seconds.assign(11, 1e-3);
                m.predicted_bytes = predicted_bytes(variant, size);
                m.counters = counters;
                expect_no_negative(m, nullptr);
                expect_no_negative(m, &trace);
            }
}

/// A pass in both directions writes 16 bytes for each vector, which are few beside the vectors themselves.
TEST(Nonnegative, a_ledger_knows_how_many_bytes_the_output_of_each_kind_has) {
    Measurement m;
    m.variant_id = "best_match/two_sided";
    m.workload = {.type = "best_match", .rows = 16384, .cols = 16384, .dims = 128};
    m.device = sample_gpu();
    m.seconds = {1e-3};
    m.predicted_bytes = 1e7;
    m.counters = counters_of(2.0 * 4 * 32768.0 * 128); // twice the bytes of the vectors
    const Ledger ledger = ledger_of(m, nullptr);
    ASSERT_FALSE(ledger.bars.empty());
    EXPECT_DOUBLE_EQ(*ledger.bars.front().bytes, 4 * 32768.0 * 128 + 16 * 32768.0);
    bool says = false;
    for (const std::string& sentence : ledger.sentences)
        says = says || sentence.find(", 2.00 times") != std::string::npos;
    EXPECT_TRUE(says) << "the loads request twice the bytes of the vectors";
}

} // namespace
} // namespace pairscope::profiling
