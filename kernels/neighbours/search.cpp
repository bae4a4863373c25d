// SPDX-License-Identifier: MIT
#include "kernels/neighbours/search.h"

#include "kernels/neighbours/finish.h"
#include "kernels/neighbours/gpu_search.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/vectors.h"

namespace pairscope::neighbours {
namespace {

constexpr bool has_cuda = PAIRSCOPE_HAS_CUDA != 0; // a build without CUDA lacks the functions of cuda::

} // namespace

NeighbourTable nearest_neighbours_on(const Device& device, const NeighbourQuestion& question,
                                     const RunControl& control) {
    if constexpr (has_cuda) {
        const bool has_tree =
            is_euclidean(question.metric) && is_plane(question.first) && suits_float_keys(question.first);
        if (device.backend == Backend::cuda && question.second == nullptr && has_tree)
            return cuda::nearest_neighbours(question, device.ordinal, control);
    }
    return nearest_neighbours(question, control);
}

} // namespace pairscope::neighbours
