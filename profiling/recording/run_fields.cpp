// SPDX-License-Identifier: MIT
// The fields of a run and of its parts. FORMAT.md says what each of them means.
#include "profiling/recording/run_fields.h"

#include "kernels/data/readable.h"
#include "profiling/outcome.h"
#include "profiling/recording/check_fields.h"
#include "profiling/recording/fields.h"

#include <fmt/format.h>

#include <array>
#include <tuple>

namespace pairscope::profiling {
namespace {

constexpr std::size_t most_kernels = 1000;
constexpr std::size_t most_instructions = 100'000, most_reasons = 100; // that samples are of
constexpr std::int64_t most_counted = std::int64_t{1} << 40;           // so that no sum of counts overflows

/// A workload by its id, whose rule gives the limits of its sizes.
struct WorkloadId {
    [[nodiscard]] Json json(std::string_view id) const { return id; }
    void read(const JsonPlace& place, std::string_view& id) const {
        const std::string name = place.text();
        const WorkloadType* const type = find_workload(name);
        if (type == nullptr) place.unknown(name);
        id = type->id;
    }
};
as::Whole rows_of(const Workload& workload) {
    const auto& rows = type_of(workload.type).inputs.rows;
    return {rows.least, rows.most};
}
as::Whole dims_of(const Workload& workload) {
    const auto& dims = type_of(workload.type).inputs.dims;
    return {dims.least, dims.most};
}
void require_one_set(const JsonPlace& place, Workload& workload) {
    if (type_of(workload.type).inputs.sets == 1 && workload.cols != workload.rows)
        place.at("cols").refuse(fmt::format("the number of its rows, {},", workload.rows));
}

/// The sizes of a grid or a block.
struct Sizes {
    [[nodiscard]] Json json(const std::array<int, 3>& sizes) const { return sizes; }
    void read(const JsonPlace& place, std::array<int, 3>& sizes) const {
        const auto items = place.items(sizes.size());
        if (items.size() != sizes.size()) place.refuse("a list of 3 whole numbers");
        for (std::size_t i = 0; i < sizes.size(); ++i) as::count.read(items[i], sizes[i]);
    }
};

/// How many samples each turn took.
struct Turns {
    std::int64_t samples;
    [[nodiscard]] Json json(const std::vector<int>& turns) const { return turns; }
    void read(const JsonPlace& place, std::vector<int>& turns) const {
        std::int64_t sum = 0;
        for (const JsonPlace& count : place.items(most_samples)) {
            turns.push_back(int(count.whole(1, samples)));
            sum += turns.back();
        }
        if (sum != samples) place.refuse("counts whose sum is the number of samples");
    }
};

/// The bytes that a variant predicts.
struct Bytes : as::Figure {
    void read(const JsonPlace& place, double& bytes) const {
        as::Figure::read(place, bytes);
        if (bytes > 0.0 && bytes < least_bytes)
            place.refuse(fmt::format("0 or a number of at least {:g}", least_bytes));
    }
};

constexpr as::Figure share{0.0, 1.0};
constexpr as::Numbers times{least_seconds, most_seconds};
constexpr as::Numbers some_times{least_seconds, most_seconds, most_samples, as::Count::at_least_one};

constexpr double most_time = 1e5; // [s] so that differences of times in a timeline stay exact enough
constexpr as::Figure step{least_seconds, most_time};

as::Numbers values_of(const TimelineSeries& series) {
    return {0.0, series.name == series_name::busy_sms ? 1.0 : most_figure};
}
as::Numbers ends_of(const LaunchTimeline& timeline) {
    return {-most_time, most_time, timeline.begins.size(), as::Count::exactly};
}
void require_order(const JsonPlace& place, LaunchTimeline& timeline) {
    const std::size_t samples = timeline.begins.size();
    for (std::size_t i = 0; i < samples; ++i) {
        if (timeline.ends[i] <= timeline.begins[i])
            place.at("ends").items(most_samples)[i].refuse("a time after the beginning of its sample");
        if (i > 0 && timeline.begins[i] < timeline.begins[i - 1])
            place.at("begins").items(most_samples)[i].refuse("a time after that of the sample before it");
    }
    for (std::size_t i = 0; i < timeline.series.size(); ++i)
        if (timeline.series[i].values.size() != samples)
            place.at("series").items(most_samples)[i].at("values").refuse(fmt::format("a list of {} numbers", samples));
}

/// A count for each reason.
struct ReasonCounts {
    std::size_t reasons;
    [[nodiscard]] Json json(const std::vector<std::uint64_t>& counts) const {
        auto list = Json::array();
        for (const std::uint64_t count : counts) list.push_back(std::int64_t(count));
        return list;
    }
    void read(const JsonPlace& place, std::vector<std::uint64_t>& counts) const {
        for (const JsonPlace& count : place.items(reasons))
            counts.push_back(std::uint64_t(count.whole(0, most_counted)));
    }
};
void require_a_count_for_each_reason(const JsonPlace& place, StallSamples& stalls) {
    for (std::size_t i = 0; i < stalls.pcs.size(); ++i)
        if (stalls.pcs[i].counts.size() != stalls.reasons.size())
            place.at("instructions")
                .items(most_instructions)[i]
                .at("counts")
                .refuse(fmt::format("a list of {} numbers, one for each reason", stalls.reasons.size()));
}

/// Before there were examinations, the trace alone told of faults.
void take_faults_of_trace(Simulated& s) {
    if (!s.trace || s.trace->findings == 0 || s.check.examination) return;
    s.check.examination = Examination{.rows = s.workload.rows,
                                      .blocks = s.trace->blocks,
                                      .blocks_examined = s.trace->blocks_traced,
                                      .faults = s.trace->findings};
}

} // namespace

template <>
inline constexpr auto fields<Workload> =
    std::tuple{field("kind", &Workload::type, WorkloadId{}), field("rows", &Workload::rows, rows_of),
               field("cols", &Workload::cols, rows_of), field("dims", &Workload::dims, dims_of)};

template <>
inline constexpr auto fields<LaunchFacts> = std::tuple{
    field("kernel", &LaunchFacts::kernel, as::Text{}),
    field("grid", &LaunchFacts::grid, Sizes{}),
    field("block", &LaunchFacts::block, Sizes{}),
    field("registers", &LaunchFacts::registers, as::count),
    field("shared_bytes", &LaunchFacts::shared_bytes, as::Whole{}),
    field("blocks_per_unit", &LaunchFacts::blocks_per_unit, as::count),
    field("occupancy", &LaunchFacts::occupancy, share),
};

template <>
inline constexpr auto fields<KernelTime> =
    std::tuple{field("kernel", &KernelTime::kernel, as::Text{}),
               field("seconds", &KernelTime::seconds, as::Figure{least_seconds, most_seconds})};

template <>
inline constexpr auto fields<RecordedFigure> = std::tuple{
    field("key", &RecordedFigure::key, as::Text{}),
    field("value", &RecordedFigure::value, as::Figure{-most_figure, most_figure}),
};

template <>
inline constexpr auto fields<Count> = std::tuple{
    field("name", &Count::name, as::Text{}),
    field("counter", &Count::counter, as::Text{}, may_be_absent).formerly("metric"),
    field("value", &Count::value, as::Figure{-most_figure, most_figure}),
};
template <>
inline constexpr auto fields<Counters> = std::tuple{
    field("chip", &Counters::chip, as::Text{}),
    field("passes", &Counters::passes, as::count),
    field("counts", &Counters::counts, as::List{as::Object<Count>{}, 10'000}),
};

template <>
inline constexpr auto fields<Conditions> = std::tuple{
    field("clock", &Conditions::clock, as::Figure{}, unless_empty),
    field("lowest_clock", &Conditions::lowest_clock, as::Figure{}, unless_empty),
    field("highest_clock", &Conditions::highest_clock, as::Figure{}, unless_empty),
    field("memory_clock", &Conditions::memory_clock, as::Figure{}, unless_empty),
    field("power", &Conditions::power, as::Figure{}, unless_empty),
    field("joules", &Conditions::joules, as::Figure{}, unless_empty),
    field("temperature", &Conditions::temperature, as::Figure{-300.0, 1000.0}, unless_empty),
    field("slowed_by", &Conditions::slowed_by, as::List{as::Text{}, 100}),
    field("drew_the_screen", &Conditions::drew_the_screen, as::Flag{}),
    field("other_load", &Conditions::other_load, share, unless_empty),
};

template <>
inline constexpr auto fields<TimelineSeries> = std::tuple{
    field("name", &TimelineSeries::name, as::Text{}),
    field("counter", &TimelineSeries::counter, as::Text{}, may_be_absent).formerly("metric"),
    field("limit", &TimelineSeries::limit, as::Figure{least_rate, most_figure}, unless_empty),
    field("values", &TimelineSeries::values, values_of),
};
template <>
inline constexpr auto fields<LaunchTimeline> = std::tuple{
    field("chip", &LaunchTimeline::chip, as::Text{}),
    field("step", &LaunchTimeline::step, step),
    field("seconds", &LaunchTimeline::seconds, step),
    field("begins", &LaunchTimeline::begins, as::Numbers{-most_time, most_time, most_samples, as::Count::at_least_one}),
    field("ends", &LaunchTimeline::ends, ends_of),
    field("series", &LaunchTimeline::series, as::List{as::Object<TimelineSeries>{}, 100}),
};

template <>
inline constexpr auto fields<StalledPc> = std::tuple{
    field("function", &StalledPc::function, as::Text{}),
    field("offset", &StalledPc::offset, as::Whole{}),
    field(
        "file", [](auto& pc) -> auto& { return pc.place.file; }, as::Text{}, unless_empty),
    field(
        "line", [](auto& pc) -> auto& { return pc.place.line; }, as::count, unless_empty),
    field("counts", &StalledPc::counts, ReasonCounts{most_reasons}),
};
template <>
inline constexpr auto fields<StallSamples> = std::tuple{
    field("reasons", &StallSamples::reasons, as::List{as::Text{}, most_reasons}),
    field("launches", &StallSamples::launches, as::Whole{1, INT32_MAX}),
    field("seconds", &StallSamples::seconds, as::Figure{0.0, most_seconds}),
    field("period", &StallSamples::period, as::Whole{0, 62}),
    field("dropped", &StallSamples::dropped, as::Whole{0, most_counted}, unless_empty),
    field("checksum", &StallSamples::checksum, as::Text{}, unless_empty),
    field("instructions", &StallSamples::pcs, as::List{as::Object<StalledPc>{}, most_instructions}),
};

template <>
inline constexpr auto fields<simt::TraceTotals> = std::tuple{
    field("requests", &simt::TraceTotals::requests, as::Figure{}),
    field("sectors", &simt::TraceTotals::sectors, as::Figure{}),
    field("useful_bytes", &simt::TraceTotals::useful_bytes, as::Figure{}),
    field("wavefronts", &simt::TraceTotals::wavefronts, as::Figure{}),
    field("needed", &simt::TraceTotals::needed, as::Figure{}),
};
template <>
inline constexpr auto fields<TraceSummary> = std::tuple{
    field("stores", &TraceSummary::stores, as::Object<simt::TraceTotals>{}),
    field("loads", &TraceSummary::loads, as::Object<simt::TraceTotals>{}),
    field("findings", &TraceSummary::findings, as::Whole{}),
    field("blocks", &TraceSummary::blocks, as::Whole{}),
    field("blocks_traced", &TraceSummary::blocks_traced, as::Whole{}),
};

template <>
inline constexpr auto fields<Measurement> = std::tuple{
    field("variant", &Measurement::variant_id, as::Text{}),
    field("workload", &Measurement::workload, as::Object<Workload>{require_one_set}),
    field("device", &Measurement::device, as::DevicePlace{}),
    field("target", &Measurement::target, as::Word{&target_names}),
    field("entry", &Measurement::entry, as::Word{&entry_names}),
    field("threads", &Measurement::threads, as::count),
    field("timer", &Measurement::timer, as::Text{}),
    field("stopped_by", &Measurement::stopped_by, as::Word{&stop_names}),
    field("caches", &Measurement::caches, as::Word{&cache_names}),
    field("launches", &Measurement::launches, as::Whole{1, INT32_MAX}),
    field("check", &Measurement::check, check_that_ran),
    field("block", &Measurement::block, as::Whole{1, most_block}, unless_empty),
    field("layout_seconds", &Measurement::layout_seconds, as::Figure{0.0, most_seconds}, unless_empty),
    field("predicted_bytes", &Measurement::predicted_bytes, Bytes{}, may_be_absent),
    field("kernels", &Measurement::kernels, as::List{as::Object<LaunchFacts>{}, most_kernels}, unless_empty),
    field("counters", &Measurement::counters, as::Object<Counters>{}, unless_empty),
    field("conditions", &Measurement::conditions, as::Object<Conditions>{}, unless_empty),
    field("seconds", &Measurement::seconds, some_times),
    field(
        "turns", &Measurement::turns, [](const Measurement& m) { return Turns{std::ssize(m.seconds)}; }, unless_empty),
    field("activity_seconds", &Measurement::activity_seconds, times, unless_empty),
    field("kernel_times", &Measurement::kernel_times, as::List{as::Object<KernelTime>{}, most_kernels}, unless_empty),
    field("figures", &Measurement::figures, as::List{as::Object<RecordedFigure>{}, 100}, unless_empty),
    field("timeline", &Measurement::timeline, as::Object<LaunchTimeline>{require_order}, unless_empty),
    field("stalls", &Measurement::stalls, as::Object<StallSamples>{require_a_count_for_each_reason}, unless_empty),
};

template <>
inline constexpr auto fields<Simulated> = std::tuple{
    field("variant", &Simulated::variant_id, as::Text{}),
    field("workload", &Simulated::workload, as::Object<Workload>{require_one_set}),
    field("device", &Simulated::device, as::DevicePlace{}),
    field("target", &Simulated::target, as::Word{&target_names}),
    field("check", &Simulated::check, check_that_ran),
    field("block", &Simulated::block, as::Whole{1, most_block}, unless_empty),
    field("predicted_bytes", &Simulated::predicted_bytes, Bytes{}, may_be_absent),
    field("trace", &Simulated::trace, as::Object<TraceSummary>{}, unless_empty),
};

template <>
inline constexpr auto fields<Skipped> =
    std::tuple{field("variant", &Skipped::variant_id, as::Text{}), field("reason", &Skipped::reason, as::Text{})};

template <>
inline constexpr auto fields<Failed> = std::tuple{
    field("variant", &Failed::variant_id, as::Text{}),
    field("message", &Failed::message, as::Text{}),
    field("check", &Failed::verdict, check_of_failed, unless_empty),
};

namespace {

RunOutcome run_in(const JsonPlace& place, RecordingContext& context) {
    switch (place.at("outcome").word(outcome_names)) {
    case Outcome::measured:
        return read_object<Measurement>(place, context);
    case Outcome::simulated: {
        auto simulated = read_object<Simulated>(place, context);
        take_faults_of_trace(simulated);
        return simulated;
    }
    case Outcome::skipped:
        return read_object<Skipped>(place, context);
    case Outcome::failed:
        break;
    }
    return read_object<Failed>(place, context);
}

} // namespace

Json as::AskedWorkload::json(const Workload& workload, RecordingContext& context) const {
    return Object<Workload>{require_one_set}.json(workload, context);
}
void as::AskedWorkload::read(const JsonPlace& place, Workload& workload, RecordingContext& context) const {
    Object<Workload>{require_one_set}.read(place, workload, context);
}

Json as::Runs::json(const Recording& recording, RecordingContext& context) const {
    auto list = Json::array();
    for (const RunOutcome& run : recording.runs) {
        auto json = Json::object();
        json.add("outcome", name_of(outcome_of(run)));
        std::visit([&]<class Run>(const Run& outcome) { write_fields(json, fields<Run>, outcome, context); }, run);
        list.push_back(std::move(json));
    }
    return list;
}

void as::Runs::read(const JsonPlace& place, Recording& recording, RecordingContext& context) const {
    for (const JsonPlace& at : place.items(most_runs)) {
        const std::string variant = at.at("variant").text();
        try {
            recording.runs.push_back(run_in(at, context));
        } catch (const UnknownWord& word) {
            recording.unknown.push_back({variant, word.what()});
        }
    }
}

} // namespace pairscope::profiling
