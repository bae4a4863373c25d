// SPDX-License-Identifier: MIT
// The nearest neighbours of all points in the plane, on a GPU: the tree and the search of point_tree.h.
#pragma once

#include "kernels/neighbours/finish.h"
#include "kernels/neighbours/nearest.h"

#include <cstdint>
#include <memory>
#include <span>

namespace pairscope::cuda {

/// Keeps its device memory from one search to the next. Members throw MemoryError and cuda::Error.
class NeighbourSearch {
public:
    /// On the device that is current, for so many points at most.
    explicit NeighbourSearch(std::int32_t most_points);
    ~NeighbourSearch();
    NeighbourSearch(NeighbourSearch&&) noexcept;
    NeighbourSearch& operator=(NeighbourSearch&&) noexcept;

    /// Copies the points to the device: x, y, x, y, ...
    void load(std::span<const float> coordinates);
    /// Searches on the device and waits. Returns the seconds between the begin of the first and the end of the last
    /// kernel, without copies. There must be k other finite points for each finite point.
    double search(int k, const neighbours::RoundingDoubt& doubt = {});
    /// Seconds of the last search that the sort took, the tree, and the search in the tree.
    struct Parts {
        double sort = 0.0, tree = 0.0, search = 0.0;
    };
    [[nodiscard]] Parts parts() const;
    /// Copies what the last search found into the table, which has the size of the question, and puts it into the exact
    /// order on the host.
    void finish(neighbours::NeighbourTable& table, const neighbours::NeighbourQuestion& question,
                const RunControl& control) const;

private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

/// Like neighbours::nearest_neighbours(), for one set of two coordinates on the GPU with that ordinal.
[[nodiscard]] neighbours::NeighbourTable nearest_neighbours(const neighbours::NeighbourQuestion& question, int ordinal,
                                                            const RunControl& control);

} // namespace pairscope::cuda
