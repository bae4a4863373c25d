// SPDX-License-Identifier: MIT
#include "app/cli/verbs/compare_recordings.h"

#include "app/chart/number_text.h"
#include "app/cli/reports/data_json.h"
#include "app/cli/reports/recorded_pairs.h"
#include "app/spine/commands.h"
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/data/size_parts.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/ladder/registry.h"
#include "profiling/badges.h"
#include "profiling/input_words.h"
#include "profiling/outcome.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace pairscope::cli {
namespace {

using app::Json;
using profiling::Measurement;
using profiling::SpeedRatio;

std::string with_interval(const Measurement& m) {
    const double median = profiling::seconds_of(m);
    const auto interval = profiling::interval_of(m);
    return app::milliseconds(median) +
           (interval ? " +-" + app::half_width(1e3 * median, 1e3 * interval->low, 1e3 * interval->high) : "");
}

std::string verdict_text(const SpeedRatio& ratio) {
    switch (profiling::verdict_of(ratio)) {
    case profiling::Verdict::faster:
        return "B is faster";
    case profiling::Verdict::slower:
        return "A is faster";
    case profiling::Verdict::cannot_tell:
        return "cannot tell";
    case profiling::Verdict::too_few:
        return fmt::format("no verdict: {} of the {} {} that are needed", ratio.count, profiling::least_for_verdict,
                           ratio.counted_in);
    }
    return {};
}

/// What stands in the verdict's place where there are no two times.
std::string why_no_ratio(const RecordedPair& pair) {
    const bool a = !pair.a.failure.empty(), b = !pair.b.failure.empty();
    if (a || b) return a && b ? "both failed" : a ? "A failed" : "B failed";
    return pair.a.run == nullptr ? "only in B" : "only in A";
}

/// "coalesced", "coalesced (blocks of 64, cold)"
std::string name_of(const PairKey& key) {
    std::vector<std::string> notes;
    if (key.block != 0) notes.push_back(fmt::format("blocks of {}", key.block));
    if (key.caches == profiling::CacheState::cold) notes.emplace_back(name_of(key.caches));
    return std::string(short_name(key.variant_id)) +
           (notes.empty() ? "" : fmt::format(" ({})", fmt::join(notes, ", ")));
}

using Side = PairSide RecordedPair::*;

template <Side side> std::string rows_text(const RecordedPair& pair) {
    const Measurement* run = (pair.*side).run;
    return run == nullptr ? "-" : app::grouped(n_of(run->workload));
}

std::string common_rows_text(const RecordedPair& pair) {
    return pair.a.run != nullptr ? rows_text<&RecordedPair::a>(pair) : rows_text<&RecordedPair::b>(pair);
}

template <Side side, std::string (*words)(const Measurement&)> std::string time_text(const RecordedPair& pair) {
    const PairSide& own = pair.*side;
    if (own.run == nullptr) return std::string(own.failure.empty() ? "-" : name_of(profiling::Outcome::failed));
    return words(*own.run);
}

std::string per_pair_text(const Measurement& m) { return app::three_digits(profiling::nanoseconds_per_pair(m)); }

/// Null where that side has no time.
template <Side side, auto figure> Json figure_of(const RecordedPair& pair) {
    const Measurement* run = (pair.*side).run;
    return run == nullptr ? Json() : Json(figure(*run));
}

template <Side side> Json failure_of(const RecordedPair& pair) { return app::or_null((pair.*side).failure); }

std::string grouped_or_dash(const std::optional<std::int64_t>& number) { return number ? app::grouped(*number) : "-"; }

std::int64_t row_count(const Measurement& m) { return n_of(m.workload); }
std::string device_of(const Measurement& m) { return m.device.name; }

Json m_json(const Measurement& m) { return app::or_null(app::m_of(m.workload)); }
Json d_json(const Measurement& m) { return app::or_null(app::d_of(m.workload)); }
Json threads_json(const Measurement& m) { return m.threads > 0 ? Json(m.threads) : Json(); }

std::string m_text(const Measurement& m) { return grouped_or_dash(app::m_of(m.workload)); }
std::string d_text(const Measurement& m) { return grouped_or_dash(app::d_of(m.workload)); }
std::string device_id_text(const Measurement& m) { return device_id(m.device); }
std::string threads_text(const Measurement& m) { return m.threads > 0 ? fmt::format("{}", m.threads) : "-"; }

/// "40", "40, 64" where A and B differ.
template <std::string (*words)(const Measurement&)> std::string both_text(const RecordedPair& pair) {
    const std::string a = pair.a.run == nullptr ? "-" : words(*pair.a.run);
    const std::string b = pair.b.run == nullptr ? "-" : words(*pair.b.run);
    if (pair.a.run == nullptr) return b;
    return pair.b.run == nullptr || a == b ? a : fmt::format("{}, {}", a, b);
}

/// Has one recording several runs for a question that differ in the device or the threads?
bool have_several_places(const std::vector<RecordedPair>& pairs) {
    for (const Side side : {&RecordedPair::a, &RecordedPair::b}) {
        std::set<std::tuple<PairKey, Workload>> known;
        for (const RecordedPair& pair : pairs)
            if (const Measurement* run = (pair.*side).run;
                run != nullptr && !known.emplace(pair.key, run->workload).second)
                return true;
    }
    return false;
}

Json block_of(const RecordedPair& pair) {
    const Measurement* m = pair.a.run != nullptr ? pair.a.run : pair.b.run;
    return m != nullptr && m->block > 0 ? Json(m->block) : Json();
}

/// "0.912 to 0.934". An end that is not 1 does not read as 1, because the verdict depends on that.
std::string interval_digits(const profiling::Interval& interval) {
    constexpr int most_digits = 6;
    std::string text;
    for (int digits = 3; digits <= most_digits; ++digits) {
        const std::string one = fmt::format("{:.{}f}", 1.0, digits);
        const std::string low = fmt::format("{:.{}f}", interval.low, digits);
        const std::string high = fmt::format("{:.{}f}", interval.high, digits);
        text = fmt::format("{} to {}", low, high);
        if ((low != one || interval.low == 1.0) && (high != one || interval.high == 1.0)) break;
    }
    return text;
}

std::string interval_text(const RecordedPair& pair) {
    if (!pair.ratio || !pair.ratio->interval) return "-";
    return interval_digits(*pair.ratio->interval);
}

Json json_of(const SpeedRatio& ratio) {
    Json json{{"value", ratio.value}, {"low", nullptr}, {"high", nullptr}};
    if (ratio.interval) {
        json["low"] = ratio.interval->low;
        json["high"] = ratio.interval->high;
    }
    json["samples"] = ratio.count;
    json["verdict"] = ratio.interval ? verdict_text(ratio) : "no verdict";
    return json;
}

template <Side side> Json warnings_json(const RecordedPair& pair) {
    const Measurement* run = (pair.*side).run;
    return run == nullptr ? Json() : Json(profiling::warnings_of(*run));
}

using PairColumn = app::TableColumn<RecordedPair>;
using A = std::integral_constant<Side, &RecordedPair::a>;
using B = std::integral_constant<Side, &RecordedPair::b>;
static_assert(profiling::verdict_confidence == 0.99, "the heading of the interval says so");

/// All columns; of some pairs the text has only one.
constexpr std::array all_pair_columns{
    PairColumn{.title = "variant",
               .key = "variant",
               .text = [](const RecordedPair& pair) { return name_of(pair.key); },
               .value = [](const RecordedPair& pair) { return Json(pair.key.variant_id); }},
    PairColumn{.title = "n", .align = app::Align::right, .text = common_rows_text},
    PairColumn{.title = "n of A",
               .key = "n_a",
               .align = app::Align::right,
               .text = rows_text<A::value>,
               .value = figure_of<A::value, row_count>},
    PairColumn{.title = "n of B",
               .key = "n_b",
               .align = app::Align::right,
               .text = rows_text<B::value>,
               .value = figure_of<B::value, row_count>},
    PairColumn{.title = "m", .align = app::Align::right, .text = both_text<m_text>},
    PairColumn{.key = "m_a", .value = figure_of<A::value, m_json>},
    PairColumn{.key = "m_b", .value = figure_of<B::value, m_json>},
    PairColumn{.title = "d", .align = app::Align::right, .text = both_text<d_text>},
    PairColumn{.key = "d_a", .value = figure_of<A::value, d_json>},
    PairColumn{.key = "d_b", .value = figure_of<B::value, d_json>},
    PairColumn{.title = "target",
               .key = "target",
               .text = [](const RecordedPair& pair) { return std::string(name_of(pair.key.target)); },
               .value = [](const RecordedPair& pair) { return Json(name_of(pair.key.target)); }},
    PairColumn{.key = "caches", .value = [](const RecordedPair& pair) { return Json(name_of(pair.key.caches)); }},
    PairColumn{.key = "block", .value = block_of},
    PairColumn{.title = "device", .text = both_text<device_id_text>},
    PairColumn{.key = "device_a", .value = figure_of<A::value, device_of>},
    PairColumn{.key = "device_b", .value = figure_of<B::value, device_of>},
    PairColumn{.title = "threads", .align = app::Align::right, .text = both_text<threads_text>},
    PairColumn{.key = "threads_a", .value = figure_of<A::value, threads_json>},
    PairColumn{.key = "threads_b", .value = figure_of<B::value, threads_json>},
    PairColumn{.title = "A",
               .unit = "ms",
               .key = "median_seconds_a",
               .align = app::Align::right,
               .text = time_text<A::value, with_interval>,
               .value = figure_of<A::value, profiling::seconds_of>},
    PairColumn{.title = "B",
               .unit = "ms",
               .key = "median_seconds_b",
               .align = app::Align::right,
               .text = time_text<B::value, with_interval>,
               .value = figure_of<B::value, profiling::seconds_of>},
    PairColumn{.title = "A",
               .unit = "ns/pair",
               .key = "nanoseconds_per_pair_a",
               .align = app::Align::right,
               .text = time_text<A::value, per_pair_text>,
               .value = figure_of<A::value, profiling::nanoseconds_per_pair>},
    PairColumn{.title = "B",
               .unit = "ns/pair",
               .key = "nanoseconds_per_pair_b",
               .align = app::Align::right,
               .text = time_text<B::value, per_pair_text>,
               .value = figure_of<B::value, profiling::nanoseconds_per_pair>},
    PairColumn{.key = "failure_a", .value = failure_of<A::value>},
    PairColumn{.key = "failure_b", .value = failure_of<B::value>},
    PairColumn{
        .title = "B/A",
        .align = app::Align::right,
        .text = [](const RecordedPair& pair) { return pair.ratio ? fmt::format("{:.3f}", pair.ratio->value) : "-"; }},
    PairColumn{.title = "99 %", .align = app::Align::right, .text = interval_text},
    PairColumn{
        .title = "verdict",
        .text = [](const RecordedPair& pair) { return pair.ratio ? verdict_text(*pair.ratio) : why_no_ratio(pair); }},
    PairColumn{.title = "notes", .text = warnings_text},
    PairColumn{.key = "warnings_a", .value = warnings_json<A::value>},
    PairColumn{.key = "warnings_b", .value = warnings_json<B::value>},
    PairColumn{.key = "ratio",
               .value = [](const RecordedPair& pair) { return pair.ratio ? json_of(*pair.ratio) : Json(); }}};
constexpr std::span<const PairColumn> pair_columns = all_pair_columns;

/// The columns of the text: one size and times, or two sizes and times per pair of points.
std::vector<PairColumn> columns_of_text(const std::vector<RecordedPair>& pairs, bool per_pair) {
    std::vector<PairColumn> shown(pair_columns.begin(), pair_columns.end());
    const auto any = [&](const auto& has) { return std::ranges::any_of(pairs, has); };
    const bool m = any([](const RecordedPair& pair) { return both_text<m_text>(pair) != "-"; });
    const bool d = any([](const RecordedPair& pair) { return both_text<d_text>(pair) != "-"; });
    const bool places = have_several_places(pairs);
    std::erase_if(shown, [&](const PairColumn& column) {
        if (column.title == "m") return !m;
        if (column.title == "d") return !d;
        if (column.title == "device" || column.title == "threads") return !places;
        const bool only_per_pair = column.unit == "ns/pair" || column.key == "n_a" || column.key == "n_b";
        const bool never_per_pair = column.unit == "ms" || column.title == "n";
        return per_pair ? never_per_pair : only_per_pair;
    });
    return shown;
}

/// One line for each failed run: which, and why.
std::string failures_of(char letter, const profiling::Recording& recording) {
    std::string text;
    for (const app::RecordedFailure& failure : app::failures_in(recording))
        text += fmt::format("{}: {} failed: {}\n", letter, short_name(failure.variant_id), failure.message);
    return text;
}

/// What the ratios contain beside the difference between the variants.
std::string caution(bool same_file, bool elsewhere) {
    if (same_file) return "A and B are the same recording, so all ratios are 1.\n";
    if (elsewhere)
        return "A and B ran on different devices, so each ratio also includes the difference between the devices.\n";
    return "A and B were measured in two different processes, so each ratio also includes differences in memory "
           "placement and machine load. The intervals allow 1 % for that, and it can be more.\n";
}

/// "pair of points", in the words of the workload that was recorded; "pair" of several workloads.
std::string pair_in_words(const profiling::Recording& recording) {
    const std::optional<std::string_view> workload = app::recorded_workload(recording);
    const WorkloadType* type = workload ? find_workload(*workload) : nullptr;
    return type == nullptr ? "pair" : profiling::pair_in_words(*type);
}

/// `pair`: what one pair is called; empty where times are not per pair.
std::string text_of(const std::vector<RecordedPair>& pairs, const std::string& pair, bool same_file) {
    const bool per_pair = !pair.empty();
    bool elsewhere = false, few = false;
    for (const RecordedPair& each : pairs) {
        elsewhere = elsewhere || (each.ratio && are_different(each.a.run->device, each.b.run->device));
        few = few || (each.ratio && !each.ratio->interval);
    }
    const std::vector<PairColumn> shown = columns_of_text(pairs, per_pair);
    std::string text = text_table<RecordedPair>(shown, pairs);
    text += per_pair ? fmt::format("B/A is the time of B divided by the time of A for one {}, with its interval (order "
                                   "statistics). A value below 1 means that B is faster.\n",
                                   pair)
                     : "B/A is the time of B divided by the time of A, with its interval (order statistics). A value "
                       "below 1 means that B is faster.\n";
    if (per_pair)
        text += "Each time is divided by its number of pairs, so that runs of different sizes can be compared. The "
                "fixed cost of a run still counts more when n is small, and only a small matrix fits in a cache.\n";
    if (few)
        text += fmt::format("A verdict needs at least {} samples of each run; record --seconds takes more of them.\n",
                            profiling::least_for_verdict);
    return text + caution(same_file, elsewhere);
}

/// How many threads the timed CPU variants used.
std::set<int> threads_in(const profiling::Recording& recording) {
    std::set<int> threads;
    for (const profiling::RunOutcome& run : recording.runs)
        if (const auto* m = std::get_if<Measurement>(&run); m != nullptr && m->threads > 0) threads.insert(m->threads);
    return threads;
}

Json json_of(const std::filesystem::path& path, const profiling::Recording& recording) {
    return {{"file", path.string()},
            {"label", recording.label},
            {"made_by", recording.made_by},
            {"day", profiling::day_of(recording.when)},
            {"devices", app::names_of_devices(recording)},
            {"threads", threads_in(recording)}};
}

/// "2 threads", "1 and 16 threads": what the CPU variants used; empty if none was timed.
std::string threads_words(const profiling::Recording& recording) {
    const std::set<int> threads = threads_in(recording);
    if (threads.empty()) return {};
    return fmt::format("{} thread{}", fmt::join(threads, " and "), *threads.rbegin() == 1 ? "" : "s");
}

std::string heading_of(char letter, const std::filesystem::path& path, const profiling::Recording& recording) {
    std::vector<std::string> parts{shown(path), app::names_of_devices(recording), threads_words(recording),
                                   profiling::day_of(recording.when), recording.made_by};
    std::erase(parts, "");
    return fmt::format("{}: {}\n", letter, fmt::join(parts, ", "));
}

/// Says where the question itself was another one.
void say_what_differs(const profiling::Recording& a, const profiling::Recording& b) {
    const std::optional<std::string_view> workload = app::recorded_workload(a);
    const WorkloadType* type = workload ? find_workload(*workload) : nullptr;
    if (type == nullptr || app::recorded_workload(b) != workload || a.parameters == b.parameters) return;
    say(fmt::format("A was recorded with {}, and B with {}: the ratios also include what this changes",
                    app::parameters_text(*type, a.parameters), app::parameters_text(*type, b.parameters)));
}

} // namespace

