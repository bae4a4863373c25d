// SPDX-License-Identifier: MIT
#include "kernels/ladder/registry.h"
#include "profiling/machine_code/disassembler.h"
#include "profiling/machine_code/fat_binary.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// This test program and pairscope hold the same kernels.
class SourceVerb : public Program {
protected:
    void SetUp() override {
        if (profiling::own_images().empty()) GTEST_SKIP() << "this build has no CUDA, and so no machine code";
    }
};

TEST_F(SourceVerb, ptx_and_needs_of_a_kernel_are_shown_without_any_tool) {
    const Finished done = run({"source", "coalesced", "--ptx"}, {.environment = {{"PAIRSCOPE_NVDISASM", "/nowhere"}}});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(lines_in(done.err), 1u);
    EXPECT_THAT(done.err, HasSubstr("PAIRSCOPE_NVDISASM is /nowhere"));
    EXPECT_THAT(done.out, StartsWith("coalesced in kernels/workloads/distance_matrix/ladder/coalesced.cu, "
                                     "coalesced<256, LinearTarget> for sm_"));
    EXPECT_THAT(done.out, HasSubstr(" registers. Each block has 0 B of static shared memory."));
    EXPECT_THAT(done.out, HasSubstr("st.global"));
    EXPECT_THAT(done.out, HasSubstr("coalesced.cu:"));
}

TEST_F(SourceVerb, lacking_sass_that_was_asked_for_is_told_by_the_exit_code) {
    const Finished done =
        run({"source", "coalesced", "--sass", "--json"}, {.environment = {{"PAIRSCOPE_NVDISASM", "/nowhere"}}});
    EXPECT_EQ(done.code, 3);
    const json report = json::parse(done.out);
    EXPECT_THAT(report.at("sass"), IsEmpty());
    EXPECT_TRUE(report.at("local_loads").is_null()); // unknown, and not none
    EXPECT_THAT(report.at("why_no_sass").get<std::string>(), HasSubstr("/nowhere"));
    EXPECT_GT(report.at("registers"), 0);
}

TEST_F(SourceVerb, sass_has_lines_and_loops) {
    const profiling::Disassembler tool = profiling::find_disassembler();
    if (!tool.why_not.empty()) GTEST_SKIP() << tool.why_not;
    const Circumstances here{.environment = {{"PAIRSCOPE_NVDISASM", tool.file.string()}}};
    const Finished done = run({"source", "coalesced", "--sass", "--json"}, here);
    ASSERT_EQ(done.code, 0) << done.err;
    const json report = json::parse(done.out);
    EXPECT_GT(report.at("loops").size(), 0u);
    int stores = 0;
    for (const json& instruction : report.at("sass")) {
        if (!instruction.at("text").get<std::string>().starts_with("STG")) continue;
        ++stores;
        EXPECT_EQ(instruction.at("places").back().at("file"), find_variant("coalesced")->source);
        EXPECT_GT(instruction.at("loops"), 0);
    }
    EXPECT_GT(stores, 0);
    EXPECT_THAT(run({"source", "coalesced", "--sass"}, here).out, HasSubstr("STG"));
}

TEST_F(SourceVerb, the_target_the_block_and_the_kernel_can_be_chosen) {
    const Circumstances no_tool{.environment = {{"PAIRSCOPE_NVDISASM", "/nowhere"}}};
    const auto kernel = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"source", "coalesced", "--json"});
        const Finished done = run(options, no_tool);
        EXPECT_EQ(done.code, 0) << done.err;
        return json::parse(done.out).at("kernel").get<std::string>();
    };
    EXPECT_EQ(kernel({"--target", "texture", "--block", "64"}), "coalesced<64, SurfaceTarget>");
    EXPECT_EQ(kernel({"--kernel", "coalesced<32, LinearTarget>"}), "coalesced<32, LinearTarget>");
    const Finished wrong = run({"source", "coalesced", "--kernel", "Linear"}, no_tool);
    EXPECT_EQ(wrong.code, 2);
    EXPECT_THAT(wrong.err, HasSubstr("choose a number of 0: coalesced<"));
    EXPECT_EQ(run({"source", "coalesced", "--block", "96"}, no_tool).code, 2);
    EXPECT_EQ(run({"source", "coalesced", "--architecture", "10"}, no_tool).code, 3); // older than any in the program
}

TEST_F(SourceVerb, occupancy_is_computed_for_blocks_of_several_sizes) {
    const auto table = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"source", "coalesced", "--architecture", "90", "--occupancy", "--json"});
        const Finished done = run(options);
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.err, IsEmpty()) << "it needs no disassembler";
        return json::parse(done.out).at("occupancy");
    };
    const json usual = table({});
    std::set<int> compiled;
    for (const json& shape : usual.at("shapes")) {
        EXPECT_EQ(shape.at("warps"), shape.at("blocks").get<int>() * ((shape.at("threads").get<int>() + 31) / 32));
        if (shape.at("compiled")) compiled.insert(shape.at("threads").get<int>());
    }
    const auto blocks = find_variant("coalesced")->blocks;
    EXPECT_EQ(compiled, std::set<int>(blocks.begin(), blocks.end()));
    for (const json& shape : table({"--registers", "255"}).at("shapes")) {
        EXPECT_EQ(shape.at("registers"), 255);
        EXPECT_EQ(shape.at("limited_by"), json({"registers"}));
        EXPECT_EQ(shape.at("blocks").get<int>() == 0, shape.at("threads").get<int>() > 256);
    }
    for (const json& shape : table({"--dynamic-shared", "100000"}).at("shapes")) EXPECT_LE(shape.at("blocks"), 2);
    EXPECT_THAT(table({"--kernel", "0"}).at("shapes"),
                testing::Each(testing::ResultOf([](const json& shape) { return shape.at("compiled").get<bool>(); },
                                                testing::IsFalse())));
    EXPECT_EQ(run({"source", "coalesced", "--registers", "64"}).code, 2) << "only with --occupancy";
    EXPECT_EQ(run({"source", "coalesced", "--occupancy", "--registers", "256"}).code, 2);
    EXPECT_THAT(run({"source", "coalesced", "--occupancy", "--registers", "128"}).out,
                AllOf(HasSubstr("Where the table says 0,"), HasSubstr("128 registers per thread")));
}

TEST_F(SourceVerb, a_variant_for_the_cpu_has_no_machine_code_here) {
    const Finished done = run({"source", "cpu_naive"});
    EXPECT_NE(done.code, 0);
    EXPECT_THAT(done.out, IsEmpty());
    EXPECT_THAT(done.err, Not(IsEmpty()));
}

} // namespace
} // namespace pairscope
