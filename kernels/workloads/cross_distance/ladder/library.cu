// SPDX-License-Identifier: MIT
// The products are SGEMM of cuBLAS in float32, without TF32. One kernel before it computes the norms, and one kernel
// after it turns the products into distances. Like expanded, this variant is judged relative to the norms.
#include "kernels/engines/cuda/approximate_root.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/ladder/workload.h"
#include "kernels/workloads/cross_distance/problem.h"

#include <dlfcn.h>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>

namespace pairscope::ladder::cross_distance {
namespace {

constexpr int threads = 256;
using Blocks = cuda::BlockSizes<threads>;
constexpr int lanes = 32;

/// The functions of cuBLAS that are needed. The types are those of its header, which need not be installed when this is
/// built.
struct Cublas {
    using Handle = void*;
    int (*create)(Handle*) = nullptr;
    int (*set_stream)(Handle, cudaStream_t) = nullptr;
    int (*multiply)(Handle, int op_a, int op_b, int m, int n, int k, const float* alpha, const float* a, int lda,
                    const float* b, int ldb, const float* beta, float* c, int ldc) = nullptr;

    [[nodiscard]] bool is_here() const { return create != nullptr && set_stream != nullptr && multiply != nullptr; }
};

template <class Function> void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
}

Cublas load_cublas() {
    Cublas found;
    for (const char* name :
         {"libcublas.so.13", "libcublas.so.12", "libcublas.so", "/usr/local/cuda/lib64/libcublas.so"}) {
        void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) continue;
        find(library, "cublasCreate_v2", found.create);
        find(library, "cublasSetStream_v2", found.set_stream);
        find(library, "cublasSgemm_v2", found.multiply);
        if (found.is_here()) break;
    }
    return found;
}

/// Loaded once and never closed.
const Cublas& cublas() {
    static const Cublas loaded = load_cublas();
    return loaded;
}

void check(int status, const char* what) {
    if (status != 0)
        throw std::runtime_error("cuBLAS failed in " + std::string(what) + ": status " + std::to_string(status));
}

/// A handle for the current device. Making one takes longer than any product, and stops the device. So the first run,
/// which is not timed, makes it, and it is kept.
Cublas::Handle handle_of_device() {
    static std::mutex mutex;
    static std::map<int, Cublas::Handle> handles;
    int device = 0;
    cudaGetDevice(&device);
    const std::lock_guard lock(mutex);
    Cublas::Handle& handle = handles[device];
    if (handle == nullptr) check(cublas().create(&handle), "cublasCreate");
    return handle;
}

/// Each warp computes one squared norm: first those of the first set, then those of the second set.
__global__ void squared_norms(CrossSets sets, float* norms) {
    const int i = (blockIdx.x * threads + threadIdx.x) / lanes, lane = threadIdx.x % lanes;
    if (i >= sets.rows + sets.cols) return;
    const float* const x = i < sets.rows ? sets.a + i * sets.a_pitch : sets.b + (i - sets.rows) * sets.b_pitch;
    float sum = 0.0f;
    for (int k = lane; k < sets.dims; k += lanes) sum = fmaf(x[k], x[k], sum);
    for (int step = lanes / 2; step > 0; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
    if (lane == 0) norms[i] = sum;
}

/// Replaces the products by distances.
__global__ void finish(float* matrix, std::int64_t pitch, int rows, int cols, const float* norms) {
    const int col = blockIdx.x * threads + threadIdx.x;
    if (col >= cols) return;
    constexpr int rows_per_block = 8;
    for (int row = blockIdx.y * rows_per_block; row < min(rows, (int(blockIdx.y) + 1) * rows_per_block); ++row) {
        float& entry = matrix[row * pitch + col];
        const float square = fmaf(-2.0f, entry, norms[row] + norms[rows + col]);
        entry = cuda::approximate_root(square < 0.0f ? 0.0f : square);
    }
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const auto out = std::get<LinearMemory>(run.problem.out);
    auto* const norms = reinterpret_cast<float*>(run.problem.workspace);
    cuda::launch_grid(squared_norms, cuda::tiles(std::int64_t{sets.rows + sets.cols} * lanes, threads), threads, 0,
                      run.stream, sets, norms);
    const Cublas::Handle handle = handle_of_device();
    check(cublas().set_stream(handle, run.stream), "cublasSetStream");
    constexpr int as_it_is = 0, transposed = 1; // CUBLAS_OP_N, CUBLAS_OP_T
    const float one = 1.0f, zero = 0.0f;
    // cuBLAS stores matrices by columns, so the transposed product that it writes is the row-major output.
    check(cublas().multiply(handle, transposed, as_it_is, sets.cols, sets.rows, sets.dims, &one, sets.b, sets.b_pitch,
                            sets.a, sets.a_pitch, &zero, out.data, static_cast<int>(out.pitch)),
          "cublasSgemm");
    const dim3 grid(cuda::tiles(sets.cols, threads), cuda::tiles(sets.rows, 8));
    cuda::launch_grid(finish, grid, threads, 0, run.stream, out.data, out.pitch, sets.rows, sets.cols, norms);
}

std::int64_t workspace_bytes(const Workload& workload) {
    return (workload.rows + workload.cols) * std::int64_t{sizeof(float)};
}

std::string why_not(const Workload&, const Device&) {
    if (cublas().is_here()) return {};
    return "libcublas was not found: install cuBLAS, or add its folder to LD_LIBRARY_PATH";
}

/// The output is written twice and read once.
double predicted_bytes(const Workload& workload) {
    const double entries = static_cast<double>(workload.rows) * static_cast<double>(workload.cols);
    return work_of(workload).compulsory_bytes + 2 * sizeof(float) * entries;
}

} // namespace

KernelVariant library_variant() {
    return {.title = "The product by cuBLAS",
            .teaches = "A library such as cuBLAS multiplies matrices fast, but it stores the products in memory, and "
                       "another kernel has to read them again.",
            .wastes = "The matrix is written, read and written again, where one kernel would write it once.",
            .parent = "cross_distance/expanded",
            .backend = Backend::cuda,
            .form = "expanded",
            .gpu_only = true,
            .blocks = Blocks::all,
            .workspace_bytes = workspace_bytes,
            .why_not = why_not,
            .launch = launch,
            .predicted_bytes = predicted_bytes,
            .of_norms = 1e-6};
}

} // namespace pairscope::ladder::cross_distance
