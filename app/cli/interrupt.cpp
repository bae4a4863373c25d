// SPDX-License-Identifier: MIT
#include "app/cli/interrupt.h"

#include "app/cli/exit_code.h"

#include <pthread.h>
#include <unistd.h>

namespace pairscope::cli {

Interrupt::Interrupt() {
    sigemptyset(&watched_);
    sigaddset(&watched_, SIGINT);
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
        if (!gently_ || stop_.stop_requested()) ::_exit(static_cast<int>(ExitCode::interrupted));
        stop_.request_stop();
    }
}

} // namespace pairscope::cli
