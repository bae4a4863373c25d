// SPDX-License-Identifier: MIT
#include "app/cli/verbs/scale/statistics_report.h"

#include "app/chart/number_text.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/distances/result_head.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::cli {
namespace {

/// The mean lies between the least and the greatest distance, where a step may lead beyond them.
double mean_of(const StatisticsReport& report) {
    return std::clamp(scale::mean_of(report.found, report.bins), report.nearest->distance, report.farthest->distance);
}

/// It is right within one step, apart from the rounding of each distance to a double, and exact where all are equal.
double mean_error(const StatisticsReport& report) {
    if (!report.nearest || !report.farthest) return report.bins.step;
    return std::min(report.bins.step, report.farthest->distance - report.nearest->distance);
}

/// A bar of at most 40 signs; a bin that has a pair has one sign at least.
std::string bar_for(std::int64_t pairs, std::int64_t most) {
    constexpr double longest = 40.0;
    if (pairs == 0) return {};
    const double length = longest * static_cast<double>(pairs) / static_cast<double>(most);
    return std::string(static_cast<std::size_t>(std::max(1.0, length + 0.5)), '#');
}

std::string histogram_text(const StatisticsReport& report) {
    constexpr int most_lines = 64;
    const auto& counts = report.found.counts;
    if (report.bins.count > most_lines)
        return fmt::format("The histogram has {} bins; --csv and --json write it.\n", app::grouped(report.bins.count));
    TextTable table({{"from", app::Align::right}, {"to below", app::Align::right}, {"pairs", app::Align::right}, {""}});
    const std::int64_t most = std::max<std::int64_t>(1, *std::ranges::max_element(counts));
    for (int i = 0; i < report.bins.count; ++i) {
        const std::int64_t pairs = counts[static_cast<std::size_t>(i)];
        table.add({app::three_digits(report.bins.edge(i)), app::three_digits(report.bins.edge(i + 1)),
                   app::grouped(pairs), bar_for(pairs, most)});
    }
    return table.text();
}

/// What is in no bin.
std::string outside_text(const StatisticsReport& report) {
    const scale::Statistics& found = report.found;
    std::string text;
    if (found.below + found.above > 0)
        text += fmt::format("{} pairs are below the range of the histogram, and {} are above it.\n",
                            app::grouped(found.below), app::grouped(found.above));
    if (found.infinite > 0)
        text +=
            fmt::format("Pairs whose distance is infinite, counted nowhere else: {}.\n", app::grouped(found.infinite));
    if (found.without > 0)
        text += fmt::format("Pairs without a distance, counted nowhere else: {}.\n", app::grouped(found.without));
    return text;
}

std::string csv_line(const StatisticsReport& report, std::string_view part, const std::optional<NamedPair>& pair) {
    if (!pair) return {};
    return fmt::format("{0},{1},{1},,{2}\n", part, pair->distance, csv_of(report.data.question, *pair));
}

app::Json edges_json(const scale::StepBins& bins) {
    app::Json edges = app::Json::array();
    for (int i = 0; i <= bins.count; ++i) edges.push_back(bins.edge(i));
    return edges;
}

} // namespace

app::Json options_json(const scale::BinsAsked& asked) {
    app::Json range;
    if (asked.low && asked.high) range = {*asked.low, *asked.high};
    return {{"bins", asked.count}, {"range", range}};
}

std::string text_of(const StatisticsReport& report) {
    const app::Question& question = report.data.question;
    if (!report.nearest || !report.farthest)
        return fmt::format("{}: there is no pair of {}s with a distance\n", describe(report.data),
                           noun_for(report.data)) +
               outside_text(report);
    std::string text =
        fmt::format("{}: {} by the {}, looked at on the CPU in {}\n", describe(report.data),
                    counted(report.found.pairs, "pair"), metric_in_words(question), app::duration_text(report.seconds));
    TextTable table({{"", app::Align::left}, {"distance", app::Align::left}, {"", app::Align::left}});
    table.add({"minimum", length_in_words(question, report.nearest->distance),
               "between " + words_for(question, *report.nearest)});
    table.add({"maximum", length_in_words(question, report.farthest->distance),
               "between " + words_for(question, *report.farthest)});
    table.add({"mean", length_in_words(question, mean_of(report)),
               fmt::format("right within {}", app::three_digits(mean_error(report)))});
    return text + table.text() + "\n" + histogram_text(report) + outside_text(report);
}

std::string csv_of(const StatisticsReport& report) {
    const scale::Statistics& found = report.found;
    std::string text = fmt::format("part,low,high,pairs,{}\n", pair_keys);
    const auto add = [&](std::string_view part, const std::string& low, const std::string& high, std::int64_t pairs) {
        text += fmt::format("{},{},{},{},,,,,,\n", part, low, high, pairs);
    };
    const auto edge = [&](int i) { return fmt::format("{}", report.bins.edge(i)); };
    text += csv_line(report, "minimum", report.nearest) + csv_line(report, "maximum", report.farthest);
    if (report.nearest && report.farthest) {
        const std::string mean = fmt::format("{}", mean_of(report));
        add("mean", mean, mean, found.pairs);
        const std::string error = fmt::format("{}", mean_error(report));
        add("mean_error", error, error, found.pairs);
    }
    add("without", "", "", found.without);
    add("infinite", "", "", found.infinite);
    add("below", "", edge(0), found.below);
    for (int i = 0; i < report.bins.count; ++i) add("bin", edge(i), edge(i + 1), found.counts[std::size_t(i)]);
    add("above", edge(report.bins.count), "", found.above);
    return text;
}

std::string json_of(const StatisticsReport& report) {
    const scale::Statistics& found = report.found;
    const app::Question& question = report.data.question;
    const auto pair_json = [&](const std::optional<NamedPair>& pair) {
        return pair ? json_of(question, *pair) : app::Json();
    };
    app::Json json = result_head("statistics", report.data, options_json(report.asked));
    json["rows"] = question.first->rows;
    json["cols"] = question.across().rows;
    json["pairs"] = found.pairs;
    json["without"] = found.without;
    json["infinite"] = found.infinite;
    json["minimum"] = pair_json(report.nearest);
    json["maximum"] = pair_json(report.farthest);
    json["mean"] = report.nearest && report.farthest ? app::Json(mean_of(report)) : app::Json();
    json["mean_error"] = mean_error(report);
    json["histogram"] = {{"step", report.bins.step},
                         {"below", found.below},
                         {"above", found.above},
                         {"edges", edges_json(report.bins)},
                         {"pairs", found.counts}};
    return app::dumped(json);
}

} // namespace pairscope::cli
