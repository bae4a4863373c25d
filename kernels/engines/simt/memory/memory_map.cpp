// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/memory/memory_map.h"

#include <limits>
#include <new>
#include <sys/mman.h>

namespace pairscope::simt {
namespace {

// The kernel hands out zeroed pages, and they are read as these without a constructor having run.
static_assert(sizeof(std::atomic<std::uint8_t>) == 1 && std::atomic<std::uint8_t>::is_always_lock_free);
static_assert(sizeof(std::atomic<ShortPc>) == 4 && std::atomic<ShortPc>::is_always_lock_free);
static_assert(sizeof(std::atomic<std::uint64_t>) == 8 && std::atomic<std::uint64_t>::is_always_lock_free);

} // namespace

void* zeroed_pages(std::size_t bytes) {
    void* const pages =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    return pages;
}

void give_back_pages(void* pages, std::size_t bytes) { munmap(pages, bytes); }

WrittenWords::WrittenWords(std::int64_t words) : count_(words), words_(words), pages_(words / words_of_page + 1) {}

std::vector<std::int64_t> WrittenWords::marked() const {
    std::vector<std::int64_t> found;
    for (std::int64_t first = 0; first < count_; first += words_of_page) {
        if (pages_[first / words_of_page].load(std::memory_order_relaxed) == 0) continue;
        for (std::int64_t i = first; i < std::min(first + words_of_page, count_); ++i)
            if (words_[i].load(std::memory_order_relaxed) != 0) found.push_back(i);
    }
    return found;
}

void WrittenWords::mark(std::int64_t first, std::int64_t count) {
    for (std::int64_t i = first; i < first + count; ++i) {
        words_[i].store(1, std::memory_order_relaxed);
        pages_[i / words_of_page].store(1, std::memory_order_relaxed);
    }
}

bool WrittenWords::all(std::int64_t first, std::int64_t count) const {
    for (std::int64_t i = first; i < first + count; ++i) {
        if (words_[i].load(std::memory_order_relaxed) == 0) return all_;
    }
    return true;
}

LastWriters::LastWriters(std::int64_t entries)
    : entries_(entries), writers_(entries), ldg_(std::make_unique<LazyArray<std::atomic<ShortPc>>>(entries)) {}

void LastWriters::begin_launch(Index3 grid, std::int64_t threads_of_block) {
    if (has_ldg()) ldg_ = std::make_unique<LazyArray<std::atomic<ShortPc>>>(entries_);
    has_ldg_ = false;
    grid_ = grid;
    threads_of_block_ = threads_of_block;
    first_ = next_;
    next_ += static_cast<std::int64_t>(grid.x) * grid.y * grid.z * threads_of_block;
}

std::optional<LastWriters::Write> LastWriters::write_of(std::uint64_t word) const {
    const auto number = static_cast<std::int64_t>(word >> 32);
    const std::int64_t thread = number / 2 - first_;
    if (thread < 0) return std::nullopt;
    return Write{{thread / threads_of_block_, static_cast<int>(thread % threads_of_block_)},
                 number % 2 == 1,
                 static_cast<ShortPc>(word)};
}

std::optional<LastWriters::Write> LastWriters::replace(std::int64_t entry, const Write& write) {
    if (2 * next_ > std::numeric_limits<std::uint32_t>::max()) return std::nullopt; // too many threads to number
    const std::int64_t thread = first_ + write.by.block * threads_of_block_ + write.by.thread;
    const auto number = static_cast<std::uint64_t>(2 * thread + (write.is_atomic ? 1 : 0));
    // Not one atomic step: of two stores at the same moment one may be missed.
    const std::uint64_t last = writers_[entry].load(std::memory_order_relaxed);
    if (last >> 32 != number) writers_[entry].store(number << 32 | write.pc, std::memory_order_relaxed);
    return write_of(last);
}

std::optional<LastWriters::Write> LastWriters::last(std::int64_t entry) const {
    return write_of(writers_[entry].load(std::memory_order_relaxed));
}

void LastWriters::note_ldg(std::int64_t entry, ShortPc pc) {
    (*ldg_)[entry].store(pc, std::memory_order_relaxed);
    has_ldg_.store(true, std::memory_order_relaxed);
}

Index3 LastWriters::block_of(const LaunchedThread& thread) const {
    const std::int64_t x = grid_.x, y = grid_.y;
    return {static_cast<unsigned>(thread.block % x), static_cast<unsigned>(thread.block / x % y),
            static_cast<unsigned>(thread.block / x / y)};
}

} // namespace pairscope::simt
