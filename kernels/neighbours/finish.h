// SPDX-License-Identifier: MIT
// The last step of a search among points in the plane by float32 keys, on a GPU or a CPU: the exact order.
#pragma once

#include "kernels/neighbours/candidates.h"
#include "kernels/neighbours/nearest.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pairscope::neighbours {

/// How near two distances that come from float32 keys may be to each other until their order is in doubt.
struct RoundingDoubt {
    float part = 0x1p-21f; ///< a part of the distance: a key is right to two units in the last place
    float distance = 0.0f; ///< and as much besides: what float32 took from the coordinates of two points

    [[nodiscard]] bool is_near(float distance_of_last, float distance_of_next) const {
        return distance_of_next <= distance_of_last * (1.0f + part) + distance;
    }
};
[[nodiscard]] RoundingDoubt doubt_about(const Dataset& points);
/// Can points be searched by float32 keys? Squares of their differences must fit float32.
[[nodiscard]] bool suits_float_keys(const Dataset& points);
/// x, y, x, y, ... in float32.
[[nodiscard]] std::span<const float> rounded_plane_of(const Dataset& points, std::vector<float>& room);

/// Puts the neighbours of single rows into their exact order.
class RowFinish {
public:
    /// The measure must outlive this.
    RowFinish(const Measure& measure, int k)
        : measure_(measure), points_(measure.first().floats()), candidates_(measure.across().floats()),
          list_(measure, k) {}
    /// The row of the table has the right neighbours; this orders them and fills in their distances.
    void finish(NeighbourTable& table, std::int64_t row);
    /// Asks for the memory of a row that finish_waiting() will finish, while another row is searched for.
    void let_wait(const NeighbourTable& table, std::int64_t row);
    void finish_waiting(NeighbourTable& table) {
        if (waiting_ >= 0) finish(table, std::exchange(waiting_, -1));
    }

private:
    template <class PlaceIn>
    [[nodiscard]] bool measure(NeighbourTable& table, std::int64_t row, const PlaceIn& place_in) const;

    const Measure& measure_;
    std::span<const float> points_, candidates_; ///< empty where float32 does not hold them
    CandidateList<> list_;
    std::int64_t waiting_ = -1; ///< a row; -1: none
};

/// Finishes all rows of a table that a GPU found. In a row that is `doubtful`, another candidate has a key too near to
/// that of the last neighbour: it is searched once more on the CPU.
void finish_table(NeighbourTable& table, const NeighbourQuestion& question, std::span<const std::uint8_t> doubtful,
                  const RunControl& control);

} // namespace pairscope::neighbours
