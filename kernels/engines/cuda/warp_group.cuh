// SPDX-License-Identifier: MIT
// Products of matrices of halves or bytes by a warp group, four warps that multiply together: the instruction wgmma of
// compute capability 9.0, which CUDA C++ has no function for. Code with it is compiled for sm_90a only, and newer GPUs
// do not run it. The executor on the CPU does not model it.
//
// A factor in shared memory consists of core matrices of eight vectors with eight halves each, 128 bytes in a row. Here
// eight vectors and 16 of their coordinates take 512 bytes: upper halves of coordinates 0 to 7 and 8 to 15, then the
// lower halves.
#pragma once

#include "kernels/engines/cuda/side.h"

#include <cstdint>
#include <cuda_runtime.h>

#if !defined(__CUDA_ARCH__) || defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define PAIRSCOPE_HAS_WARP_GROUPS 1
#else
#define PAIRSCOPE_HAS_WARP_GROUPS 0
#endif

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

constexpr int with_warp_groups = 90; ///< the only compute capability that has wgmma
constexpr int core_matrix_bytes = 128;
constexpr int octet_bytes = 4 * core_matrix_bytes; ///< 16 coordinates of eight vectors, upper and lower halves

/// Tells wgmma where 16 coordinates of vectors begin; it finds the others by two distances, in units of 16 bytes:
/// between neighbouring core matrices of the same vectors, and between those of neighbouring vectors. Only the lower
/// word differs, which spares 64-bit arithmetic.
struct CoreMatrices {
    static constexpr std::uint64_t across = octet_bytes / 16;
    static constexpr unsigned along = core_matrix_bytes / 16;
    unsigned lower_word;

    __device__ static CoreMatrices upper_halves(const void* octets) {
        return {static_cast<unsigned>(__cvta_generic_to_shared(octets)) >> 4 | along << 16};
    }
    __device__ CoreMatrices lower_halves() const { return {lower_word + 2 * core_matrix_bytes / 16}; }
    __device__ std::uint64_t descriptor() const { return across << 32 | lower_word; }
};

/// Halves of `count` vectors, in core matrices that lie side by side: the upper halves of coordinates 0 to 7 of all
/// vectors, then those of 8 to 15, then the lower halves. The vectors of a product may begin at any of them.
template <int count> struct VectorRuns {
    static constexpr std::uint64_t across = core_matrix_bytes / 16;
    static constexpr unsigned along = count; // 16 bytes of each vector
    unsigned lower_word;

    __device__ static VectorRuns upper_halves(const void* first) {
        return {static_cast<unsigned>(__cvta_generic_to_shared(first)) >> 4 | along << 16};
    }
    __device__ VectorRuns lower_halves() const { return {lower_word + 2 * count}; }
    __device__ std::uint64_t descriptor() const { return across << 32 | lower_word; }
};

/// The registers and the shared memory that this warp has written are to be read by the products that follow.
__device__ inline void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

/// Tells the compiler that the sums may have changed, so that it has them in registers here.
template <int count> __device__ void hold(float (&sums)[count]) {
#pragma unroll
    for (int i = 0; i < count; ++i) asm volatile("" : "+f"(sums[i])::"memory");
}
template <class Bits, int count> __device__ void hold(Bits (&sums)[count]) {
#pragma unroll
    for (int i = 0; i < count; ++i) asm volatile("" : "+r"(sums[i])::"memory");
}

/// The products that were begun since the last call are a group.
__device__ inline void end_products() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
/// Waits until so many groups of products at most have not ended.
template <int groups> __device__ void wait_for_products_but() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(groups) : "memory");
}

/// Waits for all products that were begun.
template <class Sum, int count> __device__ void finish_products(Sum (&sums)[count]) {
    end_products();
    wait_for_products_but<0>();
    hold(sums);
}

