// SPDX-License-Identifier: MIT
// An owner of device memory.
#pragma once

#include <cstdint>
#include <utility>

namespace pairscope::cuda {

/// Memory of the current device, aligned to 256 bytes. Throws MemoryError with what was asked for and what is free.
[[nodiscard]] void* allocate(std::int64_t bytes);
void release(void* memory) noexcept;

/// `count` values of T in device memory, not initialised.
template <class T> class DeviceBuffer {
public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(std::int64_t count)
        : data_(static_cast<T*>(allocate(count * static_cast<std::int64_t>(sizeof(T))))), count_(count) {}
    ~DeviceBuffer() { release(data_); }
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
        return *this;
    }

    [[nodiscard]] T* data() const { return data_; }
    [[nodiscard]] std::int64_t size() const { return count_; }

private:
    T* data_ = nullptr;
    std::int64_t count_ = 0;
};

} // namespace pairscope::cuda
