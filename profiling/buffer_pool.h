// SPDX-License-Identifier: MIT
// Buffers for outputs of one shape that take turns: while one is on the screen, the next is written.
#pragma once

#include "kernels/ladder/engine.h"

#include <functional>
#include <vector>

namespace pairscope::profiling {

class BufferPool {
public:
    /// A buffer that nobody else holds: one of the pool's, or a new one. Buffers of another shape or other entries are
    /// let go first. A stop ends the filling of a new one early. Throws MemoryError.
    [[nodiscard]] OutputBuffer acquire(Engine& engine, MatrixShape shape, Entry entry, const std::stop_token& stop);
    /// Returns the memory of unused buffers to the system if they have such a shape.
    void release_unused(const std::function<bool(MatrixShape)>& such);

private:
    std::vector<OutputBuffer> buffers_;
};

} // namespace pairscope::profiling
