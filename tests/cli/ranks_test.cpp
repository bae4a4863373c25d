// SPDX-License-Identifier: MIT
// Verbs that a launcher of MPI starts as several ranks. Without a launcher here, its tests are skipped with the reason.
#include "tests/cli/killed_runs.h"
#include "tests/kernels/scale/slab_samples.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* launcher = "/usr/bin/mpirun";

class Ranks : public KilledRuns {
protected:
    void SetUp() override {
        const auto library = std::filesystem::path(PAIRSCOPE_PROGRAM).parent_path().parent_path() /
                             "lib/pairscope/libpairscope_openmpi.so";
        if (!std::filesystem::exists(library))
            GTEST_SKIP() << "this build has no " << library << ": no MPI is installed";
        if (!std::filesystem::exists(launcher)) GTEST_SKIP() << "there is no " << launcher;
    }
    [[nodiscard]] static Circumstances as_root() {
        return {.environment = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                {"OMPI_MCA_btl_vader_single_copy_mechanism", "none"}}};
    }
    [[nodiscard]] std::string text_of(const std::string& name) const {
        std::ifstream stream(folder / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    [[nodiscard]] static std::vector<std::string> launched(int ranks, const std::vector<std::string>& command) {
        std::vector<std::string> all{"/usr/bin/timeout", "60",   launcher, "--oversubscribe",
                                     "--bind-to",        "none", "-n",     fmt::format("{}", ranks)};
        all.insert(all.end(), command.begin(), command.end());
        return all;
    }
    [[nodiscard]] Finished on_ranks(int ranks, const std::vector<std::string>& command) const {
        return run_command(launched(ranks, command), as_root());
    }
    [[nodiscard]] Finished run_ranks(int ranks, std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), PAIRSCOPE_PROGRAM);
        return on_ranks(ranks, arguments);
    }
    /// A shell on each rank, where $P is the program and $R the number of the rank.
    [[nodiscard]] static std::vector<std::string> shells(const std::string& script) {
        return {"/bin/sh", "-c", fmt::format("P={}; R=$OMPI_COMM_WORLD_RANK; {}", PAIRSCOPE_PROGRAM, script)};
    }
    [[nodiscard]] Finished run_shells(int ranks, const std::string& script) const {
        return on_ranks(ranks, shells(script));
    }
    /// Kills one of the ranks.
    [[nodiscard]] Finished run_with_killed_rank(int ranks, int killed, const std::string& words, const Kill& when,
                                                const Circumstances& circumstances) const {
        const std::string script =
            fmt::format("if [ $R = {} ]; then echo $$ >{}; fi; exec $P {}", killed, victim, words);
        return run_killed(launched(ranks, shells(script)), circumstances, when);
    }
    /// The launcher kills the ranks that are left at once, and not a second after SIGTERM. This takes less time, and no
    /// rank writes the checkpoint once more.
    [[nodiscard]] static Circumstances in_a_hurry() {
        Circumstances circumstances = as_root();
        circumstances.environment["OMPI_MCA_odls_base_sigkill_timeout"] = "0";
        return circumstances;
    }
};

std::size_t times_in(const std::string& text, const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
    return times;
}

TEST_F(Ranks, give_the_same_bits_whatever_their_number) {
    const std::vector<std::vector<std::string>> questions{
        {"farthest", "--shape", "ring", "--n", "3000", "--json"},
        {"farthest", "--metric", "canberra", "--shape", "gaussian", "--n", "500", "--json"},
        {"statistics", "--shape", "uniform_disk", "--n", "3000", "--json"},
        {"statistics", "cities.csv.gz", "--metric", "great_circle", "--n", "300", "--json"},
        {"statistics", "--a", "digits_8x8.csv.gz", "--metric", "cosine", "--csv"},
        {"neighbours", "--shape", "gaussian", "--n", "2000", "--k", "5", "--within", "0.01", "--json"},
        {"neighbours", "--metric", "standardised_euclidean", "--a", "digits_8x8.csv.gz", "--k", "64", "--json"},
        {"pairs", "--a", "digits_8x8.csv.gz", "--metric", "correlation", "--radius", "0.1", "--csv"},
        {"matches", "views/features_a.npy", "views/features_b.npy", "--json"}};
    for (const auto& question : questions) {
        SCOPED_TRACE(fmt::format("{} {}", question[0], question[1]));
        const Finished alone = run(question);
        ASSERT_EQ(alone.code, 0) << alone.err;
        for (const int ranks : {1, 2, 3, 5}) {
            const Finished done = run_ranks(ranks, question);
            EXPECT_EQ(done.code, 0) << done.err;
            EXPECT_EQ(done.out, alone.out) << ranks;
        }
    }
}

