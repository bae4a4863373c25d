// SPDX-License-Identifier: MIT
// A part of a GPU's multiprocessors. CUDA calls it a green context: memory and L2 are those of the whole GPU.
#pragma once

#include <driver_types.h>
#include <memory>

namespace pairscope::cuda {

/// As many multiprocessors of a GPU as asked for, or the next number above that the GPU can give. Kernels in its
/// streams run on no others. A partition must outlive its streams.
class Partition {
public:
    /// Throws InputError, in one sentence, if the GPU has no such part, or if driver or toolkit cannot make one.
    Partition(int ordinal, int multiprocessors);
    ~Partition();
    Partition(Partition&&) noexcept;
    Partition& operator=(Partition&&) noexcept;

    [[nodiscard]] int multiprocessors() const;
    /// A stream that does not wait for the default stream. It belongs to the caller.
    [[nodiscard]] cudaStream_t new_stream() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace pairscope::cuda