/// Begins to add the product of 64 x 16 halves `a` and the transpose of 64 x 16 halves `b` to the sums, or to 0 if
/// `keep` is false, which has to be known to the compiler. A warp has 16
/// rows: lane l has rows l / 4 and l / 4 + 8 of columns 8 j + 2 (l % 4) and the next one in sums[4 j] to sums[4 j + 3],
/// the first row first. It holds, in this order, these parts of `a`: two halves of the first row, of the second one,
/// and of both again, 8 columns further.
template <class Columns>
__device__ void add_product(float (&sums)[32], const unsigned (&a)[4], Columns b, bool keep) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    asm volatile("{.reg .pred keep; setp.ne.b32 keep, %37, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, "
                 "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, {%32, %33, %34, %35}, %36, keep, 1, 1, 0;}"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
                   "+f"(sums[6]), "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]),
                   "+f"(sums[12]), "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]), "+f"(sums[17]),
                   "+f"(sums[18]), "+f"(sums[19]), "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23]),
                   "+f"(sums[24]), "+f"(sums[25]), "+f"(sums[26]), "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]),
                   "+f"(sums[30]), "+f"(sums[31])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b.descriptor()), "r"(static_cast<int>(keep)));
#endif
}

/// Adds a product with `a` in shared memory, and with 128 rows of `b`.
template <class Columns> __device__ void add_product(float (&sums)[64], CoreMatrices a, Columns b, bool keep) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    asm volatile("{.reg .pred keep; setp.ne.b32 keep, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, "
                 "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, "
                 "%42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, "
                 "%62, %63}, %64, %65, keep, 1, 1, 0, 0;}"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
                   "+f"(sums[6]), "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]),
                   "+f"(sums[12]), "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]), "+f"(sums[17]),
                   "+f"(sums[18]), "+f"(sums[19]), "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23]),
                   "+f"(sums[24]), "+f"(sums[25]), "+f"(sums[26]), "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]),
                   "+f"(sums[30]), "+f"(sums[31]), "+f"(sums[32]), "+f"(sums[33]), "+f"(sums[34]), "+f"(sums[35]),
                   "+f"(sums[36]), "+f"(sums[37]), "+f"(sums[38]), "+f"(sums[39]), "+f"(sums[40]), "+f"(sums[41]),
                   "+f"(sums[42]), "+f"(sums[43]), "+f"(sums[44]), "+f"(sums[45]), "+f"(sums[46]), "+f"(sums[47]),
                   "+f"(sums[48]), "+f"(sums[49]), "+f"(sums[50]), "+f"(sums[51]), "+f"(sums[52]), "+f"(sums[53]),
                   "+f"(sums[54]), "+f"(sums[55]), "+f"(sums[56]), "+f"(sums[57]), "+f"(sums[58]), "+f"(sums[59]),
                   "+f"(sums[60]), "+f"(sums[61]), "+f"(sums[62]), "+f"(sums[63])
                 : "l"(a.descriptor()), "l"(b.descriptor()), "r"(static_cast<int>(keep)));
#endif
}

/// 32 bytes of vectors in core matrices: eight vectors take 256 bytes, their first 16 bytes before the other 16.
struct StepMatrices {
    static constexpr int octet_bytes = 2 * core_matrix_bytes;
    static constexpr std::uint64_t across = octet_bytes / 16;
    static constexpr unsigned along = core_matrix_bytes / 16;
    unsigned lower_word;

    __device__ static StepMatrices at(const void* octets) {
        return {static_cast<unsigned>(__cvta_generic_to_shared(octets)) >> 4 | along << 16};
    }
    /// The matrices so many bytes further.
    __device__ StepMatrices moved(unsigned bytes) const { return {lower_word + bytes / 16}; }
    __device__ std::uint64_t descriptor() const { return across << 32 | lower_word; }
};

