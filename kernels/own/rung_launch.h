// SPDX-License-Identifier: MIT
// Reads how a rung of a ladder launches its kernels, from the text of its launch function.
#pragma once

#include "kernels/ladder/variant.h"
#include "kernels/own/rung_tokens.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::own {

/// What stands for the place of the output, in linear memory or in a texture.
inline constexpr std::string_view target_token = "@target";
/// The constant with the threads of a block, where a rung can be launched with several numbers of them.
inline constexpr std::string_view block_constant = "threads";

/// One launch, in plain names and in constants of the file.
struct RungLaunch {
    std::string kernel;
    std::vector<Tokens> template_arguments{}, grid{}, block{}, arguments{};
    Tokens shared{};
};

struct RungHost {
    std::vector<RungLaunch> launches;
    std::map<std::string, std::int64_t, std::less<>> constants; ///< whole numbers that the file defines
    Tokens workspace;                                           ///< how many bytes; empty: none
    std::map<std::string, bool, std::less<>> conditions;        ///< after `if constexpr`: the workload decides them
};

/// Throws NotPlain for a launch that no launch line can say.
[[nodiscard]] RungHost read_host(const KernelVariant& rung);

} // namespace pairscope::own
