// SPDX-License-Identifier: MIT
#include "app/subjects/compare/why_table.h"

#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/compare/recorded_comparison.h"
#include "app/subjects/compare/why_quantities.h"
#include "app/subjects/trace/trace.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pairscope::app {
namespace {

constexpr double least_difference = 0.05; // as a fraction: below it the times need no explanation

std::string from_both(const std::optional<KnownValue>& a, const std::optional<KnownValue>& b) {
    if (!a || !b) return std::string((a ? a : b)->from);
    return a->from == b->from ? std::string(a->from) : fmt::format("{}, {}", a->from, b->from);
}

/// Both have about as many requests: only then is their number per request what differs.
bool as_many_requests(const WhySide& a, const WhySide& b, bool stores) {
    constexpr double about = 1.1;
    const auto of_a = requests_of(a, stores), of_b = requests_of(b, stores);
    return of_a && of_b && *of_a <= about * *of_b && *of_b <= about * *of_a;
}

bool differ_clearly(double a, double b) {
    constexpr double clearly = 1.3;
    return a > clearly * b || b > clearly * a;
}

WhyRow time_row(const WhySide& a, const WhySide& b) {
    const auto text = [](const WhySide& side) { return duration_text(profiling::seconds_of(*side.run)); };
    return {.title = "time",
            .a = profiling::seconds_of(*a.run),
            .b = profiling::seconds_of(*b.run),
            .shown_a = text(a),
            .shown_b = text(b),
            .from = "timer",
            .meaning = "The time of one run, the median of all timed runs."};
}

/// The logarithm of the cost of A over that of B; 0 where one of them costs nothing. Both have the quantity.
double advantage_of(const WhyQuantity& quantity, const WhySide& a, const WhySide& b) {
    std::optional<double> of_a, of_b;
    if (quantity.cost != nullptr) {
        of_a = quantity.cost(a);
        of_b = quantity.cost(b);
    }
    if (!of_a || !of_b) {
        of_a = quantity.value(a)->value;
        of_b = quantity.value(b)->value;
    }
    return *of_a > 0.0 && *of_b > 0.0 ? std::log(*of_a / *of_b) : 0.0;
}

WhyRow row_of(const WhyQuantity& quantity, const WhySide& a, const WhySide& b) {
    const auto in_a = quantity.value(a), in_b = quantity.value(b);
    WhyRow row{.title = std::string(quantity.title),
               .from = from_both(in_a, in_b),
               .meaning = std::string(quantity.meaning),
               .cause = quantity.cause};
    if (in_a) {
        row.a = in_a->value;
        row.shown_a = quantity.shown(in_a->value);
    }
    if (in_b) {
        row.b = in_b->value;
        row.shown_b = quantity.shown(in_b->value);
    }
    if (a.run == nullptr || b.run == nullptr || !in_a || !in_b || in_a->from != in_b->from) return row;
    const double seconds_a = profiling::seconds_of(*a.run), seconds_b = profiling::seconds_of(*b.run);
    if (seconds_a == seconds_b) return row;
    const bool a_is_slower = seconds_a > seconds_b;
    row.advantage = advantage_of(quantity, a, b) * (a_is_slower == quantity.more_is_better ? -1.0 : 1.0);
    const bool stores = quantity.title.starts_with("store");
    const bool is_reason =
        !quantity.because.empty() && row.shown_a != row.shown_b &&
        (!quantity.per_request || (as_many_requests(a, b, stores) && differ_clearly(*row.a, *row.b)));
    if (is_reason)
        row.because = fmt::format(fmt::runtime(quantity.because), a_is_slower ? row.shown_b : row.shown_a,
                                  a_is_slower ? row.shown_a : row.shown_b);
    if (quantity.least_time == nullptr) return row;
    const auto least_a = quantity.least_time(a), least_b = quantity.least_time(b);
    if (!least_a || !least_b) return row;
    // Values that read as equal explain nothing, whatever their digits behind the shown ones are.
    row.share = row.shown_a == row.shown_b ? 0.0 : (*least_a - *least_b) / (seconds_a - seconds_b);
    row.load = a_is_slower ? *least_a / seconds_a : *least_b / seconds_b;
    return row;
}

/// Quantities of one cause are told by the largest of them. Where several causes overlap in time, their shares together
/// would be more than the whole difference: then they are parts of the sum.
void add_parts(std::vector<WhyRow>& rows) {
    std::map<WhyCause, WhyRow*> largest;
    for (WhyRow& row : rows) {
        if (row.share.value_or(0.0) <= 0.0) continue;
        WhyRow*& of_cause = largest[row.cause];
        if (of_cause == nullptr || *row.share > *of_cause->share) of_cause = &row;
    }
    double sum = 0.0;
    for (const auto& [cause, row] : largest) sum += *row->share;
    for (const auto& [cause, row] : largest) row->part = *row->share / std::max(sum, 1.0);
}

bool has_traces(const WhyTable& table) { return table.untraced.empty() && table.to_come.empty(); }

/// Without a trace of both, what is left says little: tensor cores may do all of the work.
bool is_known_well(const WhyTable& table, WhyCause cause) {
    const bool is_known_from_outside =
        cause == WhyCause::memory || cause == WhyCause::kernels || cause == WhyCause::threads;
    return table.is_counted || has_traces(table) || is_known_from_outside;
}

/// The quantities in which the faster one is better: the largest shares first, and then those that differ most.
std::vector<const WhyRow*> reasons_in(const WhyTable& table, double least_share) {
    const double least_advantage = std::log(1.1);
    std::vector<const WhyRow*> rows;
    for (const WhyRow& row : table.rows) {
        if (row.because.empty() || row.advantage < least_advantage || !is_known_well(table, row.cause)) continue;
        if (row.share.value_or(1.0) >= least_share) rows.push_back(&row);
    }
    std::ranges::stable_sort(rows, [](const WhyRow* x, const WhyRow* y) {
        constexpr double notable = 0.05; // a share below this does not decide the order
        const double share_x = x->share.value_or(0.0), share_y = y->share.value_or(0.0);
        if (std::max(share_x, share_y) >= notable) return share_x > share_y;
        return x->advantage > y->advantage;
    });
    return rows;
}

/// Up to three, each of another cause. What accounts for less than 2 % of the difference is named only if nothing else
/// can be, and alone.
std::vector<std::string> causes_of(const WhyTable& table) {
    constexpr double least_share = 0.02;
    std::size_t most = 3;
    std::vector<const WhyRow*> rows = reasons_in(table, least_share);
    if (rows.empty() && (table.is_counted || has_traces(table))) {
        rows = reasons_in(table, 0.0);
        most = 1;
    }
    std::vector<std::string> causes;
    std::vector<WhyCause> named;
    for (const WhyRow* row : rows) {
        if (causes.size() == most || std::ranges::find(named, row->cause) != named.end()) continue;
        named.push_back(row->cause);
        causes.push_back(row->because);
    }
    return causes;
}

/// How far apart the two are, whichever way: what has no share is sorted by it.
double distance_of(const WhyRow& row) {
    if (!row.a || !row.b) return 0.0;
    if (*row.a <= 0.0 || *row.b <= 0.0) return *row.a == *row.b ? 0.0 : 1e9;
    return std::abs(std::log(*row.a / *row.b));
}

std::string obstacle_for(const WhySide& a, const WhySide& b) {
    if (a.run == nullptr && b.run == nullptr) return {};
    if (a.run == nullptr || b.run == nullptr)
        return fmt::format("{} has no time here, so there is no difference to explain.",
                           (a.run == nullptr ? a : b).name);
    if (a.run->workload != b.run->workload)
        return "The two runs have different sizes, so their quantities cannot be set side by side.";
    if (a.run->device.backend != b.run->device.backend || a.run->device.name != b.run->device.name)
        return "The two runs are of different devices, so their quantities cannot be set side by side.";
    if (a.run->target != b.run->target)
        return "The two runs write different kinds of memory, so their quantities cannot be set side by side.";
    return {};
}

bool has_counters(const WhySide& side) { return side.run != nullptr && side.run->counters.has_value(); }

/// A launch takes about 4 us: what the kernels do meanwhile hardly counts, unless the counters say what.
bool takes_only_launches(const WhySide& side) {
    constexpr double most_seconds = 5.5e-6; // per kernel
    return side.run != nullptr && !side.run->kernels.empty() &&
           profiling::seconds_of(*side.run) < most_seconds * double(side.run->kernels.size());
}

/// One sentence about what the table does not show yet.
std::string told_by_traces_to_come(const WhySide& a, const WhySide& b) {
    constexpr std::string_view figures = "sectors, requests, bank conflicts and idle lanes";
    if (a.trace_is_to_come && b.trace_is_to_come)
        return fmt::format("Both variants are still being traced: {} that are missing here will follow.", figures);
    if (!a.trace_is_to_come && !b.trace_is_to_come) return {};
    return fmt::format("{} is still being traced: {} that are missing here will follow.",
                       (a.trace_is_to_come ? a : b).name, figures);
}

/// The cause that kept the slower run busy clearly longest, of those with a large quantity. Absent: there is none.
template <class IsLarge> std::optional<WhyCause> chief_cause(const WhyTable& table, IsLarge is_large) {
    constexpr double clearly = 0.15;
    std::map<WhyCause, double> loads;
    for (const WhyRow& row : table.rows)
        if (is_large(row)) loads[row.cause] = std::max(loads[row.cause], row.load);
    for (const auto& [cause, load] : loads) {
        const auto is_near = [&](const auto& other) { return other.first != cause && other.second > load - clearly; };
        if (std::ranges::none_of(loads, is_near)) return cause;
    }
    return {};
}

/// Which trace a side has or will have. The schedule makes both of them.
struct SideTrace {
    const simt::Trace* trace = nullptr;
    std::optional<TraceKey> wanted, made_for, failed_for;
};
SideTrace trace_of_selected(const State& state) {
    return {trace_of(state), wanted_trace(state), state.trace.made_for, state.trace.failed_for};
}
SideTrace trace_of_other(const State& state) {
    return {other_trace_of(state), wanted_other_trace(state), state.trace.other_made_for, state.trace.other_failed_for};
}

/// Why the variant has no trace and will get none, one sentence.
std::string why_untraced(const KernelVariant& variant, const SideTrace& made) {
    const std::string_view name = short_name(variant.id);
    if (variant.backend == Backend::cpu)
        return fmt::format("{} runs on the CPU, and CPU variants have no counters and no traces.", name);
    if (const std::string reason = simt::why_not_simulated(variant); !reason.empty())
        return fmt::format("{} cannot be traced: {}.", name, reason);
    if (made.wanted && made.failed_for == made.wanted)
        return fmt::format("The trace of {} failed or was cancelled.", name);
    return fmt::format("{} cannot be traced with this data.", name);
}

void add_trace(WhySide& side, const State& state, const KernelVariant& variant, const SideTrace& made) {
    side.trace_is_to_come = made.wanted && made.wanted != made.made_for && made.wanted != made.failed_for;
    if (made.trace != nullptr) {
        side.trace = figures_of(*made.trace);
    } else if (const auto* simulated = simulation_for(state, variant); simulated != nullptr && simulated->trace) {
        side.trace = figures_of(*simulated->trace, simulated->workload);
    } else if (!side.trace_is_to_come) {
        side.no_trace = why_untraced(variant, made);
    }
}

/// One sentence for a table that names no cause.
std::string why_nothing_is_told(const WhyTable& table) {
    if (!table.to_come.empty()) return table.to_come;
    if (table.only_launches)
        return "Most of both times is spent on launching kernels, so the work inside the kernels does not explain the "
               "difference.";
    if (!table.untraced.empty() && !table.is_counted) return table.untraced;
    return "No quantity in this table explains the difference.";
}

/// Where no single cause explains most of the difference.
std::string sentence_of_causes(const WhyTable& table, const std::string& verdict) {
    const std::vector<std::string> causes = causes_of(table);
    if (causes.empty()) return fmt::format("{}. {}", verdict, why_nothing_is_told(table));
    const std::string_view doubt =
        table.only_launches ? " Most of both times is spent on launching kernels, so this may not be the real cause."
                            : "";
    if (causes.size() == 1)
        return fmt::format("{}. No cause explains most of the difference. A possible one is that {}.{}", verdict,
                           causes.front(), doubt);
    return fmt::format("{}, for several reasons: {}.{}", verdict, fmt::join(causes, "; "), doubt);
}

WhySide side_of(const State& state, const ComparedSide& side, const SideTrace& made) {
    const KernelVariant& variant = *side.variant;
    WhySide known{.name = std::string(short_name(variant.id))};
    known.run = side.recorded ? side.recorded->run : measurement_for(state, variant);
    known.ceilings = side.recorded ? side.recorded->set.ceilings : ceilings_for(state, variant);
    if (side.recorded) known.origin = origin_of(side.recorded->set);
    add_trace(known, state, variant, made);
    return known;
}

} // namespace

