// SPDX-License-Identifier: MIT
// From a table to points: which columns, how many rows, in which order.
#include "kernels/data/shapes/hilbert.h"
#include "kernels/data/table.h"
#include "tests/kernels/loaded_table.h"
#include "tests/kernels/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

namespace pairscope {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string choice_of(std::string_view bytes) {
    const ColumnChoice choice = likely_columns(table_of(bytes));
    return choice.x + " " + choice.y + " " + choice.label.value_or("-");
}

/// 200 rows whose label, x and y all tell the row they come from; row 7 has no y.
Table numbered_rows() {
    std::string bytes = "name,x,y\n";
    for (int i = 0; i < 200; ++i) {
        bytes += fmt::format("p{},{},{}\n", i, i * 37 % 200, i == 7 ? "" : fmt::format("{}", i * 91 % 200));
    }
    return table_of(bytes);
}

Dataset points(const std::vector<float>& values) {
    return {.name = "points", .rows = std::ssize(values) / 2, .dims = 2, .values = values, .axes = {"x", "y"}};
}

} // namespace

TEST(likely_columns, are_those_a_person_would_choose) {
    EXPECT_EQ(choice_of("name,country,population,longitude,latitude\nA,B,1,2,3\n"), "longitude latitude name");
    EXPECT_EQ(choice_of("lat,lon,x_size,y_size\n1,2,3,4\n"), "lon lat -");
    EXPECT_EQ(choice_of("z,Y,X\n1,2,3\n"), "X Y -");
    EXPECT_EQ(choice_of("Y [m],X [m],note\n1,2,a\n"), "X [m] Y [m] note");
    EXPECT_EQ(choice_of("width,height,count,id\n1,2,3,4\n"), "width height -");
    EXPECT_EQ(choice_of("id,count\n1,2\n"), "id count -");
    EXPECT_EQ(choice_of("1.5 2.5 3.5\n7 8 9\n"), "column 1 column 2 -");
    EXPECT_EQ(choice_of("1 2.5 3.5\n2 8 9\n3 4 4\n"), "column 2 column 3 -");
}

TEST(dataset_from, says_how_many_rows_it_took) {
    const Table table = load_table("assets/datasets/cities.csv.gz");
    const ColumnChoice choice = likely_columns(table);
    EXPECT_THAT(dataset_from(table, choice, max_stored_rows, Order::as_loaded).note,
                StartsWith("first 32 768 of 34 006 rows; float32 rounds"));
    EXPECT_THAT(dataset_from(table, choice, 2048, Order::hilbert).note,
                StartsWith("first 2 048 of 34 006 rows; float32 rounds"));
    const Dataset all = dataset_from(table_of("x,y\n1,2\n3,4\n"), {"x", "y", {}}, max_rows, Order::hilbert);
    EXPECT_EQ(all.rows, 2);
    EXPECT_EQ(all.note, "");
}

