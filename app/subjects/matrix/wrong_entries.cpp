// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/wrong_entries.h"

#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

std::string wrong_words(std::int64_t wrong, std::int64_t unwritten) {
    if (wrong == 0 && unwritten == 1) return "1 entry was never written";
    if (wrong == 0) return fmt::format("{} entries were never written", grouped(unwritten));
    const std::string words = wrong == 1 ? "1 wrong entry" : fmt::format("{} wrong entries", grouped(wrong));
    return unwritten == 0 ? words : fmt::format("{}, {} never written", words, grouped(unwritten));
}

} // namespace

std::optional<WrongEntries> wrong_entries(const State& state) {
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr || !output_is_current(state)) return {};
    const auto* verdict = verdict_on(state, *variant);
    if (verdict == nullptr || !asks_for_matrix(state)) return {};
    const Comparison& found = verdict->comparison;
    if (found.wrong_entries + found.unwritten_entries == 0) return {};
    if (!is_checked_with(state, *variant, state.data.revision)) return {};
    WrongEntries entries{.wrong = found.wrong_entries, .unwritten = found.unwritten_entries, .sample = {}, .words = {}};
    EntrySample both = found.wrong;
    both.add(found.unwritten);
    entries.sample = both.entries();
    entries.words = wrong_words(entries.wrong, entries.unwritten);
    return entries;
}

std::vector<MatrixEntry> wrong_entries_in(const State& state, Region region, std::span<const float> values) {
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr || !state.data.now.question.first) return {};
    const WorkloadType& type = type_of(variant->workload);
    const Inputs inputs = state.data.now.question.inputs();
    const Problem problem = problem_of(inputs, LinearMemory{});
    const Accuracy accuracy = accuracy_of(*variant);
    std::vector<MatrixEntry> found;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto at = static_cast<std::int64_t>(i);
        const Cell place{region.row + at / region.cols, region.col + at % region.cols};
        const auto [row, col] = cell_there(state.output.order.get(), place);
        const double expected = type.matrix.reference(problem, row, col);
        if (!type.matrix.is_right(problem, {row, col, values[i], expected}, accuracy))
            found.push_back({static_cast<std::int32_t>(place.row), static_cast<std::int32_t>(place.col)});
    }
    return found;
}

} // namespace pairscope::app
