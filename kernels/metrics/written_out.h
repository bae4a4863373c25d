// SPDX-License-Identifier: MIT
// One entry of a matrix of metrics, computed step by step: see MatrixCheck::written_out.
#pragma once

#include "kernels/ladder/problem.h"
#include "kernels/ladder/workload.h"
#include "kernels/metrics/formulas.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

namespace pairscope::metrics {

constexpr std::int64_t most_written = 4; // for vectors with more coordinates, only the totals are written

template <class Formula> WrittenOut form_of_differences(const float* x, const float* y, std::int64_t dims) {
    WrittenOut form{.title = "Direct form", .steps = {}};
    float total = 0.0f;
    double exact_total = 0.0;
    for (std::int64_t k = 0; k < dims; ++k) {
        const double exact_x = x[k], exact_y = y[k];
        total = Formula::added(total, x[k], y[k]);
        exact_total = Formula::added(exact_total, exact_x, exact_y);
        if (dims > most_written) continue;
        form.steps.push_back({fmt::format("x{0} - y{0}", k + 1), x[k] - y[k], exact_x - exact_y});
        form.steps.push_back({Formula::term, Formula::added(0.0f, x[k], y[k]), Formula::added(0.0, exact_x, exact_y)});
    }
    form.steps.push_back({Formula::total, total, exact_total});
    if constexpr (Formula::ending == PairEnding::root || Formula::ending == PairEnding::fraction)
        form.steps.push_back({Formula::ending == PairEnding::root ? "its root" : "divided by the number of coordinates",
                              entry_without_norms<Formula>(total, dims),
                              entry_without_norms<Formula>(exact_total, dims)});
    return form;
}

/// The sum of the products of the coordinates.
template <class Number> Number product_of(const float* x, const float* y, std::int64_t dims) {
    Number sum = 0;
    for (std::int64_t k = 0; k < dims; ++k) sum += Number(x[k]) * Number(y[k]);
    return sum;
}

/// What the products become on the way to the entry.
template <class Number> struct CosineSteps {
    Number product, squares_x, squares_y, weight_x, weight_y, entry;

    CosineSteps(const float* x, const float* y, std::int64_t dims)
        : product(product_of<Number>(x, y, dims)), squares_x(product_of<Number>(x, x, dims)),
          squares_y(product_of<Number>(y, y, dims)), weight_x(Cosine::weight(squares_x)),
          weight_y(Cosine::weight(squares_y)), entry(Cosine::entry(product, weight_x, weight_y)) {}
    [[nodiscard]] Number cosine() const { return product * weight_x * weight_y; }
};

inline WrittenOut form_of_products(const float* x, const float* y, std::int64_t dims) {
    WrittenOut form{.title = "Direct form", .steps = {}};
    for (std::int64_t k = 0; k < dims && dims <= most_written; ++k)
        form.steps.push_back({fmt::format("x{0} * y{0}", k + 1), x[k] * y[k], double(x[k]) * y[k]});
    const CosineSteps<float> single(x, y, dims);
    const CosineSteps<double> exact(x, y, dims);
    form.steps.insert(form.steps.end(), {{"x.y, sum of the products", single.product, exact.product},
                                         {"|x|^2", single.squares_x, exact.squares_x},
                                         {"|y|^2", single.squares_y, exact.squares_y},
                                         {"1 / |x|, or 0 if |x| is 0", single.weight_x, exact.weight_x},
                                         {"1 / |y|, or 0 if |y| is 0", single.weight_y, exact.weight_y},
                                         {"cosine = x.y / |x| / |y|", single.cosine(), exact.cosine()},
                                         {"1 - cosine, or 0 if it is below 0", single.entry, exact.entry}});
    return form;
}

/// Sums are written out in the order of the coordinates; a kernel may add in another order.
template <class Formula>
std::vector<WrittenOut> written_out(const Problem& problem, std::int64_t row, std::int64_t col) {
    const float* const x = problem.a.floats() + row * problem.a.pitch;
    const float* const y = problem.b.floats() + col * problem.b.pitch;
    if constexpr (Formula::needs_norms)
        return {form_of_products(x, y, problem.a.dims)};
    else
        return {form_of_differences<Formula>(x, y, problem.a.dims)};
}

} // namespace pairscope::metrics
