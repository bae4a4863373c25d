// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/crossover.h"

#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "kernels/ladder/registry.h"
#include "profiling/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace pairscope::app {
namespace {

/// Times of the median.
double seconds_at(const SizePoint& point) { return profiling::seconds_of(*point.run); }

/// Absent outside of the measured sizes.
std::optional<double> time_at(const SizeCurve& curve, double size) {
    const auto& points = curve.points;
    if (points.empty() || size < points.front().size || size > points.back().size) return {};
    const auto after = std::ranges::lower_bound(points, size, {}, &SizePoint::size);
    if (after->size == size) return seconds_at(*after);
    const auto before = after - 1;
    const double part = std::log(size / before->size) / std::log(after->size / before->size);
    return std::exp(std::lerp(std::log(seconds_at(*before)), std::log(seconds_at(*after)), part));
}

const SizeCurve* fastest_curve(std::span<const SizeCurve> curves, Backend backend, double size) {
    const SizeCurve* best = nullptr;
    for (const SizeCurve& curve : curves) {
        if (curve.device.backend != backend) continue;
        const auto time = time_at(curve, size);
        if (time && (best == nullptr || *time < *time_at(*best, size))) best = &curve;
    }
    return best;
}

/// The sizes that were measured, from the smallest to the largest size that both backends reach.
std::vector<double> common_sizes(std::span<const SizeCurve> curves) {
    std::set<double> sizes;
    for (const SizeCurve& curve : curves)
        for (const SizePoint& point : curve.points)
            if (fastest_at(curves, Backend::cpu, point.size) && fastest_at(curves, Backend::cuda, point.size))
                sizes.insert(point.size);
    return {sizes.begin(), sizes.end()};
}

/// The logarithm of how many times as fast the GPU is.
double advantage(std::span<const SizeCurve> curves, double size) {
    return std::log(*fastest_at(curves, Backend::cpu, size) / *fastest_at(curves, Backend::cuda, size));
}

std::string name_at(std::span<const SizeCurve> curves, Backend backend, double size) {
    const SizeCurve& curve = *fastest_curve(curves, backend, size);
    return fmt::format("{} on {}", short_name(curve.id), curve.device.name);
}

/// Two significant digits are all that a crossover has.
double rounded(double size) {
    const double unit = std::pow(10.0, std::floor(std::log10(size)) - 1.0);
    return std::round(size / unit) * unit;
}

std::string count_text(double size) { return grouped(std::int64_t(std::llround(size))); }

bool has(std::span<const SizeCurve> curves, Backend backend) {
    return std::ranges::any_of(curves, [&](const SizeCurve& curve) { return curve.device.backend == backend; });
}

} // namespace

std::optional<double> fastest_at(std::span<const SizeCurve> curves, Backend backend, double size) {
    const SizeCurve* const best = fastest_curve(curves, backend, size);
    return best == nullptr ? std::nullopt : time_at(*best, size);
}

std::optional<Crossover> crossover_of(std::span<const SizeCurve> curves) {
    std::optional<Crossover> found;
    const std::vector<double> sizes = common_sizes(curves);
    for (std::size_t i = 1; i < sizes.size(); ++i) {
        const double before = advantage(curves, sizes[i - 1]), after = advantage(curves, sizes[i]);
        if ((before > 0.0) == (after > 0.0)) continue;
        const double part = before / (before - after);
        const double size = sizes[i - 1] * std::pow(sizes[i] / sizes[i - 1], part);
        found = {.size = size, .seconds = *fastest_at(curves, Backend::cuda, size), .gpu_above = after > 0.0};
    }
    return found;
}

std::string crossover_sentence(const SizeChart& chart) {
    const std::span<const SizeCurve> curves = chart.curves;
    if (!has(curves, Backend::cuda)) return "Only a CPU was measured at several sizes.";
    if (!has(curves, Backend::cpu)) return "Only a GPU was measured at several sizes.";
    const std::vector<double> sizes = common_sizes(curves);
    if (sizes.empty())
        return "The sizes measured on the CPU and on the GPU do not overlap, so they cannot be compared.";
    const double low = sizes.front(), high = sizes.back();
    if (chart.crossover)
        return fmt::format("The {} ({}) is faster from about {} {} on; below that, the {} ({}) is faster.",
                           chart.crossover->gpu_above ? "GPU" : "CPU",
                           name_at(curves, chart.crossover->gpu_above ? Backend::cuda : Backend::cpu, high),
                           count_text(rounded(chart.crossover->size)), chart.size,
                           chart.crossover->gpu_above ? "CPU" : "GPU",
                           name_at(curves, chart.crossover->gpu_above ? Backend::cpu : Backend::cuda, low));
    const bool gpu = advantage(curves, low) > 0.0;
    const auto times = [&](double size) { return std::exp(std::abs(advantage(curves, size))); };
    return fmt::format(
        "The {} ({}) is faster than the {} at every size that both curves reach: {} times as fast at {} {}, "
        "and {} times at {}.",
        gpu ? "GPU" : "CPU", name_at(curves, gpu ? Backend::cuda : Backend::cpu, high), gpu ? "CPU" : "GPU",
        three_digits(times(low)), count_text(low), chart.size, three_digits(times(high)), count_text(high));
}

} // namespace pairscope::app
