// SPDX-License-Identifier: MIT
// Shared memory: who may touch what when. Threads run one after another between barriers, as in the executor.
#include "tests/kernels/observed_block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::simt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int threads = 64;

std::uintptr_t word(int i) { return dynamic_at + static_cast<std::uintptr_t>(i) * 4; }

TEST(SharedMemory, a_tile_that_is_filled_then_read_behind_a_barrier_is_fine) {
    ObservedBlock block;
    for (int round = 0; round < 3; ++round) {
        for (int t = 0; t < threads; ++t) EXPECT_TRUE(block.store(t, line_1, word(t)));
        block.observer().block_barrier();
        for (int t = 0; t < threads; ++t) {
            for (int i = 0; i < threads; ++i) EXPECT_TRUE(block.load(t, line_2, word(i)));
        }
        block.observer().block_barrier();
    }
    EXPECT_THAT(told(*block.end()), IsEmpty());
}

TEST(SharedMemory, a_missing_barrier_behind_the_stores_is_a_race) {
    ObservedBlock block;
    for (int t = 0; t < threads; ++t) {
        EXPECT_TRUE(block.store(t, line_1, word(t)));
        EXPECT_TRUE(block.load(t, line_2, word((t + threads - 1) % threads)));
    }
    const auto observed = block.end();
    // Thread 0 comes before anybody has written what it reads; the store of thread 63 then meets that read.
    EXPECT_THAT(
        told(*observed),
        ElementsAre("shared-memory race: writes 4 bytes at byte 252 of dynamic shared memory, which thread (0, 0, 0) "
                    "read, with no barrier in between",
                    "uninitialised read: reads 4 bytes at byte 252 of dynamic shared memory, which no thread of the "
                    "block has written",
                    "shared-memory race: reads 4 bytes at byte 0 of dynamic shared memory, which thread (0, 0, 0) "
                    "wrote, with no barrier in between"));
    EXPECT_EQ(observed->findings[2].count, threads - 1);
}

TEST(SharedMemory, a_missing_barrier_behind_the_loads_is_a_race) {
    ObservedBlock block;
    for (int t = 0; t < threads; ++t) EXPECT_TRUE(block.store(t, line_1, word(t)));
    block.observer().block_barrier();
    for (int t = 0; t < threads; ++t) {
        for (int i = 0; i < threads; ++i) EXPECT_TRUE(block.load(t, line_2, word(i)));
        EXPECT_TRUE(block.store(t, line_3, word(t)));
    }
    const auto observed = block.end();
    ASSERT_EQ(observed->findings.size(), 2u);
    EXPECT_EQ(observed->findings[0].kind, FindingKind::shared_race);
}

TEST(SharedMemory, of_several_readers_one_that_races_is_named) {
    ObservedBlock block;
    EXPECT_TRUE(block.store(0, line_1, word(0)));
    block.observer().block_barrier();
    EXPECT_TRUE(block.load(0, line_2, word(0)));
    EXPECT_TRUE(block.load(40, line_2, word(0)));
    EXPECT_TRUE(block.store(40, line_3, word(0)));
    EXPECT_THAT(
        told(*block.end()),
        ElementsAre("shared-memory race: writes 4 bytes at byte 0 of dynamic shared memory, which thread (0, 0, 0) "
                    "read, with no barrier in between"));
    block.begin(1);
    for (const int reader : {0, 1, 40}) EXPECT_TRUE(block.load(reader, line_2, word(0)));
    EXPECT_TRUE(block.store(0, line_3, word(0))); // neither itself nor a lane that it may have met
    EXPECT_EQ(block.end()->findings.back().told,
              "writes 4 bytes at byte 0 of dynamic shared memory, which thread (40, 0, 0) "
              "read, with no barrier in between");
}

