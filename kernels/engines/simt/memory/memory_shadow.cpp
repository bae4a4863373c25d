// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/memory/memory_shadow.h"

#include <algorithm>
#include <bit>
#include <span>

namespace pairscope::simt {
namespace {

void keep_worse(ShadowVerdict& worst, const ShadowVerdict& next) {
    if (next.fault > worst.fault) worst = next;
}

} // namespace

std::string_view name_of(OtherAccess access) {
    switch (access) {
    case OtherAccess::read:
        return "read";
    case OtherAccess::wrote:
        return "wrote";
    case OtherAccess::updated:
        return "updated";
    case OtherAccess::overwrites:
        return "overwrites by an asynchronous copy";
    }
    return {};
}

void MemoryShadow::begin_block(std::size_t bytes, bool forget) {
    bytes_ = bytes;
    if (forget) cells_.clear();                       // and with the cells the bits that say who has an other_atomics_
    const std::size_t needed = (bytes >> shift_) + 4; // the last word may be short
    if (cells_.size() < needed) cells_.resize(needed);
}

/// Most kernels touch whole words only, and a cell a word is four times faster. Before this call every access was to
/// whole words, so each byte has its word's history.
void MemoryShadow::split_words() {
    std::vector<Cell> bytes;
    bytes.reserve(cells_.size() * 4);
    for (const Cell& word : cells_) bytes.insert(bytes.end(), 4, word);
    cells_ = std::move(bytes);
    std::vector<OtherAtomic> others;
    others.reserve(other_atomics_.size() * 4);
    for (const OtherAtomic& word : other_atomics_) others.insert(others.end(), 4, word);
    other_atomics_ = std::move(others);
    shift_ = 0;
}

MemoryShadow::Piece MemoryShadow::cells_of(std::size_t offset, int bytes) {
    const std::size_t end = offset + static_cast<std::size_t>(bytes);
    if (shift_ != 0 && ((offset | end) & 3) != 0) split_words();
    return {offset >> shift_, end >> shift_};
}

ShadowVerdict MemoryShadow::access(const AccessSite& place, std::size_t offset, int bytes, Operation operation) {
    const Piece piece = cells_of(offset, bytes);
    ShadowVerdict worst;
    if (operation != Operation::store && !is_initialised(piece, bytes)) worst.fault = ShadowFault::uninitialised;
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
        Cell& cell = cells_[i];
        switch (operation) {
        case Operation::load:
            keep_worse(worst, read(cell, place));
            break;
        case Operation::store:
            keep_worse(worst, write(cell, place, 0));
            break;
        case Operation::atomic:
            keep_worse(worst, write(cell, place, atomic_bit));
            break;
        }
    }
    return worst;
}

/// A struct is copied with its padding, which is never written. Padding never fills 4 bytes of a struct of 8, nor 8
/// bytes of a larger one that lie on a multiple of 8.
bool MemoryShadow::is_initialised(const Piece& piece, int bytes) const {
    const std::size_t unit =
        std::max<std::size_t>(1, static_cast<std::size_t>(bytes <= 8 ? std::min(bytes, 4) : 8) >> shift_);
    for (std::size_t first = piece.begin; first < piece.end; first += unit) {
        const auto cells = std::span(cells_).subspan(first, std::min(unit, piece.end - first));
        if (std::ranges::none_of(cells, [&](const Cell& cell) { return is_written(cell); })) return false;
    }
    return true;
}

ShadowVerdict MemoryShadow::copy_begins(const AccessSite& place, std::size_t offset, int bytes) {
    const Piece piece = cells_of(offset, bytes);
    ShadowVerdict worst;
    for (std::size_t i = piece.begin; i < piece.end; ++i) keep_worse(worst, write(cells_[i], place, pending_bit));
    return worst;
}

