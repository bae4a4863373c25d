// SPDX-License-Identifier: MIT
// A set in the interleaved layout, as 32-bit words: word w of vector i has its coordinates 4 w to 4 w + 3. Coordinates
// that do not exist are 0 in every vector, so they change no distance.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/workloads/farthest_pair/problem.h"

#include <cstdint>
#include <cuda_runtime.h>

namespace pairscope::farthest::inline PAIRSCOPE_SIDE {

struct Words {
    const unsigned* data;
    std::int64_t pitch; ///< words from a word of a vector to its next one
    int n, count;       ///< vectors; words of each

    __device__ unsigned at(int vector, int word) const { return data[word * pitch + vector]; }
    /// The squared distance of two vectors. The unsigned sum cannot overflow: see most_coordinates.
    __device__ unsigned operator()(int i, int j) const {
        unsigned square = 0;
        for (int w = 0; w < count; ++w) {
            const unsigned difference = __vabsdiffu4(at(i, w), at(j, w));
            square = __dp4a(difference, difference, square);
        }
        return square;
    }
};

[[nodiscard]] inline Words words_of(const FarthestPairProblem& problem) {
    return {reinterpret_cast<const unsigned*>(problem.data), problem.pitch, problem.n, (problem.dims + 3) / 4};
}

} // namespace pairscope::farthest::inline PAIRSCOPE_SIDE
