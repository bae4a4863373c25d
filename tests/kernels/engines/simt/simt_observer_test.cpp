// SPDX-License-Identifier: MIT
// Bounds, alignment and counting. Threads run one after another, as in the executor.
#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/access_words.h"
#include "kernels/engines/simt/memory/variables.h"
#include "tests/kernels/observed_block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace pairscope::simt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Bounds, say_which_argument_was_left_and_by_how_much) {
    ObservedBlock block;
    EXPECT_TRUE(block.load(0, line_1, points_at + points_bytes - 8, 8));
    EXPECT_FALSE(block.load(0, line_1, points_at + points_bytes, 8));
    EXPECT_FALSE(block.store(0, line_2, out_at - 4));
    EXPECT_FALSE(block.load(0, line_3, dynamic_at + shared_bytes + 12));
    EXPECT_FALSE(block.atomic(0, line_4, points_at + points_bytes + 1'000'000, 4));
    EXPECT_THAT(
        told(*block.end()),
        ElementsAre("out of bounds: reads 8 bytes at byte 4096 of points, but points has only 4096 bytes",
                    "out of bounds: writes 4 bytes at an address 4 bytes before the beginning of out",
                    "out of bounds: reads 4 bytes at byte 4108 of dynamic shared memory, but dynamic shared memory has "
                    "only 4096 bytes",
                    "out of bounds: updates 4 bytes at byte 1004096 of points, but points has only 4096 bytes"));
}

TEST(Bounds, an_access_that_straddles_an_end_is_outside) {
    ObservedBlock block;
    EXPECT_FALSE(block.load(0, line_1, points_at + points_bytes - 4, 8));
    EXPECT_THAT(told(*block.end()), ElementsAre("out of bounds: reads 8 bytes at byte 4092 of points, but points has "
                                                "only 4096 bytes"));
}

TEST(Bounds, null_and_far_away_addresses_are_told_as_what_they_are) {
    ObservedBlock block;
    EXPECT_FALSE(block.load(0, line_1, 16));
    EXPECT_FALSE(block.load(0, line_2, std::uintptr_t{1} << 46));
    EXPECT_THAT(told(*block.end()),
                ElementsAre("out of bounds: reads 4 bytes at address 0x10, a null pointer",
                            "out of bounds: reads 4 bytes at address 0x400000000000, far from everything that the "
                            "kernel was given"));
}

TEST(Bounds, arguments_that_may_only_be_read_refuse_stores) {
    ObservedBlock block;
    EXPECT_FALSE(block.store(0, line_1, points_at + 16));
    EXPECT_THAT(told(*block.end()),
                ElementsAre("out of bounds: writes 4 bytes at byte 16 of points, which may only be read"));
}

TEST(Bounds, constants_of_the_program_may_be_read) {
    static constexpr std::array<int, 2> table{1, 2};
    const auto address = reinterpret_cast<std::uintptr_t>(table.data());
    ObservedBlock block;
    EXPECT_TRUE(block.load(0, line_1, address));
    EXPECT_FALSE(block.store(0, line_2, address));
    const auto observed = block.end();
    EXPECT_EQ(observed->findings.size(), 1u);
    EXPECT_TRUE(observed->sites.empty());
}

TEST(Bounds, an_unsigned_index_below_zero_is_told) {
    ObservedBlock block;
    EXPECT_FALSE(block.load(0, line_1, points_at + 0xffffffffull * 4));
    EXPECT_FALSE(block.load(0, line_2, points_at + 0xfffffffdull * 8 + 4)); // the second member of a vector
    EXPECT_THAT(told(*block.end()),
                ElementsAre("out of bounds: reads 4 bytes at points[4294967295], which is 2^32 - 1: an unsigned index "
                            "fell below zero",
                            "out of bounds: reads 4 bytes at points[4294967293], which is 2^32 - 3: an unsigned index "
                            "fell below zero"));
}

