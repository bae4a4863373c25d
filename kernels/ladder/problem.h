// SPDX-License-Identifier: MIT
// What a variant is given: sets of vectors in the memory of its device, parameters, and a place for the output.
#pragma once

#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/output.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace pairscope {

/// The question and its size. Equal values have equal cost: it is the key of every measurement.
struct Workload {
    std::string_view type{}; ///< WorkloadType::id: "distance_matrix"
    std::int64_t rows = 0;   ///< vectors of the first set
    std::int64_t cols = 0;   ///< vectors of the second set; of the first again where there is one set
    std::int64_t dims = 0;
    auto operator<=>(const Workload&) const = default;
};

/// What a coordinate is.
enum class Element : std::uint8_t { float32, uint8 };
inline constexpr std::array<Name<Element>, 2> element_names{{{Element::float32, "float32"}, {Element::uint8, "uint8"}}};
static_assert(is_in_order(element_names));
[[nodiscard]] constexpr std::string_view name_of(Element element) { return name_in(element_names, element); }
[[nodiscard]] constexpr std::int64_t bytes_of(Element element) { return element == Element::float32 ? 4 : 1; }

/// How a set of vectors lies in memory. Coordinate k of vector i is the element
///   i * pitch + k                           of a row-major,
///   k * pitch + i                           of a column-major,
///   (k / 4 * pitch + i) * 4 + k % 4         of an interleaved set, whose missing coordinates are 0.
enum class Layout : std::uint8_t { row_major, column_major, interleaved };
inline constexpr std::array<Name<Layout>, 3> layout_names{{{Layout::row_major, "row_major", "row-major"},
                                                           {Layout::column_major, "column_major", "column-major"},
                                                           {Layout::interleaved, "interleaved"}}};
static_assert(is_in_order(layout_names));
[[nodiscard]] constexpr std::string_view name_of(Layout layout) { return name_in(layout_names, layout); }
[[nodiscard]] constexpr std::string_view title_of(Layout layout) { return title_in(layout_names, layout); }

/// How the coordinates of places on the Earth are to be read; only great-circle distances need this.
struct GlobeAxes {
    std::array<double, 2> origin{}; ///< what was subtracted from the first two coordinates: Dataset::origin
    bool latitude_first = false;    ///< the first coordinate is the latitude, and the second one the longitude
};

/// One set of vectors in the memory of the device that runs, aligned to 16 bytes. Owns nothing.
struct Input {
    const void* data = nullptr;
    Element element = Element::float32;
    std::int64_t rows = 0;
    std::int64_t dims = 0;
    std::int64_t pitch = 0; ///< see Layout; row-major: the dimensions, else the vectors, up to a multiple of 16 bytes
    Layout layout = Layout::row_major;
    GlobeAxes globe{};
    bool has_exact_sums = false; ///< see Dataset

    [[nodiscard]] const float* floats() const { return static_cast<const float*>(data); }
    [[nodiscard]] const std::uint8_t* bytes() const { return static_cast<const std::uint8_t*>(data); }
    [[nodiscard]] std::int64_t size_bytes() const;
};
/// The same set in another layout: its pitch and size, without data.
[[nodiscard]] Input laid_out(const Input& set, Layout layout);

/// The inputs, and where the output goes.
struct Problem {
    Input a, b;
    OutputTarget out;
    std::span<const double> parameters{};
    std::byte* workspace = nullptr; ///< KernelVariant::workspace_bytes, aligned to 256 bytes; null: it wants none
};
[[nodiscard]] inline Problem problem_of(const Input& set, const OutputTarget& out) { return {set, set, out}; }

/// Where a variant writes an output that is no matrix. Throws std::bad_variant_access for a texture.
[[nodiscard]] double* scalar_out(const Problem& problem);
[[nodiscard]] FoundPair* pair_out(const Problem& problem);
[[nodiscard]] FoundMatch* matches_out(const Problem& problem); ///< one for each vector of the first set
[[nodiscard]] float* values_out(const Problem& problem);       ///< one for each vector of the first set

} // namespace pairscope
