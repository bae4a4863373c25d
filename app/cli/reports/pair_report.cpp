// SPDX-License-Identifier: MIT
#include "app/cli/reports/pair_report.h"

#include "app/cli/reports/output.h"
#include "app/subjects/data/data.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "kernels/data/globe.h"
#include "kernels/metrics/units.h"
#include "kernels/neighbours/metric_vectors.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::cli {
namespace {

std::int64_t left_out_of(const Dataset& set, Metric metric) {
    return std::ranges::count(neighbours::usable_vectors(set, metric), false);
}

} // namespace

std::string_view noun_for(const LoadedData& data) { return app::is_of_points(data.source) ? "point" : "vector"; }

std::string words_for(const app::Question& question, const NamedPair& pair) {
    return fmt::format("{} and {}",
                       app::labelled_row(*question.first, pair.first, app::name_of_row(question, pair.first)),
                       app::labelled_row(question.across(), pair.second, app::name_of_column(question, pair.second)));
}

std::string length_in_words(const app::Question& question, double distance) {
    const std::string unit = app::unit_of_neighbours(question);
    return unit.empty() ? fmt::format("{}", distance) : fmt::format("{} {}", distance, unit);
}

std::string_view metric_in_words(const app::Question& question) {
    return question.first->holds_distances ? "given distance" : metric_title_of(type_of(question.workload));
}

std::string csv_of(const app::Question& question, const NamedPair& pair) {
    const Dataset &first = *question.first, &second = question.across();
    return fmt::format("{},{},{},{},{},{}", pair.first, app::id_of_row(first, pair.first),
                       csv_field(app::label_of_row(first, pair.first)), pair.second,
                       app::id_of_row(second, pair.second), csv_field(app::label_of_row(second, pair.second)));
}

app::Json json_of(const app::Question& question, const NamedPair& pair) {
    const Dataset &first = *question.first, &second = question.across();
    return {{"first", pair.first},
            {"first_id", app::id_of_row(first, pair.first)},
            {"first_label", app::or_null(app::label_of_row(first, pair.first))},
            {"second", pair.second},
            {"second_id", app::id_of_row(second, pair.second)},
            {"second_label", app::or_null(app::label_of_row(second, pair.second))},
            {"distance", pair.distance}};
}

std::int64_t count_without_distances(const LoadedData& data) {
    const app::Question& question = data.question;
    const Metric metric = type_of(question.workload).metric;
    std::int64_t count = left_out_of(*question.first, metric);
    if (question.second && question.second != question.first) count += left_out_of(*question.second, metric);
    return count;
}

void say_left_out(const LoadedData& data) {
    const std::int64_t count = count_without_distances(data);
    if (count > 0) say(app::left_out_words(count, noun_for(data), type_of(data.question.workload)));
}

void say_flat_degrees(const app::Question& question) {
    const bool is_one_set = !question.second || question.second == question.first;
    if (keeps_degrees(type_of(question.workload)) && is_one_set && are_flat_degrees(original_of(*question.first)))
        say("longitude and latitude are compared as flat degrees; --metric great_circle compares them in kilometres");
}

} // namespace pairscope::cli
