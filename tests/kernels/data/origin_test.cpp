// SPDX-License-Identifier: MIT
// Numbers of a file keep their digits: an origin is subtracted where that helps, and what float32 rounds away is kept.
#include "kernels/data/coordinates.h"
#include "kernels/data/globe.h"
#include "kernels/data/rounding.h"
#include "kernels/data/save.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/loaded_table.h"
#include "tests/kernels/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace pairscope {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr std::string_view lidar = "X,Y,Z\n"
                                   "448262.11,5411932.10,110.02\n"
                                   "448262.12,5411932.34,110.00\n"
                                   "448262.30,5411932.12,110.05\n"
                                   "448262.31,5411932.36,110.01\n"
                                   "448262.50,5411932.60,110.09\n"
                                   "448262.13,5411932.58,110.03\n";
constexpr std::string_view one_row_at_zero = "t_ms,v\n0,7\n1700000000000,1\n1700000001000,9\n1700000060000,2\n";
constexpr std::string_view times = "t_ms,v,w\n1700000000000,1,0\n1700000001000,9,0\n1700000060000,2,0\n"
                                   "1700000061000,8,0\n";
constexpr std::string_view far_outlier = "easting,northing\n4500000.10,5200000.20\n4500000.30,5200000.25\n"
                                         "4500001.90,5200003.40\n700000.50,5200000.10\n";

InputRule any_vectors() { return {.rows = {1, 1 << 20}, .dims = {1, 64}}; }

Dataset vectors_in_text(std::string_view text, const VectorRequest& request = {.most_rows = 1 << 20}) {
    const TemporaryFolder folder;
    return load_vectors(folder.file("vectors.csv", text), any_vectors(), request);
}

Dataset points_in_text(std::string_view text, bool may_shift = true) {
    const Table table = table_of(text);
    ColumnChoice choice = likely_columns(table);
    choice.may_shift = may_shift;
    return dataset_from(table, choice, max_rows, Order::as_loaded);
}

/// The numbers of a text of numbers alone, row by row.
std::vector<std::vector<double>> rows_in_text(std::string_view text) {
    const Table table = table_of(text);
    std::vector<std::vector<double>> rows(std::size_t(table.rows));
    for (const Column& column : table.columns)
        for (std::size_t row = 0; row < rows.size(); ++row) rows[row].push_back(column.numbers[row]);
    return rows;
}

double exact_distance(const std::vector<double>& a, const std::vector<double>& b) {
    long double sum = 0.0L;
    for (std::size_t k = 0; k < a.size(); ++k) sum += std::pow(static_cast<long double>(a[k]) - b[k], 2);
    return double(std::sqrt(sum));
}
/// What a kernel can make of the values, at best.
double distance_of_values(const Dataset& data, std::size_t i, std::size_t j) {
    double sum = 0.0;
    const auto dims = std::size_t(data.dims);
    for (std::size_t k = 0; k < dims; ++k)
        sum += std::pow(double(coordinates(data)[i * dims + k]) - double(coordinates(data)[j * dims + k]), 2);
    return std::sqrt(sum);
}
double held_distance(const Dataset& data, std::int64_t i, std::int64_t j) {
    double sum = 0.0;
    for (std::int64_t k = 0; k < data.dims; ++k)
        sum += std::pow(held_coordinate(data, i, k) - held_coordinate(data, j, k), 2);
    return std::sqrt(sum);
}

/// A NumPy array of float64, row by row.
std::string npy_of_doubles(const std::vector<std::vector<double>>& rows) {
    std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", rows.size(),
                                     rows.front().size());
    header += std::string(63 - (10 + header.size()) % 64, ' ') + "\n";
    std::string bytes = "\x93NUMPY" + std::string{'\1', '\0', char(header.size()), '\0'} + header;
    for (const auto& row : rows) bytes.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(double));
    return bytes;
}

} // namespace

