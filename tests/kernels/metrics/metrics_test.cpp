// SPDX-License-Identifier: MIT
// Distances by other metrics: the check against formulas that are written here once more, every variant on the places
// and vectors that are hard for it, and nearest neighbours.
#include "kernels/data/coordinates.h"
#include "kernels/data/globe.h"
#include "kernels/data/order_keys.h"
#include "kernels/data/table.h"
#include "kernels/engines/outputs.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "kernels/metrics/units.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/row_neighbours.h"
#include "kernels/neighbours/search.h"
#include "tests/kernels/hard_places.h"
#include "tests/kernels/sample_problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pairscope {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const WorkloadType& type_with(Metric metric) {
    const auto found = std::ranges::find_if(workload_types(), [metric](const WorkloadType& type) {
        return type.metric == metric && type.matrix.are_distances;
    });
    EXPECT_NE(found, workload_types().end()) << name_of(metric);
    return *found;
}

constexpr std::array other_metrics{Metric::squared,  Metric::manhattan, Metric::chebyshev,   Metric::cosine,
                                   Metric::canberra, Metric::hamming,   Metric::great_circle};

/// A metric as a textbook has it, in long double. The great circle goes through unit vectors, unlike the program.
double textbook(Metric metric, const Dataset& a, std::int64_t i, const Dataset& b, std::int64_t j) {
    const float *x = coordinates(a).data() + i * a.dims, *y = coordinates(b).data() + j * b.dims;
    long double sum = 0, largest = 0, product = 0, xx = 0, yy = 0, squares = 0, relative = 0, different = 0;
    for (std::int64_t k = 0; k < a.dims; ++k) {
        const long double difference = static_cast<long double>(x[k]) - y[k];
        sum += std::abs(difference);
        if (x[k] != 0 || y[k] != 0)
            relative += std::abs(difference) / (std::abs(static_cast<long double>(x[k])) + std::abs(y[k]));
        different += x[k] != y[k] ? 1 : 0;
        largest = std::max(largest, std::abs(difference));
        squares += difference * difference;
        product += static_cast<long double>(x[k]) * y[k];
        xx += static_cast<long double>(x[k]) * x[k];
        yy += static_cast<long double>(y[k]) * y[k];
    }
    const auto unit = [](const float* place) {
        const long double radians = std::numbers::pi_v<long double> / 180;
        const long double longitude = place[0] * radians, latitude = place[1] * radians;
        return std::array{std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                          std::sin(latitude)};
    };
    switch (metric) {
    case Metric::euclidean:
        return static_cast<double>(std::sqrt(squares));
    case Metric::squared:
        return static_cast<double>(squares);
    case Metric::manhattan:
        return static_cast<double>(sum);
    case Metric::chebyshev:
        return static_cast<double>(largest);
    case Metric::cosine:
        return xx > 0 && yy > 0 ? static_cast<double>(1 - product / std::sqrt(xx * yy)) : 1.0;
    case Metric::canberra:
        return static_cast<double>(relative);
    case Metric::hamming:
        return static_cast<double>(different / a.dims);
    case Metric::great_circle:
    case Metric::own: // no textbook has it
        break;
    }
    const auto u = unit(x), v = unit(y);
    long double apart = 0, together = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        apart += (u[k] - v[k]) * (u[k] - v[k]);
        together += (u[k] + v[k]) * (u[k] + v[k]);
    }
    return static_cast<double>(2 * 6371.0088L * std::atan2(std::sqrt(apart), std::sqrt(together)));
}

Dataset vectors_for(Metric metric) {
    if (metric == Metric::great_circle) return samples::hard_places();
    Dataset set = samples::random_vectors(Element::float32, 70, 7, 5);
    auto& values = std::get<std::vector<float>>(set.values);
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = (values[k] - 0.5f) * (k % 3 == 0 ? 100.0f : 1.0f);
    std::fill_n(values.begin() + 14, 7, 0.0f);                // a vector of zeros
    std::copy_n(values.begin() + 21, 7, values.begin() + 28); // two equal ones
    return set;
}

TEST(Metrics, have_a_workload_each_and_units) {
    for (const Metric metric : other_metrics) EXPECT_FALSE(type_with(metric).title.empty());
    EXPECT_EQ(unit_of_distances(Metric::manhattan, "degrees"), "degrees");
    EXPECT_EQ(unit_of_distances(Metric::squared, "m"), "square m");
    EXPECT_EQ(unit_of_distances(Metric::squared, ""), "");
    EXPECT_EQ(unit_of_distances(Metric::cosine, "m"), "");
    EXPECT_EQ(unit_of_distances(Metric::great_circle, "degrees"), "km");
}

