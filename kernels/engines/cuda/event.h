// SPDX-License-Identifier: MIT
// An owner of an event, and the time between two.
#pragma once

#include "kernels/engines/cuda/check.h"

#include <utility>

namespace pairscope::cuda {

/// An event of the current device that remembers when it happened.
class Event {
public:
    Event() { check(cudaEventCreate(&event_)); }
    ~Event() {
        if (event_ != nullptr) warn(cudaEventDestroy(event_));
    }
    Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
    Event& operator=(Event&& other) noexcept {
        std::swap(event_, other.event_);
        return *this;
    }

    void record(cudaStream_t stream) const { check(cudaEventRecord(event_, stream)); }
    void synchronize() const { check(cudaEventSynchronize(event_)); }
    [[nodiscard]] cudaEvent_t get() const { return event_; }

private:
    cudaEvent_t event_ = nullptr;
};

/// Between two events that have happened [s].
[[nodiscard]] inline double seconds_between(const Event& start, const Event& stop) {
    float milliseconds = 0.0f;
    check(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()));
    return 1e-3 * static_cast<double>(milliseconds);
}

} // namespace pairscope::cuda