TEST(origin, leaves_every_matrix_of_large_coordinates_right) {
    for (const std::string_view text : {lidar, one_row_at_zero, times, far_outlier}) {
        const auto file = rows_in_text(text);
        const TemporaryFolder folder;
        const auto array = folder.file("array.npy", npy_of_doubles(file));
        const Table table = load_table(array);
        for (const Dataset& data :
             {vectors_in_text(text), points_in_text(text), load_vectors(array, any_vectors(), 100),
              dataset_from(table, likely_columns(table), max_rows, Order::as_loaded)}) {
            if (data.dims != std::int64_t(file.front().size())) continue; // points take two columns of three
            EXPECT_THAT(data.origin, Not(IsEmpty()));
            for (std::size_t i = 0; i < file.size(); ++i)
                for (std::size_t j = 0; j < file.size(); ++j) {
                    const double right = exact_distance(file[i], file[j]);
                    EXPECT_NEAR(distance_of_values(data, i, j), right, 1e-6 * right) << text << i << ", " << j;
                    EXPECT_NEAR(held_distance(data, std::int64_t(i), std::int64_t(j)), right, 1e-13 * right);
                }
        }
    }
}

TEST(origin, is_of_no_use_to_numbers_that_are_float32_already) {
    const TemporaryFolder folder;
    const std::vector<float> values{4500000.5f, 0.1f, 4500001.0f, 0.3f, 4500002.0f, -7e9f};
    save_npy(folder.path() / "array.npy", {3, 2}, [&](std::int64_t row, std::int64_t count) {
        return std::vector<float>(values.begin() + 2 * row, values.begin() + 2 * (row + count));
    });
    const Dataset array = load_vectors(folder.path() / "array.npy", any_vectors(), 10);
    EXPECT_THAT(coordinates(array), testing::ElementsAreArray(values));
    EXPECT_THAT(array.note, IsEmpty());
    for (const Dataset& data :
         {array, vectors_in_text("a,b,c\n255,16777215,-8388607\n254,16777214,8388607\n253,16777213,0.5\n"),
          points_in_text("x,y\n16777214,500000.25\n16777215,500000.75\n")}) {
        EXPECT_THAT(data.origin, IsEmpty());
        EXPECT_THAT(data.low, IsEmpty());
    }
}

TEST(origin, is_never_subtracted_where_nobody_wants_it) {
    for (const Dataset& data :
         {points_in_text(far_outlier, false), vectors_in_text(lidar, {.most_rows = 100, .may_shift = false})}) {
        EXPECT_THAT(data.origin, IsEmpty());
        EXPECT_THAT(data.low, SizeIs(std::size_t(data.rows * data.dims)));
        EXPECT_THAT(data.note, Not(HasSubstr("subtracted")));
        EXPECT_THAT(data.note, HasSubstr("float32 rounds the coordinates of"));
    }
    const Dataset plain = points_in_text(far_outlier, false);
    const auto file = rows_in_text(far_outlier);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(coordinates(plain)[i], static_cast<float>(file[i / 2][i % 2]));
}

TEST(origin, is_shared_by_two_sets_that_are_compared) {
    const TemporaryFolder folder;
    const auto a = folder.file("a.csv", "X,Y,Z\n448262,5411932,110\n"), b = folder.file("b.csv", lidar);
    const VectorRequest request{.most_rows = 100};
    for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
        ReadVectors read = read_vectors(first, any_vectors(), request);
        ReadVectors across = read_vectors(second, any_vectors(), request);
        const TwoSets both = finished(std::move(read), std::move(across), any_vectors(), request);
        EXPECT_THAT(both.a.origin, SizeIs(3));
        EXPECT_EQ(both.a.origin, both.b.origin);
        const Dataset &queries = first == a ? both.a : both.b, &rows = first == a ? both.b : both.a;
        double squares = 0.0;
        for (std::size_t k = 0; k < 3; ++k)
            squares += std::pow(double(coordinates(queries)[k]) - double(coordinates(rows)[3 * 4 + k]), 2);
        EXPECT_NEAR(std::sqrt(squares), std::sqrt(0.5 * 0.5 + 0.6 * 0.6 + 0.09 * 0.09), 1e-7);
    }
}

