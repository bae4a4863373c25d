// SPDX-License-Identifier: MIT
#include "app/subjects/compare/traced_figures.h"

namespace pairscope::app {
namespace {

constexpr double lanes_of_texture_request = 8.0; // the texture unit takes no more at once

bool is_of_texture(simt::AccessKind kind) {
    return kind == simt::AccessKind::surface_load || kind == simt::AccessKind::surface_store;
}

} // namespace

TracedFigures figures_of(const profiling::TraceSummary& summary, const Workload& workload) {
    TracedFigures figures;
    figures.workload = workload;
    figures.stores = summary.stores;
    figures.loads = summary.loads;
    return figures;
}

TracedFigures figures_of(const simt::Trace& trace) {
    TracedFigures figures = figures_of(profiling::summary_of(trace), trace.workload);
    double requests = 0.0, conflicts = 0.0, atomics = 0.0, lanes = 0.0, places = 0.0;
    for (const simt::TraceLine& line : trace.lines) {
        const double of_request = is_of_texture(line.kind) ? lanes_of_texture_request : double{simt::warp_size};
        requests += line.requests * of_request / double{simt::warp_size};
        conflicts += line.wavefronts - line.needed;
        if (line.kind == simt::AccessKind::global_atomic) atomics += line.requests;
        lanes += line.lanes;
        places += line.requests * of_request;
    }
    figures.requests = requests;
    figures.conflicts = conflicts;
    figures.atomics = atomics;
    if (places > 0.0) figures.idle = 1.0 - lanes / places;
    if (!trace.block.empty()) figures.barriers = double(trace.block.back().phase);
    return figures;
}

} // namespace pairscope::app
