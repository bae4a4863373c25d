// SPDX-License-Identifier: MIT
// Finds entries of the answer into which two threads write different values with nothing that orders them: the answer
// depends on which comes last. A store beyond the end of a row is found so, because it lands in the next row.
#pragma once

#include "kernels/simt/block_clock.h"
#include "kernels/simt/memory_map.h"
#include "kernels/simt/observer.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace pairscope::simt {

/// Belongs to one observer. A store is noted before it is made and judged after it, when the values can be compared.
class AnswerWriters {
public:
    void begin_block(const BlockToObserve& block);
    /// Atomics in global memory may order a block behind others, as the last block of a sum: it is not judged any more.
    void note_atomic() { is_ordered_ = true; }
    void note_store(const Place& place, const GlobalRange& range, std::uintptr_t address, int bytes,
                    const BlockClock& clock);

    [[nodiscard]] bool is_noted() const { return noted_.has_value(); }
    struct Conflict {
        Place place;
        std::string told;
    };
    /// To be asked when the noted store has been made.
    [[nodiscard]] std::optional<Conflict> judge();

private:
    struct Noted {
        Place place;
        const GlobalRange* range;
        std::int64_t entry;
        LaunchedThread other;
        std::uint32_t before; ///< the bits of the entry
    };
    static std::uint32_t bits_at(const GlobalRange& range, std::int64_t entry);

    BlockToObserve block_;
    bool is_ordered_ = false;
    std::optional<Noted> noted_;
};

} // namespace pairscope::simt
