// SPDX-License-Identifier: MIT
// The window as a person has it: it starts, shows a picture, obeys some keys and closes. One more test runs all of
// these with the runtime of the address sanitizer loaded before the program.
#include "tests/cli/program.h"
#include "tests/cli/x11_window.h"

#include <gmock/gmock.h>

#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

namespace pairscope {
namespace {

using testing::IsEmpty;

class TheWindow : public Program {
protected:
    void SetUp() override {
        if (std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "there is no display";
    }

    static bool has_ended(pid_t process) {
        siginfo_t status{};
        waitid(P_PID, static_cast<id_t>(process), &status, WEXITED | WNOHANG | WNOWAIT);
        return status.si_pid == process;
    }
    /// False if it has not ended after that time.
    static bool ends(pid_t process, std::chrono::seconds patience) {
        for (const auto start = std::chrono::steady_clock::now(); !has_ended(process);) {
            if (std::chrono::steady_clock::now() - start > patience) return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return true;
    }
    /// Waits until the condition holds. False if the program ended before, or after two minutes.
    template <class Condition> static bool wait_until(pid_t process, Condition holds) {
        const auto start = std::chrono::steady_clock::now();
        while (!holds()) {
            if (has_ended(process) || std::chrono::steady_clock::now() - start > std::chrono::minutes(2)) return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return true;
    }

    [[nodiscard]] std::string log() const {
        std::ifstream stream(home / ".local/state/pairscope/pairscope.log");
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    static std::vector<std::string> command(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), PAIRSCOPE_PROGRAM);
        return arguments;
    }
    static Circumstances circumstances() {
        Circumstances passed_on;
        for (const char* name : {"DISPLAY", "XAUTHORITY"})
            if (const char* value = std::getenv(name); value != nullptr) passed_on.environment[name] = value;
        if (const char* libraries = std::getenv("PAIRSCOPE_TEST_PRELOAD"); libraries != nullptr) {
            passed_on.environment["LD_PRELOAD"] = libraries;
            passed_on.environment["ASAN_OPTIONS"] = "protect_shadow_gap=0"; // CUDA's driver needs the gap
        }
        return passed_on;
    }

    /// Starts the program and waits for its first picture.
    pid_t start(X11Window& window, std::vector<std::string> arguments) const {
        const pid_t process = start_command(command(std::move(arguments)), circumstances());
        EXPECT_TRUE(wait_until(process, [&] { return window.find(process); })) << "no window";
        const auto pictured = [&] { return log().find("The first picture was on the screen") != std::string::npos; };
        EXPECT_TRUE(wait_until(process, pictured)) << log();
        return process;
    }

    /// The part of the sanitizer that looks for leaks at the end stops all threads and reads their memory. Now and then
    /// it faults itself where a thread of the OpenGL driver is just ending, and then says nothing about the program.
    static bool leak_sanitizer_failed(const Finished& done) {
        return std::getenv("PAIRSCOPE_TEST_PRELOAD") != nullptr && done.code == 1 &&
               done.err.starts_with("Tracer caught signal") &&
               done.err.find("LeakSanitizer has encountered a fatal error") != std::string::npos;
    }

    void expect_a_clean_end(pid_t process, int code = 0) const {
        if (!ends(process, std::chrono::minutes(1))) kill(process, SIGKILL);
        const Finished done = finish(process);
        if (!leak_sanitizer_failed(done)) {
            EXPECT_EQ(done.code, code);
            EXPECT_THAT(done.err, IsEmpty());
        }
        EXPECT_THAT(files(), IsEmpty()) << "the working folder is not the program's";
        EXPECT_TRUE(std::filesystem::exists(home / ".local/state/pairscope/layout-1.ini"));
        EXPECT_TRUE(std::filesystem::exists(home / ".config/pairscope/settings.json"));
    }
};

TEST_F(TheWindow, starts_draws_obeys_keys_and_is_closed_by_its_cross) {
    X11Window window;
    const pid_t process = start(window, {"--shape", "ring", "--n", "200"});
    for (const char* key : {"F11", "F11", "F1", "Escape", "2"}) window.press(key);
    window.press("z", true);
    window.ask_to_close();
    expect_a_clean_end(process);
}

TEST_F(TheWindow, saves_settings_and_layout_when_it_is_terminated) {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        std::filesystem::remove_all(home);
        std::filesystem::create_directories(home);
        X11Window window;
        const pid_t process = start(window, {"--shape", "ring", "--n", "200"});
        kill(process, signal);
        expect_a_clean_end(process, 130);
    }
}

TEST_F(TheWindow, opens_where_nothing_can_be_kept) {
    std::filesystem::remove(home);
    std::ofstream(home) << "no folder can be made in it";
    X11Window window;
    const pid_t process = start_command(command({"--shape", "ring", "--n", "200"}), circumstances());
    ASSERT_TRUE(wait_until(process, [&] { return window.find(process); })) << finish(process).err;
    std::this_thread::sleep_for(std::chrono::seconds(2));
    window.ask_to_close();
    if (!ends(process, std::chrono::minutes(1))) kill(process, SIGKILL);
    const Finished done = finish(process);
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.err, IsEmpty());
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(TheWindow, does_not_wait_for_the_other_end_of_pipes) {
    const auto state = home / ".local/state/pairscope", config = home / ".config/pairscope";
    for (const auto& folder_of : {state, config}) std::filesystem::create_directories(folder_of);
    for (const auto& pipe : {state / "layout-1.ini", state / "pairscope.log", config / "settings.json"})
        ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    X11Window window;
    const pid_t process = start_command(command({"--shape", "ring", "--n", "200"}), circumstances());
    ASSERT_TRUE(wait_until(process, [&] { return window.find(process); }));
    window.ask_to_close();
    const bool ended = ends(process, std::chrono::minutes(1));
    EXPECT_TRUE(ended);
    if (!ended) kill(process, SIGKILL);
    EXPECT_EQ(finish(process).code, 0);
}

TEST_F(TheWindow, saves_its_settings_when_sigterm_ends_it_while_it_loads) {
    std::string rows;
    for (int i = 0; i < 3'000'000; ++i) rows += "0.25,0.75\n";
    const std::string table = (folder.parent_path() / "large.csv").string();
    std::ofstream(table) << rows;
    X11Window window;
    const pid_t process = start_command(command({table}), circumstances());
    ASSERT_TRUE(wait_until(process, [&] { return window.find(process); })) << finish(process).err;
    kill(process, SIGTERM);
    if (!ends(process, std::chrono::minutes(1))) kill(process, SIGKILL);
    EXPECT_EQ(finish(process).code, 130);
    EXPECT_TRUE(std::filesystem::exists(home / ".config/pairscope/settings.json"));
}

TEST_F(TheWindow, is_closed_by_its_key) {
    X11Window window;
    const pid_t process = start(window, {"--shape", "ring", "--n", "200", "--theme", "light"});
    // Another test's window may take the focus between two keys, and then Ctrl counts as released.
    for (int attempt = 0; attempt < 10 && !has_ended(process); ++attempt) {
        window.press("q", true);
        if (ends(process, std::chrono::seconds(5))) break;
    }
    expect_a_clean_end(process);
}

} // namespace
} // namespace pairscope
