// SPDX-License-Identifier: MIT
// Races of the threads of one block in global memory: in `__device__` variables, and in the output where a kernel reads
// back what it has stored.
#pragma once

#include "kernels/engines/simt/memory/memory_map.h"
#include "kernels/engines/simt/memory/memory_shadow.h"

#include <cstdint>
#include <unordered_map>

namespace pairscope::simt {

class GlobalShadow {
public:
    explicit GlobalShadow(const BlockClock& clock) : clock_(&clock) {}

    /// If `forget` is true, all accesses of earlier blocks are discarded.
    void begin_block(bool forget);
    /// An aligned access of 1 to 16 bytes inside `range`.
    [[nodiscard]] ShadowVerdict access(const AccessSite& place, const GlobalRange& range, std::uintptr_t address,
                                       int bytes, Operation operation);

private:
    static constexpr std::uintptr_t page_bytes = 4096;
    static constexpr std::size_t most_pages = 2048; // kept from block to block: 70 MB of cells
    [[nodiscard]] bool is_followed(const GlobalRange& range, Operation operation);
    MemoryShadow& page_of(std::uintptr_t address);

    const BlockClock* clock_;
    std::unordered_map<std::uintptr_t, MemoryShadow> pages_; // by the number of the page
    std::uintptr_t last_number_ = 0;                         // number of the page that was touched last
    MemoryShadow* last_page_ = nullptr;
    bool output_is_read_ = false; // most kernels only store into it, and then there is nothing to find
};

} // namespace pairscope::simt
