// SPDX-License-Identifier: MIT
#include "profiling/figures.h"

#include <algorithm>

namespace pairscope::profiling {

std::optional<double> value_of(const Figure& figure, const RunInContext& of) {
    if (!figure.recorded) return figure.value(of);
    const auto kept = std::ranges::find(of.run.figures, figure.key, &RecordedFigure::key);
    return kept == of.run.figures.end() ? std::nullopt : std::optional(kept->value);
}

std::vector<RecordedFigure> figures_to_record(const Measurement& run) {
    std::vector<RecordedFigure> kept;
    for (const Figure& figure : figure_list) {
        if (!figure.recorded) continue;
        if (const auto value = figure.value({.run = run})) kept.push_back({std::string(figure.key), *value});
    }
    return kept;
}

} // namespace pairscope::profiling
