// SPDX-License-Identifier: MIT
// Where static shared memory lies: in the program's thread-local storage of the calling thread.
#pragma once

#include <cstdint>

namespace pairscope::simt {

struct StaticShared {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
};
[[nodiscard]] StaticShared static_shared_of_this_thread();

} // namespace pairscope::simt