TEST(origin, makes_no_rounding_worse_and_merges_nothing) {
    Pcg32 random(7);
    const auto uniform = [&] { return random.uniform(); };
    for (int attempt = 0; attempt < 300; ++attempt) {
        const double middle = std::pow(10.0, 14.0 * uniform() - 2.0),
                     spread = middle * std::pow(10.0, -9.0 * uniform());
        std::vector<double> numbers;
        for (int i = 0; i < 60; ++i) numbers.push_back(middle + spread * (uniform() - 0.5));
        for (int i = 0; i < attempt % 7; ++i) numbers.push_back(middle * 4.0 * (uniform() - 0.5)); // outliers
        for (int i = 0; i < attempt % 5; ++i) numbers.push_back(1e-3 * i);
        const double origin = origin_for(numbers).origin;
        if (origin == 0.0) continue;
        double before = 0.0, after = 0.0;
        for (const double x : numbers) {
            before = std::max(before, rounding_of(x, 0.0));
            after = std::max(after, rounding_of(x, origin));
        }
        EXPECT_LE(after, before);
        for (const double x : numbers)
            for (const double y : numbers) {
                const double held = double(float(y)) - double(float(x));
                if (float(x - origin) != float(y - origin) || held <= 0.0) continue;
                EXPECT_GT(held, 2.0 * (y - x)) << "equal now, and held well before: " << x << " and " << y;
            }
    }
}

TEST(origin, helps_most_rows_of_a_column_with_any_far_outlier) {
    Pcg32 random(3);
    for (const double outlier : {0.0, 1e9, -1e7, 99999999.0, 5e6}) {
        std::vector<double> numbers{outlier};
        for (int i = 0; i < 500; ++i) numbers.push_back(5411932.0 + 0.01 * double(random.next() % 10000));
        const ColumnOrigin found = origin_for(numbers);
        if (std::abs(outlier) > 1e8) continue; // rounds the outlier more than any other number was rounded before
        ASSERT_NE(found.origin, 0.0) << outlier;
        for (std::size_t i = 1; i < numbers.size(); ++i) EXPECT_LT(rounding_of(numbers[i], found.origin), 1e-5);
    }
}

TEST(origin, is_left_out_where_two_ends_of_a_column_need_their_own_and_low_parts_are_kept) {
    std::string text = "x,y\n";
    for (int i = 0; i < 40; ++i) text += fmt::format("{}.{:03},{}\n", i % 2 == 0 ? 700000 : 4500000, i, i);
    const Dataset data = points_in_text(text);
    EXPECT_THAT(data.origin, IsEmpty());
    ASSERT_THAT(data.low, SizeIs(80));
    const auto file = rows_in_text(text);
    for (std::int64_t row = 0; row < 40; ++row)
        EXPECT_NEAR(held_coordinate(data, row, 0), file[std::size_t(row)][0], 1e-8);
    EXPECT_THAT(data.note, HasSubstr("float32 rounds the coordinates of"));
}

TEST(origin, and_both_parts_give_the_numbers_of_the_file_again) {
    Pcg32 random(11);
    for (const bool may_shift : {true, false}) {
        std::string text = "x,y\n";
        std::vector<std::string> cells;
        for (int i = 0; i < 500; ++i) {
            for (const int whole : {4500000, 1}) {
                cells.push_back(fmt::format("{}.{:06}", whole, random.next() % 1000000));
                text += cells.back() + (whole == 1 ? "\n" : ",");
            }
        }
        const Dataset data = points_in_text(text, may_shift);
        for (std::int64_t i = 0; i < 1000; ++i)
            EXPECT_EQ(coordinate_in_file(data, i / 2, i % 2), std::stod(cells[std::size_t(i)]));
    }
}

TEST(origin, sums_of_value_and_low_part_lose_nothing) {
    const Dataset data =
        points_in_text("x,y\n0.1,1e-3\n123456.789,0.30000000000000004\n-7.7777777777777,1e30\n3e-40,2\n");
    for (std::int64_t i = 0; i < 8; ++i) {
        const long double exact =
            static_cast<long double>(coordinates(data)[std::size_t(i)]) + data.low[std::size_t(i)];
        EXPECT_EQ(static_cast<long double>(held_coordinate(data, i / 2, i % 2)), exact);
    }
    EXPECT_NEAR(held_coordinate(data, 0, 0), 0.1, 0x1p-50);
    EXPECT_NEAR(held_coordinate(data, 1, 0), 123456.789, 123456.789 * 0x1p-49);
}