WhyTable why_table(const WhySide& first, const WhySide& second, std::optional<MeasuredInTurns> turns) {
    WhySide a = first, b = second;
    WhyTable table{.a = a.name, .b = b.name, .obstacle = obstacle_for(a, b)};
    if (!table.obstacle.empty()) return table;
    table.is_counted = has_counters(a) && has_counters(b);
    // Two quantities are compared only if both are known in the same way.
    if (!table.is_counted && a.trace && b.trace) a.uses_counters = b.uses_counters = false;
    table.only_launches = !table.is_counted && takes_only_launches(a) && takes_only_launches(b);
    table.to_come = told_by_traces_to_come(a, b);
    table.untraced = a.no_trace.empty() ? b.no_trace : a.no_trace;
    if (a.run != nullptr) {
        table.ratio = turns ? turns->ratio : profiling::seconds_of(*b.run) / profiling::seconds_of(*a.run);
        table.tells_apart = (!turns || turns->sure) && std::abs(std::log(table.ratio)) >= std::log1p(least_difference);
        table.rows.push_back(time_row(a, b));
    }
    std::vector<WhyRow> rows;
    for (const WhyQuantity& quantity : why_quantities()) {
        const auto of_a = quantity.value(a), of_b = quantity.value(b);
        const bool in_a = of_a.has_value(), in_b = of_b.has_value();
        if (in_a && in_b && std::max(of_a->value, of_b->value) < quantity.least) continue;
        const bool waits = (!in_a && a.trace_is_to_come) || (!in_b && b.trace_is_to_come); // one sentence says so
        if ((in_a || in_b) && !waits) rows.push_back(row_of(quantity, a, b));
    }
    if (!table.tells_apart)
        for (WhyRow& row : rows) row.share.reset(); // the difference may be none, so nothing has a share
    add_parts(rows);
    std::ranges::stable_sort(rows, [](const WhyRow& x, const WhyRow& y) {
        if (x.share && y.share) return std::abs(*x.share) > std::abs(*y.share);
        if (x.share || y.share) return x.share.has_value();
        return distance_of(x) > distance_of(y);
    });
    std::ranges::move(rows, std::back_inserter(table.rows));
    return table;
}

