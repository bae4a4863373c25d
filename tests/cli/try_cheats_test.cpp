// SPDX-License-Identifier: MIT
// Kernels that try to look right: none of them may be called so. They lie in tests/cli/own/cheats, and "// fault"
// stands in the line that a verdict must name.
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <string_view>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;

struct Cheat {
    std::string_view name;
    std::string_view verdict; ///< "wrong", "faulty" or "failed"; empty: any of them
    std::string_view told;    ///< a part of the sentence
};

std::string cheat_file(std::string_view name) {
    return std::string(PAIRSCOPE_REPOSITORY) + "/tests/cli/own/cheats/" + std::string(name) + ".cu";
}

class CheatingKernel : public Program, public testing::WithParamInterface<Cheat> {};

TEST_P(CheatingKernel, is_never_called_right) {
    const Cheat& cheat = GetParam();
    const Finished done = run({"try", cheat_file(cheat.name), "--json"});
    EXPECT_EQ(done.code, 1) << done.out << done.err;
    const json report = json::parse(done.out);
    const std::string verdict = report.at("verdict");
    EXPECT_THAT(verdict, AnyOf("wrong", "faulty", "failed"));
    if (!cheat.verdict.empty()) {
        EXPECT_EQ(verdict, cheat.verdict);
    }
    const bool was_first = report.at("first").at("verdict") != "right";
    const json& wrong = was_first ? report.at("first") : report.at("check").at("wrong");
    EXPECT_THAT(wrong.at("told").get<std::string>(), HasSubstr(std::string(cheat.told)));
}

constexpr Cheat cheats[]{
    {"caches_answers", "wrong", "entries are wrong"},
    {"only_checked_sizes", "wrong", "entries are wrong"},
    {"changes_inputs", "faulty", "changes_inputs.cu:"},
    {"reads_the_reference", "faulty", "reads_the_reference.cu:"},
    {"reads_behind_the_output", "faulty", "reads_behind_the_output.cu:"},
    {"writes_nan", "wrong", "nan"},
    {"partial_output", "wrong", "never written"},
    {"constant_output", "wrong", "entries are wrong"},
    {"writes_outside", "faulty", "writes_outside.cu:"},
    {"writes_between_rows", "failed", "but out has only"},
    {"leaves_the_last_output", "wrong", "never written"},
    {"stops_after_some_runs", "wrong", "never written"},
    {"forges_the_verdict", "", ""}, // what it sends may be no message of this version
    {"writes_into_the_socket", "failed", "must not write into files that it has not opened"},
    {"too_few_digits", "wrong", "entries are wrong"},
    {"knows_the_data", "wrong", "entries are wrong"},
    {"limits_far_distances", "wrong", "entries are wrong"},
    {"limits_near_distances", "wrong", "entries are wrong"},
    {"fails_between_the_sizes", "wrong", "entries are wrong"},
    {"writes_all_rows_into_one", "faulty", "conflicting stores"},
};

INSTANTIATE_TEST_SUITE_P(All, CheatingKernel, testing::ValuesIn(cheats),
                         [](const auto& shown) { return std::string(shown.param.name); });

class CodeForTheExecutor : public Program {};

TEST_F(CodeForTheExecutor, is_refused_by_its_name) {
    const std::string path = file("mine.cu", "// workload: distance_matrix  block: 1\n"
                                             "#ifdef PAIRSCOPE_SIMULATED\n"
                                             "__global__ void mine(const float2* points, int n, float* out) {}\n"
                                             "#endif\n");
    const Finished done = run({"try", path});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("mine.cu:2:8: the executor and a GPU must run the same code"));
}

TEST_F(CodeForTheExecutor, is_refused_where_it_starts_a_thread_of_the_host) {
    const Finished done = run({"try", cheat_file("works_in_another_thread")});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("works_in_another_thread.cu:6:10: a kernel cannot use `std::thread`, which is code "
                                    "of the host"));
}

class RandomRuns : public Program {};

TEST_F(RandomRuns, of_a_seed_are_repeated_by_it) {
    const auto sizes_of = [&](const char* seed) {
        const Finished done = run({"try", cheat_file("only_checked_sizes"), "--seed", seed, "--json"});
        const json report = json::parse(done.out);
        EXPECT_EQ(report.at("check").at("seed"), std::stoll(seed));
        EXPECT_EQ(report.at("check").at("wrong").at("data"), "random");
        return report.at("check").at("wrong").at("n").get<int>();
    };
    EXPECT_EQ(sizes_of("7"), sizes_of("7"));
    EXPECT_NE(sizes_of("7"), sizes_of("8"));
    const Finished done = run({"try", cheat_file("only_checked_sizes"), "--seed", "7"});
    EXPECT_THAT(done.out, HasSubstr("with the random data of --seed 7"));
}

} // namespace
} // namespace pairscope