TEST(Bounds, of_variables_are_those_of_the_symbol_table) {
    const std::vector<GlobalRange> device{{"histogram", 0x50000000, 0x50000040, false, nullptr}};
    const std::vector<SharedVariable> shared{{"tile", "", 0, 256}, {"sums", "", 384, 400}};
    MemoryMap memory = sample_memory();
    memory.device_variables = device;
    memory.shared_variables = shared;
    ObservedBlock block({}, {64, 1, 1}, memory);
    EXPECT_TRUE(block.atomic(0, line_1, 0x5000003c));
    EXPECT_FALSE(block.atomic(0, line_2, 0x50000040));
    EXPECT_TRUE(block.store(0, line_1, static_at + 252));
    EXPECT_FALSE(block.store(0, line_3, static_at + 256));
    EXPECT_FALSE(block.store(0, line_4, static_at + 380));
    const auto observed = block.end();
    EXPECT_EQ(observed->sites[0].kind, AccessKind::global_atomic);
    EXPECT_THAT(told(*observed),
                ElementsAre("out of bounds: updates 4 bytes at byte 64 of histogram, but histogram has only 64 bytes",
                            "out of bounds: writes 4 bytes at byte 256 of tile, but tile has only 256 bytes",
                            "out of bounds: writes 4 bytes at an address 4 bytes before the beginning of sums"));
}

TEST(Variables, have_the_names_of_the_source) {
    EXPECT_EQ(name_in_source("_ZZN9specimens6kernelEPfiE4tile"), "tile");
    EXPECT_EQ(name_in_source("_ZN9specimensL9histogramE"), "histogram");
    EXPECT_EQ(name_in_source("counter"), "counter");
}

TEST(ArrayIndex, belongs_to_the_array_whose_element_the_access_would_be) {
    EXPECT_THAT(extents_of("'float [16][17]'"), ElementsAre(16, 17));
    const SharedVariable a{"a", "_ZZ4testvE1a", 0, 512}, b{"b", "_ZZ4testvE1b", 512, 1024};
    const std::vector<SharedVariable> both{a, b};
    EXPECT_EQ(candidates(both, "_Z4testv.constprop.0", {.index = 128, .extents = {128}, .element_bytes = 4}).size(),
              2u);
    EXPECT_THAT(candidates(both, "_Z5otherv", {.index = 128, .extents = {128}, .element_bytes = 4}), IsEmpty());
    const OutsideIndex behind_a{.index = 128, .extents = {128}, .element_bytes = 4};
    EXPECT_TRUE(matched(a, behind_a, 512));
    EXPECT_FALSE(matched(b, behind_a, 512));
    EXPECT_TRUE(matched(b, {.index = -1, .extents = {128}, .element_bytes = 4}, 508));
    const auto of_vectors = matched(b, {.index = 16, .extents = {16}}, 512 + 128 + 4); // the second member
    ASSERT_TRUE(of_vectors);
    EXPECT_EQ(of_vectors->element_bytes, 8);
    EXPECT_EQ(describe(*of_vectors, &b),
              "uses index 16 in a row of the shared array b, whose rows have 16 elements (0 to 15)");
}

TEST(Alignment, every_width_wants_its_own) {
    ObservedBlock block;
    for (const int bytes : {2, 4, 8, 16}) {
        EXPECT_TRUE(block.load(0, line_1, points_at + static_cast<unsigned>(bytes), bytes));
        EXPECT_FALSE(block.load(0, line_2, points_at + static_cast<unsigned>(bytes) / 2, bytes));
        EXPECT_FALSE(block.store(0, line_3, dynamic_at + static_cast<unsigned>(bytes) / 2, bytes));
    }
    const auto observed = block.end();
    ASSERT_EQ(observed->findings.size(), 2u);
    EXPECT_EQ(observed->findings[0].kind, FindingKind::misaligned);
    EXPECT_EQ(observed->findings[0].count, 4);
    EXPECT_EQ(observed->findings[0].told, "reads 2 bytes at byte 1 of points, an address that is not a multiple of 2");
}

TEST(GlobalMemory, words_that_nobody_wrote_are_told) {
    ObservedBlock block;
    EXPECT_TRUE(block.load(0, line_1, points_at));
    EXPECT_TRUE(block.store(0, line_2, out_at + 16, 8));
    block.observer().block_barrier();
    EXPECT_TRUE(block.load(1, line_2, out_at + 20));
    EXPECT_TRUE(block.load(1, line_3, out_at + 16, 16));
    EXPECT_TRUE(block.atomic(1, line_4, out_at + 64));
    EXPECT_THAT(told(*block.end()),
                ElementsAre("uninitialised read: reads 16 bytes at byte 16 of out, which nobody has written",
                            "uninitialised read: updates 4 bytes at byte 64 of out, which nobody has written"));
}

