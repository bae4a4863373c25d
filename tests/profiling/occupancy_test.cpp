// SPDX-License-Identifier: MIT
// The occupancy that is computed without a GPU is that of the CUDA runtime, which the shipped recordings hold.
#include "profiling/machine_code/occupancy.h"
#include "profiling/recording/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <tuple>
#include <variant>

namespace pairscope::profiling {
namespace {

using testing::ElementsAre;

std::vector<LaunchFacts> recorded_kernels() {
    std::vector<LaunchFacts> kernels;
    for (const char* device : {"NVIDIA H100", "NVIDIA H200"})
        for (const auto& entry :
             std::filesystem::directory_iterator(std::filesystem::path("assets/recordings") / device))
            for (const RunOutcome& outcome : load_recording(entry.path()).runs)
                if (const auto* const run = std::get_if<Measurement>(&outcome))
                    kernels.insert(kernels.end(), run->kernels.begin(), run->kernels.end());
    return kernels;
}

TEST(Occupancy, of_every_recorded_kernel_is_what_the_cuda_runtime_said) {
    std::set<std::tuple<int, int, std::int64_t>> needs_seen;
    for (const LaunchFacts& kernel : recorded_kernels()) {
        const BlockNeeds needs{.threads = kernel.block[0] * kernel.block[1] * kernel.block[2],
                               .registers = kernel.registers,
                               .shared_bytes = kernel.shared_bytes};
        const Occupancy found = occupancy_of(*limits_of(90), needs);
        EXPECT_EQ(found.blocks, kernel.blocks_per_unit) << kernel.kernel;
        EXPECT_DOUBLE_EQ(found.share, kernel.occupancy) << kernel.kernel;
        needs_seen.emplace(needs.threads, needs.registers, needs.shared_bytes);
    }
    EXPECT_GT(needs_seen.size(), 60u);
}

TEST(Occupancy, names_all_limits_that_bind) {
    const MultiprocessorLimits hopper = *limits_of(90);
    const auto limits = [&](int threads, int registers, std::int64_t shared) {
        return occupancy_of(hopper, {.threads = threads, .registers = registers, .shared_bytes = shared}).limited_by;
    };
    EXPECT_THAT(limits(256, 16, 0), ElementsAre(OccupancyLimit::warps));
    EXPECT_THAT(limits(32, 16, 0), ElementsAre(OccupancyLimit::blocks));
    EXPECT_THAT(limits(64, 32, 0),
                ElementsAre(OccupancyLimit::warps, OccupancyLimit::blocks, OccupancyLimit::registers));
    EXPECT_THAT(limits(256, 64, 0), ElementsAre(OccupancyLimit::registers));
    EXPECT_THAT(limits(128, 32, 48 << 10), ElementsAre(OccupancyLimit::shared_memory));
}

TEST(Occupancy, is_zero_where_not_a_single_block_fits) {
    for (const int architecture : {75, 80, 86, 89, 90, 100, 120}) {
        const MultiprocessorLimits limits = *limits_of(architecture);
        const auto blocks = [&](const BlockNeeds& needs) { return occupancy_of(limits, needs).blocks; };
        EXPECT_EQ(blocks({.threads = 1024, .registers = 65}), 0) << architecture;
        EXPECT_EQ(blocks({.threads = 32, .registers = 16, .shared_bytes = limits.most_shared_bytes}), 1)
            << architecture;
        EXPECT_EQ(blocks({.threads = 32, .registers = 16, .shared_bytes = limits.most_shared_bytes + 1}), 0)
            << architecture;
        EXPECT_GE(blocks({.threads = 1, .registers = 1}), 16) << architecture;
    }
    EXPECT_FALSE(limits_of(62).has_value());
    EXPECT_FALSE(limits_of(0).has_value());
}

} // namespace
} // namespace pairscope::profiling
