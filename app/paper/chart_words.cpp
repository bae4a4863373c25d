// SPDX-License-Identifier: MIT
#include "app/paper/chart_words.h"

#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "app/spine/files/ceilings_json.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/spine/version.h"
#include "app/subjects/measuring/block_chart.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "app/subjects/measuring/size_chart.h"
#include "app/subjects/measuring/time_charts.h"
#include "app/subjects/neighbours/neighbour_charts.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/output/vectors_chart.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/trace/trace.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace pairscope::app {
namespace {

std::string device_text(const Device& device) {
    if (device.backend == Backend::cuda) return device.name;
    const std::string threads = fmt::format("{} thread{}", device.units, device.units == 1 ? "" : "s");
    return fmt::format("{}, {}", device.name.empty() ? "this CPU" : device.name, threads);
}

/// Empty if they are not known, or of another n.
std::string points_text(const profiling::RecordedPoints& points, std::int64_t n) {
    if (const auto* settings = std::get_if<GeneratorSettings>(&points); settings != nullptr && settings->n == n)
        return fmt::format("{}, seed {}", title_of(settings->shape), settings->seed);
    const auto* data = std::get_if<std::shared_ptr<const Dataset>>(&points);
    if (data != nullptr && *data != nullptr && (*data)->rows == n && !(*data)->name.empty()) return (*data)->name;
    return {};
}

/// A GPU's kernels write linear memory or a texture, and their times differ. Nothing for a CPU.
std::string target_text(const Device& device, bool linear, bool texture) {
    if (device.backend == Backend::cpu) return {};
    return linear && texture ? "written into a texture or linear memory"
           : texture         ? "written into a texture"
                             : "written into linear memory";
}

/// The device and the size of a run, with its points and the memory that it wrote, where they are known.
std::string run_text(const Device& device, const Workload& workload, const profiling::RecordedPoints& points,
                     std::string target) {
    std::vector<std::string> parts{device_text(device), size_text(workload), points_text(points, workload.rows),
                                   std::move(target)};
    std::erase(parts, "");
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string failures_text(const RecordedSet& set) {
    std::vector<std::string_view> failed;
    for (const RecordedFailure& failure : set.failed) failed.push_back(short_name(failure.variant_id));
    return failed.empty() ? "" : fmt::format(" Variants that failed are not drawn: {}.", fmt::join(failed, ", "));
}

std::string note_of(const RecordedSet& set) {
    const auto writes = [&](TargetKind target) {
        return std::ranges::find(set.runs, target, &profiling::Measurement::target) != set.runs.end();
    };
    return fmt::format("{}; {}.{}",
                       run_text(*set.device, set.workload, set.shown->recording->points,
                                target_text(*set.device, writes(TargetKind::linear), writes(TargetKind::surface))),
                       origin_of(set), failures_text(set));
}

std::string note_of_session(const State& state, const profiling::Measurement& m) {
    const auto* settings = std::get_if<GeneratorSettings>(&state.data.now.source);
    profiling::RecordedPoints points = state.data.now.question.first;
    if (settings != nullptr && !state.data.now.edited) points = *settings;
    const std::string day =
        profiling::day_of(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
    const bool texture = m.target == TargetKind::surface;
    return fmt::format("{}. Measured {} by pairscope {}.",
                       run_text(m.device, m.workload, points, target_text(m.device, !texture, texture)), day,
                       version());
}

/// Whose figures a chart shows beside those of the shown run.
struct Others {
    bool own = false;      ///< this session's, of all devices
    bool recorded = false; ///< runs of all open recordings
};

/// The devices that the chart has figures of: a line each, that of the shown run first.
std::vector<std::string> devices_of(const State& state, const std::optional<RecordedRun>& shown, Others others) {
    std::vector<std::string> notes;
    if (shown) notes.push_back(note_of(shown->set));
    std::vector<Device> own;
    for (const KernelVariant* variant : ladder(state)) {
        const auto* m = measurement_for(state, *variant);
        if (m == nullptr || std::ranges::find(own, m->device) != own.end()) continue;
        if (!others.own && (shown || variant != selected_variant(state))) continue;
        own.push_back(m->device);
        notes.push_back(note_of_session(state, *m));
    }
    if (!others.recorded) return notes;
    for (const RecordedSet& set : recorded_sets(state))
        if (!shown || set.shown != shown->set.shown || *set.device != *shown->set.device) notes.push_back(note_of(set));
    return notes;
}

std::string timer_text(const profiling::Measurement& m) {
    return fmt::format("by {}", m.timer.empty() ? "the program's timer" : m.timer);
}

std::string roofline_source(const RooflineChart& chart) {
    const bool counted = std::ranges::any_of(
        chart.dots, [](const ChartDot& dot) { return dot.bytes == profiling::Provenance::counter; });
    const bool predicted =
        std::ranges::any_of(chart.dots, [](const ChartDot& dot) { return dot.bytes == profiling::Provenance::model; });
    const std::string_view level = title_of(chart.level);
    const std::string bytes =
        counted && predicted
            ? fmt::format("{} bytes: counted by the hardware, or predicted by the variant's own model", level)
        : counted ? fmt::format("{} bytes: counted by the hardware", level)
                  : fmt::format("{} bytes: predicted by the variants' own models", level);
    std::set<std::string> timers;
    for (const ChartDot& dot : chart.dots) timers.insert(timer_text(*dot.run));
    const std::string times =
        timers.empty() ? "" : fmt::format("Times: medians {}, 95 % intervals. ", fmt::join(timers, " or "));
    return fmt::format("{}{}. Roofs: measured by the same program.", times, bytes);
}

} // namespace

ChartWords roofline_words(const State& state, bool /*every_device*/) {
    const auto chart = roofline_chart(state);
    const auto recorded = recorded_run(state);
    if (!chart) return {};
    const bool elsewhere =
        std::ranges::any_of(chart->dots, [&](const ChartDot& dot) { return dot.run->device.name != chart->device; });
    ChartWords words{.title = fmt::format("{}: roofline of {} traffic, {}{}", current_type(state).title,
                                          title_of(chart->level), elsewhere ? "roofs of " : "", chart->device),
                     .sentence = roofline_sentence(state, *chart),
                     .notes = devices_of(state, recorded, {.own = recorded.has_value(), .recorded = true})};
    words.notes.push_back(roofline_source(*chart));
    if (recorded)
        if (std::string rule = profiling::work_rule_note(recorded->set.shown->recording->work_rule); !rule.empty())
            words.notes.push_back(std::move(rule));
    return words;
}

ChartWords speedup_words(const State& state, bool every_device) {
    const auto recorded = recorded_run(state);
    const auto chart = speedup_chart(state, recorded ? &recorded->set : nullptr);
    if (!chart) return {};
    const std::string_view workload = current_type(state).title;
    ChartWords words{.title = fmt::format("{}: speed-up over {}", workload, chart->bars.front().name),
                     .sentence = {},
                     .notes =
                         devices_of(state, recorded, {.own = !recorded || every_device, .recorded = every_device})};
    const ShownRun shown = shown_run(state, recorded);
    if (every_device && recorded_sets(state).size() > 1)
        words.title = fmt::format("{}: speed-up over the first variant of each device", workload);
    else if (shown.run != nullptr)
        words.title += ", " + shown.run->device.name;
    std::set<std::string> timers;
    if (shown.run != nullptr) timers.insert(timer_text(*shown.run));
    for (const RecordedSet& set : recorded_sets(state))
        if (every_device)
            for (const profiling::Measurement* m : set.runs) timers.insert(timer_text(*m));
    words.notes.push_back(fmt::format("A speed-up is the ratio of the medians of the timed runs{}{}.",
                                      timers.empty() ? "" : ", ", fmt::join(timers, " or ")));
    return words;
}

ChartWords samples_words(const State& state, bool /*every_device*/) {
    const auto recorded = recorded_run(state);
    const ShownRun shown = shown_run(state, recorded);
    if (shown.run == nullptr) return {};
    const profiling::Measurement& m = *shown.run;
    const double median = profiling::seconds_of(m);
    const std::string runs = grouped(std::int64_t(m.seconds.size()));
    const auto interval = profiling::interval_of(m);
    ChartWords words{.title = fmt::format("Samples of {}, {}", short_name(m.variant_id), m.device.name),
                     .sentence = interval
                                     ? fmt::format("The median of {} timed runs is {}, with 95 % confidence.", runs,
                                                   time_of_run(median, interval->low, interval->high))
                                     : fmt::format("The median of {} timed runs is {}.", runs, time_of_run(median)),
                     .notes = devices_of(state, recorded, {})};
    words.notes.push_back(fmt::format(
        "Each mark is a run, timed {}. The interval is computed by order statistics (Conover).", timer_text(m)));
    constexpr std::size_t many = 2'000;
    if (m.seconds.size() > many)
        words.notes.emplace_back("There are more runs than pixels, so the line at each pixel reaches from the shortest "
                                 "to the longest time of its runs.");
    return words;
}

ChartWords ledger_words(const State& state, bool /*every_device*/) {
    const auto recorded = recorded_run(state);
    const ShownRun shown = shown_run(state, recorded);
    if (shown.run == nullptr) return {};
    const profiling::Measurement& m = *shown.run;
    ChartWords words{.title = fmt::format("Bytes of one launch of {}, {}", short_name(m.variant_id), m.device.name),
                     .sentence = "The bars show the bytes at each level, from the minimum to DRAM.",
                     .notes = devices_of(state, recorded, {})};
    std::vector<std::string> counted, simulated;
    const profiling::Ledger ledger = ledger_for(state, m);
    for (const std::string& sentence : ledger.sentences) words.sentence += " " + sentence;
    for (const profiling::LedgerBar& bar : ledger.bars) {
        if (!bar.bytes || bar.from == profiling::Provenance::model) continue;
        (bar.from == profiling::Provenance::counter ? counted : simulated).push_back(bar.name);
    }
    std::string source = "Compulsory bytes are computed from the size of the data.";
    if (!counted.empty() && m.counters)
        source += fmt::format(" These were counted on {}: {}.", m.counters->chip, fmt::join(counted, ", "));
    if (!simulated.empty()) source += fmt::format(" These were simulated on the CPU: {}.", fmt::join(simulated, ", "));
    words.notes.push_back(source);
    return words;
}

namespace {

/// The title, and below the chart where its times come from.
ChartWords words_of_curves(const SizeChart& chart, std::string title) {
    ChartWords words{.title = std::move(title), .sentence = chart.sentence, .notes = {}};
    std::vector<std::string> sources;
    std::set<std::string> timers;
    for (const SizeCurve& curve : chart.curves)
        for (const SizePoint& point : curve.points) {
            timers.insert(timer_text(*point.run));
            std::string source = fmt::format("{}; {}.", device_text(curve.device),
                                             point.origin.empty() ? "measured in this session" : point.origin);
            if (std::ranges::find(sources, source) == sources.end()) sources.push_back(std::move(source));
        }
    words.notes = std::move(sources);
    words.notes.push_back(fmt::format("Times: medians {}.", fmt::join(timers, " or ")));
    return words;
}

} // namespace

ChartWords size_words(const State& state, bool /*every_device*/) {
    const auto chart = size_chart(state);
    if (!chart) return {};
    ChartWords words = words_of_curves(*chart, fmt::format("{}: time against size", current_type(state).title));
    words.notes.back() += " GPU curves are solid, and CPU curves are dashed. Copies between CPU and GPU memory are not "
                          "included.";
    return words;
}

ChartWords blocks_words(const State& state, bool /*every_device*/) {
    const auto chart = block_chart(state);
    if (!chart) return {};
    ChartWords words{.title = fmt::format("{}: time against block size", short_name(chart->variant_id)),
                     .sentence = chart->sentence,
                     .notes = {}};
    std::set<std::string> origins;
    for (const BlockPoint& point : chart->points)
        if (point.run != nullptr) origins.insert(point.origin.empty() ? "measured in this session" : point.origin);
    words.notes.push_back(
        fmt::format("{}, {}; {}.", device_text(chart->device), size_text(chart->workload), fmt::join(origins, "; ")));
    words.notes.push_back(
        "Times: filled marks were measured, and hollow marks are predicted. Resident warps are calculated. Sizes "
        "that were not measured are assumed to take the registers and the shared memory of the usual "
        "size.");
    return words;
}

ChartWords multiprocessors_words(const State& state, bool /*every_device*/) {
    const auto chart = multiprocessors_chart(state);
    if (!chart) return {};
    ChartWords words =
        words_of_curves(*chart, fmt::format("{}: time against multiprocessors", current_type(state).title));
    words.notes.push_back(
        fmt::format("Size: {}. Each time was measured with only that many multiprocessors in use; memory "
                    "and L2 cache are those of the whole GPU.",
                    size_text(chart->curves.front().points.front().run->workload)));
    return words;
}

namespace {

/// The names of the files that the vectors come from.
std::string source_text(const State& state) {
    std::vector<std::string> names;
    if (const auto* source = std::get_if<VectorSource>(&state.data.now.source))
        for (const auto& path : {source->a, source->b})
            if (!path.empty()) names.push_back(shown(path.filename()));
    return names.empty() ? "the example of the workload" : fmt::format("{}", fmt::join(names, " and "));
}

} // namespace

ChartWords vectors_words(const State& state, bool /*every_device*/) {
    const auto chart = vectors_chart(state);
    if (!chart) return {};
    const std::string output = output_sentence(state);
    ChartWords words{.title = fmt::format("{}: coordinates and running sum", current_type(state).title),
                     .sentence = output.empty() ? chart->sentence : chart->sentence + " " + output,
                     .notes = {chart->note}};
    words.notes.push_back(fmt::format("{} and {}: {} each, from {}, drawn by pairscope {}.", chart->x, chart->y,
                                      counted(chart->coordinates, "coordinate"), source_text(state), version()));
    return words;
}

namespace {

/// Where the vectors come from, and which program drew the chart.
std::string data_note(const State& state) {
    const Dataset& data = *state.data.now.question.first;
    return fmt::format("{}, {}; drawn by pairscope {}.", counted(data.rows, "vector"),
                       data.name.empty() ? source_text(state) : data.name, version());
}

} // namespace

ChartWords nearest_words(const State& state, bool /*every_device*/) {
    const FoundNeighbours* found = found_neighbours(state);
    if (found == nullptr) return {};
    ChartWords words{.title = fmt::format("{}: distances to the nearest neighbour", current_type(state).title),
                     .sentence = histogram_sentence(state, histogram_of(found->nearest)),
                     .notes = {}};
    if (state.neighbours.radius) words.sentence += " " + radius_sentence(state);
    words.notes.push_back(data_note(state));
    return words;
}

ChartWords row_words(const State& state, bool /*every_device*/) {
    if (!row_drawing(state)) return {};
    const MarkedPair& marked = *state.view.marked;
    const Question& question = state.data.now.question;
    ChartWords words{.title = fmt::format("{}: all distances of {}", current_type(state).title,
                                          name_of_row(question, marked.cell.row)),
                     .sentence = {},
                     .notes = {data_note(state)}};
    if (marked.column)
        words.sentence =
            fmt::format("The mark is {}: {} away, rank {} of {}.", name_of_column(question, marked.cell.col),
                        distance_text(state, double(marked.column->distance)), grouped(marked.column->rank),
                        grouped(marked.others));
    return words;
}

} // namespace pairscope::app
