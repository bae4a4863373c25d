// SPDX-License-Identifier: MIT
// Which threads of a block touched each piece of a memory last: finds races, reads of uninitialised memory, and
// accesses to data that an asynchronous copy has not delivered yet. It reports no false races; after a first race on a
// piece it may miss others.
#pragma once

#include "kernels/engines/simt/block_clock.h"
#include "kernels/engines/simt/observer.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace pairscope::simt {

/// What is wrong with an access, the worst last.
enum class ShadowFault : std::uint8_t { none, uninitialised, race, pending };

enum class OtherAccess : std::uint8_t { read, wrote, updated, overwrites };
[[nodiscard]] std::string_view name_of(OtherAccess access); ///< "wrote"

struct ShadowVerdict {
    ShadowFault fault = ShadowFault::none;
    int other = 0;               ///< the other thread of a race, or the one that began the copy
    std::uintptr_t other_pc = 0; ///< where it was; 0: not known any more
    OtherAccess other_did = OtherAccess::read;
    [[nodiscard]] bool is_race() const { return fault == ShadowFault::race; }
};

/// One region of memory. Offsets and sizes in bytes.
class MemoryShadow {
public:
    explicit MemoryShadow(const BlockClock& clock) : clock_(&clock) {}

    /// Room for `bytes` bytes. Nothing need be cleared from block to block: older stamps have no meaning.
    void begin_block(std::size_t bytes, bool forget);

    ShadowVerdict access(const AccessSite& place, std::size_t offset, int bytes, Operation operation);
    ShadowVerdict copy_begins(const AccessSite& place, std::size_t offset, int bytes);
    void copy_ends(int thread, std::size_t offset, int bytes);

private:
    static constexpr std::uint16_t thread_bits = 0x3ff, locked_bit = 0x1000, others_bit = 0x2000, atomic_bit = 0x4000,
                                   pending_bit = 0x8000, many_warps = 0xffff, nobody = 0xffff;
    struct Cell {
        std::uint32_t written = 0; ///< stamp of the last store; below block_start(): none in this block
        std::uint32_t read = 0;    ///< stamp of the reads since that store; below interval_start(): none that counts
        std::uint32_t readers = 0; ///< lanes that read
        std::uint16_t writer = 0;  ///< its thread and bits
        std::uint16_t reader_warp = 0;
        // Where it was stored and read, for messages: the lower halves of addresses in the program. One reader and the
        // last of the other readers are kept, so that a thread that stores can name a reader other than itself.
        std::uint32_t writer_pc = 0, reader_pc = 0, second_pc = 0;
        std::uint16_t reader = 0, second = nobody;
    };
    /// Where several threads made an atomic: the last one that is not the cell's writer, of another warp if there is
    /// one.
    struct OtherAtomic {
        std::uint32_t stamp = 0, pc = 0;
        std::uint16_t thread = nobody;
    };
    struct Piece {
        std::size_t begin, end;
    };

    Piece cells_of(std::size_t offset, int bytes);
    void split_words();
    [[nodiscard]] bool is_written(const Cell& cell) const { return cell.written >= clock_->block_start(); }
    [[nodiscard]] bool is_initialised(const Piece& piece, int bytes) const;
    [[nodiscard]] ShadowVerdict judge_writer(const Cell& cell, const AccessSite& place, bool is_atomic) const;
    [[nodiscard]] ShadowVerdict judge_other_atomic(const Cell& cell, const AccessSite& place) const;
    [[nodiscard]] OtherAtomic& other_atomic(const Cell& cell);
    [[nodiscard]] bool remember_atomic(const Cell& before, int thread);
    ShadowVerdict read(Cell& cell, const AccessSite& place) const;
    ShadowVerdict write(Cell& cell, const AccessSite& place, std::uint16_t bits);
    [[nodiscard]] bool is_own_plain_store(const Cell& cell, int thread) const;
    void remember_reader(Cell& cell, const AccessSite& place) const;
    [[nodiscard]] bool may_race_with(const Cell& cell, int reader, int thread) const;
    [[nodiscard]] ShadowVerdict race_with_readers(const Cell& cell, const AccessSite& place) const;

    const BlockClock* clock_;
    std::vector<Cell> cells_;
    std::vector<OtherAtomic> other_atomics_; ///< by cell; empty until two threads make an atomic at one place
    std::size_t bytes_ = 0;
    int shift_ = 2; // a cell is a word, from the first access to part of a word on a byte
};

} // namespace pairscope::simt
