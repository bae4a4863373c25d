// SPDX-License-Identifier: MIT
// The stacks of a worker's fibers, and its dynamic shared memory. Made once for a thread of the host.
#pragma once

#include "kernels/simt/fiber_switch.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pairscope::simt {

constexpr int most_threads = 1024;                    ///< of a block, as on every GPU
constexpr std::size_t most_shared_bytes = 227 * 1024; ///< of a block, as on compute capability 9.0
constexpr std::size_t stack_bytes = std::size_t{64} << 10;

class Stacks {
public:
    Stacks();
    ~Stacks();
    Stacks(const Stacks&) = delete;
    Stacks& operator=(const Stacks&) = delete;

    [[nodiscard]] int take(); ///< the number of a free stack
    void give_back(int number);
    void give_back_all();
    [[nodiscard]] std::byte* top(int number) const; ///< stacks grow down
    [[nodiscard]] StackBounds bounds(int number) const { return {top(number) - stack_bytes, stack_bytes}; }
    [[nodiscard]] bool contains(std::uintptr_t address) const { return address - begin_ < bytes_; }
    [[nodiscard]] std::byte* shared_memory() const { return shared_; }

private:
    std::uintptr_t begin_ = 0;
    std::size_t bytes_ = 0;
    std::byte* shared_ = nullptr;
    std::vector<int> free_;
};

/// Of the calling thread.
[[nodiscard]] Stacks& stacks_of_this_thread();

} // namespace pairscope::simt
