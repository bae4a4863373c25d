// SPDX-License-Identifier: MIT
// The figures of profiling/figures.h as texts, by the unit of each.
#pragma once

#include "profiling/figures.h"

#include <string>
#include <string_view>

namespace pairscope::app {

/// In a column of a table, whose heading has the unit.
[[nodiscard]] std::string table_text(profiling::FigureUnit unit, double value);
[[nodiscard]] constexpr std::string_view table_unit(profiling::FigureUnit unit) {
    switch (unit) {
    case profiling::FigureUnit::time:
        return "ms";
    case profiling::FigureUnit::part:
        return "%";
    case profiling::FigureUnit::energy:
        return "mJ";
    case profiling::FigureUnit::power:
        return "W";
    case profiling::FigureUnit::ns: // the titles of these name their units, or they have none
    case profiling::FigureUnit::rate:
    case profiling::FigureUnit::share:
    case profiling::FigureUnit::times:
    case profiling::FigureUnit::count:
        break;
    }
    return {};
}

/// With its unit, as in a sentence.
[[nodiscard]] std::string text_with_unit(profiling::FigureUnit unit, double value);

} // namespace pairscope::app