TEST_F(Ranks, say_each_thing_once) {
    const std::string odd = file("odd.csv", "x,y\n0,0\nnan,4\n1,1\n");
    const Finished done = run_ranks(3, {"farthest", odd});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(times_in(done.err, "is left out"), 1u) << done.err;
    EXPECT_EQ(times_in(done.out, "are farthest apart"), 1u);
    const Finished missing = run_ranks(3, {"farthest", "gone.csv"});
    EXPECT_EQ(missing.code, 2);
    EXPECT_EQ(times_in(missing.err, "pairscope: "), 1u) << missing.err;
    const Finished unknown = run_ranks(3, {"farthest", "--bogus"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_EQ(times_in(unknown.err, "pairscope: "), 1u) << unknown.err;
}

TEST_F(Ranks, that_are_ended_by_the_launcher_leave_the_reason_to_the_one_that_failed) {
    // The other rank waits in the launcher's library, which the failing one never starts, and is ended there.
    const Finished done = run_shells(2, "if [ $R = 0 ]; then sleep 0.5; echo reason >&2; exit 2; fi; "
                                        "exec $P farthest --shape ring --n 100");
    EXPECT_EQ(done.code, 2) << done.err;
    EXPECT_THAT(done.err, HasSubstr("reason"));
    EXPECT_EQ(times_in(done.err, "pairscope: "), 0u) << done.err;
}

TEST_F(Ranks, are_more_than_there_are_pieces) {
    const std::string two = file("two.csv", "x,y\n0,0\n3,4\n");
    EXPECT_THAT(run_ranks(5, {"farthest", two, "--csv"}).out, HasSubstr("0,0,,1,1,,5\n"));
    EXPECT_THAT(run_ranks(3, {"statistics", file("one.csv", "x,y\n0,0\n")}).out, HasSubstr("there is no pair"));
}

TEST_F(Ranks, are_refused_with_different_data) {
    file("0.csv", "x,y\n0,0\n1,1\n2,5\n");
    file("1.csv", "x,y\n0,0\n1,1\n2,6\n");
    const Finished done = run_shells(2, "exec $P farthest $R.csv");
    EXPECT_EQ(done.code, 2) << done.err;
    EXPECT_THAT(done.err, HasSubstr("rank 1 on "));
    EXPECT_THAT(done.err, HasSubstr("has other data than rank 0 on "));
    EXPECT_THAT(done.out, Not(HasSubstr("farthest apart")));
}

TEST_F(Ranks, say_why_one_of_them_cannot_go_on) {
    file("0.csv", "x,y\n0,0\n1,1\n2,5\n");
    const Finished done = run_shells(3, "if [ $R = 2 ]; then exec $P farthest gone.csv; fi; exec $P farthest 0.csv");
    EXPECT_NE(done.code, 0);
    EXPECT_THAT(done.err, HasSubstr("rank 2 cannot go on: "));
    EXPECT_THAT(done.err, HasSubstr("gone.csv"));
    EXPECT_THAT(done.out, Not(HasSubstr("farthest apart")));
}

TEST_F(Ranks, end_with_a_sentence_when_one_of_them_is_lost) {
    for (const int ranks : {2, 3}) {
        const std::string words = "statistics --shape ring --n 200000 --checkpoint half.done --checkpoint-every 0.02";
        const Finished done = run_with_killed_rank(ranks, ranks - 1, words, {.writes = 3}, as_root());
        EXPECT_NE(done.code, 0);
        EXPECT_THAT(done.out, Not(HasSubstr("minimum")));
        EXPECT_THAT(done.err, HasSubstr(fmt::format("rank {} on host ", ranks - 1)));
        EXPECT_THAT(done.err, HasSubstr("was lost, so all of them end; half.done has "));
        EXPECT_EQ(times_in(done.err, "was lost"), 1u) << done.err;
        EXPECT_THAT(done.err, Not(HasSubstr("nothing is printed")));
        std::filesystem::remove(folder / checkpoint);
    }
    // Without a checkpoint, the time that it has computed tells that all ranks have begun.
    const Finished bare = run_shells(2, "if [ $R = 1 ]; then $P statistics --shape ring --n 200000 & "
                                        "while [ $(cut -d ' ' -f 14 /proc/$!/stat) -lt 100 ]; do sleep 0.1; done; "
                                        "kill -9 $!; wait; kill -9 $$; fi; exec $P statistics --shape ring --n 200000");
    EXPECT_NE(bare.code, 0);
    EXPECT_THAT(bare.err, HasSubstr("was lost, so all of them end without a result; --checkpoint FILE keeps"));
}

TEST_F(Ranks, wait_for_one_that_is_stopped) {
    const std::vector<std::string> question{"statistics", "--shape", "ring", "--n", "20000", "--json"};
    const std::string words = fmt::format("{}", fmt::join(question, " "));
    const Finished done = run_shells(2, fmt::format("if [ $R = 1 ]; then $P {0} & sleep 0.3; kill -STOP $!; sleep 2; "
                                                    "kill -CONT $!; wait $!; exit; fi; exec $P {0}",
                                                    words));
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out, run(question).out);
}

TEST_F(Ranks, go_on_from_a_checkpoint_of_another_number_of_ranks) {
    const std::vector<std::string> question{"statistics", "--shape", "ring", "--n", "30000", "--json"};
    std::vector<std::string> kept = question;
    for (const char* word : {"--checkpoint", checkpoint, "--checkpoint-every", "0.02"}) kept.emplace_back(word);
    const std::string expected = run(question).out;
    const std::string words = fmt::format("{}", fmt::join(kept, " "));
    for (const int ranks : {3, 2, 1}) {
        const Finished killed =
            run_with_killed_rank(ranks, ranks - 1, words, {.writes = 2}, ranks == 3 ? as_root() : in_a_hurry());
        EXPECT_NE(killed.out, expected) << "it was to be killed before its end";
        EXPECT_TRUE(std::filesystem::exists(folder / checkpoint));
    }
    const Finished done = run_ranks(5, kept);
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("going on from half.done"));
    EXPECT_EQ(done.out, expected);
}

