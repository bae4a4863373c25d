// SPDX-License-Identifier: MIT
// Runs that are killed as soon as they have written their checkpoint. So the time of a test is that of the work between
// two checkpoints, on a slow machine as on a quick one.
#pragma once

#include "tests/cli/program.h"

#include <sys/stat.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace pairscope {

/// When a run is killed.
struct Kill {
    int writes = 1; ///< of the checkpoint by this run
    std::chrono::milliseconds later{};
};

class KilledRuns : public Program {
protected:
    static constexpr const char* checkpoint = "half.done";
    /// A shell that writes its process ID into this file, and then becomes the program, is what will be killed. Where
    /// none does, it is the command itself.
    static constexpr const char* victim = "victim";

    /// Kills the run, if it has not ended before.
    [[nodiscard]] Finished run_killed(std::vector<std::string> command, const Circumstances& circumstances,
                                      const Kill& when) const {
        std::filesystem::remove(folder / victim);
        const pid_t process = start_command(std::move(command), circumstances);
        auto written = time_of_checkpoint();
        for (int writes = 0; writes < when.writes && is_running(process);) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            const auto now = time_of_checkpoint();
            writes += now != written ? 1 : 0;
            written = now;
        }
        std::this_thread::sleep_for(when.later);
        if (is_running(process)) ::kill(victim_or(process), SIGKILL);
        return finish(process, circumstances);
    }
    /// A different kill for each number: at once after the run went on, or after some work, or while it writes.
    [[nodiscard]] static Kill changing_kill(int number) {
        constexpr int most_writes = 3, step = 3, most_later = 20;
        return {.writes = 1 + number % most_writes, .later = std::chrono::milliseconds(step * number % most_later)};
    }

private:
    /// Each time the file is another one.
    [[nodiscard]] std::pair<ino_t, std::int64_t> time_of_checkpoint() const {
        constexpr std::int64_t nanoseconds = 1'000'000'000;
        struct stat status {};
        if (::stat((folder / checkpoint).c_str(), &status) != 0) return {};
        return {status.st_ino, status.st_mtim.tv_sec * nanoseconds + status.st_mtim.tv_nsec};
    }
    [[nodiscard]] static bool is_running(pid_t process) {
        siginfo_t ended{};
        return waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0;
    }
    [[nodiscard]] pid_t victim_or(pid_t process) const {
        std::ifstream stream(folder / victim);
        pid_t named = 0;
        return stream >> named ? named : process;
    }
};

} // namespace pairscope
