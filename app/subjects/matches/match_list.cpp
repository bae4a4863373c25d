// SPDX-License-Identifier: MIT
#include "app/subjects/matches/match_list.h"

#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matches/photographs.h"
#include "app/subjects/output/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace pairscope::app {
namespace {

/// The best match in the other direction; absent if it is unknown. `output` may have these matches, too.
std::optional<std::int64_t> best_backward(const DataSnapshot& data, std::span<const FoundMatch> output,
                                          std::int64_t candidate) {
    if (candidate < 0) return {};
    const std::int64_t rows = data.question.first->rows;
    if (std::ssize(output) > rows)
        return rows + candidate < std::ssize(output) ? std::optional(output[std::size_t(rows + candidate)].best)
                                                     : std::nullopt;
    if (!data.backward || candidate >= std::ssize(*data.backward)) return {};
    return (*data.backward)[std::size_t(candidate)];
}

std::optional<bool> is_mutual(const DataSnapshot& data, std::span<const FoundMatch> output, std::int64_t row) {
    const auto back = best_backward(data, output, output[std::size_t(row)].best);
    return back ? std::optional(*back == row) : std::nullopt;
}

bool is_mutual_known(const DataSnapshot& data, std::span<const Match> all) {
    return data.backward || std::ranges::any_of(all, [](const Match& match) { return match.mutual.has_value(); });
}

/// Without a ratio it passes only where all ratios do.
bool passes_ratio(const Match& match, const MatchFilter& filter) {
    return filter.most_ratio >= 1.0 || (match.ratio && *match.ratio <= filter.most_ratio);
}

bool passes(const Match& match, const MatchFilter& filter, const MatchFacts& facts) {
    if (facts.ratio && !passes_ratio(match, filter)) return false;
    return !facts.mutual || !filter.mutual || match.mutual.value_or(false);
}

/// A key that ascends in the table; absent ones come last.
std::optional<double> sort_key(const Match& match, MatchColumn column) {
    const auto known = [](const std::optional<bool>& value) {
        return value ? std::optional(*value ? 1.0 : 0.0) : std::nullopt;
    };
    const bool has_second = match.found.second >= 0;
    switch (column) {
    case MatchColumn::row:
    case MatchColumn::label:
        return double(match.row);
    case MatchColumn::best:
        return double(match.found.best);
    case MatchColumn::value:
        return double(match.found.best_value);
    case MatchColumn::second:
        return has_second ? std::optional(double(match.found.second)) : std::nullopt;
    case MatchColumn::second_value:
        return has_second ? std::optional(double(match.found.second_value)) : std::nullopt;
    case MatchColumn::ratio:
        return match.ratio;
    case MatchColumn::mutual:
        return known(match.mutual);
    case MatchColumn::right:
        return known(match.right);
    }
    return {};
}

void sort_by_label(std::vector<std::int64_t>& rows, const Dataset& set, bool descending) {
    if (std::ssize(set.labels) != set.rows) return;
    const auto label = [&](std::int64_t row) -> const std::string& { return set.labels[std::size_t(row)]; };
    if (descending)
        std::ranges::stable_sort(rows, std::greater<>(), label);
    else
        std::ranges::stable_sort(rows, std::less<>(), label);
}

void sort_by_number(std::vector<std::int64_t>& rows, std::span<const Match> all, const MatchOrder& order) {
    std::vector<std::optional<double>> keys;
    keys.reserve(all.size());
    for (const Match& match : all) {
        auto key = sort_key(match, order.by);
        if (key && std::isnan(*key)) key.reset(); // a wrong kernel's
        keys.push_back(key);
    }
    std::ranges::stable_sort(rows, [&](std::int64_t one, std::int64_t other) {
        const auto &a = keys[std::size_t(one)], &b = keys[std::size_t(other)];
        if (!a || !b) return a.has_value() && !b.has_value();
        return order.descending ? *a > *b : *a < *b;
    });
}

/// "53 %"; never 0 % or 100 % unless it is exactly none or all.
std::string rounded_percent(std::int64_t part, std::int64_t whole) {
    const double percent = 100.0 * double(part) / double(whole);
    if (part > 0 && percent < 0.5) return "less than 1 %";
    if (part < whole && percent >= 99.5) return "more than 99 %";
    return fmt::format("{:.0f} %", percent);
}

/// What the check found of the output on the screen; null before it.
const Comparison* check_of_output(const State& state) {
    const KernelVariant* variant = find_variant(state.output.variant_id);
    if (variant == nullptr || !is_checked_with(state, *variant, state.output.revision)) return nullptr;
    const auto* verdict = verdict_on(state, *variant);
    return verdict == nullptr ? nullptr : &verdict->comparison;
}

void mark_different(std::vector<Match>& all, const Comparison& check) {
    for (const MatrixEntry& entry : check.different.entries())
        if (entry.row < std::ssize(all)) all[std::size_t(entry.row)].differs = true;
}

} // namespace

std::vector<Match> matches_of(const DataSnapshot& data, std::span<const FoundMatch> found) {
    const auto ratio = ratios_of_matches(data.question);
    std::vector<Match> all;
    all.reserve(found.size());
    for (const FoundMatch& match : found.first(std::min(found.size(), std::size_t(data.question.first->rows)))) {
        const std::int64_t row = std::ssize(all);
        all.push_back({.row = row,
                       .found = match,
                       .ratio = ratio ? ratio->of(row, match) : std::nullopt,
                       .mutual = is_mutual(data, found, row),
                       .right = data.views ? is_right_match(*data.views, row, match.best) : std::nullopt});
    }
    return all;
}

