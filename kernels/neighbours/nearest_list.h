// SPDX-License-Identifier: MIT
// The nearest candidates that a search has found so far, as sorted keys.
#pragma once

#include "kernels/matrix/both_sides.h"

#include <cstdint>

namespace pairscope::neighbours {

inline constexpr std::uint64_t no_key = ~std::uint64_t{0}; ///< greater than the key of every candidate
inline constexpr int most_neighbours = 64;                 ///< the largest k
inline constexpr int most_in_registers = 17;               ///< longer lists lie in memory

/// The `capacity` least keys of those that were added.
template <int capacity> struct NearestList {
    std::uint64_t keys[capacity]; ///< ascending; no_key: none yet

    PAIRSCOPE_BOTH_SIDES void clear() {
        for (std::uint64_t& key : keys) key = no_key;
    }
    /// A candidate whose key is not below this one changes nothing.
    PAIRSCOPE_BOTH_SIDES [[nodiscard]] std::uint64_t worst() const { return keys[capacity - 1]; }

    /// Every place looks at the one before it. A short list stays in registers, because every index is a constant once
    /// the loop is unrolled; a long one stops at the place of the new key.
    PAIRSCOPE_BOTH_SIDES void add(std::uint64_t key) {
        if (key >= worst()) return;
        if constexpr (capacity <= most_in_registers) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
            for (int i = capacity - 1; i > 0; --i)
                keys[i] = key < keys[i - 1] ? keys[i - 1] : (key < keys[i] ? key : keys[i]);
            keys[0] = key < keys[0] ? key : keys[0];
        } else {
            int i = capacity - 1;
            for (; i > 0 && key < keys[i - 1]; --i) keys[i] = keys[i - 1];
            keys[i] = key;
        }
    }
};

/// Calls `search` with the shortest list that holds k keys, as a NearestList<...> that is not cleared yet.
template <class Search> void with_list_for(int k, Search search) {
    if (k <= 1) return search(NearestList<1>{});
    if (k <= 2) return search(NearestList<2>{});
    if (k <= 4) return search(NearestList<4>{});
    if (k <= 8) return search(NearestList<8>{});
    if (k <= 16) return search(NearestList<16>{});
    if (k <= 32) return search(NearestList<32>{});
    search(NearestList<most_neighbours>{});
}
/// With a list that holds one key more, which is for the candidate that comes next.
template <class Search> void with_longer_list_for(int k, Search search) {
    if (k <= 1) return search(NearestList<2>{});
    if (k <= 2) return search(NearestList<3>{});
    if (k <= 4) return search(NearestList<5>{});
    if (k <= 8) return search(NearestList<9>{});
    if (k <= 16) return search(NearestList<17>{});
    if (k <= 32) return search(NearestList<33>{});
    search(NearestList<most_neighbours + 1>{});
}

} // namespace pairscope::neighbours
