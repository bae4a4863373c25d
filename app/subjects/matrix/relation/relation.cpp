// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/relation/relation.h"

#include "app/spine/compared_by.h"
#include "app/spine/files/columns.h"
#include "app/spine/files/result_head.h"
#include "app/spine/version.h"
#include "app/subjects/data/map/map.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/engines/cpu/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

namespace pairscope::app {
namespace {

using association::most_items;

constexpr int whole_digits = 0; // as many digits as read back to the same double

/// `option` says on the command line which distance of a pair of that set is taken.
void refuse_unfit(const Question& question, std::string_view option) {
    const Dataset& set = *question.first;
    refuse_too_many_rows(set);
    if (!set.holds_distances) return;
    if (set.is_asymmetric)
        throw InputError(fmt::format("two matrices are compared by one distance for each pair, and pairs of {} have "
                                     "two different ones: choose one by {} mean, min or max",
                                     set.name, option));
    if (set.missing_pairs > 0)
        throw InputError(fmt::format("two matrices are compared by a distance for each pair, and {} lacks {}: add what "
                                     "is missing to the file",
                                     set.name, counted(set.missing_pairs, "distance")));
}

/// The place of each row of the set among the rows that have distances; -1: it has none.
std::vector<std::int32_t> places_among(const seriation::MeasuredSet& measured, std::int64_t rows) {
    std::vector<std::int32_t> places(std::size_t(rows), -1);
    for (std::size_t i = 0; i < measured.rows.size(); ++i) places[std::size_t(measured.rows[i])] = std::int32_t(i);
    return places;
}

struct ComparedDistances {
    seriation::PairDistances first, second;
};

/// Leaves the items without distances out.
ComparedDistances compared_distances(Relation& relation, const MeasuredSides& measured) {
    const auto& [first, second] = measured;
    const auto first_places = places_among(first, relation.sets.first.first->rows),
               second_places = places_among(second, relation.sets.second.first->rows);
    std::vector<std::int32_t> kept_first, kept_second; // rows
    std::vector<std::int32_t> in_first, in_second;     // their places
    for (std::size_t i = 0; i < relation.items.first.size(); ++i) {
        const std::int32_t a = relation.items.first[i], b = relation.items.second[i];
        const std::int32_t at = first_places[std::size_t(a)], across = second_places[std::size_t(b)];
        if (at < 0 || across < 0) continue;
        kept_first.push_back(a);
        kept_second.push_back(b);
        in_first.push_back(at);
        in_second.push_back(across);
    }
    relation.without_distances = std::ssize(relation.items.first) - std::ssize(kept_first);
    relation.items.first = std::move(kept_first);
    relation.items.second = std::move(kept_second);
    if (std::ssize(in_first) < association::fewest_common)
        throw InputError(fmt::format("{} of {} and {} have all of their coordinates in both, and a comparison needs at "
                                     "least {}: fill in what is missing",
                                     counted(std::ssize(in_first), "item"), relation.sets.first.first->name,
                                     relation.sets.second.first->name, association::fewest_common));
    return {association::distances_between(first, in_first), association::distances_between(second, in_second)};
}

/// x, y, x, y, ... of the items: the map of their distances.
std::vector<double> map_of(const seriation::PairDistances& distances, const std::stop_token& stop) {
    const auto count = std::size_t(distances.count);
    cpu::require_memory("all distances of one matrix", distances.count * distances.count * 4, cpu::free_memory());
    std::vector<float> entries(count * count, 0.0f);
    auto distance = distances.values.begin();
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = i + 1; k < count; ++k)
            entries[i * count + k] = entries[k * count + i] = float(*distance++);
    Dataset given{.name = "distances", .rows = distances.count, .dims = distances.count};
    given.values = std::move(entries);
    given.holds_distances = true;
    const auto plane = distance_map(given, stop);
    return plane == nullptr ? std::vector<double>() : std::vector<double>(plane->first.begin(), plane->first.end());
}

void add_fit(Relation& relation, const ComparedDistances& distances, const std::stop_token& stop) {
    const std::vector<double> first = map_of(distances.first, stop), second = map_of(distances.second, stop);
    if (stop.stop_requested()) return;
    try {
        relation.fit = procrustes(first, second);
    } catch (const InputError& error) {
        relation.why_no_fit = error.what();
    }
}

struct RelatedItem {
    const Relation& relation;
    std::size_t item = 0;
};
using ItemColumn = TableColumn<RelatedItem>;

Json name_of_item(const RelatedItem& at) {
    const Dataset &first = *at.relation.sets.first.first, &second = *at.relation.sets.second.first;
    return or_null(first.labels.empty() ? label_of_row(second, at.relation.items.second[at.item])
                                        : label_of_row(first, at.relation.items.first[at.item]));
}
Json residual_of(const RelatedItem& at) { return at.relation.fit ? Json(at.relation.fit->residuals[at.item]) : Json(); }

constexpr std::array item_columns{
    ItemColumn{.key = "label", .value = name_of_item},
    ItemColumn{.key = "id",
               .value =
                   [](const RelatedItem& at) {
                       return Json(id_of_row(*at.relation.sets.first.first, at.relation.items.first[at.item]));
                   }},
    ItemColumn{.key = "id_of_second",
               .value =
                   [](const RelatedItem& at) {
                       return Json(id_of_row(*at.relation.sets.second.first, at.relation.items.second[at.item]));
                   }},
    ItemColumn{.key = "residual", .value = residual_of},
    ItemColumn{.key = "correlation",
               .value = [](const RelatedItem& at) { return Json(at.relation.mantel.correlation); },
               .programs = Programs::csv},
    ItemColumn{.key = "p",
               .value = [](const RelatedItem& at) { return Json(at.relation.mantel.p()); },
               .programs = Programs::csv},
    ItemColumn{.key = "permutations",
               .value = [](const RelatedItem& at) { return Json(at.relation.mantel.permutations); },
               .programs = Programs::csv}};

std::vector<RelatedItem> items_of(const Relation& relation) {
    std::vector<RelatedItem> items;
    for (std::size_t i = 0; i < relation.items.first.size(); ++i) items.push_back({.relation = relation, .item = i});
    return items;
}

Json names_json(const Dataset& set, std::span<const std::int32_t> rows) {
    Json list = Json::array();
    for (const std::int32_t row : rows) list.push_back(label_or_row(set, row));
    return list;
}

Json side_json(const DataSource& source, const Question& question) {
    Json json = distances_head(source, question);
    json["rows"] = question.first->rows;
    return json;
}

} // namespace

