// SPDX-License-Identifier: MIT
// Makes the curves of times against sizes, and against the number of multiprocessors, from single runs.
#pragma once

#include "app/subjects/measuring/size_chart.h"
#include "kernels/ladder/registry.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::app {

/// Runs of the current workload that differ in nothing but variant, device and size.
[[nodiscard]] bool is_usual_run(const State& state, const profiling::Measurement& m);

/// Collects the runs of each variant on each device; of several at one size the latest counts.
class CurveCollector {
public:
    void add(const std::string& id, const Device& device, bool recorded, SizePoint point) {
        const auto found = std::ranges::find_if(curves_, [&](const SizeCurve& curve) {
            return curve.id == id && curve.device == device && curve.recorded == recorded;
        });
        SizeCurve& curve =
            found == curves_.end()
                ? curves_.emplace_back(SizeCurve{.id = id, .device = device, .recorded = recorded, .points = {}})
                : *found;
        const auto at = std::ranges::lower_bound(curve.points, point.size, {}, &SizePoint::size);
        if (at != curve.points.end() && at->size == point.size)
            *at = std::move(point);
        else
            curve.points.insert(at, std::move(point));
    }
    /// The curves that have two sizes at least, in ladder order.
    [[nodiscard]] std::vector<SizeCurve> finished() {
        std::erase_if(curves_, [](const SizeCurve& curve) { return curve.points.size() < 2; });
        const auto place = [](const SizeCurve& curve) { return find_variant(curve.id); };
        std::ranges::stable_sort(curves_, {}, place);
        return std::move(curves_);
    }

private:
    std::vector<SizeCurve> curves_;
};

} // namespace pairscope::app
