// SPDX-License-Identifier: MIT
#include "kernels/ladder/device.h"
#include "profiling/counting/chip_counters.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ProfileVerb : public Program {};

/// What needs CUPTI, and no GPU.
class ProfileVerbWithCupti : public Program {
protected:
    void SetUp() override {
        if (const profiling::ChipCounters any("GH100"); !any.why_not().empty()) GTEST_SKIP() << any.why_not();
    }
};

TEST_F(ProfileVerb, without_a_gpu_says_why_nothing_was_counted) {
    if (why_no_gpu().empty()) GTEST_SKIP() << "there is a GPU here";
    const Finished done = run({"profile", "coalesced"});
    EXPECT_EQ(done.code, 3);
    EXPECT_THAT(done.out, IsEmpty());
    EXPECT_EQ(lines_in(done.err), 1u);
    EXPECT_THAT(done.err, HasSubstr("coalesced cannot be profiled: " + why_no_gpu()));
}

TEST_F(ProfileVerb, on_a_gpu_counts_and_tells_the_kernel) {
    if (const std::string reason = why_no_gpu(); !reason.empty()) GTEST_SKIP() << reason;
    const Finished done = run({"profile", "vec4_rows", "--shape", "ring", "--n", "1024", "--counters",
                               "global_store_sectors,dram__bytes.sum.per_second", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    const json report = json::parse(done.out);
    EXPECT_EQ(report.at("provenance"), "counter");
    EXPECT_THAT(report.at("kernels").at(0).at("kernel").get<std::string>(), HasSubstr("vec4_rows"));
    for (const json& count : report.at("counts"))
        EXPECT_TRUE(count.at("name") != "global_store_sectors" || count.at("value") == 1024 * 1024 / 8) << count;
    const Finished table = run({"profile", "vec4_rows", "--shape", "ring", "--n", "1024", "--csv"});
    ASSERT_EQ(table.code, 0) << table.err;
    EXPECT_THAT(table.out, testing::StartsWith("variant,device,target,n,chip,passes,set,name,quantity,value,unit,"));
    EXPECT_THAT(table.out, HasSubstr("distance_matrix/vec4_rows,"));
}

TEST_F(ProfileVerb, on_a_gpu_tells_which_lines_wait) {
    if (const std::string reason = why_no_gpu(); !reason.empty()) GTEST_SKIP() << reason;
    const std::vector<std::string> asked{"profile", "row_per_thread", "--shape", "ring", "--n", "8192", "--lines"};
    std::vector<std::string> for_programs = asked;
    for_programs.emplace_back("--json");
    const Finished done = run(for_programs);
    if (done.err.find("instructions cannot be sampled") != std::string::npos) GTEST_SKIP() << done.err;
    ASSERT_EQ(done.code, 0) << done.err;
    const json stalls = json::parse(done.out).at("stalls");
    EXPECT_GE(stalls.at("samples"), 2000);
    double share = 0.0;
    std::uint64_t samples = 0;
    for (const json& line : stalls.at("lines")) {
        share += line.at("share").get<double>();
        samples += line.at("samples").get<std::uint64_t>();
    }
    EXPECT_NEAR(share, 1.0, 1e-9);
    EXPECT_EQ(samples, stalls.at("samples"));
    EXPECT_THAT(stalls.at("lines").at(0).at("file").get<std::string>(), testing::StartsWith("kernels/"));
    EXPECT_THAT(run(asked).out, HasSubstr("one per multiprocessor every"));
}

TEST_F(ProfileVerb, on_a_gpu_samples_one_launch) {
    if (const std::string reason = why_no_gpu(); !reason.empty()) GTEST_SKIP() << reason;
    const Finished done = run({"profile", "vec4_rows", "--shape", "ring", "--n", "8192", "--inside", "--json"});
    if (done.err.find("cannot be sampled") != std::string::npos) GTEST_SKIP() << done.err;
    ASSERT_EQ(done.code, 0) << done.err;
    const json launch = json::parse(done.out).at("launch");
    EXPECT_GT(launch.at("samples").size(), 8u);
    EXPECT_NEAR(launch.at("totals").at("dram_bytes_written").get<double>() / (4.0 * 8192 * 8192), 1.0, 0.3);
    const Finished table = run({"profile", "vec4_rows", "--shape", "ring", "--n", "8192", "--inside"});
    EXPECT_THAT(table.out, HasSubstr("multiprocessors busy [%]"));
    EXPECT_THAT(table.out, HasSubstr("one launch, sampled by the hardware every"));
}

TEST_F(ProfileVerb, a_cpu_variant_has_no_counters) {
    const Finished done = run({"profile", "cpu_naive"});
    EXPECT_EQ(done.code, 3);
    EXPECT_THAT(done.err, HasSubstr("cpu_naive cannot be profiled: it runs on the CPU"));
}

TEST_F(ProfileVerb, what_does_not_go_together_is_a_bad_argument) {
    const Finished unknown = run({"profile", "coalesce"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("there is no variant coalesce; did you mean coalesced? There are "));
    EXPECT_THAT(unknown.err, Not(HasSubstr(" cpu_naive"))) << "only a GPU has counters";
    EXPECT_EQ(run({"profile"}).code, 2);
    EXPECT_EQ(run({"profile", "coalesced", "--chip", "GH100"}).code, 2);
    EXPECT_EQ(run({"profile", "coalesced", "--list-counters", "dram"}).code, 2);
    EXPECT_EQ(run({"profile", "coalesced", "--set", "lively"}).code, 2);
    EXPECT_EQ(run({"profile", "coalesced", "--target", "nowhere"}).code, 2);
    EXPECT_EQ(run({"profile", "coalesced", "--repeat", "0"}).code, 2);
}

TEST_F(ProfileVerb, without_cupti_names_the_way_out) {
    const Finished done = run({"profile", "--chip", "GH100"}, {.environment = {{"PAIRSCOPE_CUPTI", "/no/such"}}});
    EXPECT_EQ(done.code, 3);
    EXPECT_THAT(done.err, testing::AnyOf(HasSubstr("PAIRSCOPE_CUPTI is /no/such"), HasSubstr("no hardware counters")));
    EXPECT_EQ(lines_in(done.err), 1u);
    EXPECT_THAT(done.out, IsEmpty());
}

TEST_F(ProfileVerbWithCupti, a_chip_without_a_gpu_shows_what_would_be_counted_and_what_it_costs) {
    const Finished done = run({"profile", "--chip", "GB202", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    const json plan = json::parse(done.out);
    EXPECT_EQ(plan.at("passes"), 1);
    EXPECT_THAT(plan.at("counts").dump(), HasSubstr("dram__bytes_op_write.sum"));
    EXPECT_THAT(plan.at("absent"), IsEmpty());
    const Finished integrated = run({"profile", "--chip", "GB10B"});
    EXPECT_THAT(integrated.out, HasSubstr("the chip has none for it"));
    EXPECT_THAT(integrated.out, HasSubstr("on GB10B together in 1 pass\n"));
}

TEST_F(ProfileVerbWithCupti, counters_are_found_by_words_and_shown_with_descriptions) {
    const Finished done = run({"profile", "--chip", "GH100", "--list-counters", "bytes written dram"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("# of bytes written to DRAM"));
    const json all = json::parse(run({"profile", "--chip", "GH100", "--list-counters", "", "--json"}).out);
    EXPECT_GT(all.at("counters").size(), 1000u);
    const Finished one = run({"profile", "--chip", "GH100", "--list-counters", "dram__bytes_write"});
    EXPECT_THAT(one.out, HasSubstr("dram__bytes_write.sum.per_second  1\n"));
}

TEST_F(ProfileVerbWithCupti, plans_and_lists_are_tables_too_with_quoted_fields) {
    const Finished plan = run({"profile", "--chip", "GH100", "--csv"});
    ASSERT_EQ(plan.code, 0) << plan.err;
    EXPECT_THAT(plan.out, testing::StartsWith("name,counter\n"));
    EXPECT_THAT(plan.out, HasSubstr("dram_bytes_written,dram__bytes_write.sum\n"));
    const Finished list = run({"profile", "--chip", "GH100", "--list-counters", "l1tex sector hit", "--csv"});
    ASSERT_EQ(list.code, 0) << list.err;
    EXPECT_THAT(list.out, testing::StartsWith("counter,kind,unit,hardware,description\n"));
    EXPECT_THAT(list.out, testing::ContainsRegex("[^,]+,[^,]+,[^,]*,[^,]*,\"?# "));
    EXPECT_EQ(run({"profile", "--chip", "GH100", "--csv", "--json"}).code, 2);
}

TEST_F(ProfileVerbWithCupti, mistyped_names_are_bad_arguments_with_near_ones) {
    const Finished chip = run({"profile", "--chip", "GH10"});
    EXPECT_EQ(chip.code, 2);
    EXPECT_THAT(chip.err, HasSubstr("CUPTI knows no chip GH10; similar names are GH100"));
    const Finished counter = run({"profile", "--chip", "GH100", "--counters", "dram__byte_write.sum"});
    EXPECT_EQ(counter.code, 2);
    EXPECT_THAT(counter.err, HasSubstr("dram__bytes_write.sum"));
    const Finished bare = run({"profile", "--chip", "GH100", "--counters", "dram__bytes"});
    EXPECT_EQ(bare.code, 2);
    EXPECT_THAT(bare.err, HasSubstr("an ending such as .sum must follow dram__bytes"));
    const Finished none = run({"profile", "--chip", "GH100", "--list-counters", "dram__bites_write"});
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("similar names are dram__bytes_write"));
    for (const Finished& done : {chip, counter, bare, none}) EXPECT_EQ(lines_in(done.err), 1u) << done.err;
}

TEST_F(ProfileVerbWithCupti, a_quantity_may_be_asked_for_by_its_name) {
    const json plan =
        json::parse(run({"profile", "--chip", "GH100", "--counters", "fp32_fused,dram__bytes.sum", "--json"}).out);
    EXPECT_THAT(plan.at("counts").dump(), HasSubstr("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"));
    EXPECT_THAT(plan.at("counts").dump(), HasSubstr("\"dram__bytes.sum\""));
    EXPECT_THAT(plan.at("counts").dump(), Not(HasSubstr("stall_")));
}

TEST_F(ProfileVerbWithCupti, options_are_also_known_by_their_older_names) {
    const Finished plan = run({"profile", "--chip", "GH100", "--metrics=fp32_fused", "--csv"});
    EXPECT_EQ(plan.code, 0) << plan.err;
    EXPECT_EQ(plan.out, run({"profile", "--chip", "GH100", "--counters", "fp32_fused", "--csv"}).out);
    const Finished list = run({"profile", "--chip", "GH100", "--list-metrics", "", "--csv"});
    EXPECT_EQ(list.out, run({"profile", "--chip", "GH100", "--list-counters", "", "--csv"}).out);
    EXPECT_GT(lines_in(list.out), 1000u);
}

TEST_F(ProfileVerb, shows_only_the_new_names_of_its_options) {
    EXPECT_THAT(run({"profile", "--help"}).out, AllOf(HasSubstr("--counters"), Not(HasSubstr("--metrics"))));
}

TEST_F(ProfileVerb, documents_its_exit_codes) {
    const Finished help = run({"profile", "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, HasSubstr("--list-counters"));
    EXPECT_THAT(help.out, HasSubstr("3    nothing could run"));
}

} // namespace
} // namespace pairscope
