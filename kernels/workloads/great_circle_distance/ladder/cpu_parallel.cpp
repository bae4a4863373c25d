// SPDX-License-Identifier: MIT
// Sines and arctangents are those of the library Highway, whose documented error is 3 units in the last place.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/workloads/great_circle_distance/ladder/cpu_parallel.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>
#include <hwy/contrib/math/math-inl.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/metrics/places-inl.h"
#include "kernels/workloads/great_circle_distance/problem.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::great_circle_distance {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;

/// Longitudes, latitudes and cosines of all places, `n` of each.
struct Places {
    const float *longitudes, *latitudes, *cosines;
    std::int64_t n;
    globe::Frame<float> frame;

    [[nodiscard]] globe::Place<float> at(std::int64_t i) const { return {longitudes[i], latitudes[i], cosines[i]}; }
};

HWY_INLINE Vector haversine(Lanes d, Vector degrees) {
    const auto half = hn::Sin(d, hn::Mul(degrees, hn::Set(d, globe::radians_per_degree<float> / 2)));
    return hn::Mul(half, half);
}

/// The arctangent of y / x, of numbers that are not negative and not both 0. The smaller one is divided by the larger
/// one.
HWY_INLINE Vector angle(Lanes d, Vector y, Vector x) {
    const auto is_steep = hn::Gt(y, x);
    const auto ratio = hn::Div(hn::IfThenElse(is_steep, x, y), hn::IfThenElse(is_steep, y, x));
    const auto flat = hn::Atan(d, ratio);
    return hn::IfThenElse(is_steep, hn::Sub(hn::Set(d, 1.57079632679489662f), flat), flat);
}

/// Like globe::kilometres(). `row` has the same place in every lane.
HWY_INLINE Vector kilometres(Lanes d, const Places& places, const globe::Place<float>& row, std::int64_t col) {
    const auto longitude =
        globe::HWY_NAMESPACE::longitude_between(d, hn::Set(d, row.longitude), hn::LoadU(d, places.longitudes + col));
    const auto latitude = hn::LoadU(d, places.latitudes + col), own = hn::Set(d, row.latitude);
    const auto cosines = hn::Mul(hn::Set(d, row.cosine), hn::LoadU(d, places.cosines + col));
    const auto one = hn::Set(d, 1.0f);
    const auto near = hn::MulAdd(cosines, haversine(d, longitude), haversine(d, hn::Sub(own, latitude)));
    auto far = hn::Sub(one, near);
    const auto is_far = hn::Gt(near, hn::Set(d, 0.5f));
    if (!hn::AllFalse(d, is_far)) {
        const auto sum = hn::Add(hn::Add(own, latitude), hn::Set(d, places.frame.south - places.frame.north));
        const auto rest = hn::Sub(hn::Set(d, 180.0f), hn::Abs(longitude));
        far = hn::IfThenElse(is_far, hn::MulAdd(cosines, haversine(d, rest), haversine(d, sum)), far);
    }
    const auto sphere = hn::Set(d, static_cast<float>(2.0 * earth_radius));
    const auto length =
        hn::Mul(sphere, angle(d, hn::Sqrt(hn::IfThenElse(hn::Gt(near, one), one, near)), hn::Sqrt(far)));
    return hn::IfThenElse(hn::Eq(near, near), length, near); // the arctangent of NaN need not be NaN
}

HWY_INLINE void store(Lanes d, Vector v, float* out) {
    const auto bytes = static_cast<std::uintptr_t>(hn::Lanes(d)) * sizeof(float);
    if (reinterpret_cast<std::uintptr_t>(out) % bytes == 0)
        hn::Stream(v, d, out);
    else
        hn::StoreU(v, d, out);
}

void write_rows(const float* columns, const PlacesProblem& problem, std::int64_t first, std::int64_t last) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const std::int64_t n = problem.n;
    const Places places{columns, columns + n, columns + 2 * n, n, problem.frame};
    const auto out = std::get<LinearMemory>(problem.out);
    for (; first < last; ++first) {
        const globe::Place<float> row = places.at(first);
        float* const entries = out.data + first * out.pitch;
        std::int64_t col = 0;
        for (; col + lanes <= n; col += lanes) store(d, kilometres(d, places, row, col), entries + col);
        for (; col < n; ++col) entries[col] = globe::kilometres(problem.frame, row, places.at(col));
    }
    hwy::FlushStream(); // streaming stores are weakly ordered: other cores see all of them only after this
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::ladder::great_circle_distance
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::ladder::great_circle_distance {
namespace {

HWY_EXPORT(write_rows);

constexpr std::int64_t rows_at_once = 8; // given to a thread at a time: a few milliseconds of work at n = 32768

void launch(const Run& run) {
    const auto problem = places_problem(run);
    auto* const columns = reinterpret_cast<float*>(run.problem.workspace);
    for (int i = 0; i < problem.n; ++i) {
        const auto place = globe::place_of(problem.frame, problem.coordinates[2 * i], problem.coordinates[2 * i + 1]);
        columns[i] = place.longitude;
        columns[problem.n + i] = place.latitude;
        columns[2 * problem.n + i] = place.cosine;
    }
    const auto write_rows = HWY_DYNAMIC_DISPATCH(write_rows);
    cpu::for_rows({.rows = problem.n,
                   .step = rows_at_once,
                   .threads = run.host->threads,
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) { write_rows(columns, problem, first, last); });
}

std::int64_t workspace_bytes(const Workload& workload) {
    return 3 * workload.rows * static_cast<std::int64_t>(sizeof(float));
}

} // namespace

KernelVariant cpu_parallel_variant() {
    return {.title = "Vector sines, all cores",
            .teaches =
                "The cosine of each latitude is computed once, and polynomials compute the sines and arctangents "
                "of several pairs at once on all cores.",
            .wastes = "Far pairs need two more sines, and a register computes these for all of its pairs if one pair "
                      "is far.",
            .parent = "great_circle_distance/cpu_naive",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .workspace_bytes = workspace_bytes,
            .launch = launch,
            .tolerance = 2e-6};
}

} // namespace pairscope::ladder::great_circle_distance
#endif
