// SPDX-License-Identifier: MIT
#include "app/spine/files/ceiling_store.h"
#include "app/spine/files/ceilings_json.h"
#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "tests/state/sample_state.h"

#include <cstdlib>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using enum profiling::CeilingKind;

Device a_gpu(std::string driver = "CUDA 13.0") {
    return {.backend = Backend::cuda, .ordinal = 1, .name = "a GPU", .units = 132, .driver = std::move(driver)};
}

profiling::Ceilings measured(const Device& device, double fill_value = 4.6e12) {
    profiling::Ceilings ceilings{.device = device, .found = {}};
    ceilings.when = *utc_time("2026-11-20T10:20:30Z");
    ceilings.clock = 1.98e9;
    add(ceilings, {.kind = fill,
                   .threads = 0,
                   .value = fill_value,
                   .interval = profiling::Interval{fill_value / 1.01, fill_value * 1.01},
                   .samples = 15,
                   .how = "16-byte stores",
                   .peak = 4.8e12});
    add(ceilings, {.kind = fma, .threads = 0, .value = 6.5e13, .samples = 3, .how = "chains"});
    return ceilings;
}

/// Each test has a cache folder of its own.
class CeilingStore : public testing::Test {
protected:
    void SetUp() override {
        if (const char* set = std::getenv("XDG_CACHE_HOME")) before_ = set;
        fs::remove_all(folder_);
        ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
    }
    void TearDown() override {
        if (before_.empty())
            ::unsetenv("XDG_CACHE_HOME");
        else
            ::setenv("XDG_CACHE_HOME", before_.c_str(), 1);
        fs::remove_all(folder_);
    }
    static void write(std::string_view text) {
        fs::create_directories(ceilings_file().parent_path());
        std::ofstream(ceilings_file()) << text;
    }
    /// Of this process: tests run side by side.
    fs::path folder_ = fs::path(testing::TempDir()) / ("pairscope_ceiling_store_" + std::to_string(::getpid()));
    std::string before_;
};

TEST_F(CeilingStore, what_is_kept_comes_back_as_it_was) {
    store_ceilings({measured(a_gpu())});
    const StoredCeilings stored = stored_ceilings({a_gpu()});
    EXPECT_THAT(stored.problem, IsEmpty());
    ASSERT_EQ(stored.found.size(), 1u);
    const profiling::Ceilings& back = stored.found.front();
    EXPECT_EQ(json_of(back), json_of(measured(a_gpu())));
    EXPECT_EQ(back.device, a_gpu());
    EXPECT_EQ(utc_text(back.when), "2026-11-20T10:20:30Z");
    EXPECT_EQ(find(back, fill)->interval->low, 4.6e12 / 1.01);
    EXPECT_FALSE(find(back, fma)->interval || find(back, fma)->peak);
}

TEST_F(CeilingStore, a_device_that_changed_is_another_one) {
    store_ceilings({measured(a_gpu())});
    EXPECT_TRUE(stored_ceilings({a_gpu("CUDA 14.0")}).found.empty());
    Device second = a_gpu();
    second.ordinal = 0;
    EXPECT_TRUE(stored_ceilings({second}).found.empty());
}

TEST_F(CeilingStore, two_equal_gpus_are_told_apart_by_their_place_on_the_bus) {
    Device first = a_gpu(), second = a_gpu();
    first.bus = "0000:19:00.0";
    second.bus = "0000:3b:00.0";
    second.ordinal = 2;
    store_ceilings({measured(first, 4e12), measured(second, 3e12)});
    std::swap(first.ordinal, second.ordinal); // as with another CUDA_VISIBLE_DEVICES
    const StoredCeilings stored = stored_ceilings({first, second});
    ASSERT_EQ(stored.found.size(), 2u);
    for (const profiling::Ceilings& ceilings : stored.found)
        EXPECT_EQ(find(ceilings, fill)->value, ceilings.device == first ? 4e12 : 3e12);
    EXPECT_TRUE(stored_ceilings({a_gpu()}).found.empty()) << "where it is, nobody knows";
    store_ceilings({measured(second, 5e12)});
    EXPECT_EQ(stored_ceilings({first, second}).found.size(), 2u) << "the other one is still kept";
}

TEST_F(CeilingStore, measuring_again_replaces_one_device_and_leaves_the_others) {
    Device cpu{.backend = Backend::cpu, .name = "a CPU", .units = 4, .driver = "AVX2"};
    store_ceilings({measured(a_gpu()), measured(cpu, 5e10)});
    store_ceilings({measured(cpu, 6e10)});
    const StoredCeilings stored = stored_ceilings({a_gpu(), cpu});
    ASSERT_EQ(stored.found.size(), 2u);
    for (const profiling::Ceilings& ceilings : stored.found)
        EXPECT_EQ(find(ceilings, fill)->value, ceilings.device == cpu ? 6e10 : 4.6e12);
}

