// SPDX-License-Identifier: MIT
// Makes 2-D points. Equal settings make equal points, on every machine: the random numbers are our own (PCG32, O'Neill
// 2014), not the standard library's distributions, which differ between libraries; the arithmetic is double, rounded
// once to float.
#pragma once

#include "kernels/data/dataset.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace pairscope {

enum class Shape : std::uint8_t {
    uniform_square,
    uniform_disk,
    gaussian,
    clusters,
    ring,
    two_moons,
    spiral,
    grid,
    noisy_line,
    hilbert_uniform,
};

/// One of a shape's own parameters: a slider on the screen, an option of the command line.
struct ShapeParameter {
    std::string_view name;        ///< "clusters", "noise"
    std::string_view description; ///< one sentence
    double min = 0.0, max = 1.0, initial = 0.5;
    bool whole = false; ///< takes whole numbers only
};

inline constexpr int max_shape_parameters = 3;
inline constexpr std::int64_t min_generated_rows = 2; ///< the most are max_rows

/// Everything that decides the points. `parameters[k]` belongs to parameters_of(shape)[k]; the rest is ignored.
struct GeneratorSettings {
    Shape shape = Shape::uniform_square;
    std::int64_t n = 2048;
    std::uint64_t seed = 1;
    std::array<double, max_shape_parameters> parameters{};
    bool operator==(const GeneratorSettings&) const = default;
};

[[nodiscard]] std::span<const Shape> shapes();
[[nodiscard]] std::string_view name_of(Shape shape);  ///< "uniform_disk": files and command line
[[nodiscard]] std::string_view title_of(Shape shape); ///< "Uniform disk": the screen
[[nodiscard]] std::optional<Shape> shape_named(std::string_view name);
[[nodiscard]] std::span<const ShapeParameter> parameters_of(Shape shape);
[[nodiscard]] GeneratorSettings default_settings(Shape shape, std::int64_t n = 2048, std::uint64_t seed = 1);

/// n points, n x 2 float32, within about the unit square. Throws InputError for n or a parameter out of its range.
[[nodiscard]] Dataset generate(const GeneratorSettings& settings);

/// The command line that makes the same points: "--shape ring --n 2048 --seed 1 --noise 0.05".
[[nodiscard]] std::string command_line_of(const GeneratorSettings& settings);

} // namespace pairscope
