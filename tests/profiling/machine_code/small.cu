// SPDX-License-Identifier: MIT
// The source of small.sass and small.ptx beside it, which the tests read: nvcc -arch=sm_90 -lineinfo -std=c++20 -cubin
// (and -ptx), then nvdisasm -c -gi, called in a folder /example/tests.

__device__ void keep(float* to, float value) {
    *to = value;
}

__device__ void keep_root(float* to, float value) {
    keep(to, sqrtf(value));
}

__global__ void sums_of_squares(const float* values, float* sums, int count) {
    __shared__ float shared[128];
    float sum = 0.0f;
#pragma unroll 1
    for (int i = threadIdx.x; i < count; i += 128) sum += values[i] * values[i];
    shared[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0.0f;
#pragma unroll 1
        for (int i = 0; i < 128; ++i) all += shared[i];
        keep_root(sums + blockIdx.x, all);
    }
}

__global__ void empty() {}
