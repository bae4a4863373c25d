// SPDX-License-Identifier: MIT
// An owner of a stream, of a whole GPU or of a part of one.
#pragma once

#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/partition.h"
#include "kernels/ladder/device.h"

#include <optional>
#include <utility>

namespace pairscope::cuda {

/// A stream of the current device that does not wait for the default stream.
class Stream {
public:
    Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
    /// A stream of the part that the device is, where it is one. Throws InputError if the part cannot be had.
    explicit Stream(const Device& device) {
        if (device.whole_units == 0) {
            check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
            return;
        }
        part_.emplace(device.ordinal, device.units);
        stream_ = part_->new_stream();
    }
    ~Stream() {
        if (stream_ != nullptr) warn(cudaStreamDestroy(stream_));
    }
    Stream(Stream&& other) noexcept : part_(std::move(other.part_)), stream_(std::exchange(other.stream_, nullptr)) {}
    Stream& operator=(Stream&& other) noexcept {
        std::swap(part_, other.part_);
        std::swap(stream_, other.stream_);
        return *this;
    }

    [[nodiscard]] cudaStream_t get() const { return stream_; }
    void synchronize() const { check(cudaStreamSynchronize(stream_)); }

private:
    std::optional<Partition> part_{}; ///< goes after its stream
    cudaStream_t stream_ = nullptr;
};

} // namespace pairscope::cuda
