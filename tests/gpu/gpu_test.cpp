// SPDX-License-Identifier: MIT
#include "tests/gpu/gpu_test.h"

#include "kernels/data/shapes/generators.h"
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/devices.h"

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

double milliseconds_of(const std::function<void()>& body) {
    const auto start = std::chrono::steady_clock::now();
    body();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

ArraySurface::ArraySurface(MatrixShape shape, int channels, Entry entry)
    : shape_(shape), channels_(channels), entry_(entry) {
    const int bits = static_cast<int>(8 * bytes_of(entry)), others = channels == 1 ? 0 : bits;
    const auto format = cudaCreateChannelDesc(bits, others, others, others, cudaChannelFormatKindFloat);
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
    const std::uint16_t half = half_of(value);
    const void* const from = entry_ == Entry::float16 ? static_cast<const void*>(&half) : &value;
    const auto bytes = static_cast<std::size_t>(bytes_of(entry_));
    check(cudaMemcpy2DToArray(array_, static_cast<std::size_t>(col) * bytes, static_cast<std::size_t>(row), from, bytes,
                              bytes, 1, cudaMemcpyHostToDevice));
}

void set_entry(const OutputBuffer& matrix, std::int64_t row, std::int64_t col, float value) {
    const LinearMemory memory = matrix.memory();
    const std::int64_t index = row * memory.pitch + col;
    const std::uint16_t half = half_of(value);
    if (memory.entry == Entry::float16)
        check(cudaMemcpy(memory.halves() + index, &half, sizeof half, cudaMemcpyHostToDevice));
    else
        check(cudaMemcpy(memory.data + index, &value, sizeof value, cudaMemcpyHostToDevice));
    check(cudaDeviceSynchronize()); // a small copy may still be on its way, and streams of engines do not wait for it
}

} // namespace pairscope