TEST(low_parts, stay_with_their_rows) {
    std::string text = "x,y,name\n";
    for (int i = 0; i < 50; ++i) text += fmt::format("{}.1,{}.7,row {}\n", (i * 37) % 50, (i * 11) % 50, i);
    const Table table = table_of(text);
    const auto expect_own = [&](const Dataset& data, std::string_view what) {
        ASSERT_EQ(std::ssize(data.low), data.rows * data.dims) << what;
        for (std::int64_t row = 0; row < data.rows; ++row) {
            const int i = std::stoi(data.labels[std::size_t(row)].substr(4));
            EXPECT_EQ(coordinate_in_file(data, row, 0), (i * 37) % 50 + 0.1) << what;
            if (data.dims == 1) continue;
            EXPECT_EQ(coordinate_in_file(data, row, 1), (i * 11) % 50 + 0.7) << what;
        }
    };
    const ColumnChoice choice{.x = "x", .y = "y", .label = "name"};
    for (const Order order : {Order::as_loaded, Order::by_x, Order::by_y, Order::hilbert})
        expect_own(dataset_from(table, choice, 50, order), name_of(order));
    const Dataset whole = dataset_from(table, choice, 50, Order::hilbert);
    expect_own(first_rows(whole, 13), "first rows");
    expect_own(first_coordinates(whole, 1), "first coordinate");
    const TwoSets parts = split(whole, 20);
    expect_own(parts.a, "first part");
    expect_own(parts.b, "second part");
    const TwoSets of_file = split(dataset_from(table, choice, 50, Order::as_loaded), 20);
    EXPECT_EQ(of_file.b.source_rows.front(), 20) << "the row of the file";
    EXPECT_EQ(of_file.b.source_rows.back(), 49);
}

TEST(low_parts, decide_the_order_along_an_axis) {
    const Table table = table_of("x,y,name\n2000000000.7,1,c\n1.5,0,a\n2000000000.3,2,b\n");
    const Dataset data = dataset_from(table, {.x = "x", .y = "y", .label = "name"}, 3, Order::by_x);
    EXPECT_THAT(data.labels, ElementsAre("a", "b", "c"));
}

TEST(unshifted_vectors, are_what_workloads_of_other_than_differences_get) {
    const auto set = std::make_shared<const Dataset>(points_in_text(far_outlier));
    for (const WorkloadType& type : workload_types()) {
        if (type.prepare != nullptr) continue; // other numbers are made of these
        const auto needed = as_needed_by(type, set);
        EXPECT_EQ(needed == set, compares_differences(type)) << type.id;
        if (needed == set) continue;
        EXPECT_THAT(needed->origin, IsEmpty());
        const auto file = rows_in_text(far_outlier);
        for (std::int64_t i = 0; i < 8; ++i) {
            EXPECT_EQ(coordinates(*needed)[std::size_t(i)], float(file[std::size_t(i / 2)][std::size_t(i % 2)]));
            EXPECT_NEAR(held_coordinate(*needed, i / 2, i % 2), file[std::size_t(i / 2)][std::size_t(i % 2)], 1e-8);
            EXPECT_EQ(coordinate_in_file(*needed, i / 2, i % 2), file[std::size_t(i / 2)][std::size_t(i % 2)]);
        }
        EXPECT_EQ(as_needed_by(workload_types().front(), needed), set) << "the digits come back";
    }
}

TEST(unshifted_vectors, are_scaled_to_length_1) {
    InputRule unit = any_vectors();
    unit.unit_length = true;
    const TemporaryFolder folder;
    const Dataset data = with_unit_length(load_vectors(folder.file("vectors.csv", far_outlier), unit, 100));
    EXPECT_THAT(data.origin, IsEmpty());
    const auto file = rows_in_text(far_outlier);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(coordinates(data)[2 * i], file[i][0] / std::hypot(file[i][0], file[i][1]), 6e-8);
}

