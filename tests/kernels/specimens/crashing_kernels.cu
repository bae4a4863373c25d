// SPDX-License-Identifier: MIT
// Kernels that would take the program down with them. The fault is on the line that ends with "fault". The number of
// points is 64, which the compiler does not know.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "tests/kernels/specimens/specimens.h"

namespace pairscope::specimens {
namespace {

constexpr int threads = 64; // threads of the one block

__device__ float* null_pointer(int n) { return reinterpret_cast<float*>(static_cast<std::uintptr_t>(n - 64)); }

__global__ void reads_through_a_null_pointer(const float2*, int n, float* out) {
    out[threadIdx.x] = null_pointer(n)[threadIdx.x]; // fault
}
constexpr int reads_through_a_null_pointer_line = __LINE__ - 2;

__global__ void writes_through_a_null_pointer(const float2*, int n, float* out) {
    out[threadIdx.x] = 0.0f;
    if (threadIdx.x == 7) null_pointer(n)[1] = 1.0f; // fault
}
constexpr int writes_through_a_null_pointer_line = __LINE__ - 2;

__global__ void calls_a_null_pointer(const float2*, int n, float* out) {
    auto* const function = reinterpret_cast<float (*)(int)>(null_pointer(n));
    out[threadIdx.x] = 1.0f + function(n); // fault
}
constexpr int calls_a_null_pointer_line = __LINE__ - 2;

__global__ void writes_far_away(const float2*, int n, float* out) {
    out[threadIdx.x] = 0.0f;
    if (threadIdx.x == 7) out[static_cast<long long>(n) << 32] = 1.0f; // fault
}
constexpr int writes_far_away_line = __LINE__ - 2;

__global__ void reads_far_away(const float2*, int n, float* out) {
    out[threadIdx.x] = out[static_cast<long long>(n) << 55]; // fault
}
constexpr int reads_far_away_line = __LINE__ - 2;

/// The product does not fit: 0x80000000 bytes before the output, and not behind its begin.
__global__ void overflows_a_byte_offset(const float2*, int n, float* out) {
    const int offset = static_cast<int>(static_cast<unsigned>(n) << 25);
    *reinterpret_cast<float*>(reinterpret_cast<char*>(out) + offset) = 1.0f; // fault
}
constexpr int overflows_a_byte_offset_line = __LINE__ - 2;

/// Stacks of the executor lie at equal distances; on a GPU a thread has no way to the local memory of another one.
__global__ void writes_to_the_stack_of_another_thread(const float2*, int n, float* out) {
    float own[4] = {};
    float* volatile place = own;
    if (threadIdx.x == 7) place[(580 << 10) / 4] = 1.0f; // fault
    out[threadIdx.x] = place[n % 4];
}
constexpr int writes_to_the_stack_of_another_thread_line = __LINE__ - 3;

__device__ float count_down(int n) { return n < 0 ? 0.0f : 1.0f + count_down(n); } // fault
constexpr int recurses_without_end_line = __LINE__ - 1;
__global__ void recurses_without_end(const float2*, int n, float* out) {
    if (threadIdx.x % 32 == 7) out[threadIdx.x] = count_down(n);
}

__global__ void has_a_large_local_array(const float2*, int n, float* out) { // fault
    volatile float local[1 << 20];
    for (int k = 0; k < n; ++k) local[k * 1000] = 1.0f;
    out[threadIdx.x] = local[n * 500];
}
constexpr int has_a_large_local_array_line = __LINE__ - 5;

__global__ void divides_by_zero(const float2*, int n, float* out) {
    out[threadIdx.x] = static_cast<float>(n / (n - 64)); // fault
}
constexpr int divides_by_zero_line = __LINE__ - 2;

__global__ void prints_text_at_a_bad_address(const float2*, int n, float* out) {
    out[threadIdx.x] = 0.0f;
    if (threadIdx.x == 7) printf("%s\n", reinterpret_cast<const char*>(null_pointer(n) + 4)); // fault
}
constexpr int prints_text_at_a_bad_address_line = __LINE__ - 2;

__global__ void comes_to_a_trap(const float2*, int n, float* out) {
    out[threadIdx.x] = 0.0f;
    if (threadIdx.x + n == 64 + 33) __builtin_trap(); // fault
}
constexpr int comes_to_a_trap_line = __LINE__ - 2;

__global__ void loops_in_registers(const float2*, int n, float* out) {
    unsigned state = n;
    while (state != 0) state = (state * 1664525u + 1013904223u) | 1u; // fault
    out[threadIdx.x] = state;
}
constexpr int loops_in_registers_line = __LINE__ - 3;

__global__ void loops_without_a_body(const float2*, int n, float* out) {
    out[threadIdx.x] = 0.0f;
    while (n == 64) continue; // fault
}
constexpr int loops_without_a_body_line = __LINE__ - 2;

__global__ void loops_in_memory(const float2*, int n, float* out) {
    out[threadIdx.x] = 1.0f;
    while (out[threadIdx.x] < n) out[threadIdx.x] *= 0.5f; // fault
}
constexpr int loops_in_memory_line = __LINE__ - 2;

__global__ void waits_for_another_thread(const float2*, int, float* out) {
    __shared__ int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        while (atomicAdd(&flag, 0) == 0) continue; // fault
    if (threadIdx.x == 40) atomicExch(&flag, 1);
    out[threadIdx.x] = 1.0f;
}
constexpr int waits_for_another_thread_line = __LINE__ - 4;

__global__ void loops_over_a_barrier(const float2*, int n, float* out) {
    out[threadIdx.x] = 1.0f;
    while (n == 64) __syncthreads(); // fault
}
constexpr int loops_over_a_barrier_line = __LINE__ - 2;

template <void (*kernel)(const float2*, int, float*)> void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    cuda::launch_grid(kernel, dim3(3), dim3(threads), 0, run.stream, reinterpret_cast<const float2*>(problem.points),
                      static_cast<int>(problem.n), std::get<LinearMemory>(problem.out).data);
}

} // namespace

