// SPDX-License-Identifier: MIT
// Data on which every sum is exact in float32, in any order. So every right variant gives the same sums to the last
// bit, and only what comes after them may round: a root, a division or an exponential. A lost coordinate cannot hide in
// the tolerance of a long sum then.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/names.h"
#include "kernels/ladder/workload.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pairscope {

enum class ExactKind : std::uint8_t {
    whole_numbers, ///< all coordinates count in every pair
    needles,       ///< vectors that differ in one coordinate: the first, the last, one beside a tile's edge, or any
};
inline constexpr std::array<Name<ExactKind>, 2> exact_names{
    {{ExactKind::whole_numbers, "whole_numbers", "whole numbers"}, {ExactKind::needles, "needles"}}};
static_assert(is_in_order(exact_names));
[[nodiscard]] constexpr std::string_view title_of(ExactKind kind) { return title_in(exact_names, kind); }

struct ExactSets {
    Dataset a;
    std::optional<Dataset> b{};       ///< absent: the workload has one set
    std::vector<double> parameters{}; ///< one for each of WorkloadType::parameters
};

/// Sets of this size for its workload. Equal sizes give equal sets. Absent where there are none: sums of so many
/// coordinates do not fit, or the entries are no sums.
[[nodiscard]] std::optional<ExactSets> exact_data(const Workload& size, ExactKind kind);

/// What exact_data() makes for a workload that does not say otherwise. Whole numbers are multiples of 16 so small that
/// |x|^2 + |y|^2 + 2 |x.y| stays below 2^24, also after a mean of 16 of them was subtracted, and they are exact in
/// fp16. Vectors of length 1 have coordinates of equal size, a power of two, and are a little shorter than 1. Bytes are
/// any.
[[nodiscard]] std::optional<ExactSets> whole_number_sets(const Workload& size, ExactKind kind);

/// Like whole_number_sets(size, kind), but each coordinate is changed.
[[nodiscard]] std::optional<ExactSets> whole_number_sets(const Workload& size, ExactKind kind, float (*change)(float));
/// Only 1 and -1: their relative differences are 0 and 1.
[[nodiscard]] std::optional<ExactSets> sign_sets(const Workload& size, ExactKind kind);

/// Where needles are: the first and the last coordinate, those beside the edges of tiles, and a few others; the most
/// telling ones first.
[[nodiscard]] std::vector<std::int64_t> needle_places(std::int64_t dims);

} // namespace pairscope
