// SPDX-License-Identifier: MIT
// What a variant writes, and where: a matrix, a scalar, a pair, a list of matches or of values.
#pragma once

#include "kernels/data/names.h"
#include "kernels/ladder/device.h"
#include "kernels/ladder/entry.h"

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>
#include <variant>

namespace pairscope {

enum class OutputKind : std::uint8_t { matrix, scalar, pair, matches, values };
inline constexpr std::array<Name<OutputKind>, 5> output_names{{{OutputKind::matrix, "matrix"},
                                                               {OutputKind::scalar, "scalar"},
                                                               {OutputKind::pair, "pair"},
                                                               {OutputKind::matches, "matches"},
                                                               {OutputKind::values, "values"}}};
static_assert(is_in_order(output_names));
[[nodiscard]] constexpr std::string_view name_of(OutputKind kind) { return name_in(output_names, kind); }

/// Two vectors that a workload was asked for, and the value of this pair. What a variant of a `pair` workload writes.
struct FoundPair {
    std::int64_t first = 0, second = 0; ///< rows
    double value = 0.0;
    bool operator==(const FoundPair&) const = default;
};
/// The best and the second best row of the other set for one vector. A `matches` workload has an array of these.
struct FoundMatch {
    std::int32_t best = 0, second = 0; ///< rows; second is -1 where the other set has one row
    float best_value = 0.0f, second_value = 0.0f;
    bool operator==(const FoundMatch&) const = default;
};
// A scalar is one double. A `values` workload has an array of floats, one for each vector of the first set.

struct MatrixShape {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    auto operator<=>(const MatrixShape&) const = default;
};

/// What is written, and how much of it.
struct OutputShape {
    OutputKind kind = OutputKind::matrix;
    MatrixShape extent; ///< [entries]; matches and values have as many rows as there are vectors; else 1 x 1
    auto operator<=>(const OutputShape&) const = default;
};
[[nodiscard]] OutputShape matrix_output(std::int64_t rows, std::int64_t cols);
[[nodiscard]] OutputShape scalar_output();
[[nodiscard]] OutputShape pair_output();
[[nodiscard]] OutputShape matches_output(std::int64_t count);
[[nodiscard]] OutputShape values_output(std::int64_t count);

/// How an output lies in linear memory: a matrix has its entries; every other output is an array of 32-bit words, with
/// one row for each scalar, pair, match or value.
[[nodiscard]] MatrixShape words_of(const OutputShape& shape);

/// Entry (row, col) is data[row * pitch + col]. Host or device memory, as the device of the run has it. Owns nothing.
struct LinearMemory {
    float* data = nullptr;  ///< for fp16 only the address: use halves()
    std::int64_t pitch = 0; ///< [entries]
    Entry entry = Entry::float32;

    [[nodiscard]] std::uint16_t* halves() const { return reinterpret_cast<std::uint16_t*>(data); }
};

/// A CUDA surface object over an R32F or R16F texture; in the executor, the address of a simt::SurfaceMemory. Only a
/// matrix can be written there. Owns nothing.
struct Surface {
    std::uint64_t handle = 0;
    Entry entry = Entry::float32;
};

using OutputTarget = std::variant<LinearMemory, Surface>;
[[nodiscard]] inline Entry entry_of(const OutputTarget& target) {
    return std::visit([](const auto& place) { return place.entry; }, target);
}
enum class TargetKind : std::uint8_t { linear, surface };
/// CUDA writes the texture as a surface, as recordings called it at first. People see a texture.
inline constexpr std::array<Name<TargetKind>, 2> target_names{
    {{TargetKind::linear, "linear", "linear memory"}, {TargetKind::surface, "texture", "texture", "surface"}}};
static_assert(is_in_order(target_names));
[[nodiscard]] constexpr std::string_view name_of(TargetKind target) { return name_in(target_names, target); }
[[nodiscard]] constexpr std::string_view title_of(TargetKind target) { return title_in(target_names, target); }
[[nodiscard]] inline TargetKind kind_of(const OutputTarget& target) {
    return std::holds_alternative<LinearMemory>(target) ? TargetKind::linear : TargetKind::surface;
}

} // namespace pairscope
