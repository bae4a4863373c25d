// SPDX-License-Identifier: MIT
#include "app/subjects/neighbours/neighbours_table.h"

#include "app/spine/commands.h"
#include "app/spine/files/columns.h"
#include "app/spine/files/result_head.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/neighbours/neighbours.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>
#include <optional>

namespace pairscope::app {
namespace {

constexpr int shortest = 0; // as many digits as read back to the same double

/// Two vectors, one as the neighbour of the other.
struct TablePair {
    const Question& question;
    std::int64_t row = 0, col = 0;
    std::optional<std::int64_t> rank{};
    std::optional<double> distance{}, next{}; ///< next: the distance of the neighbour of the next rank
    std::optional<bool> mutual{};
    std::string name{};
};
using PairColumn = TableColumn<TablePair>;

Json ratio_of(const TablePair& pair) {
    if (!pair.distance || !pair.next) return {};
    return or_null(neighbours::ratio_to_next(*pair.distance, *pair.next));
}
Json distance_of(const TablePair& pair) {
    return pair.distance && std::isfinite(*pair.distance) ? Json(*pair.distance) : Json();
}

constexpr PairColumn name_column{.key = "name", .value = [](const TablePair& p) { return Json(p.name); }};
constexpr std::array pair_columns{
    PairColumn{.key = "row", .value = [](const TablePair& p) { return Json(p.row); }},
    PairColumn{.key = "id", .value = [](const TablePair& p) { return Json(id_of_row(*p.question.first, p.row)); }},
    PairColumn{.key = "label",
               .value = [](const TablePair& p) { return or_null(label_of_row(*p.question.first, p.row)); }},
    PairColumn{.key = "rank", .value = [](const TablePair& p) { return or_null(p.rank); }},
    PairColumn{.key = "neighbour", .value = [](const TablePair& p) { return Json(p.col); }},
    PairColumn{.key = "neighbour_id",
               .value = [](const TablePair& p) { return Json(id_of_row(p.question.across(), p.col)); }},
    PairColumn{.key = "neighbour_label",
               .value = [](const TablePair& p) { return or_null(label_of_row(p.question.across(), p.col)); }},
    PairColumn{.key = "distance", .value = distance_of},
    PairColumn{.key = "ratio_to_next", .value = ratio_of},
    PairColumn{.key = "mutual", .value = [](const TablePair& p) { return or_null(p.mutual); }}};

/// Calls `take` for each neighbour. The rows are made one after the other, because all of them may need gigabytes.
void for_each_neighbour(const Question& question, const FoundNeighbours& found,
                        const std::function<void(const TablePair&)>& take) {
    const auto& table = found.table;
    for (std::int64_t row = 0; row < table.rows; ++row) {
        const auto neighbours = table.neighbours_of(row);
        const auto distances = table.distances_of(row);
        for (std::size_t i = 0; i < neighbours.size(); ++i) {
            if (neighbours[i] < 0) continue;
            TablePair pair{.question = question, .row = row, .col = neighbours[i]};
            pair.rank = std::int64_t(i) + 1;
            pair.distance = distances[i];
            if (i + 1 < distances.size()) pair.next = distances[i + 1];
            pair.mutual = found.mutual[std::size_t(row) * neighbours.size() + i];
            take(pair);
        }
    }
}

std::vector<PairColumn> columns_with_name() {
    std::vector<PairColumn> columns{name_column};
    columns.insert(columns.end(), pair_columns.begin(), pair_columns.end());
    return columns;
}

/// What is known of all neighbours of one row.
std::vector<PairColumn> columns_of_row() {
    std::vector<PairColumn> columns;
    for (const PairColumn& column : pair_columns)
        if (column.key != std::string_view("mutual") && column.key != std::string_view("ratio_to_next"))
            columns.push_back(column);
    return columns;
}

std::vector<TablePair> rows_of(const Question& question, std::int64_t row, std::span<const Neighbour> neighbours) {
    std::vector<TablePair> rows;
    for (const Neighbour& neighbour : neighbours)
        rows.push_back({.question = question,
                        .row = row,
                        .col = neighbour.row,
                        .rank = neighbour.rank,
                        .distance = neighbour.distance});
    return rows;
}

std::vector<TablePair> rows_of(const Question& question, std::span<const PinnedPair> pairs, int k) {
    std::vector<TablePair> rows;
    const neighbours::NeighbourQuestion asked = neighbour_question(question, k);
    const neighbours::NeighbourQuestion back = neighbours::turned(asked);
    for (const PinnedPair& pinned : pairs) {
        TablePair& row = rows.emplace_back(
            TablePair{.question = question, .row = pinned.cell.row, .col = pinned.cell.col, .name = pinned.name});
        const auto there = neighbours::as_neighbour(asked, row.row, row.col);
        const auto here = neighbours::as_neighbour(back, row.col, row.row);
        if (!there || !here) continue;
        row.rank = there->rank;
        row.distance = there->distance;
        row.mutual = there->rank <= k && here->rank <= k;
    }
    return rows;
}

} // namespace

void write_neighbours_csv(const Question& question, const FoundNeighbours& found, const TextSink& sink) {
    Pieces pieces(sink);
    const std::span<const PairColumn> columns = pair_columns;
    add_csv_keys(pieces.text(), columns);
    for_each_neighbour(question, found, [&](const TablePair& pair) {
        add_csv_row(pieces.text(), columns, pair, shortest);
        pieces.hand_over_if_long();
    });
    pieces.hand_over();
}

void write_neighbours_json(const AskedNeighbours& asked, const FoundNeighbours& found, const TextSink& sink,
                           const Json& within) {
    const Question& question = asked.question;
    const auto& table = found.table;
    Json head = result_head("neighbours", asked.source, question, {{"k", asked.k}});
    head["rows"] = table.rows;
    head["k"] = table.k;
    head["left_out"] = table.left_out;
    if (question.second) head["left_out_across"] = table.left_out_across;
    if (!within.is_discarded()) head["within"] = within;
    Pieces pieces(sink);
    std::string& text = pieces.text();
    text = opened(head) + "\n\"neighbours\": [";
    const char* separator = "\n";
    for_each_neighbour(question, found, [&](const TablePair& pair) {
        text += separator;
        text += in_one_line(row_json<TablePair>(pair_columns, pair));
        separator = ",\n";
        pieces.hand_over_if_long();
    });
    text += "\n]}\n";
    pieces.hand_over();
}

std::string row_csv(const Question& question, std::int64_t row, std::span<const Neighbour> neighbours) {
    return rows_csv<TablePair>(columns_of_row(), rows_of(question, row, neighbours), shortest);
}

std::string row_as_json(const AskedNeighbours& asked, std::int64_t row, std::span<const Neighbour> neighbours) {
    Json json = result_head("neighbours", asked.source, asked.question, {{"row", row}});
    json["row"] = row;
    json["neighbours"] = rows_json<TablePair>(columns_of_row(), rows_of(asked.question, row, neighbours));
    return dumped(json);
}

std::string pairs_csv(const Question& question, std::span<const PinnedPair> pairs, int k) {
    return rows_csv<TablePair>(columns_with_name(), rows_of(question, pairs, k), shortest);
}

std::string pairs_json(const AskedNeighbours& asked, std::span<const PinnedPair> pairs) {
    Json json = result_head("pinned_pairs", asked.source, asked.question, {{"k", asked.k}});
    json["k"] = asked.k;
    json["pairs"] = rows_json<TablePair>(columns_with_name(), rows_of(asked.question, pairs, int(asked.k)));
    return dumped(json);
}

} // namespace pairscope::app