TEST(SharedMemory, the_padding_of_a_struct_need_not_be_written) {
    ObservedBlock block;
    const auto write_members = [&](std::uintptr_t at) { // { char; float; short } of 12 bytes
        EXPECT_TRUE(block.store(0, line_1, at, 1));
        EXPECT_TRUE(block.store(0, line_1, at + 4, 4));
        EXPECT_TRUE(block.store(0, line_1, at + 8, 2));
    };
    write_members(word(0));
    write_members(word(3));
    EXPECT_TRUE(block.load(0, line_2, word(0), 8));
    EXPECT_TRUE(block.load(0, line_2, word(2), 4));
    EXPECT_TRUE(block.load(0, line_2, word(0), 24));
    EXPECT_THAT(told(*block.observer().take()), IsEmpty());
    EXPECT_TRUE(block.load(0, line_3, word(0) + 2, 1));
    EXPECT_TRUE(block.store(0, line_1, word(6)));
    EXPECT_TRUE(block.load(0, line_3, word(6), 8)); // the second half is nobody's
    const auto observed = block.end();
    ASSERT_EQ(observed->findings.size(), 1u);
    EXPECT_EQ(observed->findings[0].count, 2);
}

TEST(SharedMemory, two_stores_to_one_word_are_a_race_and_to_its_bytes_are_not) {
    ObservedBlock block;
    EXPECT_TRUE(block.store(0, line_1, word(0), 4));
    EXPECT_TRUE(block.store(1, line_2, word(0), 4));
    EXPECT_EQ(block.end()->findings.size(), 1u);

    block.begin(1);
    for (int t = 0; t < threads; ++t) EXPECT_TRUE(block.store(t, line_1, dynamic_at + static_cast<unsigned>(t), 1));
    EXPECT_THAT(told(*block.end()), IsEmpty());

    block.begin(2);
    EXPECT_TRUE(block.store(0, line_1, word(0), 8));
    EXPECT_TRUE(block.store(1, line_2, word(1) + 3, 1));
    EXPECT_EQ(block.end()->findings.size(), 1u);
}

TEST(SharedMemory, bytes_keep_the_history_of_their_word) {
    ObservedBlock block;
    EXPECT_TRUE(block.store(0, line_1, word(5)));
    EXPECT_TRUE(block.load(1, line_2, word(5) + 1, 1)); // the first access to part of a word
    EXPECT_TRUE(block.load(0, line_3, word(6) + 1, 1));
    const auto observed = block.end();
    ASSERT_EQ(observed->findings.size(), 2u);
    EXPECT_EQ(observed->findings[0].kind, FindingKind::shared_race);
    EXPECT_EQ(observed->findings[1].kind, FindingKind::uninitialised_read);
}

TEST(SharedMemory, a_reduction_in_a_warp_needs_only_the_warps_barriers) {
    ObservedBlock block;
    for (int t = 0; t < 32; ++t) EXPECT_TRUE(block.store(t, line_1, word(t)));
    for (int half = 16; half > 0; half /= 2) {
        block.observer().warp_barrier(0, ~0u);
        for (int t = 0; t < half; ++t) EXPECT_TRUE(block.load(t, line_2, word(t + half)));
        for (int t = 0; t < half; ++t) EXPECT_TRUE(block.store(t, line_3, word(t)));
    }
    for (int t = 32; t < threads; ++t) EXPECT_TRUE(block.store(t, line_1, word(t)));
    EXPECT_THAT(told(*block.end()), IsEmpty());
}

TEST(SharedMemory, a_reduction_in_a_warp_without_its_barriers_is_a_race) {
    ObservedBlock block;
    for (int t = 0; t < 32; ++t) {
        EXPECT_TRUE(block.store(t, line_1, word(t)));
        EXPECT_TRUE(block.load(t, line_2, word(t ^ 1)));
    }
    EXPECT_GE(block.end()->findings.size(), 2u);
}

TEST(SharedMemory, a_warps_barrier_orders_no_other_warp) {
    ObservedBlock block;
    EXPECT_TRUE(block.store(0, line_1, word(0)));
    block.observer().warp_barrier(0, ~0u);
    block.observer().warp_barrier(1, ~0u);
    EXPECT_TRUE(block.load(32, line_2, word(0)));
    EXPECT_EQ(block.end()->findings.size(), 1u);
}

TEST(SharedMemory, the_barrier_of_half_a_warp_orders_that_half) {
    ObservedBlock block;
    for (int t = 0; t < 32; ++t) EXPECT_TRUE(block.store(t, line_1, word(t)));
    block.observer().warp_barrier(0, 0xffff);
    for (int t = 0; t < 16; ++t) EXPECT_TRUE(block.load(t, line_2, word(15 - t)));
    EXPECT_THAT(told(*block.observer().take()), IsEmpty());
    EXPECT_TRUE(block.load(0, line_3, word(16)));
    EXPECT_EQ(block.end()->findings.size(), 1u);
}

