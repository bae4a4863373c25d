// SPDX-License-Identifier: MIT
// Makes findings of what the threads of a block do to each other's memory: races, reads of uninitialised memory, and
// accesses to data that an asynchronous copy has not delivered.
#pragma once

#include "kernels/engines/simt/access_words.h"
#include "kernels/engines/simt/findings.h"
#include "kernels/engines/simt/memory/address_space.h"
#include "kernels/engines/simt/memory/global_shadow.h"
#include "kernels/engines/simt/memory/memory_shadow.h"

#include <array>
#include <cstddef>
#include <optional>

namespace pairscope::simt {

/// Belongs to one observer, whose address space, clock and findings it uses.
class RaceJudge {
public:
    RaceJudge(const AddressSpace& space, const BlockClock& clock, Findings& findings)
        : space_(&space), findings_(&findings), dynamic_shadow_(clock), static_shadow_(clock), global_(clock) {}

    void begin_block(const BlockToObserve& block, bool forget);
    /// An access that is allowed, before it is made. `at` is where the address lies.
    void access(Space at, const Access& access);
    void copy_begins(Space at, const Access& target);
    void copy_ends(Space at, int thread, std::uintptr_t to, int bytes);

    /// Call this before the next access: the last store is then complete, so the judge can see whether it changed the
    /// value. Threads may store the same value at once, and in global memory, where flags are set so,
    /// others may read it meanwhile.
    void judge_last_store() {
        if (noted_) judge_noted_store();
    }

private:
    struct NotedStore {
        Access access;
        ShadowVerdict verdict;
        Space at;
        std::array<std::byte, 16> before;
    };
    MemoryShadow& shadow(Space at, std::uintptr_t& offset);
    void judge_noted_store();
    void tell(Space at, const Access& access, const ShadowVerdict& verdict, const Words& words);

    const AddressSpace* space_;
    Findings* findings_;
    Index3 block_size_;
    MemoryShadow dynamic_shadow_, static_shadow_;
    GlobalShadow global_;
    std::optional<NotedStore> noted_;
};

} // namespace pairscope::simt
