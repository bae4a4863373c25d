// SPDX-License-Identifier: MIT
// Products of small matrices of halves, tf32 numbers or bytes by tensor cores, which CUDA C++ has no function of this
// shape for. The executor on the CPU does not model them.
#pragma once

#include "kernels/engines/cuda/side.h"

#include <cuda_runtime.h>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// The oldest GPUs whose tensor cores do this [compute capability].
constexpr int oldest_with_half_products = 80;

/// Reads four matrices of 8 x 8 halves from shared memory; lane l names row l % 8 of matrix l / 8, 16 bytes that begin
/// on a boundary of 16. Afterwards lane l has the elements 2 (l % 4) and 2 (l % 4) + 1 of row l / 4 of matrix k in
/// `matrices[k]`.
__device__ inline void load_matrices(unsigned (&matrices)[4], const void* row) {
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(matrices[0]), "=r"(matrices[1]), "=r"(matrices[2]), "=r"(matrices[3])
                 : "r"(address)
                 : "memory");
}

/// Adds the product of a 16 x 16 and a 16 x 8 matrix of halves. `a` has the quarters top left, bottom left, top right,
/// bottom right; b0 and b1 the transposed upper and lower half. Lane l has the sums of row l / 4, columns 2 (l % 4) and
/// the next one, then those of row l / 4 + 8.
__device__ inline void add_product(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#endif
}

/// The bits of a number that is rounded to the 11 significant bits of tf32, to the nearest one, so by a part in 2^11 at
/// most.
__device__ inline unsigned as_tf32(float number) {
    unsigned bits = 0;
#if __CUDA_ARCH__ >= 800
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(number));
#endif
    return bits;
}

/// Adds the product of a 16 x 8 and an 8 x 8 matrix of tf32 numbers, each of which takes the place of two halves of the
/// product above: lane l has element l % 4 of row l / 4 of each quarter of `a`.
__device__ inline void add_tf32_product(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#endif
}

/// The product of halves with bytes instead: a 16 x 32 and a 32 x 8 matrix. Two neighbouring bytes are where one half
/// was. Sums that do not fit into 32 bits lose their upper bits.
__device__ inline void add_product(int (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#endif
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
