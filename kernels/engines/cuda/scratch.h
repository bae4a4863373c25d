// SPDX-License-Identifier: MIT
// Device memory that is kept between passes, because allocating it takes longer than many a pass.
#pragma once

#include "kernels/engines/cuda/device_buffer.h"

#include <cstddef>

namespace pairscope::cuda {

class Scratch {
public:
    /// `count` values of T, not initialised; what the last call gave is gone. Throws MemoryError.
    template <class T> [[nodiscard]] T* get(std::int64_t count) {
        const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(T));
        if (buffer_.size() < bytes) {
            buffer_ = {}; // first free, then ask
            buffer_ = DeviceBuffer<std::byte>(bytes);
        }
        return reinterpret_cast<T*>(buffer_.data());
    }

private:
    DeviceBuffer<std::byte> buffer_;
};

} // namespace pairscope::cuda
