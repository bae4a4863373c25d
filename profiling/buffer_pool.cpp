// SPDX-License-Identifier: MIT
#include "profiling/buffer_pool.h"

namespace pairscope::profiling {

OutputBuffer BufferPool::acquire(Engine& engine, MatrixShape shape, Entry entry, const std::stop_token& stop) {
    std::erase_if(buffers_, [&](const OutputBuffer& b) { return b.shape != shape || b.entry != entry; });
    for (const OutputBuffer& buffer : buffers_)
        if (buffer.storage.use_count() == 1) return buffer;
    buffers_.push_back(engine.allocate(shape, entry, stop));
    return buffers_.back();
}

void BufferPool::release_unused(const std::function<bool(MatrixShape)>& such) {
    std::erase_if(buffers_, [&](const OutputBuffer& b) { return such(b.shape) && b.storage.use_count() == 1; });
}

} // namespace pairscope::profiling
