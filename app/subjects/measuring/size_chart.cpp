// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/size_chart.h"

#include "app/spine/state_queries.h"
#include "app/subjects/measuring/crossover.h"
#include "app/subjects/measuring/curve_collector.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pairscope::app {
namespace {

using profiling::Measurement;

/// Two sets have two numbers of vectors: their product says how much work there is.
bool counts_pairs(const InputRule& rule) { return rule.sets == 2 && !counts_coordinates(rule); }

std::string size_name(const WorkloadType& type) {
    if (counts_pairs(type.inputs)) return "pairs";
    return counts_coordinates(type.inputs) ? "coordinates" : std::string(set_name(type, 0));
}

double size_on_axis(const Workload& workload) {
    if (counts_pairs(type_of(workload.type).inputs)) return double(workload.rows) * double(workload.cols);
    return double(n_of(workload));
}

/// Vectors of another length are another question.
bool belongs(const State& state, const Measurement& m) {
    const Workload now = current_workload(state);
    return is_usual_run(state, m) && m.device.whole_units == 0 &&
           (counts_coordinates(type_of(now.type).inputs) || now.dims == 0 || m.workload.dims == now.dims);
}

} // namespace

bool is_usual_run(const State& state, const Measurement& m) {
    return m.workload.type == current_workload(state).type && is_drawable(m) &&
           m.caches == profiling::CacheState::warm && has_usual_block(m) &&
           (m.device.backend == Backend::cpu || m.target == target_now(state));
}

std::optional<SizeChart> size_chart(const State& state) {
    CurveCollector collector;
    for (const auto& [key, outcome] : state.run.outcomes)
        if (const auto* m = std::get_if<Measurement>(&outcome); m != nullptr && belongs(state, *m))
            collector.add(m->variant_id, m->device, false, {.size = size_on_axis(m->workload), .run = m});
    for (const ShownRecording& shown : state.recordings.shown) {
        if (!shown.visible) continue;
        for (const profiling::RunOutcome& outcome : shown.recording->runs) {
            const auto* m = std::get_if<Measurement>(&outcome);
            if (m == nullptr || !belongs(state, *m) || find_variant(m->variant_id) == nullptr) continue;
            const auto& devices = shown.recording->devices;
            if (std::ranges::find(devices, m->device) == devices.end()) continue; // a chart of one device only
            collector.add(m->variant_id, m->device, true,
                          {.size = size_on_axis(m->workload), .run = m, .origin = origin_of(*shown.recording)});
        }
    }
    SizeChart chart{
        .size = size_name(current_type(state)), .curves = collector.finished(), .crossover = {}, .sentence = {}};
    if (chart.curves.empty()) return {};
    chart.crossover = crossover_of(chart.curves);
    chart.sentence = crossover_sentence(chart);
    return chart;
}

std::string size_awaits(const State& state) {
    const WorkloadType& type = current_type(state);
    const bool has_points = is_of_points(state.data.now.source);
    const std::string slider = has_points                        ? "points"
                               : counts_coordinates(type.inputs) ? "coordinates"
                                                                 : std::string(set_name(type, 0));
    const std::string_view so_far = has_points || counts_coordinates(type.inputs)
                                        ? "So far nothing was measured at two sizes."
                                        : "So far nothing was measured at two sizes with this number of coordinates.";
    return fmt::format(
        "This chart shows the time of each variant against the size of the data. {} Drag the slider \"{}\" in the Data "
        "panel to another size, and wait until the ladder is measured. Or "
        "open a recording of several sizes, which is made by pairscope record sizes.pairscope --workload {} "
        "--n 1024,4096.",
        so_far, slider, type.id);
}

std::string size_lacks(const State& state) {
    return fmt::format("Nothing was measured at two sizes. Measure several sizes with pairscope record sizes.pairscope "
                       "--workload {} --n 1024,4096,16384, and draw them with pairscope chart size sizes.pairscope.",
                       current_type(state).id);
}

} // namespace pairscope::app
