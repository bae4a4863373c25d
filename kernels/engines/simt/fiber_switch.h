// SPDX-License-Identifier: MIT
// AddressSanitizer keeps the bounds of the stack that runs: it is told of each change to another stack. Without it
// these calls are nothing. <sanitizer/common_interface_defs.h> documents both calls.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace pairscope::simt {

struct StackBounds {
    const void* bottom = nullptr;
    std::size_t bytes = 0;
};

/// Before a jump to the stack `to`. `left` keeps what the sanitizer has to remember of the stack that is left; nullptr
/// if that stack is never used again.
inline void start_switch([[maybe_unused]] void** left, [[maybe_unused]] StackBounds to) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(left, to.bottom, to.bytes);
#endif
}

/// After a jump: `own` is what start_switch() left for this stack, nullptr on a fresh one. Returns the stack that was
/// left.
inline StackBounds finish_switch([[maybe_unused]] void* own) {
    StackBounds from;
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(own, &from.bottom, &from.bytes);
#endif
    return from;
}

/// Call it for a stack that begins anew. What a thread that ended in the middle left on it is forgotten.
inline void forget([[maybe_unused]] StackBounds stack) {
#if defined(__SANITIZE_ADDRESS__)
    __asan_unpoison_memory_region(stack.bottom, stack.bytes);
#endif
}

} // namespace pairscope::simt
