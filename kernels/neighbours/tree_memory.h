// SPDX-License-Identifier: MIT
// A tree over points, in host memory.
#pragma once

#include "kernels/ladder/engine.h"
#include "kernels/neighbours/morton.h"
#include "kernels/neighbours/point_tree.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pairscope::neighbours {

/// `Number` is float or double.
template <class Number> class TreeMemory {
public:
    /// Over the points whose coordinates are finite; x, y, x, y, ... A stopped one is empty.
    TreeMemory(std::span<const Number> coordinates, const RunControl& control);

    [[nodiscard]] TreeIn<Number> view() const;
    /// A leaf near that place. The tree must not be empty.
    [[nodiscard]] std::int32_t leaf_near(TreePointIn<Number> at) const;

private:
    void build_boxes();

    CurveFrame frame_;
    std::vector<std::uint64_t> codes_;        ///< codes of the points, ascending
    std::vector<TreePointIn<Number>> places_; ///< up to the end of the last leaf
    std::vector<std::int32_t> rows_;          ///< as long
    std::vector<BoxIn<Number>> boxes_;
    std::vector<std::int32_t> least_;
};

extern template class TreeMemory<float>;
extern template class TreeMemory<double>;

/// Along the Morton curve, and where several points have one place on it by their rows. `codes` has the code of each
/// finite point, and `rows` its row, ascending; both are put into order.
void sort_along_curve(std::vector<std::uint64_t>& codes, std::vector<std::int32_t>& rows);

} // namespace pairscope::neighbours
