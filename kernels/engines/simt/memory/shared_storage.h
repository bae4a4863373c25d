// SPDX-License-Identifier: MIT
// Where static shared memory lies: in the thread-local storage that the calling thread has for the module of the
// kernels.
#pragma once

#include <cstdint>

namespace pairscope::simt {

struct KernelModule;
struct StaticShared {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
};
[[nodiscard]] StaticShared static_shared_of_this_thread(const KernelModule& module);

} // namespace pairscope::simt
