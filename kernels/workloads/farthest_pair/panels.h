// SPDX-License-Identifier: MIT
// What the fastest CPU variants share: vectors copied into panels, and the best pair of a group of rows and a panel.
//
// A panel has as many vectors as fit into a few registers, with four coordinates per lane. It stores word w of all of
// its vectors, then word w + 1. A lane adds up the products of its own vector, so that nothing has to be added across
// lanes.
#pragma once

#include "kernels/ladder/host_run.h"
#include "kernels/ladder/variant.h"
#include "kernels/workloads/farthest_pair/best.h"
#include "kernels/workloads/farthest_pair/problem.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pairscope::farthest {

/// How panels are laid out for the instruction set of this processor.
struct PanelFormat {
    std::int64_t width = 0;        ///< vectors per panel
    std::int64_t rows_at_once = 0; ///< rows that are compared with a panel at the same time
    bool is_signed = false;        ///< 128 was subtracted from each coordinate of the panel
};

/// The rows of a tile and a panel, with their squared lengths, and with the sums of the coordinates of each row.
struct TileInputs {
    const std::int32_t* rows = nullptr;  ///< word w of all rows, then word w + 1
    const std::int32_t* panel = nullptr; ///< the same numbers of a panel
    std::int64_t words = 0;              ///< per vector
    const std::uint32_t* lengths_of_panel = nullptr;
    std::array<std::uint32_t, 8> lengths_of_rows{}, sums_of_rows{};
};

/// All vectors of a set in an order of their own, as panels, in a workspace that belongs to the run.
class Panels {
public:
    /// `order` names the row at each place; if it is empty, the rows keep their own order. It must live as long as this
    /// object.
    Panels(const Run& run, const std::vector<int>& order);

    /// Copies all vectors, with the threads of the run.
    void fill();
    /// Compares the vectors at these places of the order with all that come after them, from one panel to the next, as
    /// long as `is_worth_it(first, other)` says that the vectors from place `other` on can be far enough from those
    /// from place `first` on. Offers what wins over the best so far.
    template <class IsWorthIt>
    void compare(std::int64_t first, std::int64_t last, SharedBest& best, IsWorthIt is_worth_it) const {
        const Rows rows = rows_at(first, last);
        for (std::int64_t panel = first / format_.width; panel * format_.width < problem_.n; ++panel) {
            if (run_.host->stop.stop_requested() || !is_worth_it(first, panel * format_.width)) return;
            compare_with(rows, panel, best);
        }
    }
    /// How many vectors are compared with a panel at the same time. It is best to compare a multiple of this number.
    [[nodiscard]] std::int64_t rows_at_once() const { return format_.rows_at_once; }

    [[nodiscard]] static std::int64_t workspace_bytes(const Workload& workload);

private:
    /// Vectors in groups, ready to be compared. A group stores word w of all of its vectors, then word w + 1.
    struct Rows {
        std::int64_t first = 0, last = 0; ///< places
        std::vector<std::int32_t> words;
    };

    [[nodiscard]] int row_at(std::int64_t place) const;
    [[nodiscard]] const std::uint8_t* vector_at(std::int64_t place) const;
    [[nodiscard]] std::int32_t* panel_at(std::int64_t index) const;
    void fill_panel(std::int64_t index);
    [[nodiscard]] Rows rows_at(std::int64_t first, std::int64_t last) const;
    void compare_with(const Rows& rows, std::int64_t panel, SharedBest& best) const;
    [[nodiscard]] FoundPair best_of_tile(const std::uint32_t* squares, std::int64_t first, std::int64_t rows,
                                         std::int64_t panel) const;

    const Run& run_;
    FarthestPairProblem problem_;
    const std::vector<int>& order_;
    std::int64_t words_; ///< per vector
    PanelFormat format_;
    std::uint32_t* lengths_; ///< squared, one for each place
    std::uint32_t* sums_;    ///< sums of the coordinates, one for each place
    std::byte* panels_;
};

} // namespace pairscope::farthest
