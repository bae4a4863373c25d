// SPDX-License-Identifier: MIT
// A kernel of a rung, rewritten so that its parameters have the names of plain kernels.
#pragma once

#include "kernels/ladder/workload.h"
#include "kernels/own/rung_launch.h"

#include <string>
#include <string_view>

namespace pairscope::own {

struct PlainCopy {
    std::string before; ///< constants that were arguments of the template; lines, or empty
    std::string text;   ///< the kernel, from its first line to its closing brace
};

/// `text` is the definition of the kernel that `launch` names. Throws NotPlain for a parameter that cannot be given.
[[nodiscard]] PlainCopy plain_copy(std::string_view text, const RungLaunch& launch, const RungHost& host,
                                   const WorkloadType& type);

/// Replaces a name wherever it stands for itself, and not as a member or in a namespace.
[[nodiscard]] std::string renamed(std::string_view text, std::string_view old, std::string_view fresh);

/// Decides each `if constexpr (CONDITION)`: what is not compiled is left out.
[[nodiscard]] std::string decided(std::string text, std::string_view condition, bool value);

} // namespace pairscope::own
