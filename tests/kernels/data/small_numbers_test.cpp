// SPDX-License-Identifier: MIT
// Numbers that are too near to 0 for float32 never become 0 in silence.
#include "kernels/data/coordinates.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/errors.h"
#include "kernels/data/table.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/distance_samples.h"
#include "tests/kernels/loaded_table.h"
#include "tests/kernels/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace pairscope {
namespace {

using testing::HasSubstr;
using testing::Not;

const InputRule any_vectors{.rows = {1, 1 << 20}, .dims = {1, 64}};

Dataset points_of(std::string_view text, bool standardise = false) {
    const Table table = table_of(text);
    ColumnChoice choice = likely_columns(table);
    choice.standardise = standardise;
    return dataset_from(table, choice, max_rows, Order::as_loaded);
}
Dataset vectors_of(std::string_view text, bool standardise = false) {
    const TemporaryFolder folder;
    return load_vectors(folder.file("vectors.csv", text), any_vectors,
                        {.most_rows = 1 << 20, .columns = {.names = {}, .standardise = standardise}});
}
template <class Load> std::string refusal_of(const Load& load) {
    try {
        (void)load();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}
std::string file_of_size(const char* exponent) {
    return fmt::format("p,q\n1e{0},0\n3e{0},0\n9e{0},0\n2e{0},0\n", exponent);
}

} // namespace

TEST(small_numbers, are_refused_where_all_are_small) {
    for (const char* exponent : {"-32", "-35", "-40", "-45", "-50", "-100", "-300", "-323", "-400"}) {
        const std::string text = file_of_size(exponent);
        for (const std::string& refusal :
             {refusal_of([&] { return points_of(text); }), refusal_of([&] { return vectors_of(text); })}) {
            EXPECT_THAT(refusal, HasSubstr("column 'p', line ")) << exponent;
            EXPECT_THAT(refusal, HasSubstr("multiply the columns by a power of ten, or standardise them with "
                                           "--standardise"))
                << exponent;
        }
    }
}

TEST(small_numbers, with_all_digits_are_taken) {
    for (const char* exponent : {"-29", "-20", "-5", "0", "20"}) {
        EXPECT_EQ(coordinate_in_file(points_of(file_of_size(exponent)), 2, 0),
                  std::stod(fmt::format("9e{}", exponent)));
        EXPECT_THAT(vectors_of(file_of_size(exponent)).note, Not(HasSubstr("too near to 0"))) << exponent;
    }
}

TEST(small_numbers, among_others_are_told) {
    const std::string text = "p,q\n1e-50,0\n3e-50,0\n1,5\n0,5\n";
    for (const Dataset& data : {points_of(text), vectors_of(text)}) {
        EXPECT_THAT(data.note, HasSubstr("2 numbers are too near to 0 for float32 and became 0 or lost digits, such as "
                                         "1e-50 in column 'p', line 2"));
        EXPECT_EQ(coordinate_in_file(data, 2, 0), 1.0);
    }
    EXPECT_THAT(points_of("p,q\n1e-400,0\n2,3\n").note,
                HasSubstr("lost digits, a number nearer to 0 than 1e-323 in column 'p', line 2; if"));
    EXPECT_THAT(points_of("p,q\n0,1e-40\n0,2\n").note, HasSubstr("1 number is too near to 0"));
    EXPECT_THAT(points_of("p,q\n1e-50,5\n1e-50,5\n").note, HasSubstr("2 numbers are")) << "all rows are equal";
    EXPECT_THAT(refusal_of([] { return points_of("p,q\n1e-50,5\n2e-50,5\n"); }), HasSubstr("column 'p', line 2"));
}

TEST(small_numbers, are_standardised_by_their_true_values) {
    for (const char* exponent : {"-50", "-100", "-200", "-300"})
        for (const Dataset& data :
             {points_of(file_of_size(exponent), true), vectors_of(file_of_size(exponent), true)}) {
            const double deviation = std::sqrt(9.6875), mean = 3.75; // of 1, 3, 9 and 2
            EXPECT_NEAR(held_coordinate(data, 0, 0), (1.0 - mean) / deviation, 1e-14) << exponent;
            EXPECT_NEAR(held_coordinate(data, 2, 0), (9.0 - mean) / deviation, 1e-14) << exponent;
            EXPECT_THAT(data.note, Not(HasSubstr("too near to 0")));
        }
}

TEST(small_numbers, that_a_double_holds_with_few_digits_are_standardised_too) {
    const Dataset data = points_of("p,q\n5e-324,0\n1e-323,0\n3e-323,0\n", true);
    EXPECT_LT(held_coordinate(data, 0, 0), held_coordinate(data, 1, 0));
    EXPECT_NEAR(held_coordinate(data, 2, 0), std::sqrt(2.0), 0.3) << "mean 3 and deviation 2 of 1, 2 and 6";
}

TEST(small_numbers, of_a_second_set_are_told) {
    const Table a = table_of("p,q\n1,2\n3,4\n"), b = table_of("p,q\n1e-50,2\n"), c = table_of("p,q\n3e-50,2\n");
    const VectorRequest request{.most_rows = 10};
    const auto both = [&](const Table& one, const Table& other) {
        return finished(read_vectors(one, any_vectors, request), read_vectors(other, any_vectors, request), any_vectors,
                        request);
    };
    const TwoSets found = both(a, b);
    EXPECT_THAT(found.a.note, Not(HasSubstr("too near to 0")));
    EXPECT_THAT(found.b.note, HasSubstr("1 number is too near to 0"));
    EXPECT_THAT(refusal_of([&] { return both(b, c); }), HasSubstr("column 'p', line 2 has 1e-50"));
}

TEST(small_numbers, of_arrays_are_told) {
    const TemporaryFolder folder;
    Dataset square{.name = "square", .rows = 2, .dims = 2};
    square.values = std::vector<float>{1e-40f, 3e-40f, 0.0f, 2e-40f};
    const auto load = [&](const std::string& bytes) {
        return load_vectors(folder.file("a.npy", bytes), any_vectors, {.most_rows = 10});
    };
    EXPECT_EQ(load(samples::npy_of<float>(square)).note.find("too near"), std::string::npos) << "exact in float32";
    EXPECT_EQ(load(samples::npy_of<double>(square)).note.find("too near"), std::string::npos) << "the same numbers";
    std::string bytes = samples::npy_of<double>(square);
    const double tiny = 1e-50;
    bytes.replace(bytes.size() - 2 * sizeof(tiny), sizeof(tiny), reinterpret_cast<const char*>(&tiny), sizeof(tiny));
    EXPECT_THAT(refusal_of([&] { return load(bytes); }),
                HasSubstr("column 0 (counted from 0), row 1 (counted from 0) has 1e-50"));
}

TEST(small_numbers, of_distances_are_refused_or_told) {
    const DistanceTable all = distances_in(table_of(",A,B,C\nA,0,1e-50,3e-50\nB,1e-50,0,2e-50\nC,3e-50,2e-50,0\n"));
    EXPECT_FALSE(all.set);
    EXPECT_TRUE(all.must_ask);
    EXPECT_THAT(all.why_not, HasSubstr("is 1e-50, and none of the others is larger than 1e-30"));
    const DistanceTable one = distances_in(table_of(",A,B,C\nA,0,1e-50,3\nB,1e-50,0,2\nC,3,2,0\n"));
    ASSERT_TRUE(one.set);
    EXPECT_THAT(one.set->note, HasSubstr("2 distances are too near to 0 for float32"));
}

} // namespace pairscope
