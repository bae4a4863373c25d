// SPDX-License-Identifier: MIT
// What was loaded, in words.
#include "app/chart/number_text.h"
#include "app/cli/options/data.h"
#include "app/spine/commands.h"
#include "app/spine/state_queries.h"
#include "kernels/data/text.h"
#include "kernels/neighbours/metric_vectors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::cli {

std::string describe(std::span<const LoadedData> sizes) {
    std::vector<std::string> counts;
    for (const LoadedData& data : sizes) counts.push_back(app::grouped(data.n()));
    if (sizes.size() == 1) return describe(sizes.front());
    const app::Question& asked = sizes.front().question;
    if (counts_coordinates(type_of(asked.workload).inputs) && asked.second)
        return fmt::format("{} and {}, n = {} coordinates", asked.first->name, asked.second->name,
                           fmt::join(counts, " and "));
    if (!app::is_of_points(sizes.front().source))
        return fmt::format("{}, n = {}", sizes.front().question.first->name, fmt::join(counts, ", "));
    return fmt::format("{}, {} points", sizes.front().question.first->name, fmt::join(counts, ", "));
}

std::string note_without_finite_rows(const Dataset& set, Metric metric) {
    if (set.holds_distances || std::ranges::count(neighbours::usable_vectors(set, metric), true) > 0) return {};
    return fmt::format(
        "{}: no row has coordinates that are all finite, so none has a distance, and every entry that is "
        "computed is NaN; give rows with numbers",
        set.name);
}

std::string shape_text(const Dataset& set) {
    return fmt::format("{} {} x {}", set.name, app::grouped(set.rows), app::grouped(set.dims));
}

std::string parameters_text(const WorkloadType& type, std::span<const double> values) {
    const std::string text = app::parameters_text(type, values);
    return text.empty() ? text : ", " + text;
}

std::string describe(const LoadedData& data) {
    const WorkloadType& type = type_of(data.question.workload);
    std::string text = app::is_of_points(data.source) ? fmt::format("{}, {}", data.question.first->name,
                                                                    counted(data.question.first->rows, "point"))
                                                      : shape_text(*data.question.first);
    if (data.question.second == data.question.first)
        text = fmt::format("{} with itself", text);
    else if (data.question.second)
        text += ", " + shape_text(*data.question.second);
    return text + parameters_text(type, data.question.parameters);
}

} // namespace pairscope::cli
