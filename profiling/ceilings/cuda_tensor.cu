// SPDX-License-Identifier: MIT
// Tensor cores by mma.sync, which every GPU from compute capability 8.0 on has, and by wgmma, which only Hopper GPUs
// have: there, mma.sync reaches about 60 % of what wgmma does.
#include "profiling/ceilings/cuda_session.h"

#include "kernels/engines/cuda/device_buffer.h"
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/engines/cuda/warp_group.cuh"

namespace pairscope::profiling {
namespace {

constexpr int threads = 256;      // threads per block: 8 warps
constexpr int steps = 2048;       // 0.45 ms on an H200
constexpr int rows = 2, cols = 4; // fragments of a warp: 8 products that do not wait for each other
constexpr int oldest = 80;

/// Values of random bits, because zeros use less power and run faster than a user's data will.
__device__ unsigned random_bits(unsigned i) {
    i = (i ^ (i >> 16)) * 0x7feb352du;
    i = (i ^ (i >> 15)) * 0x846ca68bu;
    return i ^ (i >> 16);
}

struct Half {
    static constexpr bool has_groups = true;
    using Sum = float;
    using GroupSum = unsigned;                              ///< its bits
    static constexpr double operations = 2.0 * 16 * 8 * 16; // operations per instruction of a warp
    static __device__ unsigned bits(unsigned random) {
        return (random & 0x83ff83ffu) | 0x38003800u;
    } // 0.5 to 1, signed
    static __device__ void multiply(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#if __CUDA_ARCH__ >= 800
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                     "{%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
    }
};

struct Tf32 {
    static constexpr bool has_groups = false;
    using Sum = float;
    static constexpr double operations = 2.0 * 16 * 8 * 8;
    static __device__ unsigned bits(unsigned random) { return (random & 0x807fe000u) | 0x3f000000u; }
    static __device__ void multiply(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#if __CUDA_ARCH__ >= 800
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                     "{%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
    }
};

struct Int8 {
    static constexpr bool has_groups = true;
    using Sum = int;
    using GroupSum = int;
    static constexpr double operations = 2.0 * 16 * 8 * 32;
    static __device__ unsigned bits(unsigned random) { return random; }
    static __device__ void multiply(int (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#if __CUDA_ARCH__ >= 800
        asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                     "{%0,%1,%2,%3};"
                     : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
    }
};

template <class Type> __global__ void multiply(typename Type::Sum* sink) {
    unsigned a[rows][4], b[cols][2];
    const unsigned seed = 64 * (blockIdx.x * threads + threadIdx.x);
    for (int i = 0; i < rows * 4; ++i) a[i / 4][i % 4] = Type::bits(random_bits(seed + i));
    for (int i = 0; i < cols * 2; ++i) b[i / 2][i % 2] = Type::bits(random_bits(seed + 32 + i));
    typename Type::Sum sums[rows][cols][4]{};
#pragma unroll 4
    for (int step = 0; step < steps; ++step) {
#pragma unroll
        for (int row = 0; row < rows; ++row) {
#pragma unroll
            for (int col = 0; col < cols; ++col) Type::multiply(sums[row][col], a[row], b[col]);
        }
    }
    typename Type::Sum total{};
    for (int i = 0; i < rows * cols * 4; ++i) total += sums[i / (cols * 4)][i / 4 % cols][i % 4];
    if (total == static_cast<typename Type::Sum>(-123456789)) *sink = total; // hardly ever
}

/// Was the kernel built for an architecture with these instructions? Without them its body is empty.
template <class Type> bool has_instructions() {
    cudaFuncAttributes attributes{};
    cuda::check(cudaFuncGetAttributes(&attributes, multiply<Type>));
    return attributes.ptxVersion >= oldest;
}

// By wgmma: two warp groups in a block, each with 64 x 256 sums, so that one multiplies while the other one waits. Both
// factors come from shared memory, 32 bytes of each vector.
constexpr int group_vectors = 64, other_vectors = 256, group_step_bytes = 32;
constexpr int products_at_once = 16, rounds = 128; // 0.3 ms on an H200
constexpr int group_shared_bytes = (2 * group_vectors + other_vectors) * group_step_bytes;

template <class Type> __global__ void __launch_bounds__(threads, 1) multiply_by_groups(typename Type::Sum* sink) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    auto* const words = cuda::dynamic_shared<unsigned>();
    for (int i = threadIdx.x; i < group_shared_bytes / 4; i += threads)
        words[i] = Type::bits(random_bits(blockIdx.x * (group_shared_bytes / 4) + i));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // what this thread wrote, wgmma may read;
    __syncthreads();                                             // and so what the others wrote
    const int group = __shfl_sync(~0u, static_cast<int>(threadIdx.x) / 128, 0);
    const auto b = cuda::StepMatrices::at(words);
    const auto a = b.moved(static_cast<unsigned>((other_vectors + group * group_vectors) * group_step_bytes));
    typename Type::GroupSum sums[other_vectors / 2]{};
    for (int round = 0; round < rounds; ++round) {
        cuda::begin_products();
#pragma unroll
        for (int i = 0; i < products_at_once; ++i) cuda::add_product(sums, a, b, true);
        cuda::finish_products(sums);
    }
    typename Type::GroupSum total{};
#pragma unroll
    for (const auto& sum : sums) total += sum;
    if (total == 123456789) *sink = 1; // hardly ever
#endif
}

/// What the fastest of the instructions reaches.
template <class Type>
void keep(CudaSession& session, CeilingKind kind, const char* how, const char* how_by_groups = nullptr) {
    if (!session.wants(kind) || !has_instructions<Type>()) return;
    const cuda::DeviceBuffer<typename Type::Sum> memory(1);
    const int blocks = session.blocks_at_once(multiply<Type>, threads);
    std::vector<CudaWay> ways{{how, Type::operations * rows * cols * steps * (threads / 32) * blocks,
                               [=, sink = memory.data()](cudaStream_t s) {
                                   cuda::launch_grid(multiply<Type>, blocks, threads, 0, s, sink);
                               }}};
    if constexpr (Type::has_groups)
        if (session.device().compute_capability == cuda::with_warp_groups) {
            const int group_blocks = session.blocks_at_once(multiply_by_groups<Type>, threads);
            // As many multiply-adds as mma.sync's 16 x 8 sums have, 64 x 256 / 128 times as many for each warp group.
            const double operations = Type::operations * (group_vectors * other_vectors / (16.0 * 8.0)) *
                                      products_at_once * rounds * (threads / 128) * group_blocks;
            ways.push_back({how_by_groups, operations, [=, sink = memory.data()](cudaStream_t s) {
                                cuda::launch_grid(multiply_by_groups<Type>, group_blocks, threads, group_shared_bytes,
                                                  s, sink);
                            }});
        }
    session.keep_best(kind, ways);
}

} // namespace

void measure_tensor_cores(CudaSession& session) {
    if (session.device().compute_capability < oldest) return;
    keep<Half>(session, CeilingKind::tensor_fp16, "mma.sync m16n8k16, fp32 sums", "wgmma m64n256k16, fp32 sums");
    keep<Tf32>(session, CeilingKind::tensor_tf32, "mma.sync m16n8k8, fp32 sums");
    keep<Int8>(session, CeilingKind::tensor_int8, "mma.sync m16n8k32, int32 sums", "wgmma m64n256k32, int32 sums");
}

} // namespace pairscope::profiling
