// SPDX-License-Identifier: MIT
#include "kernels/simt/stacks.h"

#include <new>
#include <numeric>
#include <sys/mman.h>

namespace pairscope::simt {
namespace {

/// One stack a thread and one for the loop that starts threads; between them pages that nobody may touch.
constexpr int count = most_threads + 1;
constexpr std::size_t fence_bytes = 4096;
constexpr std::size_t step = stack_bytes + fence_bytes;
constexpr std::size_t shared_bytes = most_shared_bytes + 1024; // aligned to 1024

} // namespace

Stacks::Stacks() : bytes_(count * step + shared_bytes) {
    // Only pages that are used cost memory.
    void* const memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    begin_ = reinterpret_cast<std::uintptr_t>(memory);
    for (int i = 0; i < count; ++i)
        mprotect(reinterpret_cast<void*>(begin_ + static_cast<std::size_t>(i) * step), fence_bytes, PROT_NONE);
    bytes_ = count * step; // what contains() answers for
    shared_ = reinterpret_cast<std::byte*>((begin_ + bytes_ + 1023) / 1024 * 1024);
    give_back_all();
}

Stacks::~Stacks() { munmap(reinterpret_cast<void*>(begin_), bytes_ + shared_bytes); }

int Stacks::take() {
    const int number = free_.back();
    free_.pop_back();
    return number;
}

void Stacks::give_back(int number) { free_.push_back(number); }

void Stacks::give_back_all() {
    free_.resize(count);
    std::iota(free_.rbegin(), free_.rend(), 0); // the lowest is taken first: few stacks stay warm
}

std::byte* Stacks::top(int number) const {
    return reinterpret_cast<std::byte*>(begin_ + static_cast<std::size_t>(number + 1) * step);
}

Stacks& stacks_of_this_thread() {
    thread_local Stacks stacks;
    return stacks;
}

} // namespace pairscope::simt
