// SPDX-License-Identifier: MIT
// cooperative_groups::reduce. Tiles add in the order of CUDA's own: lanes of distance 16, 8, 4, 2, 1; groups of other
// sizes as the last lane of a scan.
#pragma once

#include "kernels/engines/simt/shim/bits.h"
#include "kernels/engines/simt/shim/cooperative_groups.h"
#include "kernels/engines/simt/shim/cooperative_groups/scan.h"

namespace cooperative_groups {

template <unsigned Size, class Parent, class T, class Combine>
__forceinline__ T reduce(const thread_block_tile<Size, Parent>& tile, T value, Combine combine) {
    for (int distance = Size / 2; distance > 0; distance /= 2) value = combine(value, tile.shfl_xor(value, distance));
    return value;
}
template <class T, class Combine> __forceinline__ T reduce(const coalesced_group& group, T value, Combine combine) {
    if (group.size() == 32) return reduce(tiled_partition<32>(this_thread_block()), value, combine);
    return group.shfl(inclusive_scan(group, value, combine), static_cast<int>(group.size()) - 1);
}

} // namespace cooperative_groups
