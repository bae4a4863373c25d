// SPDX-License-Identifier: MIT
#include "app/cli/interrupt.h"

#include "app/cli/exit_code.h"
#include "app/cli/reports/output.h"
#include "kernels/data/save.h"
#include "kernels/engines/cpu/endings.h"
#include "kernels/scale/ranks/launcher.h"

#include <ctime>
#include <fmt/format.h>
#include <optional>
#include <pthread.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace pairscope::cli {

namespace {

bool is_ignored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

constexpr int patience =
    4; // [s] after a stop: a variant has one second, and its run is then left where that is possible

/// A variant that waits for something, or whose own threads run on, cannot be left.
void say_what_still_runs() {
    const std::string variant = cpu::running_variant();
    if (variant.empty()) return;
    if (::isatty(STDERR_FILENO) == 1) write_to_standard_error("\r\033[K"); // erases the progress line
    say(fmt::format(
        "{} is still running, {} seconds after it was asked to stop, because it does not check its stop token. "
        "Press Ctrl-C again to end the program at once.",
        variant, patience));
}

constexpr std::string_view no_result = "pairscope: interrupted before there was a result\n";

extern "C" void end_now(int) {
    write_if_taken(no_result);
    ::_exit(static_cast<int>(ExitCode::interrupted));
}
extern "C" void end_quietly(int) { ::_exit(static_cast<int>(ExitCode::interrupted)); }

std::optional<std::string> value_in(const char* const* environment, std::string_view name) {
    for (; environment != nullptr && *environment != nullptr; ++environment) {
        const std::string_view entry = *environment;
        if (entry.starts_with(name) && entry.substr(name.size()).starts_with('='))
            return std::string(entry.substr(name.size() + 1));
    }
    return {};
}

/// A launcher ends all ranks as soon as one of them has failed and said why. The first one says what ends all of them.
bool is_another_rank(const scale::EnvironmentOf& value_of) {
    const auto launch = scale::launch_of(value_of, [](scale::Mpi) { return true; });
    return launch && launch->rank > 0;
}

sigset_t watched_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    if (!is_ignored(SIGHUP)) sigaddset(&signals, SIGHUP); // nohup wants the program to outlive its terminal
    return signals;
}

} // namespace

void end_on_signals(const char* const* environment) {
    const bool is_other = is_another_rank([&](std::string_view name) { return value_in(environment, name); });
    const sigset_t signals = watched_signals();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        if (sigismember(&signals, signal) != 1) continue;
        struct sigaction action {};
        action.sa_handler = is_other ? end_quietly : end_now;
        sigaction(signal, &action, nullptr);
    }
}

Interrupt::Interrupt() : speaks_(!is_another_rank(scale::environment)), watched_(watched_signals()) {
    pthread_sigmask(SIG_BLOCK, &watched_, &before_);
    watcher_ = std::thread([this] { watch(); });
}

Interrupt::~Interrupt() {
    ending_ = true;
    pthread_kill(watcher_.native_handle(), SIGINT); // wakes it
    watcher_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

int Interrupt::next_signal() {
    if (stop_.stop_requested() && !told_) {
        const timespec pause{.tv_sec = patience, .tv_nsec = 0};
        if (const int signal = sigtimedwait(&watched_, nullptr, &pause); signal > 0) return signal;
        say_what_still_runs();
        told_ = true;
    }
    int signal = 0;
    sigwait(&watched_, &signal);
    return signal;
}

void Interrupt::watch() {
    while (true) {
        const int signal = next_signal();
        if (ending_) return;
        // A terminal that closes sends SIGHUP twice, so only a second Ctrl-C means that the user wants to stop at once.
        const bool again = stop_.stop_requested() && signal == SIGINT;
        if (again && !is_at_end_) cpu::save_before_the_end();
        if (speaks_ && is_at_end_)
            write_if_taken("pairscope: interrupted before everything was printed\n");
        else if (speaks_ && !gently_ && !again)
            write_if_taken(no_result);
        if (!gently_ || again || is_at_end_) {
            give_up_saving();
            ::_exit(static_cast<int>(ExitCode::interrupted));
        }
        stop_.request_stop();
    }
}

} // namespace pairscope::cli
