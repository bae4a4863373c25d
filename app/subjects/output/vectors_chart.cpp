// SPDX-License-Identifier: MIT
#include "app/subjects/output/vectors_chart.h"

#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/output/output.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

std::string sum_sentence(const VectorsChart& chart) {
    const BlockSums& blocks = *chart.reduced->blocks;
    std::string text = fmt::format("The last value of the running sum, {}, is the squared distance of {} and {}.",
                                   value_text(blocks.ends.back()), chart.x, chart.y);
    if (blocks.left_out > 0)
        text += blocks.left_out == 1
                    ? " 1 coordinate is left out because it is not finite in both vectors."
                    : fmt::format(" {} coordinates are left out because they are not finite in both vectors.",
                                  grouped(blocks.left_out));
    return text;
}

std::string steps_sentence(std::int64_t coordinates) {
    const std::int64_t blocks = block_count(coordinates), least = coordinates / blocks;
    if (blocks == coordinates) return "The height of each step is the squared difference of one coordinate.";
    const std::string length =
        coordinates % blocks == 0 ? grouped(least) : fmt::format("{} or {}", grouped(least), grouped(least + 1));
    return fmt::format("The coordinates are divided into {} parts of {} each. Each grey step is as high as the sum of "
                       "the squared differences in its part.",
                       blocks, length);
}

std::string note_of(const VectorsChart& chart) {
    std::string text = steps_sentence(chart.coordinates);
    const auto columns = std::int64_t(chart.reduced->columns.size());
    if (!chart.reduced->is_exact())
        text += fmt::format(" The curves have {} columns. Each reaches from the least to the greatest of up to {} "
                            "coordinates.",
                            grouped(columns), grouped((chart.reduced->range.count() + columns - 1) / columns));
    return text;
}

} // namespace

std::optional<VectorsChart> vectors_chart(const State& state) {
    const ReducedVectors* reduced = reduced_vectors(state);
    if (reduced == nullptr) return {};
    const WorkloadType& type = current_type(state);
    const Question& question = state.data.now.question;
    VectorsChart chart{.x = std::string(set_name(type, 0)),
                       .y = std::string(set_name(type, 1)),
                       .coordinates = question.first->dims,
                       .shown = shown_coordinates(state),
                       .reduced = reduced,
                       .first = question.first.get(),
                       .second = question.second.get(),
                       .sentence = {},
                       .note = {}};
    chart.sentence = sum_sentence(chart);
    chart.note = note_of(chart);
    return chart;
}

std::string vectors_await(const State& state) {
    if (!asks_about_two_vectors(current_type(state)))
        return "This chart belongs to workloads that ask about two vectors, and the current one does not.";
    if (!has_two_vectors(state)) return "There are no vectors yet.";
    if (state.vectors.failed_revision == state.data.revision)
        return "The charts of the vectors could not be prepared. The log says why.";
    return "Preparing the charts of the vectors ...";
}

std::string output_sentence(const State& state) {
    const auto* value = std::get_if<double>(&state.output.values);
    if (value == nullptr || !output_is_current(state)) return {};
    const std::string_view title = current_type(state).title;
    const std::string parameters = parameters_text(current_type(state), state.data.now.question.parameters);
    return parameters.empty()
               ? fmt::format("The output of the workload \"{}\" is {} for these vectors.", title, value_text(*value))
               : fmt::format("The output of the workload \"{}\" with {} is {} for these vectors.", title, parameters,
                             value_text(*value));
}

std::string coordinate_story(const VectorsChart& chart, std::int64_t i) {
    const double x = coordinate(*chart.first, i), y = coordinate(*chart.second, i), difference = x - y;
    std::string text =
        fmt::format("coordinate {}\n{} = {}\n{} = {}\n({} - {})² = {}", grouped(i), chart.x, value_text(x), chart.y,
                    value_text(y), chart.x, chart.y, value_text(difference * difference));
    if (!chart.reduced->range.contains(i)) return text + "\nrunning sum: it is being computed";
    const std::int64_t block = block_of(i, chart.coordinates);
    const std::vector<double>& ends = chart.reduced->blocks->ends;
    const double part = ends[std::size_t(block)] - (block == 0 ? 0.0 : ends[std::size_t(block - 1)]);
    return text + fmt::format("\nrunning sum = {}\npart {} of {}, whose sum is {}",
                              value_text(running_sum_at(*chart.reduced, *chart.first, *chart.second, i)), block + 1,
                              ends.size(), value_text(part));
}

} // namespace pairscope::app
