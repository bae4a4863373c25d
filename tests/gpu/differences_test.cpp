// SPDX-License-Identifier: MIT
// Differences on the GPU are those of the CPU, in linear memory and in a texture, from the reference and from another
// output.
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "tests/gpu/gpu_test.h"

#include <cmath>

namespace pairscope {
namespace {

constexpr std::array contents{MatrixContent::errors, MatrixContent::difference, MatrixContent::relative,
                              MatrixContent::ulps};

/// One variant's output in which two entries were spoilt, and another variant's.
struct TwoOutputs {
    Engine engine;
    const KernelVariant &one, &other;
    OutputBuffer first, second;
    MatrixShape shape;

    TwoOutputs(const Device& device, std::string_view one_id, std::string_view other_id, const Dataset& points)
        : engine(device), one(*find_variant(one_id)), other(*find_variant(other_id)), shape{points.rows, points.rows} {
        engine.load(points);
        first = engine.allocate(shape, one.entry);
        second = engine.allocate(shape, other.entry);
        engine.run(one, first.memory(), {});
        engine.run(other, second.memory(), {});
    }
    [[nodiscard]] std::vector<float> entries() { return read(engine, first.memory(), {0, 0, shape.rows, shape.cols}); }
};

void expect_equal(const MatrixErrors& found, const MatrixErrors& expected) {
    EXPECT_EQ(found.rows, expected.rows);
    EXPECT_EQ(found.other_nearest, expected.other_nearest);
    EXPECT_EQ(found.finite, expected.finite);
    EXPECT_EQ(found.equal, expected.equal);
    EXPECT_EQ(found.worst_row, expected.worst_row);
    EXPECT_EQ(found.worst_col, expected.worst_col);
    EXPECT_NEAR(found.worst, expected.worst, 1e-12 * std::abs(expected.worst));
    EXPECT_NEAR(found.sum, expected.sum, 1e-9 * expected.sum);
}

class GpuDifferences : public GpuTest {};

/// The outputs of the GPU, judged on the GPU and on the CPU.
void expect_as_on_the_cpu(const Device& gpu, const MatrixContent content, bool from_other) {
    const Dataset points = random_points(301);
    TwoOutputs on_gpu(gpu, "distance_matrix/sqrt_approx", "distance_matrix/coalesced", points);
    set_entry(on_gpu.first, 17, 40, 7.5f);
    set_entry(on_gpu.first, 200, 3, -1.0f); // becomes its row's nearest
    Engine cpu{Device{}};
    cpu.load(points);
    const auto copy = [&](const OutputBuffer& output) {
        OutputBuffer host = cpu.allocate(on_gpu.shape);
        const std::vector<float> values = read(on_gpu.engine, output.memory(), {0, 0, 301, 301});
        for (std::int64_t row = 0; row < 301; ++row)
            std::copy_n(values.begin() + row * 301, 301, host.memory().data + row * host.memory().pitch);
        return host;
    };
    const OutputBuffer first = copy(on_gpu.first), second = copy(on_gpu.second);
    ErrorQuestion here{.content = content, .other = {}}, there = here;
    if (from_other) {
        here.other = second.memory();
        there.other = on_gpu.second.memory();
    }
    const MatrixErrors expected = into_errors(cpu, on_gpu.one, first.memory(), {}, here);
    const MatrixErrors found = into_errors(on_gpu.engine, on_gpu.one, on_gpu.first.memory(), {}, there);
    expect_equal(found, expected);
    const std::vector<float> entries = on_gpu.entries();
    for (std::int64_t row = 0; row < 301; ++row)
        for (std::int64_t col = 0; col < 301; ++col) {
            // A GPU makes the double-precision reference with fused multiply-adds, so an error may differ by a rounding
            // of it.
            const double wanted = first.memory().data[row * first.memory().pitch + col];
            ASSERT_NEAR(entries[std::size_t(row * 301 + col)], wanted, 1e-6 * std::abs(wanted) + 1e-14)
                << name_of(content) << " at " << row << ", " << col;
        }
}

TEST_F(GpuDifferences, from_the_reference_are_those_of_the_cpu) {
    for (const MatrixContent content : contents) expect_as_on_the_cpu(gpu(), content, false);
}

TEST_F(GpuDifferences, from_another_output_are_those_of_the_cpu) {
    for (const MatrixContent content : contents) expect_as_on_the_cpu(gpu(), content, true);
}

TEST_F(GpuDifferences, in_a_texture_are_those_in_linear_memory) {
    TwoOutputs outputs(gpu(), "distance_matrix/sqrt_approx", "distance_matrix/coalesced", random_points(100));
    const ArraySurface texture(outputs.shape);
    outputs.engine.run(outputs.one, texture.surface(), {});
    const ErrorQuestion question{.content = MatrixContent::ulps, .other = outputs.second.memory()};
    const MatrixErrors in_texture = into_errors(outputs.engine, outputs.one, texture.surface(), {}, question);
    const MatrixErrors in_memory = into_errors(outputs.engine, outputs.one, outputs.first.memory(), {}, question);
    expect_equal(in_texture, in_memory);
    EXPECT_EQ(texture.texels(), outputs.entries());
}

TEST_F(GpuDifferences, of_equal_outputs_are_none) {
    TwoOutputs outputs(gpu(), "distance_matrix/coalesced", "distance_matrix/coalesced", random_points(130));
    const MatrixErrors errors = into_errors(outputs.engine, outputs.one, outputs.first.memory(), {},
                                            {.content = MatrixContent::difference, .other = outputs.second.memory()});
    EXPECT_EQ(errors.equal, 130 * 130);
    EXPECT_EQ(errors.worst, 0.0);
    EXPECT_EQ(errors.other_nearest, 0);
}

} // namespace
} // namespace pairscope
