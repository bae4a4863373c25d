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
    EXPECT_THAT(done.out, HasSubstr("95 % interval"));
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
    EXPECT_GE(verdict.at("block_seconds").size(), 3u);
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
    EXPECT_THAT(mistyped.err, HasSubstr("cpu_naiv"));
    const Finished mixed = run({"compare", "cpu_naive", PAIRSCOPE_PROGRAM}); // any file
    EXPECT_EQ(mixed.code, 2);
    EXPECT_THAT(mixed.err, HasSubstr("two variants, or two recordings"));
}

} // namespace
} // namespace pairscope
