// SPDX-License-Identifier: MIT
// A set of vectors in host memory, in every layout that a variant asked for.
#pragma once

#include "kernels/engines/cpu/memory.h"

#include <map>

namespace pairscope::cpu {

/// Copies the set into `to`, whose layout and pitch say how; coordinates that an interleaved set lacks become 0.
/// Works with all threads. `from` is row-major.
void lay_out(const Input& from, const Input& to);

class SetStore {
public:
    /// Forgets what it held. Throws MemoryError.
    void load(const Input& set);
    [[nodiscard]] bool empty() const { return sets_.empty(); }
    [[nodiscard]] const Input& in(Layout layout);         ///< made by the first call. Throws MemoryError.
    [[nodiscard]] double seconds_of(Layout layout) const; ///< that making it took; 0 of the row-major one

private:
    struct LaidOut {
        CopiedInput copy;
        double seconds = 0.0;
    };
    std::map<Layout, LaidOut> sets_;
};

} // namespace pairscope::cpu
