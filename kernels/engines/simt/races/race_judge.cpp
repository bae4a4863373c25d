// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/races/race_judge.h"

#include "kernels/engines/cpu/symbols.h"

#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace pairscope::simt {

void RaceJudge::begin_block(const BlockToObserve& block, bool forget) {
    block_size_ = block.size;
    const auto size = [](const AddressRange& range) { return range.end - range.begin; };
    dynamic_shadow_.begin_block(size(space_->dynamic_shared()), forget);
    static_shadow_.begin_block(size(space_->static_shared()), forget);
    global_.begin_block(forget);
}

MemoryShadow& RaceJudge::shadow(Space at, std::uintptr_t& offset) {
    const bool is_dynamic = at == Space::dynamic_shared;
    offset -= is_dynamic ? space_->dynamic_shared().begin : space_->static_shared().begin;
    return is_dynamic ? dynamic_shadow_ : static_shadow_;
}

void RaceJudge::access(Space at, const Access& a) {
    ShadowVerdict verdict;
    if (at == Space::global) {
        verdict = global_.access(a.place, space_->range(), a.address, a.bytes, a.operation);
    } else if (at == Space::dynamic_shared || at == Space::static_shared) {
        std::uintptr_t offset = a.address;
        MemoryShadow& cells = shadow(at, offset);
        verdict = cells.access(a.place, offset, a.bytes, a.operation);
    }
    if (verdict.fault == ShadowFault::none) return;
    const bool may_change_nothing = verdict.other_did == OtherAccess::wrote || at == Space::global;
    if (verdict.is_race() && a.operation == Operation::store && may_change_nothing) {
        noted_ = {a, verdict, at, {}};
        std::memcpy(noted_->before.data(), reinterpret_cast<const void*>(a.address), static_cast<std::size_t>(a.bytes));
    } else {
        tell(at, a, verdict, words_of(a.operation));
    }
}

void RaceJudge::judge_noted_store() {
    const NotedStore noted = *std::exchange(noted_, std::nullopt);
    const bool is_same = std::memcmp(noted.before.data(), reinterpret_cast<const void*>(noted.access.address),
                                     static_cast<std::size_t>(noted.access.bytes)) == 0;
    if (!is_same) tell(noted.at, noted.access, noted.verdict, words_of(noted.access.operation));
}

void RaceJudge::copy_begins(Space at, const Access& target) {
    std::uintptr_t offset = target.address;
    MemoryShadow& cells = shadow(at, offset);
    const ShadowVerdict verdict = cells.copy_begins(target.place, offset, target.bytes);
    if (verdict.fault != ShadowFault::none) tell(at, target, verdict, Words{"copies", "to"});
}

void RaceJudge::copy_ends(Space at, int thread, std::uintptr_t to, int bytes) {
    std::uintptr_t offset = to;
    shadow(at, offset).copy_ends(thread, offset, bytes);
}

void RaceJudge::tell(Space at, const Access& a, const ShadowVerdict& verdict, const Words& words) {
    const auto other_thread = [&] {
        const Index3 other = index_of(verdict.other, block_size_);
        return fmt::format("thread ({}, {}, {})", other.x, other.y, other.z);
    };
    switch (verdict.fault) {
    case ShadowFault::none:
        break;
    case ShadowFault::uninitialised:
        findings_->add(a.place, FindingKind::uninitialised_read, [&] {
            return fmt::format("{}, which no thread of the block has written", told(a, words, *space_));
        });
        break;
    case ShadowFault::race:
        findings_->add(a.place, at == Space::global ? FindingKind::global_race : FindingKind::shared_race, [&] {
            return fmt::format("{}, which {} {}{}, with no barrier in between", told(a, words, *space_), other_thread(),
                               name_of(verdict.other_did), line_in_words(verdict.other_pc, a.place.pc));
        });
        break;
    case ShadowFault::pending:
        findings_->add(a.place, FindingKind::pending_copy, [&] {
            return fmt::format(
                "{}, the destination of an asynchronous copy that {} started{} and that is not yet complete",
                told(a, words, *space_), other_thread(), line_in_words(verdict.other_pc, a.place.pc));
        });
        break;
    }
}

} // namespace pairscope::simt
