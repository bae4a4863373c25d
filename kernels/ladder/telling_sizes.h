// SPDX-License-Identifier: MIT
// Sizes at which kernels go wrong, and that tell a wrong kernel from a right one. A check tries them.
#pragma once

#include "kernels/ladder/workload.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace pairscope {

/// How much a check tries where a user asks for no size.
enum class Thoroughness : bool { usual, all };

/// One point; a warp, a tile and one less and more; a size that nothing divides.
inline constexpr std::array<std::int64_t, 8> usual_sizes{1, 2, 31, 33, 63, 65, 129, 1001};
/// The usual size, and the largest that the executor runs as a whole.
inline constexpr std::array<std::int64_t, 2> large_sizes{2048, 4096};
/// More coordinates than a panel in shared memory has, and none of its multiples.
inline constexpr std::int64_t long_dims = 261;
/// The executor examines this many accesses in each of many runs, which takes a few hundredths of a second.
inline constexpr std::int64_t examined_of_many = 300'000, examined_of_all = 1'000'000;

/// The size of each run, in the order in which they are tried.
struct TellingSizes {
    std::vector<Workload> usual; ///< with any data
    std::vector<Workload> exact; ///< with data on which all sums are exact (kernels/ladder/exact_data.h)
    /// Too large to run as a whole. An index may overflow here, and that is seen in a few blocks.
    std::vector<Workload> few_blocks;
};

/// `dims`: the coordinates of a vector that a user asks for; absent: several, if the workload takes several.
[[nodiscard]] TellingSizes telling_sizes(const WorkloadType& type, Thoroughness how,
                                         const std::optional<std::int64_t>& dims = {});

/// May vectors have several lengths, which a user chooses?
[[nodiscard]] bool has_several_lengths(const InputRule& rule);

} // namespace pairscope
