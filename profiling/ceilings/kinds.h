// SPDX-License-Identifier: MIT
// The kinds of ceilings. Each is measured by one micro-kernel, or by several that compete. A workload may have kinds of
// its own, which follow those of this list.
#pragma once

#include "kernels/ladder/workload.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// `fill` is what matrices are compared with: the best of all ways to write memory. A CPU also tells its two ways
/// apart, because a loop that does not ask for streaming stores gets the plain fill at most.
enum class CeilingKind : std::uint8_t {
    fill,
    streaming_fill,
    plain_fill,
    surface_fill,
    copy,
    read,
    l1_read,
    l2_read,
    l2_write,
    l3_read,
    shared_read,
    fma,
    squared_difference,
    absolute_difference,
    largest_difference,
    special_function,
    int8_dot,
    tensor_fp16,
    tensor_tf32,
    tensor_int8
};

/// The kinds that every workload can name, in the order they are shown.
inline constexpr std::array ceiling_kinds{CeilingKind::fill,
                                          CeilingKind::streaming_fill,
                                          CeilingKind::plain_fill,
                                          CeilingKind::surface_fill,
                                          CeilingKind::copy,
                                          CeilingKind::read,
                                          CeilingKind::l1_read,
                                          CeilingKind::l2_read,
                                          CeilingKind::l2_write,
                                          CeilingKind::l3_read,
                                          CeilingKind::shared_read,
                                          CeilingKind::fma,
                                          CeilingKind::squared_difference,
                                          CeilingKind::absolute_difference,
                                          CeilingKind::largest_difference,
                                          CeilingKind::special_function,
                                          CeilingKind::int8_dot,
                                          CeilingKind::tensor_fp16,
                                          CeilingKind::tensor_tf32,
                                          CeilingKind::tensor_int8};

/// All kinds: those above, and the workloads' own.
[[nodiscard]] std::vector<CeilingKind> all_ceiling_kinds();
/// What a workload's folder says of its own kind; null for a kind of the list above.
[[nodiscard]] const OwnCeiling* own_ceiling_of(CeilingKind kind);

/// Stable, for recordings: "l2_read".
[[nodiscard]] std::string_view name_of(CeilingKind kind);
/// Absent if no kind has that name.
[[nodiscard]] std::optional<CeilingKind> ceiling_kind_named(std::string_view name);
[[nodiscard]] std::string_view title_of(CeilingKind kind);   ///< "L2 read"
[[nodiscard]] std::string_view unit_of(CeilingKind kind);    ///< "B/s", "flop/s", "op/s"
[[nodiscard]] std::string_view meaning_of(CeilingKind kind); ///< one sentence
/// The arithmetic that a kind limits; absent for those of memory.
[[nodiscard]] std::optional<Arithmetic> counted_by(CeilingKind kind);

/// The ceilings that the screen needs first: what writes memory, and the multiply-adds.
[[nodiscard]] std::vector<CeilingKind> essential_ceilings();
/// All others.
[[nodiscard]] std::vector<CeilingKind> other_ceilings();

} // namespace pairscope::profiling
