// SPDX-License-Identifier: MIT
// Finds races between blocks in global memory: the output, the workspace and `__device__` variables. Blocks come in any
// order, and only atomics can make one wait for another. In the output it also finds entries into which two threads
// write different values with nothing that orders them: a store beyond the end of a row is found so, because it lands
// in the next row.
#pragma once

#include "kernels/engines/simt/access_words.h"
#include "kernels/engines/simt/block_clock.h"
#include "kernels/engines/simt/memory/memory_map.h"
#include "kernels/engines/simt/observer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>

namespace pairscope::simt {

/// Belongs to one observer. A store is noted before it is made and judged after it, when the values can be compared.
class GridRaces {
public:
    struct Conflict {
        AccessSite place;
        std::string told;
    };

    void begin_block(const BlockToObserve& block);
    /// To be told of every load and atomic inside a range with writers. What is returned is a race.
    [[nodiscard]] std::optional<Conflict> load(const AccessSite& place, const GlobalRange& range,
                                               std::uintptr_t address, int bytes);
    [[nodiscard]] std::optional<Conflict> atomic(const AccessSite& place, const GlobalRange& range,
                                                 std::uintptr_t address, int bytes);
    /// To be told of every load by __ldg inside a range with writers, and of what is stored or updated where there has
    /// been one. GPUs serve __ldg from a cache that is not kept up to date: no order of the threads makes this right.
    struct ChangingData {
        std::uintptr_t other_pc = 0;            ///< where it was written, or read by __ldg
        std::optional<LaunchedThread> writer{}; ///< absent: __ldg came first
    };
    [[nodiscard]] static std::optional<ChangingData> ldg(const Access& access, const GlobalRange& range);
    [[nodiscard]] static std::optional<ChangingData> written_after_ldg(const Access& access, const GlobalRange& range);
    /// What is wrong with the access. It looks up a line, which takes long.
    [[nodiscard]] std::string told(const Access& access, const GlobalRange& range, const ChangingData& changing) const;
    /// Atomics in global memory may order a block behind others, as the last block of a sum: it is not judged any more.
    void note_atomic() { is_ordered_ = true; }

    void note_store(const AccessSite& place, const GlobalRange& range, std::uintptr_t address, int bytes,
                    const BlockClock& clock);
    [[nodiscard]] bool is_noted() const { return noted_.has_value(); }
    /// To be asked when the noted store has been made.
    [[nodiscard]] std::optional<Conflict> judge();

private:
    struct Noted {
        AccessSite place;
        const GlobalRange* range;
        std::int64_t entry;
        LastWriters::Write other;
        std::uint32_t before; ///< the bits of the entry
    };
    static std::uint32_t bits_at(const GlobalRange& range, std::int64_t entry);
    [[nodiscard]] LaunchedThread self(const AccessSite& place) const { return {block_.linear_index, place.thread}; }
    void keep_word(const GlobalRange& range, std::int64_t entry);
    [[nodiscard]] bool is_own(const GlobalRange& range, std::int64_t entry) const;
    [[nodiscard]] std::string thread_in_words(const GlobalRange& range, const LaunchedThread& thread) const;

    BlockToObserve block_;
    bool is_ordered_ = false;
    std::optional<Noted> noted_;
    std::unordered_set<std::uintptr_t> own_words_; ///< that this block has stored
    bool output_is_read_ = false; ///< most kernels only store into it, and then its words need not be kept
    bool keeps_output_ = false;   ///< from the first block on that begins after a load of the output
};

} // namespace pairscope::simt
