// SPDX-License-Identifier: MIT
#include "kernels/ladder/registry.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class TraceVerb : public Program {
protected:
    [[nodiscard]] json traced(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "trace");
        arguments.push_back("--json");
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 0) << done.err;
        return json::parse(done.out);
    }
};

/// The lines of one kind.
std::vector<json> lines_of(const json& trace, const std::string& kind) {
    std::vector<json> lines;
    for (const json& line : trace.at("lines"))
        if (line.at("kind") == kind) lines.push_back(line);
    return lines;
}

TEST_F(TraceVerb, blocks_of_another_size_are_traced_and_one_that_is_lacking_is_told) {
    for (const int threads : find_variant("grid2d")->blocks) {
        const json trace = traced({"grid2d", "--shape", "ring", "--n", "128", "--block", std::to_string(threads)});
        EXPECT_EQ(trace.at("blocks"), 4 * 128 * 32 / threads);
        EXPECT_EQ(trace.at("findings").size(), 0u);
    }
    const Finished done = run({"trace", "grid2d", "--n", "64", "--block", "96"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("grid2d cannot have blocks of 96 threads: its blocks have 32, 64, 128, 256, 512, "
                                    "1024 threads, not 96"));
}

TEST_F(TraceVerb, a_row_per_thread_stores_into_a_sector_of_its_own_and_coalesced_into_whole_ones) {
    for (const auto& [variant, sectors] : {std::pair("row_per_thread", 32.0), std::pair("coalesced", 4.0)}) {
        const json trace = traced({variant, "--shape", "ring", "--n", "256"});
        const auto stores = lines_of(trace, "global store");
        ASSERT_EQ(stores.size(), 1u) << variant;
        EXPECT_EQ(stores[0].at("requests"), 256 * 256 / 32);
        EXPECT_EQ(stores[0].at("sectors_per_request"), sectors) << variant;
        EXPECT_THAT(stores[0].at("code").get<std::string>(), HasSubstr("store"));
        EXPECT_EQ(trace.at("provenance"), "simulated");
        EXPECT_EQ(trace.at("findings").size(), 0u);
        EXPECT_EQ(trace.at("scaled"), false);
    }
}

TEST_F(TraceVerb, every_variant_that_can_be_simulated_has_a_trace_without_faults) {
    for (const KernelVariant& variant : variants()) {
        if (variant.simulate == nullptr) continue;
        const Finished done = run({"trace", std::string(variant.id), "--n", "67", "--json"});
        EXPECT_EQ(done.code, 0) << variant.id << done.err;
        const json lines = json::parse(done.out).at("lines");
        EXPECT_GT(lines.size(), 0u) << variant.id;
        for (const json& line : lines) EXPECT_NE(line.at("code"), "") << variant.id << ", " << line.at("file");
    }
}

TEST_F(TraceVerb, the_table_is_for_people_and_says_what_it_is) {
    const Finished done = run({"trace", "coalesced", "--shape", "ring", "--n", "100"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.out, HasSubstr("simulated"));
    EXPECT_THAT(done.out, HasSubstr("sectors/request"));
    EXPECT_THAT(done.out, HasSubstr("no faults found"));
    EXPECT_THAT(done.out, Not(HasSubstr("\033")));
    EXPECT_THAT(done.err, IsEmpty());
}

TEST_F(TraceVerb, a_large_grid_is_sampled_and_says_so_unless_all_blocks_are_asked_for) {
    const json sampled = traced({"grid2d", "--shape", "ring", "--n", "6000"});
    EXPECT_EQ(sampled.at("scaled"), true);
    EXPECT_LT(sampled.at("blocks_traced").get<int>(), sampled.at("blocks").get<int>());
    const json all = traced({"grid2d", "--shape", "ring", "--n", "300", "--blocks", "all"});
    EXPECT_EQ(all.at("blocks_traced"), all.at("blocks"));
}

TEST_F(TraceVerb, a_warp_has_32_addresses_a_request) {
    const json trace = traced({"coalesced", "--shape", "ring", "--n", "256", "--warp", "0:2"});
    const json& warp = trace.at("warp");
    EXPECT_EQ(warp.at("warp"), 2);
    ASSERT_GT(warp.at("requests").size(), 0u);
    for (const json& request : warp.at("requests")) EXPECT_EQ(request.at("offsets").size(), 32u);
    const Finished done = run({"trace", "coalesced", "--shape", "ring", "--n", "64", "--warp", "0:0"});
    EXPECT_THAT(done.out, HasSubstr("warp 0 of block (0, 0, 0)"));
}

TEST_F(TraceVerb, a_warp_that_the_grid_does_not_have_is_refused_with_the_range) {
    const auto refused = [&](const char* warp) {
        const Finished done =
            run({"trace", "grid2d", "--shape", "ring", "--n", "64", "--block", "128", "--warp", warp});
        EXPECT_EQ(done.code, 2) << warp;
        EXPECT_THAT(done.out, IsEmpty());
        return done.err;
    };
    EXPECT_THAT(refused("512:0"), HasSubstr("--warp is 512:0, but the last block of the grid is block "));
    EXPECT_THAT(refused("0:4"), HasSubstr("--warp is 0:4, but the last warp of each block is warp 3"));
    EXPECT_THAT(refused("0:4294967296"), HasSubstr("but the last warp of each block is warp 3"));
}

TEST_F(TraceVerb, the_texture_is_traced_without_opengl) {
    const json trace = traced({"coalesced", "--shape", "ring", "--n", "64", "--target", "texture"});
    EXPECT_EQ(trace.at("target"), "texture");
    EXPECT_FALSE(lines_of(trace, "surface store").empty());
}

TEST_F(TraceVerb, a_request_tells_how_large_the_texels_are_that_it_writes) {
    const auto sizes_of = [&](const char* variant) {
        std::set<int> sizes;
        const json trace = traced({variant, "--shape", "ring", "--n", "64", "--target", "texture", "--warp", "0:0"});
        for (const json& request : trace.at("warp").at("requests"))
            if (!request.at("texel_bytes").is_null()) sizes.insert(request.at("texel_bytes").get<int>());
        return sizes;
    };
    EXPECT_EQ(sizes_of("coalesced"), std::set{4});
    EXPECT_EQ(sizes_of("half_output"), std::set{2});
}

TEST_F(TraceVerb, csv_has_a_line_for_every_line) {
    const Finished done = run({"trace", "coalesced", "--shape", "ring", "--n", "64", "--csv"});
    EXPECT_THAT(done.out, StartsWith("file,line,kind,"));
    EXPECT_EQ(lines_in(done.out), 1 + traced({"coalesced", "--shape", "ring", "--n", "64"}).at("lines").size());
}

TEST_F(TraceVerb, what_has_no_trace_says_why) {
    const Finished cpu = run({"trace", "cpu_naive", "--n", "64"});
    EXPECT_EQ(cpu.code, 3);
    EXPECT_THAT(cpu.err,
                HasSubstr("cpu_naive has no trace, because it is not a CUDA kernel; choose one of row_per_thread, "));
    EXPECT_THAT(cpu.out, IsEmpty());
    const Finished misspelt = run({"trace", "cpu_nave"});
    EXPECT_EQ(misspelt.code, 2);
    EXPECT_THAT(misspelt.err, HasSubstr("There are row_per_thread, "));
    EXPECT_THAT(misspelt.err, Not(HasSubstr(" cpu_naive"))) << "only what can be traced is offered";
    EXPECT_EQ(run({"trace", "no_such"}).code, 2);
    EXPECT_EQ(run({"trace"}).code, 2);
    for (const std::string warp : {"3", "3:", ":1", "a:b", "1:2:3", "-1:0"}) {
        const Finished done = run({"trace", "coalesced", "--n", "64", "--warp=" + warp});
        EXPECT_EQ(done.code, 2) << warp;
        EXPECT_THAT(done.err, HasSubstr("--warp")) << warp;
    }
}

TEST_F(TraceVerb, documents_its_exit_codes) {
    const Finished help = run({"trace", "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, HasSubstr("a trace found faults"));
}

} // namespace
} // namespace pairscope
