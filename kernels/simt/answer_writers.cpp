// SPDX-License-Identifier: MIT
#include "kernels/simt/answer_writers.h"

#include "kernels/core/entry.h"
#include "kernels/simt/findings.h"

#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace pairscope::simt {

void AnswerWriters::begin_block(const BlockToObserve& block) {
    block_ = block;
    is_ordered_ = false;
}

std::uint32_t AnswerWriters::bits_at(const GlobalRange& range, std::int64_t entry) {
    std::uint32_t bits = 0;
    std::memcpy(&bits,
                reinterpret_cast<const void*>(range.begin + static_cast<std::uintptr_t>(entry * range.entry_bytes)),
                static_cast<std::size_t>(range.entry_bytes));
    return bits;
}

void AnswerWriters::note_store(const Place& place, const GlobalRange& range, std::uintptr_t address, int bytes,
                               const BlockClock& clock) {
    const LaunchedThread self{block_.linear_index, place.thread};
    const auto offset = static_cast<std::int64_t>(address - range.begin);
    for (std::int64_t entry = offset / range.entry_bytes; entry * range.entry_bytes < offset + bytes; ++entry) {
        const auto other = range.writers->replace(entry, self);
        if (!other || *other == self || noted_ || is_ordered_) continue;
        if (other->block == self.block && clock.somebody_has_met()) continue;
        // Nothing is there yet if a thread of another block makes its store at this moment.
        const std::uint32_t before = bits_at(range, entry);
        const bool is_written = before != 0 && before != poison_bits && before != half_poison_bits;
        if (is_written || other->block == self.block)
            noted_ = {place, &range, entry, *other, before};
    }
}

std::optional<AnswerWriters::Conflict> AnswerWriters::judge() {
    const Noted noted = *std::exchange(noted_, std::nullopt);
    const GlobalRange& range = *noted.range;
    if (bits_at(range, noted.entry) == noted.before) return std::nullopt;
    const Index3 block = range.writers->block_of(noted.other), thread = index_of(noted.other.thread, block_.size);
    return Conflict{
        noted.place,
        fmt::format("writes row {}, column {} of {}, to which thread ({}, {}, {}) of block ({}, {}, {}) has "
                    "written a different value; nothing orders the two stores",
                    noted.entry / range.cols, noted.entry % range.cols, range.name, thread.x, thread.y, thread.z,
                    block.x, block.y, block.z)};
}

} // namespace pairscope::simt
