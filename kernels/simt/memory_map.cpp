// SPDX-License-Identifier: MIT
#include "kernels/simt/memory_map.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace pairscope::simt {
namespace {

using Flag = std::atomic<std::uint8_t>;
// The kernel hands out zeroed pages, and they are read as flags without a constructor having run.
static_assert(sizeof(Flag) == 1 && Flag::is_always_lock_free);

} // namespace

// One byte a word: neighbouring words may be marked by different threads at once, and a bit would need a locked
// instruction. Pages that no store reaches are never made.
WrittenWords::WrittenWords(std::int64_t words) {
    const auto bytes = static_cast<std::size_t>(std::max<std::int64_t>(words, 1));
    void* const pages =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    words_ = {static_cast<Flag*>(pages), Free{bytes}};
}

void WrittenWords::Free::operator()(std::atomic<std::uint8_t>* words) const { munmap(words, bytes); }

void WrittenWords::mark(std::int64_t first, std::int64_t count) {
    for (std::int64_t i = first; i < first + count; ++i) {
        words_[static_cast<std::size_t>(i)].store(1, std::memory_order_relaxed);
    }
}

bool WrittenWords::all(std::int64_t first, std::int64_t count) const {
    for (std::int64_t i = first; i < first + count; ++i) {
        if (words_[static_cast<std::size_t>(i)].load(std::memory_order_relaxed) == 0) return false;
    }
    return true;
}

} // namespace pairscope::simt
