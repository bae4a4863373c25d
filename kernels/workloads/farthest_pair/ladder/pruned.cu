// SPDX-License-Identifier: MIT
// The vectors are sorted by their distance from the middle, the outermost first. The outermost vector and the vector
// that is farthest from it are the pair to beat. A panel of 128 vectors is compared with the blocks of 256 vectors in
// this order, until a block lies too near to the middle. For pictures, a few per cent of the tiles are left, and they
// are multiplied as before.
//
// The steps before the product read the set three times.
#include "kernels/engines/cuda/check.h"
#include "kernels/workloads/farthest_pair/blocked.cuh"

#include <algorithm>
#include <cub/device/device_radix_sort.cuh>

namespace pairscope::ladder::farthest_pair {
namespace {

using namespace farthest;

constexpr int blocks_of_unit =
    2; // how many blocks of 256 vectors are compared with a panel before the threads ask again

/// What each step leaves for the next one, behind the memory of BlockedBytes.
struct Pruning {
    unsigned* sums;     ///< the sum of each coordinate over all vectors
    uint4* middle;      ///< the mean vector, rounded to whole numbers, with zeros after its last coordinate
    unsigned* squares;  ///< the squared distances from the middle
    int* rows;          ///< 0 to n - 1
    unsigned* sorted;   ///< the squares, the largest first
    int* order;         ///< the row of the vector at each place
    int* units_before;  ///< how many units the panels before each panel have, and then the number of all units
    std::byte* sorting; ///< for the library's sort
    std::size_t sorting_bytes;
    std::byte* end;
};
Pruning pruning_at(std::byte* at, std::int64_t n, std::int64_t dims) {
    Pruning pruning{};
    const auto take = [&]<class T>(T*& pointer, std::int64_t count) {
        pointer = reinterpret_cast<T*>(at);
        at += (count * std::int64_t{sizeof(T)} + 255) / 256 * 256;
    };
    const std::int64_t sixteens = cuda::blocked_set(nullptr, n, dims).steps * 2;
    take(pruning.sums, dims);
    take(pruning.middle, sixteens);
    take(pruning.squares, n);
    take(pruning.rows, n);
    take(pruning.sorted, n);
    take(pruning.order, n);
    take(pruning.units_before, n / cuda::panel_vectors + 2);
    pruning.sorting_bytes = static_cast<std::size_t>(16 * n + (std::int64_t{4} << 20));
    take(pruning.sorting, static_cast<std::int64_t>(pruning.sorting_bytes));
    pruning.end = at;
    return pruning;
}

constexpr int summing_threads = 256, rows_of_sum = 128;

/// Coordinates 4 w to 4 w + 3 of a vector; those that do not exist are 0.
__device__ unsigned word_of(const FarthestPairProblem& problem, int vector, int w) {
    const std::uint8_t* const from = problem.data + vector * problem.pitch + 4 * w;
    if (4 * w + 7 <= problem.dims || (problem.pitch % 4 == 0 && 4 * w + 4 <= problem.dims)) return word_at(from);
    unsigned word = 0;
    for (int i = 0; i < 4 && 4 * w + i < problem.dims; ++i) word |= static_cast<unsigned>(from[i]) << (8 * i);
    return word;
}

/// Each thread adds up four coordinates of 128 vectors. Two sums share a word, because each of them fits into 16 bits.
__global__ void sum_up(FarthestPairProblem problem, Pruning pruning) {
    static_assert(rows_of_sum * 255 < 1 << 16);
    const int first = blockIdx.x * rows_of_sum, last = min(first + rows_of_sum, problem.n);
    for (int w = threadIdx.x; 4 * w < problem.dims; w += summing_threads) {
        unsigned even = 0, odd = 0;
#pragma unroll 8
        for (int row = first; row < last; ++row) {
            const unsigned word = word_of(problem, row, w);
            even += word & 0x00ff00ffu;
            odd += word >> 8 & 0x00ff00ffu;
        }
        const unsigned sums[4] = {even & 0xffffu, odd & 0xffffu, even >> 16, odd >> 16};
        for (int i = 0; i < 4 && 4 * w + i < problem.dims; ++i) atomicAdd(pruning.sums + 4 * w + i, sums[i]);
    }
}

__global__ void make_middle(FarthestPairProblem problem, Pruning pruning, int bytes) {
    for (int k = threadIdx.x; k < bytes; k += summing_threads) {
        const auto n = static_cast<unsigned>(problem.n);
        reinterpret_cast<std::uint8_t*>(pruning.middle)[k] =
            k < problem.dims ? static_cast<std::uint8_t>((pruning.sums[k] + n / 2) / n) : 0;
    }
}

/// A warp computes the squared distances of eight vectors from `other`. Its first eight lanes get the results.
__device__ unsigned squares_of_eight(const FarthestPairProblem& problem, int vector, const uint4* other, int sixteens) {
    unsigned square = 0;
#pragma unroll 4
    for (int k = static_cast<int>(threadIdx.x) % 32 / 8; k < sixteens; k += 4)
        square += squared_difference(sixteen_of(problem, vector, k), other[k]);
    square += __shfl_xor_sync(~0u, square, 8);
    square += __shfl_xor_sync(~0u, square, 16);
    return square;
}
__device__ int vector_of_lane() { return (blockIdx.x * (order_threads / 32) + threadIdx.x / 32) * 8 + threadIdx.x % 8; }

__global__ void __launch_bounds__(order_threads)
    measure_radii(FarthestPairProblem problem, Pruning pruning, int sixteens) {
    const int i = vector_of_lane();
    const unsigned square = squares_of_eight(problem, min(i, problem.n - 1), pruning.middle, sixteens);
    if (threadIdx.x % 32 >= 8 || i >= problem.n) return;
    pruning.squares[i] = square;
    pruning.rows[i] = i;
}

/// Finds the pair to beat: the outermost vector, and the vector that is farthest from it.
__global__ void __launch_bounds__(order_threads)
    offer_first_pair(FarthestPairProblem problem, Pruning pruning, Winner* winner, int sixteens) {
    extern __shared__ uint4 outermost[];
    const int from = pruning.order[0], i = vector_of_lane();
    for (int k = threadIdx.x; k < sixteens; k += order_threads) outermost[k] = sixteen_of(problem, from, k);
    __syncthreads();
    const unsigned square = squares_of_eight(problem, min(i, problem.n - 1), outermost, sixteens);
    offer_of_warp(winner, i < problem.n && i != from ? key_of(square, min(i, from)) : no_key);
}

/// Says whether two vectors with these squared distances from the middle can be at least as far apart as the best pair
/// so far.
__device__ bool can_win(unsigned square_i, unsigned square_j, unsigned best) {
    const float reach = __fadd_ru(__fsqrt_ru(__uint2float_ru(square_i)), __fsqrt_ru(__uint2float_ru(square_j)));
    return __fmul_ru(reach, reach) >= __uint2float_rd(best);
}

constexpr int counting_threads = 1024;

/// Counts the blocks of each panel that can win, from the diagonal on, in units of two. Then computes how many units
/// come before each panel.
__global__ void __launch_bounds__(counting_threads) count_units(BlockedBytes blocked, Pruning pruning) {
    __shared__ int total_of_round[counting_threads];
    const unsigned best = square_of(blocked.winner->key);
    const int panels = blocked.panels(), thread = threadIdx.x;
    int before = 0;
    for (int first = 0; first < panels; first += counting_threads) {
        const int panel = first + thread;
        int units = 0;
        if (panel < panels) {
            int low = panel / 2, high = blocked.set.blocks; // the first block that cannot win lies between them
            while (low < high) {
                const int middle = (low + high) / 2;
                if (can_win(pruning.sorted[panel * cuda::panel_vectors], pruning.sorted[middle * cuda::block_vectors],
                            best))
                    low = middle + 1;
                else
                    high = middle;
            }
            units = (low - panel / 2 + blocks_of_unit - 1) / blocks_of_unit;
        }
        total_of_round[thread] = units;
        __syncthreads();
        for (int distance = 1; distance < counting_threads; distance *= 2) {
            const int other = thread >= distance ? total_of_round[thread - distance] : 0;
            __syncthreads();
            total_of_round[thread] += other;
            __syncthreads();
        }
        if (panel < panels) pruning.units_before[panel] = before + total_of_round[thread] - units;
        before += total_of_round[counting_threads - 1];
        __syncthreads();
    }
    if (thread == 0) pruning.units_before[panels] = before;
}

/// The tiles that are left. If the best pair becomes better meanwhile, more of them are left out.
class LivingUnits {
public:
    __device__ LivingUnits(const BlockedBytes& blocked, const Pruning& pruning)
        : blocked_(blocked), pruning_(pruning) {}

