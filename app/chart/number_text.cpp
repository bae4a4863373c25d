// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr double smallest_fixed = 1e-4; // below it zeros would hide the digits
constexpr double largest_fixed = 1e12;

struct Unit {
    double size;
    const char* name;
};

/// With spaces between groups of three digits before the point.
std::string with_groups(const std::string& number) {
    const std::size_t point = std::min(number.find('.'), number.size());
    const std::size_t first = number.starts_with('-') ? 1 : 0;
    std::string text;
    for (std::size_t i = 0; i < number.size(); ++i) {
        if (i > first && i < point && (point - i) % 3 == 0) text += ' ';
        text += number[i];
    }
    return text;
}

/// In the largest unit that leaves at least 1; the smallest of the list if none does.
template <std::size_t count> std::string in_unit(double value, const std::array<Unit, count>& largest_first) {
    for (const Unit& unit : largest_first)
        if (std::abs(value) >= 0.9995 * unit.size)
            return fmt::format("{} {}", three_digits(value / unit.size), unit.name);
    return fmt::format("{} {}", three_digits(value / largest_first.back().size), largest_first.back().name);
}

/// Milliseconds, or nanoseconds where zeros would hide the digits of milliseconds.
Unit unit_of_run(double seconds) {
    const bool is_small = seconds > 0.0 && 1e3 * seconds < smallest_fixed;
    return is_small ? Unit{1e-9, "ns"} : Unit{1e-3, "ms"};
}

} // namespace

int decimals_of(double value) {
    if (value == 0.0 || !std::isfinite(value)) return 0;
    const int places = 2 - int(std::floor(std::log10(std::abs(value))));
    // 9.996 becomes 10.0: rounding can make it a digit longer
    const double rounded = std::round(std::abs(value) * std::pow(10.0, places));
    return rounded >= 1000.0 ? places - 1 : places;
}

std::string three_digits(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    if (value == 0.0) return "0";
    if (std::abs(value) < smallest_fixed || std::abs(value) >= largest_fixed) return fmt::format("{:.2e}", value);
    const int decimals = decimals_of(value);
    if (decimals >= 0) return with_groups(fmt::format("{:.{}f}", value, decimals));
    const double step = std::pow(10.0, -decimals);
    return with_groups(fmt::format("{:.0f}", std::round(value / step) * step));
}

std::pair<std::string, std::string> told_apart(double low, double high) {
    constexpr int most_digits = 9; // all that a float32 number has
    std::pair text{three_digits(low), three_digits(high)};
    for (int digits = 4; text.first == text.second && low != high && digits <= most_digits; ++digits)
        text = {fmt::format("{:.{}g}", low, digits), fmt::format("{:.{}g}", high, digits)};
    return text;
}

std::string grouped(std::int64_t value) { return with_groups(fmt::format("{}", value)); }

std::string milliseconds(double seconds) {
    const double value = 1e3 * seconds;
    const bool is_small = value > 0.0 && value < smallest_fixed;
    return is_small ? fmt::format("{:.{}f}", value, decimals_of(value)) : three_digits(value);
}

std::string time_of_run(double seconds) {
    const Unit unit = unit_of_run(seconds);
    return fmt::format("{} {}", three_digits(seconds / unit.size), unit.name);
}

std::string time_of_run(double seconds, double low, double high) {
    const double size = unit_of_run(seconds).size;
    return fmt::format("{} ± {}", time_of_run(seconds), half_width(seconds / size, low / size, high / size));
}

std::string half_width_of_run(double seconds, double low, double high) {
    const Unit unit = unit_of_run(seconds);
    return fmt::format("{} {}", half_width(seconds / unit.size, low / unit.size, high / unit.size), unit.name);
}

std::string bandwidth(double bytes_per_second) {
    const double gigabytes = bytes_per_second / 1e9;
    if (gigabytes >= 1000.0 && std::isfinite(gigabytes)) return grouped(std::llround(gigabytes)) + " GB/s";
    return three_digits(gigabytes) + " GB/s";
}

std::string performance(double flops_per_second) {
    return in_unit(flops_per_second,
                   std::to_array<Unit>({{1e15, "PFLOP/s"}, {1e12, "TFLOP/s"}, {1e9, "GFLOP/s"}, {1e6, "MFLOP/s"}}));
}

std::string operations(double per_second) {
    return in_unit(per_second, std::to_array<Unit>({{1e15, "Pop/s"}, {1e12, "Top/s"}, {1e9, "Gop/s"}, {1e6, "Mop/s"}}));
}

std::string pair_rate(double per_second) {
    return in_unit(per_second,
                   std::to_array<Unit>({{1e15, "Ppairs/s"}, {1e12, "Tpairs/s"}, {1e9, "Gpairs/s"}, {1e6, "Mpairs/s"}}));
}

std::string rate_text(std::string_view unit, double value) {
    if (unit == "B/s") return bandwidth(value);
    if (unit == "pairs/s") return pair_rate(value);
    if (unit == "exponentials/s")
        return in_unit(value, std::to_array<Unit>({{1e12, "Texp/s"}, {1e9, "Gexp/s"}, {1e6, "Mexp/s"}}));
    return unit == "flop/s" ? performance(value) : operations(value);
}

std::string bytes_text(double bytes) {
    return in_unit(bytes, std::to_array<Unit>({{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1.0, "B"}}));
}

std::string frequency_text(double hertz) { return in_unit(hertz, std::to_array<Unit>({{1e9, "GHz"}, {1e6, "MHz"}})); }

std::string share_text(double share) {
    if (share > 0.0 && share < 0.005) return "<0.01";
    return fmt::format("{:.2f}", share);
}

std::string speedup_text(double times) { return three_digits(times) + "x"; }

std::string percent_text(double share) { return three_digits(100.0 * share) + " %"; }

std::string energy_text(double joules) {
    if (joules >= 1.0) return fmt::format("{} J", three_digits(joules));
    if (joules >= 1e-3) return fmt::format("{} mJ", three_digits(1e3 * joules));
    return fmt::format("{} uJ", three_digits(1e6 * joules));
}

std::string duration_text(double seconds) {
    return in_unit(seconds, std::to_array<Unit>({{1.0, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}));
}

std::string half_width(double value, double low, double high) {
    const double half = std::max(high - value, value - low);
    if (!std::isfinite(half)) return three_digits(half);
    const int decimals = decimals_of(value);
    const double step = std::pow(10.0, -decimals);
    const double rounded_up = std::max(1.0, std::ceil(half / step - 1e-9)) * step;
    return with_groups(fmt::format("{:.{}f}", rounded_up, std::max(decimals, 0)));
}

} // namespace pairscope::app