TEST(Metrics, have_the_unit_of_what_they_count_and_none_where_vectors_were_prepared) {
    for (const WorkloadType& type : workload_types()) {
        if (!type.matrix.are_distances) continue;
        const std::string_view name = metric_name_of(type);
        const std::string unit = unit_of_distances(type, "m");
        if (name == "edit") {
            EXPECT_EQ(unit, "edits") << type.id;
        } else if (name == "hamming_bits") {
            EXPECT_EQ(unit, "bits") << type.id;
        } else if (name == "squared") {
            EXPECT_EQ(unit, "square m") << type.id;
        } else if (name == "great_circle") {
            EXPECT_EQ(unit, "km") << type.id;
        } else if (name == "euclidean" || name == "manhattan" || name == "chebyshev" || name == "minkowski" ||
                   name == "dtw") {
            EXPECT_EQ(unit, "m") << type.id;
        } else {
            EXPECT_EQ(unit, "") << type.id;
        }
    }
}

TEST(Metrics, are_judged_by_what_textbooks_say) {
    for (const Metric metric : other_metrics) {
        const Dataset set = vectors_for(metric);
        const Problem problem = problem_of(inputs_of(set), LinearMemory{});
        for (std::int64_t i = 0; i < set.rows; ++i)
            for (std::int64_t j = 0; j < set.rows; ++j) {
                const double expected = textbook(metric, set, i, set, j);
                ASSERT_NEAR(type_with(metric).matrix.reference(problem, i, j), expected, 1e-9 + 1e-12 * expected)
                    << name_of(metric) << " " << i << ", " << j;
            }
    }
}

/// Every variant of the metric, on the CPU: CUDA variants are simulated.
void expect_right(Metric metric, const Dataset& set) {
    Engine engine{Device{}};
    engine.load(set);
    int tried = 0;
    for (const KernelVariant& variant : variants()) {
        if (variant.workload != type_with(metric).id) continue;
        if (variant.backend == Backend::cuda && variant.simulate == nullptr) continue;
        OutputBuffer buffer = engine.allocate({set.rows, set.rows}, variant.entry);
        engine.run(variant, buffer.memory(), {});
        const Comparison found = compare_output(engine, variant, buffer.memory(), set.rows, {});
        EXPECT_TRUE(found.right()) << variant.id << ": " << describe(found);
        EXPECT_EQ(found.entries_checked, set.rows * set.rows);
        ++tried;
    }
    EXPECT_GE(tried, 2) << name_of(metric);
}

TEST(Metrics, are_computed_right_by_every_variant_where_it_is_hard) {
    for (const Metric metric : other_metrics) expect_right(metric, vectors_for(metric));
    expect_right(Metric::great_circle, samples::impossible_places());
}

TEST(Metrics, find_a_wrong_output) {
    for (const Metric metric : other_metrics) {
        const Dataset set = vectors_for(metric);
        const Problem problem = problem_of(inputs_of(set), LinearMemory{});
        const MatrixCheck& check = type_with(metric).matrix;
        const double expected = check.reference(problem, 3, 20);
        const auto is_right = [&](double found) {
            return check.is_right(problem, {3, 20, static_cast<float>(found), expected}, {.tolerance = 2e-6});
        };
        EXPECT_TRUE(is_right(expected)) << name_of(metric);
        EXPECT_FALSE(is_right(expected * 1.0001)) << name_of(metric);
        EXPECT_FALSE(is_right(NAN)) << name_of(metric);
        EXPECT_FALSE(is_right(-expected)) << name_of(metric);
    }
}

TEST(Cosine, of_a_vector_of_zeros_is_a_distance_of_1) {
    const Dataset set = samples::dataset_of({0, 0, 1, 0, 0, 2, -3, 0});
    const Problem problem = problem_of(inputs_of(set), LinearMemory{});
    const auto& check = type_with(Metric::cosine).matrix;
    for (const auto& [row, col, expected] : {std::tuple(0, 0, 1.0), {0, 1, 1.0}, {1, 1, 0.0}, {1, 2, 1.0}, {1, 3, 2.0}})
        EXPECT_EQ(check.reference(problem, row, col), expected) << row << ", " << col;
    expect_right(Metric::cosine, set);
}

