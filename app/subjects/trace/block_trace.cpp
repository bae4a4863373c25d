// SPDX-License-Identifier: MIT
#include "app/subjects/trace/block_trace.h"

#include "app/spine/state_queries.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/globe.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/data/vectors.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"
#include "profiling/outcome.h"
#include "profiling/recording/sha256.h"
#include "profiling/recording/trace_fields.h"

#include <algorithm>
#include <exception>
#include <map>
#include <set>

namespace pairscope::app {
namespace {

using HeldSets = std::vector<std::shared_ptr<const Dataset>>;

/// Then a sample of the blocks is traced, so that a trace takes a fraction of a second.
constexpr std::int64_t most_accesses_of_trace = 1'000'000;

bool has_coordinates(const Dataset& set) {
    return std::visit([](const auto& values) { return !values.empty(); }, set.values);
}

std::shared_ptr<const Dataset> few_vectors(const WorkloadType& type, const HeldSets& held, std::size_t set) {
    if (set < held.size() && has_coordinates(*held[set]) && !counts_coordinates(type.inputs))
        return std::make_shared<const Dataset>(first_rows(*held[set], std::min(traced_rows, held[set]->rows)));
    const bool coordinates = counts_coordinates(type.inputs);
    const std::int64_t rows = coordinates ? type.inputs.rows.least : traced_rows;
    const std::int64_t dims = coordinates ? traced_rows : std::max<std::int64_t>(type.classic.dims, 1);
    if (type.example != nullptr) return std::make_shared<const Dataset>(type.example(int(set), rows, dims, {}));
    return std::make_shared<const Dataset>(generate(GeneratorSettings{.n = traced_rows}));
}

/// Keeps the first requests of each line, and as many as the recording takes.
void keep_first_requests(profiling::RecordedTrace& recorded) {
    std::map<std::size_t, int> kept;
    auto& requests = recorded.trace.warp;
    recorded.requests = std::ssize(requests);
    std::erase_if(requests,
                  [&](const simt::WarpRequest& request) { return ++kept[request.line] > most_requests_of_line; });
    while (!requests.empty() && profiling::bytes_in_recording(recorded) > most_trace_bytes)
        requests.resize(requests.size() - std::max<std::size_t>(1, requests.size() / 16));
}

} // namespace

Question question_to_trace(const WorkloadType& type, const profiling::Recording& recording) {
    const HeldSets held = recorded_data(recording);
    Question question{.workload = type.id};
    question.first = few_vectors(type, held, 0);
    if (type.inputs.sets == 2 && held.size() != 1) question.second = few_vectors(type, held, 1);
    question.parameters = recording.parameters.empty() ? usual_parameters(type) : recording.parameters;
    bring_as_needed_by(type, question.first, question.second);
    return question;
}

std::variant<profiling::RecordedTrace, std::string> block_trace(const KernelVariant& variant, const Question& question,
                                                                const std::stop_token& stop) {
    if (std::string reason = simt::why_not_simulated(variant); !reason.empty()) return reason;
    simt::TraceOptions how;
    how.target = variant.writes_linear ? TargetKind::linear : TargetKind::surface;
    how.most_accesses = most_accesses_of_trace;
    how.stop = stop;
    try {
        profiling::RecordedTrace recorded{.trace = simt::trace(variant, question.inputs(), how)};
        recorded.trace.block.clear();
        if (recorded.trace.launches.empty()) return std::string("it launches nothing for so few vectors");
        keep_first_requests(recorded);
        return recorded;
    } catch (const std::exception& error) {
        return std::string(error.what());
    }
}

void add_traces(profiling::Recording& recording, const std::stop_token& stop) {
    const auto workload = recorded_workload(recording);
    const WorkloadType* const type = workload ? find_workload(*workload) : nullptr;
    if (type == nullptr) return;
    const Question question = question_to_trace(*type, recording);
    std::set<std::string> seen;
    for (const profiling::RunOutcome& run : recording.runs) {
        const bool ran =
            std::holds_alternative<profiling::Measurement>(run) || std::holds_alternative<profiling::Simulated>(run);
        if (!ran) continue;
        const std::string id = profiling::variant_id_of(run);
        const KernelVariant* const variant = find_variant(id);
        if (variant == nullptr || variant->source_text.empty() || !seen.insert(id).second) continue;
        recording.hashes.push_back({id, profiling::sha256_digits(variant->source_text)});
        if (variant->backend != Backend::cuda || variant->workload != type->id) continue;
        if (stop.stop_requested()) return;
        auto traced = block_trace(*variant, question, stop);
        if (auto* trace = std::get_if<profiling::RecordedTrace>(&traced); trace != nullptr && !stop.stop_requested())
            recording.traces.push_back(std::move(*trace));
    }
}

const profiling::RecordedTrace* recorded_trace(const profiling::Recording& recording, std::string_view variant_id) {
    const auto found =
        std::ranges::find(recording.traces, variant_id,
                          [](const profiling::RecordedTrace& one) -> std::string_view { return one.trace.variant_id; });
    return found == recording.traces.end() ? nullptr : &*found;
}

SourceMatch source_match(const profiling::Recording& recording, std::string_view variant_id) {
    const auto found = std::ranges::find(recording.hashes, variant_id, &profiling::RecordedHash::variant_id);
    const KernelVariant* const variant = find_variant(variant_id);
    if (found == recording.hashes.end() || variant == nullptr) return SourceMatch::unknown;
    return found->sha256 == profiling::sha256_digits(variant->source_text) ? SourceMatch::same : SourceMatch::other;
}

} // namespace pairscope::app
