// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/memory/global_shadow.h"

namespace pairscope::simt {

void GlobalShadow::begin_block(bool forget) {
    if (!forget && pages_.size() <= most_pages) return;
    pages_.clear();
    last_page_ = nullptr;
}

bool GlobalShadow::is_followed(const GlobalRange& range, Operation operation) {
    if (range.read_only) return false;
    if (range.cols == 0) return true; // no output: a variable of the program, or the workspace
    if (operation != Operation::store) output_is_read_ = true;
    return output_is_read_;
}

ShadowVerdict GlobalShadow::access(const AccessSite& place, const GlobalRange& range, std::uintptr_t address, int bytes,
                                   Operation operation) {
    if (!is_followed(range, operation)) return {};
    ShadowVerdict verdict = page_of(address).access(place, address % page_bytes, bytes, operation);
    if (verdict.fault == ShadowFault::uninitialised) verdict = {}; // it has a value from before the block
    const bool both_store = operation == Operation::store && verdict.other_did == OtherAccess::wrote;
    if (range.writers != nullptr && range.cols > 0 && both_store) verdict = {}; // GridRaces sees it, of all blocks
    // A plain load beside atomics gets a value that was there, which is all that many kernels need: they look whether
    // an atomicMax is worth its while.
    const bool load_beside_atomics = (operation == Operation::load && verdict.other_did == OtherAccess::updated) ||
                                     (operation == Operation::atomic && verdict.other_did == OtherAccess::read);
    return load_beside_atomics ? ShadowVerdict{} : verdict;
}

MemoryShadow& GlobalShadow::page_of(std::uintptr_t address) {
    const std::uintptr_t number = address / page_bytes;
    if (last_page_ != nullptr && number == last_number_) return *last_page_;
    const auto [found, is_new] = pages_.try_emplace(number, *clock_);
    if (is_new) found->second.begin_block(page_bytes, false);
    last_number_ = number;
    last_page_ = &found->second;
    return *last_page_;
}

} // namespace pairscope::simt
