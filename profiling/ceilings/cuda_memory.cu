// SPDX-License-Identifier: MIT
// The memory of the device: written, copied, read.
#include "profiling/ceilings/cuda_session.h"

#include "kernels/engines/cuda/device_buffer.h"
#include "kernels/engines/cuda/launch.h"

#include <string>

namespace pairscope::profiling {
namespace {

using cuda::check;
using cuda::launch_grid;
using cuda::tiles;

constexpr int threads = 256; // threads per block

// One store a thread, and as many threads as stores: on an H200 2 % above cudaMemset, 8 % above a grid-stride loop.
template <bool streaming> __global__ void fill(float4* out, std::int64_t count) {
    const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x;
    if (i >= count) return;
    const float4 v = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
    if constexpr (streaming) {
        __stcs(out + i, v);
    } else {
        out[i] = v;
    }
}

__global__ void copy(float4* __restrict__ to, const float4* __restrict__ from, std::int64_t count) {
    const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x;
    if (i < count) __stcs(to + i, __ldcs(from + i));
}

/// Each thread has `loads` of them in flight at once. `count` is a multiple of a block's.
template <int loads> __global__ void read(const float4* __restrict__ from, float* sink) {
    const float4* mine = from + static_cast<std::int64_t>(blockIdx.x) * (threads * loads) + threadIdx.x;
    float4 v[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k) v[k] = __ldcs(mine + k * threads);
    float total = 0.0f;
#pragma unroll
    for (int k = 0; k < loads; ++k) total += v[k].x + v[k].y + v[k].z + v[k].w;
    if (total == -1.0f) *sink = total; // never, but the compiler cannot know
}

struct Array {
    float4* data;
    std::int64_t count;
    [[nodiscard]] double bytes() const { return static_cast<double>(count) * sizeof(float4); }
};

std::vector<CudaWay> fills(Array array) {
    const auto [data, count] = array;
    const unsigned grid = tiles(count, threads);
    return {
        {"cudaMemset", array.bytes(),
         [=](cudaStream_t s) { check(cudaMemsetAsync(data, 0, static_cast<std::size_t>(count) * sizeof(float4), s)); }},
        {"16-byte stores", array.bytes(),
         [=](cudaStream_t s) { launch_grid(fill<false>, grid, threads, 0, s, data, count); }},
        {"16-byte streaming stores", array.bytes(),
         [=](cudaStream_t s) { launch_grid(fill<true>, grid, threads, 0, s, data, count); }}};
}

/// Half of the array is copied to the other half: together as many bytes as the array has.
std::vector<CudaWay> copies(Array array) {
    const auto [data, count] = array;
    const std::int64_t half = count / 2;
    const auto bytes = static_cast<std::size_t>(half) * sizeof(float4);
    return {{"cudaMemcpy", 2.0 * static_cast<double>(bytes),
             [=](cudaStream_t s) { check(cudaMemcpyAsync(data + half, data, bytes, cudaMemcpyDeviceToDevice, s)); }},
            {"16-byte loads and streaming stores", 2.0 * static_cast<double>(bytes),
             [=](cudaStream_t s) { launch_grid(copy, tiles(half, threads), threads, 0, s, data + half, data, half); }}};
}

template <int loads> CudaWay read_by(Array array) {
    const std::int64_t blocks = array.count / (threads * loads);
    const float4* from = array.data;
    auto* sink = reinterpret_cast<float*>(array.data);
    return {"sum of 16-byte streaming loads, " + std::to_string(loads) + " per thread",
            static_cast<double>(blocks * threads * loads) * sizeof(float4), [=](cudaStream_t s) {
                launch_grid(read<loads>, static_cast<unsigned>(blocks), threads, 0, s, from, sink);
            }};
}

} // namespace

void measure_memory(CudaSession& session) {
    if (!session.wants(CeilingKind::fill) && !session.wants(CeilingKind::copy) && !session.wants(CeilingKind::read))
        return;
    const cuda::DeviceBuffer<float4> memory(session.array_bytes() / static_cast<std::int64_t>(sizeof(float4)));
    const Array array{memory.data(), memory.size()};
    session.keep_best(CeilingKind::fill, fills(array));
    session.keep_best(CeilingKind::copy, copies(array));
    session.keep_best(CeilingKind::read, {read_by<1>(array), read_by<2>(array), read_by<4>(array), read_by<8>(array)});
}

} // namespace pairscope::profiling
