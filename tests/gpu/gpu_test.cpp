// SPDX-License-Identifier: MIT
#include "tests/gpu/gpu_test.h"

#include "kernels/core/generators.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/devices.h"

namespace pairscope {

using cuda::check;

void GpuTest::SetUp() {
    const auto devices = cuda::gpu_devices();
    if (devices.empty()) GTEST_SKIP() << cuda::why_no_gpu();
    gpu_ = devices.front();
    check(cudaSetDevice(gpu_.ordinal));
}

Dataset points_of(std::initializer_list<float> coordinates) {
    Dataset data;
    data.rows = static_cast<std::int64_t>(coordinates.size()) / 2;
    data.dims = 2;
    data.values = std::vector<float>(coordinates);
    return data;
}

Dataset random_points(std::int64_t n) {
    if (n < min_generated_rows) return points_of({0.25f, 0.75f});
    return generate(default_settings(Shape::uniform_square, n, 7));
}

ArraySurface::ArraySurface(MatrixShape shape, int channels) : shape_(shape), channels_(channels) {
    const auto format = channels == 1 ? cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat)
                                      : cudaCreateChannelDesc(32, 32, 32, 32, cudaChannelFormatKindFloat);
    check(cudaMallocArray(&array_, &format, static_cast<std::size_t>(shape.cols), static_cast<std::size_t>(shape.rows),
                          cudaArraySurfaceLoadStore));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    check(cudaCreateSurfaceObject(&surface_, &resource));
}

ArraySurface::~ArraySurface() {
    cuda::warn(cudaDestroySurfaceObject(surface_));
    cuda::warn(cudaFreeArray(array_));
}

std::vector<float> ArraySurface::texels() const {
    std::vector<float> values(static_cast<std::size_t>(shape_.rows * shape_.cols * channels_));
    const std::size_t width = static_cast<std::size_t>(shape_.cols * channels_) * sizeof(float);
    check(cudaMemcpy2DFromArray(values.data(), width, array_, 0, 0, width, static_cast<std::size_t>(shape_.rows),
                                cudaMemcpyDeviceToHost));
    return values;
}

void ArraySurface::set(std::int64_t row, std::int64_t col, float value) {
    check(cudaMemcpy2DToArray(array_, static_cast<std::size_t>(col) * sizeof(float), static_cast<std::size_t>(row),
                              &value, sizeof value, sizeof value, 1, cudaMemcpyHostToDevice));
}

void set_entry(const MatrixBuffer& matrix, std::int64_t row, std::int64_t col, float value) {
    const LinearMemory memory = matrix.memory();
    check(cudaMemcpy(memory.data + row * memory.pitch + col, &value, sizeof value, cudaMemcpyHostToDevice));
}

} // namespace pairscope
