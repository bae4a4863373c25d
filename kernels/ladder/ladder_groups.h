// SPDX-License-Identifier: MIT
// The groups of a ladder, such as the variants of one published work. A workload's folder describes them in groups.cpp;
// a folder without this file has no groups.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace pairscope {

/// The title of those CUDA variants that no group names. They come after all groups.
inline constexpr std::string_view further_variants = "further variants";

/// CUDA variants that belong together.
struct LadderGroup {
    std::string_view title{};                 ///< "six published kernels"
    std::string_view about{};                 ///< what they have in common, in whole sentences
    std::vector<std::string_view> variants{}; ///< their short names, in any order
};

/// The groups of this workload in the order of teaching; empty if its ladder has none. The build writes this function
/// from the folder kernels/workloads.
[[nodiscard]] std::span<const LadderGroup> ladder_groups(std::string_view workload);
/// The place of the variant's group (a short name) among them; their number, if no group names it.
[[nodiscard]] std::size_t group_of(std::string_view workload, std::string_view variant);

} // namespace pairscope
