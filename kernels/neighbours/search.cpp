// SPDX-License-Identifier: MIT
#include "kernels/neighbours/search.h"

#include "kernels/neighbours/gpu_search.h"
#include "kernels/neighbours/vectors.h"

namespace pairscope::neighbours {
namespace {

constexpr bool has_cuda = PAIRSCOPE_HAS_CUDA != 0; // a build without CUDA lacks the functions of cuda::

} // namespace

NeighbourTable nearest_neighbours_on(const Device& device, const NeighbourQuestion& question,
                                     const RunControl& control) {
    if constexpr (has_cuda)
        if (device.backend == Backend::cuda && question.second == nullptr && is_plane(question.first))
            return cuda::nearest_neighbours(question, device.ordinal, control);
    return nearest_neighbours(question, control);
}

} // namespace pairscope::neighbours
