// SPDX-License-Identifier: MIT
#include "app/page/page_formula.h"

#include "kernels/matrix/unstored/blocks.h"

#include <algorithm>
#include <array>

namespace pairscope::page {
namespace {

std::string_view name_of(PairTerms terms) {
    switch (terms) {
    case PairTerms::squared_differences:
        return "squared_differences";
    case PairTerms::products:
        return "products";
    case PairTerms::absolute_differences:
        return "absolute_differences";
    case PairTerms::largest_difference:
        return "largest_difference";
    case PairTerms::relative_differences:
        return "relative_differences";
    case PairTerms::unequal:
        return "unequal";
    case PairTerms::directions:
        return "directions";
    case PairTerms::places:
        return "places";
    }
    return "";
}

std::string_view name_of(PairEnding ending) {
    switch (ending) {
    case PairEnding::sum:
        return "sum";
    case PairEnding::root:
        return "root";
    case PairEnding::gaussian:
        return "gaussian";
    case PairEnding::fraction:
        return "fraction";
    case PairEnding::one_minus:
        return "one_minus";
    case PairEnding::arc:
        return "arc";
    }
    return "";
}

/// Metrics of a workload's own, by their names.
constexpr std::array own_formulas{
    PageFormula{.terms = "bray_curtis", .ending = "ratio", .steps_per_coordinate = 2.0},
    PageFormula{.terms = "jaccard", .ending = "ratio", .steps_per_coordinate = 2.0},
    PageFormula{.terms = "minkowski", .ending = "power", .steps_per_coordinate = 40.0},
    PageFormula{.terms = "jensen_shannon", .ending = "divergence", .steps_per_coordinate = 20.0},
    PageFormula{.terms = "hamming_bits", .ending = "sum", .steps_per_coordinate = 2.0},
    PageFormula{.terms = "edit", .ending = "table", .steps_per_coordinate = 2.0, .is_table = true},
    PageFormula{.terms = "dtw", .ending = "table", .steps_per_coordinate = 4.0, .is_table = true},
};

} // namespace

std::optional<PageFormula> page_formula(const WorkloadType& type) {
    if (type.inputs.takes_distances)
        return PageFormula{.terms = "given", .ending = "given", .steps_per_coordinate = 0.0};
    if (!has_blocks(type)) return {};
    if (type.formula) return PageFormula{name_of(type.formula->terms), name_of(type.formula->ending)};
    const auto found = std::ranges::find(own_formulas, metric_name_of(type), &PageFormula::terms);
    if (found == own_formulas.end()) return {};
    return *found;
}

} // namespace pairscope::page
