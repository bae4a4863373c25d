// SPDX-License-Identifier: MIT
#include "app/page/page_entry.h"

#include "kernels/data/dataset.h"
#include "kernels/metrics/formulas.h"
#include "kernels/metrics/places.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace pairscope::page {
namespace {

template <class Formula> double sum_by(std::span<const double> a, std::span<const double> b) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) sum = Formula::added(sum, a[k], b[k]);
    return sum;
}

double kilometres(const GlobeAxes& axes, std::span<const double> a, std::span<const double> b) {
    const auto frame = globe::frame_of<double>(axes);
    return globe::kilometres(frame, globe::place_of(frame, a[0], a[1]), globe::place_of(frame, b[0], b[1]));
}

double cosine_distance(std::span<const double> a, std::span<const double> b) {
    using metrics::Cosine;
    return Cosine::entry(sum_by<Cosine>(a, b), Cosine::weight(sum_by<Cosine>(a, a)),
                         Cosine::weight(sum_by<Cosine>(b, b)));
}

double sum_of(PairTerms terms, std::span<const double> a, std::span<const double> b) {
    switch (terms) {
    case PairTerms::squared_differences:
        return sum_by<metrics::Squared>(a, b);
    case PairTerms::products:
        return sum_by<metrics::Products>(a, b);
    case PairTerms::absolute_differences:
        return sum_by<metrics::Manhattan>(a, b);
    case PairTerms::largest_difference:
        return sum_by<metrics::Chebyshev>(a, b);
    case PairTerms::relative_differences:
        return sum_by<metrics::Canberra>(a, b);
    case PairTerms::unequal:
        return sum_by<metrics::Hamming>(a, b);
    case PairTerms::directions:
    case PairTerms::places:
        break;
    }
    return std::nan("");
}

template <class Number>
double own_distance(const EntryRule& rule, std::span<const double> a, std::span<const double> b) {
    Dataset first{.rows = 1, .dims = std::ssize(a)}, second{.rows = 1, .dims = std::ssize(b)};
    first.values = std::vector<Number>(a.begin(), a.end());
    second.values = std::vector<Number>(b.begin(), b.end());
    Inputs inputs = inputs_of(first, second);
    inputs.parameters = rule.parameters;
    return rule.own->pair(problem_of(inputs, LinearMemory{}), 0, 0);
}

double entry(const EntryRule& rule, std::span<const double> a, std::span<const double> b) {
    if (rule.formula.terms == PairTerms::places) return kilometres(rule.globe, a, b);
    if (rule.formula.terms == PairTerms::directions) return cosine_distance(a, b);
    const double sum = sum_of(rule.formula.terms, a, b);
    switch (rule.formula.ending) {
    case PairEnding::root:
        return std::sqrt(sum);
    case PairEnding::gaussian:
        return std::exp(-sum / (2.0 * rule.sigma * rule.sigma));
    case PairEnding::fraction:
        return sum / double(a.size());
    case PairEnding::sum:
    case PairEnding::one_minus:
    case PairEnding::arc:
        break;
    }
    return sum;
}

} // namespace

float reference_entry(const EntryRule& rule, std::span<const double> a, std::span<const double> b) {
    if (rule.own != nullptr)
        return static_cast<float>(rule.own->inputs.element == Element::uint8 ? own_distance<std::uint8_t>(rule, a, b)
                                                                             : own_distance<float>(rule, a, b));
    return static_cast<float>(entry(rule, a, b));
}

} // namespace pairscope::page
