// SPDX-License-Identifier: MIT
#include "profiling/ledger.h"
#include "profiling/roofline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::profiling {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr double output = 4.0e6, points = 8000.0; // bytes at n = 1000

Measurement counted_run() {
    Measurement m;
    m.workload = {.type = "distance_matrix", .rows = 1000, .cols = 1000, .dims = 2};
    m.device.cache_bytes = 60 << 20;
    m.seconds = {1e-3};
    m.predicted_bytes = 5.0e6;
    return m;
}

Measurement counted(double read, double written, double load_sectors, double store_sectors, double l2) {
    Measurement m = counted_run();
    m.counters = Counters{.chip = "GH100",
                          .passes = 1,
                          .counts = {{"dram_bytes_read", "a", read},
                                     {"dram_bytes_written", "b", written},
                                     {"l2_bytes", "c", l2},
                                     {"global_load_sectors", "d", load_sectors},
                                     {"global_store_sectors", "e", store_sectors}}};
    return m;
}

TEST(Ledger, knows_only_the_compulsory_bytes_without_counters) {
    const Ledger ledger = ledger_of(counted_run());
    EXPECT_DOUBLE_EQ(ledger.bars[0].bytes.value(), output + points);
    for (const int bar : {1, 2, 3}) EXPECT_FALSE(ledger.bars[std::size_t(bar)].bytes);
    EXPECT_TRUE(ledger.sentences.empty()) << "what is not known is not explained";
}

TEST(Ledger, a_kernel_without_waste_needs_no_sentence) {
    const Ledger ledger = ledger_of(counted(points, output, points / 32, output / 32, output + points));
    EXPECT_DOUBLE_EQ(ledger.bars[3].bytes.value(), output + points);
    EXPECT_EQ(ledger.bars[3].from, Provenance::counter);
    EXPECT_TRUE(ledger.sentences.empty());
}

TEST(Ledger, each_difference_has_its_sentence) {
    const Ledger ledger = ledger_of(counted(0.9e6, 1.23 * output, 1e6, 8 * output / 32, 1.1 * (32e6 + 8 * output)));
    EXPECT_THAT(ledger.sentences, Contains(HasSubstr("The bytes written to DRAM are 1.23 times those of the output")));
    EXPECT_THAT(ledger.sentences, Contains(HasSubstr("900 kB are read from DRAM")));
    EXPECT_THAT(ledger.sentences,
                Contains(HasSubstr("The sectors that stores touch have 8.00 times the bytes of the output")));
    EXPECT_THAT(ledger.sentences, Contains(HasSubstr("Loads request 32 MB")));
    EXPECT_THAT(ledger.sentences, Contains(HasSubstr("The L2 cache moves 1.10 times")));
}

TEST(Ledger, what_passes_the_l2_is_told_from_what_passes_dram) {
    const Ledger ledger = ledger_of(counted(1e6, 5e6, 0, 0, 7e6));
    EXPECT_DOUBLE_EQ(ledger.bars[2].bytes.value(), 7e6);
    EXPECT_DOUBLE_EQ(ledger.bars[3].bytes.value(), 6e6);
}

TEST(Ledger, stores_into_a_texture_are_requests_too) {
    Measurement m = counted(points, output, 1000, 0, output);
    m.counters->counts.push_back({"surface_store_sectors", "f", output / 32});
    EXPECT_DOUBLE_EQ(ledger_of(m).bars[1].bytes.value(), output + 32000);
}

TEST(Ledger, a_difference_of_less_than_5_percent_has_no_sentence) {
    const auto explained = [](double written) {
        const auto sentences = ledger_of(counted(points, written * output, points / 32, output / 32, output)).sentences;
        return std::ranges::any_of(sentences,
                                   [](const auto& text) { return text.starts_with("The bytes written to DRAM are"); });
    };
    for (const double written : {0.96, 1.0, 1.04}) EXPECT_FALSE(explained(written)) << written;
    for (const double written : {0.94, 1.06}) EXPECT_TRUE(explained(written)) << written;
}

TEST(Ledger, an_output_that_stays_in_the_cache_is_told) {
    const Ledger ledger = ledger_of(counted(0.0, 0.25 * output, points / 32, output / 32, output));
    EXPECT_THAT(ledger.sentences, Contains(HasSubstr("The bytes written to DRAM are 0.25 times those of the output")));
    EXPECT_THAT(ledger.sentences, Contains(HasSubstr("62.9 MB")));
}

TEST(Ledger, a_trace_stands_in_for_counted_sectors) {
    TraceSummary trace;
    trace.loads.sectors = 1000;
    trace.stores.sectors = output / 32;
    const Ledger ledger = ledger_of(counted_run(), &trace);
    EXPECT_DOUBLE_EQ(ledger.bars[1].bytes.value(), output + 32000);
    EXPECT_EQ(ledger.bars[1].from, Provenance::simulated);
}

TEST(Roofline, counted_bytes_take_the_place_of_predicted_ones) {
    const Measurement m = counted(1e6, 5e6, 0, 0, 7e6);
    EXPECT_DOUBLE_EQ(place(m).intensity, 1.0);
    EXPECT_EQ(place(m).bytes, Provenance::counter);
    EXPECT_DOUBLE_EQ(place(m, MemoryLevel::l2)->intensity, 6.0 / 7.0);
    EXPECT_FALSE(place(m, MemoryLevel::l1)) << "it was not counted";
    EXPECT_FALSE(place(counted_run(), MemoryLevel::l2));
    EXPECT_FALSE(counted_bytes(counted(0, 0, 0, 0, 0), MemoryLevel::dram)) << "no bytes are no intensity";
}

} // namespace
} // namespace pairscope::profiling
