// SPDX-License-Identifier: MIT
#include "app/features/answer/answer_words.h"

#include "app/state/drawing/number_text.h"
#include "app/state/state_queries.h"

#include <fmt/format.h>

#include <cmath>

namespace pairscope::app {

std::string origin_of_answer(const State& state) {
    std::string text = fmt::format("by {}", short_name(state.output.variant_id));
    if (state.output.simulated) text += ", simulated on the CPU";
    const KernelVariant* variant = find_variant(state.output.variant_id);
    const auto* verdict = variant == nullptr ? nullptr : verdict_on(state, *variant);
    if (verdict == nullptr) return text + ", not checked yet";
    return fmt::format("{}, {} answer", text, name_of(verdict->judgement()));
}

std::optional<AnswerError> answer_error(const State& state) {
    const KernelVariant* variant = find_variant(state.output.variant_id);
    const auto* verdict = variant == nullptr ? nullptr : verdict_on(state, *variant);
    if (verdict == nullptr || state.output.answer.kind != OutputKind::scalar) return {};
    if (!is_checked_with(state, *variant, state.output.revision)) return {};
    const Comparison& found = verdict->comparison;
    const std::string check =
        fmt::format("The check of {} compares its answer with the double-precision value.", short_name(variant->id));
    if (!found.right()) return AnswerError{.shown = "wrong", .meaning = describe(found), .provenance = check};
    const std::string allowed =
        found.tolerance > 0.0 ? fmt::format(" The tolerance of this variant is {:.2g}.", found.tolerance) : "";
    return AnswerError{.shown = fmt::format("relative error {:.2g}", found.worst_error),
                       .meaning = "The difference between this number and the double-precision value, divided by the "
                                  "double-precision value." +
                                  allowed,
                       .provenance = check};
}

std::string value_text(double value) { return fmt::format("{:.9g}", value); }

std::string pair_value_text(double value) {
    constexpr double most_exact = 0x1p53;
    const bool is_whole = value == std::floor(value) && std::abs(value) < most_exact;
    return is_whole ? grouped(std::int64_t(value)) : value_text(value);
}

std::string vector_text(const Dataset& set, std::int64_t row) {
    if (row < 0) return "none";
    if (row >= set.rows) return fmt::format("row {}, which does not exist", grouped(row));
    const auto i = std::size_t(row);
    if (i < set.labels.size() && !set.labels[i].empty()) return fmt::format("row {}, {}", grouped(row), set.labels[i]);
    return fmt::format("row {}", grouped(row));
}

MatchCells match_cells(const Question& question, std::int64_t row, const FoundMatch& match) {
    const Dataset& others = question.across();
    return {vector_text(*question.first, row), vector_text(others, match.best), value_text(match.best_value),
            vector_text(others, match.second), match.second < 0 ? std::string() : value_text(match.second_value)};
}

MatchCells match_headings(const WorkloadType& type) {
    return {fmt::format("vector of {}", set_name(type, 0)), fmt::format("best match of {}", set_name(type, 1)),
            "best value", "second-best match", "second-best value"};
}

} // namespace pairscope::app
