// SPDX-License-Identifier: MIT
// Every CUDA variant, into both targets, on every shape that kernels get wrong.
#include "kernels/core/compare.h"
#include "kernels/core/engine.h"
#include "kernels/core/registry.h"
#include "kernels/matrix/operations.h"
#include "profiling/runner.h"
#include "tests/gpu/gpu_test.h"

#include <limits>

namespace pairscope {
namespace {

using profiling::Checked;
using profiling::Failed;
using profiling::RunTarget;
using profiling::Skipped;

void expect_right(const profiling::CheckOutcome& outcome, const char* target) {
    if (const auto* checked = std::get_if<Checked>(&outcome)) {
        EXPECT_TRUE(checked->verdict.right())
            << checked->variant_id << " into " << target << ": " << describe(checked->verdict);
    } else if (const auto* failed = std::get_if<Failed>(&outcome)) {
        ADD_FAILURE() << failed->variant_id << " into " << target << ": " << failed->message;
    }
}

class Variants : public GpuTest {
protected:
    enum class Blocks : bool { usual, all };
    void expect_all_right_for(const Dataset& data, Blocks blocks = Blocks::usual) {
        Engine engine(gpu());
        engine.load(data);
        const MatrixShape shape{data.rows, data.rows};
        const Workload workload{.type = "distance_matrix", .rows = data.rows, .cols = data.rows, .dims = data.dims};
        const profiling::RunnerOptions every_row{.stopping = {}, .rows_checked = data.rows, .progress = {}};
        for (const Entry entry : {Entry::float32, Entry::float16}) {
            AnswerBuffer buffer = engine.allocate(shape, entry);
            const ArraySurface texture(shape, 1, entry);
            for (const KernelVariant& variant : variants()) {
                if (variant.backend != Backend::cuda || variant.entry != entry) continue;
                const RunTarget linear{.out = buffer.memory(), .shape = shape, .buffer = &buffer};
                const RunTarget surface{.out = texture.surface(), .shape = shape};
                for (const int block : blocks == Blocks::all ? variant.blocks : variant.blocks.first(1)) {
                    SCOPED_TRACE(testing::Message() << "blocks of " << block << " threads");
                    const RunControl control{.block = block};
                    expect_right(check(engine, variant, workload, linear, every_row, control), "linear memory");
                    expect_right(check(engine, variant, workload, surface, every_row, control), "a texture");
                }
            }
        }
    }
};

TEST_F(Variants, are_right_on_every_small_shape) {
    for (std::int64_t n = 1; n <= 40; ++n) {
        SCOPED_TRACE(testing::Message() << "n = " << n);
        expect_all_right_for(random_points(n));
    }
}

TEST_F(Variants, are_right_around_tiles_and_on_primes) {
    for (const std::int64_t n :
         {63, 64, 65, 97, 127, 128, 129, 131, 255, 256, 257, 509, 512, 513, 1021, 1023, 1024, 1025}) {
        SCOPED_TRACE(testing::Message() << "n = " << n);
        expect_all_right_for(random_points(n));
    }
}

TEST_F(Variants, are_right_with_every_size_of_their_blocks) {
    for (const std::int64_t n : {1, 2, 7, 31, 33, 64, 65, 129, 257, 509, 1021, 2048}) {
        SCOPED_TRACE(testing::Message() << "n = " << n);
        expect_all_right_for(random_points(n), Blocks::all);
    }
}

TEST_F(Variants, have_the_blocks_that_they_are_asked_for) {
    Engine engine(gpu());
    engine.load(random_points(64));
    for (const KernelVariant& variant : variants()) {
        if (variant.backend != Backend::cuda || !variant.writes_linear) continue;
        const AnswerBuffer buffer = engine.allocate({64, 64}, variant.entry);
        for (const int block : variant.blocks)
            for (const LaunchFacts& facts : engine.launch_facts(variant, buffer.memory(), block)) {
                EXPECT_EQ(facts.block[0] * facts.block[1] * facts.block[2], block) << variant.id;
                EXPECT_GT(facts.blocks_per_unit, 0) << variant.id << " with " << block << " does not fit";
            }
    }
}

TEST_F(Variants, are_right_where_float_arithmetic_ends) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    expect_all_right_for(
        points_of({0, 0, 0, 0, 1e30f, 1e30f, 1e-30f, 0, 1, 1, nan, 0, -1e30f, 2, 3, inf, 1e-38f, 1e-38f}));
}

TEST_F(Variants, can_be_stopped_before_they_start) {
    Engine engine(gpu());
    engine.load(random_points(64));
    std::stop_source stop;
    stop.request_stop();
    for (const KernelVariant& variant : variants()) {
        if (variant.backend != Backend::cuda) continue;
        const AnswerBuffer buffer = engine.allocate({64, 64}, variant.entry);
        engine.run(variant, buffer.memory(), {.stop = stop.get_token(), .rows_done = nullptr});
        const float first = read(engine, buffer.memory(), {0, 0, 1, 1}).front();
        EXPECT_NE(first, first) << variant.id << " wrote something";
    }
}

} // namespace
} // namespace pairscope
