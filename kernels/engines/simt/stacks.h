// SPDX-License-Identifier: MIT
// The stacks of a worker's fibers, and its dynamic shared memory. Made once for a thread of the host.
#pragma once

#include "kernels/engines/simt/fiber_switch.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pairscope::simt {

constexpr int most_threads = 1024;                    ///< threads per block, as on every GPU
constexpr std::size_t most_shared_bytes = 227 * 1024; ///< bytes per block, as on compute capability 9.0
/// The most that a kernel may have unless it was allowed more.
constexpr std::size_t usual_shared_bytes = 48 * 1024;
/// For local variables of a thread: as much local memory as a thread has on a GPU.
constexpr std::size_t local_bytes = std::size_t{512} << 10;
/// What the executor may use on the stack of a thread whose local variables fill the rest.
constexpr std::size_t reserve_bytes = std::size_t{64} << 10;
constexpr std::size_t stack_bytes = local_bytes + reserve_bytes;

class Stacks {
public:
    Stacks();
    ~Stacks();
    Stacks(const Stacks&) = delete;
    Stacks& operator=(const Stacks&) = delete;

    /// The number of a free stack. Throws std::runtime_error if the system does not let it be fenced.
    [[nodiscard]] int take();
    void give_back(int number);
    void give_back_all();
    [[nodiscard]] std::byte* top(int number) const; ///< stacks grow down
    [[nodiscard]] StackBounds bounds(int number) const { return {top(number) - stack_bytes, stack_bytes}; }
    /// Is the address in the protected page below a stack?
    [[nodiscard]] bool is_fence_of(int number, std::uintptr_t address) const;
    [[nodiscard]] std::byte* shared_memory() const { return shared_; }

private:
    std::uintptr_t begin_ = 0;
    std::byte* shared_ = nullptr;
    std::vector<int> free_;
    int fenced_ = 0; ///< stacks below this number
};

/// The stacks of the calling thread.
[[nodiscard]] Stacks& stacks_of_this_thread();

} // namespace pairscope::simt