TEST(SharedMemory, order_passes_on_through_a_third_lane) {
    ObservedBlock block;
    EXPECT_TRUE(block.store(0, line_1, word(0)));
    block.observer().warp_barrier(0, 0b011);
    block.observer().warp_barrier(0, 0b110);
    EXPECT_TRUE(block.load(2, line_2, word(0))); // lane 2 met lane 1, which had met lane 0
    EXPECT_THAT(told(*block.end()), IsEmpty());
    block.begin(1);
    EXPECT_TRUE(block.store(0, line_1, word(0)));
    block.observer().warp_barrier(0, 0b110);
    block.observer().warp_barrier(0, 0b011);
    EXPECT_TRUE(block.load(2, line_2, word(0)));
    EXPECT_EQ(block.end()->findings.size(), 1u);
}

TEST(SharedMemory, the_last_warp_of_a_block_may_be_short) {
    ObservedBlock block({}, {40, 1, 1});
    for (int t = 32; t < 40; ++t) EXPECT_TRUE(block.store(t, line_1, word(t)));
    block.observer().warp_barrier(1, 0xff);
    for (int t = 32; t < 40; ++t) EXPECT_TRUE(block.load(t, line_2, word(71 - t)));
    EXPECT_THAT(told(*block.end()), IsEmpty());
}

TEST(SharedMemory, atomics_race_with_plain_accesses_only) {
    ObservedBlock block;
    EXPECT_TRUE(block.store(0, line_1, word(0)));
    block.observer().block_barrier();
    for (int t = 0; t < threads; ++t) EXPECT_TRUE(block.atomic(t, line_2, word(0)));
    EXPECT_TRUE(block.load(3, line_3, word(0)));
    const auto observed = block.end();
    EXPECT_THAT(told(*observed),
                ElementsAre("shared-memory race: reads 4 bytes at byte 0 of dynamic shared memory, which "
                            "thread (63, 0, 0) updated, with no barrier in between"));
    EXPECT_EQ(observed->findings[0].thread, (Index3{3, 0, 0}));
}

TEST(SharedMemory, of_several_atomics_each_races_with_a_plain_store) {
    ObservedBlock block;
    EXPECT_TRUE(block.store(0, line_1, word(0)));
    block.observer().block_barrier();
    for (int t = 0; t < threads; ++t) EXPECT_TRUE(block.atomic(t, line_2, word(0)));
    EXPECT_TRUE(block.store(threads - 1, line_3, word(0))); // it made the last atomic, too
    const auto observed = block.end();
    ASSERT_EQ(observed->findings.size(), 1u);
    EXPECT_THAT(observed->findings[0].told, ::testing::HasSubstr("thread (31, 0, 0) updated"));

    // The barrier of its warp orders the store after the atomics of the warp, and not after those of the other warp.
    block.begin(1);
    EXPECT_TRUE(block.store(0, line_1, word(0)));
    block.observer().block_barrier();
    EXPECT_TRUE(block.atomic(0, line_2, word(0)));
    EXPECT_TRUE(block.atomic(40, line_2, word(0)));
    EXPECT_TRUE(block.atomic(41, line_2, word(0)));
    block.observer().warp_barrier(1, ~0u);
    EXPECT_TRUE(block.store(41, line_3, word(0)));
    const auto second = block.end();
    ASSERT_EQ(second->findings.size(), 1u);
    EXPECT_THAT(second->findings[0].told, ::testing::HasSubstr("thread (0, 0, 0) updated"));

    block.begin(2);
    EXPECT_TRUE(block.store(32, line_1, word(0)));
    block.observer().block_barrier();
    for (int t = 32; t < 64; ++t) EXPECT_TRUE(block.atomic(t, line_2, word(0)));
    block.observer().warp_barrier(1, ~0u);
    EXPECT_TRUE(block.store(63, line_3, word(0)));
    EXPECT_THAT(told(*block.end()), IsEmpty());
}

