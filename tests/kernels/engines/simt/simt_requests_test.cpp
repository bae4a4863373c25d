// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/requests.h"

#include <gtest/gtest.h>

namespace pairscope::simt {
namespace {

constexpr std::uint64_t base = 0x10000000;

/// All lanes (or those of `mask`), lane k at base + address_of(k).
template <class AddressOf> Lanes lanes_at(AddressOf address_of, std::uint32_t mask = ~0u) {
    Lanes lanes{.mask = mask, .address = {}};
    for (int k = 0; k < warp_size; ++k) {
        lanes.address[static_cast<std::size_t>(k)] = base + static_cast<std::uint64_t>(address_of(k));
    }
    return lanes;
}
Lanes strided(int step, std::uint32_t mask = ~0u) {
    return lanes_at([=](int k) { return k * step; }, mask);
}

void expect_passes(const Lanes& lanes, int bytes, Wavefronts expected) {
    const Wavefronts found = wavefronts_of(lanes, bytes);
    EXPECT_EQ(found.modelled, expected.modelled);
    EXPECT_EQ(found.needed, expected.needed);
}

TEST(Wavefronts, four_byte_strides_conflict_as_the_textbook_says) {
    expect_passes(strided(4), 4, {1, 1});
    expect_passes(strided(2 * 4), 4, {2, 1});
    expect_passes(strided(4 * 4), 4, {4, 1});
    expect_passes(strided(32 * 4), 4, {32, 1});
    expect_passes(strided(33 * 4), 4, {1, 1});
    expect_passes(strided(-4), 4, {1, 1});
}

TEST(Wavefronts, one_word_for_all_lanes_is_one_pass_but_two_of_16_bytes) {
    for (const int bytes : {1, 2, 4, 8}) expect_passes(strided(0), bytes, {1, 1});
    expect_passes(strided(0), 16, {2, 2}); // the halves of the warp are never served together
    expect_passes(strided(0, 0x000000f0), 16, {1, 1});
}

TEST(Wavefronts, narrow_accesses_share_words) {
    expect_passes(strided(1), 1, {1, 1});
    expect_passes(strided(2), 2, {1, 1});
    expect_passes(strided(128), 1, {32, 1});
}

TEST(Wavefronts, wide_accesses_side_by_side_have_no_conflicts) {
    expect_passes(strided(8), 8, {2, 2});
    expect_passes(strided(16), 16, {4, 4});
}

TEST(Wavefronts, wide_accesses_with_a_gap_conflict_within_their_part_of_the_warp) {
    expect_passes(strided(16), 8, {4, 2});
    expect_passes(strided(32), 16, {8, 4});
    expect_passes(strided(33 * 8), 8, {2, 2});
}

TEST(Wavefronts, parts_that_fit_together_are_served_together) {
    expect_passes(lanes_at([](int k) { return k / 2 * 8; }), 8, {1, 1});
    expect_passes(lanes_at([](int k) { return k / 4 * 16; }), 16, {2, 2});
    expect_passes(lanes_at([](int k) { return k / 2 * 16; }), 16, {2, 2});
    expect_passes(strided(8, 0x0000ffff), 8, {1, 1});
    expect_passes(strided(16, 0x000000ff), 16, {1, 1});
    expect_passes(strided(16, 0x0000ffff), 16, {2, 2});
}

TEST(Wavefronts, wide_words_are_merged_only_where_neighbours_agree) {
    expect_passes(lanes_at([](int k) { return k < 6 ? 0 : 8; }), 8, {1, 1});
    expect_passes(lanes_at([](int k) { return k < 5 ? 0 : 8; }), 8, {2, 1});
}

TEST(Wavefronts, halves_of_a_warp_are_never_served_together_when_they_store_8_bytes) {
    const Lanes one_in_each_half = strided(80, 0x00100001);
    expect_passes(one_in_each_half, 8, {1, 1});
    EXPECT_EQ(wavefronts_of(one_in_each_half, 8, true).modelled, 2);
    EXPECT_EQ(wavefronts_of(one_in_each_half, 8, true).needed, 2);
    EXPECT_EQ(wavefronts_of(one_in_each_half, 4, true).modelled, 1);
    EXPECT_EQ(wavefronts_of(strided(8), 8, true).modelled, 2);
    EXPECT_EQ(wavefronts_of(strided(8, 0x0000ffff), 8, true).modelled, 1);
}

TEST(Wavefronts, never_fewer_than_needed) {
    for (const int bytes : {1, 2, 4, 8, 16}) {
        for (int step = 0; step <= 512; step += bytes) {
            for (const std::uint32_t mask : {~0u, 0x55555555u, 0x00ff00ffu, 1u}) {
                const Wavefronts found = wavefronts_of(strided(step, mask), bytes);
                EXPECT_GE(found.modelled, found.needed) << step << " " << bytes;
                EXPECT_GE(found.needed, 1);
            }
        }
    }
}

TEST(Sectors, neighbours_share_them) {
    EXPECT_EQ(sectors_of(strided(4), 4).sectors, 4);
    EXPECT_EQ(sectors_of(strided(8), 8).sectors, 8);
    EXPECT_EQ(sectors_of(strided(16), 16).sectors, 16);
    EXPECT_EQ(sectors_of(strided(0), 8).sectors, 1);
    EXPECT_EQ(sectors_of(strided(4096), 4).sectors, 32);
}

TEST(Sectors, a_warp_that_begins_inside_of_one_needs_one_more) {
    const Lanes lanes = lanes_at([](int k) { return k * 4 + 16; });
    EXPECT_EQ(sectors_of(lanes, 4).sectors, 5);
    EXPECT_EQ(sectors_of(lanes, 4).useful_bytes, 128);
}

TEST(Sectors, bytes_asked_for_twice_count_once) {
    EXPECT_EQ(sectors_of(strided(0), 4).useful_bytes, 4);
    EXPECT_EQ(sectors_of(strided(4), 8).useful_bytes, 132);
    EXPECT_EQ(sectors_of(lanes_at([](int k) { return (31 - k) * 4; }), 4).useful_bytes, 128);
    EXPECT_EQ(sectors_of(strided(64, 0x3), 4).useful_bytes, 8);
}

Lanes on_surface(
    int (*x_of)(int), int (*y_of)(int), bool (*inside)(int) = [](int) { return true; }) {
    Lanes lanes{.mask = ~0u, .address = {}};
    for (int k = 0; k < warp_size; ++k) {
        lanes.address[static_cast<std::size_t>(k)] = surface_address(x_of(k), y_of(k), inside(k));
    }
    return lanes;
}

TEST(SurfaceSectors, a_row_of_lanes_fills_half_of_each_sector) {
    const Lanes row = on_surface([](int k) { return k * 4; }, [](int) { return 6; });
    EXPECT_EQ(surface_sectors_of(row, 4).sectors, 8);
    EXPECT_EQ(surface_sectors_of(row, 4).useful_bytes, 128);
    const Lanes wide_row = on_surface([](int k) { return k * 16; }, [](int) { return 7; });
    EXPECT_EQ(surface_sectors_of(wide_row, 16).sectors, 32);
}

TEST(SurfaceSectors, lanes_by_sectors_fill_them) {
    const Lanes quads = on_surface([](int k) { return (k / 8 * 4 + k % 4) * 4; }, [](int k) { return k / 4 % 2; });
    EXPECT_EQ(surface_sectors_of(quads, 4).sectors, 4);
    const Lanes wide = on_surface([](int k) { return k / 2 * 16; }, [](int k) { return 2 + k % 2; });
    EXPECT_EQ(surface_sectors_of(wide, 16).sectors, 16);
    EXPECT_EQ(surface_sectors_of(wide, 16).useful_bytes, 512);
}

TEST(SurfaceSectors, rows_pair_up_from_an_even_one) {
    const Lanes odd = on_surface([](int k) { return k / 2 * 4; }, [](int k) { return 1 + k % 2; });
    EXPECT_EQ(surface_sectors_of(odd, 4).sectors, 8);
}

TEST(SurfaceSectors, texels_outside_touch_none) {
    const Lanes half = on_surface([](int k) { return k * 4; }, [](int) { return 0; }, [](int k) { return k < 16; });
    EXPECT_EQ(surface_sectors_of(half, 4).sectors, 4);
    EXPECT_EQ(surface_sectors_of(half, 4).useful_bytes, 64);
}

TEST(SurfaceSectors, places_survive_being_packed) {
    EXPECT_EQ(surface_offset(surface_address(12, 7, true)), (std::int64_t{7} << 32) | 12);
    EXPECT_EQ(surface_offset(surface_address(131072, 32768, false)), (std::int64_t{32768} << 32) | 131072);
    EXPECT_EQ(surface_offset(surface_address(-4, 7, false)), -1);
    EXPECT_EQ(surface_offset(surface_address(4, -1, false)), -1);
}

} // namespace
} // namespace pairscope::simt
