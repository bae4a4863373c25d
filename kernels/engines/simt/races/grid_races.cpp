// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/races/grid_races.h"

#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/findings.h"
#include "kernels/ladder/entry.h"

#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace pairscope::simt {
namespace {

bool is_output(const GlobalRange& range) { return range.cols > 0; }

/// Entries of a range that an access touches, as numbers.
struct Entries {
    std::int64_t first, last; ///< last is inside
};
Entries entries_of(const GlobalRange& range, std::uintptr_t address, int bytes) {
    const auto offset = static_cast<std::int64_t>(address - range.begin);
    return {offset / range.entry_bytes, (offset + bytes - 1) / range.entry_bytes};
}

/// Bytes of one word may belong to different blocks.
bool is_part_of_a_word(const GlobalRange& range, int bytes) { return !is_output(range) && bytes < range.entry_bytes; }

} // namespace

void GridRaces::begin_block(const BlockToObserve& block) {
    block_ = block;
    is_ordered_ = false;
    own_words_.clear();
    keeps_output_ = output_is_read_;
}

void GridRaces::keep_word(const GlobalRange& range, std::int64_t entry) {
    if (is_output(range) && !keeps_output_) return;
    own_words_.insert(range.begin + static_cast<std::uintptr_t>(entry * range.entry_bytes));
}

bool GridRaces::is_own(const GlobalRange& range, std::int64_t entry) const {
    return own_words_.contains(range.begin + static_cast<std::uintptr_t>(entry * range.entry_bytes));
}

std::string GridRaces::thread_in_words(const GlobalRange& range, const LaunchedThread& thread) const {
    const Index3 block = range.writers->block_of(thread), index = index_of(thread.thread, block_.size);
    return fmt::format("thread ({}, {}, {}) of block ({}, {}, {})", index.x, index.y, index.z, block.x, block.y,
                       block.z);
}

std::optional<GridRaces::Conflict> GridRaces::load(const AccessSite& place, const GlobalRange& range,
                                                   std::uintptr_t address, int bytes) {
    if (is_ordered_ || is_part_of_a_word(range, bytes)) return std::nullopt;
    if (is_output(range)) output_is_read_ = true;
    if (is_output(range) && !keeps_output_) return std::nullopt;
    const Entries entries = entries_of(range, address, bytes);
    for (std::int64_t entry = entries.first; entry <= entries.last; ++entry) {
        const auto last = range.writers->last(entry);
        // A plain load beside atomics gets a value that was there, which is all that many kernels need.
        if (!last || last->is_atomic || last->by.block == block_.linear_index) continue;
        if (is_own(range, entry)) continue; // another block may have written the same meanwhile
        return Conflict{place, fmt::format("reads {} bytes at byte {} of {}, which {} has written in this launch; "
                                           "blocks run in any order, and this one does not wait",
                                           bytes, address - range.begin, range.name, thread_in_words(range, last->by))};
    }
    return std::nullopt;
}

std::optional<GridRaces::Conflict> GridRaces::atomic(const AccessSite& place, const GlobalRange& range,
                                                     std::uintptr_t address, int bytes) {
    const bool was_ordered = std::exchange(is_ordered_, true);
    const Entries entries = entries_of(range, address, bytes);
    std::optional<Conflict> found;
    for (std::int64_t entry = entries.first; entry <= entries.last; ++entry) {
        const auto last = range.writers->replace(entry, {self(place), true, static_cast<ShortPc>(place.pc)});
        if (found || was_ordered || !last || last->is_atomic || last->by.block == block_.linear_index) continue;
        found =
            Conflict{place, fmt::format("updates {} bytes at byte {} of {}, to which {} has written in this launch "
                                        "without an atomic; blocks run in any order",
                                        bytes, address - range.begin, range.name, thread_in_words(range, last->by))};
    }
    return found;
}