std::vector<std::int64_t> shown_matches(const DataSnapshot& data, std::span<const Match> all, const MatchFilter& filter,
                                        const MatchOrder& order) {
    const MatchFacts facts = match_facts(data, all);
    std::vector<std::int64_t> rows;
    for (const Match& match : all)
        if (passes(match, filter, facts)) rows.push_back(match.row);
    if (order.by == MatchColumn::label)
        sort_by_label(rows, *data.question.first, order.descending);
    else
        sort_by_number(rows, all, order);
    return rows;
}

MatchCounts count_matches(const DataSnapshot& data, std::span<const Match> all, const MatchFilter& filter) {
    const MatchFacts facts = match_facts(data, all);
    MatchCounts counts{.all = std::ssize(all)};
    for (const Match& match : all) {
        counts.unambiguous += passes_ratio(match, filter) ? 1 : 0;
        counts.mutual += match.mutual.value_or(false) ? 1 : 0;
        if (!passes(match, filter, facts)) continue;
        ++counts.shown;
        counts.judged += match.right ? 1 : 0;
        counts.right += match.right.value_or(false) ? 1 : 0;
    }
    return counts;
}

std::string match_sentence(const MatchCounts& counts) {
    if (counts.all == 0) return "There are no matches.";
    const std::string all = fmt::format("{} {}", grouped(counts.all), counts.all == 1 ? "match" : "matches");
    if (counts.shown == 0) return fmt::format("None of {} passes the filters.", all);
    std::string text = counts.shown == counts.all ? fmt::format("All {} are shown", all)
                                                  : fmt::format("{} of {} {} shown", grouped(counts.shown), all,
                                                                counts.shown == 1 ? "is" : "are");
    if (counts.all == 1) text = "The only match is shown";
    if (counts.judged == 0) return text + ".";
    if (counts.shown == 1) return fmt::format("{}, and it is {}.", text, counts.right == 1 ? "right" : "wrong");
    return fmt::format("{}, {} of them are right.", text, rounded_percent(counts.right, counts.judged));
}

MatchFacts match_facts(const DataSnapshot& data, std::span<const Match> all) {
    const auto& labels = data.question.first->labels;
    return {.labels = std::ranges::any_of(labels, [](const std::string& label) { return !label.empty(); }),
            .ratio = type_of(data.question.workload).has_match_ratio,
            .mutual = is_mutual_known(data, all),
            .right = data.views && data.views->homography};
}

std::string why_mutual_is_unknown(const DataSnapshot& data, std::span<const Match> all) {
    if (is_mutual_known(data, all)) return {};
    if (!type_of(data.question.workload).parameters.empty())
        return "It is not known which matches are mutual, because the matches of this workload depend on its "
               "parameters.";
    return "It is not known which matches are mutual, because there are too many vectors to match them in the other "
           "direction as well. A variant that computes both directions would show which ones are mutual.";
}

std::string match_story(const DataSnapshot& data, const Match& match) {
    const WorkloadType& type = type_of(data.question.workload);
    const Dataset& others = data.question.across();
    std::string text = fmt::format("{} of {}", vector_text(*data.question.first, match.row), set_name(type, 0));
    text += fmt::format("\nbest match: {} of {}, {} {}", vector_text(others, match.found.best), set_name(type, 1),
                        type.value, three_digits(double(match.found.best_value)));
    text += match.found.second < 0 ? "\nThere is no second best match."
                                   : fmt::format("\nsecond best: {}, {} {}", vector_text(others, match.found.second),
                                                 type.value, three_digits(double(match.found.second_value)));
    if (match.ratio) text += fmt::format("\nratio {:.3f}", *match.ratio);
    if (match.mutual)
        text += *match.mutual ? "\nmutual: each is the other's best match"
                              : "\nnot mutual: its best match has a better match";
    if (match.differs) text += "\napproximate output: the exact best or second best match is another one";
    if (match.right)
        text += fmt::format("\n{} {:g} pixels {} its true place", *match.right ? "right: within" : "wrong: more than",
                            right_within, *match.right ? "of" : "from");
    return text;
}

const Match* match_of_row(const MatchesState& matches, std::int64_t row) {
    return row >= 0 && row < std::ssize(matches.all) ? &matches.all[std::size_t(row)] : nullptr;
}

Cell cell_of_match(const Match& match) { return {match.row, std::max<std::int64_t>(match.found.best, 0)}; }

void update_matches(State& state) {
    MatchesState& list = state.matches;
    const auto* found = std::get_if<std::vector<FoundMatch>>(&state.output.values);
    const DataSnapshot& data = state.data.now;
    const bool is_there = shows_output(state) && found != nullptr &&
                          current_type(state).output == OutputKind::matches && data.question.first &&
                          std::ssize(*found) >= data.question.first->rows;
    if (!is_there) {
        if (list.made_for) list = {};
        return;
    }
    const Comparison* const check = check_of_output(state);
    const std::int64_t different = check == nullptr ? 0 : check->different_entries.value_or(0);
    MatchesKey key{state.output.revision, state.output.variant_id, different, data.backward != nullptr};
    const bool is_same = list.made_for == key;
    if (is_same && list.filter == state.view.match_filter && list.order == state.view.match_order) return;
    if (!is_same) {
        list.all = matches_of(data, *found);
        if (different > 0) mark_different(list.all, *check);
    }
    list.made_for = std::move(key);
    list.filter = state.view.match_filter;
    list.order = state.view.match_order;
    list.shown = shown_matches(data, list.all, list.filter, list.order);
    list.counts = count_matches(data, list.all, list.filter);
}

} // namespace pairscope::app
