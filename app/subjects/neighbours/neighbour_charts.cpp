// SPDX-License-Identifier: MIT
#include "app/subjects/neighbours/neighbour_charts.h"

#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/data/data.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pairscope::app {
namespace {

constexpr std::size_t most_bins = 48;
constexpr double too_uneven = 30.0; // times the median: beyond it, a linear axis shows one high bin and nothing else

ChartLine upright(double x, double height, const ChartColour& colour, LineStyle style) {
    return {.from = {x, 0.0}, .to = {x, height}, .colour = colour, .style = style};
}

/// Where the bins end: `count` + 1 places from low to high.
std::vector<double> edges_between(double low, double high, std::size_t count, bool logarithmic) {
    std::vector<double> edges;
    for (std::size_t i = 0; i <= count; ++i) {
        const double part = double(i) / double(count);
        edges.push_back(logarithmic ? low * std::pow(high / low, part) : low + part * (high - low));
    }
    edges.back() = high;
    return edges;
}

/// What the rows are called: "points" by most workloads. "set A" is the name of a set, so its rows are "vectors of set
/// A".
std::string name_of_rows(const State& state) {
    const std::string_view name = set_name(current_type(state), 0);
    return name.starts_with("set ") ? fmt::format("vectors of {}", name) : std::string(name);
}

} // namespace

std::optional<Chart> row_drawing(const State& state) {
    const auto& marked = state.view.marked;
    if (!marked || !marked->profile) return {};
    const Question& now = state.data.now.question;
    const RowProfile& profile = *marked->profile;
    const double top = profile.highest > 0.0 ? 1.12 * profile.highest : 1.0; // room for the names
    const double last = double(now.across().rows) - 1.0;
    Chart chart{.x = {.title = now.second ? "column, or rank" : "row, or rank",
                      .range = {-0.5, std::max(last, 1.0) + 0.5},
                      .indices = true},
                .y = {.title = "distance", .unit = unit_of_neighbours(state.data.now.question), .range = {0.0, top}}};
    chart.curves.push_back({.spans = profile.by_column,
                            .colour = {Ink::dim},
                            .name = now.second ? "in the order of the columns" : "in the order of the rows"});
    chart.curves.push_back(
        {.spans = profile.sorted, .colour = {Ink::accent}, .width = 1.8, .name = "sorted, nearest first"});
    chart.lines.push_back(upright(double(marked->cell.col), top, {Ink::dim}, LineStyle::dotted));
    if (marked->column)
        chart.marks.push_back({.at = {double(marked->cell.col), marked->column->distance},
                               .shape = MarkShape::circle,
                               .colour = {Ink::text}});
    return chart;
}

std::optional<std::int64_t> column_at(const State& state, double x) {
    const std::int64_t columns = state.data.now.question.across().rows;
    if (!(x > -0.5) || !(x < double(columns) - 0.5)) return {};
    return std::clamp<std::int64_t>(std::llround(x), 0, columns - 1);
}

Histogram histogram_of(std::span<const double> ascending) {
    Histogram result;
    if (ascending.empty()) return result;
    const auto first_positive = std::ranges::upper_bound(ascending, 0.0);
    result.coincident = first_positive - ascending.begin();
    result.median = ascending[(ascending.size() - 1) / 2];
    if (first_positive == ascending.end()) return result;
    const double least = *first_positive, high = ascending.back();
    result.logarithmic = high > too_uneven * std::max(result.median, least);
    const double low = result.logarithmic ? least : 0.0;
    const auto bins = std::clamp<std::size_t>(std::size_t(2.0 * std::cbrt(double(ascending.size()))), 4, most_bins);
    const std::vector<double> edges = edges_between(low, high, bins, result.logarithmic);
    auto begin = result.logarithmic ? first_positive : ascending.begin();
    for (std::size_t i = 0; i < bins; ++i) {
        const bool is_last = i + 1 == bins; // its upper end belongs to it
        const auto end = is_last ? ascending.end() : std::ranges::lower_bound(ascending, edges[i + 1]);
        const std::int64_t count = std::max<std::int64_t>(0, end - begin);
        result.bins.push_back({.low = edges[i], .high = edges[i + 1], .count = count});
        result.most = std::max(result.most, count);
        begin = std::max(begin, end);
    }
    return result;
}

