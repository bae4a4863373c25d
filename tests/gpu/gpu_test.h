// SPDX-License-Identifier: MIT
// What the GPU tests share: skipping without a GPU, points, a clock, and a texture without OpenGL.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/device.h"
#include "kernels/ladder/output_buffer.h"
#include "kernels/matrix/matrix.h"

#include <cstdint>
#include <cuda_runtime_api.h>
#include <functional>
#include <gtest/gtest.h>
#include <initializer_list>
#include <vector>

namespace pairscope {

class GpuTest : public testing::Test {
protected:
    void SetUp() override;
    [[nodiscard]] const Device& gpu() const { return gpu_; }

private:
    Device gpu_;
};

/// x0, y0, x1, y1 ...
[[nodiscard]] Dataset points_of(std::initializer_list<float> coordinates);
/// n points of the unit square.
[[nodiscard]] Dataset random_points(std::int64_t n);
/// How long the body takes, on the clock of the CPU.
[[nodiscard]] double milliseconds_of(const std::function<void()>& body);

/// A CUDA array with a surface on it: to kernels it is the texture on the screen.
class ArraySurface {
public:
    /// Texels of 1 or 4 floats, or of one half.
    explicit ArraySurface(MatrixShape shape, int channels = 1, Entry entry = Entry::float32);
    ~ArraySurface();
    ArraySurface(const ArraySurface&) = delete;
    ArraySurface& operator=(const ArraySurface&) = delete;

    [[nodiscard]] Surface surface() const { return {surface_, entry_}; }
    [[nodiscard]] std::vector<float> texels() const; ///< row-major; of floats
    void set(std::int64_t row, std::int64_t col, float value);

private:
    MatrixShape shape_;
    int channels_;
    Entry entry_;
    cudaArray_t array_ = nullptr;
    cudaSurfaceObject_t surface_ = 0;
};

/// Writes one entry of device memory.
void set_entry(const OutputBuffer& matrix, std::int64_t row, std::int64_t col, float value);

} // namespace pairscope
