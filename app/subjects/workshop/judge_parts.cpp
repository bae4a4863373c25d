// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/judge_parts.h"

#include "app/subjects/workshop/shared_inputs.h"
#include "kernels/data/errors.h"
#include "profiling/few_blocks.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace pairscope::app::workshop {
namespace {

/// Processor time of the few blocks [s].
constexpr double most_seconds_of_parts = 3.0;
/// As many entries are judged.
constexpr std::int64_t most_entries = 1 << 15;

/// What comes from a child is checked like a file.
void check_places(const simt::TracedEntries& found, const Workload& size) {
    const bool are_inside = std::ranges::all_of(found.places, [&](const MatrixEntry& place) {
        return place.row >= 0 && place.row < size.rows && place.col >= 0 && place.col < size.cols;
    });
    if (!are_inside) throw std::runtime_error("a message between Pairscope and its child names an entry that is none");
}

Judged judge(Workshop& workshop, const WorkloadType& type, const Inputs& inputs) {
    RunRequest request = request_for(type, inputs);
    request.trace = TraceAsked{.few_blocks = true, .most_seconds = most_seconds_of_parts, .most_entries = most_entries};
    Judged found{.reply = workshop.ask(request, inputs, {})};
    if (!found.reply.traced) throw std::runtime_error("the child has sent no trace");
    const simt::TracedEntries traced = *std::exchange(found.reply.traced, std::nullopt);
    found.reply.findings = traced.trace.findings;
    found.reply.warnings = traced.trace.warnings;
    workshop.name_files(found.reply);
    found.reply.blocks = traced.trace.blocks();
    found.reply.blocks_followed = traced.trace.blocks_traced();
    if (found.reply.took_too_long || !found.reply.findings.empty()) return found;
    if (type.output != OutputKind::matrix) {
        found.comparison = Comparison{.kind = type.output};
        return found;
    }
    check_places(traced, workload_of(type.id, inputs));
    const KernelVariant variant{.workload = type.id, .backend = Backend::cuda};
    found.comparison = profiling::compare_entries(variant, inputs, traced);
    return found;
}

} // namespace

Judged judged_in_parts(Workshop& workshop, const Inputs& inputs) {
    try {
        return judge(workshop, type_of(workshop.file().workload), inputs);
    } catch (const std::exception& error) {
        return {.reply = {}, .ended = sentence_of(error)};
    }
}

} // namespace pairscope::app::workshop
