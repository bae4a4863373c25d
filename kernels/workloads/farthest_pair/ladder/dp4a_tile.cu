// SPDX-License-Identifier: MIT
// The squared distance is |x|^2 + |y|^2 - 2 x.y, which is exact in integers, and the squared lengths are computed once
// per vector. A block has 128 x 128 pairs and a thread has 8 x 8. A word is loaded from shared memory once for eight
// pairs.
//
// A GPU counts 0.6 % fewer shared loads than the trace, because nvcc loads the keys of two warps at once.
#include "kernels/workloads/farthest_pair/triangle.cuh"
#include "kernels/workloads/farthest_pair/winner.cuh"
#include "kernels/workloads/farthest_pair/words.cuh"

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr int edge = 16; // a block has 16 x 16 threads
constexpr int threads = edge * edge;
using Blocks = cuda::BlockSizes<threads>;
constexpr int per_thread = 8; // rows and columns of a thread's pairs: two groups of four that lie side by side
constexpr int tile = edge * per_thread;
constexpr int words_at_once = 16; // per vector in shared memory: 8 KiB for the rows and as much for the columns

__global__ void square_lengths(farthest::Words words, unsigned* lengths) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= words.n) return;
    unsigned length = 0;
    for (int w = 0; w < words.count; ++w) length = __dp4a(words.at(i, w), words.at(i, w), length);
    lengths[i] = length;
}

/// Where the eight rows of a thread lie in the tile.
__device__ int place_of(int thread, int a) { return thread * 4 + (a & 3) + (a / 4) * (tile / 2); }

using Strip = unsigned[words_at_once][tile];

/// Words that do not exist are 0, and vectors that do not exist repeat the last one.
__device__ void load(const farthest::Words& words, int first_word, int first_vector, Strip& strip, int thread) {
    for (int place = thread; place < words_at_once * tile; place += threads) {
        const int w = first_word + place / tile, vector = min(first_vector + place % tile, words.n - 1);
        strip[place / tile][place % tile] = w < words.count ? words.at(vector, w) : 0;
    }
}

__device__ void read_eight(const unsigned (&row)[tile], int thread, unsigned (&to)[per_thread]) {
    const auto low = *reinterpret_cast<const uint4*>(&row[place_of(thread, 0)]);
    const auto high = *reinterpret_cast<const uint4*>(&row[place_of(thread, 4)]);
    to[0] = low.x, to[1] = low.y, to[2] = low.z, to[3] = low.w;
    to[4] = high.x, to[5] = high.y, to[6] = high.z, to[7] = high.w;
}

__device__ farthest::Key best_of_thread(const unsigned (&products)[per_thread][per_thread], int first_i, int first_j,
                                        int n, const unsigned* __restrict__ lengths) {
    farthest::Key best = farthest::no_key;
    unsigned lengths_j[per_thread];
    for (int b = 0; b < per_thread; ++b) lengths_j[b] = lengths[min(first_j + place_of(threadIdx.x, b), n - 1)];
    for (int a = 0; a < per_thread; ++a) {
        const int i = first_i + place_of(threadIdx.y, a);
        const unsigned length = lengths[min(i, n - 1)];
        for (int b = 0; b < per_thread; ++b) {
            const int j = first_j + place_of(threadIdx.x, b);
            const unsigned square =
                length + lengths_j[b] - 2 * products[a][b]; // the sums may wrap around, but the squares do not
            if (i < j && j < n) best = max(best, farthest::key_of(square, i));
        }
    }
    return best;
}

__global__ void __launch_bounds__(threads, 2)
    find_best(farthest::Words words, const unsigned* __restrict__ lengths, int tiles, farthest::Winner* winner) {
    __shared__ __align__(16) Strip rows, cols;
    // The tiles on the diagonal belong to the triangle, too, so it has one more row.
    const auto [tile_row, next] = farthest::entry_above_diagonal(blockIdx.x, tiles + 1);
    const int first_i = tile_row * tile, first_j = (next - 1) * tile, thread = threadIdx.y * edge + threadIdx.x;
    unsigned products[per_thread][per_thread] = {};
    for (int first_word = 0; first_word < words.count; first_word += words_at_once) {
        load(words, first_word, first_i, rows, thread);
        load(words, first_word, first_j, cols, thread);
        __syncthreads();
        for (int w = 0; w < words_at_once; ++w) {
            unsigned x[per_thread], y[per_thread];
            read_eight(rows[w], threadIdx.y, x);
            read_eight(cols[w], threadIdx.x, y);
            for (int a = 0; a < per_thread; ++a)
                for (int b = 0; b < per_thread; ++b) products[a][b] = __dp4a(x[a], y[b], products[a][b]);
        }
        __syncthreads();
    }
    farthest::Key best = best_of_thread(products, first_i, first_j, words.n, lengths);
    best = farthest::best_of_block<threads>(best, thread);
    if (thread == 0) atomicMax(&winner->key, best);
}

/// The lengths lie behind the winner.
unsigned* lengths_in(std::byte* workspace) { return reinterpret_cast<unsigned*>(workspace + 256); }

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const farthest::Words words = farthest::words_of(problem);
    farthest::Winner* const winner = farthest::winner_in(run.problem.workspace);
    unsigned* const lengths = lengths_in(run.problem.workspace);
    const unsigned tiles = cuda::tiles(problem.n, tile);
    const auto blocks = static_cast<unsigned>(farthest::entries_before(tiles + 1, tiles + 1));
    cuda::launch_grid(farthest::begin_search, 1, 1, 0, run.stream, winner);
    cuda::launch_grid(square_lengths, cuda::tiles(problem.n, threads), threads, 0, run.stream, words, lengths);
    cuda::launch_grid(find_best, blocks, dim3(edge, edge), 0, run.stream, words, lengths, static_cast<int>(tiles),
                      winner);
    farthest::finish_search(problem, words, winner, run.stream);
}

std::int64_t workspace_bytes(const Workload& workload) { return 256 + 4 * workload.rows; }

} // namespace

KernelVariant dp4a_tile_variant() {
    return {.title = "Four products per instruction",
            .teaches = "The instruction dp4a multiplies four pairs of bytes and adds the products, exactly. The "
                       "squared distance is |x|^2 + |y|^2 - 2 x.y.",
            .wastes = "Tensor cores multiply eight times as many bytes in the same time.",
            .parent = "farthest_pair/tile_reduce",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .layout = Layout::interleaved,
            .workspace_bytes = workspace_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
