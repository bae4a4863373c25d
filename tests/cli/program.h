// SPDX-License-Identifier: MIT
// Runs the program as a person in a terminal would, with a home of its own.
#pragma once

#include <gtest/gtest.h>

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// What a finished program left behind.
struct Finished {
    int code = -1; ///< 128 + the signal's number if one ended it
    std::string out;
    std::string err;
};

struct Circumstances {
    std::map<std::string, std::string> environment{};           ///< besides PATH and HOME; PATH may be another one
    std::string out_file{};                                     ///< instead of a file that is read back
    std::optional<std::chrono::milliseconds> interrupt_after{}; ///< Ctrl-C
    int signal = SIGINT;                                        ///< instead of Ctrl-C
};

/// A folder of its own for every test, gone afterwards. The program runs in it.
class Program : public testing::Test {
protected:
    Program();
    ~Program() override;

    [[nodiscard]] Finished run(const std::vector<std::string>& arguments,
                               const Circumstances& circumstances = {}) const;
    /// Any other program; the first argument is its path.
    [[nodiscard]] Finished run_command(std::vector<std::string> command, const Circumstances& circumstances = {}) const;

    /// The two halves of run_command, for who has to do something meanwhile.
    [[nodiscard]] pid_t start_command(std::vector<std::string> command, const Circumstances& circumstances = {}) const;
    [[nodiscard]] Finished finish(pid_t process, const Circumstances& circumstances = {}) const;
    /// Sends a signal so long after the program has begun to handle it. On a busy machine its libraries alone may take
    /// longer to load, and what ends a program before its first instruction is not its own.
    static void interrupt(pid_t process, int signal, std::chrono::milliseconds after);

    /// Writes a file into the folder. Returns its path.
    std::string file(std::string_view name, std::string_view text) const;
    [[nodiscard]] std::vector<std::string> files() const; ///< names in the folder, sorted

    std::filesystem::path folder;
    std::filesystem::path home; ///< beside the folder
};

[[nodiscard]] std::size_t lines_in(std::string_view text);

} // namespace pairscope
