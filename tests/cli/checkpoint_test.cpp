// SPDX-License-Identifier: MIT
// Runs that end early and go on: with the same bits, wherever they were killed.
#include "app/cli/verbs/scale/all_pairs.h"
#include "kernels/data/errors.h"
#include "tests/cli/killed_runs.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

class Checkpoints : public KilledRuns {
protected:
    [[nodiscard]] std::vector<std::string> kept(std::vector<std::string> question) const {
        for (const char* word : {"--checkpoint", checkpoint, "--checkpoint-every", "0.01"}) question.emplace_back(word);
        return question;
    }
    [[nodiscard]] std::string text_of(const std::string& name) const {
        std::ifstream stream(folder / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    [[nodiscard]] bool is_there(const std::string& name) const { return std::filesystem::exists(folder / name); }
    /// Gives the number of runs that were killed before their end.
    int expect_the_same_after_kills(const std::vector<std::string>& question, int kills) const {
        const std::string expected = run(question).out;
        EXPECT_THAT(expected, Not(testing::IsEmpty()));
        std::vector<std::string> command = kept(question);
        command.insert(command.begin(), PAIRSCOPE_PROGRAM);
        int killed = 0;
        for (int i = 0; i < kills; ++i) killed += run_killed(command, {}, changing_kill(i)).code != 0 ? 1 : 0;
        const Finished done = run(kept(question));
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_EQ(done.out, expected);
        std::filesystem::remove(folder / checkpoint);
        return killed;
    }
};

const std::vector<std::string> statistics_of_ring{"statistics", "--shape", "ring", "--n", "12000", "--json"};

TEST_F(Checkpoints, end_with_the_same_bits_after_kills) {
    int killed = expect_the_same_after_kills(statistics_of_ring, 3);
    killed += expect_the_same_after_kills(
        {"farthest", "--metric", "canberra", "--shape", "gaussian", "--n", "4000", "--json"}, 2);
    killed +=
        expect_the_same_after_kills({"neighbours", "--a", "digits_8x8.csv.gz", "--metric", "euclidean", "--csv"}, 2);
    killed += expect_the_same_after_kills({"matches", "views/features_a.npy", "views/features_b.npy", "--json"}, 2);
    EXPECT_GE(killed, 3) << "some runs were to be killed before their end";
}

TEST_F(Checkpoints, of_fifty_kills_end_with_the_same_bits) {
    constexpr int kills = 50, least = 45;
    EXPECT_GE(expect_the_same_after_kills({"statistics", "--shape", "ring", "--n", "40000", "--json", "--threads", "2"},
                                          kills),
              least);
}

TEST_F(Checkpoints, say_their_size_before_the_run) {
    for (const std::vector<std::string>& question :
         {std::vector<std::string>{"statistics", "--shape", "ring", "--n", "12000", "--bins", "5000"},
          {"neighbours", "--a", "digits_8x8.csv.gz", "--metric", "euclidean", "--csv"}}) {
        const Finished done = run(kept(question));
        const std::size_t at = done.err.rfind("half.done takes about ");
        ASSERT_NE(at, std::string::npos) << done.err;
        double said = 0.0;
        std::string unit;
        std::istringstream(done.err.substr(at + 22)) >> said >> unit;
        said *= unit.starts_with("kB") ? 1e3 : unit.starts_with("MB") ? 1e6 : 1.0;
        EXPECT_NEAR(double(std::filesystem::file_size(folder / "half.done")), said, 0.01 * said) << done.err;
        std::filesystem::remove(folder / "half.done");
    }
}

TEST_F(Checkpoints, answer_at_once_when_they_are_whole) {
    const Finished first = run(kept(statistics_of_ring));
    EXPECT_EQ(first.code, 0) << first.err;
    const Finished again = run(kept(statistics_of_ring));
    EXPECT_EQ(again.out, first.out);
    EXPECT_THAT(again.err, HasSubstr("going on from half.done, which has 100 % of this part"));
    const json head = json::parse(text_of("half.done").substr(0, text_of("half.done").find('\n')));
    EXPECT_EQ(head.at("verb"), "statistics");
    EXPECT_TRUE(head.contains("version"));
}

TEST_F(Checkpoints, are_written_when_a_signal_ends_the_run) {
    for (const int signal : {SIGTERM, SIGINT}) {
        std::vector<std::string> question{"statistics", "--shape", "ring", "--n", "60000", "--json"};
        const std::vector<std::string> rare{"--checkpoint", "half.done", "--checkpoint-every", "1000"};
        question.insert(question.end(), rare.begin(), rare.end());
        const Finished stopped = run(question, {.interrupt_after = milliseconds(700), .signal = signal});
        EXPECT_EQ(stopped.code, 130) << stopped.err;
        EXPECT_THAT(stopped.err, HasSubstr("% of this part is in half.done, and the same command goes on from it"));
        EXPECT_THAT(stopped.out, testing::IsEmpty());
        ASSERT_TRUE(is_there("half.done"));
        std::filesystem::remove(folder / "half.done");
    }
}

TEST_F(Checkpoints, of_another_question_are_refused) {
    ASSERT_EQ(run(kept(statistics_of_ring)).code, 0);
    const std::string before = text_of("half.done");
    const auto refusal = [&](std::vector<std::string> question) {
        const Finished done = run(kept(std::move(question)));
        EXPECT_EQ(done.code, 2) << done.out;
        EXPECT_THAT(done.err, HasSubstr("give --checkpoint another name, or delete the file to begin anew"));
        return done.err;
    };
    EXPECT_THAT(refusal({"statistics", "--shape", "ring", "--n", "12000", "--bins", "7"}),
                HasSubstr("with the options"));
    EXPECT_THAT(refusal({"statistics", "--shape", "ring", "--n", "12001"}), HasSubstr("of other data"));
    EXPECT_THAT(refusal({"farthest", "--shape", "ring", "--n", "12000"}), HasSubstr("of the verb statistics"));
    EXPECT_EQ(text_of("half.done"), before);
}

TEST_F(Checkpoints, never_replace_the_data_or_the_output) {
    const std::string points = file("points.csv", "x,y\n0,0\n1,0\n3,4\n"), text = text_of("points.csv");
    for (const std::string verb : {"neighbours", "farthest", "statistics"}) {
        const Finished done = run({verb, points, "--checkpoint", points});
        EXPECT_EQ(done.code, 2) << verb;
        EXPECT_THAT(done.err, HasSubstr("it is the file that is read; choose another name"));
    }
    const std::string vectors = file("vectors.csv", "u,v,w\n1,2,3\n3,2,1\n");
    EXPECT_EQ(run({"matches", vectors, vectors, "--checkpoint", vectors}).code, 2);
    for (std::vector<std::string> asked :
         {std::vector<std::string>{"matches", vectors, vectors, "--csv"}, {"statistics", points}}) {
        asked.insert(asked.end(), {"-o", "both.png", "--checkpoint", "both.png"});
        const Finished done = run(asked);
        EXPECT_EQ(done.code, 2);
        EXPECT_THAT(done.err, HasSubstr("is named for the output and for the checkpoint"));
    }
    EXPECT_EQ(text_of("points.csv"), text);
}

TEST_F(Checkpoints, that_are_damaged_are_refused) {
    ASSERT_EQ(run(kept(statistics_of_ring)).code, 0);
    const std::string whole = text_of("half.done");
    std::vector<std::string> broken{"", "x", "{}\n", whole.substr(0, whole.size() - 1), whole + "x"};
    for (std::size_t at = 3; at < whole.size(); at += 1 + whole.size() / 40) {
        broken.push_back(whole);
        broken.back()[at] = static_cast<char>(broken.back()[at] ^ 1);
    }
    for (const std::string& text : broken) {
        file("half.done", text);
        const Finished done = run(kept(statistics_of_ring));
        EXPECT_EQ(done.code, 2) << text.size();
        EXPECT_THAT(done.err, HasSubstr("half.done"));
        EXPECT_EQ(text_of("half.done"), text) << "it is left as it is";
    }
}

TEST_F(Checkpoints, cost_no_result_where_the_disk_takes_no_more) {
    std::string words;
    for (const std::string& word : kept(statistics_of_ring)) words += " " + word;
    const Finished done =
        run_command({"/bin/sh", "-c", fmt::format("(ulimit -f 1; exec {}{}) | cat", PAIRSCOPE_PROGRAM, words)});
    EXPECT_EQ(done.out, run(statistics_of_ring).out);
    EXPECT_THAT(done.err, HasSubstr("half.done"));
    EXPECT_EQ(lines_in(done.err), 2u) << "its size is said before, and the failure once";
    EXPECT_FALSE(is_there("half.done"));
}

TEST(LongRuns, are_told_and_refused_from_a_day_on) {
    EXPECT_EQ(cli::long_time_in_words(90.0), "90 seconds");
    EXPECT_EQ(cli::long_time_in_words(3600.0), "60 minutes");
    EXPECT_EQ(cli::long_time_in_words(5.1 * 3600.0), "5 hours");
    EXPECT_EQ(cli::long_time_in_words(12.0 * 86400.0), "12 days");
    EXPECT_NO_THROW(cli::tell_time(86399.0, {{}, "looking at all pairs"}, false));
    EXPECT_THROW(cli::tell_time(86401.0, {{}, "looking at all pairs"}, false), InputError);
    EXPECT_NO_THROW(cli::tell_time(86401.0, {{}, "looking at all pairs"}, true));
}

TEST_F(Checkpoints, need_a_file_that_can_be_written) {
    const Finished nowhere = run({"farthest", "--shape", "ring", "--n", "100", "--checkpoint", "none/half.done"});
    EXPECT_EQ(nowhere.code, 2);
    EXPECT_THAT(nowhere.err, HasSubstr("none/half.done"));
    const Finished alone = run({"farthest", "--shape", "ring", "--n", "100", "--checkpoint-every", "5"});
    EXPECT_EQ(alone.code, 2);
    EXPECT_THAT(alone.err, HasSubstr("--checkpoint"));
}

} // namespace
} // namespace pairscope
