// SPDX-License-Identifier: MIT
// cooperative_groups::inclusive_scan and exclusive_scan, and the operations of reductions.
#pragma once

#include "kernels/engines/simt/shim/bits.h"
#include "kernels/engines/simt/shim/cooperative_groups.h"

#include <type_traits>

namespace cooperative_groups {

template <class T> struct plus {
    T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
    T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
    T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
    T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
    T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
    T operator()(T a, T b) const { return a ^ b; }
};

template <class Group, class T, class Combine>
__forceinline__ T inclusive_scan(const Group& group, T value, Combine combine) {
    for (unsigned distance = 1; distance < group.size(); distance *= 2) {
        const T other = group.shfl_up(value, distance);
        if (distance <= group.thread_rank()) value = combine(value, other);
    }
    return value;
}
template <class Group, class T> __forceinline__ T inclusive_scan(const Group& group, T value) {
    return inclusive_scan(group, value, plus<T>{});
}
template <class Group, class T, class Combine>
__forceinline__ T exclusive_scan(const Group& group, T value, Combine combine) {
    const T inclusive = inclusive_scan(group, value, combine);
    if constexpr (std::is_integral_v<T> && std::is_same_v<Combine, plus<T>>) return inclusive - value;
    const T before = group.shfl_up(inclusive, 1);
    return group.thread_rank() == 0 ? T{} : before;
}
template <class Group, class T> __forceinline__ T exclusive_scan(const Group& group, T value) {
    return exclusive_scan(group, value, plus<T>{});
}

} // namespace cooperative_groups
