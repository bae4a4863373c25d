// SPDX-License-Identifier: MIT
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

namespace pairscope {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class BenchVerb : public Program {};

TEST_F(BenchVerb, the_table_for_people_has_units_and_no_progress_in_a_pipe) {
    const Finished done =
        run({"bench", "--shape", "grid", "--n", "100", "--variant", "cpu_naive", "--seconds", "0.01"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.out, HasSubstr("median [ms]"));
    EXPECT_THAT(done.out, HasSubstr("! cache-sized data")) << "40 kB";
    EXPECT_THAT(done.out, HasSubstr("! marks a time that may mislead"));
    EXPECT_THAT(done.out, Not(HasSubstr(" \n")));
    EXPECT_THAT(done.out, HasSubstr("ceilings of cpu"));
    EXPECT_THAT(done.out, Not(HasSubstr("\033")));
    EXPECT_THAT(done.err, AnyOf(IsEmpty(), StartsWith("pairscope: other programs used ")));
    EXPECT_LE(lines_in(done.err), 1u);
}

TEST_F(BenchVerb, bench_tells_of_other_programs_that_disturbed_the_ceilings) {
    std::vector<std::jthread> busy(std::max(2u, std::thread::hardware_concurrency()));
    for (std::jthread& thread : busy)
        thread = std::jthread([](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
            }
        });
    const Finished done =
        run({"bench", "--shape", "grid", "--n", "100", "--variant", "cpu_naive", "--seconds", "0.01"},
            {.environment = {{"PAIRSCOPE_CEILING_SECONDS", "0.3"}}}); // of brief ceilings it cannot tell
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.err,
                HasSubstr("% of the CPU time while the ceilings of cpu were measured. The ceilings may be too "
                          "low; measure them again when no other program is busy."));
}

TEST_F(BenchVerb, a_value_that_is_given_twice_is_used_once_and_that_is_said) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
        {{"--n", "64,64"}, "--n has 64 more than once: each value is used once"},
        {{"--n", "64", "--block", "64,64"}, "--block has 64 more than once"},
        {{"--n", "64", "--caches", "warm,cold,warm"}, "--caches has warm more than once"},
        {{"--n", "64", "--target", "linear,linear"}, "--target has linear more than once"}};
    for (const auto& [options, note] : cases)
        for (const std::string verb : {"bench", "check"}) {
            if (verb == "check" && options.back() == "warm,cold,warm") continue;
            std::vector<std::string> command{verb, "--shape", "ring", "--device", "cpu", "-v", "cpu_naive"};
            if (options.size() > 2 && options[2] == "--block") command.back() = "coalesced";
            command.insert(command.end(), options.begin(), options.end());
            if (verb == "bench") command.insert(command.end(), {"--seconds", "0.01"});
            const Finished done = run(command);
            EXPECT_THAT(done.err, HasSubstr(note)) << verb;
        }
    EXPECT_THAT(run({"bench", "--shape", "ring", "--n", "64,65", "-v", "cpu_naive", "--seconds", "0.01"}).err,
                Not(HasSubstr("more than once")));
}

TEST_F(BenchVerb, the_cpu_has_no_texture_to_write) {
    const Finished done =
        run({"bench", "--n", "64", "--device", "cpu", "--variant", "cpu_naive", "--target", "texture"});
    EXPECT_EQ(done.code, 3);
    EXPECT_THAT(done.out, HasSubstr("skipped: "));
}

TEST_F(BenchVerb, ctrl_c_ends_a_long_bench_with_what_it_has) {
    const auto begin = std::chrono::steady_clock::now();
    // 20 samples of 0.3 s or more: it is in the middle of them, or before
    const Finished done = run({"bench", "--n", "16384", "--variant", "cpu_naive", "--seconds", "300", "--json"},
                              {.interrupt_after = std::chrono::milliseconds(1500)});
    EXPECT_EQ(done.code, 130);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
    EXPECT_TRUE(done.out.empty() || nlohmann::json::accept(done.out)) << done.out; // empty: it was still loading
}

TEST_F(BenchVerb, json_and_csv_exclude_each_other) { EXPECT_EQ(run({"bench", "--json", "--csv"}).code, 2); }

} // namespace
} // namespace pairscope
