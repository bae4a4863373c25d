// SPDX-License-Identifier: MIT
// The catalogue against everything that CUPTI's host side knows: every name on every chip, and what it costs. No GPU.
#include "profiling/counting/chip_counters.h"
#include "profiling/counting/counting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace pairscope::profiling {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// From Turing on; Volta has no Range Profiler.
std::vector<std::string> chips_from_turing() {
    std::vector<std::string> chips = ChipCounters::chips();
    std::erase_if(chips, [](const std::string& chip) { return chip.starts_with("GV"); });
    return chips;
}

/// Chips that share the memory of their computer have no counters of DRAM.
bool is_integrated(const std::string& chip) { return chip == "GA10B" || chip == "GB10B" || chip == "GB20B"; }

/// What a chip is allowed not to have.
bool may_lack(const std::string& chip, std::string_view quantity) {
    if (quantity.starts_with("dram_")) return is_integrated(chip);
    if (quantity == "stall_imc_miss") return chip.starts_with("GB");
    if (quantity == "stall_gmma") return chip != "GH100";
    return false;
}

class CuptiCatalogue : public testing::Test {
protected:
    void SetUp() override {
        if (const ChipCounters any("GH100"); !any.why_not().empty()) GTEST_SKIP() << any.why_not();
    }
};

TEST(Catalogue, names_are_unique_and_every_quantity_says_what_it_is) {
    std::set<std::string_view> names, titles, counters;
    for (const Quantity& quantity : quantities()) {
        EXPECT_TRUE(names.insert(quantity.name).second) << quantity.name;
        EXPECT_TRUE(titles.insert(quantity.title).second) << quantity.title;
        EXPECT_FALSE(quantity.unit.empty()) << quantity.name;
        EXPECT_TRUE(quantity.meaning.ends_with('.')) << quantity.name;
        EXPECT_GT(quantity.scale, 0.0) << quantity.name;
        EXPECT_FALSE(quantity.counters.front().empty()) << quantity.name;
        for (const std::string_view counter : quantity.counters)
            EXPECT_TRUE(counter.empty() || counters.insert(counter).second) << counter;
        EXPECT_EQ(find_quantity(quantity.name), &quantity);
    }
    EXPECT_EQ(find_quantity("no_such"), nullptr);
}

TEST(Catalogue, a_sets_quantities_stand_together) {
    std::set<CounterSet> seen;
    CounterSet last = quantities().front().set;
    for (const Quantity& quantity : quantities()) {
        if (quantity.set != last) {
            EXPECT_TRUE(seen.insert(last).second);
        }
        EXPECT_FALSE(seen.contains(quantity.set)) << quantity.name;
        last = quantity.set;
    }
    EXPECT_EQ(seen.size() + 1, counter_sets().size());
}

TEST_F(CuptiCatalogue, every_quantity_has_a_counter_on_every_chip_that_may_have_it) {
    const std::vector<std::string> chips = chips_from_turing();
    ASSERT_GE(chips.size(), 28u);
    for (const std::string& chip : chips) {
        const ChipCounters counters(chip);
        ASSERT_EQ(counters.why_not(), "") << chip;
        const Resolved found = counters.resolve({.sets = {counter_sets().begin(), counter_sets().end()}});
        EXPECT_EQ(found.asked.size() + found.absent.size(), quantities().size()) << chip;
        for (const std::string& absent : found.absent) EXPECT_TRUE(may_lack(chip, absent)) << chip << " " << absent;
        for (const Asked& asked : found.asked) {
            EXPECT_TRUE(counters.knows(asked.counter)) << chip << " " << asked.counter;
            EXPECT_EQ(asked.scale, find_quantity(asked.name)->scale);
            EXPECT_EQ(counters.passes({asked}) > 0, true) << chip << " " << asked.counter;
        }
    }
}

TEST_F(CuptiCatalogue, what_is_live_takes_one_pass_on_every_chip) {
    for (const std::string& chip : chips_from_turing()) {
        const ChipCounters counters(chip);
        const Resolved live = counters.resolve({.sets = {CounterSet::live}});
        EXPECT_EQ(counters.passes(live.asked), 1) << chip;
        EXPECT_EQ(live.absent.empty(), !is_integrated(chip)) << chip;
    }
}

TEST_F(CuptiCatalogue, the_newest_consumer_chips_have_other_names_for_dram) {
    const auto written_by = [](const std::string& chip) {
        return ChipCounters(chip).resolve({.counters = {"dram_bytes_written"}}).asked.at(0).counter;
    };
    EXPECT_EQ(written_by("GH100"), "dram__bytes_write.sum");
    EXPECT_EQ(written_by("GB202"), "dram__bytes_op_write.sum");
}

