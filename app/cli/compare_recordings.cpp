// SPDX-License-Identifier: MIT
#include "app/cli/compare_recordings.h"

#include "app/cli/data_json.h"
#include "app/cli/recorded_pairs.h"
#include "app/model/numbers.h"
#include "app/model/recorded.h"
#include "app/model/recordings.h"
#include "kernels/core/readable.h"
#include "kernels/core/registry.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::cli {
namespace {

using profiling::Measurement;
using profiling::SpeedRatio;

std::string with_interval(const Measurement& m) {
    const double median = profiling::seconds_of(m);
    const auto interval = profiling::median_interval(m.seconds);
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
std::string name_of(const Question& question) {
    std::vector<std::string> notes;
    if (question.block != 0) notes.push_back(fmt::format("blocks of {}", question.block));
    if (question.caches == profiling::CacheState::cold) notes.emplace_back(name_of(question.caches));
    return std::string(short_name(question.variant_id)) +
           (notes.empty() ? "" : fmt::format(" ({})", fmt::join(notes, ", ")));
}

std::string size_cell(const PairSide& side) {
    return side.run == nullptr ? "-" : app::grouped(side.run->workload.rows);
}

std::string time_cell(const PairSide& side, bool per_pair) {
    if (side.run == nullptr) return side.failure.empty() ? "-" : "failed";
    return per_pair ? app::three_digits(profiling::nanoseconds_per_pair(*side.run)) : with_interval(*side.run);
}

std::vector<std::string> cells_of(const RecordedPair& pair, bool per_pair) {
    std::vector<std::string> cells{name_of(pair.question)};
    if (per_pair)
        cells.insert(cells.end(), {size_cell(pair.a), size_cell(pair.b)});
    else
        cells.push_back(size_cell(pair.a.run != nullptr ? pair.a : pair.b));
    cells.insert(cells.end(), {std::string(name_of(pair.question.target)), time_cell(pair.a, per_pair),
                               time_cell(pair.b, per_pair)});
    if (!pair.ratio) {
        cells.insert(cells.end(), {"-", "-", why_no_ratio(pair)});
        return cells;
    }
    const auto& interval = pair.ratio->interval;
    cells.insert(cells.end(), {fmt::format("{:.3f}", pair.ratio->value),
                               interval ? fmt::format("{:.3f} to {:.3f}", interval->low, interval->high) : "-",
                               verdict_text(*pair.ratio)});
    return cells;
}

TextTable empty_table(bool per_pair) {
    using enum TextTable::Align;
    const std::string interval = fmt::format("{:.0f} %", 100 * profiling::verdict_confidence);
    if (per_pair)
        return TextTable({{"variant"},
                          {"n of A", right},
                          {"n of B", right},
                          {"target"},
                          {"A [ns/pair]", right},
                          {"B [ns/pair]", right},
                          {"B/A", right},
                          {interval, right},
                          {"verdict"}});
    return TextTable({{"variant"},
                      {"n", right},
                      {"target"},
                      {"A [ms]", right},
                      {"B [ms]", right},
                      {"B/A", right},
                      {interval, right},
                      {"verdict"}});
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
           "placement and machine load. The intervals do not cover these differences.\n";
}

std::string text_of(const std::vector<RecordedPair>& pairs, bool per_pair, bool same_file) {
    TextTable table = empty_table(per_pair);
    bool elsewhere = false, few = false;
    for (const RecordedPair& pair : pairs) {
        table.add(cells_of(pair, per_pair));
        elsewhere = elsewhere || (pair.ratio && pair.a.run->device != pair.b.run->device);
        few = few || (pair.ratio && !pair.ratio->interval);
    }
    std::string text = table.text();
    text +=
        fmt::format("B/A is the time of B divided by the time of A{}, with its interval (order statistics); a value "
                    "below 1 means that B is faster.\n",
                    per_pair ? " for one pair of points" : "");
    if (per_pair)
        text +=
            "Each time is divided by its n x n pairs, so that runs of different sizes can be compared. The fixed cost "
            "of a run still counts more when n is small, and only a small matrix fits in a cache.\n";
    if (few)
        text += fmt::format("A verdict needs at least {} samples of each run; record --seconds takes more of them.\n",
                            profiling::least_for_verdict);
    return text + caution(same_file, elsewhere);
}

nlohmann::ordered_json json_of(const SpeedRatio& ratio) {
    nlohmann::ordered_json json{{"value", ratio.value}, {"low", nullptr}, {"high", nullptr}};
    if (ratio.interval) {
        json["low"] = ratio.interval->low;
        json["high"] = ratio.interval->high;
    }
    json["samples"] = ratio.count;
    json["verdict"] = ratio.interval ? verdict_text(ratio) : "no verdict";
    return json;
}

nlohmann::ordered_json json_of(const RecordedPair& pair) {
    const auto figure = [](const PairSide& side, auto value) {
        return side.run == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(value(*side.run));
    };
    const auto failure = [](const PairSide& side) {
        return side.failure.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(side.failure);
    };
    const auto rows = [](const Measurement& m) { return m.workload.rows; };
    const auto device = [](const Measurement& m) { return m.device.name; };
    nlohmann::ordered_json json{{"variant", pair.question.variant_id},
                                {"n_a", figure(pair.a, rows)},
                                {"n_b", figure(pair.b, rows)},
                                {"target", name_of(pair.question.target)},
                                {"caches", name_of(pair.question.caches)},
                                {"block", nullptr},
                                {"device_a", figure(pair.a, device)},
                                {"device_b", figure(pair.b, device)},
                                {"median_seconds_a", figure(pair.a, profiling::seconds_of)},
                                {"median_seconds_b", figure(pair.b, profiling::seconds_of)},
                                {"nanoseconds_per_pair_a", figure(pair.a, profiling::nanoseconds_per_pair)},
                                {"nanoseconds_per_pair_b", figure(pair.b, profiling::nanoseconds_per_pair)},
                                {"failure_a", failure(pair.a)},
                                {"failure_b", failure(pair.b)},
                                {"ratio", nullptr}};
    const Measurement* m = pair.a.run != nullptr ? pair.a.run : pair.b.run;
    if (m != nullptr && m->block > 0) json["block"] = m->block;
    if (pair.ratio) json["ratio"] = json_of(*pair.ratio);
    return json;
}

nlohmann::ordered_json json_of(const std::filesystem::path& path, const profiling::Recording& recording) {
    return {{"file", path.string()},
            {"label", recording.label},
            {"made_by", recording.made_by},
            {"day", profiling::day_of(recording.when)},
            {"devices", app::names_of_devices(recording)}};
}

std::string heading_of(char letter, const std::filesystem::path& path, const profiling::Recording& recording) {
    return fmt::format("{}: {}, {}, {}, {}\n", letter, shown(path), app::names_of_devices(recording),
                       profiling::day_of(recording.when), recording.made_by);
}

} // namespace

ExitCode compare_recordings(const ComparedRecordings& options) {
    const profiling::Recording first = profiling::load_recording(options.a);
    const profiling::Recording second = profiling::load_recording(options.b);
    const std::vector<RecordedPair> pairs = pairs_of(first, second, options.per_pair);
    if (options.format.json) {
        auto list = nlohmann::ordered_json::array();
        for (const RecordedPair& pair : pairs) list.push_back(json_of(pair));
        print(
            dumped({{"a", json_of(options.a, first)}, {"b", json_of(options.b, second)}, {"pairs", std::move(list)}}));
    } else {
        std::error_code none;
        const bool same_file = std::filesystem::equivalent(options.a, options.b, none);
        print_text(heading_of('A', options.a, first) + heading_of('B', options.b, second) + "\n" +
                   text_of(pairs, options.per_pair, same_file) + failures_of('A', first) + failures_of('B', second));
    }
    const std::string nothing = why_nothing_in_common(pairs, options.per_pair);
    if (!nothing.empty()) say(nothing);
    return nothing.empty() ? ExitCode::ok : ExitCode::nothing_ran;
}

} // namespace pairscope::cli
