// SPDX-License-Identifier: MIT
// Outputs of timed runs on turned data are compared with one that was judged.
#include "app/subjects/workshop/kept_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace pairscope::app::workshop {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::int64_t n = 37;

std::vector<float> matrix_of(const std::vector<float>& points) {
    std::vector<float> out;
    for (const float a : points)
        for (const float b : points) out.push_back(std::abs(a - b));
    return out;
}

std::vector<float> points_turned_by(std::int64_t turn) {
    std::vector<float> points;
    for (std::int64_t i = 0; i < n; ++i) {
        const std::int64_t from = (i + turn) % n;
        points.push_back(static_cast<float>(from * from));
    }
    return points;
}

TEST(KeptOutput, of_any_turn_is_recognised_and_another_one_is_not) {
    std::minstd_rand random(1);
    const std::vector<float> usual = matrix_of(points_turned_by(0));
    const KeptOutput kept({"distance_matrix", n, n, 2}, usual.data(), 5, random);
    EXPECT_THAT(kept.differs_from(usual.data()), IsEmpty());
    for (const std::int64_t turn : {std::int64_t{0}, std::int64_t{1}, std::int64_t{35}, std::int64_t{1} << 30}) {
        const std::vector<float> turned = matrix_of(points_turned_by(turned_by(turn, n)));
        EXPECT_THAT(kept.differs_from_turned(turned.data(), turn), IsEmpty()) << turn;
        EXPECT_THAT(kept.differs_from_turned(usual.data(), turn), HasSubstr("on other data has given another output"))
            << "an answer that was kept from the usual data";
    }
}

TEST(KeptOutput, turns_never_leave_vectors_where_they_are) {
    for (std::int64_t turn = 0; turn < 100; ++turn)
        for (const std::int64_t count : {2, 3, 37}) {
            EXPECT_GT(turned_by(turn, count), 0);
            EXPECT_LT(turned_by(turn, count), count);
        }
    EXPECT_EQ(turned_by(7, 1), 0);
}

} // namespace
} // namespace pairscope::app::workshop
