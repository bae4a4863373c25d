// SPDX-License-Identifier: MIT
// The two errors a user can cause. Their text is one sentence: where, what was found, what to do.
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace pairscope {

/// Data or arguments that cannot be used: bad files, bad settings. The command line exits with 2.
struct InputError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Not enough memory, on the host or on a device; the text says how much was asked for.
struct MemoryError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What an error says, as a sentence: the standard library has none for memory that is used up.
[[nodiscard]] inline std::string sentence_of(const std::exception& error) {
    if (dynamic_cast<const std::bad_alloc*>(&error) == nullptr) return error.what();
    return "the memory of this process is used up: choose fewer points, or close other programs";
}

} // namespace pairscope
