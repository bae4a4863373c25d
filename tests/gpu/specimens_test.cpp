// SPDX-License-Identifier: MIT
// The kernels that show what the executor on the CPU knows, on a GPU: both must see the same.
#include "kernels/ladder/engine.h"
#include "kernels/matrix/operations.h"
#include "tests/gpu/gpu_test.h"
#include "tests/kernels/specimens/specimens.h"

#include <gmock/gmock.h>

namespace pairscope {
namespace {

class Specimens : public GpuTest {};

TEST_F(Specimens, see_on_a_gpu_what_the_executor_shows_them) {
    constexpr std::int64_t entries = 12 * 256; // that the kernels write
    Engine engine(gpu());
    engine.load(random_points(512));
    const OutputBuffer buffer = engine.allocate({1, entries}, Entry::float32);
    for (const auto& group : {specimens::working_kernels(), specimens::working_numbers(), specimens::working_halves(),
                              specimens::working_groups()})
        for (const specimens::Specimen& specimen : group) {
            KernelVariant variant{.id = specimen.name, .workload = "distance_matrix", .backend = Backend::cuda};
            variant.launch = specimen.launch;
            engine.run(variant, buffer.memory(), {});
            EXPECT_THAT(read(engine, buffer.memory(), {0, 0, 1, entries}), ::testing::Each(1.0f)) << specimen.name;
        }
}

} // namespace
} // namespace pairscope
