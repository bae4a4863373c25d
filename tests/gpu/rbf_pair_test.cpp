// SPDX-License-Identifier: MIT
// The variants of rbf_pair on a GPU: right for short and very long vectors, and the same to the last bit in every run,
// whichever block ends last.
#include "kernels/engines/outputs.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "tests/gpu/gpu_test.h"

#include <array>
#include <bit>

namespace pairscope {
namespace {

class GpuRbfPair : public GpuTest {
protected:
    /// Asks every variant that can answer vectors of this length, several times.
    void expect_right_and_repeatable(std::int64_t n, int runs) {
        const WorkloadType& type = type_of("rbf_pair");
        Engine engine(gpu());
        engine.load(type.example(0, 1, n, {}), type.example(1, 1, n, {}));
        OutputBuffer output = engine.allocate(scalar_output());
        const Workload workload = workload_of(type.id, engine.inputs());
        for (const KernelVariant& variant : variants()) {
            if (variant.workload != type.id || !why_not(variant, workload, gpu(), TargetKind::linear).empty()) continue;
            SCOPED_TRACE(::testing::Message() << variant.id << ", n = " << n);
            engine.run(variant, output.memory(), {});
            const Comparison found = compare_output(engine, variant, output.memory(), 1, {});
            EXPECT_TRUE(found.right()) << describe(found);
            EXPECT_EQ(engine.guard_damage(output).count, 0);
            const auto bits = [&] {
                return std::bit_cast<std::uint64_t>(std::get<double>(read_output(engine, workload, output.memory())));
            };
            const std::uint64_t first = bits();
            for (int i = 0; i < runs; ++i) {
                engine.poison(output);
                engine.run(variant, output.memory(), {.launches = 3});
                EXPECT_EQ(bits(), first) << "run " << i;
            }
        }
    }
};

TEST_F(GpuRbfPair, is_right_and_repeatable_for_every_length) {
    for (const std::int64_t n : {1, 2, 3, 5, 31, 33, 255, 257, 1023, 1025, 4095, 4097, 8193, 65537, 1000003})
        expect_right_and_repeatable(n, 20);
}

TEST_F(GpuRbfPair, is_right_and_repeatable_for_the_longest_vectors) {
    expect_right_and_repeatable(type_of("rbf_pair").inputs.dims.most, 3);
    expect_right_and_repeatable(type_of("rbf_pair").inputs.dims.most - 1, 1);
}

} // namespace
} // namespace pairscope
