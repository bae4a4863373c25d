// SPDX-License-Identifier: MIT
// Global memory: who of a block may touch what when.
#include "tests/kernels/observed_block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::simt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int threads_of_block = 64;

constexpr std::uintptr_t scratch_at = dynamic_at + shared_bytes;
MemoryMap memory_with_scratch() {
    static const std::vector<GlobalRange> variables = {{"scratch", scratch_at, scratch_at + 8192, false, nullptr}};
    MemoryMap memory = sample_memory();
    memory.device_variables = variables;
    return memory;
}
std::uintptr_t scratch(int i) { return scratch_at + static_cast<std::uintptr_t>(i) * 4; }

TEST(GlobalMemory, threads_of_a_block_race_in_a_variable_of_the_program) {
    ObservedBlock block({}, {64, 1, 1}, memory_with_scratch());
    EXPECT_TRUE(block.load(0, line_1, scratch(2000))); // it had a value before
    EXPECT_TRUE(block.store(1, line_1, scratch(5)));
    EXPECT_TRUE(block.load(1, line_2, scratch(5)));
    EXPECT_TRUE(block.load(40, line_3, scratch(5)));
    EXPECT_THAT(told(*block.end()),
                ElementsAre("global-memory race: reads 4 bytes at byte 20 of scratch, which thread (1, 0, 0) wrote, "
                            "with no barrier in between"));
    block.begin(1); // an earlier block's accesses are none of ours
    EXPECT_TRUE(block.load(3, line_3, scratch(5)));
    block.observer().block_barrier();
    EXPECT_TRUE(block.store(4, line_1, scratch(5)));
    EXPECT_THAT(told(*block.end()), IsEmpty());
    block.begin(2);
    EXPECT_TRUE(block.load(3, line_3, scratch(5)));
    EXPECT_TRUE(block.store(4, line_1, scratch(5)));
    EXPECT_EQ(block.end()->findings.size(), 1u);
}

TEST(GlobalMemory, loads_beside_atomics_are_fine_and_stores_are_not) {
    ObservedBlock block({}, {64, 1, 1}, memory_with_scratch());
    for (int t = 0; t < threads_of_block; ++t) {
        EXPECT_TRUE(block.load(t, line_1, scratch(0)));
        EXPECT_TRUE(block.atomic(t, line_2, scratch(0)));
    }
    EXPECT_THAT(told(*block.observer().take()), IsEmpty());
    EXPECT_TRUE(block.store(3, line_3, scratch(0)));
    EXPECT_EQ(block.end()->findings.size(), 1u);
}

TEST(GlobalMemory, flags_may_be_set_by_many) {
    ObservedBlock block({}, {64, 1, 1}, memory_with_scratch());
    for (int t = 0; t < threads_of_block; ++t) {
        EXPECT_TRUE(block.store_value(t, line_1, scratch(1), 1));
        EXPECT_TRUE(block.load(t, line_2, scratch(1)));
    }
    EXPECT_THAT(told(*block.end()), IsEmpty());
}

TEST(GlobalMemory, the_output_is_followed_from_its_first_load_on) {
    ObservedBlock block;
    for (int number = 0; number < 4; ++number) {
        if (number > 0) block.begin(number);
        EXPECT_TRUE(block.store(0, line_1, out_at + 400));
        if (number == 1) block.observer().block_barrier(); // this block does it right
        EXPECT_TRUE(block.load(5, line_2, out_at + 400));
        block.observer().end_block();
    }
    const auto observed = block.observer().take();
    ASSERT_EQ(observed->findings.size(), 1u);
    EXPECT_EQ(observed->findings[0].count, 2); // the last two
    EXPECT_EQ(observed->findings[0].told, "reads 4 bytes at byte 400 of out, which thread (0, 0, 0) wrote, with no "
                                          "barrier in between");
}

} // namespace
} // namespace pairscope::simt
