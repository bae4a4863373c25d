// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope::app {
namespace {

constexpr double most_pairwise_cost = 3e10; // coordinates of pairs: half a minute on two cores

bool wants_table(const State& state) {
    return state.neighbours.graph || state.neighbours.shown == NeighbourView::histogram;
}

NeighbourKey key_of_now(const State& state) { return {state.data.revision, state.neighbours.k}; }

std::optional<RadiusKey> radius_of_now(const State& state) {
    if (!state.neighbours.radius) return {};
    return RadiusKey{state.data.revision, *state.neighbours.radius};
}

} // namespace

OwnDistance own_distance(const Question& question) {
    const WorkloadType& type = type_of(question.workload);
    if (type.metric != Metric::own) return {};
    return {.pair = type.pair, .parameters = question.parameters};
}

bool has_neighbours(const State& state) {
    return asks_for_matrix(state) && state.data.now.question.first && why_no_distances(current_type(state)).empty();
}

neighbours::NeighbourQuestion neighbour_question(const Question& question, int k) {
    const bool is_one_set =
        question.second == question.first; // two sets of the same file: no vector is its own neighbour
    return {.first = *question.first,
            .second = is_one_set ? nullptr : question.second.get(),
            .k = k,
            .metric = type_of(question.workload).metric,
            .own = own_distance(question),
            .same_rows = question.same_rows};
}

const FoundNeighbours* found_neighbours(const State& state) {
    const FoundNeighbours* found = state.neighbours.found.get();
    return found != nullptr && has_neighbours(state) && found->key == key_of_now(state) ? found : nullptr;
}

std::optional<neighbours::CloserPairs> closer_pairs(const State& state) {
    const auto key = radius_of_now(state);
    if (!key || state.neighbours.counted_for != key) return {};
    return state.neighbours.counted;
}

std::optional<float> outlined_radius(const State& state) {
    const bool are_distances = has_neighbours(state) && current_type(state).matrix.are_distances &&
                               state.output.content == MatrixContent::values;
    if (!are_distances || !state.neighbours.radius) return {};
    const double radius = *state.neighbours.radius;
    const auto rounded = float(radius);
    return double(rounded) < radius ? std::nextafter(rounded, std::numeric_limits<float>::infinity()) : rounded;
}

std::string why_no_table(const State& state) {
    if (const std::string reason = why_no_distances(current_type(state)); !reason.empty())
        return fmt::format("No neighbours are searched for, because {}.", reason);
    if (!has_neighbours(state)) return "There are no vectors that have neighbours.";
    if (state.neighbours.failed_for == key_of_now(state)) return state.neighbours.failure;
    if (neighbours::pairwise_cost(neighbour_question(state.data.now.question, 1)) > most_pairwise_cost)
        return "There are too many vectors for a search that looks at every pair of them. Choose fewer "
               "vectors to see the neighbours of all; those of the marked row are listed anyway.";
    return {};
}

std::optional<Job> neighbours_job(const State& state) {
    if (!has_neighbours(state) || !why_no_table(state).empty()) return {};
    const Question& question = state.data.now.question;
    if (wants_table(state) && found_neighbours(state) == nullptr)
        return job::FindNeighbours{
            .question = question, .key = key_of_now(state), .device = state.run.devices[state.run.device]};
    const auto radius = radius_of_now(state);
    if (radius && state.neighbours.counted_for != radius && state.neighbours.count_failed_for != radius)
        return job::CountCloserPairs{.question = question, .key = *radius};
    return {};
}

std::string unit_of_neighbours(const Question& question) {
    return question.first ? unit_of_distances(type_of(question.workload).metric, question.first->unit) : std::string();
}

std::string distance_text(const State& state, double distance) {
    const std::string number = three_digits(distance), unit = unit_of_neighbours(state.data.now.question);
    return unit.empty() ? number : fmt::format("{} {}", number, unit);
}

std::string pairs_within_radius(const neighbours::CloserPairs& pairs, std::string_view radius) {
    std::string text = fmt::format("{} of {} {} closer than {}", grouped(pairs.closer), counted(pairs.all, "pair"),
                                   pairs.closer == 1 ? "is" : "are", radius);
    if (pairs.at_radius > 0)
        text += fmt::format(", and for {}, rounding decides whether {} closer than {}",
                            counted(pairs.at_radius, "pair"), pairs.at_radius == 1 ? "it is" : "they are", radius);
    return text;
}

std::string name_of_row(const Question& question, std::int64_t row) { return label_or_row(*question.first, row); }

std::string name_of_column(const Question& question, std::int64_t col) {
    return label_or_row(question.across(), col, question.second ? "column" : "row");
}

std::vector<PinnedPair> pairs_within(std::vector<PinnedPair> pairs, const Question& question) {
    std::erase_if(pairs, [&](const PinnedPair& pair) {
        return pair.cell.row < 0 || pair.cell.col < 0 || pair.cell.row >= question.first->rows ||
               pair.cell.col >= question.across().rows;
    });
    return pairs;
}

} // namespace pairscope::app