TEST(Cosine, is_seen_from_the_zero_of_the_file) {
    auto set = std::make_shared<Dataset>(samples::dataset_of({0, 0, 0.5f, -0.5f}));
    set->origin = {3, 4};
    const auto whole = as_needed_by(type_with(Metric::cosine), set);
    EXPECT_THAT(coordinates(*whole), ElementsAre(3, 4, 3.5f, 3.5f));
    EXPECT_TRUE(whole->origin.empty());
    EXPECT_EQ(as_needed_by(type_with(Metric::manhattan), set), set) << "which needs differences only";
    EXPECT_EQ(as_needed_by(type_with(Metric::cosine), nullptr), nullptr);
}

TEST(Cosine, is_that_of_the_directions_however_long_or_short_the_vectors_are) {
    const Dataset usual = vectors_for(Metric::cosine);
    auto odd = std::make_shared<Dataset>(usual);
    auto& values = std::get<std::vector<float>>(odd->values);
    constexpr std::array exponents{0, 120, -120, 60, -60}; // of rows, one after the other
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = std::ldexp(values[k], exponents[k / 7 % 5]);
    const auto set = as_needed_by(type_with(Metric::cosine), odd);
    const Problem problem = problem_of(inputs_of(*set), LinearMemory{});
    const MatrixCheck& check = type_with(Metric::cosine).matrix;
    for (std::int64_t i = 0; i < set->rows; ++i)
        for (std::int64_t j = 0; j < set->rows; ++j)
            ASSERT_NEAR(check.reference(problem, i, j), textbook(Metric::cosine, usual, i, usual, j), 1e-7)
                << i << ", " << j;
    expect_right(Metric::cosine, *set);
    EXPECT_FALSE(check.is_right(problem, {1, 5, 0.5f, 0.7}, {.tolerance = 1e-6})) << "it is judged";
    EXPECT_EQ(coordinate_in_file(*set, 1, 0), coordinate_in_file(*odd, 1, 0)) << "a user sees the file's numbers";
    EXPECT_EQ(as_needed_by(type_with(Metric::manhattan), set), odd);
}

TEST(OddRows, are_counted_as_far_as_a_metric_needs_them) {
    Dataset set = samples::dataset_of({0, 0, 0, -1, -1, 0, 2, 3});
    const auto zeros = odd_rows_in(set, OddKinds::zeros), both = odd_rows_in(set, OddKinds::zeros_and_negative),
               none = odd_rows_in(set, OddKinds::none);
    EXPECT_EQ(std::pair(zeros.zeros, zeros.negative), std::pair(std::int64_t{1}, std::int64_t{0}));
    EXPECT_EQ(std::pair(both.zeros, both.negative), std::pair(std::int64_t{1}, std::int64_t{2}));
    EXPECT_EQ(std::pair(none.zeros, none.negative), std::pair(std::int64_t{0}, std::int64_t{0}));
    set.origin = {1.0, 1.0};
    EXPECT_EQ(odd_rows_in(set, OddKinds::zeros).zeros, 0) << "as the file has them";
    EXPECT_EQ(odd_kinds_of(type_with(Metric::cosine), 2), OddKinds::zeros);
    EXPECT_EQ(odd_kinds_of(type_with(Metric::manhattan), 2), OddKinds::none);
}

TEST(GreatCircle, knows_some_distances_of_the_world) {
    const Dataset set = samples::places_of({13.4050f, 52.5200f, 139.6917f, 35.6895f, 0, 0, 180, 0, 0, 90, 0, 1});
    const Problem problem = problem_of(inputs_of(set), LinearMemory{});
    const auto distance = [&](int i, int j) { return type_with(Metric::great_circle).matrix.reference(problem, i, j); };
    EXPECT_NEAR(distance(0, 1), 8918.0, 10.0) << "from Berlin to Tokyo";
    EXPECT_NEAR(distance(2, 3), std::numbers::pi * earth_radius, 1e-6) << "to the antipode";
    EXPECT_NEAR(distance(2, 4), std::numbers::pi * earth_radius / 2, 1e-6) << "to a pole";
    EXPECT_NEAR(distance(2, 5), 111.195, 0.001) << "one degree";
}