TEST(origin, is_none_of_pictures) {
    std::string text = "pixel0,pixel1,pixel2,pixel3\n";
    for (int i = 0; i < 20; ++i) text += fmt::format("1000.{0},1000.1,1000.2,1000.{0}\n", i % 10);
    const Dataset data = vectors_in_text(text);
    ASSERT_EQ(data.picture_width, 2);
    EXPECT_THAT(data.origin, IsEmpty());
    EXPECT_EQ(coordinate_in_file(data, 3, 0), 1000.3);
}

TEST(rounding_loss, counts_the_rows_that_a_search_of_all_pairs_finds) {
    Pcg32 random(5);
    for (const double size : {1.0, 1e4, 1e7}) {
        std::string text = "a,b,c\n";
        for (int i = 0; i < 700; ++i)
            text +=
                fmt::format("{:.7f},{:.7f},{}\n", size + random.uniform(), size * random.uniform(), random.next() % 3);
        const Dataset data = vectors_in_text(text, {.most_rows = 1000, .may_shift = false});
        ASSERT_THAT(data.low, Not(IsEmpty()));
        std::int64_t near = 0;
        for (std::int64_t i = 0; i < data.rows; ++i) {
            double rounding = 0.0, nearest = std::numeric_limits<double>::infinity();
            for (std::int64_t k = 0; k < 3; ++k) rounding += std::pow(double(data.low[std::size_t(3 * i + k)]), 2);
            for (std::int64_t j = 0; j < data.rows; ++j)
                if (const double found = held_distance(data, i, j); found > 0.0) nearest = std::min(nearest, found);
            near += std::sqrt(rounding) > 1e-6 * nearest ? 1 : 0;
        }
        const RoundingLoss loss = rounding_loss(data, data);
        EXPECT_EQ(loss.near, near);
        EXPECT_EQ(loss.looked_at, 700);
        EXPECT_EQ(loss.near > 0, data.note.find("float32 rounds the coordinates of") != std::string::npos) << data.note;
    }
}

TEST(rounding_loss, of_more_rows_than_are_sampled_is_told_as_the_least) {
    std::string text = "x,y\n";
    for (int i = 0; i < 1500; ++i) text += fmt::format("{}.{:02},{}\n", 1000000 + i, 11 + i % 80, i);
    const Dataset data = vectors_in_text(text, {.most_rows = 2000, .may_shift = false});
    EXPECT_THAT(data.note, HasSubstr("float32 rounds the coordinates of at least "));
    EXPECT_THAT(data.note,
                HasSubstr(" of 1 500 vectors by more than a millionth of the distance to the nearest of 1 000 "
                          "vectors that were sampled;"));
}

TEST(rounding_loss, looks_at_the_other_set) {
    const TemporaryFolder folder;
    const VectorRequest request{.most_rows = 100, .may_shift = false};
    const auto near = folder.file("near.csv", "a\n5000000.1\n"), other = folder.file("other.csv", "a\n5000000.4\n");
    const auto far = folder.file("far.csv", "a\n-5000000000\n");
    const auto note_beside = [&](const std::filesystem::path& file) {
        return finished(read_vectors(near, any_vectors(), request), read_vectors(file, any_vectors(), request),
                        any_vectors(), request)
            .a.note;
    };
    EXPECT_THAT(note_beside(other), HasSubstr("coordinates of 1 of 1 vector by more than a millionth"));
    EXPECT_EQ(note_beside(far), "");
}

TEST(rounding_loss, of_points_that_become_equal_is_told) {
    const Dataset data = points_in_text("x,y\n20000000.1,1\n20000000.2,1\n1e12,1\n-1e12,1\n5,1\n", false);
    EXPECT_THAT(data.note, HasSubstr("2 points have equal coordinates in float32 but not in the file, so kernels "
                                     "find the distance 0 between them"));
    EXPECT_NEAR(held_distance(data, 0, 1), 0.1, 1e-7);
}

} // namespace pairscope
