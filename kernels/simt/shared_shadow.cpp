// SPDX-License-Identifier: MIT
#include "kernels/simt/shared_shadow.h"

#include <algorithm>
#include <bit>

namespace pairscope::simt {
namespace {

void keep_worse(SharedVerdict& worst, const SharedVerdict& next) {
    if (next.fault > worst.fault) worst = next;
}

} // namespace

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

SharedVerdict SharedShadow::access(int thread, std::size_t offset, int bytes, Operation operation) {
    const Piece piece = cells_of(offset, bytes);
    SharedVerdict worst;
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
        Cell& cell = cells_[i];
        switch (operation) {
        case Operation::load:
            keep_worse(worst, read(cell, thread));
            break;
        case Operation::store:
            keep_worse(worst, write(cell, thread, 0));
            break;
        case Operation::atomic:
            if (cell.written < clock_->block_start()) keep_worse(worst, {.fault = SharedFault::uninitialised});
            keep_worse(worst, write(cell, thread, atomic_bit));
            break;
        }
    }
    return worst;
}

SharedVerdict SharedShadow::copy_begins(int thread, std::size_t offset, int bytes) {
    const Piece piece = cells_of(offset, bytes);
    SharedVerdict worst;
    for (std::size_t i = piece.begin; i < piece.end; ++i) keep_worse(worst, write(cells_[i], thread, pending_bit));
    return worst;
}

void SharedShadow::copy_ends(int thread, std::size_t offset, int bytes) {
    const Piece piece = cells_of(offset, bytes);
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
        cells_[i] = {.written = clock_->stamp(thread), .writer = static_cast<std::uint16_t>(thread)};
    }
}

SharedVerdict SharedShadow::read(Cell& cell, int thread) const {
    SharedVerdict verdict;
    if (cell.written < clock_->block_start()) {
        verdict.fault = SharedFault::uninitialised;
    } else {
        if ((cell.writer & pending_bit) != 0) return {.fault = SharedFault::pending};
        const int writer = cell.writer & thread_bits;
        if (writer != thread && !clock_->ordered(cell.written, writer, thread)) {
            verdict = {SharedFault::race, writer, true};
        }
    }
    const auto warp = static_cast<std::uint16_t>(thread / warp_size);
    const std::uint32_t lane = 1u << (thread % warp_size);
    if (cell.read < clock_->interval_start()) {
        cell.read = clock_->stamp(thread);
        cell.readers = lane;
        cell.reader_warp = warp;
    } else if (cell.reader_warp != warp) {
        cell.reader_warp = many_warps; // whoever stores now races with one of them: lanes do not matter any more
    } else if (cell.read == clock_->stamp(thread)) {
        cell.readers |= lane;
    } else if (!race_with_readers(cell, thread).is_race()) {
        cell = {cell.written, clock_->stamp(thread), lane, cell.writer, warp}; // who comes after us comes after them
    } else {
        // Only barriers of a part of a warp lead here. One stamp serves all readers, the older one: a race may be
        // missed, none is invented.
        cell.read = std::min(cell.read, clock_->stamp(thread));
        cell.readers |= lane;
    }
    return verdict;
}

SharedVerdict SharedShadow::race_with_readers(const Cell& cell, int thread) const {
    if (cell.read < clock_->interval_start()) return {};
    if (cell.reader_warp == many_warps) return {SharedFault::race, -1, false};
    std::uint32_t others = cell.readers;
    if (cell.reader_warp == thread / warp_size) others &= ~(1u << (thread % warp_size));
    for (; others != 0; others &= others - 1) {
        const int other = cell.reader_warp * warp_size + std::countr_zero(others);
        if (!clock_->ordered(cell.read, other, thread)) return {SharedFault::race, other, false};
    }
    return {};
}

SharedVerdict SharedShadow::write(Cell& cell, int thread, std::uint16_t bits) const {
    SharedVerdict verdict;
    if (cell.written >= clock_->block_start()) {
        if ((cell.writer & pending_bit) != 0) return {.fault = SharedFault::pending};
        const int writer = cell.writer & thread_bits;
        const bool both_atomic = (cell.writer & bits & atomic_bit) != 0;
        if (writer != thread && !both_atomic && !clock_->ordered(cell.written, writer, thread)) {
            verdict = {SharedFault::race, writer, true};
        }
    }
    if (verdict.fault == SharedFault::none) verdict = race_with_readers(cell, thread);
    cell = {.written = clock_->stamp(thread), .writer = static_cast<std::uint16_t>(thread | bits)};
    return verdict;
}

} // namespace pairscope::simt