TEST(GreatCircle, reads_the_order_of_longitude_and_latitude_from_their_names) {
    const Dataset set = vectors_for(Metric::great_circle);
    Dataset swapped = set;
    swapped.axes = {"Lat", "LNG"};
    auto& values = std::get<std::vector<float>>(swapped.values);
    for (std::size_t k = 0; k + 1 < values.size(); k += 2) std::swap(values[k], values[k + 1]);
    const Problem one = problem_of(inputs_of(set), LinearMemory{}),
                  other = problem_of(inputs_of(swapped), LinearMemory{});
    const auto& check = type_with(Metric::great_circle).matrix;
    for (std::int64_t j = 0; j < set.rows; ++j) EXPECT_EQ(check.reference(one, 2, j), check.reference(other, 2, j));
    expect_right(Metric::great_circle, swapped);
    const auto rows = [](const Dataset& places) {
        return neighbours::keys_of({.first = places, .metric = Metric::great_circle}, 4);
    };
    EXPECT_EQ(rows(set), rows(swapped));
}

/// A file of a city: `side` x `side` houses, about 100 m apart, on a lattice that is shaken.
Table city(int side) {
    std::mt19937 random(7);
    const auto shake = [&] { return (static_cast<double>(random()) / 4294967296.0 - 0.5) * 0.9; };
    Table table;
    table.name = "city.csv";
    table.format = "CSV";
    table.rows = table.total_rows = side * side;
    Column longitude{.name = "lon", .numbers = {}, .texts = {}}, latitude{.name = "lat", .numbers = {}, .texts = {}};
    for (int i = 0; i < side * side; ++i) {
        longitude.numbers.push_back(13.3 + 0.0012 * (i % side + shake()));
        latitude.numbers.push_back(52.45 + 0.0009 * (i / side + shake()));
    }
    table.columns = {longitude, latitude};
    return table;
}

TEST(GreatCircle, keeps_the_digits_of_a_city_whose_origin_was_subtracted) {
    const Table table = city(20);
    const Dataset set = dataset_from(table, {.x = "lon", .y = "lat", .label = {}}, 400, Order::as_loaded);
    ASSERT_FALSE(set.origin.empty()) << "the places of a city are too near for float32 degrees";
    const auto& check = type_with(Metric::great_circle).matrix;
    const Problem problem = problem_of(inputs_of(set), LinearMemory{});
    const auto exact = [&](std::size_t i, std::size_t j) { // from the numbers of the file, in long double
        const long double radians = std::numbers::pi_v<long double> / 180;
        const auto &x = table.columns[0].numbers, &y = table.columns[1].numbers;
        const auto half = [radians](long double degrees) { return std::pow(std::sin(degrees * radians / 2), 2); };
        const long double h =
            half(static_cast<long double>(y[i]) - y[j]) +
            std::cos(y[i] * radians) * std::cos(y[j] * radians) * half(static_cast<long double>(x[i]) - x[j]);
        return static_cast<double>(2 * 6371.0088L * std::asin(std::sqrt(h)));
    };
    for (const std::size_t j : {0u, 1u, 20u, 21u, 399u})
        EXPECT_NEAR(check.reference(problem, 0, std::int64_t(j)), exact(0, j), 1e-6) << j << ": within a millimetre";
    expect_right(Metric::great_circle, set);
    const auto keys = neighbours::keys_of({.first = set, .metric = Metric::great_circle}, 0);
    for (const std::size_t j : {1u, 20u, 399u})
        EXPECT_NEAR(neighbours::distance_of_key(Metric::great_circle, keys[j]), exact(0, j), 1e-6);
}

TEST(GreatCircle, gives_other_nearest_neighbours_than_flat_degrees) {
    const Table table = load_table("assets/datasets/places.csv.gz");
    const Dataset world = dataset_from(table, likely_columns(table), table.rows, Order::as_loaded);
    ASSERT_TRUE(are_flat_degrees(world));
    Dataset city{.name = "around Berlin", .rows = 0, .dims = 2, .axes = world.axes}; // the 300 nearest places
    const auto keys = [&] {
        Dataset here = samples::places_of({13.405f, 52.52f});
        return neighbours::keys_of({.first = here, .second = &world, .metric = Metric::great_circle}, 0);
    }();
    const Permutation order = by_keys(keys);
    std::vector<float> degrees;
    for (std::size_t i = 0; i < 300; ++i)
        for (std::size_t k = 0; k < 2; ++k)
            degrees.push_back(coordinates(world)[2 * static_cast<std::size_t>(order[i]) + k]);
    city.rows = 300;
    city.values = std::move(degrees);
    const auto flat = neighbours::nearest_neighbours({.first = city, .k = 1}, {});
    const auto globe = neighbours::nearest_neighbours({.first = city, .k = 1, .metric = Metric::great_circle}, {});
    int different = 0;
    for (std::size_t i = 0; i < 300; ++i) different += flat.neighbours[i] != globe.neighbours[i] ? 1 : 0;
    EXPECT_GE(different, 30);
    EXPECT_LE(different, 120);
    RecordProperty("different", different);
}