std::vector<Specimen> crashing_kernels() {
    return {
        {"reads_through_a_null_pointer", launch<reads_through_a_null_pointer>, "out of bounds",
         reads_through_a_null_pointer_line, "address 0x0, a null pointer"},
        {"writes_through_a_null_pointer", launch<writes_through_a_null_pointer>, "out of bounds",
         writes_through_a_null_pointer_line, "writes 4 bytes at address 0x4, a null pointer"},
        {"calls_a_null_pointer", launch<calls_a_null_pointer>, "out of bounds", calls_a_null_pointer_line,
         "jumps to address 0x0, where there is no code"},
        {"writes_far_away", launch<writes_far_away>, "out of bounds", writes_far_away_line,
         "far from everything that the kernel was given"},
        {"reads_far_away", launch<reads_far_away>, "out of bounds", reads_far_away_line, "reads"},
        {"overflows_a_byte_offset", launch<overflows_a_byte_offset>, "out of bounds", overflows_a_byte_offset_line,
         "writes 4 bytes at"},
        {"writes_to_the_stack_of_another_thread", launch<writes_to_the_stack_of_another_thread>, "out of bounds",
         writes_to_the_stack_of_another_thread_line, "writes 4 bytes at"},
        {"recurses_without_end", launch<recurses_without_end>, "stack overflow", recurses_without_end_line, "512 KiB"},
        {"has_a_large_local_array", launch<has_a_large_local_array>, "stack overflow", has_a_large_local_array_line,
         "512 KiB"},
        {"divides_by_zero", launch<divides_by_zero>, "division by zero", divides_by_zero_line,
         "divides an integer by zero"},
        {"prints_text_at_a_bad_address", launch<prints_text_at_a_bad_address>, "out of bounds",
         prints_text_at_a_bad_address_line, "reads at address 0x10, a null pointer"},
        {"comes_to_a_trap", launch<comes_to_a_trap>, "trap", comes_to_a_trap_line, "__trap()"},
    };
}

std::vector<Specimen> endless_kernels() {
    return {
        {"loops_in_registers", launch<loops_in_registers>, "endless loop", loops_in_registers_line,
         "its loop does not end"},
        {"loops_without_a_body", launch<loops_without_a_body>, "endless loop", loops_without_a_body_line,
         "its loop does not end"},
        {"loops_in_memory", launch<loops_in_memory>, "endless loop", loops_in_memory_line, "its loop does not end"},
        {"waits_for_another_thread", launch<waits_for_another_thread>, "endless loop", waits_for_another_thread_line,
         "waits for another thread"},
        {"loops_over_a_barrier", launch<loops_over_a_barrier>, "endless loop", loops_over_a_barrier_line,
         "its loop does not end"},
    };
}

} // namespace pairscope::specimens