void refuse_too_many_rows(const Dataset& set) {
    if (set.rows > most_items)
        throw InputError(fmt::format("two matrices are compared with at most {} rows, because all of their distances "
                                     "are stored, and {} has {}: choose fewer by --n",
                                     grouped(most_items), set.name, grouped(set.rows)));
}

seriation::MeasuredSet measured_side(const Question& question, const RunControl& control) {
    refuse_unfit(question, "--symmetrise");
    return seriation::measure_pairs(*question.first, compared_by(question), control);
}

Relation relation_of_items(const RelatedSets& sets, association::CommonItems items, const MeasuredSides& measured,
                           const association::MantelChoice& choice, const RunControl& control) {
    Relation relation{.sets = sets, .items = std::move(items), .choice = choice, .mantel = {}};
    if (control.stop.stop_requested()) return relation;
    const ComparedDistances distances = compared_distances(relation, measured);
    if (control.stop.stop_requested()) return relation;
    add_fit(relation, distances, control.stop);
    relation.mantel = association::mantel_test(distances.first, distances.second, choice, control);
    return relation;
}

Relation relation_of(const RelatedSets& sets, const association::MantelChoice& choice, const RunControl& control) {
    refuse_unfit(sets.first, "--symmetrise");
    refuse_unfit(sets.second, "--symmetrise-b");
    association::CommonItems items =
        association::common_items(*sets.first.first, *sets.second.first,
                                  sets.same_rows ? association::JoinedBy::position : association::JoinedBy::name);
    const MeasuredSides measured{.first = measured_side(sets.first, control),
                                 .second = measured_side(sets.second, control)};
    return relation_of_items(sets, std::move(items), measured, choice, control);
}

std::string relation_csv(const Relation& relation) {
    return rows_csv<RelatedItem>(item_columns, items_of(relation), whole_digits);
}

std::string relation_json(const Relation& relation, const RelatedSources& sources) {
    const association::MantelTest& test = relation.mantel;
    const association::MantelChoice& choice = relation.choice;
    Json json{{"version", version()},
              {"verb", "mantel"},
              {"first", side_json(sources.first, relation.sets.first)},
              {"second", side_json(sources.second, relation.sets.second)},
              {"options",
               {{"method", name_of(choice.correlation)},
                {"alternative", name_of(choice.alternative)},
                {"permutations", choice.permutations},
                {"permutation_seed", choice.seed}}},
              {"joined_by", relation.items.by_position ? "position" : "name"},
              {"common", relation.items.first.size()},
              {"only_first", names_json(*relation.sets.first.first, relation.items.only_first)},
              {"only_second", names_json(*relation.sets.second.first, relation.items.only_second)},
              {"without_distances", relation.without_distances},
              {"mantel",
               {{"correlation", test.correlation},
                {"method", name_of(choice.correlation)},
                {"alternative", name_of(choice.alternative)},
                {"permutations", test.permutations},
                {"reached", test.reached},
                {"p", test.p()},
                {"seed", choice.seed}}},
              {"procrustes", relation.fit ? Json{{"disparity", relation.fit->disparity},
                                                 {"mirrored", relation.fit->is_mirrored},
                                                 {"unit", or_null(unit_of_neighbours(relation.sets.first))}}
                                          : Json()}};
    Json items = Json::array();
    for (const RelatedItem& item : items_of(relation)) items.push_back(row_json<RelatedItem>(item_columns, item));
    json["items"] = std::move(items);
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string chance_words(const Relation& relation) {
    return fmt::format("p = {:.4g}: {} of {} random orders are {}", relation.mantel.p(),
                       grouped(relation.mantel.reached), grouped(relation.mantel.permutations),
                       title_of(relation.choice.alternative));
}

} // namespace pairscope::app