std::optional<WhyTable> why_table(const State& state) {
    const auto a = selected_side(state), b = other_side(state);
    if (!a || !b) return {};
    std::optional<MeasuredInTurns> turns;
    if (const auto* found = comparison_of(state); found != nullptr && !a->recorded && !b->recorded)
        turns = MeasuredInTurns{.ratio = found->ratio.value,
                                .sure = profiling::verdict_of(found->ratio) != profiling::Verdict::cannot_tell};
    else if (const auto recorded = recorded_comparison(state))
        turns = MeasuredInTurns{.ratio = recorded->ratio.value,
                                .sure = profiling::verdict_of(recorded->ratio) != profiling::Verdict::cannot_tell};
    WhySide side_a = side_of(state, *a, trace_of_selected(state)), side_b = side_of(state, *b, trace_of_other(state));
    const bool has_own = is_own(a->variant->id) || is_own(b->variant->id);
    if (has_own && (side_a.run == nullptr || side_b.run == nullptr))
        side_a.run = side_b.run = nullptr; // a kernel of the user's own has a trace, and no time without a GPU
    return why_table(side_a, side_b, turns);
}

bool has_shares(const WhyTable& table) {
    return std::ranges::any_of(table.rows, [](const WhyRow& row) { return row.share.has_value(); });
}

