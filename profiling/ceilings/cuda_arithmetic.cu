// SPDX-License-Identifier: MIT
// What a GPU computes without tensor cores, and the clock it computes at.
#include "profiling/ceilings/cuda_session.h"

#include "kernels/engines/cuda/device_buffer.h"
#include "kernels/engines/cuda/launch.h"

namespace pairscope::profiling {
namespace {

constexpr int threads = 256; // threads per block
constexpr int chains = 8;    // independent values of a thread: more than the latency needs with 16 warps a scheduler

/// What kernels leave behind.
struct Trail {
    float sink;               // what must not be optimised away
    unsigned long long begin; // when the first block on the first multiprocessor began and its last ended [cycles]
    unsigned long long end;
};

struct MultiplyAdd {
    using Value = float;
    static constexpr int steps = 8192;
    static constexpr double operations = 2.0;
    static __device__ float next(float v, float factor) { return fmaf(v, factor, factor); }
};
struct SquaredDifference {
    using Value = float;
    static constexpr int steps = 4096;
    static constexpr double operations = 3.0;
    static __device__ float next(float v, float factor) {
        const float difference = v - factor;
        return fmaf(difference, difference, factor);
    }
};
struct AbsoluteDifference {
    using Value = float;
    static constexpr int steps = 4096;
    static constexpr double operations = 2.0;
    static __device__ float next(float v, float factor) { return factor + fabsf(v - factor); }
};
struct LargestDifference {
    using Value = float;
    static constexpr int steps = 4096;
    static constexpr double operations = 2.0;
    static __device__ float next(float v, float factor) { return fmaxf(fabsf(v - factor), factor); }
};
/// Floats that are not negative have the order of their bits.
struct LargestBits {
    using Value = float;
    static constexpr int steps = 4096;
    static constexpr double operations = 2.0;
    static __device__ float next(float v, float factor) {
        return __int_as_float(max(__float_as_int(fabsf(v - factor)), __float_as_int(factor)));
    }
};
struct PowerOfTwo { // two to the power of -v, which settles at 0.64
    using Value = float;
    static constexpr int steps = 1024;
    static constexpr double operations = 1.0;
    static __device__ float next(float v, float) {
        asm volatile("{ .reg .f32 t; neg.f32 t, %0; ex2.approx.ftz.f32 %0, t; }" : "+f"(v));
        return v;
    }
};
struct InverseRoot {
    using Value = float;
    static constexpr int steps = 1024;
    static constexpr double operations = 1.0;
    static __device__ float next(float v, float) {
        asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(v));
        return v;
    }
};
struct DotProduct {
    using Value = int;
    static constexpr int steps = 4096;
    static constexpr double operations = 8.0; // four products, four sums
    static __device__ int next(int v, float factor) { return __dp4a(__float_as_int(factor), 0x01fe03fc, v); }
};

/// Each multiprocessor has a counter of its own.
__device__ bool on_first_unit() {
    unsigned unit;
    asm("mov.u32 %0, %%smid;" : "=r"(unit));
    return unit == 0;
}

template <class Operation> __global__ void compute(Trail* trail, float factor) {
    const bool watched = threadIdx.x == 0 && on_first_unit();
    if (watched) atomicMin(&trail->begin, static_cast<unsigned long long>(clock64()));
    typename Operation::Value values[chains];
    for (int k = 0; k < chains; ++k) values[k] = static_cast<typename Operation::Value>(threadIdx.x + k);
#pragma unroll 32
    for (int step = 0; step < Operation::steps; ++step) {
#pragma unroll
        for (int k = 0; k < chains; ++k) values[k] = Operation::next(values[k], factor);
    }
    typename Operation::Value total{};
    for (int k = 0; k < chains; ++k) total += values[k];
    if (total == -1) trail->sink = static_cast<float>(total); // never, but the compiler cannot know
    if (watched) atomicMax(&trail->end, static_cast<unsigned long long>(clock64()));
}

template <class Operation> CudaWay way(const CudaSession& session, Trail* trail, const char* how) {
    const int blocks = session.blocks_at_once(compute<Operation>, threads);
    return {how, Operation::operations * chains * Operation::steps * threads * blocks,
            [=](cudaStream_t s) { cuda::launch_grid(compute<Operation>, blocks, threads, 0, s, trail, 0.999f); }};
}

/// The cycles of a multiprocessor over the time of a run. It waits for the launch too, which is why this is up to a
/// percent low.
std::optional<double> clock_during(const CudaSession& session, const CudaWay& way, Trail* trail) {
    Trail seen{.sink = 0.0f, .begin = ~0ull, .end = 0};
    cuda::check(cudaMemcpy(trail, &seen, sizeof seen, cudaMemcpyHostToDevice));
    const double seconds = session.seconds_of(way);
    cuda::check(cudaMemcpy(&seen, trail, sizeof seen, cudaMemcpyDeviceToHost));
    if (seen.end <= seen.begin) return {};
    return static_cast<double>(seen.end - seen.begin) / seconds;
}

} // namespace

void measure_arithmetic(CudaSession& session) {
    const cuda::DeviceBuffer<Trail> memory(1);
    Trail* trail = memory.data();
    if (session.wants(CeilingKind::fma)) {
        const CudaWay fma = way<MultiplyAdd>(session, trail, "8 chains of fused multiply-adds per thread");
        session.keep_best(CeilingKind::fma, {fma});
        session.set_clock(clock_during(session, fma, trail));
    }
    session.keep_best(CeilingKind::squared_difference,
                      {way<SquaredDifference>(session, trail, "8 chains of differences and multiply-adds per thread")});
    session.keep_best(CeilingKind::absolute_difference,
                      {way<AbsoluteDifference>(session, trail, "8 chains of differences and sums per thread")});
    session.keep_best(CeilingKind::largest_difference,
                      {way<LargestDifference>(session, trail, "8 chains of differences and fmaxf per thread"),
                       way<LargestBits>(session, trail, "8 chains of differences and integer maxima per thread")});
    session.keep_best(CeilingKind::special_function,
                      {way<InverseRoot>(session, trail, "8 chains of rsqrt.approx per thread"),
                       way<PowerOfTwo>(session, trail, "8 chains of ex2.approx per thread")});
    session.keep_best(CeilingKind::int8_dot, {way<DotProduct>(session, trail, "8 chains of dp4a per thread")});
}

void measure_own(CudaSession& session) {
    for (const CeilingKind kind : session.kinds()) {
        const OwnCeiling* const own = own_ceiling_of(kind);
        if (own == nullptr || own->on_gpu == nullptr || !session.wants(kind)) continue;
        double amount = 0.0;
        const Device& device = session.device();
        session.wait_for([&](cudaStream_t stream) { amount = own->on_gpu(device, stream); });
        session.keep_best(
            kind, {{std::string(own->how), amount, [own, &device](cudaStream_t s) { own->on_gpu(device, s); }}});
    }
}

} // namespace pairscope::profiling
