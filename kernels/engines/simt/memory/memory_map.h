// SPDX-License-Identifier: MIT
// The memory that a kernel was given: exact ranges, and which words of them hold a value.
#pragma once

#include "kernels/engines/simt/trace.h"
#include "kernels/ladder/output.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::simt {

struct KernelModule;

[[nodiscard]] void* zeroed_pages(std::size_t bytes); ///< throws std::bad_alloc
void give_back_pages(void* pages, std::size_t bytes);

/// Zeroed memory, whose untouched parts cost nothing.
template <class T> class LazyArray {
public:
    explicit LazyArray(std::int64_t count)
        : bytes_(std::max<std::size_t>(1, static_cast<std::size_t>(count) * sizeof(T))),
          items_(static_cast<T*>(zeroed_pages(bytes_))) {}
    ~LazyArray() { give_back_pages(items_, bytes_); }
    LazyArray(const LazyArray&) = delete;
    LazyArray& operator=(const LazyArray&) = delete;
    [[nodiscard]] T& operator[](std::int64_t i) const { return items_[i]; }

private:
    std::size_t bytes_;
    T* items_;
};

/// Which 4-byte words were written. Shared by all workers: a store by one block may be read by a later one.
class WrittenWords {
public:
    explicit WrittenWords(std::int64_t words); ///< none is written; untouched parts cost no memory
    void mark(std::int64_t first, std::int64_t count);
    void mark_all() { all_ = true; }
    [[nodiscard]] bool all(std::int64_t first, std::int64_t count) const;
    /// The words that were marked one by one, ascending.
    [[nodiscard]] std::vector<std::int64_t> marked() const;

private:
    std::int64_t count_;
    // A byte for a word: neighbouring words may be marked by different threads at once.
    LazyArray<std::atomic<std::uint8_t>> words_;
    static constexpr std::int64_t words_of_page = 4096;
    LazyArray<std::atomic<std::uint8_t>> pages_; ///< pages with marked words
    std::atomic<bool> all_ = false;
};

struct LaunchedThread {
    std::int64_t block = 0; ///< linear
    int thread = 0;         ///< linear, in the block
    bool operator==(const LaunchedThread&) const = default;
};

/// A place in the program: the lower half of an address there.
using ShortPc = std::uint32_t;
/// The whole address, given another one in the program, which is smaller than 4 GiB.
[[nodiscard]] inline std::uintptr_t full_pc(ShortPc lower_half, std::uintptr_t near) {
    const auto difference = static_cast<std::int32_t>(lower_half - static_cast<ShortPc>(near));
    return near + static_cast<std::uintptr_t>(std::intptr_t{difference});
}

/// Who wrote each entry of an array last, where in the program, and whether by an atomic; and which entries __ldg has
/// read. Shared by all workers.
class LastWriters {
public:
    struct Write {
        LaunchedThread by;
        bool is_atomic = false;
        ShortPc pc = 0;
    };
    explicit LastWriters(std::int64_t entries);
    /// What earlier launches wrote is not told any more.
    void begin_launch(Index3 grid, std::int64_t threads_of_block);
    /// Who wrote the entry in this launch before.
    std::optional<Write> replace(std::int64_t entry, const Write& write);
    [[nodiscard]] std::optional<Write> last(std::int64_t entry) const;
    [[nodiscard]] Index3 block_of(const LaunchedThread& thread) const;

    /// __ldg reads an entry.
    void note_ldg(std::int64_t entry, ShortPc pc);
    /// Has __ldg read anything in this launch?
    [[nodiscard]] bool has_ldg() const { return has_ldg_.load(std::memory_order_relaxed); }
    /// Where __ldg has read the entry in this launch; 0: nowhere. Call it only if has_ldg().
    [[nodiscard]] ShortPc ldg_of(std::int64_t entry) const { return (*ldg_)[entry].load(std::memory_order_relaxed); }

private:
    [[nodiscard]] std::optional<Write> write_of(std::uint64_t word) const;

    std::int64_t entries_;
    /// The upper half: twice the number of the thread, which goes on from launch to launch, plus 1 for an atomic; 0:
    /// nobody. The lower half: where in the program.
    LazyArray<std::atomic<std::uint64_t>> writers_;
    std::unique_ptr<LazyArray<std::atomic<ShortPc>>> ldg_;
    std::atomic<bool> has_ldg_ = false;
    Index3 grid_;
    std::int64_t threads_of_block_ = 1, first_ = 1, next_ = 1;
};

/// One argument in global memory: [begin, end), exactly.
struct GlobalRange {
    std::string name; ///< "points", "out"
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    bool read_only = false;
    std::shared_ptr<WrittenWords> written;  ///< null: it was full of values before the launch
    std::shared_ptr<LastWriters> writers{}; ///< null: not followed
    std::int64_t cols = 0;                  ///< columns of the output [entries]; 0: it is not the output
    int entry_bytes = 4;
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

/// A `__shared__` variable: [begin, end), counted from the begin of the static shared memory.
struct SharedVariable {
    std::string name;   ///< in the source
    std::string symbol; ///< in the program: also says in which kernel it is declared
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
};

struct MemoryMap {
    std::vector<GlobalRange> ranges;
    std::vector<SurfaceMemory*> surfaces;
    std::span<const GlobalRange> device_variables{};    ///< variables of the program, ascending
    std::span<const SharedVariable> shared_variables{}; ///< ascending; none: static shared memory is one piece
    const KernelModule* module = nullptr;               ///< the one that holds the kernels; null: the program
};

} // namespace pairscope::simt
