// SPDX-License-Identifier: MIT
// What is measured is recorded, whatever happens to the streams, the terminal or the process.
#include "kernels/data/file_descriptor.h"
#include "kernels/engines/cpu/memory.h"
#include "profiling/recording/file.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

namespace pairscope {
namespace {

using profiling::Measurement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string points_text(int rows) {
    std::string text = "x,y\n";
    for (int i = 0; i < rows; ++i)
        text += std::to_string(i * 7919 % 10007) + "," + std::to_string(i * 104729 % 10009) + "\n";
    return text;
}

class Interruption : public Program {
protected:
    /// A quick recording by a shell, which redirects the streams.
    Finished record_with(const std::string& redirection) const {
        return run_command({"/bin/sh", "-c",
                            PAIRSCOPE_PROGRAM " record x --shape ring --n 64 --device cpu --variant cpu_naive "
                                              "--seconds 0.01 " +
                                redirection});
    }

    void expect_a_recording(const std::string& name) const {
        ASSERT_THAT(files(), ElementsAre(name));
        const profiling::Recording found = profiling::load_recording(folder / name);
        ASSERT_FALSE(found.runs.empty());
        EXPECT_FALSE(std::get<Measurement>(found.runs[0]).seconds.empty());
    }

    /// Refused before anything is measured: an hour would be allowed for each variant.
    void expect_refused_at_once(std::vector<std::string> arguments, const std::string& reason) const {
        arguments.insert(arguments.end(), {"--device", "cpu", "--variant", "cpu_naive", "--seconds", "3600"});
        const auto before = files();
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 2) << done.err;
        EXPECT_THAT(done.err, HasSubstr(reason));
        EXPECT_THAT(done.out, IsEmpty());
        EXPECT_EQ(files(), before);
    }
};

TEST_F(Interruption, messages_that_nobody_takes_cost_no_recording) {
    for (const std::string redirection : {"2>/dev/full", "2>&-", "2>&1 >/dev/null | true"}) {
        const Finished done = record_with(redirection);
        EXPECT_EQ(done.code, 0) << redirection << done.err;
        expect_a_recording("x.pairscope");
        std::filesystem::remove(folder / "x.pairscope");
    }
}

TEST_F(Interruption, a_table_that_nobody_takes_costs_no_recording) {
    for (const std::string redirection : {">/dev/full", ">&-", "<&- >&- 2>&-", "| true"}) {
        const Finished done = record_with(redirection);
        EXPECT_EQ(done.code, redirection == "| true" ? 0 : 1) << redirection << done.err;
        expect_a_recording("x.pairscope");
        std::filesystem::remove(folder / "x.pairscope");
    }
}

TEST_F(Interruption, a_picture_that_is_not_complete_is_not_written_and_that_is_said) {
    Circumstances soon;
    soon.interrupt_after = std::chrono::milliseconds(500);
    const Finished done =
        run({"render", "--shape", "ring", "--n", "30000", "--variant", "cpu_naive", "-o", "ring.png"}, soon);
    EXPECT_EQ(done.code, 130);
    EXPECT_THAT(done.err, HasSubstr("interrupted before "));
    EXPECT_THAT(files(), IsEmpty());
}

/// Also while pixels are magnified, rows are put in order, or a figure is made, which looks at no stop token.
TEST_F(Interruption, every_kind_of_picture_ends_at_once_and_leaves_no_file) {
    const std::string few = file("few.csv", points_text(100)), many = file("many.csv", points_text(120'000));
    const std::vector<std::vector<std::string>> commands{
        {few, "-o", "s.png", "--size", "16384x16384"},
        {many, "-o", "s.png", "--n", "60000", "--size", "4000x4000"},
        {many, "-o", "s.pdf", "--n", "3000", "--view-order", "clusters", "--figure"},
        {many, "-o", "s.png", "--n", "30000", "--cells"}};
    const auto before = files();
    for (std::vector<std::string> command : commands) {
        command.insert(command.begin(), {PAIRSCOPE_PROGRAM, "render"});
        for (const int signal : {SIGINT, SIGTERM})
            for (const int wait : {100, 400, 1200}) {
                const pid_t process = start_command(command);
                interrupt(process, signal, std::chrono::milliseconds(wait));
                const auto asked = std::chrono::steady_clock::now();
                const Finished done = finish(process);
                const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - asked;
                const std::string what = command.back() + " after " + std::to_string(wait) + " ms: " + done.err;
                if (done.code == 0) { // it was complete before
                    EXPECT_LT(seconds.count(), 0.1) << what;
                    std::filesystem::remove(folder / command[4]);
                    continue;
                }
                EXPECT_EQ(done.code, 130) << what;
                EXPECT_THAT(done.err, HasSubstr("pairscope: interrupted before ")) << what;
                EXPECT_LT(seconds.count(), 0.1 + 0.4) << what << "0.1 s, and as the system takes back gigabytes";
                EXPECT_EQ(files(), before) << what;
            }
    }
}

TEST_F(Interruption, an_error_nobody_can_be_told_of_is_an_exit_code) {
    for (const std::string redirection : {"2>/dev/full", "2>&-"})
        EXPECT_EQ(run_command({"/bin/sh", "-c", PAIRSCOPE_PROGRAM " check nowhere.csv " + redirection}).code, 2);
}

TEST_F(Interruption, sigterm_and_sighup_leave_a_recording_as_ctrl_c_does) {
    for (const int signal : {SIGTERM, SIGHUP}) {
        // 20 samples of 0.3 s or more for the first variant alone
        const Finished done = run({"record", "part.pairscope", "--shape", "ring", "--n", "16384", "--device", "cpu",
                                   "--variant", "cpu_naive,cpu_blocked", "--seconds", "300"},
                                  {.interrupt_after = std::chrono::seconds(6), .signal = signal});
        EXPECT_EQ(done.code, 130) << done.err;
        if (done.err.find("nothing ran") != std::string::npos) GTEST_SKIP() << "the machine is too busy for one sample";
        expect_a_recording("part.pairscope");
        std::filesystem::remove(folder / "part.pairscope");
    }
}

TEST_F(Interruption, a_recording_that_is_not_complete_replaces_no_other_one) {
    ASSERT_EQ(record_with("").code, 0);
    const Finished done = run({"record", "x", "--shape", "ring", "--n", "16384", "--device", "cpu", "--variant",
                               "cpu_naive,cpu_blocked", "--seconds", "300"},
                              {.interrupt_after = std::chrono::seconds(6)});
    EXPECT_EQ(done.code, 130) << done.err;
    EXPECT_EQ(n_of(std::get<Measurement>(profiling::load_recording(folder / "x.pairscope").runs[0]).workload), 64);
    if (done.err.find("nothing ran") != std::string::npos) GTEST_SKIP() << "the machine is too busy for one sample";
    EXPECT_THAT(done.err, HasSubstr("x.pairscope is kept, because this recording is not complete: what was measured "
                                    "goes into x-2.pairscope"));
    EXPECT_THAT(files(), ElementsAre("x-2.pairscope", "x.pairscope"));
}

TEST_F(Interruption, what_hinders_a_recording_is_said_before_anything_is_measured) {
    const std::string points = file("points.csv", "x,y\n1,2\nnan,4\n5,6\n");
    expect_refused_at_once({"record", "a", points}, "cannot save a.pairscope: some of its coordinates are missing or infinite");
    expect_refused_at_once({"record", "a", points},
                           "delete row 1 of the file (counted from 0) from a copy of the file");
    file("infinite.csv", "x,y\n1,2\ninf,4\n5,6\n");
    expect_refused_at_once({"bench", "infinite.csv", "--record", "a"}, "missing or infinite");
    std::filesystem::create_directory(folder / "d.pairscope");
    expect_refused_at_once({"record", "d", "--shape", "ring"}, "cannot save d.pairscope: it is a folder");
    for (const char* here : {".", "..", "d.pairscope/", "d.pairscope/."})
        expect_refused_at_once({"record", here, "--shape", "ring"}, "it is a folder; give the name of a file, such as");
    expect_refused_at_once({"record", "gone/a", "--shape", "ring"}, "its folder does not exist");
    expect_refused_at_once({"record", "points.csv/a", "--shape", "ring"}, "is a file, not a folder");
    ASSERT_EQ(::mkfifo((folder / "p.pairscope").c_str(), 0600), 0);
    expect_refused_at_once({"record", "p", "--shape", "ring"}, "it is a pipe or a device");
}

TEST_F(Interruption, a_folder_that_goes_away_meanwhile_costs_no_recording) {
    std::filesystem::create_directory(folder / "stick");
    std::filesystem::create_directory(folder / "temporary");
    const Circumstances circumstances{
        .environment = {{"TMPDIR", (folder / "temporary").string()}, {"PAIRSCOPE_CEILING_SECONDS", "5"}}};
    const pid_t process = start_command({PAIRSCOPE_PROGRAM, "record", "stick/x", "--shape", "ring", "--n", "64",
                                         "--device", "cpu", "--variant", "cpu_naive", "--seconds", "0.01"},
                                        circumstances);
    std::this_thread::sleep_for(std::chrono::milliseconds(600)); // ceilings are measured for seconds
    std::filesystem::remove_all(folder / "stick");
    const Finished done = finish(process);
    EXPECT_EQ(done.code, 2) << done.err;
    EXPECT_THAT(done.err, HasSubstr("cannot save stick/x.pairscope: its folder does not exist"));
    EXPECT_THAT(done.out, HasSubstr("cpu_naive")) << "the table is printed all the same";
    const auto kept = std::filesystem::directory_iterator(folder / "temporary");
    ASSERT_NE(kept, std::filesystem::directory_iterator()) << done.err;
    EXPECT_FALSE(profiling::load_recording(kept->path()).runs.empty());
    EXPECT_THAT(kept->path().filename().string(), testing::MatchesRegex("x-[0-9a-f]{16}\\.pairscope"))
        << "nobody can guess it";
    EXPECT_EQ(kept->status().permissions(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

/// A pipe that is full and that nobody reads.
class FullPipe {
public:
    explicit FullPipe(const std::filesystem::path& path) : path_(path) {
        EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
        reader_ = FileDescriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
        writer_ = FileDescriptor(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
        const std::string bytes(4096, ' ');
        while (::write(writer_.get(), bytes.data(), bytes.size()) > 0) {
        }
    }
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
    FileDescriptor reader_, writer_;
};

TEST_F(Interruption, every_verb_ends_at_once_although_nobody_reads_its_output) {
    const FullPipe pipe(home / "pipe");
    using Commands = std::vector<std::vector<std::string>>;
    const Commands commands{{"list", "--json"},
                            {"info"},
                            {"--help"},
                            {"bench", "--help"},
                            {"trace", "tile16", "--json"},
                            {"neighbours", "--csv", "--shape", "ring", "--n", "2000"},
                            {"neighbours", "--json", "--shape", "ring", "--n", "2000"}};
    for (const int signal : {SIGINT, SIGTERM})
        for (std::vector<std::string> command : commands) {
            const std::string verb = command.front();
            command.insert(command.begin(), PAIRSCOPE_PROGRAM);
            const Circumstances circumstances{.out_file = pipe.path()};
            const pid_t process = start_command(command, circumstances);
            std::this_thread::sleep_for(std::chrono::seconds(1)); // it has begun to write
            const auto asked = std::chrono::steady_clock::now();
            ::kill(process, signal);
            const Finished done = finish(process, circumstances);
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - asked;
            EXPECT_EQ(done.code, 130) << verb << done.err;
            EXPECT_LT(seconds.count(), 0.1 + 0.4) << verb << ": 0.1 s, and as a busy machine needs";
        }
}

TEST_F(Interruption, every_verb_ends_with_130_from_its_first_moment) {
    const std::vector<std::vector<std::string>> commands{
        {"list"}, {"info"}, {"--help"}, {"neighbours"}, {"chart", "vectors", "-o", "v.svg"}, {"ceilings"}};
    for (const std::vector<std::string>& command : commands)
        for (const int wait : {0, 5, 20, 60}) {
            const Finished done = run(command, {.interrupt_after = std::chrono::milliseconds(wait)});
            EXPECT_TRUE(done.code == 130 || (done.code == 0 && wait > 0)) << command.front() << wait << done.err;
        }
}

TEST_F(Interruption, two_recordings_into_one_file_are_both_kept) {
    const std::vector<std::string> command{
        PAIRSCOPE_PROGRAM, "record", "both",      "--shape",   "ring",      "--n", "8192",
        "--device",        "cpu",    "--variant", "cpu_naive", "--seconds", "3"};
    const Circumstances first{.out_file = (home / "first.txt").string()};
    const Circumstances second{.out_file = (home / "second.txt").string()};
    const pid_t one = start_command(command, first), other = start_command(command, second);
    const Finished one_done = finish(one, first), other_done = finish(other, second);
    EXPECT_EQ(one_done.code, 0) << one_done.err;
    EXPECT_EQ(other_done.code, 0) << other_done.err;
    ASSERT_THAT(files(), ElementsAre("both-2.pairscope", "both.pairscope"));
    for (const std::string& name : files()) EXPECT_FALSE(profiling::load_recording(folder / name).runs.empty());
}

TEST_F(Interruption, a_check_that_ends_early_says_what_was_not_checked) {
    const Finished done = run({"check", "--shape", "ring", "--n", "64,30000", "--device", "cpu", "-v", "cpu_*"},
                              {.interrupt_after = std::chrono::seconds(3)});
    EXPECT_EQ(done.code, 130) << done.err;
    if (done.err.find("before there was a result") != std::string::npos) GTEST_SKIP() << "the machine is too busy";
    EXPECT_THAT(done.out, HasSubstr("\nInterrupted: "));
    EXPECT_THAT(done.out, HasSubstr(" checks were not made, "));
}

TEST_F(Interruption, a_comparison_and_a_chart_that_end_early_say_so) {
    const Finished compared =
        run({"compare", "cpu_naive", "cpu_simd", "--shape", "ring", "--n", "2048", "--seconds", "60"},
            {.interrupt_after = std::chrono::seconds(2)});
    EXPECT_EQ(compared.code, 130) << compared.err;
    EXPECT_THAT(compared.err, HasSubstr("pairscope: interrupted"));
    const Finished drawn = run({"chart", "vectors", "--n", "134217728", "-o", "vectors.svg"},
                               {.interrupt_after = std::chrono::milliseconds(500)});
    EXPECT_EQ(drawn.code, 130) << drawn.err;
    EXPECT_THAT(drawn.err, HasSubstr("pairscope: interrupted before there was a result"));
    EXPECT_THAT(files(), testing::IsEmpty());
}

TEST_F(Interruption, a_check_of_a_large_matrix_ends_at_once) {
    if (cpu::free_memory() < std::int64_t{6} << 30) GTEST_SKIP() << "6 GiB of memory are needed";
    const auto start = std::chrono::steady_clock::now();
    const Circumstances after_the_start{.interrupt_after = std::chrono::milliseconds(500)};
    const Finished done =
        run({"check", "--shape", "ring", "--n", "32768", "--device", "cpu", "-v", "cpu_parallel"}, after_the_start);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(done.code, 130) << done.err;
    EXPECT_LT(seconds.count(), 0.5 + 0.5) << "0.1 s, and as the system takes back gigabytes";
}

} // namespace
} // namespace pairscope
