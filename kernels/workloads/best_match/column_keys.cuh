// SPDX-License-Identifier: MIT
// The three highest scores of each candidate, which many blocks find together. They are stored as keys, numbers of 64
// bits that atomic operations can compare. The greater of two keys has the higher score, or the same score and the
// lower row.
//
// A key is put into the first of three places if it is greater than the key there; the smaller one of the two goes on
// to the second place, and then to the third. Each place only grows, and only the lowest keys are lost. So in the end
// the places hold the three highest keys, whatever the order in which blocks and threads put them in.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/best_match/screened.cuh"

#include <cstdint>

namespace pairscope::matching::inline PAIRSCOPE_SIDE {

using Key = unsigned long long;
constexpr Key no_key = 0;
constexpr int places = 3;

__device__ inline Key key_of(float score, int row) {
    constexpr unsigned sign = 0x80000000u;
    const unsigned bits = __float_as_uint(score), ordered = (bits & sign) != 0 ? ~bits : bits | sign;
    return static_cast<Key>(ordered) << 32 | ~static_cast<unsigned>(row);
}
__device__ inline float score_of(Key key) {
    constexpr unsigned sign = 0x80000000u;
    const auto ordered = static_cast<unsigned>(key >> 32);
    if (key == no_key) return no_score;
    return __uint_as_float((ordered & sign) != 0 ? ordered & ~sign : ~ordered);
}
__device__ inline int row_of(Key key) { return key == no_key ? -1 : static_cast<int>(~static_cast<unsigned>(key)); }

/// Puts a key into one of the places from `place` on, which are `stride` keys apart. The third highest score is at
/// least the score that this returns.
__device__ inline float put(Key* column, int stride, Key key, int place = 0) {
    for (; key != no_key; ++place) {
        const Key before = atomicMax(column + place * static_cast<long long>(stride), key);
        if (place == places - 1) return score_of(max(before, key));
        key = min(before, key);
    }
    return no_score;
}

/// The keys of all candidates: place p of candidate c is keys[p * count + c].
struct ColumnKeys {
    Key* keys = nullptr;
    int count = 0;
};

static __global__ void clear_keys(ColumnKeys columns) {
    const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (at < columns.count)
        for (int place = 0; place < places; ++place)
            columns.keys[place * static_cast<long long>(columns.count) + at] = no_key;
}

/// Turns the keys into what a block keeps for a vector that looks for a match.
static __global__ void screen_columns(ColumnKeys columns, Screening screening) {
    const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (at >= columns.count) return;
    const Key* const key = columns.keys + at;
    const long long stride = columns.count;
    keep(screening, at, 0,
         {score_of(key[0]), score_of(key[stride]), score_of(key[2 * stride]), row_of(key[0]), row_of(key[stride])});
}

/// The sets for the other direction, in which the candidates look for a match among the rows. Their matches lie behind
/// those of the rows.
[[nodiscard]] inline MatchSets turned(const MatchSets& sets) {
    MatchSets other = sets;
    other.a = sets.b, other.b = sets.a;
    other.a_pitch = sets.b_pitch, other.b_pitch = sets.a_pitch;
    other.rows = sets.cols, other.cols = sets.rows;
    other.matches = sets.matches + sets.rows;
    return other;
}

} // namespace pairscope::matching::inline PAIRSCOPE_SIDE
