// SPDX-License-Identifier: MIT
// The two errors a person can cause. Their text is one sentence: where, what was found, what to do.
#pragma once

#include <stdexcept>

namespace pairscope {

/// Data or arguments that cannot be used: bad files, bad settings. The command line exits with 2.
struct InputError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Not enough memory, on the host or on a device; the text says how much was asked for.
struct MemoryError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace pairscope
