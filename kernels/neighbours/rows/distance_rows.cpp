// SPDX-License-Identifier: MIT
#include "kernels/neighbours/rows/distance_rows.h"

#include "kernels/neighbours/exact/exact_keys.h"
#include "kernels/neighbours/exact/pair_sums.h"
#include "kernels/neighbours/metric_vectors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pairscope::neighbours {
namespace {

struct QuickForm {
    QuickTerms terms;
    QuickEnding ending = QuickEnding::sum;
};
std::optional<QuickForm> quick_form_of(const NeighbourQuestion& question) {
    switch (question.metric) {
    case Metric::euclidean:
        return QuickForm{QuickTerms::squares, QuickEnding::root};
    case Metric::squared:
        return QuickForm{QuickTerms::squares};
    case Metric::manhattan:
        return QuickForm{QuickTerms::sizes};
    case Metric::chebyshev:
        return QuickForm{QuickTerms::largest};
    case Metric::cosine:
        return QuickForm{QuickTerms::squares, QuickEnding::cosine};
    case Metric::canberra:
        return QuickForm{QuickTerms::fractions};
    case Metric::own:
        if (const auto terms = quick_terms_of(question.own)) return QuickForm{*terms};
        return {};
    case Metric::hamming:
    case Metric::great_circle:
        return {};
    }
    return {};
}

} // namespace

DistanceRows::DistanceRows(const NeighbourQuestion& question)
    : metric_(question.metric), measure_(question), usable_(usable_vectors(question.first, question.metric)),
      usable_across_(usable_vectors(question.across(), question.metric)) {
    measure_.look_for_exact_keys();
    measure_.prepare_places();
    const bool is_measured = question.first.holds_distances || question.metric == Metric::great_circle ||
                             (question.metric == Metric::own && question.own.of_rows == nullptr);
    if (is_measured) return;
    sets_.emplace(question, measure_);
    const std::optional<QuickForm> form = quick_form_of(question);
    if (!form || !QuickSums::have_room(question.across().rows, question.first.dims)) return;
    quick_.emplace(QuickQuestion{.terms = form->terms,
                                 .ending = form->ending,
                                 .dims = static_cast<std::size_t>(question.first.dims),
                                 .first = sets_->first().values(),
                                 .across = sets_->across().values()});
    if (!quick_->exist()) quick_.reset();
    if (is_euclidean(metric_) && !measure_.has_exact_keys()) look_for_whole_squares();
}

void DistanceRows::look_for_whole_squares() {
    NumberGrid grid;
    for (const MetricVectors* set : {&sets_->first(), &sets_->across()})
        for (const double x : set->values()) grid.include(x);
    if (have_whole_squares(grid, static_cast<double>(measure_.first().dims()))) step_exponent_ = grid.exponent;
}

double DistanceRows::key(std::int64_t row, std::int64_t col) const {
    if (!sets_) return measure_.exact_key(row, col);
    const auto a = sets_->first().vector(row), b = sets_->across().vector(col);
    switch (metric_) {
    case Metric::euclidean:
    case Metric::squared:
        if (step_exponent_) return rounded_square_of_steps(a, b, *step_exponent_);
        [[fallthrough]];
    case Metric::manhattan:
        return measure_.has_exact_keys() ? metric_key(metric_, a, b) : rounded_key(metric_, a, b);
    case Metric::cosine:
        return quick_ ? measure_.exact_key(row, col) : cosine(row, col);
    case Metric::canberra:
        return canberra_distance(a, b);
    case Metric::own:
        return measure_.own_distance(a, b);
    case Metric::chebyshev: // these two keys are never rounded twice
    case Metric::hamming:
    case Metric::great_circle:
        return metric_key(metric_, a, b);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

/// The exact key takes microseconds. It is needed only where the error of the cheap one reaches another key.
double DistanceRows::cosine(std::int64_t row, std::int64_t col) const {
    const double cheap = sets_->key(row, col);
    const double roundings = (static_cast<double>(measure_.first().dims()) / 8.0 + 24.0) * 0x1p-53;
    const double error = roundings * cheap + 0x1p-50 * std::sqrt(std::max(cheap, 0.0)) + 0x1p-100;
    const double least = rounded_cosine(cheap - error), most = rounded_cosine(cheap + error);
    return least == most ? least : measure_.exact_key(row, col);
}

void DistanceRows::read(std::int64_t row, std::int64_t first, std::span<double> distances) const {
    read(std::array{Part{.row = row, .first = first, .distances = distances}});
}

void DistanceRows::read(std::span<const Part> parts) const {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const auto is_usable = [&](const Part& part) { return usable_[static_cast<std::size_t>(part.row)]; };
    std::vector<QuickSums::Part> quick_parts;
    for (const Part& part : parts) {
        std::ranges::fill(part.distances, nan);
        if (quick_ && is_usable(part))
            quick_parts.push_back({sets_->first().vector(part.row), part.first, part.distances});
    }
    if (quick_) quick_->read(quick_parts);
    for (const Part& part : parts) {
        std::int64_t col = part.first;
        for (double& distance : part.distances) {
            if (!is_usable(part) || !usable_across_[static_cast<std::size_t>(col)])
                distance = nan;
            else if (std::isnan(distance))
                distance = measure_.distance_of_exact(key(part.row, col));
            else if (measure_.counts_decimals())
                distance = measure_.in_units_of_file(distance);
            ++col;
        }
    }
}

} // namespace pairscope::neighbours