TEST_F(Ranks, that_are_killed_fifty_times_in_changing_numbers_end_with_the_same_bits) {
    const std::vector<std::string> question{"statistics", "--shape", "ring", "--n", "50000", "--json"};
    std::vector<std::string> kept = question;
    for (const char* word : {"--threads", "1", "--checkpoint", checkpoint, "--checkpoint-every", "0.02"})
        kept.emplace_back(word);
    const std::string expected = run(question).out, words = fmt::format("{}", fmt::join(kept, " "));
    constexpr int kills = 50, least = 45;
    int killed = 0;
    for (int i = 0; i < kills; ++i) {
        const int ranks = 1 + i % 4;
        const Finished done = run_with_killed_rank(ranks, i / 4 % ranks, words, changing_kill(i), in_a_hurry());
        killed += done.code != 0 ? 1 : 0;
        ASSERT_TRUE(done.code != 0 || done.out == expected);
    }
    EXPECT_GE(killed, least) << "the runs were to be killed before their end";
    const Finished done = run_ranks(3, kept);
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(times_in(done.err, "going on from half.done"), 2u) << "both of its parts were begun: " << done.err;
    EXPECT_EQ(done.out, expected);
}

TEST_F(Ranks, read_files_in_slabs_and_give_the_same_bits) {
    std::string numbers = samples::npy_head("<f8", "(2500, 16)") + samples::far_doubles(2500 * 16, 5);
    file("a.npy", numbers);
    file("b.npy", samples::npy_head("<f4", "(300, 16)") + samples::numbers_of<float, -1, 1>(300 * 16, 6));
    file("c.npy", samples::npy_head("<f4", "(2300, 16)") + samples::numbers_of<float, -1, 1>(2300 * 16, 7));
    for (const std::vector<std::string>& question :
         {std::vector<std::string>{"farthest", "a.npy", "--metric", "euclidean", "--json"},
          {"statistics", "a.npy", "--metric", "manhattan", "--json"},
          {"neighbours", "a.npy", "--metric", "mahalanobis", "--csv"},
          {"pairs", "c.npy", "--metric", "euclidean", "--radius", "1.5", "--json"},
          {"matches", "b.npy", "c.npy", "--json"}}) {
        SCOPED_TRACE(question[0]);
        std::vector<std::string> in_slabs = question;
        in_slabs.insert(in_slabs.end(), {"--memory", "100M"});
        const Finished alone = run(in_slabs);
        ASSERT_EQ(alone.code, 0) << alone.err;
        for (const int ranks : {1, 2, 3, 5}) {
            const Finished done = run_ranks(ranks, in_slabs);
            EXPECT_EQ(done.code, 0) << done.err;
            EXPECT_EQ(done.out, alone.out) << ranks;
        }
    }
    const Finished different = run_shells(2, "if [ $R = 1 ]; then exec $P matches c.npy b.npy --memory 100M; fi; "
                                             "exec $P matches b.npy c.npy --memory 100M");
    EXPECT_EQ(different.code, 2) << different.err;
    EXPECT_THAT(different.err, HasSubstr("has other data than rank 0 on "));
}

