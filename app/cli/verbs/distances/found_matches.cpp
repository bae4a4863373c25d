// SPDX-License-Identifier: MIT
#include "app/cli/verbs/distances/found_matches.h"

#include "app/spine/files/pieces.h"
#include "app/subjects/matches/match_list.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "kernels/neighbours/nearest.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace pairscope::cli {
namespace {

struct MatchLine {
    const app::Question& question;
    const NearestTwo& match;
};
using MatchColumn = app::TableColumn<MatchLine>;

app::Json if_second(const MatchLine& line, app::Json value) { return line.match.second < 0 ? app::Json() : value; }

constexpr std::array columns_of_all{
    MatchColumn{.key = "row", .value = [](const MatchLine& line) { return app::Json(line.match.row); }},
    MatchColumn{.key = "best", .value = [](const MatchLine& line) { return app::Json(line.match.best); }},
    MatchColumn{.key = "distance", .value = [](const MatchLine& line) { return app::Json(line.match.distance); }},
    MatchColumn{.key = "second", .value = [](const MatchLine& line) { return if_second(line, line.match.second); }},
    MatchColumn{.key = "second_distance",
                .value = [](const MatchLine& line) { return if_second(line, line.match.second_distance); }},
    MatchColumn{.key = "ratio", .value = [](const MatchLine& line) { return app::or_null(line.match.ratio); }},
    MatchColumn{.key = "mutual", .value = [](const MatchLine& line) { return app::Json(line.match.mutual); }}};
constexpr MatchColumn right_column{.key = "right",
                                   .value = [](const MatchLine& line) { return app::or_null(line.match.right); }};
constexpr std::array label_columns{
    MatchColumn{.key = "label",
                .value =
                    [](const MatchLine& line) {
                        return app::or_null(app::label_of_row(*line.question.first, line.match.row));
                    }},
    MatchColumn{.key = "best_label", .value = [](const MatchLine& line) {
                    return app::or_null(app::label_of_row(line.question.across(), line.match.best));
                }}};

std::vector<MatchColumn> columns_for(const MatchTable& table) {
    std::vector<MatchColumn> columns(columns_of_all.begin(), columns_of_all.end());
    if (table.found.has_places) columns.push_back(right_column);
    if (!table.question.first->labels.empty() || !table.question.across().labels.empty())
        columns.insert(columns.end(), label_columns.begin(), label_columns.end());
    return columns;
}

app::MatchCounts counts_of(const FoundMatches& found) {
    app::MatchCounts counts{.all = std::ssize(found.all), .shown = std::ssize(found.shown)};
    for (const std::int64_t i : found.shown) {
        const std::optional<bool>& right = found.all[std::size_t(i)].right;
        counts.judged += right ? 1 : 0;
        counts.right += right.value_or(false) ? 1 : 0;
    }
    return counts;
}

} // namespace

std::optional<FoundMatches> find_matches(const app::Question& question, const app::FeatureViews* views,
                                         const FindNearest& find, const std::stop_token& stop) {
    neighbours::NeighbourQuestion asked = app::neighbour_question(question, 2);
    asked.second = question.second.get(); // also where both are one file: a vector may then be its own match
    neighbours::NeighbourQuestion back = neighbours::turned(asked);
    back.k = 1;
    const neighbours::NeighbourTable there = find(asked);
    if (stop.stop_requested()) return {};
    const neighbours::NeighbourTable here = find(back);
    if (stop.stop_requested()) return {};
    return matches_in(there, views, [&](std::int64_t col) { return here.neighbours_of(col)[0]; });
}

FoundMatches matches_in(const neighbours::NeighbourTable& there, const app::FeatureViews* views,
                        const std::function<std::int64_t(std::int64_t col)>& back) {
    FoundMatches found{.rows = there.rows, .has_places = views != nullptr};
    for (std::int64_t row = 0; row < there.rows; ++row) {
        const auto rows = there.neighbours_of(row);
        const auto distances = there.distances_of(row);
        if (rows.empty() || rows[0] < 0) continue;
        NearestTwo match{.row = row, .best = rows[0], .distance = distances[0]};
        match.mutual = back(match.best) == row;
        if (rows.size() > 1 && rows[1] >= 0) {
            match.second = rows[1];
            match.second_distance = distances[1];
            match.ratio = neighbours::ratio_to_next(match.distance, match.second_distance);
        }
        if (views != nullptr) match.right = app::is_right_match(*views, row, match.best);
        found.all.push_back(match);
    }
    return found;
}

std::vector<std::int64_t> matches_that_pass(const FoundMatches& found, const app::MatchFilter& filter) {
    std::vector<std::int64_t> shown;
    for (std::size_t i = 0; i < found.all.size(); ++i) {
        const NearestTwo& match = found.all[i];
        const bool passes_ratio = filter.most_ratio >= 1.0 || (match.ratio && *match.ratio <= filter.most_ratio);
        if (passes_ratio && (!filter.mutual || match.mutual)) shown.push_back(std::int64_t(i));
    }
    return shown;
}

std::string sentence_on(const FoundMatches& found) { return app::match_sentence(counts_of(found)); }

void write_matches(const MatchTable& table, const app::Json* head, const ByteSink& sink) {
    constexpr int shortest = 0; // as many digits as read back to the same number
    const std::vector<MatchColumn> columns = columns_for(table);
    app::Pieces out(sink);
    if (head != nullptr) {
        const app::MatchCounts counts = counts_of(table.found);
        app::Json whole = *head;
        whole["ratio"] = meaning_of_ratio;
        whole["rows"] = table.found.rows;
        whole["matches_found"] = counts.all;
        whole["matches_listed"] = counts.shown;
        if (table.found.has_places) whole["right"] = counts.right;
        out.text() = app::opened(whole) + "\n\"matches\": [";
    } else {
        app::add_csv_keys<MatchLine>(out.text(), columns);
    }
    bool is_first = true;
    for (const std::int64_t i : table.found.shown) {
        const MatchLine line{.question = table.question, .match = table.found.all[std::size_t(i)]};
        if (head != nullptr) {
            out.text() += (is_first ? "\n" : ",\n") + app::in_one_line(app::row_json<MatchLine>(columns, line));
        } else {
            app::add_csv_row<MatchLine>(out.text(), columns, line, shortest);
        }
        is_first = false;
        out.hand_over_if_long();
    }
    if (head != nullptr) out.text() += "\n]}\n";
    out.hand_over();
}

} // namespace pairscope::cli