/// Begins to add the product of 64 x 16 halves and the transpose of 256 x 16 halves. The sums are the bits of float32
/// numbers, and lie as those above do: if they were floats that are used as bits, the compiler would not let products
/// overlap.
__device__ inline void add_product(unsigned (&sums)[128], StepMatrices a, StepMatrices b, bool keep) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    asm volatile("{.reg .pred keep; setp.ne.b32 keep, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, "
                 "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, "
                 "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, "
                 "%53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, "
                 "%70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, "
                 "%87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, "
                 "%103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, "
                 "%117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, %128, %129, keep, 1, 1, 0, 0;}"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3]), "+r"(sums[4]), "+r"(sums[5]),
                   "+r"(sums[6]), "+r"(sums[7]), "+r"(sums[8]), "+r"(sums[9]), "+r"(sums[10]), "+r"(sums[11]),
                   "+r"(sums[12]), "+r"(sums[13]), "+r"(sums[14]), "+r"(sums[15]), "+r"(sums[16]), "+r"(sums[17]),
                   "+r"(sums[18]), "+r"(sums[19]), "+r"(sums[20]), "+r"(sums[21]), "+r"(sums[22]), "+r"(sums[23]),
                   "+r"(sums[24]), "+r"(sums[25]), "+r"(sums[26]), "+r"(sums[27]), "+r"(sums[28]), "+r"(sums[29]),
                   "+r"(sums[30]), "+r"(sums[31]), "+r"(sums[32]), "+r"(sums[33]), "+r"(sums[34]), "+r"(sums[35]),
                   "+r"(sums[36]), "+r"(sums[37]), "+r"(sums[38]), "+r"(sums[39]), "+r"(sums[40]), "+r"(sums[41]),
                   "+r"(sums[42]), "+r"(sums[43]), "+r"(sums[44]), "+r"(sums[45]), "+r"(sums[46]), "+r"(sums[47]),
                   "+r"(sums[48]), "+r"(sums[49]), "+r"(sums[50]), "+r"(sums[51]), "+r"(sums[52]), "+r"(sums[53]),
                   "+r"(sums[54]), "+r"(sums[55]), "+r"(sums[56]), "+r"(sums[57]), "+r"(sums[58]), "+r"(sums[59]),
                   "+r"(sums[60]), "+r"(sums[61]), "+r"(sums[62]), "+r"(sums[63]), "+r"(sums[64]), "+r"(sums[65]),
                   "+r"(sums[66]), "+r"(sums[67]), "+r"(sums[68]), "+r"(sums[69]), "+r"(sums[70]), "+r"(sums[71]),
                   "+r"(sums[72]), "+r"(sums[73]), "+r"(sums[74]), "+r"(sums[75]), "+r"(sums[76]), "+r"(sums[77]),
                   "+r"(sums[78]), "+r"(sums[79]), "+r"(sums[80]), "+r"(sums[81]), "+r"(sums[82]), "+r"(sums[83]),
                   "+r"(sums[84]), "+r"(sums[85]), "+r"(sums[86]), "+r"(sums[87]), "+r"(sums[88]), "+r"(sums[89]),
                   "+r"(sums[90]), "+r"(sums[91]), "+r"(sums[92]), "+r"(sums[93]), "+r"(sums[94]), "+r"(sums[95]),
                   "+r"(sums[96]), "+r"(sums[97]), "+r"(sums[98]), "+r"(sums[99]), "+r"(sums[100]), "+r"(sums[101]),
                   "+r"(sums[102]), "+r"(sums[103]), "+r"(sums[104]), "+r"(sums[105]), "+r"(sums[106]), "+r"(sums[107]),
                   "+r"(sums[108]), "+r"(sums[109]), "+r"(sums[110]), "+r"(sums[111]), "+r"(sums[112]), "+r"(sums[113]),
                   "+r"(sums[114]), "+r"(sums[115]), "+r"(sums[116]), "+r"(sums[117]), "+r"(sums[118]), "+r"(sums[119]),
                   "+r"(sums[120]), "+r"(sums[121]), "+r"(sums[122]), "+r"(sums[123]), "+r"(sums[124]), "+r"(sums[125]),
                   "+r"(sums[126]), "+r"(sums[127])
                 : "l"(a.descriptor()), "l"(b.descriptor()), "r"(static_cast<int>(keep)));
#endif
}

