// SPDX-License-Identifier: MIT
// Runs on a part of a GPU: as many multiprocessors as asked for, the same output, and a longer time where arithmetic
// limits it.
#include "kernels/data/errors.h"
#include "kernels/engines/cuda/stream.h"
#include "kernels/ladder/device_part.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "tests/gpu/gpu_test.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace pairscope {
namespace {

using Partition = GpuTest;

constexpr int few = 8; // every GPU with at least twice as many can set them apart

/// The best of several times, of a variant that arithmetic limits.
double seconds_on(const Device& device, std::vector<float>& output) {
    constexpr std::int64_t n = 30336;
    const KernelVariant& variant = *find_variant("rbf_density/fused_row_sum");
    Engine engine(device);
    engine.load(random_points(n));
    const MatrixShape words = words_of(output_of(workload_of(variant.workload, engine.inputs())));
    OutputBuffer buffer = engine.allocate(words, variant.entry, {});
    double best = 1e9;
    for (int i = 0; i < 5; ++i) best = std::min(best, engine.run(variant, buffer.memory(), {}));
    output.resize(static_cast<std::size_t>(words.rows * words.cols));
    for (std::int64_t row = 0; row < words.rows; ++row)
        engine.copy_to_host(output.data() + row * words.cols, buffer.memory().data + row * buffer.memory().pitch,
                            static_cast<std::size_t>(words.cols) * sizeof(float));
    return best;
}

TEST_F(Partition, has_at_least_as_many_multiprocessors_as_asked_for) {
    for (const int wanted : {1, few, few + 1, gpu().units / 2}) {
        const Device part = part_of(gpu(), wanted);
        EXPECT_GE(part.units, wanted);
        EXPECT_LT(part.units, gpu().units);
        EXPECT_EQ(part.whole_units, gpu().units);
        EXPECT_EQ(device_id(part), device_id(gpu()) + "/" + std::to_string(part.units));
    }
}

TEST_F(Partition, all_multiprocessors_are_the_gpu_itself) {
    EXPECT_EQ(part_of(gpu(), gpu().units), gpu());
    EXPECT_EQ(part_of(gpu(), 4096), gpu());
}

TEST_F(Partition, gives_the_same_output_in_more_time) {
    const Device part = part_of(gpu(), few);
    std::vector<float> on_all, on_few;
    const double fast = seconds_on(gpu(), on_all), slow = seconds_on(part, on_few);
    EXPECT_EQ(on_all, on_few);
    EXPECT_GT(slow, 2.0 * fast) << part.units << " of " << gpu().units << " multiprocessors";
}

TEST_F(Partition, parts_are_given_back) {
    const Device part = part_of(gpu(), few);
    for (int i = 0; i < 64; ++i) EXPECT_NO_THROW(cuda::Stream(part).synchronize()) << "part " << i;
}

} // namespace
} // namespace pairscope
