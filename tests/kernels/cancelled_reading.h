// SPDX-License-Identifier: MIT
// How soon a reader ends after a person cancels it.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <stop_token>
#include <thread>

namespace pairscope {

/// The seconds that `read(token)` takes when it is asked to stop after `delay`. This is the least of three tries,
/// because other programs may take the processor for a while.
template <class Read> [[nodiscard]] double seconds_when_cancelled(std::chrono::milliseconds delay, const Read& read) {
    using Clock = std::chrono::steady_clock;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        std::stop_source stop;
        std::thread person([&] {
            std::this_thread::sleep_for(delay);
            stop.request_stop();
        });
        const auto start = Clock::now();
        read(stop.get_token());
        person.join();
        least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return least;
}

} // namespace pairscope
