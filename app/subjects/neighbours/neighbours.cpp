// SPDX-License-Identifier: MIT
#include "app/subjects/neighbours/neighbours.h"

#include "app/chart/distance_number.h"
#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "app/spine/compared_by.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/matrix/matrix.h"
#include "app/subjects/neighbours/neighbours_table.h"
#include "app/subjects/points/points.h"
#include "kernels/data/text.h"
#include "kernels/metrics/units.h"
#include "kernels/neighbours/measure.h"
#include "profiling/recording/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <string>

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

OwnDistance own_distance(const Question& question) { return compared_by(question).own; }

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
    if (!question.first) return {};
    return unit_of_distances(type_of(question.workload), original_of(*question.first).unit);
}

std::string distance_text(const State& state, double distance) {
    const std::string unit = unit_of_neighbours(state.data.now.question), number = distance_number(distance, unit);
    return unit.empty() ? number : fmt::format("{} {}", number, unit);
}

std::string pairs_within_radius(const neighbours::CloserPairs& pairs, std::string_view radius) {
    const std::string text = fmt::format("{} of {} {} closer than {}", grouped(pairs.closer),
                                         counted(pairs.all, "pair"), pairs.closer == 1 ? "is" : "are", radius);
    if (pairs.at_radius == 0) return text;
    return fmt::format("{}, and {} {} at {} as far as rounding can tell", text, counted(pairs.at_radius, "pair"),
                       pairs.at_radius == 1 ? "lies" : "lie", radius);
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

namespace {

std::string in_lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

void sort_by_name(std::vector<Neighbour>& neighbours, const Question& question, bool falling) {
    struct Named {
        std::string name;
        Neighbour neighbour;
    };
    std::vector<Named> named;
    named.reserve(neighbours.size());
    for (const Neighbour& neighbour : neighbours)
        named.push_back({in_lower_case(name_of_column(question, neighbour.row)), neighbour});
    std::ranges::stable_sort(
        named, [&](const Named& a, const Named& b) { return falling ? b.name < a.name : a.name < b.name; });
    std::ranges::transform(named, neighbours.begin(), &Named::neighbour);
}

} // namespace

void sort_neighbours(std::vector<Neighbour>& neighbours, const Question& question, const NeighbourOrder& order) {
    std::ranges::sort(neighbours, {}, &Neighbour::rank);
    if (order.key == NeighbourOrder::Key::name)
        sort_by_name(neighbours, question, order.falling);
    else if (order.falling)
        std::ranges::reverse(neighbours);
}

std::vector<Neighbour> all_neighbours_of(const Question& question, std::int64_t row, const NeighbourOrder& order) {
    const neighbours::NeighbourQuestion asked = neighbour_question(question, 1);
    const std::vector<double> keys = neighbours::keys_of(asked, row);
    const neighbours::Measure measure(asked);
    std::vector<Neighbour> found;
    for (const std::int64_t col : neighbours::rows_in_order(asked, row, keys))
        found.push_back({.row = col, .distance = measure.distance(row, col), .rank = std::ssize(found) + 1});
    if (order != NeighbourOrder{}) sort_neighbours(found, question, order);
    return found;
}

namespace {

constexpr std::size_t longest_name = 200; // letters of a pair's name

/// What the keys step from: the cell that is kept, or else the one under the mouse.
std::optional<Cell> cell_of_keys(const State& state) {
    return state.view.pinned ? state.view.pinned : state.view.hovered;
}

std::string not_saved(const std::filesystem::path& path, const char* reason) {
    return fmt::format("{} was not saved because {}", path.string(), reason);
}

} // namespace

void save_neighbours(State& state, const std::filesystem::path& path, Effects& effects) {
    if (const std::string reason = why_no_table(state); !reason.empty()) {
        notify(state, Severity::error, fmt::format("{} was not saved. {}", path.string(), reason), {Topic::saving, {}});
        return;
    }
    const bool is_found = found_neighbours(state) != nullptr;
    effects.files.emplace_back(job::SaveNeighbours{.path = path,
                                                   .source = state.data.now.source,
                                                   .question = state.data.now.question,
                                                   .k = state.neighbours.k,
                                                   .found = is_found ? state.neighbours.found : nullptr});
}

void save_row(State& state, const std::filesystem::path& path, Effects& effects) {
    const auto& marked = state.view.pinned ? state.view.pinned : state.view.hovered;
    const bool has_row = has_neighbours(state) && marked && marked->row < state.data.now.question.first->rows;
    if (!has_row) {
        notify(state, Severity::error,
               not_saved(path, "no row is marked. Click a point or a cell of the matrix, then save again."),
               {Topic::saving, {}});
        return;
    }
    effects.files.emplace_back(job::SaveRow{.path = path,
                                            .source = state.data.now.source,
                                            .question = state.data.now.question,
                                            .row = marked->row,
                                            .order = state.neighbours.order});
}

void save_pairs(State& state, const std::filesystem::path& path, Effects& effects) {
    const DataSnapshot& data = state.data.now;
    if (data.pairs.empty()) {
        notify(state, Severity::error,
               not_saved(path, "no pair is pinned. Mark a pair by a click and press Enter, then save again."),
               {Topic::saving, {}});
        return;
    }
    const bool json = path.extension() == ".json";
    const int k = state.neighbours.k;
    effects.files.emplace_back(
        job::SaveText{path, json ? pairs_json({.source = data.source, .question = data.question, .k = k}, data.pairs)
                                 : pairs_csv(data.question, data.pairs, k)});
}

void forget_rows(std::vector<PinnedPair>& pairs, const std::vector<std::int64_t>& rows) {
    const auto is_gone = [&](std::int64_t row) { return std::ranges::binary_search(rows, row); };
    std::erase_if(pairs, [&](const PinnedPair& pair) { return is_gone(pair.cell.row) || is_gone(pair.cell.col); });
    const auto moved = [&](std::int64_t row) { return row - (std::ranges::lower_bound(rows, row) - rows.begin()); };
    for (PinnedPair& pair : pairs) pair.cell = {moved(pair.cell.row), moved(pair.cell.col)};
}

namespace command {

void carry_out(const SetNeighbourCount& c, State& state, Effects&) {
    NeighbourState& neighbours = state.neighbours;
    int k = c.k;
    neighbours.k = std::clamp(k, 1, neighbours::most_neighbours);
}
void carry_out(const ShowGraph& c, State& state, Effects&) {
    NeighbourState& neighbours = state.neighbours;
    neighbours.graph = c.on;
    neighbours.failed_for.reset();
}
void carry_out(const ShowNeighbours& c, State& state, Effects&) {
    state.neighbours.shown = c.view;
    focus_panel(state.look, "Nearest");
}
void carry_out(const SetRadius& c, State& state, Effects&) {
    NeighbourState& neighbours = state.neighbours;
    std::optional<double> radius = c.radius;
    const bool is_length = radius && std::isfinite(*radius) && *radius > 0.0;
    neighbours.radius = is_length ? radius : std::nullopt;
    neighbours.count_failed_for.reset();
}
void carry_out(const StepRow& c, State& state, Effects&) {
    if (!has_neighbours(state)) return;
    const Question& question = state.data.now.question;
    const auto before = cell_of_keys(state);
    const std::int64_t row = std::clamp<std::int64_t>(before ? before->row + c.by : 0, 0, question.first->rows - 1);
    const auto nearest = neighbours::neighbours_of_row(neighbour_question(question, 1), row, false).nearest;
    const std::int64_t usual = std::clamp<std::int64_t>(before ? before->col : row, 0, question.across().rows - 1);
    find_cell(state.view, {row, nearest.empty() ? usual : nearest.front().row});
}
void carry_out(const StepRank& c, State& state, Effects&) {
    const auto before = cell_of_keys(state);
    if (!has_neighbours(state) || !before || before->row >= state.data.now.question.first->rows) return;
    const auto found = neighbours::neighbours_of_row(neighbour_question(state.data.now.question, state.neighbours.k),
                                                     before->row, false);
    std::vector<std::int64_t> columns;
    for (const Neighbour& neighbour : found.nearest) columns.push_back(neighbour.row);
    if (columns.empty()) return;
    if (found.farthest && found.farthest->row != columns.back()) columns.push_back(found.farthest->row);
    const auto at = std::ranges::find(columns, before->col);
    const std::ptrdiff_t place =
        at == columns.end() ? 0 : std::clamp<std::ptrdiff_t>(at - columns.begin() + c.by, 0, std::ssize(columns) - 1);
    find_cell(state.view, {before->row, columns[std::size_t(place)]});
}
void carry_out(const PinPair& c, State& state, Effects&) {
    std::optional<Cell> cell = c.cell;
    if (!cell) cell = state.view.hovered ? state.view.hovered : state.view.pinned;
    if (!cell || !has_neighbours(state)) return;
    auto& pairs = state.data.now.pairs;
    if (pairs_within({{*cell, {}}}, state.data.now.question).empty()) return;
    state.view.pinned = cell;
    const bool is_new = std::ranges::find(pairs, *cell, &PinnedPair::cell) == pairs.end();
    if (is_new && pairs.size() < profiling::most_pairs) pairs.push_back({*cell, {}});
}
void carry_out(const UnpinPair& c, State& state, Effects&) {
    DataState& data = state.data;
    if (c.index < data.now.pairs.size()) data.now.pairs.erase(data.now.pairs.begin() + std::ptrdiff_t(c.index));
}
void carry_out(const NamePair& named, State& state, Effects&) {
    if (named.index < state.data.now.pairs.size())
        state.data.now.pairs[named.index].name = named.name.substr(0, longest_name);
}
void carry_out(const SaveRow& c, State& state, Effects& effects) { save_row(state, c.path, effects); }
void carry_out(const SortNeighbours& c, State& state, Effects&) { state.neighbours.order = c.order; }
void carry_out(const SaveNeighbours& c, State& state, Effects& effects) { save_neighbours(state, c.path, effects); }
void carry_out(const SavePairs& c, State& state, Effects& effects) { save_pairs(state, c.path, effects); }

} // namespace command

namespace event {

void take(const NeighboursFound& found, State& state) {
    if (found.found) state.neighbours.found = found.found;
}

void take_failure(const NeighboursFound& found, const Failure& failure, State& state) {
    state.neighbours.failed_for = found.key;
    state.neighbours.failure = failure.message;
    notify(state, Severity::error, failure.message);
}

void take(const CloserPairsCounted& counted, State& state) {
    if (!counted.pairs) return; // cancelled
    state.neighbours.counted_for = counted.key;
    state.neighbours.counted = *counted.pairs;
}

void take_failure(const CloserPairsCounted& counted, const Failure& failure, State& state) {
    state.neighbours.count_failed_for = counted.key;
    notify(state, Severity::error, failure.message);
}

} // namespace event

} // namespace pairscope::app
