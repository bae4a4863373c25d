// SPDX-License-Identifier: MIT
#include "app/state/worker/buffer_pool.h"

#include "app/state/worker/large_matrix.h"

namespace pairscope::app {

AnswerBuffer BufferPool::acquire(Engine& engine, MatrixShape shape, Entry entry, const std::stop_token& stop) {
    std::erase_if(buffers_, [&](const AnswerBuffer& b) { return b.shape != shape || b.entry != entry; });
    for (const AnswerBuffer& buffer : buffers_)
        if (buffer.storage.use_count() == 1) return buffer;
    buffers_.push_back(engine.allocate(shape, entry, stop));
    return buffers_.back();
}

void BufferPool::release_large() {
    std::erase_if(buffers_, [](const AnswerBuffer& b) { return is_large(b.shape) && b.storage.use_count() == 1; });
}

} // namespace pairscope::app