ExitCode compare_recordings(const ComparedRecordings& options) {
    const profiling::Recording first = profiling::load_recording(options.a);
    const profiling::Recording second = profiling::load_recording(options.b);
    if (options.per_pair && have_different_dims(first, second))
        throw InputError("--per-pair compares runs whose vectors have the same number of coordinates, and those of A "
                         "and B have different numbers");
    say_what_differs(first, second);
    const std::vector<RecordedPair> pairs = pairs_of(first, second, options.per_pair);
    const std::string nothing = why_nothing_in_common(pairs);
    if (!nothing.empty()) say(nothing);
    if (options.format.json) {
        print(dumped({{"a", json_of(options.a, first)},
                      {"b", json_of(options.b, second)},
                      {"pairs", rows_json(pair_columns, pairs)}}));
    } else if (!nothing.empty()) { // a table of runs that only one of them has would tell nothing
        print_text(heading_of('A', options.a, first) + heading_of('B', options.b, second));
    } else {
        const bool same_file = app::is_same_file(options.a, options.b);
        print_text(heading_of('A', options.a, first) + heading_of('B', options.b, second) + "\n" +
                   text_of(pairs, options.per_pair ? pair_in_words(first) : "", same_file) + failures_of('A', first) +
                   failures_of('B', second));
    }
    return nothing.empty() ? ExitCode::ok : ExitCode::nothing_ran;
}

} // namespace pairscope::cli