/// Adds the product of 32 bytes of each vector. Sums that do not fit into 32 bits lose their upper bits.
__device__ inline void add_product(int (&sums)[128], StepMatrices a, StepMatrices b, bool keep) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    asm volatile("{.reg .pred keep; setp.ne.b32 keep, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, "
                 "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, "
                 "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, "
                 "%53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, "
                 "%70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, "
                 "%87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, "
                 "%103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, "
                 "%117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, %128, %129, keep;}"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3]), "+r"(sums[4]), "+r"(sums[5]),
                   "+r"(sums[6]), "+r"(sums[7]), "+r"(sums[8]), "+r"(sums[9]), "+r"(sums[10]), "+r"(sums[11]),
                   "+r"(sums[12]), "+r"(sums[13]), "+r"(sums[14]), "+r"(sums[15]), "+r"(sums[16]), "+r"(sums[17]),
                   "+r"(sums[18]), "+r"(sums[19]), "+r"(sums[20]), "+r"(sums[21]), "+r"(sums[22]), "+r"(sums[23]),
                   "+r"(sums[24]), "+r"(sums[25]), "+r"(sums[26]), "+r"(sums[27]), "+r"(sums[28]), "+r"(sums[29]),
                   "+r"(sums[30]), "+r"(sums[31]), "+r"(sums[32]), "+r"(sums[33]), "+r"(sums[34]), "+r"(sums[35]),
                   "+r"(sums[36]), "+r"(sums[37]), "+r"(sums[38]), "+r"(sums[39]), "+r"(sums[40]), "+r"(sums[41]),
                   "+r"(sums[42]), "+r"(sums[43]), "+r"(sums[44]), "+r"(sums[45]), "+r"(sums[46]), "+r"(sums[47]),
                   "+r"(sums[48]), "+r"(sums[49]), "+r"(sums[50]), "+r"(sums[51]), "+r"(sums[52]), "+r"(sums[53]),
                   "+r"(sums[54]), "+r"(sums[55]), "+r"(sums[56]), "+r"(sums[57]), "+r"(sums[58]), "+r"(sums[59]),
                   "+r"(sums[60]), "+r"(sums[61]), "+r"(sums[62]), "+r"(sums[63]), "+r"(sums[64]), "+r"(sums[65]),
                   "+r"(sums[66]), "+r"(sums[67]), "+r"(sums[68]), "+r"(sums[69]), "+r"(sums[70]), "+r"(sums[71]),
                   "+r"(sums[72]), "+r"(sums[73]), "+r"(sums[74]), "+r"(sums[75]), "+r"(sums[76]), "+r"(sums[77]),
                   "+r"(sums[78]), "+r"(sums[79]), "+r"(sums[80]), "+r"(sums[81]), "+r"(sums[82]), "+r"(sums[83]),
                   "+r"(sums[84]), "+r"(sums[85]), "+r"(sums[86]), "+r"(sums[87]), "+r"(sums[88]), "+r"(sums[89]),
                   "+r"(sums[90]), "+r"(sums[91]), "+r"(sums[92]), "+r"(sums[93]), "+r"(sums[94]), "+r"(sums[95]),
                   "+r"(sums[96]), "+r"(sums[97]), "+r"(sums[98]), "+r"(sums[99]), "+r"(sums[100]), "+r"(sums[101]),
                   "+r"(sums[102]), "+r"(sums[103]), "+r"(sums[104]), "+r"(sums[105]), "+r"(sums[106]), "+r"(sums[107]),
                   "+r"(sums[108]), "+r"(sums[109]), "+r"(sums[110]), "+r"(sums[111]), "+r"(sums[112]), "+r"(sums[113]),
                   "+r"(sums[114]), "+r"(sums[115]), "+r"(sums[116]), "+r"(sums[117]), "+r"(sums[118]), "+r"(sums[119]),
                   "+r"(sums[120]), "+r"(sums[121]), "+r"(sums[122]), "+r"(sums[123]), "+r"(sums[124]), "+r"(sums[125]),
                   "+r"(sums[126]), "+r"(sums[127])
                 : "l"(a.descriptor()), "l"(b.descriptor()), "r"(static_cast<int>(keep)));
#endif
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
