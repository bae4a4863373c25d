// SPDX-License-Identifier: MIT
// The cheap keys of all pairs of a question, in a form that lives as long as the work on them.
#pragma once

#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/pair_keys.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::scale {

/// How far places on the Earth are apart: by the chord between them, which is quick, or by the exact kilometres.
enum class PlaceKeys : bool { chords, kilometres };

/// A key is a double and depends on the two vectors only: no operation on it is fused or reordered. It is NaN where
/// there is no distance. Its error is what slack() says, as in kernels/neighbours/measure.h.
class AllKeys {
public:
    /// The sets must outlive this. Throws std::bad_alloc.
    AllKeys(const neighbours::NeighbourQuestion& question, PlaceKeys places);
    AllKeys(const AllKeys&) = delete; // its parts refer to its measure
    AllKeys& operator=(const AllKeys&) = delete;

    [[nodiscard]] std::int64_t rows() const { return question_.first.rows; }
    [[nodiscard]] std::int64_t cols() const { return question_.across().rows; }
    [[nodiscard]] bool is_one_set() const { return question_.second == nullptr; }
    /// How many numbers of each vector a comparison looks at.
    [[nodiscard]] std::int64_t length() const { return question_.first.holds_distances ? 1 : question_.first.dims; }
    [[nodiscard]] bool is_usable(std::int64_t row) const { return usable_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] bool is_usable_across(std::int64_t col) const {
        return is_one_set() ? is_usable(col) : usable_across_[static_cast<std::size_t>(col)];
    }
    /// Is the distance from one vector to another not the one back? Then both directions are looked at.
    [[nodiscard]] bool is_asymmetric() const { return question_.first.is_asymmetric; }
    /// The column that is the vector of this row and no pair with it; -1: none.
    [[nodiscard]] std::int64_t itself(std::int64_t row) const { return question_.own_row(row); }

    [[nodiscard]] double key(std::int64_t row, std::int64_t col) const;
    /// The keys of `row` with the vectors of the second set that begin at `first`.
    void read(std::int64_t row, std::int64_t first, std::span<double> keys) const;
    /// The distances that these keys stand for, as right as the keys are.
    void distances_of(std::span<const double> keys, std::span<double> distances) const;

    /// Are the keys the exact ones?
    [[nodiscard]] bool are_exact() const { return slack_.relative == 0.0 && slack_.constant == 0.0; }
    [[nodiscard]] const neighbours::Slack& slack() const { return slack_; }
    [[nodiscard]] const neighbours::Measure& measure() const { return measure_; }
    [[nodiscard]] const neighbours::NeighbourQuestion& question() const { return question_; }

private:
    neighbours::NeighbourQuestion question_;
    neighbours::Measure measure_;
    bool is_measured_; ///< by the measure itself
    std::vector<bool> usable_, usable_across_;
    bool are_all_usable_ = true; ///< all vectors of the second set
    neighbours::Slack slack_;
    std::vector<float> plane_room_, plane_room_across_;
    std::span<const float> plane_, plane_across_; ///< points in the plane that float32 holds
    std::optional<neighbours::KeysOfFloats> floats_;
    std::optional<neighbours::PreparedSets> sets_;
};

} // namespace pairscope::scale