    __device__ bool next(cuda::PanelTile& tile) {
        for (;;) {
            if (block_ >= end_ && !take()) return false;
            tile = {panel_, block_++};
            const unsigned best = square_of(*static_cast<const volatile Key*>(&blocked_.winner->key));
            if (can_win(pruning_.sorted[tile.panel * cuda::panel_vectors],
                        pruning_.sorted[tile.block * cuda::block_vectors], best))
                return true;
            block_ = end_; // the next blocks lie even nearer to the middle
        }
    }

private:
    __device__ bool take() {
        const int unit = static_cast<int>(atomicAdd(blocked_.next_unit, 1u)), panels = blocked_.panels();
        if (unit >= pruning_.units_before[panels]) return false;
        int low = 0, high = panels; // the panel is the last one that has no more units before it
        while (high - low > 1) {
            const int middle = (low + high) / 2;
            (pruning_.units_before[middle] <= unit ? low : high) = middle;
        }
        panel_ = low;
        block_ = low / 2 + (unit - pruning_.units_before[low]) * blocks_of_unit;
        end_ = min(block_ + blocks_of_unit, blocked_.set.blocks);
        return true;
    }

    BlockedBytes blocked_;
    Pruning pruning_;
    int panel_ = 0, block_ = 0, end_ = 0;
};

template <int at_once>
__global__ void __launch_bounds__(cuda::panel_threads, 1)
    multiply_living(BlockedBytes blocked, Pruning pruning, cuda::PanelPlan plan) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    const int* const order = pruning.order;
    cuda::multiply_panels<at_once, int>(
        plan, blocked.set, blocked.set, cuda::dynamic_shared<std::byte>(), LivingUnits(blocked, pruning),
        [&](const cuda::PanelTile& tile, const int(&sums)[sums_of_lane]) {
            offer_where_worth_it(tile, sums, blocked, [order](int place) { return order[place]; });
        },
        [] {});
#endif
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const BlockedBytes blocked = blocked_bytes_in(run.problem.workspace, problem.n, problem.dims);
    const Pruning pruning = pruning_at(blocked.set.data + cuda::blocked_bytes(blocked.set), problem.n, problem.dims);
    const cuda::PanelPlan plan = cuda::panel_plan(blocked.set, true, false);
    const int sixteens = blocked.set.steps * 2;
    const unsigned octets_at_once = cuda::tiles(problem.n, order_threads / 32 * 8);
    cudaMemsetAsync(pruning.sums, 0, sizeof(unsigned) * static_cast<std::size_t>(problem.dims), run.stream);
    cuda::launch_grid(begin_search, 1, 1, 0, run.stream, blocked.winner);
    cuda::launch_grid(sum_up, cuda::tiles(problem.n, rows_of_sum), summing_threads, 0, run.stream, problem, pruning);
    cuda::launch_grid(make_middle, 1, summing_threads, 0, run.stream, problem, pruning, sixteens * 16);
    cuda::launch_grid(measure_radii, octets_at_once, order_threads, 0, run.stream, problem, pruning, sixteens);
    std::size_t bytes = pruning.sorting_bytes;
    cuda::check(cub::DeviceRadixSort::SortPairsDescending(pruning.sorting, bytes, pruning.squares, pruning.sorted,
                                                          pruning.rows, pruning.order, problem.n, 0, 32, run.stream));
    cuda::launch_grid(offer_first_pair, octets_at_once, order_threads, static_cast<std::size_t>(sixteens) * 16,
                      run.stream, problem, pruning, blocked.winner, sixteens);
    cuda::launch_grid(count_units, 1, counting_threads, 0, run.stream, blocked, pruning);
    launch_bring_into_blocks(problem, blocked, pruning.order, run.stream);
    cuda::with_steps_at_once(plan, [&](auto at_once) {
        cuda::launch_grid(multiply_living<at_once>, multiprocessors, cuda::panel_threads, plan.shared_bytes(),
                          run.stream, blocked, pruning, plan);
    });
    finish_search_in_rows(problem, blocked.winner, run.stream);
}

std::int64_t workspace_bytes(const Workload& workload) {
    std::byte* const begin = nullptr;
    return workspace_of_blocked(workload) + (pruning_at(begin, workload.rows, workload.dims).end - begin);
}

std::string why_not(const Workload& workload, const Device& device) {
    if (workload.dims > most_coordinates_of_bound)
        return "The bound is a signed number of 32 bits, so the vectors must have 33 025 coordinates at most.";
    return why_not_by_warp_groups(workload, device);
}

} // namespace

KernelVariant pruned_variant() {
    return {.title = "Pairs that cannot win are left out",
            .teaches = "A cheap bound that is always right rules out most pairs before they are multiplied, so the "
                       "result stays exact.",
            .wastes = "Where all vectors are equally far from the middle of the set, no pair can be left out.",
            .parent = "farthest_pair/value_only_epilogue",
            .backend = Backend::cuda,
            .does_less = true,
            .gpu_only = true,
            .workspace_bytes = workspace_bytes,
            .why_not = why_not,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
