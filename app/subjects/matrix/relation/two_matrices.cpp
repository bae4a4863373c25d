// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/relation/two_matrices.h"

#include "app/spine/files/metric_name.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/log/log.h"
#include "app/subjects/points/points.h"
#include "kernels/data/columns/categories.h"
#include "kernels/data/text.h"
#include "kernels/data/vectors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::app {
namespace {

std::optional<TwoKey> wanted_key(const State& state) {
    if (!state.two.other || !why_no_two(state).empty()) return {};
    const Question& now = state.data.now.question;
    return TwoKey{.other = *state.two.other,
                  .first = now.first,
                  .workload = now.workload,
                  .parameters = now.parameters,
                  .order = order_now(state)};
}

/// "3 items are only in a.csv: x, y, z".
std::string left_out_words(const Dataset& set, const std::vector<std::int32_t>& rows) {
    constexpr std::size_t most_named = 3;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(most_named, rows.size()); ++i) names.push_back(label_or_row(set, rows[i]));
    const bool has_more = names.size() < rows.size();
    const std::string list =
        has_more ? fmt::format("{} and others", fmt::join(names, ", ")) : fmt::format("{}", fmt::join(names, ", "));
    if (rows.size() == 1) return fmt::format("1 item is only in {}: {}.", set.name, list);
    return fmt::format("{} items are only in {}: {}.", grouped(std::ssize(rows)), set.name, list);
}

std::string joined_words(const TwoMatrices& two) {
    const std::string count = counted(std::ssize(two.items.first), "item");
    if (!two.items.by_position) return fmt::format("{} have the same names in both.", count);
    return two.sets.same_rows
               ? fmt::format("{} of one file are compared.", count)
               : fmt::format("{} are joined by their rows in the two files, because names are missing.", count);
}

/// "env.csv: lon, lat", where not all columns of numbers are used.
std::string name_with_columns(const Dataset& set) {
    constexpr std::size_t most_named = 3;
    if (!set.columns || set.holds_distances) return set.name;
    std::vector<std::string> used;
    for (const ColumnUse& use : *set.columns)
        if (use.is_used) used.push_back(use.name);
    const std::ptrdiff_t all = std::ranges::count_if(*set.columns, &ColumnUse::is_numeric);
    if (used.empty() || std::ssize(used) == all) return set.name;
    if (used.size() <= most_named) return fmt::format("{}: {}", set.name, fmt::join(used, ", "));
    return fmt::format("{}: {} of {} columns", set.name, used.size(), all);
}

} // namespace

std::string why_no_two(const State& state) {
    const Question& now = state.data.now.question;
    if (!asks_for_matrix(state)) return "The output of this workload is not a matrix.";
    if (!now.first) return "There is no data yet.";
    if (now.second && now.second != now.first)
        return "Rows and columns of this matrix are different vectors. Two matrices are compared where both are the "
               "same items: choose a workload of one set.";
    if (const std::string reason = why_no_distances(current_type(state)); !reason.empty())
        return fmt::format("The matrix cannot be compared with another one, because {}.", reason);
    if (now.first->rows > association::most_items)
        return fmt::format("Two matrices are compared with at most {} rows. Choose fewer in the Data panel.",
                           grouped(association::most_items));
    return {};
}

ColourSettings colours_for_two(ColourSettings colours) {
    if (colours.range == RangeMode::in_sight || colours.range == RangeMode::symmetric)
        colours.range = RangeMode::automatic;
    colours.dimming.reset();
    return colours;
}

MatrixSummary summary_of(const TwoMatrices& two, std::size_t which, bool same_range) {
    if (!same_range || which == difference_matrix) return two.matrices[which].summary;
    MatrixSummary both = two.matrices[0].summary;
    const MatrixSummary& second = two.matrices[1].summary;
    if (std::isnan(both.min) || second.min < both.min) both.min = second.min;
    if (std::isnan(both.max) || second.max > both.max) both.max = second.max;
    both.sample.insert(both.sample.end(), second.sample.begin(), second.sample.end());
    std::ranges::sort(both.sample);
    return both;
}

void use_second(State& state, const SecondMatrix& second) {
    state.two = TwoState{.other = second.other, .look = second.look};
    if (second.other) focus_panel(state.look, "Two matrices");
}

std::optional<Job> two_job(const State& state) {
    const auto key = wanted_key(state);
    if (!key || state.data.loading || state.data.dragging || state.two.failed_for == key) return {};
    if (state.two.made_for == key) {
        if (state.two.made->is_tested) return {};
        return job::TestMatrices{.key = *key, .two = state.two.made};
    }
    return job::JoinMatrices{.key = *key, .now = state.data.now};
}

const TwoMatrices* two_now(const State& state) {
    if (!state.two.made || !state.two.other || !state.two.made_for) return nullptr;
    const TwoKey& key = *state.two.made_for;
    const Question& now = state.data.now.question;
    const bool is_same = key.other == *state.two.other && key.first == now.first && key.workload == now.workload &&
                         key.parameters == now.parameters;
    return is_same ? state.two.made.get() : nullptr; // in another order it stays until the new one is made
}

