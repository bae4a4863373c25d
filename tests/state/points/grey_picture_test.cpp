// SPDX-License-Identifier: MIT
// Vectors as grey pictures: their shape, what is white, and the difference of two.
#include "app/subjects/points/grey_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace pairscope::app {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;

template <class T> Dataset set_of(std::int64_t dims, std::int64_t width, std::vector<T> values) {
    Dataset data{.name = "set", .rows = std::ssize(values) / dims, .dims = dims, .picture_width = width};
    data.values = std::move(values);
    return data;
}
using Bytes = std::vector<std::uint8_t>;
using Floats = std::vector<float>;

Question question_of(Dataset first) {
    Question question;
    question.first = std::make_shared<const Dataset>(std::move(first));
    return question;
}

TEST(GreyPicture, of_bytes_has_the_width_of_the_set_and_white_at_255) {
    const Question question = question_of(set_of(6, 3, Bytes{0, 51, 102, 153, 204, 255, 9, 9, 9, 9, 9, 9}));
    const auto picture = picture_of(*question.first, 0, white_of(question));
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->width, 3);
    EXPECT_EQ(picture->height, 2);
    EXPECT_THAT(picture->pixels, ElementsAre(FloatNear(0.0f, 1e-6f), FloatNear(0.2f, 1e-6f), FloatNear(0.4f, 1e-6f),
                                             FloatNear(0.6f, 1e-6f), FloatNear(0.8f, 1e-6f), FloatNear(1.0f, 1e-6f)));
}

TEST(GreyPicture, of_bytes_far_below_255_has_its_largest_value_white) {
    const Question digits = question_of(set_of(4, 2, Bytes{0, 16, 4, 8, 1, 2, 3, 4}));
    EXPECT_EQ(white_of(digits), 16.0f);
    EXPECT_EQ(white_text(digits), "Black is 0 and white is 16, the largest value found in the data.");
    EXPECT_THAT(picture_of(*digits.first, 0, white_of(digits))->pixels, ElementsAre(0.0f, 1.0f, 0.25f, 0.5f));
    const Question photographs = question_of(set_of(4, 2, Bytes{0, 16, 200, 8}));
    EXPECT_EQ(white_of(photographs), 255.0f) << "a slightly dark photograph stays as it is";
    EXPECT_EQ(white_text(photographs), "Black is 0 and white is 255.");
    EXPECT_EQ(white_of(question_of(set_of(2, 1, Bytes{0, 0}))), 1.0f);
}

TEST(GreyPicture, of_floats_has_the_largest_coordinate_of_both_sets_white) {
    Question question = question_of(set_of(2, 1, Floats{4, 8, -3, std::numeric_limits<float>::quiet_NaN()}));
    EXPECT_EQ(white_of(question), 8.0f);
    question.second = std::make_shared<const Dataset>(set_of(2, 1, Floats{16, 0}));
    EXPECT_EQ(white_of(question), 16.0f);
    const auto picture = picture_of(*question.first, 1, white_of(question));
    EXPECT_THAT(picture->pixels, ElementsAre(0.0f, 0.0f)) << "negative and missing coordinates are black";
    question.second.reset();
    question.first = std::make_shared<const Dataset>(set_of(2, 1, Floats{0, 0}));
    EXPECT_EQ(white_of(question), 1.0f);
}

TEST(GreyPicture, with_an_incomplete_last_row_is_filled_up_with_black) {
    const Question question = question_of(set_of(4, 3, Bytes{255, 255, 255, 255}));
    EXPECT_THAT(picture_of(*question.first, 0, 255.0f)->pixels, ElementsAre(1, 1, 1, 1, 0, 0));
}

TEST(GreyPicture, that_is_large_becomes_the_means_of_squares) {
    const Question question = question_of(set_of(16, 4, Bytes{0, 255, 0, 0, 255, 0, 0, 0, 9, 9, 9, 9, 9, 9, 9, 9}));
    const auto small = picture_of(*question.first, 0, 255.0f, 2);
    ASSERT_TRUE(small);
    EXPECT_EQ(small->width, 2);
    EXPECT_EQ(small->height, 2);
    EXPECT_FLOAT_EQ(small->at(0, 0), 0.5f);
    EXPECT_FLOAT_EQ(small->at(1, 0), 0.0f);
    EXPECT_FLOAT_EQ(small->at(1, 1), 9.0f / 255.0f);
}

TEST(GreyPicture, is_absent_of_other_vectors_and_of_rows_that_do_not_exist) {
    const Question plain = question_of(set_of(4, 0, Bytes{1, 2, 3, 4}));
    EXPECT_FALSE(has_pictures(*plain.first));
    EXPECT_FALSE(picture_of(*plain.first, 0, 255.0f));
    const Question question = question_of(set_of(4, 2, Bytes{1, 2, 3, 4}));
    EXPECT_FALSE(picture_of(*question.first, 1, 255.0f));
    EXPECT_FALSE(picture_of(*question.first, -1, 255.0f));
    EXPECT_FALSE(pictures_of(question, {0, 1}));
    EXPECT_FALSE(pictures_of(plain, {0, 0}));
    EXPECT_FALSE(pictures_of(Question{}, {0, 0})) << "there is no data yet";
}

TEST(GreyPicture, of_a_pair_comes_with_the_difference) {
    const Question question = question_of(set_of(2, 2, Bytes{0, 255, 51, 102}));
    const auto pictures = pictures_of(question, {0, 1});
    ASSERT_TRUE(pictures);
    EXPECT_THAT(pictures->second.pixels, ElementsAre(FloatNear(0.2f, 1e-6f), FloatNear(0.4f, 1e-6f)));
    EXPECT_THAT(pictures->difference.pixels, ElementsAre(FloatNear(0.2f, 1e-6f), FloatNear(0.6f, 1e-6f)));
}

} // namespace
} // namespace pairscope::app
