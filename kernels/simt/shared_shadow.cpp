// SPDX-License-Identifier: MIT
#include "kernels/simt/shared_shadow.h"

#include <algorithm>
#include <bit>
#include <span>

namespace pairscope::simt {
namespace {

void keep_worse(SharedVerdict& worst, const SharedVerdict& next) {
    if (next.fault > worst.fault) worst = next;
}

/// A program is smaller than 4 GiB, so one address in it and the lower half of another give the other.
std::uintptr_t full_pc(std::uint32_t lower_half, std::uintptr_t near) {
    const auto difference = static_cast<std::int32_t>(lower_half - static_cast<std::uint32_t>(near));
    return near + static_cast<std::uintptr_t>(std::intptr_t{difference});
}

} // namespace

std::string_view name_of(OtherAccess access) {
    switch (access) {
    case OtherAccess::read:
        return "read";
    case OtherAccess::wrote:
        return "wrote";
    case OtherAccess::overwrites:
        return "overwrites by an asynchronous copy";
    }
    return {};
}

void SharedShadow::begin_block(std::size_t bytes, bool forget) {
    bytes_ = bytes;
    if (forget) cells_.clear();
    const std::size_t needed = (bytes >> shift_) + 4; // the last word may be short
    if (cells_.size() < needed) cells_.resize(needed);
}

/// Most kernels touch whole words only, and a cell a word is four times faster. Before this call every access was to
/// whole words, so each byte has its word's history.
void SharedShadow::split_words() {
    std::vector<Cell> bytes;
    bytes.reserve(cells_.size() * 4);
    for (const Cell& word : cells_) bytes.insert(bytes.end(), 4, word);
    cells_ = std::move(bytes);
    shift_ = 0;
}

SharedShadow::Piece SharedShadow::cells_of(std::size_t offset, int bytes) {
    const std::size_t end = offset + static_cast<std::size_t>(bytes);
    if (shift_ != 0 && ((offset | end) & 3) != 0) split_words();
    return {offset >> shift_, end >> shift_};
}

SharedVerdict SharedShadow::access(const Place& place, std::size_t offset, int bytes, Operation operation) {
    const Piece piece = cells_of(offset, bytes);
    SharedVerdict worst;
    if (operation != Operation::store && !is_initialised(piece, bytes)) worst.fault = SharedFault::uninitialised;
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

/// A struct is copied with its padding, which nobody writes. Padding never fills 4 bytes of a struct of 8, nor 8 bytes
/// of a larger one that lie on a multiple of 8.
bool SharedShadow::is_initialised(const Piece& piece, int bytes) const {
    const std::size_t unit =
        std::max<std::size_t>(1, static_cast<std::size_t>(bytes <= 8 ? std::min(bytes, 4) : 8) >> shift_);
    for (std::size_t first = piece.begin; first < piece.end; first += unit) {
        const auto cells = std::span(cells_).subspan(first, std::min(unit, piece.end - first));
        if (std::ranges::none_of(cells, [&](const Cell& cell) { return is_written(cell); })) return false;
    }
    return true;
}

SharedVerdict SharedShadow::copy_begins(const Place& place, std::size_t offset, int bytes) {
    const Piece piece = cells_of(offset, bytes);
    SharedVerdict worst;
    for (std::size_t i = piece.begin; i < piece.end; ++i) keep_worse(worst, write(cells_[i], place, pending_bit));
    return worst;
}

void SharedShadow::copy_ends(int thread, std::size_t offset, int bytes) {
    const Piece piece = cells_of(offset, bytes);
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
        cells_[i] = {.written = clock_->stamp(thread),
                     .writer = static_cast<std::uint16_t>(thread),
                     .writer_pc = cells_[i].writer_pc};
    }
}

/// Is the last store behind us? Of a copy that another thread began: has that thread waited for it, and we for the
/// thread?
SharedVerdict SharedShadow::judge_writer(const Cell& cell, const Place& place, bool is_atomic) const {
    if (!is_written(cell)) return {};
    const int writer = cell.writer & thread_bits;
    const bool is_pending = (cell.writer & pending_bit) != 0,
               both_atomic = is_atomic && (cell.writer & atomic_bit) != 0;
    const std::uintptr_t writer_pc = full_pc(cell.writer_pc, place.pc);
    const bool is_ordered =
        writer == place.thread || both_atomic || clock_->ordered(cell.written, writer, place.thread);
    if (is_ordered && is_pending) return {SharedFault::pending, writer, writer_pc, OtherAccess::overwrites};
    if (is_ordered) return {};
    return {SharedFault::race, writer, writer_pc, is_pending ? OtherAccess::overwrites : OtherAccess::wrote};
}

SharedVerdict SharedShadow::read(Cell& cell, const Place& place) const {
    const int thread = place.thread;
    const SharedVerdict verdict = judge_writer(cell, place, false);
    if (verdict.fault == SharedFault::pending) return verdict;
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
        cell.reader_warp = many_warps; // whoever stores now races with one of them: lanes do not matter any more
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
void SharedShadow::remember_reader(Cell& cell, const Place& place) const {
    const auto thread = static_cast<std::uint16_t>(place.thread);
    if (thread == cell.reader) {
        cell.reader_pc = static_cast<std::uint32_t>(place.pc);
    } else if (cell.reader_warp != many_warps || thread / warp_size != cell.reader / warp_size) {
        cell.second = thread;
        cell.second_pc = static_cast<std::uint32_t>(place.pc);
    }
}

bool SharedShadow::may_race_with(const Cell& cell, int reader, int thread) const {
    if (reader == nobody || reader == thread) return false;
    if (cell.reader_warp == many_warps) return reader / warp_size != thread / warp_size;
    return (cell.readers >> (reader % warp_size) & 1) != 0 && !clock_->ordered(cell.read, reader, thread);
}

SharedVerdict SharedShadow::race_with_readers(const Cell& cell, const Place& place) const {
    if (cell.read < clock_->interval_start()) return {};
    if (may_race_with(cell, cell.reader, place.thread))
        return {SharedFault::race, cell.reader, full_pc(cell.reader_pc, place.pc), OtherAccess::read};
    if (may_race_with(cell, cell.second, place.thread))
        return {SharedFault::race, cell.second, full_pc(cell.second_pc, place.pc), OtherAccess::read};
    if (cell.reader_warp == many_warps) return {};
    std::uint32_t others = cell.readers;
    if (cell.reader_warp == place.thread / warp_size) others &= ~(1u << (place.thread % warp_size));
    for (; others != 0; others &= others - 1) {
        const int other = cell.reader_warp * warp_size + std::countr_zero(others);
        if (!clock_->ordered(cell.read, other, place.thread)) return {SharedFault::race, other, 0, OtherAccess::read};
    }
    return {};
}

/// Did this thread store here last, not atomically, and was there no barrier since?
bool SharedShadow::is_own_plain_store(const Cell& cell, int thread) const {
    return is_written(cell) && cell.writer == thread && cell.written == clock_->stamp(thread);
}

SharedVerdict SharedShadow::write(Cell& cell, const Place& place, std::uint16_t bits) const {
    SharedVerdict verdict = judge_writer(cell, place, (bits & atomic_bit) != 0);
    if (verdict.fault == SharedFault::pending) return verdict;
    if (verdict.fault == SharedFault::none) verdict = race_with_readers(cell, place);
    if (bits == atomic_bit && is_own_plain_store(cell, place.thread))
        return verdict; // others still race with the store
    cell = {.written = clock_->stamp(place.thread),
            .writer = static_cast<std::uint16_t>(place.thread | bits),
            .writer_pc = static_cast<std::uint32_t>(place.pc)};
    return verdict;
}

} // namespace pairscope::simt
