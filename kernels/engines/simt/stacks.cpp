// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/stacks.h"

#include <cerrno>
#include <fmt/format.h>
#include <new>
#include <numeric>
#include <stdexcept>
#include <sys/mman.h>
#include <system_error>

namespace pairscope::simt {
namespace {

/// One stack per thread and one for the loop that starts threads; below each is a protected page.
constexpr int stack_count = most_threads + 1;
constexpr std::size_t fence_bytes = 4096;
constexpr std::size_t step = stack_bytes + fence_bytes;
constexpr std::size_t shared_bytes = most_shared_bytes + 1024; // aligned to 1024

} // namespace

Stacks::Stacks() {
    // Only pages that are used cost memory.
    void* const memory = mmap(nullptr, stack_count * step + shared_bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    begin_ = reinterpret_cast<std::uintptr_t>(memory);
    shared_ = reinterpret_cast<std::byte*>((begin_ + stack_count * step + 1023) / 1024 * 1024);
    give_back_all();
}

Stacks::~Stacks() { munmap(reinterpret_cast<void*>(begin_), stack_count * step + shared_bytes); }

int Stacks::take() {
    const int number = free_.back();
    // Each fence splits an area of memory, of which a process has some 65 000: only stacks in use get one.
    for (; fenced_ <= number; ++fenced_) {
        const std::uintptr_t fence = begin_ + static_cast<std::size_t>(fenced_) * step;
        if (mprotect(reinterpret_cast<void*>(fence), fence_bytes, PROT_NONE) != 0)
            throw std::runtime_error(
                fmt::format("a page below a simulated thread's stack could not be protected: {}. Use fewer threads, or "
                            "raise the limit vm.max_map_count",
                            std::generic_category().message(errno)));
    }
    free_.pop_back();
    return number;
}

void Stacks::give_back(int number) { free_.push_back(number); }

void Stacks::give_back_all() {
    free_.resize(stack_count);
    std::iota(free_.rbegin(), free_.rend(), 0); // the lowest is taken first: few stacks stay warm
}

std::byte* Stacks::top(int number) const {
    return reinterpret_cast<std::byte*>(begin_ + static_cast<std::size_t>(number + 1) * step);
}

bool Stacks::is_fence_of(int number, std::uintptr_t address) const {
    return address - (begin_ + static_cast<std::size_t>(number) * step) < fence_bytes;
}

Stacks& stacks_of_this_thread() {
    thread_local Stacks stacks;
    return stacks;
}

} // namespace pairscope::simt
