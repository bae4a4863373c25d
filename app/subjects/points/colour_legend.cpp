// SPDX-License-Identifier: MIT
#include "app/subjects/points/colour_legend.h"

#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/points/points_words.h"

#include <algorithm>
#include <span>

namespace pairscope::app {

std::optional<ColourLegend> colour_legend(const State& state) {
    if (clusters_of_set(state, 0) != nullptr) return {}; // they have colours without an order
    if (!ranks_of(state, 0).empty() && state.view.label_groups.names.empty())
        return ColourLegend{"first row", "last row",
                            "The points are coloured by their places in the matrix, from the first row or column to "
                            "the last one."};
    const std::span<const float> values = values_of_points(state);
    if (values.empty()) return {};
    const auto [low, high] = std::ranges::minmax(values);
    const auto [low_text, high_text] = told_apart(double(low), double(high));
    return ColourLegend{low_text, high_text,
                        "The points are coloured by their values in the output, from the smallest to the largest one."};
}

bool sets_have_colours(const State& state) {
    return clusters_of_set(state, 0) == nullptr && !colour_legend(state) && state.view.label_groups.names.empty();
}

} // namespace pairscope::app