TEST(Surfaces, are_followed_and_never_left) {
    std::array<float, 16 * 64> texels{};
    const SurfaceMemory surface{"out", reinterpret_cast<std::byte*>(texels.data()), 16, 64,
                                4,     std::make_shared<WrittenWords>(16 * 64)};
    ObservedBlock block({.chosen_block = 0}, {32, 1, 1});
    const auto touch = [&](std::uintptr_t pc, int x, int y, Operation operation) {
        for (int t = 0; t < 32; ++t) block.observer().surface_access({t, pc}, surface, x + t * 4, y, 4, operation);
    };
    touch(line_1, 0, 0, Operation::store);
    touch(line_2, 192, 15, Operation::store); // half of it lies outside
    touch(line_3, -64, -1, Operation::store); // all
    touch(line_1, 0, 0, Operation::load);     // written
    touch(line_4, 0, 1, Operation::load);     // not written
    const auto observed = block.end();
    EXPECT_THAT(told(*observed), ElementsAre("uninitialised read: reads 4 bytes at byte column 0 of row 1 of out, "
                                             "which nobody has written"));
    EXPECT_EQ(site_at(*observed, line_1).sectors, 8);
    EXPECT_EQ(site_at(*observed, line_2).sectors, 4);
    EXPECT_EQ(site_at(*observed, line_2).lanes, 32);
    EXPECT_EQ(site_at(*observed, line_3).sectors, 0);
    ASSERT_EQ(observed->requests.size(), 5u);
    EXPECT_EQ(observed->requests[1].memory, "out");
    EXPECT_EQ(observed->requests[1].texel_bytes, 4);
    EXPECT_EQ(observed->requests[1].offset[31], (std::int64_t{15} << 32) | (192 + 31 * 4));
    EXPECT_EQ(observed->requests[2].offset[0], -1);
}

TEST(Requests, are_the_accesses_of_a_warp_at_one_place) {
    ObservedBlock block;
    for (int t = 0; t < 64; ++t) {
        for (unsigned k = 0; k < 3; ++k) {
            EXPECT_TRUE(block.load(t, line_1, points_at + k * 8, 8));
            EXPECT_TRUE(block.store(t, line_2, out_at + k * 256 + static_cast<unsigned>(t) * 4));
        }
    }
    const auto observed = block.end();
    const ObservedSite load = site_at(*observed, line_1), store = site_at(*observed, line_2);
    EXPECT_EQ(load.requests, 6);
    EXPECT_EQ(load.sectors, 6);
    EXPECT_EQ(load.useful_bytes, 6 * 8);
    EXPECT_EQ(store.requests, 6);
    EXPECT_EQ(store.lanes, 6 * 32);
    EXPECT_EQ(store.sectors, 6 * 4);
    EXPECT_EQ(store.useful_bytes, 6 * 128);
    EXPECT_EQ(store.wavefronts, 0);
}

TEST(Requests, lanes_with_different_trip_counts_are_matched_by_occurrence) {
    ObservedBlock block({}, {32, 1, 1});
    for (int t = 0; t < 32; ++t) {
        for (int k = 0; k <= t; ++k)
            EXPECT_TRUE(block.load(t, line_1, points_at + static_cast<unsigned>(32 * k + t) * 4));
    }
    const auto observed = block.end();
    EXPECT_EQ(site_at(*observed, line_1).requests, 32);
    EXPECT_EQ(site_at(*observed, line_1).lanes, 32 * 33 / 2);
    EXPECT_EQ(site_at(*observed, line_1).sectors, 8 * (4 + 3 + 2 + 1)); // each time one lane fewer
}

TEST(Requests, occurrences_are_counted_anew_behind_a_barrier) {
    ObservedBlock block({}, {32, 1, 1});
    EXPECT_TRUE(block.load(0, line_1, points_at)); // only lane 0 comes here before the barrier
    block.observer().block_barrier();
    for (int t = 0; t < 32; ++t) EXPECT_TRUE(block.load(t, line_1, points_at + static_cast<unsigned>(t) * 4));
    const auto observed = block.end();
    EXPECT_EQ(site_at(*observed, line_1).requests, 2);
    EXPECT_EQ(site_at(*observed, line_1).sectors, 1 + 4);
}