TEST_F(Ranks, say_that_a_lost_one_ends_all_of_them) {
    EXPECT_THAT(run_ranks(2, {"farthest", "--shape", "ring", "--n", "100"}).err,
                HasSubstr("if one of the 2 ranks is lost, all of them end; --checkpoint FILE keeps"));
    EXPECT_THAT(run_ranks(2, {"farthest", "--shape", "ring", "--n", "100", "--checkpoint", "half.done"}).err,
                HasSubstr("all of them end, and half.done keeps what was computed"));
    EXPECT_THAT(run({"farthest", "--shape", "ring", "--n", "100"}).err, Not(HasSubstr("ranks")));
}

TEST_F(Ranks, are_listed_by_info) {
    const Finished done = run_ranks(3, {"info", "--json"});
    EXPECT_EQ(done.code, 0) << done.err;
    const json all = json::parse(done.out);
    ASSERT_EQ(all.at("ranks").size(), 3u);
    for (int rank = 0; rank < 3; ++rank) {
        const json& one = all.at("ranks")[std::size_t(rank)];
        EXPECT_EQ(one.at("rank"), rank);
        EXPECT_FALSE(one.at("host").get<std::string>().empty());
        EXPECT_GE(one.at("threads"), 1);
        EXPECT_EQ(one.at("host_memory_bytes"), std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE));
        EXPECT_THAT(one.at("mpi").get<std::string>(), HasSubstr("Open MPI"));
    }
    EXPECT_EQ(all.at("why_ranks_are_refused"), nullptr);
    EXPECT_THAT(run_ranks(2, {"info"}).out, HasSubstr("2 ranks by Open MPI"));
    EXPECT_FALSE(json::parse(run({"info", "--json"}).out).contains("ranks"));
}

TEST_F(Ranks, are_refused_by_verbs_that_run_alone) {
    const Finished done = run_ranks(2, {"list"});
    EXPECT_EQ(done.code, 2);
    EXPECT_EQ(times_in(done.err, "list runs as one process, and mpirun of Open MPI started several"), 1u) << done.err;
}

TEST_F(Ranks, that_cannot_reach_each_other_are_refused) {
    const auto error_of = [&](std::map<std::string, std::string> environment) {
        const Finished done =
            run({"farthest", "--shape", "ring", "--n", "100"}, {.environment = std::move(environment)});
        EXPECT_EQ(done.code, 2) << done.out;
        return done.err;
    };
    EXPECT_THAT(error_of({{"SLURM_STEP_NUM_TASKS", "4"}, {"SLURM_PROCID", "0"}}),
                HasSubstr("srun started 4 tasks, which cannot reach each other"));
    EXPECT_THAT(error_of({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_ALLOW_RUN_AS_ROOT", "1"}}),
                HasSubstr("mpirun of Open MPI started 4 tasks, but by Open MPI"));
}

TEST_F(Ranks, are_started_by_the_example_of_a_job_for_slurm) {
    std::filesystem::create_directory(folder / "bin");
    const auto tool = [&](const std::string& name, const std::string& script) {
        file("bin/" + name, "#!/bin/sh\n" + script + "\n");
        std::filesystem::permissions(folder / "bin" / name, std::filesystem::perms::owner_all);
    };
    tool("srun", fmt::format("shift; exec {} --oversubscribe --bind-to none -n 2 \"$@\"", launcher));
    tool("pairscope", fmt::format("exec {} \"$@\"", PAIRSCOPE_PROGRAM));
    file("vectors.csv", "0,0,0\n3,4,0\n0,0,1\n");
    const std::string script = std::string(PAIRSCOPE_REPOSITORY) + "/examples/slurm.sh";
    const Finished done =
        run_command({"/bin/sh", "-c", "PATH=$PWD/bin:$PATH exec /bin/bash " + script + " vectors.csv"}, as_root());
    EXPECT_EQ(done.code, 0) << done.err;
    const json found = json::parse(text_of("vectors.csv.statistics.json"));
    EXPECT_EQ(found.at("maximum").at("distance"), std::sqrt(26.0));
    EXPECT_TRUE(std::filesystem::exists(folder / "vectors.csv.checkpoint"));
    EXPECT_EQ(run_command({"/bin/bash", script}).code, 1) << "without a file it says what is missing";
}

} // namespace
} // namespace pairscope
