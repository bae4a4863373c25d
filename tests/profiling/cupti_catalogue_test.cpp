// SPDX-License-Identifier: MIT
// The catalogue against everything that CUPTI's host side knows: every name on every chip, and what it costs. No GPU.
#include "profiling/counting/counting.h"
#include "profiling/counting/metrics.h"

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
    std::vector<std::string> chips = Metrics::chips();
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
        if (const Metrics any("GH100"); !any.why_not().empty()) GTEST_SKIP() << any.why_not();
    }
};

TEST(Catalogue, names_are_unique_and_every_quantity_says_what_it_is) {
    std::set<std::string_view> names, titles, metrics;
    for (const Quantity& quantity : quantities()) {
        EXPECT_TRUE(names.insert(quantity.name).second) << quantity.name;
        EXPECT_TRUE(titles.insert(quantity.title).second) << quantity.title;
        EXPECT_FALSE(quantity.unit.empty()) << quantity.name;
        EXPECT_TRUE(quantity.meaning.ends_with('.')) << quantity.name;
        EXPECT_GT(quantity.scale, 0.0) << quantity.name;
        EXPECT_FALSE(quantity.metrics.front().empty()) << quantity.name;
        for (const std::string_view metric : quantity.metrics)
            EXPECT_TRUE(metric.empty() || metrics.insert(metric).second) << metric;
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

TEST_F(CuptiCatalogue, every_quantity_has_a_metric_on_every_chip_that_may_have_it) {
    const std::vector<std::string> chips = chips_from_turing();
    ASSERT_GE(chips.size(), 28u);
    for (const std::string& chip : chips) {
        const Metrics metrics(chip);
        ASSERT_EQ(metrics.why_not(), "") << chip;
        const Resolved found = metrics.resolve({.sets = {counter_sets().begin(), counter_sets().end()}});
        EXPECT_EQ(found.asked.size() + found.absent.size(), quantities().size()) << chip;
        for (const std::string& absent : found.absent) EXPECT_TRUE(may_lack(chip, absent)) << chip << " " << absent;
        for (const Asked& asked : found.asked) {
            EXPECT_TRUE(metrics.knows(asked.metric)) << chip << " " << asked.metric;
            EXPECT_EQ(asked.scale, find_quantity(asked.name)->scale);
            EXPECT_EQ(metrics.passes({asked}) > 0, true) << chip << " " << asked.metric;
        }
    }
}

TEST_F(CuptiCatalogue, what_is_live_takes_one_pass_on_every_chip) {
    for (const std::string& chip : chips_from_turing()) {
        const Metrics metrics(chip);
        const Resolved live = metrics.resolve({.sets = {CounterSet::live}});
        EXPECT_EQ(metrics.passes(live.asked), 1) << chip;
        EXPECT_EQ(live.absent.empty(), !is_integrated(chip)) << chip;
    }
}

TEST_F(CuptiCatalogue, the_newest_consumer_chips_have_other_names_for_dram) {
    const auto written_by = [](const std::string& chip) {
        return Metrics(chip).resolve({.metrics = {"dram_bytes_written"}}).asked.at(0).metric;
    };
    EXPECT_EQ(written_by("GH100"), "dram__bytes_write.sum");
    EXPECT_EQ(written_by("GB202"), "dram__bytes_op_write.sum");
}

TEST_F(CuptiCatalogue, what_a_chip_lacks_is_named_and_the_rest_is_counted) {
    const Metrics metrics("GB10B");
    const Resolved found = metrics.resolve({.sets = {CounterSet::live}});
    EXPECT_THAT(found.absent, testing::ElementsAre("dram_bytes_read", "dram_bytes_written"));
    EXPECT_EQ(metrics.passes(found.asked), 1);
}

TEST_F(CuptiCatalogue, a_metric_without_an_ending_or_of_another_chip_is_absent_and_spoils_nothing) {
    const Metrics metrics("GH100");
    const Resolved found = metrics.resolve(
        {.metrics = {"dram__bytes", "dram__bytes.sum", "no__such.sum", "dram__bytes.no_such", "dram__bytes.sum"}});
    ASSERT_EQ(found.asked.size(), 1u);
    EXPECT_EQ(found.asked[0], (Asked{.name = "dram__bytes.sum", .metric = "dram__bytes.sum", .scale = 1.0}));
    EXPECT_THAT(found.absent, testing::ElementsAre("dram__bytes", "no__such.sum", "dram__bytes.no_such"));
    EXPECT_EQ(metrics.passes(found.asked), 1);
    EXPECT_EQ(metrics.passes({}), 0);
}

TEST_F(CuptiCatalogue, the_browser_lists_thousands_with_descriptions_in_order) {
    for (const std::string& chip : chips_from_turing()) {
        const Metrics metrics(chip);
        EXPECT_GT(metrics.all().size(), 1000u) << chip;
        EXPECT_TRUE(std::ranges::is_sorted(metrics.all(), {}, &MetricFact::name)) << chip;
        const auto described =
            std::ranges::count_if(metrics.all(), [](const MetricFact& fact) { return !fact.description.empty(); });
        EXPECT_GT(static_cast<double>(described), 0.98 * static_cast<double>(metrics.all().size())) << chip;
    }
}

TEST_F(CuptiCatalogue, every_ending_of_every_kind_of_metric_can_be_asked_for) {
    const Metrics metrics("AD102");
    std::map<MetricKind, const MetricFact*> one_of;
    for (const MetricFact& fact : metrics.all()) one_of[fact.kind] = &fact;
    ASSERT_EQ(one_of.size(), 3u);
    for (const auto& [kind, fact] : one_of) {
        const std::vector<std::string> endings = metrics.endings(*fact);
        EXPECT_FALSE(endings.empty()) << name_of(kind);
        for (const std::string& ending : endings)
            EXPECT_TRUE(metrics.knows(fact->name + ending)) << fact->name << ending;
    }
}

TEST_F(CuptiCatalogue, searching_finds_names_before_descriptions) {
    const Metrics metrics("GH100");
    const auto found = matching(metrics.all(), "DRAM bytes write");
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front()->name, "dram__bytes_write");
    EXPECT_THAT(matching(metrics.all(), "no such words anywhere"), IsEmpty());
    EXPECT_EQ(matching(metrics.all(), "").size(), metrics.all().size());
}

TEST_F(CuptiCatalogue, an_unknown_chip_gets_a_sentence_that_names_the_known_ones) {
    const Metrics metrics("GX999");
    EXPECT_THAT(metrics.why_not(), HasSubstr("CUPTI knows no chip GX999"));
    EXPECT_THAT(metrics.why_not(), HasSubstr("GH100"));
    EXPECT_THAT(metrics.all(), IsEmpty());
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
