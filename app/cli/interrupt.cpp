// SPDX-License-Identifier: MIT
#include "app/cli/interrupt.h"

#include "app/cli/exit_code.h"

#include <pthread.h>
#include <unistd.h>

namespace pairscope::cli {

namespace {

bool is_ignored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

} // namespace

Interrupt::Interrupt() {
    sigemptyset(&watched_);
    sigaddset(&watched_, SIGINT);
    sigaddset(&watched_, SIGTERM);
    if (!is_ignored(SIGHUP)) sigaddset(&watched_, SIGHUP); // nohup wants the program to outlive its terminal
    pthread_sigmask(SIG_BLOCK, &watched_, &before_);
    watcher_ = std::thread([this] { watch(); });
}

Interrupt::~Interrupt() {
    ending_ = true;
    pthread_kill(watcher_.native_handle(), SIGINT); // wakes it
    watcher_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interrupt::watch() {
    while (true) {
        int signal = 0;
        sigwait(&watched_, &signal);
        if (ending_) return;
        // A terminal that closes sends SIGHUP twice, so only a second Ctrl-C means that the user wants to stop at once.
        const bool again = stop_.stop_requested() && signal == SIGINT;
        if (!gently_ || again) ::_exit(static_cast<int>(ExitCode::interrupted));
        stop_.request_stop();
    }
}

} // namespace pairscope::cli
