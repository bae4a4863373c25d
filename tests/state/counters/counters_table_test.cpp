// SPDX-License-Identifier: MIT
#include "app/spine/files/csv.h"
#include "app/subjects/counters/counters_table.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace pairscope::app {
namespace {

using testing::HasSubstr;

TEST(CountersTable, has_a_line_a_count_with_the_counter_it_came_from) {
    const profiling::Measurement m = profiling::sample_measurement();
    const std::string csv = counters_csv(m);
    EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + std::ssize(m.counters->counts));
    EXPECT_TRUE(csv.starts_with("variant,device,target,n,chip,passes,set,name,quantity,value,unit,counter\n"));
    EXPECT_THAT(csv, HasSubstr("distance_matrix/vec4_rows,NVIDIA H200,texture,30336,GH100,3,live,dram_bytes_written,"
                               "\"DRAM, written\",3681200000,B,dram__bytes_write.sum\n"));
    EXPECT_THAT(csv, HasSubstr(",picked,l2_hit_rate,l2_hit_rate,0.4321,,lts__t_sector_hit_rate.pct\n"));
}

TEST(CountersTable, says_the_same_as_json) {
    const profiling::Measurement m = profiling::sample_measurement();
    const auto json = nlohmann::json::parse(counters_json(m));
    EXPECT_EQ(json.at("chip"), "GH100");
    EXPECT_EQ(json.at("passes"), 3);
    ASSERT_EQ(json.at("counts").size(), m.counters->counts.size());
    const auto& first = json.at("counts").at(0);
    EXPECT_EQ(first.at("name"), m.counters->counts[0].name);
    EXPECT_EQ(first.at("counter"), m.counters->counts[0].counter);
    EXPECT_EQ(first.at("value"), m.counters->counts[0].value);
    EXPECT_EQ(first.at("unit"), "B");
    EXPECT_EQ(first.at("set"), "live");
}

TEST(CountersTable, quotes_fields_as_rfc_4180_says) {
    EXPECT_EQ(csv_field("plain"), "plain");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
    EXPECT_EQ(csv_field("two\r\nlines"), "\"two\r\nlines\"");
    profiling::Measurement m = profiling::sample_measurement();
    m.device.name = "A \"B\", C";
    EXPECT_THAT(counters_csv(m), HasSubstr(",\"A \"\"B\"\", C\",texture,"));
}

} // namespace
} // namespace pairscope::app
