// SPDX-License-Identifier: MIT
// CUB decides how many blocks there are, so the sum depends on the GPU, but not on the run. A function of an index
// gives CUB no array from which it could load 16 bytes at a time.
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/rbf_pair/problem.h"

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>

namespace pairscope::ladder::rbf_pair {
namespace {

constexpr std::size_t sum_bytes = 256;                        // the sum, and the rest of its 256 bytes
constexpr std::size_t temporary_bytes = std::size_t{1} << 20; // for CUB, which needs a sum per block

struct SquaredDifference {
    const float* x;
    const float* y;
    __device__ float operator()(int i) const {
        const float d = x[i] - y[i];
        return d * d;
    }
};

__global__ void store_value(const float* sum, double factor, double* value) {
    *value = exp(factor * static_cast<double>(*sum));
}

void launch(const Run& run) {
    const RbfPairProblem problem = rbf_pair_problem(run.problem);
    auto* const sum = reinterpret_cast<float*>(run.problem.workspace);
    std::size_t bytes = temporary_bytes;
    cuda::check(cub::DeviceReduce::TransformReduce(
        run.problem.workspace + sum_bytes, bytes, thrust::counting_iterator<int>(0), sum, static_cast<int>(problem.n),
        ::cuda::std::plus<>{}, SquaredDifference{problem.x, problem.y}, 0.0f, run.stream));
    cuda::launch_grid(store_value, 1, 1, 0, run.stream, sum, problem.factor, problem.value);
}

std::int64_t workspace_bytes(const Workload&) { return std::int64_t{sum_bytes + temporary_bytes}; }

} // namespace

KernelVariant library_variant() {
    return {.title = "CUB's DeviceReduce",
            .teaches = "With a library, a reduction is a single call. It accepts a function instead of an array, so no "
                       "squares are stored.",
            .wastes = "Its loads have only 4 bytes, and computing the value takes a launch of its own.",
            .parent = "rbf_pair/fused",
            .backend = Backend::cuda,
            .gpu_only = true,
            .workspace_bytes = workspace_bytes,
            .launch = launch,
            .tolerance = 1e-5};
}

} // namespace pairscope::ladder::rbf_pair