TEST(Requests, warps_with_very_many_are_counted_alike) {
    ObservedBlock block({}, {128, 1, 1});
    for (int t = 0; t < 128; ++t) {
        for (unsigned k = 0; k < 20'000; ++k) EXPECT_TRUE(block.load(t, line_1, points_at + k % 1024 * 4));
    }
    EXPECT_EQ(site_at(*block.end(), line_1).requests, 4 * 20'000);
}

TEST(Requests, one_place_may_reach_several_memories) {
    ObservedBlock block({}, {32, 1, 1});
    for (int t = 0; t < 32; ++t) {
        EXPECT_TRUE(block.store(t, line_1, out_at + static_cast<unsigned>(t) * 128));
        EXPECT_TRUE(block.store(t, line_1, dynamic_at + static_cast<unsigned>(t) * 128));
    }
    const auto observed = block.end();
    ASSERT_EQ(observed->sites.size(), 2u);
    EXPECT_EQ(observed->sites[0].sectors, 32);
    EXPECT_EQ(observed->sites[1].kind, AccessKind::shared_store);
    EXPECT_EQ(observed->sites[1].wavefronts, 32);
    EXPECT_EQ(observed->sites[1].needed, 1);
    EXPECT_EQ(observed->sites[1].useful_bytes, 128);
}

TEST(Requests, a_large_struct_is_moved_in_pieces) {
    ObservedBlock block({}, {32, 1, 1});
    for (int t = 0; t < 32; ++t) EXPECT_TRUE(block.load(t, line_1, points_at + static_cast<unsigned>(t) * 48, 48));
    for (int t = 0; t < 32; ++t) EXPECT_TRUE(block.load(t, line_2, points_at + static_cast<unsigned>(t) * 12, 12));
    const auto observed = block.end();
    EXPECT_EQ(site_at(*observed, line_1).bytes, 16);
    EXPECT_EQ(site_at(*observed, line_1).requests, 3);
    EXPECT_EQ(site_at(*observed, line_2).bytes, 4);
    EXPECT_EQ(site_at(*observed, line_2).requests, 3);
}

TEST(Requests, a_struct_is_moved_in_pieces_that_its_alignment_allows_wherever_it_lies) {
    EXPECT_EQ(piece_of_struct(0x1000, 20), 4) << "a size is a multiple of the alignment";
    EXPECT_EQ(piece_of_struct(0x1004, 20), 4);
    EXPECT_EQ(piece_of_struct(0x1000, 24), 8);
    EXPECT_EQ(piece_of_struct(0x1004, 24), 4);
    EXPECT_EQ(piece_of_struct(0x1000, 48), 16);
    // The compiler announces these as structs only if their alignment is smaller.
    EXPECT_EQ(piece_of_struct(0x1000, 8), 4);
    EXPECT_EQ(piece_of_struct(0x1000, 16), 4);
    EXPECT_EQ(piece_of_struct(0x1000, 2), 1);
}

TEST(Findings, keep_the_first_of_the_grid_and_count_the_rest) {
    ObservedBlock block({}, {8, 4, 2});
    block.begin(5);
    EXPECT_FALSE(block.load(43, line_1, points_at + points_bytes));
    block.observer().end_block();
    block.begin(2);
    EXPECT_FALSE(block.load(63, line_1, points_at + points_bytes));
    EXPECT_FALSE(block.load(43, line_1, points_at + points_bytes + 4));
    EXPECT_FALSE(block.load(44, line_1, points_at + points_bytes));
    const auto observed = block.end();
    ASSERT_EQ(observed->findings.size(), 1u);
    EXPECT_EQ(observed->findings[0].count, 4);
    EXPECT_EQ(observed->findings[0].block, (Index3{2, 0, 0}));
    EXPECT_EQ(observed->findings[0].thread, (Index3{3, 1, 1}));
    EXPECT_EQ(observed->findings[0].told, "reads 4 bytes at byte 4100 of points, but points has only 4096 bytes");
}

[[gnu::noinline]] std::uintptr_t caller() { return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)); }

/// A place in this file, as if a hook had been called there: two addresses, one line.
constexpr int line_of_the_place = __LINE__ + 2;
template <int Copy> [[gnu::noinline]] std::uintptr_t place_in_this_file() {
    std::uintptr_t address = caller();
    asm volatile("" : "+r"(address) : "i"(Copy)); // else the call becomes a jump, and the two become one
    return address;
}