void MemoryShadow::copy_ends(int thread, std::size_t offset, int bytes) {
    const Piece piece = cells_of(offset, bytes);
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
        cells_[i] = {.written = clock_->stamp(thread),
                     .writer = static_cast<std::uint16_t>(thread),
                     .writer_pc = cells_[i].writer_pc};
    }
}

/// Is the last store ordered before this access? If it was a copy that another thread began: has that thread waited for
/// it, and has this thread waited for that thread?
ShadowVerdict MemoryShadow::judge_writer(const Cell& cell, const AccessSite& place, bool is_atomic) const {
    if (!is_written(cell)) return {};
    const int writer = cell.writer & thread_bits;
    const bool is_pending = (cell.writer & pending_bit) != 0,
               both_atomic = is_atomic && (cell.writer & atomic_bit) != 0;
    const std::uintptr_t writer_pc = full_pc(cell.writer_pc, place.pc);
    const bool both_locked = (cell.writer & locked_bit) != 0 && clock_->holds_lock(place.thread);
    const bool is_ordered =
        writer == place.thread || both_atomic || both_locked || clock_->ordered(cell.written, writer, place.thread);
    if (is_ordered && is_pending) return {ShadowFault::pending, writer, writer_pc, OtherAccess::overwrites};
    if (is_ordered) return is_atomic ? ShadowVerdict{} : judge_other_atomic(cell, place);
    const bool was_atomic = (cell.writer & atomic_bit) != 0;
    return {ShadowFault::race, writer, writer_pc,
            is_pending   ? OtherAccess::overwrites
            : was_atomic ? OtherAccess::updated
                         : OtherAccess::wrote};
}

/// The thread is ordered after the last atomic, or has made it itself. Is it ordered after the others?
ShadowVerdict MemoryShadow::judge_other_atomic(const Cell& cell, const AccessSite& place) const {
    if ((cell.writer & others_bit) == 0) return {};
    const OtherAtomic& other = other_atomics_[static_cast<std::size_t>(&cell - cells_.data())];
    if (other.thread == place.thread || clock_->ordered(other.stamp, other.thread, place.thread)) return {};
    return {ShadowFault::race, other.thread, full_pc(other.pc, place.pc), OtherAccess::updated};
}

MemoryShadow::OtherAtomic& MemoryShadow::other_atomic(const Cell& cell) {
    if (other_atomics_.size() < cells_.size()) other_atomics_.resize(cells_.size());
    return other_atomics_[static_cast<std::size_t>(&cell - cells_.data())];
}

/// Before an atomic of `thread` replaces `before`: does the cell have an atomic of another thread, and which one?
bool MemoryShadow::remember_atomic(const Cell& before, int thread) {
    if (!is_written(before) || (before.writer & atomic_bit) == 0) return false;
    const int writer = before.writer & thread_bits;
    const bool has_other = (before.writer & others_bit) != 0;
    if (writer == thread) return has_other;
    OtherAtomic& other = other_atomic(before);
    // One of another warp is worth more: only a barrier of the whole block orders it.
    const bool is_kept = has_other && other.stamp >= clock_->interval_start() &&
                         other.thread / warp_size != thread / warp_size && writer / warp_size == thread / warp_size;
    if (!is_kept) other = {before.written, before.writer_pc, static_cast<std::uint16_t>(writer)};
    return true;
}

