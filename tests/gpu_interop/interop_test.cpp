// SPDX-License-Identifier: MIT
// A kernel writes the texture that OpenGL draws: written by CUDA, read back by OpenGL.
#include "kernels/data/shapes/generators.h"
#include "kernels/engines/cuda/devices.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "render/gl/headless.h"
#include "render/gl/object.h"
#include "render/interop.h"
#include "render/matrix_texture.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <gtest/gtest.h>
#include <memory>
#include <thread>
#include <vector>

namespace pairscope {
namespace {

/// An OpenGL context without a display on the first GPU.
class Interop : public testing::Test {
protected:
    void SetUp() override {
        const auto devices = cuda::gpu_devices();
        if (devices.empty()) GTEST_SKIP() << cuda::why_no_gpu();
        try {
            context_ = std::make_unique<gl::HeadlessContext>(devices.front().ordinal);
        } catch (const gl::Error& error) {
            GTEST_SKIP() << error.what();
        }
        const GlDevice drawing = gl_device();
        ASSERT_TRUE(drawing.ordinal) << drawing.why_not;
        gpu_ = devices.front();
        EXPECT_EQ(*drawing.ordinal, gpu_.ordinal);
    }
    [[nodiscard]] const Device& gpu() const { return gpu_; }

private:
    std::unique_ptr<gl::HeadlessContext> context_;
    Device gpu_;
};

/// Both outputs have the same bits. A variant that computes some pairs a second time may differ by its tolerance: where
/// the rows of its output begin decides which pairs it computes again.
void expect_alike(const KernelVariant& variant, const std::vector<float>& texture, const std::vector<float>& memory) {
    constexpr double usual = 1e-6;
    if (!variant.gpu_only || variant.tolerance <= usual) {
        EXPECT_EQ(texture, memory);
        return;
    }
    ASSERT_EQ(texture.size(), memory.size());
    for (std::size_t i = 0; i < texture.size(); ++i)
        ASSERT_NEAR(texture[i], memory[i], 2.0 * variant.tolerance * std::abs(memory[i])) << i;
}

TEST_F(Interop, kernels_write_what_opengl_reads) {
    for (const std::int64_t n : {2, 7, 131, 1021}) {
        Engine engine(gpu());
        engine.load(generate(default_settings(Shape::uniform_disk, n)));
        for (const Entry entry : {Entry::float32, Entry::float16}) {
            const MatrixTexture texture({n, n}, entry);
            TextureLink link(texture.exact());
            const OutputBuffer buffer = engine.allocate({n, n}, entry);
            for (const KernelVariant& variant : variants()) { // those of each workload that asks about points
                engine.set_parameters(usual_parameters(type_of(variant.workload)));
                if (variant.backend != Backend::cuda || !variant.writes_surface || variant.entry != entry) continue;
                if (!why_not(variant, {variant.workload, n, n, 2}, gpu(), TargetKind::surface).empty()) continue;
                SCOPED_TRACE(::testing::Message() << variant.id << ", n = " << n);
                const Surface surface = link.map();
                EXPECT_EQ(surface.entry, entry);
                std::jthread([&] { engine.run(variant, surface, {}); }).join();
                link.unmap();
                engine.run(variant, buffer.memory(), {});
                expect_alike(variant, texture.read_cells({0, 0, n, n}), read(engine, buffer.memory(), {0, 0, n, n}));
            }
        }
    }
}

TEST_F(Interop, two_textures_are_mapped_together) {
    const std::int64_t n = 5000;
    Engine engine(gpu());
    engine.load(generate(default_settings(Shape::clusters, n)));
    const MatrixTexture texture({n, n});
    ASSERT_NE(texture.overview(), nullptr);
    TextureLink exact(texture.exact()), overview(*texture.overview());
    const std::array<TextureLink*, 2> both{&exact, &overview};
    map(both);
    EXPECT_TRUE(exact.is_mapped() && overview.is_mapped());
    engine.run(*find_variant("tile16"), exact.surface(), {});
    reduce(engine, exact.surface(), {n, n}, texture.factor(), overview.surface());
    Overview expected;
    reduce(engine, exact.surface(), {n, n}, texture.factor(), &expected);
    unmap(both);
    EXPECT_FALSE(exact.is_mapped() || overview.is_mapped());

    const auto cells = static_cast<std::size_t>(expected.shape.rows * expected.shape.cols);
    std::vector<std::array<float, 4>> texels(cells);
    const gl::Texels all{0, 0, static_cast<int>(expected.shape.cols), static_cast<int>(expected.shape.rows)};
    texture.overview()->download(all, texels.data(), cells * sizeof(texels[0]));
    for (std::size_t i = 0; i < cells; ++i)
        ASSERT_EQ(texels[i], (std::array{expected.min[i], expected.mean[i], expected.max[i], 1.0f})) << "cell " << i;
}

TEST_F(Interop, a_link_may_end_while_mapped) {
    const MatrixTexture texture({64, 64});
    { (void)TextureLink(texture.exact()).map(); }
    TextureLink again(texture.exact());
    again.map();
    TextureLink moved = std::move(again);
    EXPECT_TRUE(moved.is_mapped());
}

} // namespace
} // namespace pairscope