TEST_F(CuptiCatalogue, what_a_chip_lacks_is_named_and_the_rest_is_counted) {
    const ChipCounters counters("GB10B");
    const Resolved found = counters.resolve({.sets = {CounterSet::live}});
    EXPECT_THAT(found.absent, testing::ElementsAre("dram_bytes_read", "dram_bytes_written"));
    EXPECT_EQ(counters.passes(found.asked), 1);
}

TEST_F(CuptiCatalogue, a_counter_without_an_ending_or_of_another_chip_is_absent_and_spoils_nothing) {
    const ChipCounters counters("GH100");
    const Resolved found = counters.resolve(
        {.counters = {"dram__bytes", "dram__bytes.sum", "no__such.sum", "dram__bytes.no_such", "dram__bytes.sum"}});
    ASSERT_EQ(found.asked.size(), 1u);
    EXPECT_EQ(found.asked[0], (Asked{.name = "dram__bytes.sum", .counter = "dram__bytes.sum", .scale = 1.0}));
    EXPECT_THAT(found.absent, testing::ElementsAre("dram__bytes", "no__such.sum", "dram__bytes.no_such"));
    EXPECT_EQ(counters.passes(found.asked), 1);
    EXPECT_EQ(counters.passes({}), 0);
}

TEST_F(CuptiCatalogue, the_browser_lists_thousands_with_descriptions_in_order) {
    for (const std::string& chip : chips_from_turing()) {
        const ChipCounters counters(chip);
        EXPECT_GT(counters.all().size(), 1000u) << chip;
        EXPECT_TRUE(std::ranges::is_sorted(counters.all(), {}, &CounterFact::name)) << chip;
        const auto described =
            std::ranges::count_if(counters.all(), [](const CounterFact& fact) { return !fact.description.empty(); });
        EXPECT_GT(static_cast<double>(described), 0.98 * static_cast<double>(counters.all().size())) << chip;
    }
}

TEST_F(CuptiCatalogue, every_ending_of_every_kind_of_counter_can_be_asked_for) {
    const ChipCounters counters("AD102");
    std::map<CounterKind, const CounterFact*> one_of;
    for (const CounterFact& fact : counters.all()) one_of[fact.kind] = &fact;
    ASSERT_EQ(one_of.size(), 3u);
    for (const auto& [kind, fact] : one_of) {
        const std::vector<std::string> endings = counters.endings(*fact);
        EXPECT_FALSE(endings.empty()) << name_of(kind);
        for (const std::string& ending : endings)
            EXPECT_TRUE(counters.knows(fact->name + ending)) << fact->name << ending;
    }
}

TEST_F(CuptiCatalogue, searching_finds_names_before_descriptions) {
    const ChipCounters counters("GH100");
    const auto found = matching(counters.all(), "DRAM bytes write");
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front()->name, "dram__bytes_write");
    EXPECT_THAT(matching(counters.all(), "no such words anywhere"), IsEmpty());
    EXPECT_EQ(matching(counters.all(), "").size(), counters.all().size());
}

TEST_F(CuptiCatalogue, an_unknown_chip_gets_a_sentence_that_names_the_known_ones) {
    const ChipCounters counters("GX999");
    EXPECT_THAT(counters.why_not(), HasSubstr("CUPTI knows no chip GX999"));
    EXPECT_THAT(counters.why_not(), HasSubstr("GH100"));
    EXPECT_THAT(counters.all(), IsEmpty());
}

TEST(NearNames, are_those_that_differ_by_the_fewest_letters) {
    const std::vector<std::string> names{"GH100", "GA100", "AD102", "dram__bytes_write.sum"};
    EXPECT_THAT(near_names(names, "gh10"), testing::ElementsAre("GH100", "GA100", "AD102"));
    EXPECT_THAT(near_names(names, "dram__byte_writes.sum"), testing::ElementsAre("dram__bytes_write.sum"));
    EXPECT_THAT(near_names(names, "something_else_altogether"), IsEmpty());
}

TEST(Counting, on_the_cpu_says_why_not_and_launches_nothing) {
    Counting counting(Device{});
    EXPECT_FALSE(counting.why_not().empty());
    int launches = 0;
    const Counted counted = counting.count({.sets = {CounterSet::live}}, [&] { ++launches; });
    EXPECT_FALSE(counted.counters);
    EXPECT_EQ(counted.why_not, counting.why_not());
    const Recorded recorded = counting.record([&] { ++launches; });
    EXPECT_EQ(recorded.why_not, counting.why_not());
    EXPECT_EQ(launches, 0);
    counting.rest();
}

} // namespace
} // namespace pairscope::profiling
