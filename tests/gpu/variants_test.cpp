// SPDX-License-Identifier: MIT
// Every CUDA variant, into both targets, on every shape that kernels get wrong.
#include "kernels/data/vectors.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "profiling/runner.h"
#include "tests/gpu/gpu_test.h"
#include "tests/kernels/sample_problems.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

using profiling::Checked;
using profiling::Failed;
using profiling::RunTarget;
using profiling::Skipped;
using samples::random_problem;
using samples::SampleProblem;

void expect_right(const profiling::CheckOutcome& outcome, const char* target) {
    if (const auto* checked = std::get_if<Checked>(&outcome)) {
        EXPECT_TRUE(checked->verdict.right())
            << checked->variant_id << " into " << target << ": " << describe(checked->verdict);
    } else if (const auto* failed = std::get_if<Failed>(&outcome)) {
        ADD_FAILURE() << failed->variant_id << " into " << target << ": " << failed->message;
    }
}

/// Gives the engine 64 vectors to ask the variant about, and room for its output.
OutputBuffer asked(Engine& engine, const KernelVariant& variant) {
    const SampleProblem problem = random_problem(type_of(variant.workload), 64);
    engine.load(problem.a, problem.b ? *problem.b : problem.a);
    engine.set_parameters(problem.parameters);
    return engine.allocate(output_of(problem.size(), variant.both_directions), variant.entry);
}

class Variants : public GpuTest {
protected:
    enum class Blocks : bool { usual, all };
    using Sample = SampleProblem (*)(const WorkloadType& type, std::int64_t n);

    /// Every variant of every workload, about a problem of this size.
    void expect_all_right_for(std::int64_t n, Blocks blocks = Blocks::usual, Sample sample = usual_sample) {
        for (const WorkloadType& type : workload_types()) {
            if (sample != usual_sample && type.output != OutputKind::matrix) continue;
            expect_all_right_for(type, sample(type, n), blocks);
        }
    }
    static SampleProblem usual_sample(const WorkloadType& type, std::int64_t n) { return random_problem(type, n); }

    /// So many rows, columns and coordinates, if the workload takes them.
    void expect_all_right_for_shape(const WorkloadType& type, std::int64_t rows, std::int64_t cols, std::int64_t dims) {
        const InputRule& rule = type.inputs;
        const auto takes = [](const SizeRange& range, std::int64_t count) {
            return range.least <= count && count <= range.most;
        };
        if (!takes(rule.dims, dims) || !takes(rule.rows, rows)) return;
        SampleProblem problem{type.id, samples::random_vectors(rule.element, rows, dims, 11), {}, {}};
        if (rule.sets == 2) problem.b = samples::random_vectors(rule.element, cols, dims, 12);
        problem.parameters = usual_parameters(type);
        if (rule.unit_length) {
            problem.a = with_unit_length(std::move(problem.a));
            if (problem.b) problem.b = with_unit_length(std::move(*problem.b));
        }
        expect_all_right_for(type, problem, Blocks::usual);
    }

private:
    /// A library chooses the size itself: 0.
    static std::vector<int> sizes_of(const KernelVariant& variant, Blocks blocks) {
        if (variant.blocks.empty()) return {0};
        if (blocks == Blocks::usual) return {variant.blocks.front()};
        return {variant.blocks.begin(), variant.blocks.end()};
    }
    void expect_all_right_for(const WorkloadType& type, const SampleProblem& problem, Blocks blocks) {
        Engine engine(gpu());
        engine.load(problem.a, problem.b ? *problem.b : problem.a);
        engine.set_parameters(problem.parameters);
        const Workload workload = problem.size();
        const bool is_matrix = type.output == OutputKind::matrix;
        const profiling::RunnerOptions every_row{.stopping = {}, .rows_checked = workload.rows, .progress = {}};
        for (const Entry entry : {Entry::float32, Entry::float16}) {
            if (!is_matrix && entry != Entry::float32) continue;
            OutputBuffer of_one = engine.allocate(output_of(workload), entry);
            std::optional<OutputBuffer> of_both; // directions
            const MatrixShape extent = output_of(workload).extent;
            const ArraySurface texture(extent, 1, entry);
            for (const KernelVariant& variant : variants()) {
                if (variant.workload != type.id || variant.backend != Backend::cuda || variant.entry != entry) continue;
                if (variant.both_directions && !of_both) of_both = engine.allocate(output_of(workload, true), entry);
                OutputBuffer& buffer = variant.both_directions ? *of_both : of_one;
                const RunTarget linear{.out = buffer.memory(), .shape = buffer.shape, .buffer = &buffer};
                const RunTarget surface{.out = texture.surface(), .shape = extent};
                for (const int block : sizes_of(variant, blocks)) {
                    SCOPED_TRACE(::testing::Message() << workload.rows << " x " << workload.cols << " x "
                                                      << workload.dims << ", blocks of " << block << " threads");
                    const RunControl control{.block = block};
                    expect_right(check(engine, variant, workload, linear, every_row, control), "linear memory");
                    if (is_matrix)
                        expect_right(check(engine, variant, workload, surface, every_row, control), "a texture");
                }
            }
        }
    }
};

