// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/output/output.h"
#include "app/subjects/points/points.h"

#include <fmt/format.h>

namespace pairscope::app {

bool shows_answer(const State& state) {
    const OutputKind kind = current_type(state).output;
    return kind != OutputKind::matrix && state.output.revision == state.data.revision &&
           !state.output.variant_id.empty() && state.output.answer.kind == kind;
}

std::string origin_of_answer(const State& state) {
    std::string text = fmt::format("by {}", short_name(state.output.variant_id));
    if (state.output.simulated) text += ", simulated on the CPU";
    const KernelVariant* variant = find_variant(state.output.variant_id);
    const auto* verdict = variant == nullptr ? nullptr : verdict_on(state, *variant);
    if (verdict == nullptr) return text + ", not checked yet";
    const std::string differs = verdict->right() ? difference_text(verdict->comparison) : std::string();
    return differs.empty() ? fmt::format("{}, {} output", text, name_of(verdict->judgement()))
                           : fmt::format("{}, {}", text, differs);
}

std::string answer_awaits(const State& state) {
    if (state.data.loading) return fmt::format("Reading {} ...", *state.data.loading);
    if (!state.data.now.question.first)
        return "There is no data yet. Choose a source in the Data panel, and the output appears here.";
    const std::string stale = why_stale(state);
    return stale.empty() ? "Computing the output ..." : stale;
}

std::string value_text(double value) { return fmt::format("{:.9g}", value); }

std::string vector_text(const Dataset& set, std::int64_t row) {
    if (row < 0) return "none";
    if (row >= set.rows) return fmt::format("row {}, which does not exist", grouped(row));
    const auto i = std::size_t(row);
    const std::string place = numbered_row(set, row);
    return i < set.labels.size() && !set.labels[i].empty() ? fmt::format("{}, {}", place, set.labels[i]) : place;
}

} // namespace pairscope::app