std::string why_sentence(const WhyTable& table) {
    constexpr double least_share = 0.5, least_load = 0.3;
    if (!table.obstacle.empty()) return table.obstacle;
    if (table.ratio <= 0.0)
        return "There are no times of both to compare, so the table shows what their traces count, and cannot say "
               "which "
               "quantity matters.";
    if (!table.tells_apart)
        return fmt::format("{} and {} take about the same time, so there is no difference to explain.", table.a,
                           table.b);
    const bool a_is_slower = table.ratio < 1.0;
    const std::string verdict =
        fmt::format("{} is {} times as fast as {}", a_is_slower ? table.b : table.a,
                    three_digits(a_is_slower ? 1.0 / table.ratio : table.ratio), a_is_slower ? table.a : table.b);
    const auto is_large = [&](const WhyRow& row) {
        return row.share && *row.share >= least_share && row.load >= least_load;
    };
    const std::optional<WhyCause> cause = chief_cause(table, is_large);
    // The catalogue has the most telling quantity of a cause first: sectors before bytes.
    for (const WhyQuantity& quantity : why_quantities()) {
        const auto row = std::ranges::find(table.rows, quantity.title, &WhyRow::title);
        if (row != table.rows.end() && row->cause == cause && is_large(*row) && !row->because.empty())
            return fmt::format("{}, mainly because {}.", verdict, row->because);
    }
    return sentence_of_causes(table, verdict);
}

} // namespace pairscope::app
