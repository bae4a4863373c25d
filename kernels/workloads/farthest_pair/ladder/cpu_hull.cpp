// SPDX-License-Identifier: MIT
// Sorting the points finds the hull (Andrew 1979). Two parallel lines that roll around the hull meet every pair of
// opposite corners (rotating calipers, Shamos 1978). In the plane, bytes make 65 536 different points.
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/farthest_pair/best.h"
#include "kernels/workloads/farthest_pair/problem.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace pairscope::ladder::farthest_pair {
namespace {

struct HullPoint {
    int x, y;
    int row; ///< the lowest row with this place
};

/// Twice the area of the triangle. It is above 0 if the three points turn counterclockwise.
int turn(const HullPoint& a, const HullPoint& b, const HullPoint& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The different places, from left to right and from the bottom to the top.
std::vector<HullPoint> sorted_places(const FarthestPairProblem& problem) {
    std::vector<int> row_of(1 << 16, -1);
    for (int i = problem.n - 1; i >= 0; --i) {
        const std::uint8_t* const point = problem.data + i * problem.pitch;
        row_of[static_cast<std::size_t>(point[0] << 8 | point[1])] = i;
    }
    std::vector<HullPoint> places;
    for (int key = 0; key < 1 << 16; ++key)
        if (const int row = row_of[static_cast<std::size_t>(key)]; row >= 0)
            places.push_back({key >> 8, key & 255, row});
    return places;
}

/// The corners of the hull, counterclockwise. Points on an edge are no corners.
std::vector<HullPoint> hull_of(const std::vector<HullPoint>& places) {
    std::vector<HullPoint> hull;
    const auto walk = [&hull](auto first, auto last) {
        const std::size_t before = hull.size();
        for (auto place = first; place != last; ++place) {
            while (hull.size() >= before + 2 && turn(hull[hull.size() - 2], hull.back(), *place) <= 0) hull.pop_back();
            hull.push_back(*place);
        }
        hull.pop_back(); // the other half of the hull begins with this point
    };
    walk(places.begin(), places.end());
    walk(places.rbegin(), places.rend());
    return hull;
}

FoundPair pair_of(const HullPoint& a, const HullPoint& b) {
    const int x = a.x - b.x, y = a.y - b.y;
    return {std::min(a.row, b.row), std::max(a.row, b.row), double(x * x + y * y)};
}

FoundPair farthest_of(const std::vector<HullPoint>& hull) {
    FoundPair best = farthest::no_pair;
    const auto offer = [&best](const HullPoint& a, const HullPoint& b) {
        if (const FoundPair pair = pair_of(a, b); farthest::wins_over(pair, best)) best = pair;
    };
    const std::size_t count = hull.size();
    std::size_t across = 1;
    for (std::size_t corner = 0; corner < count; ++corner) {
        const HullPoint &from = hull[corner], &to = hull[(corner + 1) % count];
        while (turn(from, to, hull[(across + 1) % count]) > turn(from, to, hull[across])) across = (across + 1) % count;
        // Where another edge is parallel to this one, both ends of the other edge are opposite corners.
        for (const HullPoint& other : {hull[across], hull[(across + 1) % count]}) {
            offer(from, other);
            offer(to, other);
        }
    }
    return best;
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const std::vector<HullPoint> places = sorted_places(problem);
    if (places.size() == 1)
        *problem.pair = {0, 1, 0.0};
    else
        *problem.pair = farthest_of(hull_of(places));
    if (run.host->rows_done != nullptr) *run.host->rows_done += problem.n;
}

std::string why_not(const Workload& workload, const Device&) {
    if (workload.dims == 2) return {};
    return "The convex hull is used for points in the plane, so the vectors must have 2 coordinates.";
}

} // namespace

KernelVariant cpu_hull_variant() {
    return {.title = "Corners of the convex hull",
            .teaches =
                "In the plane, the two farthest points are corners of the convex hull, and the hull has few corners.",
            .wastes = "It works only for vectors of two coordinates.",
            .parent = "farthest_pair/cpu_naive",
            .backend = Backend::cpu,
            .does_less = true,
            .why_not = why_not,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
