// SPDX-License-Identifier: MIT
// Files of vectors in the shapes in which people have them: a vector in each row, or in each column.
#include "app/subjects/data/load_sets.h"
#include "kernels/data/errors.h"
#include "kernels/data/table.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class VectorFiles : public ::testing::Test {
protected:
    TemporaryFolder folder;

    [[nodiscard]] Dataset load(std::string_view workload, const std::string& text) const {
        const InputRule& rule = type_of(workload).inputs;
        return load_vectors(folder.file("vectors.csv", text), rule, rule.rows.most);
    }
    /// One file for both sets.
    [[nodiscard]] static app::VectorSource only(const std::filesystem::path& file) {
        app::VectorSource source;
        source.a = file;
        return source;
    }
    [[nodiscard]] static std::vector<float> values(const Dataset& data) {
        return std::get<std::vector<float>>(data.values);
    }
};

TEST_F(VectorFiles, with_one_column_hold_vectors_of_one_coordinate) {
    const Dataset data = load("cross_distance", "height\n1.5\n2\n-3\n");
    EXPECT_EQ(data.rows, 3);
    EXPECT_EQ(data.dims, 1);
    EXPECT_THAT(values(data), ElementsAre(1.5f, 2.0f, -3.0f));
    EXPECT_THAT(data.axes, ElementsAre("height"));
}

TEST_F(VectorFiles, with_one_column_hold_one_vector_where_the_workload_takes_one) {
    for (const char* text : {"1\n2\n3\n", "x\n1\n2\n3\n", "1,0\n2,0\n3,0\n"}) {
        const Dataset data = load("rbf_pair", text);
        EXPECT_EQ(data.rows, 1) << text;
        EXPECT_EQ(data.dims, std::string_view(text) == "1,0\n2,0\n3,0\n" ? 2 : 3) << text;
    }
    EXPECT_THAT(values(load("rbf_pair", "1\n2\n3\n")), ElementsAre(1.0f, 2.0f, 3.0f));
    EXPECT_EQ(load("rbf_pair", "1\n2\n3\n").note, "each column is a vector");
}

TEST_F(VectorFiles, say_how_many_vectors_are_equal_in_float32_only) {
    EXPECT_THAT(
        load("cross_distance", "a,b,c\n100000001,1,1\n100000002,1,1\n3,4,5\n4,5,6\n").note,
        HasSubstr("2 vectors have equal coordinates in float32 but not in the file, so kernels find the distance "
                  "0 between them"));
    const auto pair = folder.file("pair.csv", "a,b\n100000001,100000002\n1,1\n1,1\n");
    EXPECT_EQ(
        app::load_sets(type_of("rbf_pair"), only(pair)).first->note,
        "each column is a vector; float32 rounds the coordinates of 2 of 2 vectors by more than a millionth of "
        "the distance to a nearby vector; kernels use the rounded coordinates; 2 vectors have equal coordinates in "
        "float32 but not in the file, so kernels find the distance 0 between "
        "them");
    EXPECT_EQ(load("cross_distance", "a,b,c\n0.1,1,1\n0.1,1,1\n3,4,5\n").note, "");
}

TEST_F(VectorFiles, of_prose_are_no_column) {
    EXPECT_THROW((void)load("cross_distance", "one\ntwo\nthree\n"), InputError);
    EXPECT_THROW((void)load("cross_distance", "1\ntwo\nthree\nfour\n"), InputError);
}

TEST_F(VectorFiles, with_two_columns_or_two_rows_hold_both_vectors_of_a_pair) {
    const WorkloadType& type = type_of("rbf_pair");
    for (const char* text : {"x,y\n1,4\n2,5\n3,6\n", "1,2,3\n4,5,6\n"}) {
        const app::LoadedSets sets = app::load_sets(type, only(folder.file("pair.csv", text)));
        EXPECT_THAT(values(*sets.first), ElementsAre(1.0f, 2.0f, 3.0f)) << text;
        ASSERT_TRUE(sets.second);
        EXPECT_THAT(values(*sets.second), ElementsAre(4.0f, 5.0f, 6.0f)) << text;
    }
}

TEST_F(VectorFiles, of_one_vector_cannot_be_split) {
    try {
        (void)app::load_sets(type_of("rbf_pair"), only(folder.file("one.csv", "1,2,3\n")));
        FAIL() << "one vector is no pair";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("it has only 1 vector; give a second file"));
    }
}

TEST_F(VectorFiles, may_have_more_coordinates_than_the_workload_takes_if_the_first_ones_are_asked_for) {
    app::VectorSource source = only(folder.file("three.csv", "a,b,c\n1,2,3\n4,5,6\n"));
    const WorkloadType& points = type_of("distance_matrix");
    EXPECT_THROW((void)app::load_sets(points, source), InputError);
    source.dims = 2;
    const app::LoadedSets sets = app::load_sets(points, source);
    EXPECT_THAT(values(*sets.first), ElementsAre(1.0f, 2.0f, 4.0f, 5.0f));
    source.dims = 3;
    EXPECT_THROW((void)app::load_sets(points, source), InputError);
}

TEST_F(VectorFiles, that_are_points_still_need_two_columns) {
    const auto file = folder.file("points.csv", "1\n2\n3\n");
    EXPECT_THROW((void)load_table(file), InputError);
}

} // namespace
} // namespace pairscope
