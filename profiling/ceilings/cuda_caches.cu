// SPDX-License-Identifier: MIT
// The caches and the shared memory of a GPU.
#include "profiling/ceilings/cuda_session.h"

#include "kernels/engines/cuda/device_buffer.h"
#include "kernels/engines/cuda/launch.h"

#include <algorithm>

namespace pairscope::profiling {
namespace {

using cuda::launch_grid;

constexpr int threads = 256;         // threads per block
constexpr int loads = 4;             // loads in flight per thread
constexpr int near_steps = 1024;     // steps of `loads` loads from the L1 or shared memory: 0.5 ms on an H200
constexpr int near_shift = 32;       // entries by which a step reads on: the same ones again would be read once only
constexpr int near_count = 1024;     // float4: 16 KiB, which every L1 and every block's shared memory has
constexpr double l2_traffic = 2.0e9; // bytes of a run that stays in the L2: 0.4 ms on an H200
static_assert(near_count == threads * loads);

__device__ void add(float4& sum, float4 v) {
    sum.x += v.x;
    sum.y += v.y;
    sum.z += v.z;
    sum.w += v.w;
}
__device__ void keep(float4 sum, float* sink) {
    if (sum.x + sum.y + sum.z + sum.w == -1.0f) *sink = sum.x; // never, but the compiler cannot know
}

/// A thread's k-th load of a step. Neighbouring lanes read neighbouring 16 bytes: no bank conflicts.
__device__ int near_index(int step, int k) { return (threadIdx.x + k * threads + step * near_shift) % near_count; }

/// All blocks read the same 16 KiB again and again.
__global__ void read_l1(const float4* __restrict__ from, float* sink) {
    float4 sum{};
#pragma unroll 4
    for (int step = 0; step < near_steps; ++step) {
        float4 v[loads];
#pragma unroll
        for (int k = 0; k < loads; ++k) v[k] = __ldca(from + near_index(step, k));
#pragma unroll
        for (int k = 0; k < loads; ++k) add(sum, v[k]);
    }
    keep(sum, sink);
}

__global__ void read_shared(const float4* __restrict__ from, float* sink) {
    __shared__ float4 mine[near_count];
    for (int i = threadIdx.x; i < near_count; i += threads) mine[i] = from[i];
    __syncthreads();
    float4 sum{};
#pragma unroll 4
    for (int step = 0; step < near_steps; ++step) {
        float4 v[loads];
#pragma unroll
        for (int k = 0; k < loads; ++k) v[k] = mine[near_index(step, k)];
#pragma unroll
        for (int k = 0; k < loads; ++k) add(sum, v[k]);
    }
    keep(sum, sink);
}

/// The threads of the grid go round the array together, `steps` times, past the L1.
template <int at_once>
__global__ void read_l2(const float4* __restrict__ from, unsigned count, int steps, float* sink) {
    const unsigned stride = gridDim.x * threads % count;
    unsigned i = (blockIdx.x * threads + threadIdx.x) % count;
    float4 sum{};
    for (int step = 0; step < steps; ++step) {
        float4 v[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            v[k] = __ldcg(from + i);
            i = i + stride < count ? i + stride : i + stride - count;
        }
#pragma unroll
        for (int k = 0; k < at_once; ++k) add(sum, v[k]);
    }
    keep(sum, sink);
}

__global__ void write_l2(float4* to, unsigned count, int steps) {
    const unsigned stride = gridDim.x * threads % count;
    unsigned i = (blockIdx.x * threads + threadIdx.x) % count;
    const float4 v = make_float4(1.0f, 2.0f, 3.0f, static_cast<float>(threadIdx.x));
#pragma unroll 4
    for (int step = 0; step < steps; ++step) {
        to[i] = v;
        i = i + stride < count ? i + stride : i + stride - count;
    }
}

template <class Kernel>
CudaWay near_way(const CudaSession& session, Kernel kernel, const float4* from, std::string how) {
    const int blocks = session.blocks_at_once(kernel, threads);
    auto* sink = reinterpret_cast<float*>(const_cast<float4*>(from));
    return {std::move(how), static_cast<double>(blocks) * threads * loads * near_steps * sizeof(float4),
            [=](cudaStream_t s) { launch_grid(kernel, blocks, threads, 0, s, from, sink); }};
}

void measure_near(CudaSession& session) {
    const cuda::DeviceBuffer<float4> memory(near_count);
    cuda::check(cudaMemset(memory.data(), 0, near_count * sizeof(float4)));
    session.keep_best(CeilingKind::l1_read, {near_way(session, read_l1, memory.data(), "16-byte loads of 16 KiB")});
    session.keep_best(CeilingKind::shared_read,
                      {near_way(session, read_shared, memory.data(), "16-byte loads without conflicts")});
}

/// An array that stays in the L2.
struct Far {
    float4* data;
    unsigned count;
    std::string size;
};

template <int at_once> CudaWay read_way(const CudaSession& session, const Far& far) {
    const int blocks = session.blocks_at_once(read_l2<at_once>, threads);
    const double a_step = static_cast<double>(blocks) * threads * at_once * sizeof(float4);
    const int steps = std::max(1, static_cast<int>(l2_traffic / a_step));
    return {"16-byte loads past the L1, of " + far.size, a_step * steps,
            [=, data = far.data, count = far.count](cudaStream_t s) {
                launch_grid(read_l2<at_once>, blocks, threads, 0, s, data, count, steps,
                            reinterpret_cast<float*>(data));
            }};
}

std::vector<CudaWay> write_ways(const CudaSession& session, const Far& far) {
    const int blocks = session.blocks_at_once(write_l2, threads);
    const double a_step = static_cast<double>(blocks) * threads * sizeof(float4);
    const int steps = std::max(1, static_cast<int>(l2_traffic / a_step));
    const auto write = [data = far.data, count = far.count](int grid, int times) {
        return [=](cudaStream_t s) { launch_grid(write_l2, grid, threads, 0, s, data, count, times); };
    };
    return {{"16-byte stores to " + far.size + ", many per thread", a_step * steps, write(blocks, steps)},
            {"16-byte stores to " + far.size + ", one per thread", a_step * steps, write(blocks * steps, 1)}};
}

/// A quarter of the L2: that of a Hopper GPU has two halves, and the near one also keeps what the far one owns, so that
/// half of it is the most that stays there. On an H200 an eighth and a half give the same within 4 %.
void measure_far(CudaSession& session, std::int64_t l2_bytes) {
    const std::int64_t count = l2_bytes / 4 / static_cast<std::int64_t>(sizeof(float4));
    const cuda::DeviceBuffer<float4> memory(count);
    cuda::check(cudaMemset(memory.data(), 0, static_cast<std::size_t>(count) * sizeof(float4)));
    const Far far{memory.data(), static_cast<unsigned>(count), std::to_string(l2_bytes >> 22) + " MiB"};
    session.keep_best(CeilingKind::l2_read, {read_way<4>(session, far), read_way<8>(session, far)});
    session.keep_best(CeilingKind::l2_write, write_ways(session, far));
}

} // namespace

void measure_caches(CudaSession& session) {
    if (session.wants(CeilingKind::l1_read) || session.wants(CeilingKind::shared_read)) measure_near(session);
    int l2_bytes = 0;
    cuda::check(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, session.device().ordinal));
    constexpr int smallest = 1 << 20; // less is no cache worth the name
    if (l2_bytes >= smallest && (session.wants(CeilingKind::l2_read) || session.wants(CeilingKind::l2_write)))
        measure_far(session, l2_bytes);
}

} // namespace pairscope::profiling