std::vector<const WorkloadType*> metrics_of_rows(const DataSnapshot& data, const OtherMatrix& other) {
    std::vector<const WorkloadType*> found;
    if (!data.question.first) return found;
    const Dataset& rows = original_of(*data.question.first);
    const bool is_other_file = !other.file.empty() || !other.columns.empty(); // its rows are not known yet
    for (const WorkloadType& type : workload_types()) {
        const InputRule& rule = type.inputs;
        const bool is_usual = type.output == OutputKind::matrix && rule.sets == 1 && !rule.takes_distances &&
                              rule.element == Element::float32 && workload_of_metric(metric_name_of(type), 1) == &type;
        const bool is_alike = take_alike(type, type_of(data.question.workload), rows);
        const bool fits = is_other_file || (is_alike && !rows.holds_distances && rows.dims >= rule.dims.least &&
                                            rows.dims <= rule.dims.most && why_not_asked(rows, type).empty());
        if (is_usual && fits && why_no_distances(type).empty()) found.push_back(&type);
    }
    return found;
}

std::string given_words(Similarity similarity) {
    if (similarity == Similarity::no) return "given distances";
    return fmt::format("{} of given similarities s", title_in(similarity_names, similarity));
}

std::string side_words(const RelatedSets& sets, std::size_t which) {
    const Question& side = which == 0 ? sets.first : sets.second;
    const std::string entries = side.first->holds_distances ? given_words(sets.similarities[which])
                                                            : std::string(metric_title_of(type_of(side.workload)));
    return fmt::format("{} ({})", name_with_columns(*side.first), entries);
}

std::vector<std::string> two_words(const TwoMatrices& two) {
    std::vector<std::string> words;
    if (two.relation) {
        const Relation& relation = *two.relation;
        words.push_back(fmt::format("The Mantel correlation is {:.4f} ({}), {}.", relation.mantel.correlation,
                                    title_of(relation.choice.correlation), chance_words(relation)));
        if (!relation.fit)
            words.push_back(fmt::format("There is no Procrustes fit: {}.", relation.why_no_fit));
        else if (relation.fit->is_mirrored)
            words.push_back(fmt::format("The Procrustes disparity of the two maps is {:.4f} (0 is a perfect fit), with "
                                        "the second map mirrored.",
                                        relation.fit->disparity));
        else
            words.push_back(fmt::format("The Procrustes disparity of the two maps is {:.4f} (0 is a perfect fit).",
                                        relation.fit->disparity));
    } else if (two.is_tested) {
        words.push_back(fmt::format("There is no Mantel correlation: {}.", two.why_no_relation));
    } else {
        words.emplace_back("The Mantel correlation is being worked out.");
    }
    const auto metric = [](const Question& side) {
        return side.first->holds_distances ? std::string_view() : metric_title_of(type_of(side.workload));
    };
    if (metric(two.sets.first) != metric(two.sets.second))
        words.emplace_back("The two matrices may have different units. Their difference then has no unit.");
    words.push_back(joined_words(two));
    if (two.relation && two.relation->without_distances == 1)
        words.emplace_back("1 of them has no distances, and is left out of the test.");
    else if (two.relation && two.relation->without_distances > 1)
        words.push_back(fmt::format("{} of them have no distances, and are left out of the test.",
                                    grouped(two.relation->without_distances)));
    if (!two.items.only_first.empty()) words.push_back(left_out_words(*two.sets.first.first, two.items.only_first));
    if (!two.items.only_second.empty()) words.push_back(left_out_words(*two.sets.second.first, two.items.only_second));
    for (const std::string& remark : two.remarks) words.push_back(remark);
    return words;
}

namespace command {

void carry_out(const CompareMatrix& c, State& state, Effects&) {
    state.two.other = c.other;
    state.two.failed_for.reset();
    state.two.failure.clear();
    state.two.look.place.reset();
    focus_panel(state.look, "Two matrices");
}
void carry_out(const CloseOtherMatrix&, State& state, Effects&) { state.two = TwoState{.look = state.two.look}; }
void carry_out(const LookAtTwo& c, State& state, Effects&) {
    state.two.look = c.look;
    state.two.look.swipe = std::clamp(c.look.swipe, 0.0, 1.0);
}

} // namespace command

namespace event {

void take(const MatricesJoined& made, State& state) {
    if (!made.two) { // it is not begun again until the user asks for it
        const bool by_user = state.run.cancelled == CancelledWork{state.run.variant_id, state.data.revision};
        if (by_user) {
            state.two.failed_for = made.key;
            state.two.failure = "Comparing the two matrices was cancelled.";
        }
        return;
    }
    const bool is_other_size = !state.two.made || state.two.made->items.first.size() != made.two->items.first.size();
    if (is_other_size) state.two.look.place.reset();
    state.two.made = made.two;
    state.two.made_for = made.key;
}

void take(const MatricesTested& tested, State& state) {
    if (state.two.made_for != tested.key) return;
    if (tested.two) {
        state.two.made = tested.two;
    } else if (state.run.cancelled == CancelledWork{state.run.variant_id, state.data.revision}) {
        auto untested = std::make_shared<TwoMatrices>(*state.two.made);
        untested->is_tested = true;
        untested->why_no_relation = "working it out was cancelled";
        state.two.made = std::move(untested);
    }
}

void take_failure(const MatricesTested& tested, const Failure& failure, State& state) {
    if (state.two.made_for != tested.key) return;
    auto untested = std::make_shared<TwoMatrices>(*state.two.made);
    untested->is_tested = true;
    untested->why_no_relation = failure.message;
    state.two.made = std::move(untested);
}

void take_failure(const MatricesJoined& made, const Failure& failure, State& state) {
    state.two.failed_for = made.key;
    state.two.failure = failure.message;
}

} // namespace event

} // namespace pairscope::app
