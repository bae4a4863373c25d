// SPDX-License-Identifier: MIT
#include "kernels/workloads/great_circle_distance/written_out.h"

#include "kernels/ladder/problem.h"
#include "kernels/metrics/places.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace pairscope::workloads::great_circle_distance {
namespace {

template <class Number> struct Steps {
    globe::Place<Number> a, b;
    Number latitude, longitude; ///< differences [degrees]
    globe::Haversines<Number> found;
    Number kilometres;

    Steps(const GlobeAxes& axes, const float* x, const float* y) {
        const auto frame = globe::frame_of<Number>(axes);
        a = globe::place_of<Number>(frame, x[0], x[1]);
        b = globe::place_of<Number>(frame, y[0], y[1]);
        latitude = a.latitude - b.latitude;
        longitude = globe::longitude_between(a.longitude, b.longitude);
        found = globe::haversines(frame, a, b);
        kilometres = globe::kilometres(frame, a, b);
    }
};

} // namespace

std::vector<WrittenOut> written_out(const Problem& problem, std::int64_t row, std::int64_t col) {
    const float* const x = problem.a.floats() + row * problem.a.pitch;
    const float* const y = problem.b.floats() + col * problem.b.pitch;
    const Steps<float> single(problem.a.globe, x, y);
    const Steps<double> exact(problem.a.globe, x, y);
    const auto step = [&](std::string what, auto value) {
        return WrittenStep{std::move(what), value(single), value(exact)};
    };
    return {{.title = "Haversine form",
             .steps = {step("latitude, row - column [degrees]", [](const auto& s) { return s.latitude; }),
                       step("longitude, row - column, -180 to 180", [](const auto& s) { return s.longitude; }),
                       step("sin^2 of half the latitudes' difference",
                            [](const auto& s) { return globe::haversine(s.latitude); }),
                       step("sin^2 of half the longitudes' difference",
                            [](const auto& s) { return globe::haversine(s.longitude); }),
                       step("cosine of the row's latitude", [](const auto& s) { return s.a.cosine; }),
                       step("cosine of the column's latitude", [](const auto& s) { return s.b.cosine; }),
                       step("h = first sin^2 + cosines * second sin^2", [](const auto& s) { return s.found.near; }),
                       step("1 - h, above h = 0.5 from the antipode", [](const auto& s) { return s.found.far; }),
                       step(fmt::format("2 * {} km * atan2(sqrt(h), sqrt(1 - h))", earth_radius),
                            [](const auto& s) { return s.kilometres; })}}};
}

} // namespace pairscope::workloads::great_circle_distance
