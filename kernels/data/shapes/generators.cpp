// SPDX-License-Identifier: MIT
#include "kernels/data/shapes/generators.h"

#include "kernels/data/errors.h"
#include "kernels/data/shapes/shapes.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

namespace pairscope {

namespace {

constexpr std::array square_parameters = {
    ShapeParameter{"aspect", "Height of the area over its width; 1 is a square.", 0.01, 1.0, 1.0},
};
constexpr std::array disk_parameters = {
    ShapeParameter{"hole", "Radius of the hole in the middle over the radius of the disk.", 0.0, 0.99, 0.0},
};
constexpr std::array gaussian_parameters = {
    ShapeParameter{"spread", "Standard deviation of both coordinates.", 0.001, 0.5, 0.15},
    ShapeParameter{"correlation",
                   "Correlation of the coordinates. At 0 the cloud is round; towards 1 or -1 it becomes a line.", -0.99,
                   0.99, 0.0},
};
constexpr std::array cluster_parameters = {
    ShapeParameter{"clusters", "The number of clusters. The points of a cluster follow one another.", 1.0, 64.0, 6.0,
                   true},
    ShapeParameter{"spread", "Standard deviation of a cluster.", 0.001, 0.25, 0.03},
    ShapeParameter{"background", "Fraction of the points that lie anywhere in the square.", 0.0, 1.0, 0.0},
};
constexpr std::array ring_parameters = {
    ShapeParameter{"radius", "Radius of the ring.", 0.05, 0.5, 0.45},
    ShapeParameter{"noise", "Standard deviation of the points from the ring, across it.", 0.0, 0.2, 0.01},
};
constexpr std::array moon_parameters = {
    ShapeParameter{"noise", "Standard deviation of the points from their moon.", 0.0, 0.2, 0.015},
    ShapeParameter{"gap",
                   "The distance by which the moons are moved apart. Below 0, they reach deeper into each other.",
                   -0.25, 0.5, 0.0},
};
constexpr std::array spiral_parameters = {
    ShapeParameter{"turns", "The number of turns of each arm.", 0.25, 10.0, 3.0},
    ShapeParameter{"arms", "The number of arms. The points of an arm follow one another.", 1.0, 8.0, 1.0, true},
    ShapeParameter{"noise", "Standard deviation of the points from their arm.", 0.0, 0.1, 0.0},
};
constexpr std::array grid_parameters = {
    ShapeParameter{"jitter", "The largest displacement of a point, divided by the distance of neighbours.", 0.0, 2.0,
                   0.0},
};
constexpr std::array line_parameters = {
    ShapeParameter{"angle", "The angle between the line and the x axis, in degrees.", -90.0, 90.0, 30.0},
    ShapeParameter{"noise", "Standard deviation of the points from their place on the line.", 0.0, 0.25, 0.02},
};
constexpr std::array hilbert_parameters = {
    ShapeParameter{"levels",
                   "Levels of the Hilbert curve that sorts the points. The curve has 2^levels cells per side.", 1.0,
                   16.0, 16.0, true},
};

struct ShapeNames {
    Shape shape;
    std::string_view name;
    std::string_view title;
    std::span<const ShapeParameter> parameters;
};

constexpr std::array table = {
    ShapeNames{Shape::uniform_square, "uniform_square", "Uniform square", square_parameters},
    ShapeNames{Shape::uniform_disk, "uniform_disk", "Uniform disk", disk_parameters},
    ShapeNames{Shape::gaussian, "gaussian", "Gaussian", gaussian_parameters},
    ShapeNames{Shape::clusters, "clusters", "Clusters", cluster_parameters},
    ShapeNames{Shape::ring, "ring", "Ring", ring_parameters},
    ShapeNames{Shape::two_moons, "two_moons", "Two moons", moon_parameters},
    ShapeNames{Shape::spiral, "spiral", "Spiral", spiral_parameters},
    ShapeNames{Shape::grid, "grid", "Grid", grid_parameters},
    ShapeNames{Shape::noisy_line, "noisy_line", "Noisy line", line_parameters},
    ShapeNames{Shape::hilbert_uniform, "hilbert_uniform", "Hilbert-ordered uniform", hilbert_parameters},
};

constexpr std::array<Shape, table.size()> shapes_in_order = [] {
    std::array<Shape, table.size()> all{};
    for (std::size_t i = 0; i < table.size(); ++i) all[i] = table[i].shape;
    return all;
}();

const ShapeNames& names_of(Shape shape) { return table[static_cast<std::size_t>(shape)]; }

void check(const GeneratorSettings& settings) {
    const std::string_view name = name_of(settings.shape);
    if (settings.n < min_generated_rows || settings.n > max_rows) {
        throw InputError(fmt::format("cannot generate {}: n is {}; choose from {} to {}", name, settings.n,
                                     min_generated_rows, grouped(max_rows)));
    }
    const auto parameters = parameters_of(settings.shape);
    for (std::size_t k = 0; k < parameters.size(); ++k) {
        const ShapeParameter& parameter = parameters[k];
        const double value = settings.parameters[k];
        const bool in_range = value >= parameter.min && value <= parameter.max;
        if (in_range && (!parameter.whole || value == std::floor(value))) continue;
        throw InputError(fmt::format("cannot generate {}: {} is {}; choose {} from {} to {}", name, parameter.name,
                                     value, parameter.whole ? "a whole number" : "a number", parameter.min,
                                     parameter.max));
    }
}

std::string lower_case_title(Shape shape) {
    std::string title(title_of(shape));
    if (shape != Shape::gaussian && shape != Shape::hilbert_uniform) { // names of people keep their capital
        title.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(title.front())));
    }
    return title;
}

} // namespace

std::span<const Shape> shapes() { return shapes_in_order; }
std::string_view name_of(Shape shape) { return names_of(shape).name; }
std::string_view title_of(Shape shape) { return names_of(shape).title; }
std::span<const ShapeParameter> parameters_of(Shape shape) { return names_of(shape).parameters; }

std::optional<Shape> shape_named(std::string_view name) {
    for (const ShapeNames& names : table) {
        if (names.name == name) return names.shape;
    }
    return std::nullopt;
}

GeneratorSettings default_settings(Shape shape, std::int64_t n, std::uint64_t seed) {
    GeneratorSettings settings{.shape = shape, .n = n, .seed = seed};
    const auto parameters = parameters_of(shape);
    for (std::size_t k = 0; k < parameters.size(); ++k) settings.parameters[k] = parameters[k].initial;
    return settings;
}

Dataset generate(const GeneratorSettings& settings) {
    check(settings);
    Dataset data;
    data.name = lower_case_title(settings.shape);
    data.rows = settings.n;
    data.dims = 2;
    data.axes = {"x", "y"};
    std::vector<float> values;
    values.reserve(2 * static_cast<std::size_t>(settings.n));
    for (const Point& point : points_of(settings)) {
        values.insert(values.end(), {static_cast<float>(point.x), static_cast<float>(point.y)});
    }
    data.values = std::move(values);
    return data;
}

std::string command_line_of(const GeneratorSettings& settings) {
    std::string line = fmt::format("--shape {} --n {} --seed {}", name_of(settings.shape), settings.n, settings.seed);
    const auto parameters = parameters_of(settings.shape);
    for (std::size_t k = 0; k < parameters.size(); ++k) {
        line += fmt::format(" --{} {}", parameters[k].name, settings.parameters[k]);
    }
    return line;
}

} // namespace pairscope
