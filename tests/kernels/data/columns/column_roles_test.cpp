// SPDX-License-Identifier: MIT
// Vectors in text tables: which column holds their labels, and which vectors are pictures.
#include "kernels/data/vectors.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

namespace pairscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LabelledVectors : public ::testing::Test {
protected:
    TemporaryFolder folder;

    [[nodiscard]] Dataset load(const std::string& text, Element element = Element::float32) const {
        const InputRule rule{.element = element, .rows = {1, 1000}, .dims = {1, 4096}};
        return load_vectors(folder.file("vectors.csv", text), rule, rule.rows.most);
    }
};

/// "0,1,2,...,", of so many columns.
std::string row_of(int columns, int most, int first = 0) {
    std::string row;
    for (int k = 0; k < columns; ++k) row += fmt::format("{},", (first + k) % (most + 1));
    return row;
}

TEST_F(LabelledVectors, as_the_program_ships_them_are_pictures_with_labels) {
    const InputRule rule{.rows = {1, 5000}, .dims = {1, 4096}};
    const Dataset data = load_vectors("assets/datasets/digits_8x8.csv.gz", rule, rule.rows.most);
    EXPECT_EQ(data.rows, 1797);
    EXPECT_EQ(data.dims, 64);
    EXPECT_EQ(data.picture_width, 8);
    EXPECT_EQ(data.labels[5], "digit 5");
    EXPECT_EQ(data.note, "");
}

TEST_F(LabelledVectors, that_are_published_without_a_header_end_with_their_digit) {
    const std::string text = row_of(64, 16) + "7\n" + row_of(64, 16, 3) + "0\n" + row_of(64, 16, 9) + "9\n";
    for (const Element element : {Element::float32, Element::uint8}) {
        const Dataset data = load(text, element);
        EXPECT_EQ(data.dims, 64);
        EXPECT_EQ(data.picture_width, 8);
        EXPECT_THAT(data.labels, ElementsAre("7", "0", "9"));
        EXPECT_THAT(data.note, HasSubstr("holds the labels and is not a coordinate"));
    }
    const Dataset other = load(row_of(64, 17) + "7\n" + row_of(64, 17) + "8\n");
    EXPECT_EQ(other.dims, 65) << "a pixel of 17 is none of theirs";
    EXPECT_EQ(other.picture_width, 0);
    EXPECT_EQ(load(row_of(63, 16) + "7\n" + row_of(63, 16) + "8\n").dims, 64) << "one column too few";
}

TEST_F(LabelledVectors, have_labels_in_a_column_of_numbers_that_is_called_so) {
    for (const char* name : {"label", "Class", "target", "digit"}) {
        const Dataset data = load(fmt::format("a,b,{}\n1,2,3\n4,5,6.5\n", name));
        EXPECT_EQ(data.dims, 2) << name;
        EXPECT_THAT(data.labels, ElementsAre("3", "6.5")) << name;
        EXPECT_THAT(data.axes, ElementsAre("a", "b")) << name;
    }
    const Dataset first = load("label,pixel0,pixel1,pixel2,pixel3\n5,0,9,9,0\n4,1,2,3,4\n");
    EXPECT_THAT(first.labels, ElementsAre("5", "4"));
    EXPECT_EQ(first.picture_width, 2);
    EXPECT_EQ(load("label\n1\n2\n").dims, 1) << "vectors need a coordinate";
    EXPECT_EQ(load("name,label,x\nA,1,2\nB,3,4\n").dims, 2) << "the names are the labels";
}

TEST_F(LabelledVectors, are_pictures_where_the_names_number_the_pixels) {
    const auto width = [&](const std::string& names) {
        const auto count = std::ranges::count(names, ',') + 1;
        return load(names + "\n" + row_of(int(count) - 1, 9) + "1\n" + row_of(int(count) - 1, 9) + "2\n").picture_width;
    };
    EXPECT_EQ(width("pixel y1 x1,pixel y1 x2,pixel y1 x3,pixel y2 x1,pixel y2 x2,pixel y2 x3"), 3);
    EXPECT_EQ(width("pixel_0_0,pixel_0_1,pixel_1_0,pixel_1_1"), 2);
    EXPECT_EQ(width("1x1,1x2,1x3,2x1,2x2,2x3"), 3);
    EXPECT_EQ(width("pixel1,pixel2,pixel3,pixel4"), 2);
    EXPECT_EQ(width("pixel1,pixel2,pixel3,pixel4,pixel5"), 0) << "no square";
    EXPECT_EQ(width("height1,height2,height3,height4"), 0) << "no pixels";
    EXPECT_EQ(width("bin_0_0,bin_0_1,bin_1_0,bin_1_1"), 0) << "no pixels";
    EXPECT_EQ(width("x,y,z,w"), 0);
    EXPECT_EQ(width("1x1,1x2,1x3,9x9"), 0) << "some are missing";
}

TEST_F(LabelledVectors, without_a_number_in_the_column_of_labels_have_none) {
    const Dataset data = load("a,b,label\n1,2,3\n4,5,\n");
    EXPECT_THAT(data.labels, ElementsAre("3", ""));
    EXPECT_THAT(load("a,b\n1,2\n3,4\n").labels, IsEmpty());
}

} // namespace
} // namespace pairscope
