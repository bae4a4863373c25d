// SPDX-License-Identifier: MIT
#include "kernels/data/shapes/shapes.h"

#include "kernels/data/shapes/hilbert.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace pairscope {

namespace {

using std::numbers::pi;

/// Makes point i of n. `at` is its place along the shape, in (0, 1).
struct Maker {
    const GeneratorSettings& settings;
    Pcg32& random;
    std::int64_t i = 0;

    [[nodiscard]] double parameter(std::size_t k) const { return settings.parameters[k]; }
    [[nodiscard]] std::int64_t count(std::size_t k) const { return static_cast<std::int64_t>(settings.parameters[k]); }
    [[nodiscard]] double at() const { return (static_cast<double>(i) + 0.5) / static_cast<double>(settings.n); }
};

Point moved(Point point, Point by, double factor) { return {point.x + factor * by.x, point.y + factor * by.y}; }

Point uniform_square(const Maker& make) {
    const double x = make.random.uniform(), y = make.random.uniform();
    return {x, 0.5 + make.parameter(0) * (y - 0.5)};
}

Point uniform_disk(const Maker& make) {
    const double hole = make.parameter(0); // as a fraction of the radius
    const double radius = std::sqrt(hole * hole + (1.0 - hole * hole) * make.random.uniform());
    return moved({0.5, 0.5}, polar(radius, 2.0 * pi * make.random.uniform()), 0.5);
}

Point gaussian(const Maker& make) {
    const double spread = make.parameter(0), correlation = make.parameter(1);
    const Point normal = normal_point(make.random);
    const double y = correlation * normal.x + std::sqrt(1.0 - correlation * correlation) * normal.y;
    return {0.5 + spread * normal.x, 0.5 + spread * y};
}

/// The centres come from a second generator, so that they stay where they are while n and the spread change.
Point cluster_centre(const Maker& make, std::int64_t cluster) {
    Pcg32 centres(make.settings.seed ^ 0x9e3779b97f4a7c15ull);
    Point centre;
    for (std::int64_t k = 0; k <= cluster; ++k) {
        centre.x = 0.1 + 0.8 * centres.uniform();
        centre.y = 0.1 + 0.8 * centres.uniform();
    }
    return centre;
}

Point clusters(const Maker& make) {
    const std::int64_t cluster = make.i * make.count(0) / make.settings.n;
    const Point normal = normal_point(make.random);
    const double lot = make.random.uniform();
    const Point anywhere{make.random.uniform(), make.random.uniform()};
    if (lot < make.parameter(2)) return anywhere;
    return moved(cluster_centre(make, cluster), normal, make.parameter(1));
}

Point ring(const Maker& make) {
    const double radius = make.parameter(0) + make.parameter(1) * normal_point(make.random).x;
    return moved({0.5, 0.5}, polar(radius, 2.0 * pi * make.at()), 1.0);
}

/// Two half circles of radius 1/4 that reach into each other; the gap moves them apart.
Point two_moons(const Maker& make) {
    constexpr double radius = 0.25;
    const std::int64_t upper_count = (make.settings.n + 1) / 2;
    const bool upper = make.i < upper_count;
    const auto place = static_cast<double>(upper ? make.i : make.i - upper_count) + 0.5;
    const double angle = pi * place / static_cast<double>(upper ? upper_count : make.settings.n - upper_count);
    const double half_gap = 0.5 * make.parameter(1);
    const Point centre = upper ? Point{0.375, 0.4375 + half_gap} : Point{0.625, 0.5625 - half_gap};
    const Point on_arc = moved(centre, polar(upper ? radius : -radius, angle), 1.0);
    return moved(on_arc, normal_point(make.random), make.parameter(0));
}

/// Archimedes' spiral, with equally many points on equal lengths of its arms.
Point spiral(const Maker& make) {
    const std::int64_t arms = make.count(1);
    const std::int64_t arm = make.i * arms / make.settings.n;
    const double along = std::sqrt(make.at() * static_cast<double>(arms) - static_cast<double>(arm));
    const double angle = 2.0 * pi * (make.parameter(0) * along + static_cast<double>(arm) / static_cast<double>(arms));
    const Point on_arm = moved({0.5, 0.5}, polar(0.5 * along, angle), 1.0);
    return moved(on_arm, normal_point(make.random), make.parameter(2));
}

Point grid(const Maker& make) {
    std::int64_t side = 1;
    while (side * side < make.settings.n) ++side;
    const double jitter = make.parameter(0); // as a fraction of the distance of neighbours
    const double x = static_cast<double>(make.i % side) + 0.5 + jitter * (make.random.uniform() - 0.5);
    const double y = static_cast<double>(make.i / side) + 0.5 + jitter * (make.random.uniform() - 0.5);
    return {x / static_cast<double>(side), y / static_cast<double>(side)};
}

Point noisy_line(const Maker& make) {
    const double angle = make.parameter(0) * pi / 180.0;
    const Point on_line = moved({0.5, 0.5}, polar(1.0, angle), make.at() - 0.5);
    return moved(on_line, normal_point(make.random), make.parameter(1));
}

Point uniform(const Maker& make) {
    const double x = make.random.uniform(), y = make.random.uniform();
    return {x, y};
}

using MakePoint = Point (*)(const Maker&);
MakePoint maker_of(Shape shape) {
    switch (shape) {
    case Shape::uniform_square:
        return uniform_square;
    case Shape::uniform_disk:
        return uniform_disk;
    case Shape::gaussian:
        return gaussian;
    case Shape::clusters:
        return clusters;
    case Shape::ring:
        return ring;
    case Shape::two_moons:
        return two_moons;
    case Shape::spiral:
        return spiral;
    case Shape::grid:
        return grid;
    case Shape::noisy_line:
        return noisy_line;
    case Shape::hilbert_uniform:
        return uniform;
    }
    return nullptr;
}

void sort_along_hilbert_curve(std::vector<Point>& points, int levels) {
    const double side = static_cast<double>(1 << levels);
    std::vector<std::pair<std::uint32_t, Point>> places;
    places.reserve(points.size());
    for (const Point& point : points) {
        const auto x = static_cast<std::uint32_t>(point.x * side), y = static_cast<std::uint32_t>(point.y * side);
        places.emplace_back(hilbert_index(x, y, levels), point);
    }
    std::stable_sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::transform(places.begin(), places.end(), points.begin(), [](const auto& place) { return place.second; });
}

} // namespace

std::vector<Point> points_of(const GeneratorSettings& settings) {
    Pcg32 random(settings.seed);
    const MakePoint make = maker_of(settings.shape);
    std::vector<Point> points;
    points.reserve(static_cast<std::size_t>(settings.n));
    for (std::int64_t i = 0; i < settings.n; ++i) points.push_back(make({settings, random, i}));
    if (settings.shape == Shape::hilbert_uniform) {
        sort_along_hilbert_curve(points, static_cast<int>(settings.parameters[0]));
    }
    return points;
}

} // namespace pairscope
