// SPDX-License-Identifier: MIT
// A thread for each query. The squared lengths of the candidates are computed first, into the workspace.
#include "kernels/engines/cuda/launch.h"
#include "tests/workloads/byte_matches/problem.h"

namespace pairscope::ladder::byte_matches {
namespace {

constexpr int threads = 64;

__global__ void candidate_lengths(const std::uint8_t* __restrict__ candidates, int cols, int dims, int* lengths) {
    const int j = blockIdx.x * threads + threadIdx.x;
    if (j >= cols) return;
    int sum = 0;
    for (int k = 0; k < dims; ++k) sum += candidates[j * dims + k] * candidates[j * dims + k];
    lengths[j] = sum;
}

struct Sizes {
    int rows, cols, dims;
};

__global__ void query_per_thread(const std::uint8_t* __restrict__ queries, const std::uint8_t* __restrict__ candidates,
                                 const int* __restrict__ lengths, Sizes sizes, float weight, FoundMatch* matches) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= sizes.rows) return;
    int length = 0;
    for (int k = 0; k < sizes.dims; ++k) length += queries[i * sizes.dims + k] * queries[i * sizes.dims + k];
    FoundMatch match{-1, -1, 0.0f, 0.0f};
    for (int j = 0; j < sizes.cols; ++j) {
        int product = 0;
        for (int k = 0; k < sizes.dims; ++k) product += queries[i * sizes.dims + k] * candidates[j * sizes.dims + k];
        const float value = weight * static_cast<float>(length + lengths[j] - 2 * product);
        if (match.best < 0 || value < match.best_value) {
            match.second = match.best;
            match.second_value = match.best_value;
            match.best = j;
            match.best_value = value;
        } else if (match.second < 0 || value < match.second_value) {
            match.second = j;
            match.second_value = value;
        }
    }
    matches[i] = match;
}

void launch(const Run& run) {
    const ByteMatchesProblem problem = byte_matches_problem(run.problem);
    const Sizes sizes{static_cast<int>(problem.queries.rows), static_cast<int>(problem.candidates.rows),
                      static_cast<int>(problem.queries.dims)};
    auto* const lengths = reinterpret_cast<int*>(run.problem.workspace);
    cuda::launch_grid(candidate_lengths, cuda::tiles(sizes.cols, threads), threads, 0, run.stream,
                      problem.candidates.bytes(), sizes.cols, sizes.dims, lengths);
    cuda::launch_grid(query_per_thread, cuda::tiles(sizes.rows, threads), threads, 0, run.stream,
                      problem.queries.bytes(), problem.candidates.bytes(), lengths, sizes, problem.weight,
                      problem.matches);
}

std::int64_t workspace_bytes(const Workload& workload) { return workload.cols * std::int64_t{sizeof(int)}; }

} // namespace

KernelVariant query_per_thread_variant() {
    return {.title = "A thread for each query",
            .teaches = "Queries do not depend on each other, so each thread can have one of its own.",
            .wastes = "Every thread reads all candidates from memory.",
            .backend = Backend::cuda,
            .workspace_bytes = workspace_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::byte_matches
