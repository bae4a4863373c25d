// SPDX-License-Identifier: MIT
// Headings, keys and values of a table come from one list, so they cannot change places.
#include "app/spine/files/ceilings_json.h"
#include "app/spine/files/columns.h"
#include "app/subjects/ladder/results_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

namespace pairscope::app {
namespace {

struct Planet {
    std::string name;
    std::optional<double> radius; ///< [m]
    int moons = 0;
};
using Row = const Planet&;

constexpr std::array all_columns{
    TableColumn<Planet>{.title = "planet",
                        .key = "name",
                        .text = [](Row planet) { return planet.name; },
                        .value = [](Row planet) { return Json(planet.name); }},
    TableColumn<Planet>{.key = "radius", .value = [](Row planet) { return or_null(planet.radius); }},
    TableColumn<Planet>{.key = "moon_list",
                        .value = [](Row planet) { return planet.moons > 0 ? Json::array({planet.moons}) : no_key(); },
                        .programs = Programs::json},
    TableColumn<Planet>{.title = "moons",
                        .unit = "1",
                        .key = "moons",
                        .align = Align::right,
                        .text = [](Row planet) { return std::to_string(planet.moons); },
                        .value = [](Row planet) { return Json(planet.moons); },
                        .programs = Programs::csv}};
constexpr std::span<const TableColumn<Planet>> columns = all_columns;

const std::vector<Planet> planets{{"Earth, \"blue\"", 6'371'008.7714, 1}, {"Planet\n9", {}, 0}};

TEST(Columns, csv_has_a_line_of_keys_and_quotes_what_it_must) {
    EXPECT_EQ(rows_csv(columns, planets, 6), "name,radius,moons\n"
                                             "\"Earth, \"\"blue\"\"\",6.37101e+06,1\n"
                                             "\"Planet\n9\",,0\n");
}

TEST(Columns, without_a_limit_every_digit_of_a_number_is_there) {
    EXPECT_THAT(rows_csv(columns, planets, 0), testing::HasSubstr(",6371008.7714,"));
}

TEST(Columns, json_tells_a_missing_value_from_a_missing_key) {
    EXPECT_EQ(rows_json(columns, planets),
              Json::parse(R"([{"name": "Earth, \"blue\"", "radius": 6371008.7714, "moon_list": [1]},
                              {"name": "Planet\n9", "radius": null}])"));
}

TEST(Columns, the_unit_stands_behind_the_title) {
    EXPECT_EQ(heading_of(columns[0]), "planet");
    EXPECT_EQ(heading_of(columns[3]), "moons [1]");
}

/// Every key once in each format, and every column shown to somebody.
template <class Row> void expect_sound(std::span<const TableColumn<Row>> table) {
    std::set<std::string_view> csv, json;
    for (const TableColumn<Row>& column : table) {
        EXPECT_TRUE(column.text != nullptr || column.value != nullptr) << column.title << column.key;
        EXPECT_EQ(column.text == nullptr, column.title.empty()) << column.key;
        if (column.value == nullptr) continue;
        EXPECT_FALSE(column.key.empty()) << column.title;
        EXPECT_TRUE(column.programs == Programs::json || csv.insert(column.key).second) << column.key;
        EXPECT_TRUE(column.programs == Programs::csv || json.insert(column.key).second) << column.key;
    }
}

TEST(Columns, no_table_has_a_key_twice) {
    expect_sound(columns);
    expect_sound(result_columns());
    expect_sound(ceiling_columns());
}

} // namespace
} // namespace pairscope::app
