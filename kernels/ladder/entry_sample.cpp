// SPDX-License-Identifier: MIT
#include "kernels/ladder/entry_sample.h"

#include <algorithm>

namespace pairscope {
namespace {

/// The mixing function of SplitMix64 (Steele, Lea and Flood, 2014).
std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

} // namespace

void EntrySample::add(MatrixEntry entry) {
    const auto place =
        static_cast<std::uint64_t>(static_cast<std::uint32_t>(entry.row)) << 32 | static_cast<std::uint32_t>(entry.col);
    keep({mixed(place), entry});
}

void EntrySample::add(const EntrySample& other) {
    for (const Hashed& candidate : other.kept_) keep(candidate);
}

void EntrySample::keep(const Hashed& candidate) {
    if (kept_.size() == most) {
        if (kept_.front() <= candidate) return;
        std::ranges::pop_heap(kept_);
        kept_.pop_back();
    }
    kept_.push_back(candidate);
    std::ranges::push_heap(kept_);
}

std::vector<MatrixEntry> EntrySample::entries() const {
    std::vector<MatrixEntry> found;
    found.reserve(kept_.size());
    for (const Hashed& kept : kept_) found.push_back(kept.entry);
    std::ranges::sort(found);
    return found;
}

} // namespace pairscope
