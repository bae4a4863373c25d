// SPDX-License-Identifier: MIT
// The memory that a kernel was given: exact ranges, and which words of them hold a value.
#pragma once

#include "kernels/core/matrix.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pairscope::simt {

/// Which 4-byte words were written. Shared by all workers: a store by one block may be read by a later one.
class WrittenWords {
public:
    explicit WrittenWords(std::int64_t words); ///< none is written; untouched parts cost no memory
    void mark(std::int64_t first, std::int64_t count);
    [[nodiscard]] bool all(std::int64_t first, std::int64_t count) const;

private:
    struct Free {
        std::size_t bytes;
        void operator()(std::atomic<std::uint8_t>* words) const;
    };
    std::unique_ptr<std::atomic<std::uint8_t>[], Free> words_{nullptr, Free{0}};
};

/// One argument in global memory: [begin, end), exactly.
struct GlobalRange {
    std::string name; ///< "points", "out"
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    bool read_only = false;
    std::shared_ptr<WrittenWords> written; ///< null: it was full of values before the launch
};

/// A texture of 1, 2 or 4-byte texels in host memory. A Surface's handle is the address of one of these.
struct SurfaceMemory {
    std::string name;
    std::byte* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    int texel_bytes = 4;
    std::shared_ptr<WrittenWords> written; ///< one word a texel; null: not followed
};

struct MemoryMap {
    std::vector<GlobalRange> ranges;
    std::vector<SurfaceMemory*> surfaces;
};

} // namespace pairscope::simt
