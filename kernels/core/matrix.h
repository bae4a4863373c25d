// SPDX-License-Identifier: MIT
// Where a matrix answer is written: linear memory, or the texture on the screen.
#pragma once

#include "kernels/core/device.h"
#include "kernels/core/entry.h"
#include "kernels/core/names.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace pairscope {

struct MatrixShape {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    auto operator<=>(const MatrixShape&) const = default;
};

/// A rectangle of entries.
struct Region {
    std::int64_t row = 0;
    std::int64_t col = 0;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    auto operator<=>(const Region&) const = default;
};

/// Entry (row, col) is data[row * pitch + col]. Host or device memory, as the device of the run has it. Owns nothing.
struct LinearMemory {
    float* data = nullptr;  ///< of halves only the address: use halves()
    std::int64_t pitch = 0; ///< [entries]
    Entry entry = Entry::float32;

    [[nodiscard]] std::uint16_t* halves() const { return reinterpret_cast<std::uint16_t*>(data); }
};

/// A CUDA surface object over an R32F or R16F texture. Owns nothing.
struct Surface {
    std::uint64_t handle = 0;
    Entry entry = Entry::float32;
};

using MatrixTarget = std::variant<LinearMemory, Surface>;
[[nodiscard]] inline Entry entry_of(const MatrixTarget& target) {
    return std::visit([](const auto& place) { return place.entry; }, target);
}
enum class TargetKind : std::uint8_t { linear, surface };
/// CUDA writes the texture as a surface, as recordings called it at first. People see a texture.
inline constexpr std::array<Name<TargetKind>, 2> target_names{
    {{TargetKind::linear, "linear", "linear memory"}, {TargetKind::surface, "texture", "texture", "surface"}}};
static_assert(is_in_order(target_names));
[[nodiscard]] constexpr std::string_view name_of(TargetKind target) { return name_in(target_names, target); }
[[nodiscard]] constexpr std::string_view title_of(TargetKind target) { return title_in(target_names, target); }
[[nodiscard]] inline TargetKind kind_of(const MatrixTarget& target) {
    return std::holds_alternative<LinearMemory>(target) ? TargetKind::linear : TargetKind::surface;
}

/// A matrix in linear memory with a guard band of `guard` entries before and behind it. Shared, because the picture on
/// the screen may outlive the run that wrote it.
struct MatrixBuffer {
    MatrixShape shape;
    Backend backend = Backend::cpu; ///< host or device memory
    std::int64_t guard = 0;         ///< [entries]
    std::shared_ptr<float> storage; ///< starts with the leading guard band
    Entry entry = Entry::float32;

    [[nodiscard]] LinearMemory memory() const { return {data_at(guard), shape.cols, entry}; }
    [[nodiscard]] LinearMemory leading_guard() const { return {storage.get(), guard, entry}; }
    [[nodiscard]] LinearMemory trailing_guard() const {
        return {data_at(guard + shape.rows * shape.cols), guard, entry};
    }
    /// The matrix and both guard bands.
    [[nodiscard]] std::int64_t entries() const { return shape.rows * shape.cols + 2 * guard; }

private:
    [[nodiscard]] float* data_at(std::int64_t index) const {
        if (entry == Entry::float32) return storage.get() + index;
        return reinterpret_cast<float*>(reinterpret_cast<std::uint16_t*>(storage.get()) + index);
    }
};

/// Entries of one row of a matrix in host memory as floats: where they are, or converted in `room`.
[[nodiscard]] std::span<const float> floats_of(const LinearMemory& memory, std::int64_t row, std::int64_t col,
                                               std::int64_t count, std::vector<float>& room);

/// A matrix reduced by a whole factor: each cell is the minimum, mean and maximum of factor x factor entries (fewer at
/// the far edges; NaN entries are left out, a cell of nothing but NaN is NaN). Row-major, rows x cols cells.
struct Overview {
    std::int64_t factor = 1;
    MatrixShape shape;
    std::vector<float> min, mean, max;
};

/// What a look at every entry found.
struct MatrixSummary {
    float min = 0.0f; ///< of the finite entries; NaN if there are none
    float max = 0.0f;
    std::int64_t nan_count = 0;
    std::int64_t infinite_count = 0;
    std::vector<float> sample; ///< finite entries taken at equal steps, ascending, at most 65536: for percentiles
};

/// The step between a summary's samples of a matrix in row-major order: at most 65536 samples, and prime to the number
/// of columns, so that they are not all taken from a few columns.
[[nodiscard]] std::int64_t sample_step(MatrixShape shape);

} // namespace pairscope
