// SPDX-License-Identifier: MIT
#include "kernels/workloads/cross_distance/written_out.h"

#include <cmath>
#include <string>
#include <utility>

namespace pairscope::workloads::cross_distance {
namespace {

constexpr std::int64_t most_written = 4; // with more coordinates, only their sums are written

/// Sums in float32 and in double precision.
struct BothSums {
    float single = 0.0f;
    double exact = 0.0;
    void add(float a, float b) {
        single += a * b;
        exact += static_cast<double>(a) * b;
    }
};

WrittenOut direct_form(const float* x, const float* y, std::int64_t dims) {
    WrittenOut form{.title = "Direct form", .steps = {}};
    float sum = 0.0f;
    double exact_sum = 0.0;
    for (std::int64_t k = 0; k < dims; ++k) {
        const float difference = x[k] - y[k];
        const double exact = static_cast<double>(x[k]) - y[k];
        sum += difference * difference;
        exact_sum += exact * exact;
        if (dims > most_written) continue;
        const std::string number = std::to_string(k + 1);
        form.steps.push_back({"x" + number + " - y" + number, difference, exact});
        form.steps.push_back({"its square", difference * difference, exact * exact});
    }
    form.steps.push_back({"sum of the squares", sum, exact_sum});
    form.steps.push_back({"sqrt of the sum", std::sqrt(sum), std::sqrt(exact_sum)});
    return form;
}

WrittenOut expanded_form(const float* x, const float* y, std::int64_t dims) {
    BothSums xx, yy, xy;
    for (std::int64_t k = 0; k < dims; ++k) {
        xx.add(x[k], x[k]);
        yy.add(y[k], y[k]);
        xy.add(x[k], y[k]);
    }
    const float norms = xx.single + yy.single, square = norms - 2.0f * xy.single;
    const double exact_norms = xx.exact + yy.exact, exact_square = exact_norms - 2.0 * xy.exact;
    return {.title = "Expanded form",
            .steps = {{"|x|^2", xx.single, xx.exact},
                      {"|y|^2", yy.single, yy.exact},
                      {"x.y", xy.single, xy.exact},
                      {"|x|^2 + |y|^2", norms, exact_norms},
                      {"|x|^2 + |y|^2 - 2 x.y", square, exact_square},
                      {"sqrt of this, or of 0 if it is below 0", std::sqrt(std::fmax(square, 0.0f)),
                       std::sqrt(std::fmax(exact_square, 0.0))}}};
}

} // namespace

std::vector<WrittenOut> written_out(const Problem& problem, std::int64_t row, std::int64_t col) {
    const float* const x = problem.a.floats() + row * problem.a.pitch;
    const float* const y = problem.b.floats() + col * problem.b.pitch;
    return {direct_form(x, y, problem.a.dims), expanded_form(x, y, problem.a.dims)};
}

Dataset far_lattice(int set) {
    constexpr int side = 16;
    constexpr float center = 50000.0f, step = 1.0f / 16.0f; // exact in float32, as are all coordinates
    std::vector<float> values;
    for (int i = 0; i < side * side; ++i) {
        const float shift = set == 0 ? 0.0f : step / 2.0f;
        values.push_back(center + step * static_cast<float>(i % side) + shift);
        values.push_back(center + step * static_cast<float>(i / side));
    }
    Dataset data{.name = set == 0 ? "far lattice" : "shifted far lattice", .rows = side * side, .dims = 2};
    data.values = std::move(values);
    return data;
}

} // namespace pairscope::workloads::cross_distance