TEST(SharedMemory, bytes_keep_the_atomics_of_their_word) {
    ObservedBlock block;
    EXPECT_TRUE(block.store(0, line_1, word(1)));
    block.observer().block_barrier();
    EXPECT_TRUE(block.atomic(0, line_2, word(1)));
    EXPECT_TRUE(block.atomic(1, line_2, word(1)));
    EXPECT_TRUE(block.store(5, line_1, word(9), 1)); // the first access to part of a word
    EXPECT_TRUE(block.store(1, line_3, word(1)));
    const auto observed = block.end();
    ASSERT_EQ(observed->findings.size(), 1u);
    EXPECT_EQ(observed->findings[0].pc, line_3);
}

TEST(SharedMemory, threads_may_store_the_same_value) {
    ObservedBlock block;
    for (int t = 0; t < threads; ++t) EXPECT_TRUE(block.store_value(t, line_1, word(0), 7));
    block.observer().block_barrier();
    EXPECT_TRUE(block.load(3, line_2, word(0)));
    EXPECT_THAT(told(*block.end()), IsEmpty());
    block.begin(1);
    for (const std::uint32_t t : {0u, 1u, 2u}) EXPECT_TRUE(block.store_value(int(t), line_1, word(0), t == 2 ? 8 : 7));
    const auto observed = block.end(); // the last store is judged, too
    ASSERT_EQ(observed->findings.size(), 1u);
    EXPECT_EQ(observed->findings[0].thread, (Index3{2, 0, 0}));
    block.begin(2);
    EXPECT_TRUE(block.store_value(0, line_1, word(0), 7));
    EXPECT_TRUE(block.load(1, line_2, word(0))); // which value did it expect?
    EXPECT_EQ(block.end()->findings.size(), 1u);
}

TEST(SharedMemory, a_lock_orders_who_holds_it) {
    ObservedBlock block;
    const auto with_lock = [&](int thread) {
        EXPECT_TRUE(block.atomic(thread, line_1, word(0)));
        block.observer().note_lock(thread, word(0), true);
        EXPECT_TRUE(block.load(thread, line_2, word(1)));
        EXPECT_TRUE(block.store(thread, line_2, word(1)));
        EXPECT_TRUE(block.atomic(thread, line_1, word(0)));
        block.observer().note_lock(thread, word(0), false);
    };
    for (const int i : {0, 1}) EXPECT_TRUE(block.store(0, line_1, word(i)));
    block.observer().block_barrier();
    for (int t = 0; t < threads; ++t) with_lock(t);
    EXPECT_THAT(told(*block.observer().take()), IsEmpty());
    EXPECT_TRUE(block.store(9, line_3, word(1))); // without it
    const auto observed = block.end();
    ASSERT_EQ(observed->findings.size(), 1u);
    EXPECT_EQ(observed->findings[0].pc, line_3);
}

TEST(SharedMemory, a_new_block_begins_with_nothing_written_and_nobody_to_race_with) {
    ObservedBlock block;
    EXPECT_TRUE(block.store(0, line_1, word(0)));
    block.observer().end_block();
    block.begin(1);
    EXPECT_TRUE(block.store(1, line_1, word(0)));
    EXPECT_TRUE(block.load(1, line_1, word(0)));
    block.observer().end_block();
    block.begin(2);
    EXPECT_TRUE(block.load(1, line_2, word(0)));
    EXPECT_THAT(told(*block.end()),
                ElementsAre("uninitialised read: reads 4 bytes at byte 0 of dynamic shared memory, which "
                            "no thread of the block has written"));
}

TEST(SharedMemory, static_and_dynamic_memory_are_kept_apart) {
    ObservedBlock block;
    EXPECT_TRUE(block.store(0, line_1, dynamic_at));
    EXPECT_TRUE(block.store(1, line_1, static_at));
    EXPECT_TRUE(block.load(1, line_2, static_at));
    EXPECT_TRUE(block.load(2, line_3, static_at));
    EXPECT_THAT(told(*block.end()), ElementsAre("shared-memory race: reads 4 bytes at static shared memory, which "
                                                "thread (1, 0, 0) wrote, with no barrier in between"));
}

