// SPDX-License-Identifier: MIT
// The choice of a second matrix that is compared with the matrix of now, and how a user looks at the two.
#pragma once

#include "kernels/data/distances/distance_judge.h"
#include "kernels/data/names.h"
#include "render/heatmap_view.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// How two matrices are drawn.
enum class TwoView : std::uint8_t { beside, split, difference, swipe };
inline constexpr std::array<Name<TwoView>, 4> two_view_names{{{TwoView::beside, "beside", "Side by side"},
                                                              {TwoView::split, "split", "Split"},
                                                              {TwoView::difference, "difference", "Difference"},
                                                              {TwoView::swipe, "swipe", "Swipe"}}};
static_assert(is_in_order(two_view_names));
[[nodiscard]] constexpr std::string_view name_of(TwoView view) { return name_in(two_view_names, view); }
[[nodiscard]] constexpr std::string_view title_of(TwoView view) { return title_in(two_view_names, view); }

/// What the second matrix is made of.
struct OtherMatrix {
    std::filesystem::path file{};           ///< empty: the rows of now
    std::string workload{};                 ///< whose distances it has; empty: that of now
    std::vector<std::string> columns{};     ///< names of columns in the file of now; empty: the columns of now
    Similarity similarity = Similarity::no; ///< for a file of similarities: how they become distances
    Symmetrise symmetrise = Symmetrise::no; ///< for a file of distances with two entries for a pair
    bool operator==(const OtherMatrix&) const = default;
};

/// How a user looks at the two.
struct TwoLook {
    TwoView view = TwoView::beside;
    double swipe = 0.5;                 ///< share of the picture's width that shows the first one
    bool same_range = false;            ///< both have the colours of one range
    std::optional<HeatmapView> place{}; ///< absent: all of it
    bool operator==(const TwoLook&) const = default;
};

/// The second matrix of a session.
struct SecondMatrix {
    std::optional<OtherMatrix> other{}; ///< absent: nothing is compared
    TwoLook look{};
    bool operator==(const SecondMatrix&) const = default;
};

} // namespace pairscope::app