TEST_F(Variants, are_right_on_every_small_shape) {
    for (std::int64_t n = 1; n <= 40; ++n) expect_all_right_for(n);
}

TEST_F(Variants, are_right_around_tiles_and_on_primes) {
    for (const std::int64_t n :
         {63, 64, 65, 97, 127, 128, 129, 131, 255, 256, 257, 509, 512, 513, 1021, 1023, 1024, 1025})
        expect_all_right_for(n);
}

TEST_F(Variants, are_right_with_every_size_of_their_blocks) {
    for (const std::int64_t n : {1, 2, 7, 31, 33, 64, 65, 129, 257, 509, 1021, 2048})
        expect_all_right_for(n, Blocks::all);
}

TEST_F(Variants, have_the_blocks_that_they_are_asked_for) {
    Engine engine(gpu());
    for (const KernelVariant& variant : variants()) {
        if (variant.backend != Backend::cuda || !variant.writes_linear) continue;
        const OutputBuffer buffer = asked(engine, variant);
        if (variant.workspace_bytes != nullptr) continue; // it has launches of several sizes
        for (const int block : variant.blocks)
            for (const LaunchFacts& facts : engine.launch_facts(variant, buffer.memory(), block)) {
                EXPECT_EQ(facts.block[0] * facts.block[1] * facts.block[2], block) << variant.id;
                EXPECT_GT(facts.blocks_per_unit, 0) << variant.id << " with " << block << " does not fit";
            }
    }
}

TEST_F(Variants, are_right_where_float_arithmetic_ends) {
    expect_all_right_for(131, Blocks::usual, samples::awkward_problem);
}

TEST_F(Variants, can_be_stopped_before_they_start) {
    Engine engine(gpu());
    std::stop_source stop;
    stop.request_stop();
    for (const KernelVariant& variant : variants()) {
        if (variant.backend != Backend::cuda) continue;
        const OutputBuffer buffer = asked(engine, variant);
        engine.run(variant, buffer.memory(), {.stop = stop.get_token(), .rows_done = nullptr});
        std::uint32_t first = 0;
        engine.copy_to_host(&first, buffer.memory().data, bytes_of(variant.entry));
        const std::uint32_t untouched = variant.entry == Entry::float16 ? half_poison_bits : poison_bits;
        EXPECT_EQ(first, untouched) << variant.id << " wrote something";
    }
}

/// A workload with vectors of any length, on shapes that are no multiples of any tile.
class OddShapes : public Variants, public testing::WithParamInterface<std::string> {};

TEST_P(OddShapes, are_answered_right) {
    const WorkloadType& type = type_of(GetParam());
    for (const std::int64_t dims : {3, 15, 16, 17, 33, 49, 63, 64, 79, 81, 95, 97, 129, 255, 1023})
        expect_all_right_for_shape(type, 333, 517, dims);
    const std::int64_t shapes[][3] = {{65, 2047, 783}, {2047, 65, 129}, {129, 1031, 31},  {1023, 1021, 127},
                                      {1, 2048, 17},   {2048, 3, 96},   {100, 1999, 784}, {1537, 1025, 1024}};
    for (const auto& [rows, cols, dims] : shapes) expect_all_right_for_shape(type, rows, cols, dims);
}

std::vector<std::string> workloads_of_vectors() {
    std::vector<std::string> ids;
    for (const WorkloadType& type : workload_types()) {
        const bool has_variant = std::ranges::any_of(variants(), [&](const KernelVariant& variant) {
            return variant.workload == type.id && variant.backend == Backend::cuda;
        });
        if (has_variant && type.inputs.dims.most > 2 && !counts_coordinates(type.inputs)) ids.emplace_back(type.id);
    }
    return ids;
}
INSTANTIATE_TEST_SUITE_P(Workloads, OddShapes, testing::ValuesIn(workloads_of_vectors()),
                         [](const auto& test) { return test.param; });

} // namespace
} // namespace pairscope