// Two halves of a buffer: while one is computed on, copies fill the other.
TEST(AsyncCopies, double_buffering_with_waits_and_barriers_is_fine) {
    ObservedBlock block;
    const auto fetch = [&](int stage) {
        for (int t = 0; t < threads; ++t) {
            const auto i = static_cast<std::uintptr_t>(t);
            EXPECT_TRUE(block.observer().copy_begins({t, line_1}, word(stage % 2 * threads + t), points_at + i * 4, 4));
        }
    };
    fetch(0);
    for (int stage = 0; stage < 4; ++stage) {
        if (stage < 3) fetch(stage + 1);
        for (int t = 0; t < threads; ++t) block.observer().copy_ends(t, word(stage % 2 * threads + t), 4);
        block.observer().block_barrier();
        for (int t = 0; t < threads; ++t) {
            for (int i = 0; i < threads; ++i) EXPECT_TRUE(block.load(t, line_2, word(stage % 2 * threads + i)));
        }
        block.observer().block_barrier();
    }
    const auto observed = block.end();
    EXPECT_THAT(told(*observed), IsEmpty());
    EXPECT_EQ(site_at(*observed, line_1).kind, AccessKind::async_copy);
    EXPECT_EQ(site_at(*observed, line_1).requests, 4 * 2);
    EXPECT_EQ(site_at(*observed, line_1).sectors, 4 * 2 * 4);
    EXPECT_EQ(observed->sites.size(), 2u); // the copies make no shared stores
}

TEST(AsyncCopies, what_was_not_waited_for_must_not_be_touched) {
    ObservedBlock block;
    EXPECT_TRUE(block.observer().copy_begins({0, line_1}, word(0), points_at, 16));
    block.observer().block_barrier(); // a barrier is no wait
    EXPECT_TRUE(block.load(0, line_2, word(1)));
    EXPECT_TRUE(block.store(7, line_3, word(3)));
    EXPECT_THAT(
        told(*block.end()),
        ElementsAre("copy not waited for: reads 4 bytes at byte 4 of dynamic shared memory, the destination of "
                    "an asynchronous copy that thread (0, 0, 0) started and that is not yet complete",
                    "copy not waited for: writes 4 bytes at byte 12 of dynamic shared memory, the destination of "
                    "an asynchronous copy that thread (0, 0, 0) started and that is not yet complete"));
}

TEST(AsyncCopies, a_wait_serves_the_thread_that_waits_and_a_barrier_the_others) {
    ObservedBlock block;
    EXPECT_TRUE(block.observer().copy_begins({0, line_1}, word(0), points_at, 4));
    block.observer().copy_ends(0, word(0), 4);
    EXPECT_TRUE(block.load(0, line_2, word(0)));
    EXPECT_TRUE(block.load(1, line_3, word(0)));
    const auto observed = block.end();
    ASSERT_EQ(observed->findings.size(), 1u);
    EXPECT_EQ(observed->findings[0].kind, FindingKind::shared_race);
    EXPECT_EQ(observed->findings[0].pc, line_3);
}

TEST(AsyncCopies, a_copy_over_what_others_still_read_is_a_race) {
    ObservedBlock block;
    EXPECT_TRUE(block.store(1, line_1, word(0)));
    block.observer().block_barrier();
    EXPECT_TRUE(block.load(1, line_2, word(0)));
    EXPECT_TRUE(block.observer().copy_begins({0, line_3}, word(0), points_at, 4));
    EXPECT_THAT(told(*block.end()),
                ElementsAre("shared-memory race: copies 4 bytes to byte 0 of dynamic shared memory, "
                            "which thread (1, 0, 0) read, with no barrier in between"));
}

TEST(AsyncCopies, source_and_target_are_checked) {
    ObservedBlock block;
    EXPECT_FALSE(block.observer().copy_begins({0, line_1}, word(0), points_at + points_bytes, 4));
    EXPECT_FALSE(block.observer().copy_begins({0, line_2}, out_at, points_at, 4));
    EXPECT_FALSE(block.observer().copy_begins({0, line_3}, word(1), points_at, 16));
    EXPECT_THAT(told(*block.end()),
                ElementsAre("out of bounds: copies 4 bytes from byte 4096 of points, but points has only 4096 bytes",
                            "out of bounds: copies 4 bytes to byte 0 of out",
                            "misaligned access: copies 16 bytes to byte 4 of dynamic shared memory, an address that is "
                            "not a multiple of 16"));
}

} // namespace
} // namespace pairscope::simt