TEST(Finish, merges_by_line_and_scales_counts_but_not_findings) {
    const std::uintptr_t first = place_in_this_file<0>(), second = place_in_this_file<1>();
    ASSERT_NE(first, second);
    std::vector<std::shared_ptr<Observed>> parts;
    for (const std::uintptr_t pc : {first, second}) {
        parts.push_back(std::make_shared<Observed>());
        parts.back()->scale = pc == first ? 2.5 : 1.0;
        parts.back()->sites.push_back({.pc = pc,
                                       .kind = AccessKind::global_load,
                                       .bytes = 8,
                                       .requests = 2,
                                       .lanes = 64,
                                       .sectors = 16,
                                       .useful_bytes = 512});
        parts.back()->requests.push_back({.line = 0, .memory = "points"});
        const int block = pc == first ? 7 : 3;
        parts.back()->findings.push_back({.kind = FindingKind::misaligned,
                                          .pc = pc,
                                          .linear_block = block,
                                          .block = {static_cast<unsigned>(block), 0, 0},
                                          .told = "reads",
                                          .count = 10});
    }
    Trace trace;
    finish(trace, std::move(parts));
    ASSERT_EQ(trace.lines.size(), 1u);
    EXPECT_EQ(trace.lines[0].requests, 7.0);
    EXPECT_EQ(totals(trace, AccessKind::global_load).sectors, 56.0);
    EXPECT_EQ(totals(trace, AccessKind::global_store).sectors, 0.0);
    ASSERT_EQ(trace.warp.size(), 2u);
    EXPECT_EQ(trace.warp[1].line, 0u);
    if (source_of(first).file.empty()) GTEST_SKIP() << "the tests were built without line information";
    EXPECT_EQ(trace.lines[0].file, "tests/kernels/engines/simt/simt_observer_test.cpp");
    EXPECT_EQ(trace.lines[0].line, line_of_the_place);
    ASSERT_EQ(trace.findings.size(), 1u);
    EXPECT_EQ(trace.findings[0].count, 20);
    EXPECT_EQ(trace.findings[0].block, (Index3{3, 0, 0}));
}

TEST(Finish, without_line_information_findings_still_say_something) {
    auto part = std::make_shared<Observed>();
    part->findings.push_back({.kind = FindingKind::out_of_bounds, .pc = 16, .told = "reads 4 bytes at out - 4"});
    part->findings.push_back({.kind = FindingKind::out_of_bounds, .pc = 32, .told = "reads 4 bytes at out - 8"});
    Trace trace;
    finish(trace, {part});
    ASSERT_EQ(trace.findings.size(), 2u); // two places stay two
    EXPECT_EQ(describe(trace.findings[0]), "no line information: the program was stripped: out of bounds: block (0, 0, "
                                           "0), thread (0, 0, 0) reads 4 bytes at out - 4");
}

TEST(Symbols, prefer_the_kernel_to_what_it_uses) {
    const SourceLine shim{"kernels/engines/simt/shim/vector_types.h", 20}, target{"kernels/matrix/target.cuh", 30};
    const SourceLine kernel{"kernels/workloads/distance_matrix/ladder/coalesced.cu", 12},
        system{"/usr/include/c++/12/cmath", 5};
    EXPECT_EQ(chosen_frame({shim, target, kernel}), kernel);
    EXPECT_EQ(chosen_frame({system, shim, target}), target);
    EXPECT_EQ(chosen_frame({system}), system);
    EXPECT_EQ(chosen_frame({}), SourceLine{});
}

TEST(Symbols, paths_begin_at_the_repository) {
    EXPECT_EQ(in_repository("/home/kernels/pairscope/kernels/engines/simt/hooks.cpp"),
              "kernels/engines/simt/hooks.cpp");
    EXPECT_EQ(in_repository("./kernels/workloads/a/ladder/b.cu"), "kernels/workloads/a/ladder/b.cu");
    EXPECT_EQ(in_repository("/x/tests/kernels/specimens/race.cu"), "tests/kernels/specimens/race.cu");
    EXPECT_EQ(in_repository("kernels/matrix/target.cuh"), "kernels/matrix/target.cuh");
    EXPECT_EQ(in_repository("/usr/include/math.h"), "/usr/include/math.h");
}

} // namespace
} // namespace pairscope::simt
