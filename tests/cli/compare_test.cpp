// SPDX-License-Identifier: MIT
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

class CompareVerb : public Program {};

TEST_F(CompareVerb, says_which_of_two_variants_is_faster) {
    const Finished done = run({"compare", "cpu_naive", "cpu_simd", "--shape", "ring", "--n", "700"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("cpu_simd is"));
    EXPECT_THAT(done.out, HasSubstr("99 % interval"));
}

TEST_F(CompareVerb, gives_the_blocks_as_json) {
    const Finished done = run({"compare", "cpu_naive", "distance_matrix/cpu_simd", "--shape", "ring", "--n", "500",
                               "--seconds", "0.3", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    const json verdict = json::parse(done.out);
    EXPECT_EQ(verdict.at("b").at("variant"), "distance_matrix/cpu_simd");
    EXPECT_EQ(verdict.at("verdict"), "faster");
    EXPECT_LE(verdict.at("low"), verdict.at("time_of_b_over_a"));
    EXPECT_GE(verdict.at("high"), verdict.at("time_of_b_over_a"));
    EXPECT_GE(verdict.at("round_seconds").size(), 10u);
}

TEST_F(CompareVerb, too_little_time_gives_no_verdict_and_says_how_to_get_one) {
    const std::vector<std::string> arguments{"compare", "cpu_naive", "cpu_simd",  "--shape", "ring",
                                             "--n",     "2000",      "--seconds", "0.001"};
    const Finished done = run(arguments);
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(
        done.out,
        HasSubstr("No verdict: 1 round was measured, but 10 are needed; a larger --seconds leaves time for more"));
    std::vector<std::string> as_json = arguments;
    as_json.emplace_back("--json");
    const json verdict = json::parse(run(as_json).out);
    EXPECT_EQ(verdict.at("verdict"), "no verdict");
    EXPECT_TRUE(verdict.at("low").is_null());
    EXPECT_GT(verdict.at("time_of_b_over_a"), 0.0);
}

TEST_F(CompareVerb, two_variants_on_one_device_write_the_same_memory) {
    const Finished done = run({"compare", "cpu_naive", "cpu_simd", "--shape", "ring", "--n", "64", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(json::parse(done.out).at("same_memory"), true);
}

TEST_F(CompareVerb, blocks_that_a_variant_lacks_and_too_many_of_them_are_told) {
    const auto refused = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"compare", "vec4_rows", "tile16x16"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 2);
        return done.err;
    };
    EXPECT_THAT(refused({"--block", "64"}),
                HasSubstr("tile16x16 cannot have blocks of 64 threads: its blocks have 256 threads, not 64"));
    EXPECT_THAT(refused({"--block", "96,256"}), HasSubstr("vec4_rows cannot have blocks of 96 threads"));
    EXPECT_THAT(refused({"--block", "64,256,32"}), HasSubstr("--block has 3 sizes"));
}

TEST_F(CompareVerb, a_variant_with_itself_is_said_to_be_the_same) {
    const Finished done = run({"compare", "cpu_naive", "cpu_naive", "--shape", "ring", "--n", "64"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("cpu_naive (A) "));
    EXPECT_THAT(done.out, HasSubstr("cpu_naive (B) "));
    EXPECT_THAT(done.out, HasSubstr("A and B are the same variant, so any measured difference comes from"));
}

TEST_F(CompareVerb, with_cold_caches_it_says_so) {
    const Finished done =
        run({"compare", "cpu_naive", "cpu_simd", "--shape", "ring", "--n", "300", "--cold", "--seconds", "0.1"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("ring, 300 points, cold caches"));
}

TEST_F(CompareVerb, what_has_no_time_has_no_verdict) {
    const Finished done = run({"compare", "cpu_naive", "grid2d", "--device", "cpu", "--shape", "ring", "--n", "100"});
    EXPECT_EQ(done.code, 3);
    EXPECT_THAT(done.err, HasSubstr("simulated"));
    EXPECT_THAT(done.out, IsEmpty());
}

TEST_F(CompareVerb, mistyped_and_mixed_arguments_are_told) {
    const Finished mistyped = run({"compare", "cpu_naive", "cpu_naiv"});
    EXPECT_EQ(mistyped.code, 2);
    EXPECT_THAT(mistyped.err, HasSubstr("cpu_naiv is neither a variant nor a file; did you mean cpu_naive?"));
    EXPECT_THAT(run({"compare", "cpu_naiv", "no_file_or_variant"}).err, HasSubstr("did you mean cpu_naive?"));
    EXPECT_THAT(run({"compare", "distance_matrix/nothing", "distance_matrix/cpu_naive"}).err,
                HasSubstr("distance_matrix/nothing is neither a variant nor a file"));
    EXPECT_THAT(run({"compare", "given_matrix/copy", "given_matrix/copy", "--n", "5"}).err,
                HasSubstr("given_matrix/copy is neither a variant nor a file"));
    const Finished mixed = run({"compare", "cpu_naive", PAIRSCOPE_PROGRAM}); // any file
    EXPECT_EQ(mixed.code, 2);
    EXPECT_THAT(mixed.err, HasSubstr("two variants, or two recordings"));
}

} // namespace
} // namespace pairscope
