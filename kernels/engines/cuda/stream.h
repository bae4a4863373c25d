// SPDX-License-Identifier: MIT
// An owner of a stream.
#pragma once

#include "kernels/engines/cuda/check.h"

#include <utility>

namespace pairscope::cuda {

/// A stream of the current device that does not wait for the default stream.
class Stream {
public:
    Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
    ~Stream() {
        if (stream_ != nullptr) warn(cudaStreamDestroy(stream_));
    }
    Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
    Stream& operator=(Stream&& other) noexcept {
        std::swap(stream_, other.stream_);
        return *this;
    }

    [[nodiscard]] cudaStream_t get() const { return stream_; }
    void synchronize() const { check(cudaStreamSynchronize(stream_)); }

private:
    cudaStream_t stream_ = nullptr;
};

} // namespace pairscope::cuda