TEST(dataset_from, keeps_unit_axes_credit_and_labels) {
    const Table table = load_table("assets/datasets/cities.csv.gz");
    const Dataset cities = dataset_from(table, likely_columns(table), 30'336, Order::as_loaded);
    EXPECT_EQ(cities.rows, 30'336);
    EXPECT_EQ(cities.dims, 2);
    EXPECT_EQ(cities.unit, "degrees");
    EXPECT_EQ(cities.credit, "GeoNames (geonames.org), CC BY 4.0");
    EXPECT_THAT(cities.axes, ElementsAre("longitude", "latitude"));
    EXPECT_EQ(cities.labels[1], "Beijing");
    EXPECT_EQ(coordinates(cities)[2], 116.39723f);
    EXPECT_EQ(coordinates(cities)[3], 39.9075f);
    const Dataset metres = dataset_from(table_of("x (m),y (m)\n1,2\n"), {"x (m)", "y (m)", {}}, 9, Order::as_loaded);
    EXPECT_EQ(metres.unit, "m");
    EXPECT_THAT(metres.axes, ElementsAre("x", "y"));
    EXPECT_THAT(metres.labels, IsEmpty());
    const Dataset mixed = dataset_from(table_of("x (m),y (km)\n1,2\n"), {"x (m)", "y (km)", {}}, 9, Order::as_loaded);
    EXPECT_EQ(mixed.unit, "");
    EXPECT_THAT(mixed.axes, ElementsAre("x (m)", "y (km)"));
}

TEST(dataset_from, says_how_many_rows_lack_a_coordinate) {
    EXPECT_EQ(dataset_from(numbered_rows(), {"x", "y", "name"}, 100, Order::hilbert).note,
              "first 100 of 200 rows; 1 row lacks x or y (NaN), on line 9");
}

TEST(dataset_from, refuses_columns_it_cannot_take_and_names_those_it_can) {
    const Table table = table_of("name,x,y\nA,1,2\n");
    const auto refusal_of = [&](const ColumnChoice& choice, std::int64_t n) {
        return refusal([&] { (void)dataset_from(table, choice, n, Order::as_loaded); });
    };
    EXPECT_EQ(refusal_of({"x", "z", {}}, 1),
              "cannot take column 'z' of points.csv: there is no such column; those with numbers are 'x', 'y'");
    EXPECT_EQ(
        refusal_of({"x", "name", {}}, 1),
        "cannot take column 'name' of points.csv: it holds text, not numbers (line 2 has 'A'); choose one of 'x', 'y'");
    EXPECT_EQ(refusal_of({"x", "y", "z"}, 1),
              "cannot take column 'z' of points.csv: there is no such column; its columns are 'name', 'x', 'y'");
    EXPECT_EQ(refusal_of({"x", "y", {}}, 0), "cannot take 0 rows of points.csv: choose from 1 to 1");
}

TEST(rounding, says_what_was_subtracted_from_which_column) {
    const Table people = table_of("height,temp\n1,37.48\n1.5,38.06\n2,37.81\n");
    const Dataset set = dataset_from(people, {.x = "height", .y = "temp", .label = {}}, 3, Order::as_loaded);
    EXPECT_EQ(set.note,
              "37.75 was subtracted from column 'temp', because float32 would otherwise move coordinates by up "
              "to 1.4e-06; shown coordinates have it added again");
}

TEST(rounding, counts_points_that_become_equal) {
    const auto note_of = [](std::string_view bytes) {
        return dataset_from(table_of(bytes), {.x = "x", .y = "y", .label = {}}, 100, Order::as_loaded).note;
    };
    EXPECT_THAT(
        note_of("x,y\n100000001,1\n100000002,1\n0,0\n-9,0\n"),
        HasSubstr("2 points have equal coordinates in float32 but not in the file, so kernels find the distance 0 "
                  "between them"));
    EXPECT_THAT(note_of("x,y\n0.1,0.7\n0.1,0.7\n0.3,0.7\n"), testing::Not(HasSubstr("equal")))
        << "they are equal in the file, too";
    EXPECT_THAT(note_of("x,y\n1000000.1,1\n1000000.2,1\n1000000.3,1\n"), testing::Not(HasSubstr("equal")))
        << "an origin was subtracted";
}

TEST(order, keeps_labels_and_source_rows_with_their_points) {
    const Table table = numbered_rows();
    for (const Order order : {Order::as_loaded, Order::by_x, Order::by_y, Order::hilbert}) {
        const Dataset data = dataset_from(table, {"x", "y", "name"}, 200, order);
        std::set<std::string> seen;
        for (std::size_t i = 0; i < 200; ++i) {
            const std::int64_t source = data.source_rows.empty() ? static_cast<std::int64_t>(i) : data.source_rows[i];
            EXPECT_EQ(data.labels[i], fmt::format("p{}", source));
            EXPECT_EQ(coordinates(data)[2 * i], static_cast<float>(source * 37 % 200));
            seen.insert(data.labels[i]);
        }
        EXPECT_EQ(seen.size(), 200u) << name_of(order);
    }
}

TEST(order, by_an_axis_is_ascending_and_puts_nan_last) {
    const Dataset by_x = dataset_from(numbered_rows(), {"x", "y", "name"}, 200, Order::by_x);
    const Dataset by_y = dataset_from(numbered_rows(), {"x", "y", "name"}, 200, Order::by_y);
    EXPECT_EQ(by_x.source_rows.back(), 7);
    EXPECT_EQ(by_y.source_rows.back(), 7);
    for (std::size_t i = 1; i < 199; ++i) {
        EXPECT_LE(coordinates(by_x)[2 * i - 2], coordinates(by_x)[2 * i]);
        EXPECT_LE(coordinates(by_y)[2 * i - 1], coordinates(by_y)[2 * i + 1]);
    }
}

TEST(order, is_stable_and_can_be_undone) {
    const Dataset loaded = points({2, 0, 1, 0, 2, 1, 1, 1, 2, 2});
    const Dataset by_x = ordered(loaded, Order::by_x);
    EXPECT_THAT(by_x.source_rows, ElementsAre(1, 3, 0, 2, 4));
    const Dataset back = ordered(ordered(by_x, Order::hilbert), Order::as_loaded);
    EXPECT_EQ(std::get<0>(back.values), std::get<0>(loaded.values));
    EXPECT_THAT(back.source_rows, ElementsAre(0, 1, 2, 3, 4));
}

TEST(order, along_a_hilbert_curve_survives_odd_data) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    EXPECT_THAT(ordered(points({nan, nan, 5, 5, nan, 1}), Order::hilbert).source_rows, ElementsAre(1, 0, 2));
    EXPECT_THAT(ordered(points({infinity, 0, -infinity, 0, 0, 0, 1, 1}), Order::hilbert).source_rows,
                ElementsAre(1, 2, 3, 0));
    EXPECT_THAT(ordered(points({3e38f, 0, -3e38f, 0}), Order::hilbert).source_rows, ElementsAre(1, 0));
    EXPECT_EQ(ordered(points({1, 1}), Order::hilbert).rows, 1);
}

TEST(order, has_names_that_find_it_again) {
    for (const Order order : {Order::as_loaded, Order::by_x, Order::by_y, Order::hilbert}) {
        EXPECT_EQ(order_named(name_of(order)), order);
        EXPECT_FALSE(title_of(order).empty());
    }
    EXPECT_EQ(order_named("random"), std::nullopt);
}

TEST(hilbert_curve, visits_every_cell_by_steps_of_one) {
    constexpr int levels = 5, side = 1 << levels;
    std::vector<std::pair<int, int>> path(side * side, {-1, -1});
    for (int x = 0; x < side; ++x) {
        for (int y = 0; y < side; ++y) {
            path.at(hilbert_index(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), levels)) = {x, y};
        }
    }
    EXPECT_EQ(path.front(), std::pair(0, 0));
    EXPECT_EQ(path.back(), std::pair(side - 1, 0));
    for (std::size_t i = 1; i < path.size(); ++i) {
        EXPECT_EQ(std::abs(path[i].first - path[i - 1].first) + std::abs(path[i].second - path[i - 1].second), 1) << i;
    }
}

} // namespace pairscope
