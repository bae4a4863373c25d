// SPDX-License-Identifier: MIT
#include "app/subjects/matches/matches.h"

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/engines/outputs.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"

#include <cmath>

namespace pairscope::app {
namespace {

const KernelVariant* last_on_cpu(const Workload& workload, const Device& cpu) {
    const KernelVariant* last = nullptr;
    for (const KernelVariant& variant : variants())
        if (variant.workload == workload.type && variant.backend == Backend::cpu &&
            why_not(variant, workload, cpu, TargetKind::linear).empty())
            last = &variant;
    return last;
}

} // namespace

std::optional<Job> backward_job(const State& state) {
    const DataSnapshot& now = state.data.now;
    const auto* found = std::get_if<std::vector<FoundMatch>>(&state.output.values);
    if (found == nullptr || now.backward || !now.question.second || !output_is_current(state)) return {};
    const bool has_both = std::ssize(*found) > now.question.first->rows;
    if (has_both || state.data.matched_backward == state.data.revision) return {};
    return job::MatchBackward{.question = now.question, .revision = state.data.revision};
}

std::shared_ptr<const std::vector<std::int32_t>> backward_matches(const Question& question,
                                                                  const std::stop_token& stop) {
    constexpr double most_terms = 5e10; // a second of two cores
    const WorkloadType& type = type_of(question.workload);
    if (!question.second || type.output != OutputKind::matches || !type.parameters.empty()) return nullptr;
    const Workload size = question.size();
    if (double(size.rows) * double(size.cols) * double(size.dims) > most_terms) return nullptr;
    const Device cpu = devices().back(); // a CPU is always the last one
    const Workload other = turned(size);
    const KernelVariant* variant = last_on_cpu(other, cpu);
    if (variant == nullptr) return nullptr;
    Engine engine(cpu);
    engine.load(*question.second, *question.first);
    const OutputBuffer output = engine.allocate(output_of(other, variant->both_directions), Entry::float32, stop);
    if (stop.stop_requested()) return nullptr;
    engine.run(*variant, output.memory(), {.stop = stop});
    if (stop.stop_requested()) return nullptr;
    const Output found = read_output(engine, other, output.memory());
    auto best = std::make_shared<std::vector<std::int32_t>>();
    for (const FoundMatch& match : std::get<std::vector<FoundMatch>>(found)) best->push_back(match.best);
    return best;
}

MatchRatios::MatchRatios(const Question& question) : asked_(neighbour_question(question, 2)), measure_(asked_) {}

std::optional<double> MatchRatios::of(std::int64_t row, const FoundMatch& match) const {
    const auto exists = [&](std::int32_t candidate) { return candidate >= 0 && candidate < asked_.across().rows; };
    if (row >= asked_.first.rows || !exists(match.best) || !exists(match.second)) return {};
    return neighbours::ratio_to_next(measure_.distance(row, match.best), measure_.distance(row, match.second));
}

std::optional<MatchRatios> ratios_of_matches(const Question& question) {
    if (!type_of(question.workload).has_match_ratio || !question.first) return {};
    return std::optional<MatchRatios>(std::in_place, question);
}

namespace command {

void carry_out(const SetMatchFilter& c, State& state, Effects&) {
    state.view.match_filter = c.filter;
    state.view.match_filter.most_ratio = std::clamp(c.filter.most_ratio, 0.0, 1.0);
}
void carry_out(const SortMatches& c, State& state, Effects&) { state.view.match_order = c.order; }

} // namespace command

namespace event {

void take(const MatchedBackward& matched, State& state) {
    if (matched.cancelled || matched.revision != state.data.revision) return;
    state.data.matched_backward = matched.revision;
    state.data.now.backward = matched.best;
}

void take_failure(const MatchedBackward& matched, const Failure&, State& state) {
    take(matched, state); // there was too little memory: it stays unknown which matches are mutual
}

} // namespace event

} // namespace pairscope::app
