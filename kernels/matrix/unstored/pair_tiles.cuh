// SPDX-License-Identifier: MIT
// Tiles of 64 x 64 entries by any formula, of vectors of any length, that are looked at and forgotten. A thread
// computes 4 x 4 entries; 16 words of the vectors at a time come from shared memory. Places on the Earth need none of
// it. It is made for every case, and fast for none.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/engines/cuda/side.h"
#include "kernels/matrix/unstored/block_panels.h"
#include "kernels/matrix/unstored/block_reduction.cuh"
#include "kernels/matrix/unstored/pair_entry.h"

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {
namespace tiled {

using matrix::BlockTotal;
using matrix::PanelRun;

constexpr int side = static_cast<int>(matrix::pair_tile_side);
constexpr int own = 4; // rows and columns of a thread
constexpr int threads_across = side / own;
constexpr int threads = threads_across * threads_across;
constexpr int depth = 16;          // words of each vector that are in shared memory
constexpr int padded = side + own; // vectors stay aligned, and lanes that fill a column meet in few banks

/// A word is one float32 coordinate.
template <class Formula> struct FloatWords {
    using Word = float;
    using Sum = float;
    static constexpr bool has_directions = Formula::needs_norms;
    static __device__ Word load(const Input& set, std::int64_t row, std::int64_t word) {
        return static_cast<const float*>(set.data)[row * set.pitch + word];
    }
    static __device__ void add(Sum& sum, Word x, Word y) { sum = Formula::added(sum, x, y); }
};

/// A word is four coordinates that are bytes; those that are missing in the last word are 0. Sums are exact.
template <bool multiplies> struct ByteWords {
    using Word = unsigned;
    using Sum = unsigned;
    static constexpr bool has_directions = false;
    static __device__ Word load(const Input& set, std::int64_t row, std::int64_t word) {
        const auto* const bytes = static_cast<const unsigned char*>(set.data) + row * set.pitch;
        unsigned packed = 0;
        for (int k = 0; k < 4; ++k)
            if (4 * word + k < set.dims) packed |= static_cast<unsigned>(bytes[4 * word + k]) << 8 * k;
        return packed;
    }
    static __device__ void add(Sum& sum, Word x, Word y) {
        const unsigned difference = __vabsdiffu4(x, y);
        sum = multiplies ? __dp4a(x, y, sum) : __dp4a(difference, difference, sum);
    }
};

/// One word of each vector of a thread, for a load of 16 bytes.
template <class Word> struct alignas(16) SomeWords { Word words[own]; };

/// A part of a tile's vectors: word w of vector i is at words[w][i].
template <class Words> struct Stage {
    alignas(16) typename Words::Word words[depth][padded];

    /// From vector `first` of the set and word `begin` on; 0 beyond the end of either.
    __device__ void fill(const Input& set, std::int64_t first, std::int64_t begin, std::int64_t end) {
        for (int i = static_cast<int>(threadIdx.x); i < side * depth; i += threads) {
            const int vector = i / depth, word = i % depth;
            const bool exists = first + vector < set.rows && begin + word < end;
            words[word][vector] = exists ? Words::load(set, first + vector, begin + word) : typename Words::Word{};
        }
    }
    __device__ SomeWords<typename Words::Word> some(int word, int vector) const {
        return *reinterpret_cast<const SomeWords<typename Words::Word>*>(&words[word][vector]);
    }
};

/// Where a tile lies, and where a thread's entries lie in it.
struct TilePosition {
    std::int64_t first_row, first_col; ///< where the tile begins in the matrix
    int row, col;                      ///< where the thread's first entry is in the tile
};

/// The number s of each pair of a thread: see PairTerms.
struct PairSums {
    float of[own][own];
};

/// The sums of the squares of a thread's vectors, by which directions are scaled. Other terms have none.
template <bool exist> struct Squares {
    __device__ void add(const float (&)[own], const float (&)[own]) {}
};
template <> struct Squares<true> {
    float rows[own] = {}, cols[own] = {};

    __device__ void add(const float (&x)[own], const float (&y)[own]) {
        for (int i = 0; i < own; ++i) {
            rows[i] = metrics::Cosine::added(rows[i], x[i], x[i]);
            cols[i] = metrics::Cosine::added(cols[i], y[i], y[i]);
        }
    }
    __device__ void scale(PairSums& sums) const {
        for (int r = 0; r < own; ++r) {
            for (int c = 0; c < own; ++c)
                sums.of[r][c] = sums.of[r][c] * metrics::Cosine::weight(rows[r]) * metrics::Cosine::weight(cols[c]);
        }
    }
};

template <class Words> __device__ inline PairSums sums_of_tile(const PanelRun& run, const TilePosition& at) {
    __shared__ Stage<Words> a, b;
    typename Words::Sum sum[own][own] = {};
    Squares<Words::has_directions> squares;
    const std::int64_t words =
        (run.question.a.dims * static_cast<std::int64_t>(bytes_of(run.question.a.element)) + 3) / 4;
    for (std::int64_t begin = 0; begin < words; begin += depth) {
        a.fill(run.question.a, at.first_row, begin, words);
        b.fill(run.question.b, at.first_col, begin, words);
        __syncthreads();
        const int count = words - begin < depth ? static_cast<int>(words - begin) : depth;
#pragma unroll 2
        for (int w = 0; w < count; ++w) {
            const auto x = a.some(w, at.row), y = b.some(w, at.col);
#pragma unroll
            for (int r = 0; r < own; ++r) {
#pragma unroll
                for (int c = 0; c < own; ++c) Words::add(sum[r][c], x.words[r], y.words[c]);
            }
            if constexpr (Words::has_directions) squares.add(x.words, y.words);
        }
        __syncthreads();
    }
    PairSums sums;
    for (int r = 0; r < own; ++r) {
        for (int c = 0; c < own; ++c) sums.of[r][c] = static_cast<float>(sum[r][c]);
    }
    if constexpr (Words::has_directions) squares.scale(sums);
    return sums;
}

/// Places on the Earth. Behind the end of a set it takes the last place again; no such entry is looked at.
struct Places {};

template <> __device__ inline PairSums sums_of_tile<Places>(const PanelRun& run, const TilePosition& at) {
    const auto place = [](const Input& set, std::int64_t i) {
        return matrix::place_of_vector(set, i < set.rows ? i : set.rows - 1);
    };
    const auto frame = globe::frame_of<float>(run.question.a.globe);
    globe::Place<float> columns[own];
    for (int c = 0; c < own; ++c) columns[c] = place(run.question.b, at.first_col + at.col + c);
    PairSums sums;
#pragma unroll
    for (int r = 0; r < own; ++r) {
        const globe::Place<float> row = place(run.question.a, at.first_row + at.row + r);
#pragma unroll
        for (int c = 0; c < own; ++c) sums.of[r][c] = globe::squared_tangent(frame, row, columns[c]);
    }
    return sums;
}

/// The whole tile is a part of one block.
__device__ inline void write_part(const PanelRun& run, const float (&entry)[own][own]) {
    alignas(BlockTotal) __shared__ unsigned char room[threads / 32 * sizeof(BlockTotal)];
    auto* const of_warps = reinterpret_cast<BlockTotal*>(room);
    const float infinity = __int_as_float(0x7f800000);
    float low = infinity, high = -infinity, sum = 0.0f;
    int count = 0;
    for (int r = 0; r < own; ++r) {
        for (int c = 0; c < own; ++c) {
            const bool is_number = entry[r][c] == entry[r][c];
            low = fminf(low, entry[r][c]); // both functions return the number if one argument is NaN
            high = fmaxf(high, entry[r][c]);
            sum += is_number ? entry[r][c] : 0.0f;
            count += is_number;
        }
    }
    double exact_sum = sum;
    if (fabsf(sum) == infinity && high < infinity) { // the float32 sum of finite entries has overflowed
        exact_sum = 0.0;
        for (int r = 0; r < own; ++r) {
            for (int c = 0; c < own; ++c) exact_sum += entry[r][c] == entry[r][c] ? entry[r][c] : 0.0f;
        }
    }
    BlockTotal total =
        sum_of_lanes({.min = low, .max = high, .sum = exact_sum, .count = static_cast<double>(count)}, 32);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = total;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int w = 1; w < threads / 32; ++w) total.add(of_warps[w], 1);
    run.parts[blockIdx.y * run.panel.cols + blockIdx.x] = total;
}

/// The tile has one block or several, and all entries of each of them.
__device__ inline void write_totals(const PanelRun& run, const TilePosition& at, const float (&entry)[own][own]) {
    __shared__ float entries[side][side + 1];
    for (int r = 0; r < own; ++r) {
        for (int c = 0; c < own; ++c) entries[at.row + r][at.col + c] = entry[r][c];
    }
    __syncthreads();
    const BlockGrid& grid = run.layout.grid;
    const int block_side = static_cast<int>(grid.side), across = side / block_side, size = block_side * block_side;
    const int lanes = 1 << (31 - __clz(min(32, size))); // a power of two
    const int first = static_cast<int>(threadIdx.x) / lanes, lane = static_cast<int>(threadIdx.x) % lanes;
    // All lanes of a warp go through the loop together, those without a block too.
    for (int begin = 0; begin < across * across; begin += threads / lanes) {
        const int block = begin + first, down = block / across, right = block % across;
        const bool exists = block < across * across;
        BlockTotal total;
        for (int e = lane; exists && e < size; e += lanes)
            matrix::add_entry(total, entries[down * block_side + e / block_side][right * block_side + e % block_side]);
        total = sum_of_lanes(total, lanes);
        const std::int64_t i = (run.panel.first_row + blockIdx.y) * across + down;
        const std::int64_t j = (run.panel.first_col + blockIdx.x) * across + right;
        if (exists && lane == 0 && i < grid.shape.rows && j < grid.shape.cols)
            run.totals[i * grid.shape.cols + j] = total;
    }
}

template <class Words> __global__ void __launch_bounds__(threads) look_at_tiles(const PanelRun run) {
    const std::int64_t tile_row = run.panel.first_row + blockIdx.y, tile_col = run.panel.first_col + blockIdx.x;
    const bool is_part = run.layout.grid.side >= side;
    if (is_part && run.layout.weight_of_tile(tile_row, tile_col, run.panel.parts) == 0) return;
    const auto rows = run.layout.stretch_of_tile(tile_row, side, run.panel.parts);
    const auto cols = run.layout.stretch_of_tile(tile_col, side, run.panel.parts);
    const TilePosition at{.first_row = run.layout.grid.first_row + rows.first,
                          .first_col = run.layout.grid.first_col + cols.first,
                          .row = static_cast<int>(threadIdx.x) / threads_across * own,
                          .col = static_cast<int>(threadIdx.x) % threads_across * own};
    const PairSums sums = sums_of_tile<Words>(run, at);
    float entry[own][own];
    for (int r = 0; r < own; ++r) {
        for (int c = 0; c < own; ++c) {
            const bool exists = at.row + r < rows.end - rows.first && at.col + c < cols.end - cols.first &&
                                at.first_row + at.row + r < run.layout.matrix.rows &&
                                at.first_col + at.col + c < run.layout.matrix.cols;
            entry[r][c] = exists ? matrix::entry_of_sum(run.question, sums.of[r][c])
                                 : __int_as_float(0x7fffffff); // a NaN is left out
        }
    }
    if (is_part)
        write_part(run, entry);
    else
        write_totals(run, at, entry);
}

using Kernel = void (*)(PanelRun);

template <class... Formulas> Kernel kernel_by(metrics::FormulaList<Formulas...>, PairTerms terms) {
    Kernel kernel = nullptr;
    ((Formulas::terms == terms ? void(kernel = look_at_tiles<FloatWords<Formulas>>) : void()), ...);
    return kernel;
}

inline Kernel kernel_for(const matrix::PairQuestion& question) {
    const PairTerms terms = question.formula.terms;
    if (question.a.element == Element::uint8)
        return terms == PairTerms::products ? look_at_tiles<ByteWords<true>> : look_at_tiles<ByteWords<false>>;
    if (terms == PairTerms::products) return look_at_tiles<FloatWords<metrics::Products>>;
    if (terms == PairTerms::places) return look_at_tiles<Places>;
    return kernel_by(metrics::AllFormulas(), terms);
}

} // namespace tiled

inline void launch_pair_tiles(const matrix::PanelRun& run, cudaStream_t stream) {
    const dim3 grid(static_cast<unsigned>(run.panel.cols), static_cast<unsigned>(run.panel.rows));
    launch_grid(tiled::kernel_for(run.question), grid, tiled::threads, 0, stream, run);
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