Chart histogram_drawing(const State& state, const Histogram& histogram) {
    const auto& radius = state.neighbours.radius;
    const double low = histogram.bins.front().low, high = histogram.bins.back().high;
    const double top = 1.1 * double(histogram.most);
    Chart chart{.x = {.title = "distance to the nearest neighbour",
                      .unit = unit_of_neighbours(state.data.now.question),
                      .range = {low, high},
                      .logarithmic = histogram.logarithmic},
                .y = {.title = name_of_rows(state), .range = {0.0, top}}};
    for (const HistogramBin& bin : histogram.bins)
        if (bin.count > 0)
            chart.bands.push_back({.y = {0.0, double(bin.count)},
                                   .x = AxisRange{bin.low, bin.high},
                                   .colour = {Ink::dim},
                                   .edges = {Ink::line}});
    if (radius && *radius >= low && *radius <= high) {
        chart.lines.push_back(upright(*radius, top, {Ink::accent}, LineStyle::whole));
        chart.lines.back().words = "radius";
    }
    return chart;
}

std::string histogram_sentence(const State& state, const Histogram& histogram) {
    const FoundNeighbours* found = found_neighbours(state);
    if (found == nullptr) return {};
    const std::int64_t finite = found->table.rows - found->table.left_out;
    std::string text = fmt::format("Half of the {} {} have their nearest neighbour within {}.", grouped(finite),
                                   name_of_rows(state), distance_text(state, histogram.median));
    if (histogram.coincident > 0)
        text += fmt::format(" {} of them coincide with their nearest neighbour.", grouped(histogram.coincident));
    if (found->table.left_out > 0)
        text += fmt::format(" {}.", left_out_words(found->table.left_out, "vector", current_type(state)));
    return text;
}

std::string radius_sentence(const State& state) {
    const auto& radius = state.neighbours.radius;
    if (!radius) return {};
    const std::string length = distance_text(state, *radius);
    const auto pairs = closer_pairs(state);
    if (!pairs) {
        const std::string reason = why_no_table(state);
        return reason.empty() ? fmt::format("Counting the pairs that are closer than {} ...", length) : reason;
    }
    const double percent = pairs->all == 0 ? 0.0 : 100.0 * double(pairs->closer) / double(pairs->all);
    return fmt::format("{}. The closer ones are {} %.", pairs_within_radius(*pairs, length), three_digits(percent));
}

double largest_radius(const State& state) {
    const bool has_distances = state.output.content == MatrixContent::values &&
                               current_type(state).matrix.are_distances && output_is_current(state);
    if (has_distances && state.output.summary.max > 0.0f && std::isfinite(state.output.summary.max))
        return double(state.output.summary.max);
    const Metric metric = current_type(state).metric;
    if (metric == Metric::great_circle) return std::numbers::pi * earth_radius;
    if (metric == Metric::cosine) return 2.0;
    if (current_type(state).prepare != nullptr || metric == Metric::hamming) return 1.0;
    if (metric == Metric::canberra) return double(state.data.now.question.first->dims);
    const SetPlaces places = places_now(state);
    const auto first = extent_of(places.first), second = extent_of(places.second);
    const auto diagonal = [](const auto& extent) { return std::hypot(extent->width(), extent->height()); };
    const double largest = std::max(first ? diagonal(first) : 0.0, second ? diagonal(second) : 0.0);
    if (!(largest > 0.0)) return 1.0;
    return metric == Metric::squared ? largest * largest : largest;
}

} // namespace pairscope::app
