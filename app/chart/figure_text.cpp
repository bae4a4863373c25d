// SPDX-License-Identifier: MIT
#include "app/chart/figure_text.h"

#include "app/chart/number_text.h"

#include <fmt/format.h>

namespace pairscope::app {

using profiling::FigureUnit;

std::string table_text(FigureUnit unit, double value) {
    switch (unit) {
    case FigureUnit::time:
        return milliseconds(value);
    case FigureUnit::rate:
        return three_digits(value / 1e9);
    case FigureUnit::part:
        return fmt::format("{:.2g}", 100.0 * value);
    case FigureUnit::ns:
    case FigureUnit::power:
        return three_digits(value);
    case FigureUnit::energy:
        return three_digits(1e3 * value);
    case FigureUnit::share:
    case FigureUnit::times:
    case FigureUnit::count:
        break;
    }
    return text_with_unit(unit, value);
}

std::string text_with_unit(FigureUnit unit, double value) {
    switch (unit) {
    case FigureUnit::time:
        return time_of_run(value);
    case FigureUnit::ns:
        return fmt::format("{} ns", three_digits(value));
    case FigureUnit::rate:
        return bandwidth(value);
    case FigureUnit::share:
        return share_text(value);
    case FigureUnit::part:
        return table_text(unit, value) + " %";
    case FigureUnit::times:
        return speedup_text(value);
    case FigureUnit::energy:
        return energy_text(value);
    case FigureUnit::power:
        return fmt::format("{} W", three_digits(value));
    case FigureUnit::count:
        break;
    }
    return grouped(std::int64_t(value));
}

} // namespace pairscope::app
