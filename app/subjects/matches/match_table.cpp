// SPDX-License-Identifier: MIT
#include "app/subjects/matches/match_table.h"

#include "app/spine/files/columns.h"
#include "app/subjects/matches/match_list.h"

#include <array>
#include <cstdint>
#include <vector>

namespace pairscope::app {
namespace {

struct Line {
    const DataSnapshot& data;
    Match match{};
    bool of_second = false; ///< it is a match of the second set, in the first one
};
using LineColumn = TableColumn<Line>;

const Dataset& own_set(const Line& line) {
    return line.of_second ? *line.data.question.second : *line.data.question.first;
}
const Dataset& other_set(const Line& line) {
    return line.of_second ? *line.data.question.first : line.data.question.across();
}
Json label_in(const Dataset& set, std::int64_t row) {
    const auto i = std::size_t(row);
    return row >= 0 && i < set.labels.size() ? or_null(set.labels[i]) : Json();
}
bool has_second(const Line& line) { return line.match.found.second >= 0; }

constexpr LineColumn set_column{.key = "set", .value = [](const Line& line) { return Json(line.of_second ? 2 : 1); }};
constexpr std::array usual_columns{
    LineColumn{.key = "row", .value = [](const Line& line) { return Json(line.match.row); }},
    LineColumn{.key = "best", .value = [](const Line& line) { return Json(line.match.found.best); }},
    LineColumn{.key = "best_value", .value = [](const Line& line) { return Json(line.match.found.best_value); }},
    LineColumn{.key = "second",
               .value = [](const Line& line) { return has_second(line) ? Json(line.match.found.second) : Json(); }},
    LineColumn{.key = "second_value", .value = [](const Line& line) {
                   return has_second(line) ? Json(line.match.found.second_value) : Json();
               }}};
constexpr LineColumn ratio_column{.key = "ratio", .value = [](const Line& line) { return or_null(line.match.ratio); }};
constexpr LineColumn mutual_column{.key = "mutual",
                                   .value = [](const Line& line) { return or_null(line.match.mutual); }};
constexpr LineColumn right_column{.key = "right", .value = [](const Line& line) { return or_null(line.match.right); }};
constexpr std::array label_columns{
    LineColumn{.key = "label", .value = [](const Line& line) { return label_in(own_set(line), line.match.row); }},
    LineColumn{.key = "best_label",
               .value = [](const Line& line) { return label_in(other_set(line), line.match.found.best); }}};

} // namespace

std::string matches_csv(const DataSnapshot& data, const MatchesState& list, std::span<const FoundMatch> found) {
    constexpr int shortest = 0; // as many digits as read back to the same number
    const MatchFacts facts = match_facts(data, list.all);
    const std::int64_t rows = data.question.first->rows;
    const bool both = std::ssize(found) > rows && list.filter == MatchFilter{};
    std::vector<LineColumn> columns;
    if (both) columns.push_back(set_column);
    columns.insert(columns.end(), usual_columns.begin(), usual_columns.end());
    if (facts.ratio) columns.push_back(ratio_column);
    if (facts.mutual) columns.push_back(mutual_column);
    if (facts.right) columns.push_back(right_column);
    if (facts.labels) columns.insert(columns.end(), label_columns.begin(), label_columns.end());
    std::vector<Line> lines;
    for (const std::int64_t row : list.shown) lines.push_back({.data = data, .match = list.all[std::size_t(row)]});
    for (std::int64_t i = rows; both && i < std::ssize(found); ++i)
        lines.push_back({.data = data, .match = {.row = i - rows, .found = found[std::size_t(i)]}, .of_second = true});
    return rows_csv<Line>(columns, lines, shortest);
}

} // namespace pairscope::app