ShadowVerdict MemoryShadow::read(Cell& cell, const AccessSite& place) const {
    const int thread = place.thread;
    const ShadowVerdict verdict = judge_writer(cell, place, false);
    if (verdict.fault == ShadowFault::pending) return verdict;
    if (clock_->holds_lock(thread)) return verdict; // the lock orders it before the next store
    const auto warp = static_cast<std::uint16_t>(thread / warp_size);
    const std::uint32_t lane = 1u << (thread % warp_size);
    if (cell.read < clock_->interval_start()) {
        cell.read = clock_->stamp(thread);
        cell.readers = lane;
        cell.reader_warp = warp;
        cell.second = nobody;
        cell.reader = static_cast<std::uint16_t>(thread);
        cell.reader_pc = static_cast<std::uint32_t>(place.pc);
        return verdict;
    }
    if (cell.reader_warp != warp) {
        cell.reader_warp = many_warps; // a thread that stores now races with one of them, whichever lane it is
    } else if (cell.read == clock_->stamp(thread)) {
        cell.readers |= lane;
    } else if (!race_with_readers(cell, place).is_race()) {
        cell.read = clock_->stamp(thread); // who comes after us comes after them
        cell.readers = lane;
    } else {
        // Only barriers of a part of a warp lead here. One stamp serves all readers, the older one: a race may be
        // missed, none is invented.
        cell.read = std::min(cell.read, clock_->stamp(thread));
        cell.readers |= lane;
    }
    remember_reader(cell, place);
    return verdict;
}

/// The first one, and the last of the others; once there are several warps, the other one is of another warp.
void MemoryShadow::remember_reader(Cell& cell, const AccessSite& place) const {
    const auto thread = static_cast<std::uint16_t>(place.thread);
    if (thread == cell.reader) {
        cell.reader_pc = static_cast<std::uint32_t>(place.pc);
    } else if (cell.reader_warp != many_warps || thread / warp_size != cell.reader / warp_size) {
        cell.second = thread;
        cell.second_pc = static_cast<std::uint32_t>(place.pc);
    }
}

bool MemoryShadow::may_race_with(const Cell& cell, int reader, int thread) const {
    if (reader == nobody || reader == thread) return false;
    if (cell.reader_warp == many_warps) return reader / warp_size != thread / warp_size;
    return (cell.readers >> (reader % warp_size) & 1) != 0 && !clock_->ordered(cell.read, reader, thread);
}

ShadowVerdict MemoryShadow::race_with_readers(const Cell& cell, const AccessSite& place) const {
    if (cell.read < clock_->interval_start()) return {};
    if (may_race_with(cell, cell.reader, place.thread))
        return {ShadowFault::race, cell.reader, full_pc(cell.reader_pc, place.pc), OtherAccess::read};
    if (may_race_with(cell, cell.second, place.thread))
        return {ShadowFault::race, cell.second, full_pc(cell.second_pc, place.pc), OtherAccess::read};
    if (cell.reader_warp == many_warps) return {};
    std::uint32_t others = cell.readers;
    if (cell.reader_warp == place.thread / warp_size) others &= ~(1u << (place.thread % warp_size));
    for (; others != 0; others &= others - 1) {
        const int other = cell.reader_warp * warp_size + std::countr_zero(others);
        if (!clock_->ordered(cell.read, other, place.thread)) return {ShadowFault::race, other, 0, OtherAccess::read};
    }
    return {};
}

/// Did this thread store here last, not atomically, and was there no barrier since?
bool MemoryShadow::is_own_plain_store(const Cell& cell, int thread) const {
    return is_written(cell) && (cell.writer & ~locked_bit) == thread && cell.written == clock_->stamp(thread);
}

ShadowVerdict MemoryShadow::write(Cell& cell, const AccessSite& place, std::uint16_t bits) {
    ShadowVerdict verdict = judge_writer(cell, place, (bits & atomic_bit) != 0);
    if (verdict.fault == ShadowFault::pending) return verdict;
    if (verdict.fault == ShadowFault::none) verdict = race_with_readers(cell, place);
    if (bits == atomic_bit && is_own_plain_store(cell, place.thread))
        return verdict; // others still race with the store
    if (bits == 0 && clock_->holds_lock(place.thread)) bits = locked_bit;
    if (bits == atomic_bit && remember_atomic(cell, place.thread)) bits |= others_bit;
    cell = {.written = clock_->stamp(place.thread),
            .writer = static_cast<std::uint16_t>(place.thread | bits),
            .writer_pc = static_cast<std::uint32_t>(place.pc)};
    return verdict;
}

} // namespace pairscope::simt
