// SPDX-License-Identifier: MIT
// What the headers with asynchronous copies share.
#pragma once

#include "kernels/engines/simt/shim/qualifiers.h"

#include <cstddef>
#include <cstdint>

namespace cuda::inline simulated {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

/// A number of bytes that is a multiple of Alignment, as both addresses are.
template <std::size_t Alignment> struct aligned_size_t {
    static constexpr std::size_t align = Alignment;
    std::size_t value;
    explicit constexpr aligned_size_t(std::size_t bytes) : value(bytes) {}
    constexpr operator std::size_t() const { return value; }
};

} // namespace cuda::inline simulated

namespace pairscope::simt {

/// One copy by all threads of a group: each takes pieces of up to 16 bytes in turn.
template <class Group>
__forceinline__ void copy_shared_out(const Group& group, void* to, const void* from, std::size_t bytes) {
    const std::uintptr_t places = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
    std::size_t piece = 16;
    while (places % piece != 0) piece /= 2;
    for (std::size_t at = group.thread_rank() * piece; at < bytes; at += group.size() * piece)
        copy_async(static_cast<std::byte*>(to) + at, static_cast<const std::byte*>(from) + at, piece);
}

} // namespace pairscope::simt
