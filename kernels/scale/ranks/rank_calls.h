// SPDX-License-Identifier: MIT
// What the program asks of MPI. The libraries of different MPIs have different binary interfaces, so a small shared
// library for each of them has these calls, and the program loads the one that fits its launcher.
#pragma once

#include <cstddef>

namespace pairscope::scale {

extern "C" {

/// All calls are made from one thread. They return 0, or the number of an MPI error.
struct RankCalls {
    int version;         ///< rank_calls_version, when the library was built
    const char* library; ///< "Open MPI v4.1.4, ..."
    int (*start)(int* rank, int* size);
    /// The host's name, cut to `room` characters with the zero at the end.
    int (*host)(char* name, std::size_t room);
    int (*send)(int to, int tag, const void* bytes, std::size_t count);
    /// Looks for a message from any rank and does not wait. *count is -1 if there is none.
    int (*look)(int* from, int* tag, long long* count);
    /// Takes the message that look() found.
    int (*receive)(int from, int tag, void* bytes, std::size_t count);
    int (*finish)(); ///< every rank calls it and waits for the others
    void (*abort)(int code);
};

using RankCallsOf = const RankCalls* (*)();
}

inline constexpr int rank_calls_version = 1;
/// The function of a shared library that gives its calls, of the type RankCallsOf.
inline constexpr const char* rank_calls_function = "pairscope_rank_calls";

} // namespace pairscope::scale