TEST(FlatDegrees, are_known_by_names_and_ranges) {
    Dataset places = samples::places_of({13, 52, -70, 12});
    EXPECT_TRUE(are_flat_degrees(places));
    for (const auto& [x, y] : {std::pair("lon", "lat"), {"LNG", "Latitude"}, {"lat", "long"}}) {
        places.axes = {x, y};
        EXPECT_TRUE(are_flat_degrees(places)) << x << ", " << y;
    }
    for (const auto& [x, y] : {std::pair("x", "y"), {"lon", "lon"}, {"lon", "height"}}) {
        places.axes = {x, y};
        EXPECT_FALSE(are_flat_degrees(places)) << x << ", " << y;
    }
    places.axes = {"Länge", "Breite"};
    EXPECT_TRUE(are_flat_degrees(places)) << "13 is below 52";
    Dataset leaves = samples::places_of({5.5f, 3.1f, 7.9f, 2.2f});
    leaves.axes = places.axes;
    EXPECT_FALSE(are_flat_degrees(leaves)) << "no leaf is wider than it is long";
    EXPECT_THAT(place_words(leaves), HasSubstr("if these are lengths and widths, leave the metric out"));
    leaves.axes = {"lon", "lat"};
    EXPECT_TRUE(are_flat_degrees(leaves));
    places.axes = {"lat", "lon"};
    EXPECT_TRUE(are_flat_degrees(places));
    EXPECT_FALSE(are_flat_degrees(samples::places_of({3500, 52}))) << "no longitude";
    EXPECT_FALSE(are_flat_degrees(samples::places_of({52, 113}))) << "no latitude";
    places.scales = {{}, {}};
    EXPECT_FALSE(are_flat_degrees(places)) << "standardised";
}

/// By looking at every pair.
std::vector<std::int64_t> nearest_by_textbook(Metric metric, const Dataset& set, std::int64_t row) {
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < set.rows; ++i)
        if (i != row) rows.push_back(i);
    std::ranges::stable_sort(rows, {}, [&](std::int64_t i) { return textbook(metric, set, row, set, i); });
    return rows;
}

TEST(MetricNeighbours, are_those_of_textbooks) {
    for (const Metric metric :
         {Metric::squared, Metric::manhattan, Metric::chebyshev, Metric::cosine, Metric::canberra}) {
        const Dataset set = samples::random_vectors(Element::float32, 60, metric == Metric::squared ? 2 : 5, 3);
        const neighbours::NeighbourQuestion question{.first = set, .k = 4, .metric = metric};
        const auto table = neighbours::nearest_neighbours_on(Device{}, question, {});
        std::int64_t closer = 0;
        for (std::int64_t row = 0; row < set.rows; ++row) {
            const auto expected = nearest_by_textbook(metric, set, row);
            const auto alone = neighbours::neighbours_of_row(question, row, true);
            for (std::size_t i = 0; i < 4; ++i) {
                const double distance = textbook(metric, set, row, set, expected[i]);
                EXPECT_EQ(table.neighbours_of(row)[i], expected[i]) << name_of(metric) << " " << row;
                EXPECT_NEAR(table.distances_of(row)[i], distance, 1e-6 * (1 + distance));
                ASSERT_EQ(alone.nearest[i].row, expected[i]);
                EXPECT_NEAR(alone.nearest[i].distance, distance, 1e-6 * (1 + distance));
            }
            EXPECT_EQ(alone.farthest->row, expected.back());
            for (const std::int64_t other : expected) closer += textbook(metric, set, row, set, other) < 0.3 ? 1 : 0;
        }
        EXPECT_EQ(neighbours::count_closer_pairs(question, 0.3, {})->closer, closer / 2) << name_of(metric);
    }
}

TEST(MetricNeighbours, leave_out_places_that_do_not_exist) {
    const Dataset set = samples::impossible_places();
    const neighbours::NeighbourQuestion question{.first = set, .k = 3, .metric = Metric::great_circle};
    EXPECT_EQ(neighbours::possible_neighbours(question), 0);
    EXPECT_EQ(neighbours::nearest_neighbours(question, {}).left_out, set.rows - 1);
    EXPECT_FALSE(neighbours::neighbours_of_row(question, 0, false).finite);
}

} // namespace
} // namespace pairscope