std::optional<GridRaces::ChangingData> GridRaces::ldg(const Access& a, const GlobalRange& range) {
    if (is_part_of_a_word(range, a.bytes)) return std::nullopt;
    const Entries entries = entries_of(range, a.address, a.bytes);
    std::optional<LastWriters::Write> written;
    for (std::int64_t entry = entries.first; entry <= entries.last; ++entry) {
        range.writers->note_ldg(entry, static_cast<ShortPc>(a.place.pc));
        if (!written) written = range.writers->last(entry);
    }
    if (!written) return std::nullopt;
    return ChangingData{full_pc(written->pc, a.place.pc), written->by};
}

std::optional<GridRaces::ChangingData> GridRaces::written_after_ldg(const Access& a, const GlobalRange& range) {
    if (is_part_of_a_word(range, a.bytes)) return std::nullopt;
    const Entries entries = entries_of(range, a.address, a.bytes);
    for (std::int64_t entry = entries.first; entry <= entries.last; ++entry)
        if (const ShortPc pc = range.writers->ldg_of(entry); pc != 0)
            return ChangingData{full_pc(pc, a.place.pc), std::nullopt};
    return std::nullopt;
}

std::string GridRaces::told(const Access& a, const GlobalRange& range, const ChangingData& changing) const {
    const std::uintptr_t offset = a.address - range.begin;
    const std::string line = line_in_words(changing.other_pc, a.place.pc);
    if (changing.writer)
        return fmt::format("reads {} bytes at byte {} of {} by __ldg, but {} has written them{} during this launch; "
                           "__ldg may read only what no thread writes while the launch runs",
                           a.bytes, offset, range.name, thread_in_words(range, *changing.writer), line);
    return fmt::format("{} {} bytes at byte {} of {}, but __ldg has read them{} during this launch; __ldg may read "
                       "only what no thread writes while the launch runs",
                       words_of(a.operation).verb, a.bytes, offset, range.name, line);
}

std::uint32_t GridRaces::bits_at(const GlobalRange& range, std::int64_t entry) {
    std::uint32_t bits = 0;
    std::memcpy(&bits,
                reinterpret_cast<const void*>(range.begin + static_cast<std::uintptr_t>(entry * range.entry_bytes)),
                static_cast<std::size_t>(range.entry_bytes));
    return bits;
}

void GridRaces::note_store(const AccessSite& place, const GlobalRange& range, std::uintptr_t address, int bytes,
                           const BlockClock& clock) {
    if (is_part_of_a_word(range, bytes)) return;
    const LaunchedThread by = self(place);
    const Entries entries = entries_of(range, address, bytes);
    for (std::int64_t entry = entries.first; entry <= entries.last; ++entry) {
        const auto last = range.writers->replace(entry, {by, false, static_cast<ShortPc>(place.pc)});
        keep_word(range, entry);
        if (!last || last->by == by || noted_ || is_ordered_) continue;
        const bool is_of_this_block = last->by.block == by.block;
        // Inside a block, GlobalShadow sees to everything but the output.
        if (is_of_this_block && (!is_output(range) || clock.somebody_has_met())) continue;
        // Nothing is there yet if a thread of another block makes its store at this moment.
        const std::uint32_t before = bits_at(range, entry);
        const bool is_written = before != 0 && before != poison_bits && before != half_poison_bits;
        if (is_written || is_of_this_block || last->is_atomic) noted_ = {place, &range, entry, *last, before};
    }
}

std::optional<GridRaces::Conflict> GridRaces::judge() {
    const Noted noted = *std::exchange(noted_, std::nullopt);
    const GlobalRange& range = *noted.range;
    if (bits_at(range, noted.entry) == noted.before) return std::nullopt;
    const std::string where =
        is_output(range)
            ? fmt::format("row {}, column {} of {}", noted.entry / range.cols, noted.entry % range.cols, range.name)
            : fmt::format("byte {} of {}", noted.entry * range.entry_bytes, range.name);
    const std::string other = thread_in_words(range, noted.other.by);
    if (noted.other.is_atomic)
        return Conflict{noted.place, fmt::format("writes {}, which {} has updated by an atomic; nothing orders the two",
                                                 where, other)};
    return Conflict{noted.place, fmt::format("writes {}, to which {} has written a different value; nothing orders "
                                             "the two stores",
                                             where, other)};
}

} // namespace pairscope::simt
