// SPDX-License-Identifier: MIT
// Looks at every access of one block after the other: is it allowed, and what does it cost? One observer belongs to
// one worker thread of the executor; what several of them found is merged at the end.
#pragma once

#include "kernels/engines/simt/memory/array_index.h"
#include "kernels/engines/simt/memory/memory_map.h"
#include "kernels/engines/simt/observed.h"
#include "kernels/engines/simt/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::simt {

class RestoredVariables;

enum class Operation : std::uint8_t { load, store, atomic };

struct BlockToObserve {
    Index3 block;
    std::int64_t linear_index = 0;
    Index3 size;                                       ///< threads in x, y, z; thread numbers below are linear, x first
    std::uintptr_t dynamic_begin = 0, dynamic_end = 0; ///< dynamic shared memory
    std::uintptr_t static_begin = 0, static_end = 0;   ///< the worker's thread-local storage: static shared memory
};

/// Where an access was made: `pc` is the return address of the hook.
struct AccessSite {
    int thread = 0; ///< linear, in the block
    std::uintptr_t pc = 0;
};

/// One entry of the output, whose stores are looked for: bytes of memory, or a texel.
struct SearchedEntry {
    std::uintptr_t begin = 0, end = 0;
    const SurfaceMemory* surface = nullptr;
    int x_begin = 0, x_end = 0, y = 0; ///< place in the surface: bytes of a row, and the row
};
struct ObservedStore {
    std::int64_t linear_block = 0;
    Index3 block, thread;
    std::uintptr_t pc = 0;
};

class Observer {
public:
    struct Options {
        bool follow = true;             ///< count what is touched; else only check
        bool makes_requests = true;     ///< else the accesses of lanes are counted alone
        std::int64_t chosen_block = -1; ///< linear index of the block whose chosen warp is kept
        int chosen_warp = 0;
        int warp_requests = 4096;
        const SearchedEntry* searched = nullptr; ///< set: nothing is checked, only stores to this entry are noted
        RestoredVariables* restored = nullptr;   ///< set: it is told before a variable of the program changes
    };
    Observer(const MemoryMap& memory, const Options& options);
    ~Observer();
    Observer(Observer&&) noexcept;

    void begin_block(const BlockToObserve& block);

    /// A load, store or atomic of `bytes` bytes. False: it must not happen, and the thread must end here.
    [[nodiscard]] bool access(const AccessSite& place, std::uintptr_t address, int bytes, Operation operation);

    /// An access to a surface; what lies outside of it is counted but no fault (the boundary mode decides).
    void surface_access(const AccessSite& place, const SurfaceMemory& surface, int x_bytes, int y, int bytes,
                        Operation operation);

    /// An asynchronous copy from global to shared memory begins (its target is pending), and ends. False as above.
    [[nodiscard]] bool copy_begins(const AccessSite& place, std::uintptr_t to, std::uintptr_t from, int bytes);
    void copy_ends(int thread, std::uintptr_t to, int bytes);

    /// A load by __ldg comes next.
    void note_ldg(const AccessSite& place, std::uintptr_t address, int bytes);

    /// A thread has taken a lock by an atomic, or given it back.
    void note_lock(int thread, std::uintptr_t lock, bool taken);

    /// All threads of the block have met at a barrier; the lanes in `mask` of a warp have.
    void block_barrier();
    void warp_barrier(int warp, std::uint32_t mask);

    /// A fault that was seen elsewhere. After an overflow, what the thread does with the result is no other fault.
    void report(const AccessSite& place, FindingKind kind, std::string told);

    /// An index outside of its array, before the access. False: the access must not happen, and the thread must end.
    [[nodiscard]] bool index_outside(const AccessSite& place, const OutsideIndex& outside);

    void end_block();

    /// The last store to the searched entry, in the order of the grid; absent: there was none.
    [[nodiscard]] const std::optional<ObservedStore>& last_store() const;
    [[nodiscard]] std::shared_ptr<Observed> take();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Merges the parts, multiplies the counts of each by its scale, finds the lines of the source, and fills lines,
/// findings and warp.
void finish(Trace& trace, std::vector<std::shared_ptr<Observed>> parts);

} // namespace pairscope::simt