TEST_F(CeilingStore, a_damaged_file_is_told_and_written_anew) {
    const auto cut = json_of(measured(a_gpu())).dump().substr(0, 100);
    for (const std::string& text : {std::string("{\"version\": 1, \"dev"), std::string("[]"), std::string(""), cut}) {
        write(text);
        EXPECT_THAT(stored_ceilings({a_gpu()}).problem, HasSubstr("ceilings.json")) << text;
        EXPECT_TRUE(stored_ceilings({a_gpu()}).found.empty());
    }
    store_ceilings({measured(a_gpu())});
    EXPECT_THAT(stored_ceilings({a_gpu()}).problem, IsEmpty());
    EXPECT_EQ(stored_ceilings({a_gpu()}).found.size(), 1u);
}

TEST_F(CeilingStore, a_value_that_nobody_measured_is_damage) {
    auto json = json_of(measured(a_gpu()));
    for (const auto& wrong : {nlohmann::ordered_json(0.0), nlohmann::ordered_json(-1.0), nlohmann::ordered_json("4")}) {
        json["found"][0]["value"] = wrong;
        write(nlohmann::ordered_json{{"version", 1}, {"devices", {json}}}.dump());
        EXPECT_THAT(stored_ceilings({a_gpu()}).problem, HasSubstr("measured again")) << wrong;
    }
    json["found"][0]["value"] = 4.0;
    json["when"] = "yesterday";
    write(nlohmann::ordered_json{{"version", 1}, {"devices", {json}}}.dump());
    EXPECT_THAT(stored_ceilings({a_gpu()}).problem, HasSubstr("date"));
}

TEST_F(CeilingStore, kinds_of_a_later_version_are_left_out_and_other_versions_are_not_read) {
    auto json = json_of(measured(a_gpu()));
    json["found"][0]["kind"] = "quantum_fill";
    write(nlohmann::ordered_json{{"version", 1}, {"devices", {json}}}.dump());
    ASSERT_EQ(stored_ceilings({a_gpu()}).found.size(), 1u);
    EXPECT_EQ(stored_ceilings({a_gpu()}).found.front().found.size(), 1u);
    write(nlohmann::ordered_json{{"version", 2}, {"devices", {json}}}.dump());
    EXPECT_TRUE(stored_ceilings({a_gpu()}).found.empty());
    EXPECT_THAT(stored_ceilings({a_gpu()}).problem, IsEmpty());
}

TEST_F(CeilingStore, nothing_is_kept_of_a_machine_without_the_file) {
    EXPECT_TRUE(stored_ceilings({a_gpu()}).found.empty());
    EXPECT_THAT(stored_ceilings({a_gpu()}).problem, IsEmpty());
    store_ceilings({});
    EXPECT_FALSE(fs::exists(ceilings_file()));
}

/// A machine with one CPU, and points.
State laptop_with_origin_points() {
    State state = state_with_origin_points(1000);
    choose_cpu_variant(state);
    return state;
}

TEST_F(CeilingStore, at_the_start_the_roofs_are_shown_with_their_date_and_measured_again) {
    State state = laptop_with_origin_points();
    profiling::Ceilings before = measured(state.run.devices.front());
    for (profiling::Ceiling& ceiling : before.found) ceiling.threads = 4;
    store_ceilings({before});
    load_ceilings(state);
    const auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_THAT(chart->roofs.front().label, testing::EndsWith("measured 2026-11-20, in an earlier session"));
    EXPECT_EQ(ceilings_for(state, *selected_variant(state)), nullptr) << "no time is compared with them";
    state.output.variant_id = state.run.variant_id;
    state.output.revision = state.data.revision;
    const auto job = next_job(state, Clock::now(), {});
    ASSERT_TRUE(job && job->what.is<job::MeasureCeilings>());
    EXPECT_EQ(job->what.get<job::MeasureCeilings>().request.kinds, profiling::essential_ceilings());

    profiling::Ceilings now{.device = state.run.devices.front(), .found = {}};
    add(now, {.kind = fill, .threads = 4, .value = 5e10});
    apply(state, event::CeilingsMeasured{0, now});
    EXPECT_EQ(state.run.ceilings.at(0).figures->found.size(), 1u) << "nothing of the earlier session is left";
    EXPECT_EQ(roofline_chart(state)->roofs.front().label, "fill 50.0 GB/s, measured");
    save_ceilings(state);
    EXPECT_EQ(find(stored_ceilings(state.run.devices).found.front(), fill)->value, 5e10);
}

TEST_F(CeilingStore, what_was_not_measured_in_this_process_keeps_its_date) {
    State state = laptop_with_origin_points();
    store_ceilings({measured(state.run.devices.front())});
    load_ceilings(state);
    fs::remove(ceilings_file());
    save_ceilings(state);
    EXPECT_FALSE(fs::exists(ceilings_file()));
    write("damaged");
    load_ceilings(state);
    ASSERT_FALSE(state.notices.empty());
    EXPECT_THAT(state.notices.back().text, HasSubstr("measured again"));
}

} // namespace
} // namespace pairscope::app
