// SPDX-License-Identifier: MIT
#include "app/cli/options/limits_notes.h"

#include "app/chart/number_text.h"
#include "kernels/data/squares.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>

namespace pairscope::cli {
namespace {

constexpr double largest_float = std::numeric_limits<float>::max();

/// The vectors with the least and the greatest coordinates: the farthest pair has one of them, or nearly so.
std::vector<std::int64_t> outermost_rows(const Dataset& set) {
    constexpr std::int64_t most_dims = 16; // only the first ones of longer vectors
    std::vector<std::int64_t> rows;
    const auto values = coordinates(set);
    for (std::int64_t k = 0; k < std::min(set.dims, most_dims); ++k) {
        std::int64_t least = -1, most = -1;
        const auto at = [&](std::int64_t row) { return values[static_cast<std::size_t>(row * set.dims + k)]; };
        for (std::int64_t row = 0; row < set.rows; ++row) {
            if (!std::isfinite(at(row))) continue;
            if (least < 0 || at(row) < at(least)) least = row;
            if (most < 0 || at(row) > at(most)) most = row;
        }
        if (least >= 0) rows.insert(rows.end(), {least, most});
    }
    return rows;
}

/// The greatest distance between an outermost vector of the first set and any vector across, in double.
double greatest_distance(const Dataset& first, const Dataset& across, Metric metric) {
    const neighbours::MetricReader reader(first, metric), reader_across(across, metric);
    std::vector<double> a(reader.length()), b(reader.length());
    double greatest = 0.0;
    for (const std::int64_t row : outermost_rows(first)) {
        reader.read(row, a);
        for (std::int64_t col = 0; col < across.rows; ++col) {
            reader_across.read(col, b);
            const double distance = neighbours::distance_of_key(metric, neighbours::metric_key(metric, a, b));
            if (distance > greatest) greatest = distance; // NaN is not
        }
    }
    return greatest;
}

/// The least distance that is not 0; infinite if there is none.
double least_distance(const Dataset& points) {
    const auto table = neighbours::nearest_neighbours({.first = points, .second = nullptr, .k = 4}, {});
    double least = std::numeric_limits<double>::infinity();
    for (const double distance : table.distances)
        if (distance > 0.0) least = std::min(least, distance);
    return least;
}

std::string note_on_squares(const Dataset& first, const Dataset* second) {
    const SquareLimits limits = square_limits(first, second);
    if (!limits.overflow && !limits.underflow) return {};
    const char* const what = limits.overflow && limits.underflow ? "infinite, 0 or a rough value"
                             : limits.overflow                   ? "infinite"
                                                                 : "0 or a rough value";
    return fmt::format("\"Right\" says little about this data: float32 cannot hold the squares of some differences, "
                       "and there a distance counts as right if it is {}.",
                       what);
}

std::string note_on_sums(const Dataset& first, const Dataset& across, const WorkloadType& type) {
    if (!(greatest_distance(first, across, type.metric) > largest_float)) return {};
    return fmt::format("\"Right\" says little about this data: float32 cannot hold some of its values of the {}, "
                       "which are above 3.4e38, and there a value counts as right if it is infinite.",
                       metric_title_of(type));
}

/// Directions of vectors that are infinitely long are not known.
std::string note_on_directions(const Dataset& set) {
    std::int64_t infinite = 0;
    const auto values = coordinates(set);
    for (auto row = values.begin(); row != values.end(); row += set.dims)
        infinite += std::any_of(row, row + set.dims, [](float x) { return std::isinf(x); }) ? 1 : 0;
    if (infinite == 0) return {};
    if (infinite == 1)
        return "\"Right\" says nothing about 1 vector with an infinite coordinate, because it has no direction: the "
               "cosine distances of this vector were not judged.";
    return fmt::format("\"Right\" says nothing about {} vectors with an infinite coordinate, because they have no "
                       "direction: the cosine distances of these vectors were not judged.",
                       grouped(infinite));
}

std::string note_on_float32(const LoadedData& data) {
    const WorkloadType& type = pairscope::type_of(data.question.workload);
    const Dataset &first = *data.question.first, &across = data.question.across();
    if (!type.matrix.are_distances || type.inputs.takes_distances || type.inputs.element != Element::float32) return {};
    switch (type.metric) {
    case Metric::euclidean:
    case Metric::squared:
        return note_on_squares(first, data.question.second.get());
    case Metric::cosine:
        return note_on_directions(first);
    case Metric::canberra:     // at most the number of coordinates
    case Metric::hamming:      // at most 1
    case Metric::great_circle: // at most 20 000 km
    case Metric::own:          // only the workload knows how large its distances are
        return {};
    default:
        return note_on_sums(first, across, type);
    }
}

/// The variants among the right ones that write halves.
std::set<std::string> variants_of_halves(const std::vector<CheckRow>& rows) {
    std::set<std::string> names;
    for (const CheckRow& row : rows) {
        const KernelVariant* const variant = find_variant(row.variant);
        if (row.verdict && row.verdict->right() && variant != nullptr && variant->entry == Entry::float16)
            names.insert(std::string(short_name(row.variant)));
    }
    return names;
}

std::vector<std::string> notes_on_halves(const std::vector<CheckRow>& rows, const LoadedData& data) {
    const std::set<std::string> names = variants_of_halves(rows);
    const WorkloadType& type = pairscope::type_of(data.question.workload);
    const Dataset& first = *data.question.first;
    if (names.empty() || !type.matrix.are_distances || type.metric == Metric::own || data.question.second ||
        first.dims > 2)
        return {};
    std::vector<std::string> notes;
    if (greatest_distance(first, first, type.metric) >= limits_of(Entry::float16).infinite)
        notes.push_back(fmt::format("\"Right\" says little about {} on this data: float16 cannot hold distances above "
                                    "65 504, and there an entry counts as right if it is infinite.",
                                    fmt::join(names, ", ")));
    constexpr double least_normal = 0x1p-14; // below it float16 has fewer and fewer digits
    if (least_distance(first) < least_normal)
        notes.push_back(fmt::format("\"Right\" says little about {} on this data: float16 loses digits of distances "
                                    "below 6.1e-5, and there an entry counts as right if it is 0 or a rough value.",
                                    fmt::join(names, ", ")));
    return notes;
}

} // namespace

std::vector<std::string> limits_notes(const std::vector<CheckRow>& rows, const LoadedData& data) {
    const auto is_right = [](const CheckRow& row) { return row.verdict && row.verdict->right(); };
    if (std::ranges::none_of(rows, is_right)) return {};
    std::vector<std::string> notes = notes_on_halves(rows, data);
    if (std::string note = note_on_float32(data); !note.empty()) notes.insert(notes.begin(), std::move(note));
    return notes;
}

} // namespace pairscope::cli
