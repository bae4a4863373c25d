// SPDX-License-Identifier: MIT
#include "profiling/ceilings/cuda_ceilings.h"

#include "kernels/cuda/check.h"
#include "kernels/cuda/device_buffer.h"
#include "kernels/cuda/event.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/stream.h"
#include "profiling/statistics.h"

#include <algorithm>
#include <span>
#include <vector>

namespace pairscope::profiling {
namespace {

using cuda::check;
using cuda::launch_grid;
using cuda::tiles;

constexpr int runs = 15;                        // of each way; the median counts
constexpr int threads = 256;                    // of a block
constexpr std::int64_t default_bytes = 1 << 30; // some tens of times the largest L2

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

constexpr int chains =
    8; // independent sums of a thread: more than the latency of an FMA needs with 8 warps a scheduler
constexpr int steps = 2048;
constexpr int blocks_per_unit = 32;

__global__ void multiply_add(float* out, float factor) {
    float sum[chains];
    for (int k = 0; k < chains; ++k) sum[k] = static_cast<float>(threadIdx.x + k);
    for (int step = 0; step < steps; ++step) {
        for (int k = 0; k < chains; ++k) sum[k] = fmaf(sum[k], factor, 1.0f);
    }
    float total = 0.0f;
    for (int k = 0; k < chains; ++k) total += sum[k];
    if (total == -1.0f) *out = total; // never, but the compiler cannot know
}

/// One way to reach a limit: what to enqueue, and what it does [B] or [flop].
struct Way {
    std::string_view how;
    double amount = 0.0;
    std::function<void(cudaStream_t)> enqueue;
};

class Session {
public:
    Session(const RunControl& control, const std::function<void(std::string_view, double)>& progress)
        : control_(control), progress_(progress) {}

    [[nodiscard]] cudaStream_t stream() const { return stream_.get(); }

    /// Keeps the best median; absent if stopped before the first way was measured.
    void keep_best(Ceilings& out, CeilingKind kind, double share, std::span<const Way> ways) {
        std::optional<Ceiling> best;
        for (const Way& way : ways) {
            if (control_.stop.stop_requested()) break;
            if (progress_) progress_(title_of(kind), share);
            const Ceiling ceiling = ceiling_from(kind, way.amount, seconds(way), std::string(way.how));
            if (!best || ceiling.value > best->value) best = ceiling;
        }
        if (best) add(out, *best);
    }

private:
    std::vector<double> seconds(const Way& way) {
        std::vector<double> seconds;
        way.enqueue(stream()); // once to warm up
        for (int i = 0; i < runs; ++i) {
            start_.record(stream());
            way.enqueue(stream());
            check(cudaGetLastError());
            stop_.record(stream());
            stop_.synchronize();
            seconds.push_back(cuda::seconds_between(start_, stop_));
        }
        return seconds;
    }

    const RunControl& control_;
    const std::function<void(std::string_view, double)>& progress_;
    cuda::Stream stream_;
    cuda::Event start_, stop_;
};

std::vector<Way> fills(float4* data, std::int64_t count) {
    const double bytes = static_cast<double>(count) * sizeof(float4);
    const unsigned grid = tiles(count, threads);
    return {
        {"cudaMemset", bytes,
         [=](cudaStream_t s) { check(cudaMemsetAsync(data, 0, static_cast<std::size_t>(count) * sizeof(float4), s)); }},
        {"16-byte stores", bytes, [=](cudaStream_t s) { launch_grid(fill<false>, grid, threads, 0, s, data, count); }},
        {"16-byte streaming stores", bytes,
         [=](cudaStream_t s) { launch_grid(fill<true>, grid, threads, 0, s, data, count); }}};
}

/// Half of the array is copied to the other half: together as many bytes as the array has.
std::vector<Way> copies(float4* data, std::int64_t count) {
    const std::int64_t half = count / 2;
    const double bytes = 2.0 * static_cast<double>(half) * sizeof(float4);
    const auto half_bytes = static_cast<std::size_t>(half) * sizeof(float4);
    return {
        {"cudaMemcpy", bytes,
         [=](cudaStream_t s) { check(cudaMemcpyAsync(data + half, data, half_bytes, cudaMemcpyDeviceToDevice, s)); }},
        {"16-byte loads and streaming stores", bytes,
         [=](cudaStream_t s) { launch_grid(copy, tiles(half, threads), threads, 0, s, data + half, data, half); }}};
}

std::vector<Way> multiply_adds(float4* data, const Device& device) {
    const int blocks = device.units * blocks_per_unit;
    return {{"8 chains of fused multiply-adds a thread", 2.0 * chains * steps * threads * blocks, [=](cudaStream_t s) {
                 launch_grid(multiply_add, blocks, threads, 0, s, reinterpret_cast<float*>(data), 0.999f);
             }}};
}

} // namespace

Ceilings cuda_ceilings(const Device& device, const CeilingRequest& request, const RunControl& control,
                       const std::function<void(std::string_view doing, double share)>& progress) {
    check(cudaSetDevice(device.ordinal));
    constexpr std::int64_t smallest = 1 << 20;
    const std::int64_t count = (request.bytes == 0 ? default_bytes : std::max(request.bytes, smallest)) /
                               static_cast<std::int64_t>(sizeof(float4));
    const cuda::DeviceBuffer<float4> array(count);
    Session session(control, progress);
    Ceilings ceilings;
    ceilings.device = device;
    session.keep_best(ceilings, CeilingKind::fill, 0.0, fills(array.data(), count));
    session.keep_best(ceilings, CeilingKind::copy, 0.4, copies(array.data(), count));
    session.keep_best(ceilings, CeilingKind::fma, 0.8, multiply_adds(array.data(), device));
    ceilings.when = std::chrono::system_clock::now();
    return ceilings;
}

} // namespace pairscope::profiling
