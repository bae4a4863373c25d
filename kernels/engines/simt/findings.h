// SPDX-License-Identifier: MIT
// The faults that one observer has seen, with one entry for each kind and place in the program.
#pragma once

#include "kernels/engines/simt/observed.h"
#include "kernels/engines/simt/observer.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pairscope::simt {

[[nodiscard]] inline Index3 index_of(int linear_thread, const Index3& size) {
    const auto t = static_cast<unsigned>(linear_thread);
    return {t % size.x, t / size.x % size.y, t / size.x / size.y};
}
[[nodiscard]] inline std::pair<std::int64_t, int> grid_order(const ObservedFinding& f) {
    return {f.linear_block, f.linear_thread};
}

class Findings {
public:
    void begin_block(const BlockToObserve& block) {
        block_ = block;
        spoiled_.clear();
    }
    /// What this thread does from now on in this block follows from a fault that is known: it is no finding of its own.
    void spoil(int thread) {
        const auto i = static_cast<std::size_t>(thread);
        if (spoiled_.size() <= i) spoiled_.resize(i + 1);
        spoiled_[i] = true;
    }

    /// `tell` makes the sentence; it is called only if the sentence is kept, because a fault may occur a million times.
    template <class Tell> void add(const AccessSite& place, FindingKind kind, Tell tell) {
        const auto i = static_cast<std::size_t>(place.thread);
        if (i < spoiled_.size() && spoiled_[i]) return;
        const auto known =
            std::ranges::find_if(found_, [&](const ObservedFinding& f) { return f.pc == place.pc && f.kind == kind; });
        const std::pair order{block_.linear_index, place.thread};
        if (known != found_.end()) {
            ++known->count;
            if (grid_order(*known) <= order) return;
        }
        ObservedFinding finding{kind, place.pc, order.first, order.second, block_.block, {}, tell(), 1};
        finding.thread = index_of(place.thread, block_.size);
        if (known == found_.end()) {
            found_.push_back(std::move(finding));
        } else {
            finding.count = known->count;
            *known = std::move(finding);
        }
    }

    [[nodiscard]] std::vector<ObservedFinding> take() { return std::exchange(found_, {}); }

private:
    BlockToObserve block_;
    std::vector<bool> spoiled_; ///< by thread, as far as the last one that is
    std::vector<ObservedFinding> found_;
};

} // namespace pairscope::simt
