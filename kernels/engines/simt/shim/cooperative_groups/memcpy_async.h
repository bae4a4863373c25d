// SPDX-License-Identifier: MIT
// cooperative_groups::memcpy_async: one copy by all threads of a group, and the wait for it.
#pragma once

#include "kernels/engines/simt/shim/cooperative_groups.h"
#include "kernels/engines/simt/shim/copies.h"

namespace cooperative_groups {

template <class Group, class T, class Size>
__forceinline__ void memcpy_async(const Group& group, T* to, const T* from, Size bytes) {
    pairscope::simt::copy_shared_out(group, to, from, bytes);
    pairscope::simt::commit_copies();
}
template <unsigned Stages, class Group> __forceinline__ void wait_prior(const Group& group) {
    pairscope::simt::wait_for_copies(Stages);
    group.sync();
}
template <class Group> __forceinline__ void wait(const Group& group) { wait_prior<0>(group); }

} // namespace cooperative_groups
