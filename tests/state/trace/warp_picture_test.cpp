// SPDX-License-Identifier: MIT
#include "app/subjects/trace/warp_picture.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using simt::AccessKind;

/// A request whose lanes ask for `bytes` each at start + lane * step.
struct Asked {
    AccessKind kind = AccessKind::global_store;
    int bytes = 4;
    std::int64_t start = 0, step = 4;

    [[nodiscard]] simt::TraceLine line() const {
        simt::TraceLine line;
        line.kind = kind;
        line.bytes_per_lane = bytes;
        return line;
    }
    [[nodiscard]] simt::WarpRequest request() const {
        simt::WarpRequest request;
        request.memory = "out";
        for (int lane = 0; lane < simt::warp_size; ++lane) request.offset[std::size_t(lane)] = start + lane * step;
        return request;
    }
    [[nodiscard]] WarpPicture picture() const { return warp_picture(request(), line()); }
    [[nodiscard]] std::string sentence() const { return told(request(), line()); }
};

std::int64_t used_bytes(const TouchedSector& sector) {
    return std::count_if(sector.lane.begin(), sector.lane.end(), [](auto lane) { return lane >= 0; });
}

TEST(WarpPicture, neighbouring_floats_fill_four_sectors) {
    const Asked asked{.start = 4096};
    const WarpPicture picture = asked.picture();
    ASSERT_EQ(picture.sectors.size(), 4u);
    for (const TouchedSector& sector : picture.sectors) EXPECT_EQ(used_bytes(sector), 32);
    EXPECT_EQ(picture.sectors.front().col, 128);
    EXPECT_EQ(picture.part[0], 0);
    EXPECT_EQ(picture.part[31], 3);
    EXPECT_EQ(asked.sentence(), "32 lanes touch 4 sectors of out and use every byte");
}

TEST(WarpPicture, a_row_per_lane_touches_a_sector_per_lane_and_uses_an_eighth_of_it) {
    const Asked asked{.step = 8192};
    EXPECT_EQ(asked.picture().sectors.size(), 32u);
    EXPECT_EQ(asked.sentence(),
              "32 lanes touch 32 sectors of out and use 128 of 1024 bytes, although 4 sectors would hold them");
}

TEST(WarpPicture, a_broadcast_is_one_sector_of_the_first_lane) {
    const WarpPicture picture = Asked{.kind = AccessKind::global_load, .bytes = 8, .start = 40, .step = 0}.picture();
    ASSERT_EQ(picture.sectors.size(), 1u);
    EXPECT_EQ(used_bytes(picture.sectors.front()), 8);
    EXPECT_EQ(picture.sectors.front().lane[8], 0);
    EXPECT_EQ(picture.sectors.front().lane[7], -1);
}

TEST(WarpPicture, lanes_that_take_no_part_have_no_place) {
    const Asked asked;
    simt::WarpRequest request = asked.request();
    for (std::size_t lane = 1; lane < request.offset.size(); ++lane) request.offset[lane] = -1;
    const WarpPicture picture = warp_picture(request, asked.line());
    EXPECT_EQ(picture.sectors.size(), 1u);
    EXPECT_EQ(picture.part[1], -1);
    EXPECT_EQ(told(request, asked.line()), "1 lane touches 1 sector of out and uses 4 of 32 bytes");
}

TEST(WarpPicture, sectors_of_a_texture_are_four_texels_wide_and_two_high) {
    Asked asked{.kind = AccessKind::surface_store};
    simt::WarpRequest request = asked.request();
    for (std::int64_t lane = 0; lane < simt::warp_size; ++lane) // 8 x 4 texels
        request.offset[std::size_t(lane)] = ((lane / 8) << 32) | (4 * (lane % 8));
    const WarpPicture picture = warp_picture(request, asked.line());
    ASSERT_EQ(picture.sectors.size(), 4u);
    for (const TouchedSector& sector : picture.sectors) EXPECT_EQ(used_bytes(sector), 32);
    EXPECT_EQ(picture.sectors.back().row, 1);
    EXPECT_EQ(picture.sectors.back().col, 1);
    EXPECT_EQ(told(request, asked.line()),
              "32 lanes touch 4 sectors of out, in 4 requests of 8 lanes, and use every byte");
}

TEST(WarpPicture, words_in_the_same_bank_stand_one_behind_the_other) {
    const WarpPicture conflict = Asked{.kind = AccessKind::shared_load, .step = 128}.picture();
    EXPECT_EQ(conflict.tallest_bank(), 32u);
    EXPECT_EQ(conflict.part[5], 5);
    const WarpPicture free = Asked{.kind = AccessKind::shared_load, .step = 4}.picture();
    EXPECT_EQ(free.tallest_bank(), 1u);
    const WarpPicture broadcast = Asked{.kind = AccessKind::shared_load, .step = 0}.picture();
    EXPECT_EQ(broadcast.tallest_bank(), 1u);
    EXPECT_TRUE(broadcast.banks[1].empty());
    const Asked wide{.kind = AccessKind::shared_load, .bytes = 8, .step = 8};
    EXPECT_EQ(wide.picture().tallest_bank(), 2u);
    EXPECT_EQ(wide.picture().free_words, 2) << "8 bytes a lane take two turns in any layout";
}

TEST(WarpPicture, a_lane_has_its_thread_in_the_block) {
    simt::Trace trace;
    trace.launches = {{.block = {16, 8, 1}}};
    trace.chosen_warp = 1;
    EXPECT_EQ(thread_of(trace, 0), (simt::Index3{0, 2, 0}));
    EXPECT_EQ(thread_of(trace, 31), (simt::Index3{15, 3, 0}));
}

} // namespace
} // namespace pairscope::app
