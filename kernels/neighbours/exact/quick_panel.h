// SPDX-License-Identifier: MIT
// Sums over the coordinates of some vectors and a panel of others, in vector instructions with a vector of the panel in
// each lane. quick_sums.h prepares the numbers and says how large the errors are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace pairscope::neighbours {

/// What is added up over the coordinates.
enum class QuickTerms : std::uint8_t {
    squares,    ///< (a - b)^2
    sizes,      ///< |a - b|
    largest,    ///< nothing: the largest |a - b| is taken
    fractions,  ///< |a - b| / (|a| + |b|), where 0 / 0 counts as 0
    bray_curtis ///< |a - b| and |a + b|, each rounded to double; the first sum is divided by the second one
};
/// What becomes of the sum.
enum class QuickEnding : std::uint8_t {
    sum,   ///< nothing
    root,  ///< its root
    cosine ///< its half, rounded to the grid of cosine_key(): the vectors have length 1
};

inline constexpr std::size_t panel_width = 32;   ///< vectors of a panel, a multiple of 4 registers on every machine
inline constexpr std::size_t most_vectors = 16;  ///< how many are compared with a part of a panel that a cache holds
inline constexpr std::size_t dims_of_block = 32; ///< coordinates whose low parts are added up before they join a sum

/// Some vectors and a panel. Where numbers are split, each is a high part and a low part: those of a vector one after
/// the other, those of the panel in rows of panel_width.
struct QuickPanel {
    QuickTerms terms = QuickTerms::squares;
    QuickEnding ending = QuickEnding::sum;
    bool has_low = false; ///< else all low parts are 0, and the panel has none
    std::size_t dims = 0;
    const double* panel = nullptr;
    std::size_t count = 0; ///< how many vectors there are
    std::array<const double*, most_vectors> vectors{};
    std::array<double*, most_vectors> results{}; ///< where the results of each vector go: panel_width numbers
    /// The error of a sum is at most relative * sum + constant.
    double relative = 0.0, constant = 0.0;
    /// What sums start at for bray_curtis: a power of two above all terms. For fractions it gives the last digit of a
    /// quotient.
    double start = 0.0;
};

/// Writes the results for each vector and each one of the panel, rounded once; NaN where the errors leave two results
/// possible.
void sum_panel(const QuickPanel& asked);
/// Does this CPU multiply and add with one rounding? Fractions need it.
[[nodiscard]] bool has_fused_products();

} // namespace pairscope::neighbours
